package corpus

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"qcheck/corpus/entry"
	"qcheck/corpus/testdata"
	"slices"
	"strings"

	"qcheck/corpus/thesis"
	"qcheck/properties/availability"
	"qcheck/setsys"
)

// kakugawaComparisons has what the thesis says by comparing: distributed systems with
// one machine, k-coteries with the k-majority, its algorithm with Raymond's.
func kakugawaComparisons() []*entry.Entry {
	return []*entry.Entry{againstOneNode(), theorem4LargeQuorums(), fewerThanRaymond(), kakugawaFigures()}
}

func againstOneNode() *entry.Entry {
	e := entry.New("kakugawa/majority-against-one-node")
	for n := 2; n <= 16; n++ {
		e.Add(entry.Case{Name: entry.Params("n", n), Ask: entry.Stated("more-available", func(context.Context, *setsys.Structure) (string, error) {
			one := []availability.Vector{availability.SingletonVector(n, 1, 1)}
			half := big.NewRat(1, 2)
			for _, in := range availability.Best(availability.MajorityVector(n, 1, 1), one) {
				if in.Has(half, big.NewRat(1, 1)) {
					return "", nil
				}
			}
			return "at some p above 1/2 the majority is less available than one node", nil
		})})
	}
	return entry.Pin(e)
}

func theorem4LargeQuorums() *entry.Entry {
	e := entry.New("kakugawa/theorem-4-large-quorums")
	for n := 1; n <= 5; n++ {
		for k := 1; k <= n; k++ {
			if !thesis.Defined(n, k) {
				continue
			}
			e.Add(entry.Case{Name: entry.Params("n", n, "k", k), Ask: entry.Stated("at-most-as-available", func(ctx context.Context, _ *setsys.Structure) (string, error) {
				w := availability.Quorum(n, k)
				majority := entry.Masks{N: n}
				for set := uint(1); set < 1<<n; set++ {
					if bits.OnesCount(set) == w {
						majority.Sets = append(majority.Sets, set)
					}
				}
				return kCoteries(ctx, n, k, func(f entry.Masks) string {
					if least, _ := entry.Extent(f.Family()); least < w {
						return ""
					}
					for r := 1; r <= k; r++ {
						for set := uint(0); set < 1<<n; set++ {
							if entry.DisjointWithin(f.Sets, set, r) && !entry.DisjointWithin(majority.Sets, set, r) {
								return fmt.Sprintf("%v, r = %d", f.Family(), r)
							}
						}
					}
					return ""
				})
			})})
		}
	}
	return e
}

// fewerThanRaymond compares the least that the algorithm needs with the k-majority,
// which kakugawa/messages counts, with the most that Raymond's needs: a REQUEST to each
// other process, and a REPLY of each.
func fewerThanRaymond() *entry.Entry {
	e := entry.New("kakugawa/fewer-than-raymond")
	for _, nk := range [][2]int{{2, 1}, {3, 1}, {3, 2}, {4, 1}, {4, 2}, {5, 1}, {5, 2}, {7, 3}, {8, 2}} {
		n, k := nk[0], nk[1]
		e.Add(entry.Case{Name: entry.Params("n", n, "k", k), Ask: entry.Stated("fewer", func(context.Context, *setsys.Structure) (string, error) {
			if ours, hers := 3*availability.Quorum(n, k), 2*(n-1); ours >= hers {
				return fmt.Sprintf("%d messages at least, and Raymond's takes %d at most", ours, hers), nil
			}
			return "", nil
		})})
	}
	return entry.Pin(e)
}

// A simulated is a line of testdata/figures: the averages of both algorithms.
type simulated struct {
	figure, k, n              int
	p, ours, ourError         float64
	others, entries           float64
	hers, herError, herOthers float64
	herEntries                float64
}

func simulatedFigures() ([]simulated, error) {
	data, err := testdata.Files.ReadFile("figures/kakugawa.figures")
	if err != nil {
		return nil, err
	}
	var all []simulated
	for line := range strings.Lines(string(data)) {
		var x simulated
		if line[0] < '1' || line[0] > '9' {
			continue
		}
		if _, err := fmt.Sscan(line, &x.figure, &x.k, &x.n, &x.p, &x.ours, &x.ourError, &x.others, &x.entries,
			&x.hers, &x.herError, &x.herOthers, &x.herEntries); err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	if len(all) == 0 {
		return nil, errors.New("there are no averages")
	}
	return all, nil
}

// compared states that no two lines which are to be compared are wrong: it returns
// what is wrong with the first two that are.
func compared(apply func(x, y simulated) bool, wrong func(x, y simulated) string) entry.Statement {
	return func(context.Context, *setsys.Structure) (string, error) {
		all, err := simulatedFigures()
		if err != nil {
			return "", err
		}
		for i, x := range all {
			at := slices.IndexFunc(all[i:], func(y simulated) bool { return apply(x, y) && wrong(x, y) != "" })
			if at >= 0 {
				return wrong(x, all[i+at]), nil
			}
		}
		return "", nil
	}
}

func kakugawaFigures() *entry.Entry {
	fewer := func(most float64) entry.Statement {
		return compared(func(x, y simulated) bool { return x == y && x.p <= most }, func(x, _ simulated) string {
			if x.ours < x.hers {
				return ""
			}
			return fmt.Sprintf("k = %d, n = %d, p = %v: %.2f messages, and %.2f of Raymond's", x.k, x.n, x.p, x.ours, x.hers)
		})
	}
	// Averages that differ by less than three standard errors are level.
	grows := func(x, y simulated) string {
		if y.ours >= x.ours-3*(x.ourError+y.ourError) {
			return ""
		}
		return fmt.Sprintf("%.2f messages for n = %d, p = %v, and %.2f for n = %d, p = %v", x.ours, x.n, x.p, y.ours, y.n, y.p)
	}
	return entry.New("kakugawa/figures", entry.Case{Ask: entry.Stated("grows-with-p", compared(func(x, y simulated) bool { return x.figure == y.figure && x.p < y.p }, grows)).
		With(entry.Stated("grows-with-n", compared(func(x, y simulated) bool { return x.k == y.k && x.n < y.n && x.p == y.p }, grows))).
		With(entry.Stated("fewer-than-raymond-for-small-p", fewer(0.05))).
		With(entry.Stated("falls-with-k-for-small-p", compared(func(x, y simulated) bool { return x.k == 2 && x.n == 5 && y.k == 4 && x.p == y.p && x.p <= 0.1 }, func(x, y simulated) string {
			if y.ours < x.ours {
				return ""
			}
			return fmt.Sprintf("p = %v: %.2f messages for k = %d, n = %d, and %.2f for k = %d, n = %d", x.p, x.ours, x.k, x.n, y.ours, y.k, y.n)
		}))).
		Violated("falls-with-k-for-small-p", "p = 0.01: 6.04 messages for k = 2, n = 5, and 6.28 for k = 4, n = 9").
		With(entry.Stated("fewer-than-raymond", fewer(1))).
		Violated("fewer-than-raymond", "k = 2, n = 5, p = 0.2: 9.92 messages, and 8.00 of Raymond's")})
}
