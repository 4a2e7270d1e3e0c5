package properties_test

import (
	"fmt"
	"math/bits"
	"slices"

	"qcheck/properties"
	"qcheck/setsys"
)

// A plain structure is what the definitions speak of: lists of sets, where a
// set is a mask with bit i for node i. Everything in this file is the
// definitions written down as loops over all choices, and shares nothing with
// the checks it judges.
type plain struct {
	kind     setsys.Kind
	n, k, m  int
	families [][]uint64 // in the order of setsys.Structure.Families
}

// obeys reports whether the structure has the property, which is any but
// nondomination: see dominated.
func (s plain) obeys(id properties.ID) bool {
	f := s.families[0]
	switch id {
	case properties.NonEmpty:
		for _, g := range s.families {
			if len(g) == 0 || slices.Contains(g, 0) {
				return false
			}
		}
		return true
	case properties.Intersection:
		switch s.kind {
		case setsys.Coterie:
			return atMostDisjoint(f, 1)
		case setsys.KCoterie:
			return atMostDisjoint(f, s.k)
		case setsys.KArbiter:
			return every(len(f), s.k+1, true, func(t []int) bool { return common(f, t) != 0 })
		case setsys.HKArbiter:
			return arbitrates(s.families, criticalPatterns(s.k))
		}
	case properties.Minimality:
		for _, g := range s.families {
			if !minimal(g) {
				return false
			}
		}
		return true
	case properties.NonIntersection, properties.WriteNonIntersection:
		return extendable(f, s.k)
	case properties.StrongNonIntersection:
		return stronglyExtendable(f, s.k)
	case properties.WriteIntersection:
		return atMostDisjoint(f, s.k)
	case properties.WriteReadIntersection:
		for _, w := range s.families[0] {
			for _, r := range s.families[1] {
				if w&r == 0 {
					return false
				}
			}
		}
		return true
	case properties.WriteMinimality:
		return minimal(s.families[0])
	case properties.ReadMinimality:
		return minimal(s.families[1])
	case properties.SelfMembership:
		return every(s.n, 1, false, func(t []int) bool { return f[t[0]]&members(t) != 0 })
	case properties.Arbitration:
		return every(s.n, s.m+1, false, func(t []int) bool { return common(f, t) != 0 })
	case properties.PairwiseIntersection:
		return every(s.n, 2, false, func(t []int) bool { return common(f, t) != 0 })
	case properties.Singhal:
		return every(s.n, 2, false, func(t []int) bool {
			c := common(f, t)
			return c == 1<<t[0] || c == 1<<t[1]
		})
	case properties.LocalRecovery:
		return every(s.n, s.m+1, false, func(t []int) bool {
			return bits.OnesCount64(common(f, t)&members(t)) >= s.m
		})
	case properties.LocalRecoveryExact:
		return every(s.n, s.m+1, false, func(t []int) bool {
			c := common(f, t)
			return c&^members(t) == 0 && bits.OnesCount64(c) == s.m
		})
	case properties.FullSets:
		return every(s.n, 1, false, func(t []int) bool { return f[t[0]] == 1<<s.n-1 })
	}
	panic(fmt.Sprintf("no obvious check of %s for %s", id, s.kind))
}

// dominated reports whether s is not of its kind, or one of the given
// structures, which must be all those with the required properties of s's kind,
// nodes and parameters, is another than s and has in each family, for each
// quorum of s there, a quorum within it.
func (s plain) dominated(all []plain) bool {
	if !s.required() {
		return true
	}
	for _, c := range all {
		if s.below(c) && !s.sameSets(c) {
			return true
		}
	}
	return false
}

func (s plain) below(c plain) bool {
	for i, f := range s.families {
		for _, q := range f {
			if !slices.ContainsFunc(c.families[i], func(p uint64) bool { return p&^q == 0 }) {
				return false
			}
		}
	}
	return true
}

func (s plain) sameSets(c plain) bool {
	for i, f := range s.families {
		g := c.families[i]
		for _, q := range f {
			if !slices.Contains(g, q) {
				return false
			}
		}
		for _, q := range g {
			if !slices.Contains(f, q) {
				return false
			}
		}
	}
	return true
}

// required reports whether the structure has all required properties.
func (s plain) required() bool {
	for _, id := range properties.Required(s.kind) {
		if !s.obeys(id) {
			return false
		}
	}
	return true
}

// every reports whether f is true of every choice of r of the numbers 0..n-1,
// ascending; with repeats, a number may be chosen more than once.
func every(n, r int, repeats bool, f func([]int) bool) bool {
	t := make([]int, r)
	var from func(i, least int) bool
	from = func(i, least int) bool {
		if i == r {
			return f(t)
		}
		for v := least; v < n; v++ {
			t[i] = v
			next := v + 1
			if repeats {
				next = v
			}
			if !from(i+1, next) {
				return false
			}
		}
		return true
	}
	return from(0, 0)
}

func members(t []int) uint64 {
	set := uint64(0)
	for _, i := range t {
		set |= 1 << i
	}
	return set
}

func common(f []uint64, t []int) uint64 {
	set := ^uint64(0)
	for _, i := range t {
		set &= f[i]
	}
	return set
}

func pairwiseDisjoint(f []uint64, t []int) bool {
	for i := range t {
		for j := range i {
			if f[t[i]]&f[t[j]] != 0 {
				return false
			}
		}
	}
	return true
}

// atMostDisjoint reports whether no k+1 members of the list are pairwise
// disjoint.
func atMostDisjoint(f []uint64, k int) bool {
	return every(len(f), k+1, false, func(t []int) bool { return !pairwiseDisjoint(f, t) })
}

