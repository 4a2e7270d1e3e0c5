package corpus

import (
	"context"
	"fmt"
	"slices"

	"qcheck/corpus/entry"
	p "qcheck/properties"
	"qcheck/setsys"
)

// Request patterns are written as ascending bags of numbers of units.

func sum(bag []int) int {
	s := 0
	for _, h := range bag {
		s += h
	}
	return s
}

func conflicting(bag []int, k int) bool { return sum(bag) >= k+1 }

// critical is Definition 4, member by member.
func critical(bag []int, k int) bool {
	if !conflicting(bag, k) {
		return false
	}
	for _, h := range bag {
		if sum(bag)-h >= k+1 {
			return false
		}
	}
	return true
}

func requestPatterns() []*entry.Entry {
	example := func(bag []int, k int, isCritical bool) entry.Statement {
		return func(context.Context, *setsys.Structure) (string, error) {
			listed := slices.ContainsFunc(p.CriticalPatterns(k), func(b []int) bool { return slices.Equal(b, bag) })
			if !conflicting(bag, k) || critical(bag, k) != isCritical || listed != isCritical {
				return fmt.Sprintf("%v: conflicting %t, critical %t, listed %t",
					bag, conflicting(bag, k), critical(bag, k), listed), nil
			}
			return "", nil
		}
	}
	counts := entry.New("manabe-tajima/critical-patterns")
	for k, count := range []int{1, 3, 6, 11, 17, 27, 38, 55} {
		k++
		counts.Cases = append(counts.Cases, entry.Case{
			Name: entry.Params("k", k),
			Ask: entry.Observed("as-defined", func(ctx context.Context, _ *setsys.Structure) (string, error) {
				var all [][]int
				for bag := range entry.Bags(k, k+1) { // a critical pattern has at most k+1 members
					if critical(bag, k) {
						all = append(all, bag)
					}
				}
				slices.SortStableFunc(all, func(a, b []int) int { return len(a) - len(b) })
				listed := p.CriticalPatterns(k)
				if !slices.EqualFunc(all, listed, slices.Equal[[]int]) || len(all) != count {
					return fmt.Sprintf("%d are listed, %d are there: %v, %v", len(listed), len(all), listed, all), nil
				}
				return "", nil
			}),
		})
	}
	theorem2 := entry.New("manabe-tajima/theorem-2")
	for k := 1; k <= 12; k++ {
		theorem2.Cases = append(theorem2.Cases, entry.Case{
			Name: entry.Params("k", k),
			Ask: entry.Stated("sum-bound", func(context.Context, *setsys.Structure) (string, error) {
				for _, bag := range p.CriticalPatterns(k) {
					if sum(bag) > k+bag[0] {
						return fmt.Sprintf("%v is critical", bag), nil
					}
				}
				return "", nil
			}).With(entry.Observed("converse", func(context.Context, *setsys.Structure) (string, error) {
				if k > 8 {
					return "", nil
				}
				for bag := range entry.Bags(k, k+1) {
					if conflicting(bag, k) && sum(bag) <= k+bag[0] && !critical(bag, k) {
						return fmt.Sprintf("%v is not critical", bag), nil
					}
				}
				return "", nil
			})),
		})
	}
	contained := entry.New("manabe-tajima/critical-within")
	for k := 1; k <= 6; k++ {
		contained.Cases = append(contained.Cases, entry.Case{
			Name: entry.Params("k", k),
			Ask: entry.Stated("contains-critical", func(context.Context, *setsys.Structure) (string, error) {
				for bag := range entry.Bags(k, k+2) {
					if conflicting(bag, k) && !containsCritical(bag, k) {
						return fmt.Sprint(bag), nil
					}
				}
				return "", nil
			}),
		})
	}
	return []*entry.Entry{
		{
			Name:   "manabe-tajima/pattern-examples",
			Source: arbiters("section 3.1", "for k = 4 the bags 2,2,3 and 1,1,1,2 conflict; the first is not critical, the second is"),
			Claim:  "for k = 4, {2,2,3} conflicts and is not critical, {1,1,1,2} is critical",
			Reason: "the worked examples of the definition",
			Cases: []entry.Case{
				{Name: "{2,2,3}", Ask: entry.Stated("conflicting-not-critical", example([]int{2, 2, 3}, 4, false))},
				{Name: "{1,1,1,2}", Ask: entry.Stated("critical", example([]int{1, 1, 1, 2}, 4, true))},
			},
		},
		counts, theorem2, contained,
	}
}

// containsCritical reports whether some part of the bag is critical for k.
func containsCritical(bag []int, k int) bool {
	for pick := 1; pick < 1<<len(bag); pick++ {
		var part []int
		for i, h := range bag {
			if pick>>i&1 != 0 {
				part = append(part, h)
			}
		}
		if critical(part, k) {
			return true
		}
	}
	return false
}

// byUnits returns the (h,k)-arbiter candidate with the given families, the
// first for one unit.
func byUnits(families ...entry.Masks) *setsys.Structure {
	s := families[0].Structure(setsys.HKArbiter, len(families))
	for _, f := range families {
		s.ByUnits = append(s.ByUnits, f.Family())
	}
	return s
}

