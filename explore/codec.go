package explore

import (
	"qcheck/explore/internal/table"

	"qcheck/explore/protocol"
)

// A codec gives every global state a key. There are two. Packed: the blocks of
// each process are numbered for themselves, and the key has 64/n bits for each.
// That is fastest, and takes no memory beyond the keys, but goes only as long as
// no process has more blocks than its bits can count; then the search begins anew
// with the other one, a tree of pairs. What was done until then is little compared
// with what follows: so many blocks make many more states.
type codec interface {
	// decode stores the state that a key stands for.
	decode(key table.StateKey, s stateVector)
	// encode returns the key of a state in which the given blocks differ from those
	// of the state with the key before; 0 when a block does not fit. The inner nodes
	// of s are those of the state before, and become its own.
	encode(before table.StateKey, s stateVector, changed protocol.Set) table.StateKey
	// translate returns a key with other numbers; 0 if the translation lacks one of them.
	translate(key table.StateKey, t *translation) table.StateKey
}

// A stateVector is a global state, decoded.
type stateVector struct {
	blocks []blockID // by process
	inner  []pairID  // of the tree, without the root; unused for packed keys
}

func (e *engine) newVector() stateVector {
	return stateVector{make([]blockID, e.n), make([]pairID, max(0, e.n-2))}
}

func (s stateVector) copy(from stateVector) {
	copy(s.blocks, from.blocks)
	copy(s.inner, from.inner)
}