// extendable reports whether to any fewer than k, but at least one, pairwise
// disjoint members of the list there is one more that is disjoint from them.
func extendable(f []uint64, k int) bool {
	for h := 1; h < k; h++ {
		ok := every(len(f), h, false, func(t []int) bool {
			if !pairwiseDisjoint(f, t) {
				return true
			}
			for j := range f {
				if !slices.Contains(t, j) && pairwiseDisjoint(f, append(slices.Clone(t), j)) {
					return true
				}
			}
			return false
		})
		if !ok {
			return false
		}
	}
	return true
}

// stronglyExtendable reports whether to any fewer than k, but at least one,
// members of the list there is one disjoint from each of them.
func stronglyExtendable(f []uint64, k int) bool {
	for l := 1; l < k; l++ {
		ok := every(len(f), l, true, func(t []int) bool {
			for _, q := range f {
				if !slices.ContainsFunc(t, func(i int) bool { return f[i]&q != 0 }) {
					return true
				}
			}
			return false
		})
		if !ok {
			return false
		}
	}
	return true
}

func minimal(f []uint64) bool {
	for i, p := range f {
		for j, q := range f {
			if i != j && p&^q == 0 {
				return false
			}
		}
	}
	return true
}

// arbitrates reports whether for every pattern of requests, and every way to
// give each request of h units a quorum of byUnits[h-1], the quorums have a
// common node.
func arbitrates(byUnits [][]uint64, patterns [][]int) bool {
	for _, pattern := range patterns {
		var assign func(i int, common uint64) bool
		assign = func(i int, common uint64) bool {
			if i == len(pattern) {
				return common != 0
			}
			for _, q := range byUnits[pattern[i]-1] {
				if !assign(i+1, common&q) {
					return false
				}
			}
			return true
		}
		if !assign(0, ^uint64(0)) {
			return false
		}
	}
	return true
}

// criticalPatterns looks at every bag of at most k+1 of the numbers 1..k;
// where there are more, k+1 of them are a conflict already.
func criticalPatterns(k int) [][]int {
	var found [][]int
	for length := 1; length <= k+1; length++ {
		every(k, length, true, func(t []int) bool {
			var bag []int
			sum := 0
			for _, i := range t {
				bag = append(bag, i+1)
				sum += i + 1
			}
			conflicting := sum >= k+1
			for _, h := range bag {
				if sum-h >= k+1 {
					conflicting = false // without h too, so not critical
				}
			}
			if conflicting {
				found = append(found, bag)
			}
			return true
		})
	}
	return found
}

// antichains calls f with every non-empty family of non-empty subsets of n
// nodes, n <= 6, in which no set contains another. The family, which is
// ascending, is reused.
func antichains(n int, f func([]uint64)) {
	all := ^uint64(0) >> (64 - 1<<n) // the set numbers, as a mask; number 0 is the empty set
	later := make([]uint64, 1<<n)    // by set: the higher set numbers that are incomparable to it
	for a := range later {
		for b := a + 1; b < 1<<n; b++ {
			if a&b != a && a&b != b {
				later[a] |= 1 << b
			}
		}
	}
	family := make([]uint64, 0, 1<<n)
	var extend func(allowed uint64)
	extend = func(allowed uint64) {
		for rest := allowed; rest != 0; rest &= rest - 1 {
			set := bits.TrailingZeros64(rest)
			family = append(family, uint64(set))
			f(family)
			extend(allowed & later[set])
			family = family[:len(family)-1]
		}
	}
	extend(all &^ 1)
}

// structures returns all structures of the kind on n nodes that have the
// required properties.
func structures(kind setsys.Kind, n, k int) []plain {
	var all []plain
	switch kind {
	case setsys.Coterie, setsys.KCoterie, setsys.KArbiter:
		antichains(n, func(f []uint64) {
			s := plain{kind: kind, n: n, k: k, families: [][]uint64{f}}
			if s.required() {
				s.families = [][]uint64{slices.Clone(f)}
				all = append(all, s)
			}
		})
	case setsys.HKArbiter:
		var each [][]uint64
		antichains(n, func(f []uint64) { each = append(each, slices.Clone(f)) })
		byUnits := make([][]uint64, k)
		var choose func(h int)
		choose = func(h int) {
			if h == k {
				s := plain{kind: kind, n: n, k: k, families: slices.Clone(byUnits)}
				if s.required() {
					all = append(all, s)
				}
				return
			}
			for _, f := range each {
				byUnits[h] = f
				choose(h + 1)
			}
		}
		choose(0)
	default:
		panic(fmt.Sprintf("no domination among %s", kind))
	}
	return all
}

// improvable is dominated for kinds other than k-coterie, by adding every set
// of nodes to every family in turn (Garcia-Molina and Barbara for coteries): a
// structure that dominates s, which is of its kind, has in some family a quorum
// that contains no quorum of s there, and s with that quorum, too, satisfies
// intersection. It is compared with dominated where that can be computed.
func (s plain) improvable() bool {
	if !s.required() {
		return true
	}
	patterns := criticalPatterns(s.k)
	if s.kind != setsys.HKArbiter {
		patterns = [][]int{make([]int, max(s.k, 1)+1)} // a coterie is a 1-arbiter
		for i := range patterns[0] {
			patterns[0][i] = 1 // unit, of the only family
		}
	}
	for h, f := range s.families {
		for set := uint64(1); set < 1<<s.n; set++ {
			if slices.ContainsFunc(f, func(q uint64) bool { return q&^set == 0 }) {
				continue
			}
			with := slices.Clone(s.families)
			with[h] = append([]uint64{set}, f...)
			if arbitrates(with, patterns) {
				return true
			}
		}
	}
	return false
}