func arbitersWithin() *entry.Entry {
	// oneUnit compares the condition of theorem 1 for the pattern of k+1 ones
	// with the intersection property of another kind.
	oneUnit := func(kind setsys.Kind, text string) entry.Statement {
		return func(ctx context.Context, _ *setsys.Structure) (string, error) {
			for n := 1; n <= 4; n++ {
				for f := range entry.Antichains(n) {
					for k := 1; k <= 4; k++ {
						arbiter := commonNodes(f.Sets, 1<<n-1, k+1)
						other, err := entry.Has(ctx, f.Structure(kind, k), p.Intersection)
						if err != nil {
							return "", err
						}
						if arbiter != other {
							return fmt.Sprintf(text, f.Family(), k), nil
						}
					}
				}
			}
			return "", nil
		}
	}
	first := func(ctx context.Context, _ *setsys.Structure) (string, error) {
		for f := range entry.Antichains(3) {
			for g := range entry.Antichains(3) {
				s := byUnits(f, g)
				ok, err := entry.Has(ctx, s, p.Intersection)
				if err != nil {
					return "", err
				}
				if ok && !commonNodes(f.Sets, 1<<3-1, 3) {
					return fmt.Sprintf("Q_1 = %v, Q_2 = %v", s.ByUnits[0], s.ByUnits[1]), nil
				}
			}
		}
		return "", nil
	}
	return entry.New("manabe-tajima/theorem-1-special-case", entry.Case{
		Ask: entry.Stated("is-the-k-coterie's", oneUnit(setsys.KCoterie, "%v with k = %d: no k+1 quorums are disjoint, but some have no common node")).
			Violated("is-the-k-coterie's", "{{1},{2}} with k = 2: no k+1 quorums are disjoint, but some have no common node").
			With(entry.Observed("is-the-k-arbiter's", oneUnit(setsys.KArbiter, "%v with k = %d"))).
			With(entry.Stated("Q1-of-a-(h,2)-arbiter-is-a-2-arbiter", first)),
	})
}

// commonNodes reports whether every r of the sets, repeats allowed, share a
// node of common.
func commonNodes(sets []uint, common uint, r int) bool {
	if common == 0 {
		return false
	}
	if r == 0 {
		return true
	}
	for _, q := range sets {
		if !commonNodes(sets, common&q, r-1) {
			return false
		}
	}
	return true
}

func safetyIff() *entry.Entry {
	e := entry.New("manabe-tajima/theorem-1")
	for _, nk := range [][2]int{{1, 1}, {2, 1}, {3, 1}, {4, 1}, {1, 2}, {2, 2}, {3, 2}, {1, 3}, {2, 3}, {3, 3}} {
		n, k := nk[0], nk[1]
		e.Add(entry.Case{
			Name: entry.Params("n", n, "k", k),
			Ask: entry.Stated("sufficient", safetyAgainst(n, k, true)).
				With(entry.Stated("necessary", safetyAgainst(n, k, false))),
		})
	}
	return entry.Pin(e)
}

// safetyAgainst goes through all choices of k families over n nodes, and looks
// for one that has the intersection property and is not safe (sufficient), or
// is safe without having it.
func safetyAgainst(n, k int, sufficient bool) entry.Statement {
	return func(ctx context.Context, _ *setsys.Structure) (string, error) {
		var all []entry.Masks
		for f := range entry.Antichains(n) {
			all = append(all, f)
		}
		var patterns [][]int // the most n requests that conflict
		for bag := range entry.Bags(k, n) {
			if conflicting(bag, k) {
				patterns = append(patterns, bag)
			}
		}
		chosen := make([]entry.Masks, k)
		var choose func(h int) (string, error)
		choose = func(h int) (string, error) {
			if ctx.Err() != nil {
				return "", context.Cause(ctx)
			}
			if h == k {
				s := byUnits(chosen...)
				ok, err := entry.Has(ctx, s, p.Intersection)
				if err != nil || ok != sufficient {
					return "", err
				}
				if safe := grantsSafely(chosen, patterns); safe != sufficient {
					var text string
					for h, f := range s.ByUnits {
						text += fmt.Sprintf("Q_%d = %v ", h+1, f)
					}
					return text + map[bool]string{true: "is not safe", false: "is safe"}[sufficient], nil
				}
				return "", nil
			}
			for _, f := range all {
				chosen[h] = f
				if text, err := choose(h + 1); text != "" || err != nil {
					return text, err
				}
			}
			return "", nil
		}
		return choose(0)
	}
}

// grantsSafely reports whether no assignment of quorums to one of the
// conflicting patterns lets every node grant all requests that it gets.
func grantsSafely(q []entry.Masks, patterns [][]int) bool {
	k := len(q)
	for _, pattern := range patterns {
		var granted func(i int, load []int) bool // all of the requests from i on can be granted as well
		granted = func(i int, load []int) bool {
			if i == len(pattern) {
				return true
			}
			h := pattern[i]
			for _, quorum := range q[h-1].Sets {
				next, fits := slices.Clone(load), true
				for v := range next {
					if quorum>>v&1 != 0 {
						next[v] += h
						fits = fits && next[v] <= k
					}
				}
				if fits && granted(i+1, next) {
					return true
				}
			}
			return false
		}
		if granted(0, make([]int, q[0].N)) {
			return false
		}
	}
	return true
}
