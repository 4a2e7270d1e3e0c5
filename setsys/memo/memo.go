// Package memo has the hash tables of decision diagrams, which spend most of
// their time in them.
package memo

import "math/bits"

// A Table maps triples of numbers to a number, by open addressing. The first
// number of a triple is not 0: Put panics then. The zero value is an empty table.
type Table struct {
	slots []Slot // a power of two of them
	used  int
}

// A Slot is the place of a key in a table; it is free when A is 0.
type Slot struct{ A, B, C, Value int32 }

// Len returns the number of keys.
func (t *Table) Len() int { return t.used }

// At returns the slot of the key, or the free one in its place. It is valid until
// the next call.
func (t *Table) At(a, b, c int32) *Slot {
	if 4*t.used >= 3*len(t.slots) {
		t.grow()
	}
	return t.find(a, b, c)
}

// Put gives the key the value.
func (t *Table) Put(a, b, c, value int32) {
	if a == 0 {
		panic("memo: a key begins with 0, as a free slot does")
	}
	s := t.At(a, b, c)
	if s.A == 0 {
		t.used++
	}
	*s = Slot{a, b, c, value}
}

func (t *Table) find(a, b, c int32) *Slot {
	mask := uint64(len(t.slots) - 1)
	for i := hash(a, b, c) & mask; ; i = (i + 1) & mask {
		s := &t.slots[i]
		if s.A == 0 || s.A == a && s.B == b && s.C == c {
			return s
		}
	}
}

func (t *Table) grow() {
	old := t.slots
	t.slots = make([]Slot, max(1<<10, 2*len(old)))
	for _, s := range old {
		if s.A != 0 {
			*t.find(s.A, s.B, s.C) = s
		}
	}
}

func hash(a, b, c int32) uint64 {
	hi, lo := bits.Mul64(uint64(uint32(a))<<32^uint64(uint32(b))^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93+uint64(uint32(c))<<1)
	return hi ^ lo
}
