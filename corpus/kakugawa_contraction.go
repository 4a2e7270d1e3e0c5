package corpus

import (
	"context"
	"fmt"
	"math/bits"
	"strings"

	"qcheck/corpus/entry"
	p "qcheck/properties"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// contractible are k-coteries to contract, among them all k-majorities of up to
// most nodes that are k-coteries.
func contractible(most int) []struct {
	name  string
	k     int
	build entry.Maker
} {
	type named = struct {
		name  string
		k     int
		build entry.Maker
	}
	all := []named{
		{"c3", 2, entry.File("kakugawa-c3.json")},
		{"c4", 2, entry.File("kakugawa-c4.json")},
		{"c5", 3, entry.File("kakugawa-c5.json")},
		{"jiang-example", 2, entry.Listed(`{"kind": "k-coterie", "k": 2, "universe": 8, "quorums":
			[[1,2,3],[1,2,4],[5,6,7],[5,6,8],[1,7,8],[2,7,8],[3,4,5],[3,4,6]]}`)},
		{"torus rows=7 columns=1 k=3", 3, entry.Construction("torus", entry.Args{"rows": 7, "columns": 1, "k": 3})},
		{"torus rows=6 columns=2 k=2", 2, entry.Construction("torus", entry.Args{"rows": 6, "columns": 2, "k": 2})},
	}
	for n := 1; n <= most; n++ {
		for k := 1; k <= n; k++ {
			if w := (n + 1 + k) / (k + 1); k*w <= n {
				all = append(all, named{entry.Params("k-majority n", n, "k", k), k,
					entry.Construction("k-majority", entry.Args{"n": n, "k": k})})
			}
		}
	}
	for k := 1; k <= 8; k++ {
		all = append(all, named{entry.Params("k-singleton n", 8, "k", k), k, entry.Construction("k-singleton", entry.Args{"n": 8, "k": k})})
	}
	return all
}

func rContraction() *entry.Entry {
	e := entry.New("kakugawa/r-contraction")
	for _, c := range contractible(14) {
		for r := 1; r <= c.k; r++ {
			e.Add(entry.Case{
				Name: entry.Params(c.name+" r", r), Build: entry.Contraction(c.build, r), Ask: entry.Claimed(kCoterie...),
			})
		}
	}
	return e
}

func rContractionSmall() *entry.Entry {
	return entry.New("kakugawa/r-contraction-small", entry.Case{Ask: entry.Stated("contracts", func(ctx context.Context, _ *setsys.Structure) (string, error) {
		for n := 1; n <= 4; n++ {
			for f := range entry.Antichains(n) {
				for k := 1; k <= n; k++ {
					s := f.Structure(setsys.KCoterie, k)
					if ok, err := entry.Has(ctx, s, entry.Required(s.Kind)...); err != nil {
						return "", err
					} else if !ok {
						continue
					}
					for r := 1; r <= k; r++ {
						c, err := construct.Build("contraction", entry.Args{"of": s, "r": r}, setsys.DefaultMaxSets)
						if err != nil {
							return "", err
						}
						if c.K != k/r {
							return fmt.Sprintf("the %d-contraction of %v is labelled with k = %d", r, s.Quorums, c.K), nil
						}
						if ok, err := entry.Has(ctx, c, entry.Required(c.Kind)...); err != nil || !ok {
							return fmt.Sprintf("the %d-contraction of the %d-coterie %v is no %d-coterie", r, k, s.Quorums, k/r), err
						}
					}
				}
			}
		}
		return "", nil
	})})
}

func rContractionAvailability() *entry.Entry {
	e := entry.New("kakugawa/r-contraction-availability")
	for _, c := range contractible(10) {
		for r := 1; r <= c.k; r++ {
			e.Add(entry.Case{Name: entry.Params(c.name+" r", r), Build: c.build, Ask: entry.Stated("same-characteristic-function", func(ctx context.Context, s *setsys.Structure) (string, error) {
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
	c, err := construct.Build("contraction", entry.Args{"of": s, "r": r}, setsys.DefaultMaxSets)
	if err != nil {
		return "", err
	}
	quorums, contracted := entry.ToMasks(s.Quorums), entry.ToMasks(c.Quorums)
	for set := uint(0); set < 1<<quorums.N; set += step {
		if ctx.Err() != nil {
			return "", context.Cause(ctx)
		}
		a, b := entry.DisjointWithin(quorums.Sets, set, r), entry.DisjointWithin(contracted.Sets, set, 1)
		if a != b {
			return fmt.Sprintf("%v has %d disjoint quorums: %t, and a quorum of the contraction: %t",
				setsys.FromWords(quorums.N, []uint64{uint64(set)}), r, a, b), nil
		}
	}
	return "", nil
}

func contractedMajority() *entry.Entry {
	e := entry.New("kakugawa/contracted-majority")
	for n := 1; n <= 15; n++ {
		for m := 0; 2*(m+1) <= n+1; m++ {
			if (n+1)%(2*(m+1)) == 0 {
				e.Add(entry.Case{
					Name:  entry.Params("n", n, "m", m),
					Build: entry.Contraction(entry.Construction("k-majority", entry.Args{"n": n, "k": 2*m + 1}), m+1),
					Ask: entry.Claimed(kCoterie...).With(entry.Stated("is-the-majority", func(_ context.Context, s *setsys.Structure) (string, error) {
						majority, err := construct.Build("k-majority", entry.Args{"n": n, "k": 1}, setsys.DefaultMaxSets)
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

func replacedQuorum() *entry.Entry {
	e := entry.New("kakugawa/replaced-quorum")
	for n := 1; n <= 16; n++ {
		for k := 1; k <= n; k++ {
			if (n+1)%(k+1) == 0 {
				f := shrunkMajority(n, (n+1)/(k+1))
				ask := entry.Claimed(p.NonEmpty)
				if n > k { // of the family of the empty set alone, no more is asked
					ask = entry.Claimed(entry.Required(setsys.KCoterie)...)
				}
				e.Add(entry.Case{
					Name:  entry.Params("n", n, "k", k),
					Build: func() (*setsys.Structure, error) { return f.Structure(setsys.KCoterie, k), nil },
					Ask:   ask,
				})
			}
		}
	}
	return entry.Pin(e)
}

// shrunkMajority is the family of section 5.2 made from the sets of w of n
// nodes: Q_0 is the first w nodes, u_0 the last of them.
func shrunkMajority(n, w int) entry.Masks {
	q0 := uint(1)<<w - 1
	u0 := uint(1) << (w - 1)
	q1 := q0 &^ u0
	f := entry.Masks{N: n, Sets: []uint{q1}}
	for q := uint(1); q < 1<<n; q++ {
		if bits.OnesCount(q) == w && q&q1 != q1 && q&q0 != u0 {
			f.Sets = append(f.Sets, q)
		}
	}
	return f
}

func kakugawaMessages() *entry.Entry {
	e := entry.New("kakugawa/messages")
	for _, nk := range [][2]int{{2, 1}, {3, 1}, {3, 2}, {4, 1}, {4, 2}, {5, 1}, {5, 2}, {7, 3}, {8, 2}} {
		n, k := nk[0], nk[1]
		flags := fmt.Sprintf("--algorithm kakugawa --variant printed --n %d --k %d --quorum-choice fixed --self-messages queued --requests %s", n, k, oneAsks(n))
		e.Add(entry.OnInstance(flags, entry.Stated("least", entry.MessagesAlone(flags, 3*((n+1+k)/(k+1))))))
	}
	return e
}

// oneAsks is the list of requests of n processes of which the first asks once.
func oneAsks(n int) string { return "1" + strings.Repeat(",0", n-1) }
