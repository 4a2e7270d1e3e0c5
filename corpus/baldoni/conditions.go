package baldoni

import (
	"cmp"
	"fmt"
	"iter"
	"math/bits"

	"qcheck/corpus/entry"
	p "qcheck/properties"
	"qcheck/setsys"
)

// requestSets yields all request sets of n processes, own process included,
// that is, 2^(n(n-1)) of them; n is at most 4.
func requestSets(n int) iter.Seq[entry.Masks] {
	return func(yield func(entry.Masks) bool) {
		for code := range 1 << (n * (n - 1)) {
			f := entry.Masks{N: n}
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

// implication looks through all request sets of up to most processes, own
// process included, with m resources from 1 to resources, for some that have
// the properties from and lack the property to.
func implication(most, resources int, from []p.ID, to p.ID) entry.Program {
	return func(a entry.Asked, _ *setsys.Structure, _ entry.Values) string {
		for n := 1; n <= most; n++ {
			for m := 1; m <= resources; m++ {
				for f := range requestSets(n) {
					s := f.Structure(setsys.RequestSets, m)
					if !a.Has(s, from...) {
						continue
					}
					if !a.Has(s, to) {
						return fmt.Sprintf("R = %v, M = %d", s.Requests, m)
					}
				}
			}
		}
		return ""
	}
}

// equivalent states that request sets of up to 4 processes, with one resource, have one property
// if and only if they have the other.
func equivalent(a, b p.ID) entry.Program {
	one, other := implication(4, 1, []p.ID{a}, b), implication(4, 1, []p.ID{b}, a)
	return func(a entry.Asked, s *setsys.Structure, x entry.Values) string {
		return cmp.Or(one(a, s, x), other(a, s, x))
	}
}

// arbitrated states that the processes never get more than M resources if their sets have the
// property (sufficient), or only if they have it.
func arbitrated(sufficient bool) entry.Program {
	return func(a entry.Asked, _ *setsys.Structure, x entry.Values) string {
		for f := range requestSets(x["N"]) {
			s := f.Structure(setsys.RequestSets, x["M"])
			ok := a.Has(s, p.Arbitration)
			if ok == sufficient && allocatesSafely(f, x["M"]) != sufficient {
				return fmt.Sprintf("R = %v, M = %d", s.Requests, x["M"])
			}
		}
		return ""
	}
}

// allocatesSafely reports whether no processes that ask for more than m
// resources together can all be granted, where each asks for none or 1 to m.
func allocatesSafely(f entry.Masks, m int) bool {
	var over func(i, total int, load []int) bool
	over = func(i, total int, load []int) bool {
		if i == f.N {
			return total > m
		}
		for ask := 0; ask <= m; ask++ {
			next, fits := append([]int(nil), load...), true
			for v := range next {
				if f.Sets[i]>>v&1 != 0 {
					next[v] += ask
					fits = fits && next[v] <= m
				}
			}
			if fits && over(i+1, total+ask, next) {
				return true
			}
		}
		return false
	}
	return !over(0, 0, make([]int, f.N))
}

// exists states that some request sets of N processes, own process included, have the property;
// with M resources, or with one.
func exists(id p.ID) entry.Program {
	return func(a entry.Asked, _ *setsys.Structure, x entry.Values) string {
		for f := range requestSets(x["N"]) {
			if a.Has(f.Structure(setsys.RequestSets, max(1, x["M"])), id) {
				return ""
			}
		}
		return fmt.Sprintf("no request sets of %d processes have it", x["N"])
	}
}

// averageAtLeastHalf: the least sets for local recovery have (N+1)/2 members on average.
func averageAtLeastHalf(a entry.Asked, _ *setsys.Structure, x entry.Values) string {
	n := x["N"]
	least := n * n
	for f := range requestSets(n) {
		s := f.Structure(setsys.RequestSets, 1)
		if a.Has(s, p.LocalRecovery) {
			total := 0
			for _, set := range f.Sets {
				total += bits.OnesCount(set)
			}
			least = min(least, total)
		}
	}
	if 2*least != n*(n+1) {
		return fmt.Sprintf("the least total is %d", least)
	}
	return ""
}

// sharingTwo states that two sets with two common members are against an axiom of planes.
func sharingTwo(axiom func(s *setsys.Structure) string) entry.Program {
	return entry.Arithmetic(func(entry.Values) string {
		for n := 2; n <= 4; n++ {
			for f := range requestSets(n) {
				if shareTwo(f) && axiom(f.Structure(setsys.Coterie, 0)) == "" {
					return fmt.Sprint(f.Family())
				}
			}
		}
		return ""
	})
}

// shareTwo reports whether two different sets have two common members.
func shareTwo(f entry.Masks) bool {
	for i, a := range f.Sets {
		for _, b := range f.Sets[:i] {
			if both := a & b; a != b && both&(both-1) != 0 {
				return true
			}
		}
	}
	return false
}
