package explore

import (
	"sync"
	"sync/atomic"

	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// A packing makes keys of the numbers of blocks among those of their process.
type packing struct {
	e    *engine
	bits uint                           // for each process
	mu   sync.Mutex                     // held while a block is numbered
	of   []table.Arena[uint32, blockID] // by process: its blocks
}

func newPacking(e *engine) *packing {
	return &packing{e: e, bits: uint(64 / e.n), of: make([]table.Arena[uint32, blockID], e.n)}
}

// number returns the number of a block among those of its process.
func (k *packing) number(p int, block blockID) table.StateKey {
	word := &k.e.blocks.at(block)[rowNumber]
	n := atomic.LoadUint32(word)
	if n == 0 {
		k.mu.Lock()
		defer k.mu.Unlock()
		if n = atomic.LoadUint32(word); n == 0 {
			n = k.of[p].Add(block)
			atomic.StoreUint32(word, n)
		}
	}
	return table.StateKey(n)
}

// mask returns the bits of the first process.
func (k *packing) mask() table.StateKey { return 1<<k.bits - 1 }

func (k *packing) decode(key table.StateKey, s stateVector) {
	mask := k.mask()
	for p := range s.blocks {
		s.blocks[p] = *k.of[p].At(uint32(key & mask))
		key >>= k.bits
	}
}

func (k *packing) encode(before table.StateKey, s stateVector, changed protocol.Set) table.StateKey {
	mask := k.mask()
	for ; changed != 0; changed &= changed - 1 {
		p := changed.First()
		number := k.number(p, s.blocks[p])
		if number > mask {
			k.e.spilled.Store(true)
			return 0
		}
		shift := uint(p) * k.bits
		before = before&^(mask<<shift) | number<<shift
	}
	return before
}
