package table

import (
	"encoding/binary"
	"math/bits"
	"sync"
	"sync/atomic"
)

// An Interner numbers values in the order in which it first meets them, from 0 on, and
// keeps something with each. Only who adds a value takes its lock.
type Interner[I ~uint16 | ~uint32, V comparable, T any] struct {
	ids    sync.Map   // of I, by V
	mu     sync.Mutex // held while a value is added
	chunks [32]atomic.Pointer[[]interned[V, T]]
	n      atomic.Uint32
}

// An interned is a value, and what is kept with it.
type interned[V comparable, T any] struct {
	Value V
	With  T
}

// firstChunk is how many values the first chunk has; each has twice as many as that before.
const firstChunk = 64

// ID returns the number of a value. What f returns is kept with a new one; f may be nil.
func (t *Interner[I, V, T]) ID(v V, f func() T) I {
	if id, ok := t.ids.Load(v); ok {
		return id.(I)
	}
	x := interned[V, T]{Value: v}
	if f != nil {
		x.With = f()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if id, ok := t.ids.Load(v); ok {
		return id.(I)
	}
	n := t.n.Load()
	chunk, at := place(n)
	if at == 0 {
		fresh := make([]interned[V, T], firstChunk<<chunk)
		t.chunks[chunk].Store(&fresh)
	}
	(*t.chunks[chunk].Load())[at] = x
	t.n.Store(n + 1)
	t.ids.Store(v, I(n))
	return I(n)
}

// place returns in which chunk a number is, and where.
func place(n uint32) (chunk, at uint32) {
	chunk = uint32(bits.Len32(n/firstChunk+1) - 1)
	return chunk, n - firstChunk*(1<<chunk-1)
}

func (t *Interner[I, V, T]) Entry(id I) *interned[V, T] {
	chunk, at := place(uint32(id))
	return &(*t.chunks[chunk].Load())[at]
}

// At returns the value with a number.
func (t *Interner[I, V, T]) At(id I) V { return t.Entry(id).Value }

// With returns what is kept with the value with a number.
func (t *Interner[I, V, T]) With(id I) *T { return &t.Entry(id).With }

// Len returns the number of values.
func (t *Interner[I, V, T]) Len() int { return int(t.n.Load()) }

// Key writes ids one after the other, as a value for an interner.
func Key[I ~uint32](ids ...I) string {
	text := make([]byte, 0, 4*len(ids))
	for _, id := range ids {
		text = binary.LittleEndian.AppendUint32(text, uint32(id))
	}
	return string(text)
}
