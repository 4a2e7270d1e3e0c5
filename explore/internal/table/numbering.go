package table

import (
	"math/bits"
	"sync"
	"sync/atomic"
)

// A Numbering numbers 64-bit values from 1 on.
type Numbering[I ~uint32, V ~uint64] struct {
	slots  atomic.Pointer[[]uint32]
	values Arena[I, V]
	mu     sync.Mutex // held while a value is added
}

func NewNumbering[I ~uint32, V ~uint64]() *Numbering[I, V] {
	t := &Numbering[I, V]{}
	slots := make([]uint32, 1<<10)
	t.slots.Store(&slots)
	return t
}

// Len returns how many values there are, at the value with a number, and full whether few
// further ones fit.
func (t *Numbering[I, V]) Len() int   { return t.values.Len() }
func (t *Numbering[I, V]) At(i I) V   { return *t.values.At(i) }
func (t *Numbering[I, V]) Full() bool { return t.values.Full() }

// Number returns the number of a value.
func (t *Numbering[I, V]) Number(v V) I {
	id := t.Get(v)
	if id == 0 {
		t.mu.Lock()
		defer t.mu.Unlock()
		if id = t.Get(v); id == 0 {
			id = t.add(v)
		}
	}
	return id
}

// Get returns the number of a value, 0 when it has none yet.
func (t *Numbering[I, V]) Get(v V) I {
	slots := *t.slots.Load()
	hi, _ := bits.Mul64(Spread(uint64(v)), uint64(len(slots)))
	for i := hi; ; {
		id := I(atomic.LoadUint32(&slots[i]))
		if id == 0 || *t.values.At(id) == v {
			return id
		}
		if i++; i == uint64(len(slots)) {
			i = 0
		}
	}
}

// add numbers a value that has no number. The lock is held.
func (t *Numbering[I, V]) add(v V) I {
	slots := *t.slots.Load()
	if 3*t.values.Len() >= 2*len(slots) {
		bigger := make([]uint32, len(slots)+len(slots)/2)
		for _, id := range slots {
			if id != 0 {
				t.put(bigger, I(id))
			}
		}
		t.slots.Store(&bigger)
		slots = bigger
	}
	id := t.values.Add(v)
	t.put(slots, id)
	return id
}

func (t *Numbering[I, V]) put(slots []uint32, id I) {
	i, _ := bits.Mul64(Spread(uint64(*t.values.At(id))), uint64(len(slots)))
	Put(slots, i, uint32(id))
}

// Cut takes the numbers after the first n back. Nobody else uses the numbering.
func (t *Numbering[I, V]) Cut(n int) {
	if t.values.Len() <= n {
		return
	}
	t.values.Cut(n)
	fewer := make([]uint32, len(*t.slots.Load()))
	for id := 1; id <= n; id++ {
		t.put(fewer, I(id))
	}
	t.slots.Store(&fewer)
}

func (t *Numbering[I, V]) Bytes() int64 {
	return int64(len(*t.slots.Load()))*4 + int64(t.values.Len())*8
}

// Put stores a number at the first free place of an index.
func Put(index []uint32, at uint64, id uint32) {
	for atomic.LoadUint32(&index[at]) != 0 {
		if at++; at == uint64(len(index)) {
			at = 0
		}
	}
	atomic.StoreUint32(&index[at], id)
}
