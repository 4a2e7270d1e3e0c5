package explore

import (
	"math/bits"
	"sync/atomic"
)

// A pairTable numbers 64-bit pairs from 1 on.
type pairTable struct {
	slots atomic.Pointer[[]uint32]
	pairs arena[pairID, uint64]
}

func newPairTable() *pairTable {
	t := &pairTable{}
	slots := make([]uint32, 1<<10)
	t.slots.Store(&slots)
	return t
}

// get returns the number of a pair, 0 when it has none yet.
func (t *pairTable) get(pair uint64) pairID {
	slots := *t.slots.Load()
	hi, _ := bits.Mul64(spread(pair), uint64(len(slots)))
	for i := hi; ; {
		id := pairID(atomic.LoadUint32(&slots[i]))
		if id == 0 || *t.pairs.at(id) == pair {
			return id
		}
		if i++; i == uint64(len(slots)) {
			i = 0
		}
	}
}

// add numbers a pair that has no number. The engine's lock is held.
func (t *pairTable) add(pair uint64) pairID {
	slots := *t.slots.Load()
	if 3*int(t.pairs.n) >= 2*len(slots) {
		bigger := make([]uint32, len(slots)+len(slots)/2)
		for _, id := range slots {
			if id != 0 {
				t.put(bigger, pairID(id))
			}
		}
		t.slots.Store(&bigger)
		slots = bigger
	}
	id := t.pairs.add(pair)
	t.put(slots, id)
	return id
}

func (t *pairTable) put(slots []uint32, id pairID) {
	i, _ := bits.Mul64(spread(*t.pairs.at(id)), uint64(len(slots)))
	for atomic.LoadUint32(&slots[i]) != 0 {
		if i++; i == uint64(len(slots)) {
			i = 0
		}
	}
	atomic.StoreUint32(&slots[i], uint32(id))
}

func (t *pairTable) bytes() int64 { return int64(len(*t.slots.Load()))*4 + int64(t.pairs.n)*8 }
