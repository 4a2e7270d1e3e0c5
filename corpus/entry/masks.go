package entry

import (
	"iter"
	"math/bits"

	"qcheck/setsys"
)

// A family over n nodes, as bit masks: bit i is node i. The statements that
// look at all small families work on these.
type Masks struct {
	N    int
	Sets []uint
}

// Family returns the masks as a family.
func (m Masks) Family() setsys.Family {
	b := setsys.NewFamilyBuilder(m.N)
	for _, set := range m.Sets {
		b.AddWords([]uint64{uint64(set)})
	}
	return b.Family()
}

// Structure returns the masks as a structure of a kind with one family.
func (m Masks) Structure(kind setsys.Kind, k int) *setsys.Structure {
	u, err := setsys.Numbered(m.N)
	if err != nil {
		return &setsys.Structure{Kind: kind} // not valid, which the checker says
	}
	s := &setsys.Structure{Kind: kind, K: k, Universe: u}
	switch kind {
	case setsys.RequestSets:
		s.K, s.M, s.Requests = 0, k, m.Family()
	case setsys.Coterie:
		s.K, s.Quorums = 0, m.Family()
	default:
		s.Quorums = m.Family()
	}
	return s
}

// ByUnits returns the (h,k)-arbiter candidate with the given families, the first for one unit.
func ByUnits(families ...Masks) *setsys.Structure {
	s := families[0].Structure(setsys.HKArbiter, len(families))
	for _, f := range families {
		s.ByUnits = append(s.ByUnits, f.Family())
	}
	return s
}

// RequestSets yields all request sets of n processes, own process included, that is, 2^(n(n-1)) of them.
func RequestSets(n int) iter.Seq[Masks] {
	return func(yield func(Masks) bool) {
		for code := range 1 << (n * (n - 1)) {
			f := Masks{N: n}
			rest := uint(code)
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

// SetsOf returns the sets of so many of n nodes, ascending.
func SetsOf(n, size int) (sets []uint) {
	for set := range uint(1) << n {
		if bits.OnesCount(set) == size {
			sets = append(sets, set)
		}
	}
	return sets
}

// Antichains yields every non-empty family over n nodes of non-empty sets of
// which none contains another, small sets first.
func Antichains(n int) iter.Seq[Masks] {
	return func(yield func(Masks) bool) {
		var bySize []uint
		for size := 1; size <= n; size++ {
			bySize = append(bySize, SetsOf(n, size)...)
		}
		var chosen []uint
		var extend func(from int) bool
		extend = func(from int) bool {
			for i := from; i < len(bySize); i++ {
				fits := true
				for _, c := range chosen {
					fits = fits && c&bySize[i] != c
				}
				if !fits {
					continue
				}
				chosen = append(chosen, bySize[i])
				if !yield(Masks{N: n, Sets: append([]uint(nil), chosen...)}) || !extend(i+1) {
					return false
				}
				chosen = chosen[:len(chosen)-1]
			}
			return true
		}
		extend(0)
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
func DisjointWithin(sets []uint, within uint, r int) bool {
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
		m.Sets = append(m.Sets, uint(f.Words(i)[0]))
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
