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
	e := &Entry{
		Name:   "manabe-tajima/uniform-hk-arbiter",
		Source: arbiters("section 3.2, theorem 3", "the sets of floor(kn/(k+h))+1 nodes for h units are an (h,k)-arbiter"),
		Claim:  "the uniform (h,k)-arbiter is an (h,k)-arbiter",
		Reason: "every n up to 16 and k up to 8",
	}
	for n := 1; n <= 16; n++ {
		for k := 1; k <= mostUnits; k++ {
			e.Cases = append(e.Cases, Case{
				Name: params("n", n, "k", k), Build: construction("uniform-hk-arbiter", args{"n": n, "k": k}),
				Ask: claimed(required(setsys.HKArbiter)...),
			})
		}
	}
	return e
}

func uniformHKSizes() *Entry {
	e := &Entry{
		Name: "manabe-tajima/uniform-hk-arbiter-sizes",
		Source: arbiters("section 3.2", "the quorums are no larger than those of the uniform k-arbiter; those for k units have floor(n/2)+1 nodes, "+
			"as in the majority coterie"),
		Claim:  "the quorums are no larger than the uniform k-arbiter's, and for k units as large as the majority's",
		Reason: "what makes the construction an improvement; every n up to 16 and k up to 8",
	}
	for n := 1; n <= 16; n++ {
		for k := 1; k <= mostUnits; k++ {
			e.Cases = append(e.Cases, Case{
				Name: params("n", n, "k", k), Build: construction("uniform-hk-arbiter", args{"n": n, "k": k}),
				Ask: stated("quorum-sizes", unitsSizes(func(h int) (int, int) { x := k*n/(k+h) + 1; return x, x })).
					with(stated("no-larger-than-the-k-arbiter", noLargerThan("uniform-k-arbiter", n, k))).
					with(stated("all-units-need-a-majority", func(_ context.Context, s *setsys.Structure) (string, error) {
						if least, most := extent(s.ByUnits[k-1]); least != n/2+1 || most != n/2+1 {
							return fmt.Sprintf("the quorums for %d units have %d to %d nodes", k, least, most), nil
						}
						return "", nil
					})),
			})
		}
	}
	return e
}

// windows is z_h: how many consecutive coordinates a part of a quorum for h
// units fixes.
func windows(h, k int) int { return h * (1 + k) / (h + k) }

func cubeHK() *Entry {
	e := &Entry{
		Name: "manabe-tajima/cube-hk-arbiter",
		Source: arbiters("section 3.3, theorem 4", "for n a power with exponent k+1, the unions of the subcubes that fix z_h consecutive coordinates of a point "+
			"are an (h,k)-arbiter"),
		Claim:   "the (k+1)-cube (h,k)-arbiter is an (h,k)-arbiter",
		Reading: "z_h = floor((1+k)/(1+k/h)) with an exact quotient k/h",
		Reason:  "all whole cubes of up to 81 nodes with k up to 6",
	}
	cubes(81, func(n, k, _ int, whole bool) {
		if whole {
			e.Cases = append(e.Cases, Case{
				Name: params("n", n, "k", k), Build: construction("cube-hk-arbiter", args{"n": n, "k": k}),
				Ask: claimed(required(setsys.HKArbiter)...),
			})
		}
	})
	return e
}

func cubeHKMapped() *Entry {
	e := &Entry{
		Name: "manabe-tajima/cube-hk-arbiter-mapped",
		Source: arbiters("section 3.3, end", "for n between two powers, point b stands for process sum of b_i a^(i-1) modulo n; intersection is obvious, "+
			"and minimality comes from removing quorums that contain others"),
		Claim:  "the (k+1)-cube (h,k)-arbiter for n that is no power is an (h,k)-arbiter",
		Reason: "every n up to 16, k up to 6",
	}
	cubes(16, func(n, k, _ int, whole bool) {
		if !whole {
			e.Cases = append(e.Cases, Case{
				Name: params("n", n, "k", k), Build: construction("cube-hk-arbiter", args{"n": n, "k": k}),
				Ask: claimed(required(setsys.HKArbiter)...),
			})
		}
	})
	return e
}

