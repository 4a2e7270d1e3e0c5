package corpus

import (
	"context"
	"fmt"

	"qcheck/corpus/entry"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// unitsSizes states for each number of units the sizes of a smallest and a
// largest quorum.
func unitsSizes(size func(h int) (least, most int)) entry.Statement {
	return func(_ context.Context, s *setsys.Structure) (string, error) {
		for i, f := range s.ByUnits {
			a, b := entry.Extent(f)
			if least, most := size(i + 1); a != least || b != most {
				return fmt.Sprintf("the quorums for %d units have %d to %d nodes, not %d to %d", i+1, a, b, least, most), nil
			}
		}
		return "", nil
	}
}

// unitsAtMost states for each number of units a bound on the sizes.
func unitsAtMost(bound func(h int) int) entry.Statement {
	return func(_ context.Context, s *setsys.Structure) (string, error) {
		for i, f := range s.ByUnits {
			if _, large := entry.Extent(f); large > bound(i+1) {
				return fmt.Sprintf("a quorum for %d units has %d nodes, more than %d", i+1, large, bound(i+1)), nil
			}
		}
		return "", nil
	}
}

// noLargerThan states that no quorum for any number of units is larger than a
// largest quorum of the named k-arbiter for the same n and k.
func noLargerThan(arbiter string, n, k int) entry.Statement {
	return func(ctx context.Context, s *setsys.Structure) (string, error) {
		t, err := construct.Build(arbiter, entry.Args{"n": n, "k": k}, setsys.DefaultMaxSets)
		if err != nil {
			return "", err
		}
		_, most := entry.Extent(t.Quorums)
		return unitsAtMost(func(int) int { return most })(ctx, s)
	}
}

// most units of the uniform (h,k)-arbiter in the grid.
const mostUnits = 8

func uniformHK() *entry.Entry {
	e := entry.New("manabe-tajima/uniform-hk-arbiter")
	for n := 1; n <= 16; n++ {
		for k := 1; k <= mostUnits; k++ {
			e.Add(entry.Built("uniform-hk-arbiter", entry.Claimed(entry.Required(setsys.HKArbiter)...), "n", n, "k", k))
		}
	}
	return e
}

func uniformHKSizes() *entry.Entry {
	e := entry.New("manabe-tajima/uniform-hk-arbiter-sizes")
	for n := 1; n <= 16; n++ {
		for k := 1; k <= mostUnits; k++ {
			e.Add(entry.Built("uniform-hk-arbiter", entry.Stated("quorum-sizes", unitsSizes(func(h int) (int, int) { x := k*n/(k+h) + 1; return x, x })).
				With(entry.Stated("no-larger-than-the-k-arbiter", noLargerThan("uniform-k-arbiter", n, k))).
				With(entry.Stated("all-units-need-a-majority", func(_ context.Context, s *setsys.Structure) (string, error) {
					if least, most := entry.Extent(s.ByUnits[k-1]); least != n/2+1 || most != n/2+1 {
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

func cubeHK() *entry.Entry {
	e := entry.New("manabe-tajima/cube-hk-arbiter")
	cubes(81, func(n, k, _ int, whole bool) {
		if whole {
			e.Add(entry.Built("cube-hk-arbiter", entry.Claimed(entry.Required(setsys.HKArbiter)...), "n", n, "k", k))
		}
	})
	return e
}

func cubeHKMapped() *entry.Entry {
	e := entry.New("manabe-tajima/cube-hk-arbiter-mapped")
	cubes(16, func(n, k, _ int, whole bool) {
		if !whole {
			e.Add(entry.Built("cube-hk-arbiter", entry.Claimed(entry.Required(setsys.HKArbiter)...), "n", n, "k", k))
		}
	})
	return e
}

func cubeHKSizes() *entry.Entry {
	e := entry.New("manabe-tajima/cube-hk-arbiter-sizes")
	cubes(81, func(n, k, a int, whole bool) {
		if whole {
			e.Add(entry.Built("cube-hk-arbiter", entry.Stated("size-bound", unitsAtMost(cubeBound(a, k))).
				With(entry.Stated("equal-sizes", equalSizes)).
				With(entry.Stated("no-larger-than-the-k-arbiter", noLargerThan("cube-k-arbiter", n, k))).
				With(entry.Observed("quorum-sizes", unitsSizes(func(h int) (int, int) {
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
		if least, most := entry.Extent(f); least != most {
			return fmt.Sprintf("the quorums for %d units have %d to %d nodes", i+1, least, most), nil
		}
	}
	return "", nil
}

func cubeHKMappedSizes() *entry.Entry {
	e := entry.New("manabe-tajima/cube-hk-arbiter-mapped-sizes")
	cubes(16, func(n, k, a int, whole bool) {
		if !whole {
			e.Add(entry.Built("cube-hk-arbiter", entry.Stated("size-bound", unitsAtMost(cubeBound(a, k))).
				With(entry.Stated("no-larger-than-the-k-arbiter", noLargerThan("cube-k-arbiter", n, k))).
				With(entry.Observed("equal-sizes", equalSizes)), "n", n, "k", k))
		}
	})
	return entry.Pin(e)
}

func cubeFullSize() *entry.Entry {
	e := entry.New("manabe-tajima/cube-kk-size")
	cubes(81, func(n, k, a int, whole bool) {
		if whole {
			half := (k + 2) / 2 // ceil((k+1)/2)
			size := (half + 1) * power(a, half)
			e.Add(entry.Built("cube-hk-arbiter", entry.Stated("printed-size", func(_ context.Context, s *setsys.Structure) (string, error) {
				if least, most := entry.Extent(s.ByUnits[k-1]); least != size || most != size {
					return fmt.Sprintf("the quorums have %d to %d nodes, not %d", least, most, size), nil
				}
				return "", nil
			}), "n", n, "k", k))
		}
	})
	return entry.Pin(e)
}

func cubeTwoUnits() *entry.Entry {
	e := entry.New("manabe-tajima/cube-two-units")
	cubes(81, func(n, k, a int, whole bool) {
		if whole && a > 1 && k > 1 {
			e.Add(entry.Built("cube-hk-arbiter", entry.Stated("smaller-for-some-units", func(_ context.Context, s *setsys.Structure) (string, error) {
				t, err := construct.Build("cube-k-arbiter", entry.Args{"n": n, "k": k}, setsys.DefaultMaxSets)
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
	return entry.Pin(e)
}

func cubeExponent() *entry.Entry {
	e := entry.New("manabe-tajima/cube-kk-exponent")
	for k := 1; k <= 12; k++ {
		e.Add(entry.Case{Name: entry.Params("k", k), Ask: entry.Stated("order-is-the-square-root", func(context.Context, *setsys.Structure) (string, error) {
			if d := k + 1 - windows(k, k); 2*d != k+1 {
				return fmt.Sprintf("the order is n^(%d/%d)", d, k+1), nil
			}
			return "", nil
		})})
	}
	return entry.Pin(e)
}
