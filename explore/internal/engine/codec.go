package engine

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
	// Decode stores the state that a key stands for.
	Decode(key table.StateKey, s StateVector)
	// Encode returns the key of a state in which the given blocks differ from those
	// of the state with the key before; 0 when a block does not fit. The inner nodes
	// of s are those of the state before, and become its own.
	Encode(before table.StateKey, s StateVector, changed protocol.Set) table.StateKey
	// Translate returns a key with other numbers; 0 if the translation lacks one of them.
	Translate(key table.StateKey, t *Translation) table.StateKey
}

// A StateVector is a global state, decoded.
type StateVector struct {
	Blocks []BlockID // by process; that of the environment is the last one
	inner  []PairID  // of the tree, without the root; unused for packed keys
}

func (e *Engine) NewVector() StateVector {
	return StateVector{make([]BlockID, e.Width), make([]PairID, max(0, e.Width-2))}
}

func (s StateVector) copy(from StateVector) {
	copy(s.Blocks, from.Blocks)
	copy(s.inner, from.inner)
}
