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

func (s StateVector) copy(from StateVector) {
	copy(s.Blocks, from.Blocks)
	copy(s.inner, from.inner)
}

// A Numbered says how many blocks of each process have numbers in keys, and how many
// pairs.
type Numbered struct {
	Blocks []int
	Pairs  int
}

// A Translation gives other numbers to what some process numbered in its own order: the
// blocks of each process that are not known everywhere, and the pairs of a tree. Others
// keep their numbers, and since a pair is known only if all below it is, so do keys that
// have no new number.
type Translation struct {
	known  Numbered
	blocks [][]uint32 // by process: what those after the known ones become, in their order
	pairs  []PairID   // likewise
	fresh  []uint64   // those pairs, with the numbers of before
}

// block returns what the number of a block becomes, 0 if it is none.
func (t *Translation) block(p int, number uint32) uint32 {
	known := uint32(t.known.Blocks[p])
	if number <= known {
		return number
	}
	if of := t.blocks[p]; int(number-known) <= len(of) {
		return of[number-known-1]
	}
	return 0
}

// pair returns what the number of a pair becomes, 0 if it is none.
func (t *Translation) pair(number uint32) uint32 {
	known := uint32(t.known.Pairs)
	if number <= known {
		return number
	}
	if int(number-known) <= len(t.pairs) {
		return uint32(t.pairs[number-known-1])
	}
	return 0
}
