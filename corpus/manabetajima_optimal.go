package corpus

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"qcheck/corpus/entry"
	p "qcheck/properties"
	"qcheck/setsys"
)

// separateRequests is the introduction's argument against asking for units one
// by one.
func separateRequests() *entry.Entry {
	e := entry.New("manabe-tajima/separate-requests")
	// stuck looks through all states, and returns those that have no successor
	// though none has all its units.
	stuck := func(k, h1, h2 int) [][2]int {
		var ends [][2]int
		seen := map[[2]int]bool{}
		var visit func(a, b int)
		visit = func(a, b int) {
			if seen[[2]int{a, b}] || a == h1 || b == h2 {
				return // a process that has all gives them back
			}
			seen[[2]int{a, b}] = true
			if a+b == k {
				ends = append(ends, [2]int{a, b})
				return
			}
			visit(a+1, b)
			visit(a, b+1)
		}
		visit(0, 0)
		return ends
	}
	for k := 1; k <= 8; k++ {
		e.Add(entry.Case{
			Name: entry.Params("k", k),
			Ask: entry.Stated("stuck-as-described", func(context.Context, *setsys.Structure) (string, error) {
				for h1 := 1; h1 <= k; h1++ {
					for h2 := 1; h2 <= k; h2++ {
						described := 0
						for a := range h1 {
							if b := k - a; b < h2 {
								described++
							}
						}
						if found := len(stuck(k, h1, h2)); found != described {
							return fmt.Sprintf("h1 = %d, h2 = %d: %d states are described, %d found", h1, h2, described, found), nil
						}
					}
				}
				return "", nil
			}).With(entry.Observed("reached-from-k+2", func(context.Context, *setsys.Structure) (string, error) {
				for h1 := 1; h1 <= k; h1++ {
					for h2 := 1; h2 <= k; h2++ {
						if (len(stuck(k, h1, h2)) > 0) != (h1+h2 >= k+2) {
							return fmt.Sprintf("h1 = %d, h2 = %d", h1, h2), nil
						}
					}
				}
				return "", nil
			})),
		})
	}
	return e
}

func kArbiterSafety() *entry.Entry {
	e := entry.New("manabe-tajima/k-arbiter-safety")
	for n := 1; n <= 4; n++ {
		for k := 1; k <= 4; k++ {
			e.Add(entry.Case{Name: entry.Params("n", n, "k", k), Ask: entry.Stated("safe", func(ctx context.Context, _ *setsys.Structure) (string, error) {
				var patterns [][]int
				for bag := range entry.Bags(k, n) {
					if conflicting(bag, k) {
						patterns = append(patterns, bag)
					}
				}
				for f := range entry.Antichains(n) {
					ok, err := entry.Has(ctx, f.Structure(setsys.KArbiter, k), entry.Required(setsys.KArbiter)...)
					if err != nil {
						return "", err
					}
					if ok && !grantsSafely(slices.Repeat([]entry.Masks{f}, k), patterns) {
						return fmt.Sprintf("%v is a %d-arbiter and not safe", f.Family(), k), nil
					}
				}
				return "", nil
			})})
		}
	}
	return e
}

// thresholds are the sizes of the quorums for 1, ..., k units, where all sets of
// such a size are quorums.
type thresholds []int

// uniformThresholds are those of the uniform (h,k)-arbiter.
func uniformThresholds(n, k int) thresholds {
	t := make(thresholds, k)
	for h := 1; h <= k; h++ {
		t[h-1] = k*n/(k+h) + 1
	}
	return t
}

// meet reports whether all sets of these sizes are an (h,k)-arbiter: the quorums
// of a pattern can be without a common node if and only if the nodes that they
// lack add up to all n nodes.
func (t thresholds) meet(n int) bool {
	for _, bag := range p.CriticalPatterns(len(t)) {
		lack := 0
		for _, h := range bag {
			lack += n - t[h-1]
		}
		if lack >= n {
			return false
		}
	}
	return true
}

func uniformHKCounted() *entry.Entry {
	e := entry.New("manabe-tajima/uniform-hk-arbiter-counted")
	for k := 1; k <= 14; k++ {
		e.Add(entry.Case{Name: entry.Params("k", k), Ask: entry.Stated("common-node-by-counting", func(ctx context.Context, _ *setsys.Structure) (string, error) {
			for n := 1; n <= 100; n++ {
				if ctx.Err() != nil {
					return "", context.Cause(ctx)
				}
				if !uniformThresholds(n, k).meet(n) {
					return fmt.Sprintf("n = %d", n), nil
				}
			}
			return "", nil
		})})
	}
	return e
}

