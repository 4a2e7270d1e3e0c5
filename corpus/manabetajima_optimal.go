package corpus

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	p "qcheck/properties"
	"qcheck/setsys"
)

// separateRequests is the introduction's argument against asking for units one
// by one.
func separateRequests() *Entry {
	e := entry("manabe-tajima/separate-requests")
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
		e.add(Case{
			Name: params("k", k),
			Ask: stated("stuck-as-described", func(context.Context, *setsys.Structure) (string, error) {
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
			}).with(observed("reached-from-k+2", func(context.Context, *setsys.Structure) (string, error) {
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

func kArbiterSafety() *Entry {
	e := entry("manabe-tajima/k-arbiter-safety")
	for n := 1; n <= 4; n++ {
		for k := 1; k <= 4; k++ {
			e.add(Case{Name: params("n", n, "k", k), Ask: stated("safe", func(ctx context.Context, _ *setsys.Structure) (string, error) {
				var patterns [][]int
				for bag := range bags(k, n) {
					if conflicting(bag, k) {
						patterns = append(patterns, bag)
					}
				}
				for f := range antichains(n) {
					ok, err := has(ctx, f.structure(setsys.KArbiter, k), required(setsys.KArbiter)...)
					if err != nil {
						return "", err
					}
					if ok && !grantsSafely(slices.Repeat([]masks{f}, k), patterns) {
						return fmt.Sprintf("%v is a %d-arbiter and not safe", f.family(), k), nil
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

func uniformHKCounted() *Entry {
	e := entry("manabe-tajima/uniform-hk-arbiter-counted")
	for k := 1; k <= 14; k++ {
		e.add(Case{Name: params("k", k), Ask: stated("common-node-by-counting", func(ctx context.Context, _ *setsys.Structure) (string, error) {
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

func allUnitsCoterie() *Entry {
	return entry("manabe-tajima/all-units-coterie", Case{Ask: stated("Qk-is-a-coterie", func(ctx context.Context, _ *setsys.Structure) (string, error) {
		for n := 1; n <= 3; n++ {
			var all []masks
			for f := range antichains(n) {
				all = append(all, f)
			}
			for _, f := range all {
				coterie, err := has(ctx, f.structure(setsys.Coterie, 0), required(setsys.Coterie)...)
				if err != nil {
					return "", err
				}
				if coterie {
					continue
				}
				for _, g := range all {
					for _, families := range [][]masks{{g, f}, {g, g, f}} {
						s := byUnits(families...)
						if ok, err := has(ctx, s, p.Intersection); err != nil || ok {
							return fmt.Sprintf("%v for %d units", f.family(), len(families)), err
						}
					}
				}
			}
		}
		return "", nil
	})})
}

func allUnitsThreshold() *Entry {
	e := entry("manabe-tajima/all-units-threshold")
	for n := 1; n <= 16; n++ {
		e.add(Case{Name: params("n", n), Ask: stated("no-smaller-than-the-majority", func(context.Context, *setsys.Structure) (string, error) {
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

func cubeCoordinates() *Entry {
	e := entry("manabe-tajima/cube-coordinates")
	for k := 1; k <= 14; k++ {
		e.add(Case{Name: params("k", k), Ask: stated("enough-coordinates", func(context.Context, *setsys.Structure) (string, error) {
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

func notOptimal() *Entry {
	// smaller states that the (h,k)-arbiter of all sets of these sizes is no
	// larger than the construction's for any units and smaller for some.
	smaller := func(n int, t thresholds, name string) Statement {
		return func(ctx context.Context, s *setsys.Structure) (string, error) {
			var families []masks
			less := false
			for h, size := range t {
				f := masks{n: n}
				for set := uint(1); set < 1<<n; set++ {
					if bits.OnesCount(set) == size {
						f.sets = append(f.sets, set)
					}
				}
				families = append(families, f)
				least, _ := extent(s.ByUnits[h])
				if size > least {
					return fmt.Sprintf("%d nodes for %d units, and the %s has %d", size, h+1, name, least), nil
				}
				less = less || size < least
			}
			if !less {
				return "no quorums are smaller", nil
			}
			if ok, err := has(ctx, byUnits(families...), required(setsys.HKArbiter)...); err != nil || !ok {
				return fmt.Sprintf("the sets of %v nodes are no (h,k)-arbiter", t), err
			}
			return "", nil
		}
	}
	return entry("manabe-tajima/not-optimal", Case{
		Name: "uniform n=5 k=3", Build: construction("uniform-hk-arbiter", args{"n": 5, "k": 3}),
		Ask: stated("smaller-quorums", smaller(5, thresholds{4, 3, 3}, "uniform (h,k)-arbiter")),
	}, Case{
		Name: "cube n=8 k=2", Build: construction("cube-hk-arbiter", args{"n": 8, "k": 2}),
		Ask: stated("smaller-quorums", smaller(8, thresholds{6, 5}, "cube (h,k)-arbiter")),
	})
}
