package corpus

import (
	"context"
	"fmt"

	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// unitsSizes states for each number of units the sizes of a smallest and a
// largest quorum.
func unitsSizes(size func(h int) (least, most int)) Statement {
	return func(_ context.Context, s *setsys.Structure) (string, error) {
		for i, f := range s.ByUnits {
			a, b := extent(f)
			if least, most := size(i + 1); a != least || b != most {
				return fmt.Sprintf("the quorums for %d units have %d to %d nodes, not %d to %d", i+1, a, b, least, most), nil
			}
		}
		return "", nil
	}
}

// unitsAtMost states for each number of units a bound on the sizes.
func unitsAtMost(bound func(h int) int) Statement {
	return func(_ context.Context, s *setsys.Structure) (string, error) {
		for i, f := range s.ByUnits {
			if _, large := extent(f); large > bound(i+1) {
				return fmt.Sprintf("a quorum for %d units has %d nodes, more than %d", i+1, large, bound(i+1)), nil
			}
		}
		return "", nil
	}
}

// noLargerThan states that no quorum for any number of units is larger than a
// largest quorum of the named k-arbiter for the same n and k.
func noLargerThan(arbiter string, n, k int) Statement {
	return func(ctx context.Context, s *setsys.Structure) (string, error) {
		t, err := construct.Build(arbiter, args{"n": n, "k": k}, setsys.DefaultMaxSets)
		if err != nil {
			return "", err
		}
		_, most := extent(t.Quorums)
		return unitsAtMost(func(int) int { return most })(ctx, s)
	}
}

// most units of the uniform (h,k)-arbiter in the grid.
const mostUnits = 8

func uniformHK() *Entry {
	e := entry("manabe-tajima/uniform-hk-arbiter")
	for n := 1; n <= 16; n++ {
		for k := 1; k <= mostUnits; k++ {
			e.add(built("uniform-hk-arbiter", claimed(required(setsys.HKArbiter)...), "n", n, "k", k))
		}
	}
	return e
}

func uniformHKSizes() *Entry {
	e := entry("manabe-tajima/uniform-hk-arbiter-sizes")
	for n := 1; n <= 16; n++ {
		for k := 1; k <= mostUnits; k++ {
			e.add(built("uniform-hk-arbiter", stated("quorum-sizes", unitsSizes(func(h int) (int, int) { x := k*n/(k+h) + 1; return x, x })).
				with(stated("no-larger-than-the-k-arbiter", noLargerThan("uniform-k-arbiter", n, k))).
				with(stated("all-units-need-a-majority", func(_ context.Context, s *setsys.Structure) (string, error) {
					if least, most := extent(s.ByUnits[k-1]); least != n/2+1 || most != n/2+1 {
						return fmt.Sprintf("the quorums for %d units have %d to %d nodes", k, least, most), nil
					}
					return "", nil
				})), "n", n, "k", k))
		}
	}
	return e
}

// windows is z_h: how many consecutive coordinates a part of a quorum for h
// units fixes.
func windows(h, k int) int { return h * (1 + k) / (h + k) }

func cubeHK() *Entry {
	e := entry("manabe-tajima/cube-hk-arbiter")
	cubes(81, func(n, k, _ int, whole bool) {
		if whole {
			e.add(built("cube-hk-arbiter", claimed(required(setsys.HKArbiter)...), "n", n, "k", k))
		}
	})
	return e
}

func cubeHKMapped() *Entry {
	e := entry("manabe-tajima/cube-hk-arbiter-mapped")
	cubes(16, func(n, k, _ int, whole bool) {
		if !whole {
			e.add(built("cube-hk-arbiter", claimed(required(setsys.HKArbiter)...), "n", n, "k", k))
		}
	})
	return e
}

func cubeHKSizes() *Entry {
	e := entry("manabe-tajima/cube-hk-arbiter-sizes")
	cubes(81, func(n, k, a int, whole bool) {
		if whole {
			e.add(built("cube-hk-arbiter", stated("size-bound", unitsAtMost(cubeBound(a, k))).
				with(stated("equal-sizes", equalSizes)).
				with(stated("no-larger-than-the-k-arbiter", noLargerThan("cube-k-arbiter", n, k))).
				with(observed("quorum-sizes", unitsSizes(func(h int) (int, int) {
					x := cubeQuorumSize(a, k+1, windows(h, k))
					return x, x
				}))), "n", n, "k", k))
		}
	})
	return e
}

func cubeBound(a, k int) func(h int) int {
	return func(h int) int {
		z := windows(h, k)
		return (k + 2 - z) * power(a, k+1-z)
	}
}

// equalSizes states that the quorums for the same number of units have equal
// sizes.
func equalSizes(_ context.Context, s *setsys.Structure) (string, error) {
	for i, f := range s.ByUnits {
		if least, most := extent(f); least != most {
			return fmt.Sprintf("the quorums for %d units have %d to %d nodes", i+1, least, most), nil
		}
	}
	return "", nil
}

func cubeHKMappedSizes() *Entry {
	e := entry("manabe-tajima/cube-hk-arbiter-mapped-sizes")
	cubes(16, func(n, k, a int, whole bool) {
		if !whole {
			e.add(built("cube-hk-arbiter", stated("size-bound", unitsAtMost(cubeBound(a, k))).
				with(stated("no-larger-than-the-k-arbiter", noLargerThan("cube-k-arbiter", n, k))).
				with(observed("equal-sizes", equalSizes)), "n", n, "k", k))
		}
	})
	return pinned(e)
}

func cubeFullSize() *Entry {
	e := entry("manabe-tajima/cube-kk-size")
	cubes(81, func(n, k, a int, whole bool) {
		if whole {
			half := (k + 2) / 2 // ceil((k+1)/2)
			size := (half + 1) * power(a, half)
			e.add(built("cube-hk-arbiter", stated("printed-size", func(_ context.Context, s *setsys.Structure) (string, error) {
				if least, most := extent(s.ByUnits[k-1]); least != size || most != size {
					return fmt.Sprintf("the quorums have %d to %d nodes, not %d", least, most, size), nil
				}
				return "", nil
			}), "n", n, "k", k))
		}
	})
	return pinned(e)
}

func cubeTwoUnits() *Entry {
	e := entry("manabe-tajima/cube-two-units")
	cubes(81, func(n, k, a int, whole bool) {
		if whole && a > 1 && k > 1 {
			e.add(built("cube-hk-arbiter", stated("smaller-for-some-units", func(_ context.Context, s *setsys.Structure) (string, error) {
				t, err := construct.Build("cube-k-arbiter", args{"n": n, "k": k}, setsys.DefaultMaxSets)
				if err != nil {
					return "", err
				}
				for _, f := range s.ByUnits {
					if !f.Canonical().Equal(t.Quorums.Canonical()) {
						return "", nil
					}
				}
				return "the quorums for all numbers of units are those of the k-arbiter", nil
			}), "n", n, "k", k))
		}
	})
	return pinned(e)
}

func cubeExponent() *Entry {
	e := entry("manabe-tajima/cube-kk-exponent")
	for k := 1; k <= 12; k++ {
		e.add(Case{Name: params("k", k), Ask: stated("order-is-the-square-root", func(context.Context, *setsys.Structure) (string, error) {
			if d := k + 1 - windows(k, k); 2*d != k+1 {
				return fmt.Sprintf("the order is n^(%d/%d)", d, k+1), nil
			}
			return "", nil
		})})
	}
	return pinned(e)
}
