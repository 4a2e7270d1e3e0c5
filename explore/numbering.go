package explore

import (
	"math/bits"
	"sync"
	"sync/atomic"
)

// A numbering numbers 64-bit values from 1 on.
type numbering[I ~uint32, V ~uint64] struct {
	slots  atomic.Pointer[[]uint32]
	values arena[I, V]
	mu     sync.Mutex // held while a value is added
}

func newNumbering[I ~uint32, V ~uint64]() *numbering[I, V] {
	t := &numbering[I, V]{}
	slots := make([]uint32, 1<<10)
	t.slots.Store(&slots)
	return t
}

// number returns the number of a value.
func (t *numbering[I, V]) number(v V) I {
	id := t.get(v)
	if id == 0 {
		t.mu.Lock()
		defer t.mu.Unlock()
		if id = t.get(v); id == 0 {
			id = t.add(v)
		}
	}
	return id
}

// get returns the number of a value, 0 when it has none yet.
func (t *numbering[I, V]) get(v V) I {
	slots := *t.slots.Load()
	hi, _ := bits.Mul64(spread(uint64(v)), uint64(len(slots)))
	for i := hi; ; {
		id := I(atomic.LoadUint32(&slots[i]))
		if id == 0 || *t.values.at(id) == v {
			return id
		}
		if i++; i == uint64(len(slots)) {
			i = 0
		}
	}
}

// add numbers a value that has no number. The lock is held.
func (t *numbering[I, V]) add(v V) I {
	slots := *t.slots.Load()
	if 3*t.values.len() >= 2*len(slots) {
		bigger := make([]uint32, len(slots)+len(slots)/2)
		for _, id := range slots {
			if id != 0 {
				t.put(bigger, I(id))
			}
		}
		t.slots.Store(&bigger)
		slots = bigger
	}
	id := t.values.add(v)
	t.put(slots, id)
	return id
}

func (t *numbering[I, V]) put(slots []uint32, id I) {
	i, _ := bits.Mul64(spread(uint64(*t.values.at(id))), uint64(len(slots)))
	put(slots, i, uint32(id))
}

// cut takes the numbers after the first n back. Nobody else uses the numbering.
func (t *numbering[I, V]) cut(n int) {
	if t.values.len() <= n {
		return
	}
	t.values.n.Store(uint32(n))
	fewer := make([]uint32, len(*t.slots.Load()))
	for id := 1; id <= n; id++ {
		t.put(fewer, I(id))
	}
	t.slots.Store(&fewer)
}

func (t *numbering[I, V]) bytes() int64 {
	return int64(len(*t.slots.Load()))*4 + int64(t.values.len())*8
}