func allUnitsCoterie() *entry.Entry {
	return entry.New("manabe-tajima/all-units-coterie", entry.Case{Ask: entry.Stated("Qk-is-a-coterie", func(ctx context.Context, _ *setsys.Structure) (string, error) {
		for n := 1; n <= 3; n++ {
			var all []entry.Masks
			for f := range entry.Antichains(n) {
				all = append(all, f)
			}
			for _, f := range all {
				coterie, err := entry.Has(ctx, f.Structure(setsys.Coterie, 0), entry.Required(setsys.Coterie)...)
				if err != nil {
					return "", err
				}
				if coterie {
					continue
				}
				for _, g := range all {
					for _, families := range [][]entry.Masks{{g, f}, {g, g, f}} {
						s := byUnits(families...)
						if ok, err := entry.Has(ctx, s, p.Intersection); err != nil || ok {
							return fmt.Sprintf("%v for %d units", f.Family(), len(families)), err
						}
					}
				}
			}
		}
		return "", nil
	})})
}

func allUnitsThreshold() *entry.Entry {
	e := entry.New("manabe-tajima/all-units-threshold")
	for n := 1; n <= 16; n++ {
		e.Add(entry.Case{Name: entry.Params("n", n), Ask: entry.Stated("no-smaller-than-the-majority", func(context.Context, *setsys.Structure) (string, error) {
			for k := 1; k <= mostUnits; k++ {
				t := slices.Repeat(thresholds{n}, k)
				for t[k-1] = 1; !t.meet(n); t[k-1]++ {
				}
				if t[k-1] != n/2+1 {
					return fmt.Sprintf("k = %d: %d nodes are enough", k, t[k-1]), nil
				}
			}
			return "", nil
		})})
	}
	return e
}

func cubeCoordinates() *entry.Entry {
	e := entry.New("manabe-tajima/cube-coordinates")
	for k := 1; k <= 14; k++ {
		e.Add(entry.Case{Name: entry.Params("k", k), Ask: entry.Stated("enough-coordinates", func(context.Context, *setsys.Structure) (string, error) {
			for _, bag := range p.CriticalPatterns(k) {
				z := 0
				for _, h := range bag {
					z += windows(h, k)
				}
				if z > k+1 {
					return fmt.Sprintf("%v needs %d coordinates", bag, z), nil
				}
			}
			return "", nil
		})})
	}
	return e
}

func notOptimal() *entry.Entry {
	// smaller states that the (h,k)-arbiter of all sets of these sizes is no
	// larger than the construction's for any units and smaller for some.
	smaller := func(n int, t thresholds, name string) entry.Statement {
		return func(ctx context.Context, s *setsys.Structure) (string, error) {
			var families []entry.Masks
			less := false
			for h, size := range t {
				f := entry.Masks{N: n}
				for set := uint(1); set < 1<<n; set++ {
					if bits.OnesCount(set) == size {
						f.Sets = append(f.Sets, set)
					}
				}
				families = append(families, f)
				least, _ := entry.Extent(s.ByUnits[h])
				if size > least {
					return fmt.Sprintf("%d nodes for %d units, and the %s has %d", size, h+1, name, least), nil
				}
				less = less || size < least
			}
			if !less {
				return "no quorums are smaller", nil
			}
			if ok, err := entry.Has(ctx, byUnits(families...), entry.Required(setsys.HKArbiter)...); err != nil || !ok {
				return fmt.Sprintf("the sets of %v nodes are no (h,k)-arbiter", t), err
			}
			return "", nil
		}
	}
	return entry.New("manabe-tajima/not-optimal", entry.Case{
		Name: "uniform n=5 k=3", Build: entry.Construction("uniform-hk-arbiter", entry.Args{"n": 5, "k": 3}),
		Ask: entry.Stated("smaller-quorums", smaller(5, thresholds{4, 3, 3}, "uniform (h,k)-arbiter")),
	}, entry.Case{
		Name: "cube n=8 k=2", Build: entry.Construction("cube-hk-arbiter", entry.Args{"n": 8, "k": 2}),
		Ask: entry.Stated("smaller-quorums", smaller(8, thresholds{6, 5}, "cube (h,k)-arbiter")),
	})
}
