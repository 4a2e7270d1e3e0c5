package engine

import (
	"sync"
	"sync/atomic"

	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// A Packing makes keys of the numbers of blocks among those of their process.
type Packing struct {
	blocks  *blockTable
	spilled *atomic.Bool                   // set when a block does not fit
	bits    uint                           // for each process
	mu      sync.Mutex                     // held while a block is numbered
	Of      []table.Arena[uint32, BlockID] // by process: its blocks
}

func newPacking(width int, blocks *blockTable, spilled *atomic.Bool) *Packing {
	return &Packing{blocks: blocks, spilled: spilled, bits: uint(64 / width), Of: make([]table.Arena[uint32, BlockID], width)}
}

// Number returns the number of a block among those of its process.
func (k *Packing) Number(p int, block BlockID) table.StateKey {
	word := &k.blocks.At(block)[rowNumber]
	n := atomic.LoadUint32(word)
	if n == 0 {
		k.mu.Lock()
		defer k.mu.Unlock()
		if n = atomic.LoadUint32(word); n == 0 {
			n = k.Of[p].Add(block)
			atomic.StoreUint32(word, n)
		}
	}
	return table.StateKey(n)
}

// Mask returns the bits of the first process.
func (k *Packing) Mask() table.StateKey { return 1<<k.bits - 1 }

func (k *Packing) Decode(key table.StateKey, s StateVector) {
	mask := k.Mask()
	for p := range s.Blocks {
		s.Blocks[p] = *k.Of[p].At(uint32(key & mask))
		key >>= k.bits
	}
}

func (k *Packing) Encode(before table.StateKey, s StateVector, changed protocol.Set) table.StateKey {
	mask := k.Mask()
	for ; changed != 0; changed &= changed - 1 {
		p := changed.First()
		number := k.Number(p, s.Blocks[p])
		if number > mask {
			k.spilled.Store(true)
			return 0
		}
		shift := uint(p) * k.bits
		before = before&^(mask<<shift) | number<<shift
	}
	return before
}

func (k *Packing) Translate(key table.StateKey, t *Translation) table.StateKey {
	mask := k.Mask()
	for p, known := range t.known.Blocks {
		shift := uint(p) * k.bits
		number := key >> shift & mask
		if number <= table.StateKey(known) {
			continue
		}
		other := table.StateKey(t.block(p, uint32(number)))
		if other == 0 || other > mask {
			return 0
		}
		key = key&^(mask<<shift) | other<<shift
	}
	return key
}
