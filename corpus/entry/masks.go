package entry

import (
	"iter"

	"qcheck/properties/census"
	"qcheck/setsys"
)

// A family over n nodes, as bit masks: bit i is node i. The statements that
// look at all small families work on these.
type Masks struct {
	N    int
	Sets []uint64
}

// Family returns the masks as a family.
func (m Masks) Family() setsys.Family { return census.FamilyOf(m.N, m.Sets) }

// Structure returns the masks as a structure of a kind with one family, whose k or m is given.
func (m Masks) Structure(kind setsys.Kind, k int) *setsys.Structure {
	return census.Class{Kind: kind, N: m.N, K: k, M: k}.Structure(m.Sets)
}

// RequestSets yields all request sets of n processes, own process included, that is, 2^(n(n-1)) of them.
func RequestSets(n int) iter.Seq[Masks] {
	return func(yield func(Masks) bool) {
		for code := range 1 << (n * (n - 1)) {
			f := Masks{N: n, Sets: make([]uint64, 0, n)}
			rest := uint64(code)
			for i := range n {
				others := rest & (1<<(n-1) - 1)
				rest >>= n - 1
				low := others & (1<<i - 1)
				f.Sets = append(f.Sets, low|1<<i|(others&^low)<<1)
			}
			if !yield(f) {
				return
			}
		}
	}
}

// Bags yields the ascending bags of the numbers 1..k with at least one and at
// most size members, by the first members first.
func Bags(k, size int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		var bag []int
		var extend func(least int) bool
		extend = func(least int) bool {
			if len(bag) == size {
				return true
			}
			for h := least; h <= k; h++ {
				bag = append(bag, h)
				if !yield(append([]int(nil), bag...)) || !extend(h) {
					return false
				}
				bag = bag[:len(bag)-1]
			}
			return true
		}
		extend(1)
	}
}

// DisjointWithin reports whether the set within has r pairwise disjoint members
// of sets in it.
func DisjointWithin(sets []uint64, within uint64, r int) bool {
	if r == 0 {
		return true
	}
	for i, q := range sets {
		if q&^within == 0 && DisjointWithin(sets[i+1:], within&^q, r-1) {
			return true
		}
	}
	return false
}

// ToMasks returns the sets of a family over at most 64 nodes as masks.
func ToMasks(f setsys.Family) Masks {
	m := Masks{N: f.Nodes()}
	for i := range f.Len() {
		m.Sets = append(m.Sets, uint64(f.Words(i)[0]))
	}
	return m
}

// Extent returns the sizes of a smallest and a largest set; 0, 0 for no set.
func Extent(f setsys.Family) (least, most int) {
	for i, q := range f.All() {
		if n := q.Len(); i == 0 {
			least, most = n, n
		} else {
			least, most = min(least, n), max(most, n)
		}
	}
	return least, most
}
