package availability

import "math/bits"

// A memo maps triples of numbers to a number: a hash table with open
// addressing, because the tables of a [diagram] are all that it spends its time
// on.
type memo struct {
	slots []slot // a power of two of them
	used  int
}

// A slot with a = 0 is free; no key begins with 0.
type slot struct{ a, b, c, value int32 }

// at returns the slot of the key, or a free one in its place. It is valid
// until the next call.
func (m *memo) at(a, b, c int32) *slot {
	if 4*m.used >= 3*len(m.slots) {
		m.grow()
	}
	return m.find(a, b, c)
}

func (m *memo) find(a, b, c int32) *slot {
	mask := uint64(len(m.slots) - 1)
	for i := hash(a, b, c) & mask; ; i = (i + 1) & mask {
		e := &m.slots[i]
		if e.a == 0 || e.a == a && e.b == b && e.c == c {
			return e
		}
	}
}

// put fills the slot of the key.
func (m *memo) put(a, b, c, value int32) {
	e := m.at(a, b, c)
	if e.a == 0 {
		m.used++
	}
	*e = slot{a, b, c, value}
}

func (m *memo) grow() {
	old := m.slots
	m.slots = make([]slot, max(1<<10, 2*len(old)))
	for _, e := range old {
		if e.a != 0 {
			*m.find(e.a, e.b, e.c) = e
		}
	}
}

func hash(a, b, c int32) uint64 {
	hi, lo := bits.Mul64(uint64(uint32(a))<<32^uint64(uint32(b))^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93+uint64(uint32(c))<<1)
	return hi ^ lo
}
