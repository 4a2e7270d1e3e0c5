// Package words has the inner loops of the set engine: sets of small integers
// as slices of 64-bit words of one length, and a hash set of such slices.
//
// It exists because these loops decide how large a family can be checked; the
// types people use are in package setsys.
package words

import "math/bits"

// Count returns the number of members of a.
func Count(a []uint64) int {
	n := 0
	for _, w := range a {
		n += bits.OnesCount64(w)
	}
	return n
}

// CountFrom returns the number of members of a that are at least v.
func CountFrom(a []uint64, v int) int {
	i := v >> 6
	if i >= len(a) {
		return 0
	}
	n := bits.OnesCount64(a[i] >> (uint(v) & 63))
	for _, w := range a[i+1:] {
		n += bits.OnesCount64(w)
	}
	return n
}

// Next returns the least member of a that is at least v, or -1.
func Next(a []uint64, v int) int {
	i := v >> 6
	if i >= len(a) {
		return -1
	}
	if w := a[i] >> (uint(v) & 63); w != 0 {
		return v + bits.TrailingZeros64(w)
	}
	for i++; i < len(a); i++ {
		if a[i] != 0 {
			return i<<6 + bits.TrailingZeros64(a[i])
		}
	}
	return -1
}

// Has reports whether v is a member of a.
func Has(a []uint64, v int) bool { return a[v>>6]>>(uint(v)&63)&1 != 0 }

// Add makes v a member of a.
func Add(a []uint64, v int) { a[v>>6] |= 1 << (uint(v) & 63) }

// Remove makes v no member of a.
func Remove(a []uint64, v int) { a[v>>6] &^= 1 << (uint(v) & 63) }

// Empty reports whether a has no member.
func Empty(a []uint64) bool {
	for _, w := range a {
		if w != 0 {
			return false
		}
	}
	return true
}

// Disjoint reports whether a and b share no member.
func Disjoint(a, b []uint64) bool {
	for i, w := range a {
		if w&b[i] != 0 {
			return false
		}
	}
	return true
}

// Subset reports whether every member of a is one of b.
func Subset(a, b []uint64) bool {
	for i, w := range a {
		if w&^b[i] != 0 {
			return false
		}
	}
	return true
}

// Equal reports whether a and b have the same members.
func Equal(a, b []uint64) bool {
	for i, w := range a {
		if w != b[i] {
			return false
		}
	}
	return true
}

// And stores the members of both a and b in dst.
func And(dst, a, b []uint64) {
	for i := range dst {
		dst[i] = a[i] & b[i]
	}
}

// AndNot stores the members of a that are not in b in dst.
func AndNot(dst, a, b []uint64) {
	for i := range dst {
		dst[i] = a[i] &^ b[i]
	}
}

// Or stores the members of a or b in dst.
func Or(dst, a, b []uint64) {
	for i := range dst {
		dst[i] = a[i] | b[i]
	}
}

// Compare orders sets by their sorted members, lexicographically, a set before
// its extensions.
func Compare(a, b []uint64) int {
	for i, w := range a {
		diff := w ^ b[i]
		if diff == 0 {
			continue
		}
		// Members below the lowest difference are shared. The set that has it
		// comes first, unless the other has no member from there on.
		low := diff & -diff
		if w&low != 0 {
			if b[i]&^(low-1) == 0 && Empty(b[i+1:]) {
				return 1
			}
			return -1
		}
		if w&^(low-1) == 0 && Empty(a[i+1:]) {
			return -1
		}
		return 1
	}
	return 0
}

// Of returns the number of words that a set over n nodes takes.
func Of(n int) int { return (n + 63) / 64 }

// Full returns the set 0..n-1.
func Full(n int) []uint64 {
	a := make([]uint64, Of(n))
	for i := range a {
		a[i] = ^uint64(0)
	}
	if r := uint(n) & 63; r != 0 {
		a[len(a)-1] = 1<<r - 1
	}
	return a
}

// Mix spreads the bits of a word; it is the finalizer of splitmix64 (Steele, Lea and Flood, 2014).
func Mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
