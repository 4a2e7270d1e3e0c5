package corpus

import (
	"context"
	"fmt"
	"math/bits"

	p "qcheck/properties"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// contractible are k-coteries to contract, among them all k-majorities of up to
// most nodes that are k-coteries.
func contractible(most int) []struct {
	name  string
	k     int
	build builder
} {
	type named = struct {
		name  string
		k     int
		build builder
	}
	all := []named{
		{"c3", 2, example("kakugawa-c3.json")},
		{"c4", 2, example("kakugawa-c4.json")},
		{"c5", 3, example("kakugawa-c5.json")},
		{"jiang-example", 2, listed(`{"kind": "k-coterie", "k": 2, "universe": 8, "quorums":
			[[1,2,3],[1,2,4],[5,6,7],[5,6,8],[1,7,8],[2,7,8],[3,4,5],[3,4,6]]}`)},
		{"torus rows=7 columns=1 k=3", 3, construction("torus", args{"rows": 7, "columns": 1, "k": 3})},
		{"torus rows=6 columns=2 k=2", 2, construction("torus", args{"rows": 6, "columns": 2, "k": 2})},
	}
	for n := 1; n <= most; n++ {
		for k := 1; k <= n; k++ {
			if w := (n + 1 + k) / (k + 1); k*w <= n {
				all = append(all, named{params("k-majority n", n, "k", k), k,
					construction("k-majority", args{"n": n, "k": k})})
			}
		}
	}
	for k := 1; k <= 8; k++ {
		all = append(all, named{params("k-singleton n", 8, "k", k), k, construction("k-singleton", args{"n": 8, "k": k})})
	}
	return all
}

func rContraction() *Entry {
	e := entry("kakugawa/r-contraction")
	for _, c := range contractible(14) {
		for r := 1; r <= c.k; r++ {
			e.add(Case{
				Name: params(c.name+" r", r), Build: contraction(c.build, r), Ask: claimed(kCoterie...),
			})
		}
	}
	return e
}

func rContractionSmall() *Entry {
	return entry("kakugawa/r-contraction-small", Case{Ask: stated("contracts", func(ctx context.Context, _ *setsys.Structure) (string, error) {
		for n := 1; n <= 4; n++ {
			for f := range antichains(n) {
				for k := 1; k <= n; k++ {
					s := f.structure(setsys.KCoterie, k)
					if ok, err := has(ctx, s, required(s.Kind)...); err != nil {
						return "", err
					} else if !ok {
						continue
					}
					for r := 1; r <= k; r++ {
						c, err := construct.Build("contraction", args{"of": s, "r": r}, setsys.DefaultMaxSets)
						if err != nil {
							return "", err
						}
						if c.K != k/r {
							return fmt.Sprintf("the %d-contraction of %v is labelled with k = %d", r, s.Quorums, c.K), nil
						}
						if ok, err := has(ctx, c, required(c.Kind)...); err != nil || !ok {
							return fmt.Sprintf("the %d-contraction of the %d-coterie %v is no %d-coterie", r, k, s.Quorums, k/r), err
						}
					}
				}
			}
		}
		return "", nil
	})})
}

func rContractionAvailability() *Entry {
	e := entry("kakugawa/r-contraction-availability")
	for _, c := range contractible(10) {
		for r := 1; r <= c.k; r++ {
			e.add(Case{Name: params(c.name+" r", r), Build: c.build, Ask: stated("same-characteristic-function", func(ctx context.Context, s *setsys.Structure) (string, error) {
				if s.Universe.Len() > 9 && r > 1 && s.K < 6 {
					return sampled(ctx, s, r)
				}
				return characteristic(ctx, s, r, 1)
			})})
		}
	}
	return e
}

// sampled looks at every seventh set only, where listing all takes long.
func sampled(ctx context.Context, s *setsys.Structure, r int) (string, error) {
	return characteristic(ctx, s, r, 7)
}

// characteristic compares on every step-th set of nodes whether it has r
// disjoint quorums and whether it has a quorum of the r-contraction.
func characteristic(ctx context.Context, s *setsys.Structure, r int, step uint) (string, error) {
	c, err := construct.Build("contraction", args{"of": s, "r": r}, setsys.DefaultMaxSets)
	if err != nil {
		return "", err
	}
	quorums, contracted := toMasks(s.Quorums), toMasks(c.Quorums)
	for set := uint(0); set < 1<<quorums.n; set += step {
		if ctx.Err() != nil {
			return "", context.Cause(ctx)
		}
		a, b := disjointWithin(quorums.sets, set, r), disjointWithin(contracted.sets, set, 1)
		if a != b {
			return fmt.Sprintf("%v has %d disjoint quorums: %t, and a quorum of the contraction: %t",
				setsys.FromWords(quorums.n, []uint64{uint64(set)}), r, a, b), nil
		}
	}
	return "", nil
}

func contractedMajority() *Entry {
	e := entry("kakugawa/contracted-majority")
	for n := 1; n <= 15; n++ {
		for m := 0; 2*(m+1) <= n+1; m++ {
			if (n+1)%(2*(m+1)) == 0 {
				e.add(Case{
					Name:  params("n", n, "m", m),
					Build: contraction(construction("k-majority", args{"n": n, "k": 2*m + 1}), m+1),
					Ask: claimed(kCoterie...).with(stated("is-the-majority", func(_ context.Context, s *setsys.Structure) (string, error) {
						majority, err := construct.Build("k-majority", args{"n": n, "k": 1}, setsys.DefaultMaxSets)
						if err != nil {
							return "", err
						}
						if !s.Quorums.Canonical().Equal(majority.Quorums.Canonical()) {
							return fmt.Sprintf("it has %d quorums, the majority has %d", s.Quorums.Len(), majority.Quorums.Len()), nil
						}
						return "", nil
					})),
				})
			}
		}
	}
	return e
}

func replacedQuorum() *Entry {
	e := entry("kakugawa/replaced-quorum")
	for n := 1; n <= 16; n++ {
		for k := 1; k <= n; k++ {
			if (n+1)%(k+1) == 0 {
				f := shrunkMajority(n, (n+1)/(k+1))
				ask := claimed(p.NonEmpty)
				if n > k { // of the family of the empty set alone, no more is asked
					ask = claimed(required(setsys.KCoterie)...)
				}
				e.add(Case{
					Name:  params("n", n, "k", k),
					Build: func() (*setsys.Structure, error) { return f.structure(setsys.KCoterie, k), nil },
					Ask:   ask,
				})
			}
		}
	}
	return pinned(e)
}

// shrunkMajority is the family of section 5.2 made from the sets of w of n
// nodes: Q_0 is the first w nodes, u_0 the last of them.
func shrunkMajority(n, w int) masks {
	q0 := uint(1)<<w - 1
	u0 := uint(1) << (w - 1)
	q1 := q0 &^ u0
	f := masks{n: n, sets: []uint{q1}}
	for q := uint(1); q < 1<<n; q++ {
		if bits.OnesCount(q) == w && q&q1 != q1 && q&q0 != u0 {
			f.sets = append(f.sets, q)
		}
	}
	return f
}