func cubeHKSizes() *Entry {
	e := &Entry{
		Name: "manabe-tajima/cube-hk-arbiter-sizes",
		Source: arbiters("section 3.3", "a quorum for h units has at most (k+2-z) a^(k+1-z) nodes, z = z_h; all quorums for h units have one size, "+
			"hence minimality; none is larger than the quorums of the (k+1)-cube k-arbiter"),
		Claim:  "the size bound, equal sizes, and sizes no larger than the cube k-arbiter's",
		Reason: "all whole cubes of up to 81 nodes with k up to 6; the exact size is pinned as well",
	}
	cubes(81, func(n, k, a int, whole bool) {
		if whole {
			e.Cases = append(e.Cases, Case{
				Name: params("n", n, "k", k), Build: construction("cube-hk-arbiter", args{"n": n, "k": k}),
				Ask: stated("size-bound", unitsAtMost(cubeBound(a, k))).
					with(stated("equal-sizes", equalSizes)).
					with(stated("no-larger-than-the-k-arbiter", noLargerThan("cube-k-arbiter", n, k))).
					with(observed("quorum-sizes", unitsSizes(func(h int) (int, int) {
						x := cubeQuorumSize(a, k+1, windows(h, k))
						return x, x
					}))),
			})
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
	e := &Entry{
		Name: "manabe-tajima/cube-hk-arbiter-mapped-sizes",
		Source: arbiters("section 3.3, end", "quorums of the (k+1)-cube (h,k)-arbiter are not larger than those of the (k+1)-cube k-arbiter; "+
			"the sentence follows the construction for n that is no power"),
		Claim:   "for n that is no power as well, no quorum is larger than the cube k-arbiter's, and the size bound holds",
		Reading: "no larger than a largest quorum of the k-arbiter; equal sizes are claimed for powers only, and asked here for the record",
		Reason: "removing quorums that contain others may remove the large ones of the k-arbiter and keep those of the (h,k)-arbiter; " +
			"every n up to 16, k up to 6",
	}
	cubes(16, func(n, k, a int, whole bool) {
		if !whole {
			e.Cases = append(e.Cases, Case{
				Name: params("n", n, "k", k), Build: construction("cube-hk-arbiter", args{"n": n, "k": k}),
				Ask: stated("size-bound", unitsAtMost(cubeBound(a, k))).
					with(stated("no-larger-than-the-k-arbiter", noLargerThan("cube-k-arbiter", n, k))).
					with(observed("equal-sizes", equalSizes)),
			})
		}
	})
	return pinned(e)
}

func cubeFullSize() *Entry {
	e := &Entry{
		Name:    "manabe-tajima/cube-kk-size",
		Source:  arbiters("section 3.3, end", "the size of the quorums for k units is (ceil((k+1)/2)+1) a^ceil((k+1)/2)"),
		Claim:   "a quorum for k units of the cube (h,k)-arbiter has (ceil((k+1)/2)+1) a^ceil((k+1)/2) nodes",
		Reading: "as printed, an equality; as a bound it is that of cube-hk-arbiter-sizes, and true",
		Reason:  "the subcubes of a quorum all share its point, so the sum of their sizes is too much, also for the square grid: 2a, not 2a-1",
	}
	cubes(81, func(n, k, a int, whole bool) {
		if whole {
			half := (k + 2) / 2 // ceil((k+1)/2)
			size := (half + 1) * power(a, half)
			e.Cases = append(e.Cases, Case{
				Name: params("n", n, "k", k), Build: construction("cube-hk-arbiter", args{"n": n, "k": k}),
				Ask: stated("printed-size", func(_ context.Context, s *setsys.Structure) (string, error) {
					if least, most := extent(s.ByUnits[k-1]); least != size || most != size {
						return fmt.Sprintf("the quorums have %d to %d nodes, not %d", least, most, size), nil
					}
					return "", nil
				}),
			})
		}
	})
	return pinned(e)
}

func cubeTwoUnits() *Entry {
	e := &Entry{
		Name:    "manabe-tajima/cube-two-units",
		Source:  arbiters("section 3.3, end", "the (k+1)-cube (h,k)-arbiter is better than the (k+1)-cube k-arbiter, its quorums are not larger"),
		Claim:   "the (k+1)-cube (h,k)-arbiter has smaller quorums than the k-arbiter for some number of units",
		Reading: "better in some way; not larger is true, see cube-hk-arbiter-sizes",
		Reason:  "for k = 2, z_1 and z_2 are both 1, so that the (h,2)-arbiter is the 2-arbiter for either number of units",
	}
	cubes(81, func(n, k, a int, whole bool) {
		if whole && a > 1 && k > 1 {
			e.Cases = append(e.Cases, Case{
				Name: params("n", n, "k", k), Build: construction("cube-hk-arbiter", args{"n": n, "k": k}),
				Ask: stated("smaller-for-some-units", func(_ context.Context, s *setsys.Structure) (string, error) {
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
				}),
			})
		}
	})
	return pinned(e)
}

func cubeExponent() *Entry {
	e := &Entry{
		Name:    "manabe-tajima/cube-kk-exponent",
		Source:  arbiters("sections 1 and 3.3", "the quorums for k units are about as large as those of the square grid, close to the minimum of the order of sqrt(n)"),
		Claim:   "the quorums for k units have of the order of sqrt(n) nodes",
		Reading: "the order in n for a fixed k: the dimension of the subcubes of a quorum for k units, over k+1, is 1/2",
		Reason: "true for odd k only. For even k the subcubes have dimension k/2+1 of k+1, so the order is n^((k+2)/(2k+2)); " +
			"for k = 2 that is n^(2/3), and the (h,2)-arbiter is the 2-arbiter twice",
	}
	for k := 1; k <= 12; k++ {
		e.Cases = append(e.Cases, Case{
			Name: params("k", k),
			Ask: stated("order-is-the-square-root", func(context.Context, *setsys.Structure) (string, error) {
				if d := k + 1 - windows(k, k); 2*d != k+1 {
					return fmt.Sprintf("the order is n^(%d/%d)", d, k+1), nil
				}
				return "", nil
			}),
		})
	}
	return pinned(e)
}
