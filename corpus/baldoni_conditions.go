package corpus

import (
	"context"
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
func implication(most, resources int, from []p.ID, to p.ID) entry.Statement {
	return func(ctx context.Context, _ *setsys.Structure) (string, error) {
		for n := 1; n <= most; n++ {
			for m := 1; m <= resources; m++ {
				for f := range requestSets(n) {
					s := f.Structure(setsys.RequestSets, m)
					if ok, err := entry.Has(ctx, s, from...); err != nil {
						return "", err
					} else if !ok {
						continue
					}
					if ok, err := entry.Has(ctx, s, to); err != nil || !ok {
						return fmt.Sprintf("R = %v, M = %d", s.Requests, m), err
					}
				}
			}
		}
		return "", nil
	}
}

func conflictDetection() *entry.Entry {
	return entry.New("baldoni/conflict-detection", entry.Case{
		Name: "all", Ask: entry.Stated("(iii)-implies-(ii)", implication(4, 3, []p.ID{p.Arbitration}, p.PairwiseIntersection)).
			Violated("(iii)-implies-(ii)", "R = {{1},{2}}, M = 2"),
	}, entry.Case{
		Name:  "{1},{2} M=2",
		Build: entry.Listed(`{"kind": "request-sets", "m": 2, "universe": 2, "requestSets": {"1": [1], "2": [2]}}`),
		Ask: entry.Silent(p.SelfMembership, p.Arbitration).With(entry.Claimed(p.PairwiseIntersection)).
			Violated("pairwise-intersection", "1:{1} 2:{2}"),
	})
}

func arbitrationIff() *entry.Entry {
	e := entry.New("baldoni/theorem-1")
	for _, nm := range [][2]int{
		{1, 1}, {2, 1}, {3, 1}, {4, 1}, {1, 2}, {2, 2}, {3, 2}, {4, 2}, {1, 3}, {2, 3}, {3, 3}, {4, 3},
	} {
		n, m := nm[0], nm[1]
		decide := func(sufficient bool) entry.Statement {
			return func(ctx context.Context, _ *setsys.Structure) (string, error) {
				for f := range requestSets(n) {
					s := f.Structure(setsys.RequestSets, m)
					ok, err := entry.Has(ctx, s, p.Arbitration)
					if err != nil {
						return "", err
					}
					if ok == sufficient && allocatesSafely(f, m) != sufficient {
						return fmt.Sprintf("R = %v, M = %d", s.Requests, m), nil
					}
				}
				return "", nil
			}
		}
		e.Add(entry.Case{Name: entry.Params("N", n, "M", m), Ask: entry.Stated("sufficient", decide(true)).With(entry.Stated("necessary", decide(false)))})
	}
	return entry.Pin(e)
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

// pairsOfSingles: with one resource, the conditions of Maekawa's algorithm.
func pairsOfSingles() *entry.Entry {
	same := func(a, b p.ID) entry.Statement {
		one, other := implication(4, 1, []p.ID{a}, b), implication(4, 1, []p.ID{b}, a)
		return func(ctx context.Context, s *setsys.Structure) (string, error) {
			if text, err := one(ctx, s); text != "" || err != nil {
				return text, err
			}
			return other(ctx, s)
		}
	}
	return entry.New("baldoni/one-resource", entry.Case{Ask: entry.Stated("(iii)-is-(ii)", same(p.Arbitration, p.PairwiseIntersection)).
		With(entry.Stated("(vi)-is-(v)", same(p.LocalRecoveryExact, p.Singhal)))})
}

// exists states that some request sets of n processes, own process included,
// have the property.
func exists(n, m int, id p.ID) entry.Statement {
	return func(ctx context.Context, _ *setsys.Structure) (string, error) {
		for f := range requestSets(n) {
			if ok, err := entry.Has(ctx, f.Structure(setsys.RequestSets, m), id); err != nil || ok {
				return "", err
			}
		}
		return fmt.Sprintf("no request sets of %d processes have it", n), nil
	}
}

func singhalSatisfiable() *entry.Entry {
	e := entry.New("baldoni/singhal")
	for n := 1; n <= 4; n++ {
		ask := entry.Stated("satisfiable", exists(n, 1, p.Singhal))
		if n == 4 {
			ask = ask.Violated("satisfiable", "no request sets of 4 processes have it")
		}
		e.Add(entry.Case{Name: entry.Params("N", n), Ask: ask})
	}
	return e
}

func singhalSizes() *entry.Entry {
	e := entry.New("baldoni/singhal-sizes")
	for n := 1; n <= 4; n++ {
		e.Add(entry.Case{Name: entry.Params("N", n), Ask: entry.Stated("average-at-least-half", func(ctx context.Context, _ *setsys.Structure) (string, error) {
			least := n * n
			for f := range requestSets(n) {
				s := f.Structure(setsys.RequestSets, 1)
				if ok, err := entry.Has(ctx, s, p.LocalRecovery); err != nil {
					return "", err
				} else if ok {
					total := 0
					for _, set := range f.Sets {
						total += bits.OnesCount(set)
					}
					least = min(least, total)
				}
			}
			if 2*least != n*(n+1) {
				return fmt.Sprintf("the least total is %d", least), nil
			}
			return "", nil
		})})
	}
	return e
}

func fullSets() *entry.Entry {
	return entry.New("baldoni/full-sets", entry.Case{
		Build: entry.Listed(`{"kind": "request-sets", "m": 2, "universe": 4, "requestSets":
				{"1": [1,2,3,4], "2": [1,2,3,4], "3": [1,2,3,4], "4": [1,2,3,4]}}`),
		Ask: entry.Claimed(p.NonEmpty, p.SelfMembership, p.Arbitration, p.PairwiseIntersection, p.LocalRecovery, p.LocalRecoveryExact, p.FullSets).
			Violated("local-recovery-exact", "1:{1,2,3,4} 2:{1,2,3,4} 3:{1,2,3,4}"),
	})
}

func exactSatisfiable() *entry.Entry {
	e := entry.New("baldoni/local-recovery-satisfiable")
	for n := 2; n <= 4; n++ {
		for m := 1; m < n; m++ {
			ask := entry.Stated("satisfiable", exists(n, m, p.LocalRecoveryExact))
			e.Add(entry.Case{Name: entry.Params("N", n, "M", m), Ask: ask})
		}
	}
	return entry.Pin(e)
}
