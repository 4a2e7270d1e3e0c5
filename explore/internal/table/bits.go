package table

import "math/bits"

// Bits is a set of numbers from 0 on, as many as it was made for.
type Bits []uint64

func NewBits(n int) Bits { return make(Bits, (n+63)/64) }

func (b Bits) Add(i int)    { b[i/64] |= 1 << (i % 64) }
func (b Bits) Remove(i int) { b[i/64] &^= 1 << (i % 64) }

// Join adds the numbers of another set that was made for as many, Meet keeps those that it has.
func (b Bits) Join(c Bits) {
	for i := range b {
		b[i] |= c[i]
	}
}

func (b Bits) Meet(c Bits) {
	for i := range b {
		b[i] &= c[i]
	}
}

// Len returns how many numbers there are.
func (b Bits) Len() (n int) {
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

// Each yields the numbers in order. Those that were yielded may be removed meanwhile.
func (b Bits) Each(yield func(i int) bool) {
	for w, left := range b {
		for ; left != 0; left &= left - 1 {
			if !yield(w*64 + bits.TrailingZeros64(left)) {
				return
			}
		}
	}
}
