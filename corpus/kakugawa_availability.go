package corpus

import (
	"context"
	"fmt"
	"math/bits"
	"qcheck/corpus/entry"
	"qcheck/corpus/testdata"
	"slices"
	"strings"
	"sync"

	"qcheck/corpus/thesis"
	"qcheck/properties/availability"
	"qcheck/setsys"
)

// kakugawaAvailability has the claims of section 5 of the thesis on
// (k,r)-availability, and the one that its introduction quotes.
func kakugawaAvailability() []*entry.Entry {
	s := &study{}
	return []*entry.Entry{
		entry.New("kakugawa/majority-most-available", entry.Case{Ask: entry.Stated("best-from-a-half", s.claim("section 1, after [4]")).
			Violated("best-from-a-half", "n = 2, k = 1, r = 1: the 1-majority is best nowhere; and 2 more").
			With(entry.Observed("best-for-odd-n", s.claim("section 1, after [4], n odd"))).
			With(entry.Observed("best-with-the-tie-broken", s.claim("section 1, after [4], tie broken")))}),
		primarySite(),
		entry.New("kakugawa/r-contraction-all", entry.Case{Ask: entry.Stated("property-1", s.claim("property 1")).
			With(entry.Stated("property-1-as-printed", s.claim("property 1, as printed"))).
			With(entry.Stated("property-2", s.claim("property 2")))}),
		entry.New("kakugawa/theorem-4", entry.Case{Ask: entry.Stated("best-from-p_u", s.claim("theorem 4")).
			With(entry.Stated("best-from-p_u-for-r=k", s.claim("corollary 1")))}),
		theorem4Step(), corollary1(),
		entry.New("kakugawa/theorem-5", entry.Case{Ask: entry.Stated("best-from-a-half", s.claim("theorem 5"))}),
		entry.New("kakugawa/theorem-6", entry.Case{Ask: entry.Stated("not-best-below-p_l", s.claim("theorem 6")).
			Violated("not-best-below-p_l", "n = 1, k = 1, r = 1: the 1-majority is the only 1-coterie, and p_l = 1/2; and 27 more").
			With(entry.Observed("not-best-below-p_l-for-larger-quorums", s.claim("theorem 6, W > 1")))}),
		entry.New("kakugawa/theorem-6-proof", entry.Case{Ask: entry.Stated("gains-and-losses", s.claim("theorem 6, proof")).
			With(entry.Stated("better-above-p_l", s.claim("theorem 6, proof, last line"))).
			Violated("better-above-p_l", "n = 3, k = 1, r = 1: it is as available or more just on (0, 1/2]; and 38 more").
			With(entry.Observed("better-below-p_l", s.claim("theorem 6, proof, last line reversed")))}),
		entry.New("kakugawa/theorem-7", entry.Case{Ask: entry.Stated("best-from-0", s.claim("theorem 7"))}),
		theorem7Step(),
		printedTable(1), printedTable(2), printedTable(3),
	}
}

// A study is what package thesis finds of all k-coteries on up to 7 nodes,
// found when it is asked for first.
type study struct {
	mu     sync.Mutex
	claims []thesis.Claim
}

// claim states what was found of a claim, by its name: where it is false.
func (s *study) claim(name string) entry.Statement {
	return func(ctx context.Context, _ *setsys.Structure) (string, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.claims == nil {
			_, claims, err := thesis.Study(ctx, availability.MaxNodes)
			if err != nil {
				return "", err
			}
			s.claims = claims
		}
		i := slices.IndexFunc(s.claims, func(c thesis.Claim) bool { return c.Name == name })
		if i < 0 {
			return "", fmt.Errorf("no claim is named %q", name)
		}
		not := s.claims[i].Not
		if len(not) > 1 {
			return fmt.Sprintf("%s; and %d more", not[0], len(not)-1), nil
		}
		return strings.Join(not, ""), nil
	}
}

// vector returns the numbers of r-available sets by size.
func vector(ctx context.Context, f setsys.Family, r int) (availability.Vector, error) {
	a, err := availability.Analyze(ctx, f, availability.Options{Rows: r})
	if err != nil {
		return nil, err
	}
	return a.Rows[r-1].Counts, nil
}

func primarySite() *entry.Entry {
	e := entry.New("kakugawa/primary-site")
	for n := 1; n <= 16; n++ {
		e.Add(entry.Case{
			Name: entry.Params("n", n), Build: entry.Construction("k-singleton", entry.Args{"n": n, "k": 1}),
			Ask: entry.Claimed(entry.Required(setsys.KCoterie)...).With(entry.Stated("availability-is-p", func(ctx context.Context, s *setsys.Structure) (string, error) {
				v, err := vector(ctx, s.Quorums, 1)
				if err != nil {
					return "", err
				}
				for size := 0; size <= n; size++ {
					// p is the sum of C(n-1,s-1) p^s (1-p)^(n-s).
					want := 0
					if size > 0 {
						want = entry.Choose(n-1, size-1)
					}
					if !v[size].IsInt64() || v[size].Int64() != int64(want) {
						return fmt.Sprintf("%d sets of %d nodes are available, not %d", v[size], size, want), nil
					}
				}
				return "", nil
			})),
		})
	}
	return e
}

// kCoteries yields the k-coteries on n nodes.
func kCoteries(ctx context.Context, n, k int, each func(f entry.Masks) (text string)) (string, error) {
	for f := range entry.Antichains(n) {
		if ctx.Err() != nil {
			return "", context.Cause(ctx)
		}
		ok, err := entry.Has(ctx, f.Structure(setsys.KCoterie, k), entry.Required(setsys.KCoterie)...)
		if err != nil {
			return "", err
		}
		if !ok {
			continue
		}
		if text := each(f); text != "" {
			return text, nil
		}
	}
	return "", nil
}

func theorem4Step() *entry.Entry {
	e := entry.New("kakugawa/theorem-4-step")
	for n := 1; n <= 5; n++ {
		for k := 1; k <= n; k++ {
			if !thesis.Defined(n, k) {
				continue
			}
			e.Add(entry.Case{Name: entry.Params("n", n, "k", k), Ask: entry.Stated("some-set-lacks-them", func(ctx context.Context, _ *setsys.Structure) (string, error) {
				w := availability.Quorum(n, k)
				return kCoteries(ctx, n, k, func(f entry.Masks) string {
					if least, _ := entry.Extent(f.Family()); least >= w {
						return ""
					}
					for r := 1; r <= k; r++ {
						lacks := false
						for set := uint(0); set < 1<<n; set++ {
							lacks = lacks || bits.OnesCount(set) == r*w && !entry.DisjointWithin(f.Sets, set, r)
						}
						if !lacks {
							return fmt.Sprintf("%v, r = %d", f.Family(), r)
						}
					}
					return ""
				})
			})})
		}
	}
	return e
}

func theorem7Step() *entry.Entry {
	e := entry.New("kakugawa/theorem-7-step")
	for n := 1; n <= 5; n++ {
		for k := 1; k <= n; k++ {
			e.Add(entry.Case{Name: entry.Params("n", n, "k", k), Ask: entry.Stated("fewer-sets", func(ctx context.Context, _ *setsys.Structure) (string, error) {
				return kCoteries(ctx, n, k, func(f entry.Masks) string {
					if _, most := entry.Extent(f.Family()); most == 1 {
						return ""
					}
					for r := 1; r <= k; r++ {
						available := 0
						for set := uint(0); set < 1<<n; set++ {
							if bits.OnesCount(set) == r && entry.DisjointWithin(f.Sets, set, r) {
								available++
							}
						}
						if available >= entry.Choose(k, r) {
							return fmt.Sprintf("%v, r = %d", f.Family(), r)
						}
					}
					return ""
				})
			})})
		}
	}
	return e
}

func corollary1() *entry.Entry {
	e := entry.New("kakugawa/corollary-1-step")
	for n := 1; n <= 30; n++ {
		for k := 1; k <= n; k++ {
			if thesis.Defined(n, k) {
				e.Add(entry.Case{Name: entry.Params("n", n, "k", k), Ask: entry.Stated("grows", func(context.Context, *setsys.Structure) (string, error) {
					for r := 1; r < k; r++ {
						if thesis.Upper(n, k, r).Cmp(thesis.Upper(n, k, r+1)) >= 0 {
							return fmt.Sprintf("r = %d", r), nil
						}
					}
					return "", nil
				})})
			}
		}
	}
	return e
}

// Tables returns tables 1 to 3 of the thesis.
func Tables() []thesis.Table {
	text, err := testdata.Files.ReadFile("tables/kakugawa.tables")
	if err != nil {
		panic(err) // it is in the program
	}
	tables, err := thesis.ReadTables(string(text))
	if err != nil {
		panic(err)
	}
	return tables
}

// printedTable compares a table of the thesis, entry by entry.
func printedTable(number int) *entry.Entry {
	e := entry.New(fmt.Sprintf("kakugawa/table-%d", number))
	for _, cell := range Tables()[number-1].Entries {
		name := entry.Params("n", cell.N, "k", cell.K, "r", cell.R)
		if cell.P != nil {
			name += " " + strings.ToLower(cell.Structure) + " p=" + cell.P.FloatString(1)
		}
		e.Add(entry.Case{Name: name, Ask: entry.Stated("as-printed", func(context.Context, *setsys.Structure) (string, error) {
			if cell.Agrees() {
				return "", nil
			}
			return fmt.Sprintf("printed %s, computed %s, exactly %s", cell.Printed, cell.Computed(), cell.Exact.RatString()), nil
		})})
	}
	if number == 1 {
		return e
	}
	return entry.Pin(e)
}
