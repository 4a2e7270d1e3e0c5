package corpus

import (
	"context"
	"fmt"

	"qcheck/corpus/entry"
	p "qcheck/properties"
	"qcheck/setsys"
)

// kakugawa has the claims of H. Kakugawa, "A Study on the Distributed k-Mutual
// Exclusion Problem" (master's thesis, Hiroshima University, 1992), sections
// 1, 2 and 5.
func kakugawa() []*entry.Entry {
	return append([]*entry.Entry{
		votingPrinted(), votingMinimal(), kCoterieInWords(),
		definition1Indices(), oneCoterie(),
		smallKCoteries(), c4Printed(),
		kMajority(), kMajorityOutside(), kMajorityUsed(), kSingleton(),
		rContraction(), rContractionSmall(), rContractionAvailability(), contractedMajority(),
		replacedQuorum(), kakugawaMessages(), entry.Measured("kakugawa/messages-most"), entry.Measured("kakugawa/messages-repaired"), entry.Pin(entry.Measured("kakugawa/messages-no-retry")),
	}, append(kakugawaAvailability(), kakugawaComparisons()...)...)
}

// kCoterie are the properties of Definition 1, non-intersection as qcheck
// reads it and as printed.
var kCoterie = []p.ID{p.NonEmpty, p.Intersection, p.NonIntersection, p.Minimality, p.StrongNonIntersection}

// votings are votes from 1 to most of up to nodes nodes, ascending, with every
// threshold that some set reaches.
func votings(nodes, most int, each func(votes []int, total, threshold int)) {
	for n := 1; n <= nodes; n++ {
		for votes := range entry.Bags(most, n) {
			if len(votes) != n {
				continue
			}
			total := 0
			for _, v := range votes {
				total += v
			}
			for threshold := 1; threshold <= total; threshold++ {
				each(votes, total, threshold)
			}
		}
	}
}

func votingPrinted() *entry.Entry {
	e := entry.New("kakugawa/weighted-voting")
	votings(3, 2, func(votes []int, _, threshold int) {
		f := entry.Masks{N: len(votes)}
		for set := uint(1); set < 1<<len(votes); set++ {
			sum := 0
			for i, v := range votes {
				if set>>i&1 != 0 {
					sum += v
				}
			}
			if sum >= threshold {
				f.Sets = append(f.Sets, set)
			}
		}
		e.Add(entry.Case{
			Name:  entry.Params("votes", votes, "threshold", threshold),
			Build: func() (*setsys.Structure, error) { return f.Structure(setsys.Coterie, 0), nil },
			Ask:   entry.Claimed(entry.Required(setsys.Coterie)...),
		})
	})
	return entry.Pin(e)
}

func votingMinimal() *entry.Entry {
	e := entry.New("kakugawa/weighted-voting-minimal")
	votings(5, 3, func(votes []int, total, threshold int) {
		if 2*threshold > total {
			e.Add(entry.Built("weighted-voting", entry.Claimed(entry.Required(setsys.Coterie)...), "votes", votes, "threshold", threshold))
		}
	})
	return e
}

// kCoterieInWords compares the introduction's description of k-coteries with
// Definition 1 on every small family.
func kCoterieInWords() *entry.Entry {
	isKCoterie := func(ctx context.Context, f entry.Masks, k int) (bool, error) {
		return entry.Has(ctx, f.Structure(setsys.KCoterie, k), entry.Required(setsys.KCoterie)...)
	}
	exactly := func(ctx context.Context, f entry.Masks, k int) (bool, error) {
		s := f.Structure(setsys.KCoterie, k)
		most, err := entry.Has(ctx, s, p.Intersection)
		if err != nil || !most {
			return false, err
		}
		none, err := entry.DisjointQuorums(ctx, s)
		return none == "", err
	}
	implies := func(from, to func(context.Context, entry.Masks, int) (bool, error), text string) entry.Statement {
		return func(ctx context.Context, _ *setsys.Structure) (string, error) {
			for n := 1; n <= 4; n++ {
				for f := range entry.Antichains(n) {
					for k := 1; k <= 4; k++ {
						if ok, err := from(ctx, f, k); err != nil || !ok {
							if err != nil {
								return "", err
							}
							continue
						}
						if ok, err := to(ctx, f, k); err != nil || !ok {
							return fmt.Sprintf(text, f.Family(), k), err
						}
					}
				}
			}
			return "", nil
		}
	}
	return entry.New("kakugawa/k-coterie-in-words", entry.Case{Ask: entry.Stated("k-coteries-fit-the-words", implies(isKCoterie, exactly,
		"%v is a k-coterie for k = %d, but the most disjoint quorums are not k")).
		With(entry.Stated("words-give-k-coteries", implies(exactly, isKCoterie,
			"%v has k = %d disjoint quorums and no more, but some fewer cannot be extended"))).
		Violated("words-give-k-coteries",
			"{{1,2},{1,3},{2,3},{1,4}} has k = 2 disjoint quorums and no more, but some fewer cannot be extended")})
}

func definition1Indices() *entry.Entry {
	return entry.New("kakugawa/definition-1-indices", entry.Case{
		Build: entry.Listed(`{"kind": "k-coterie", "k": 1, "universe": 2, "quorums": [[1], [2]]}`),
		Ask: entry.Questions{{Name: "printed-condition-is-intersection", Claimed: entry.Holds, Pinned: entry.Violated,
			Witness: "{{1},{2}} meets the printed condition for k = 1, and has 2 disjoint quorums",
			Decide:  printedCondition2}},
	})
}

// printedCondition2 compares condition 2 of Definition 1, taken literally, with
// intersection.
func printedCondition2(ctx context.Context, s *setsys.Structure) (string, error) {
	quorums := entry.ToMasks(s.Quorums).Sets
	literal := true // no k+1 elements, each disjoint from each, itself included
	for _, q := range quorums {
		literal = literal && q != 0 // only the empty set is disjoint from itself
	}
	most, err := entry.Has(ctx, s, p.Intersection)
	if err != nil || literal == most {
		return "", err
	}
	return fmt.Sprintf("%v meets the printed condition for k = %d, and has %d disjoint quorums", s.Quorums, s.K, s.K+1), nil
}

func oneCoterie() *entry.Entry {
	same := func(ctx context.Context, f entry.Masks) (string, error) {
		var verdicts [4]bool
		one := f.Structure(setsys.HKArbiter, 1)
		one.ByUnits = []setsys.Family{one.Quorums}
		for i, s := range []*setsys.Structure{
			f.Structure(setsys.Coterie, 0), f.Structure(setsys.KCoterie, 1), f.Structure(setsys.KArbiter, 1), one,
		} {
			var err error
			if verdicts[i], err = entry.Has(ctx, s, entry.Required(s.Kind)...); err != nil {
				return "", err
			}
		}
		if verdicts != [4]bool{verdicts[0], verdicts[0], verdicts[0], verdicts[0]} {
			return fmt.Sprintf("%v: coterie %t, 1-coterie %t, 1-arbiter %t, (1,1)-arbiter %t",
				f.Family(), verdicts[0], verdicts[1], verdicts[2], verdicts[3]), nil
		}
		return "", nil
	}
	return entry.New("kakugawa/one-coterie", entry.Case{Ask: entry.Stated("same-for-k-1", func(ctx context.Context, _ *setsys.Structure) (string, error) {
		for n := 1; n <= 3; n++ {
			for f := range entry.Families(n) {
				if text, err := same(ctx, f); text != "" || err != nil {
					return text, err
				}
			}
		}
		for f := range entry.Antichains(4) {
			if text, err := same(ctx, f); text != "" || err != nil {
				return text, err
			}
		}
		return "", nil
	})})
}

func smallKCoteries() *entry.Entry {
	e := entry.New("kakugawa/examples")
	for _, name := range []string{"c1", "c2", "c3", "c4", "c5"} {
		e.Add(entry.Case{Name: name, Build: entry.File("kakugawa-" + name + ".json"), Ask: entry.Claimed(kCoterie...).With(entry.Silent(p.Nondomination))})
	}
	return entry.Pin(e)
}

func c4Printed() *entry.Entry {
	return entry.New("kakugawa/example-c4-printed", entry.Case{Name: "list", Build: entry.File("kakugawa-c4-printed.json"), Ask: entry.Claimed(kCoterie...).
		Violated("non-intersection", "{1,4}").
		Violated("strong-non-intersection", "{1,4}").
		Violated("minimality", "{3,4} {3,4}")}, entry.Case{Name: "set", Build: entry.Listed(`{"kind": "k-coterie", "k": 2, "universe": 4, "quorums": [[1,2], [3,4], [1,4]]}`),
		Ask: entry.Claimed(kCoterie...).
			Violated("non-intersection", "{1,4}").
			Violated("strong-non-intersection", "{1,4}")})
}

func kMajorityCase(n, k int, ask entry.Questions) entry.Case {
	return entry.Built("k-majority", ask, "n", n, "k", k)
}

func kMajority() *entry.Entry {
	e := entry.New("kakugawa/k-majority")
	for n := 1; n <= 16; n++ {
		for k := 1; k*k <= n; k++ {
			e.Add(kMajorityCase(n, k, entry.Claimed(kCoterie...)))
		}
	}
	return e
}

func kMajorityOutside() *entry.Entry {
	e := entry.New("kakugawa/k-majority-outside")
	for n := 1; n <= 16; n++ {
		for k := 2; k <= 16; k++ {
			if k*k > n {
				e.Add(kMajorityCase(n, k, entry.Silent(kCoterie...)))
			}
		}
	}
	return entry.Pin(e)
}

func kMajorityUsed() *entry.Entry {
	e := entry.New("kakugawa/k-majority-used")
	for _, nk := range [][2]int{{5, 2}, {8, 2}, {11, 2}, {7, 3}, {9, 4}, {9, 1}, {14, 2}, {15, 3}, {14, 4}, {17, 5}, {20, 6}} {
		e.Add(kMajorityCase(nk[0], nk[1], entry.Claimed(kCoterie...)))
	}
	return e
}

func kSingleton() *entry.Entry {
	e := entry.New("kakugawa/k-singleton")
	for n := 1; n <= 16; n++ {
		for k := 1; k <= n; k++ {
			e.Add(entry.Built("k-singleton", entry.Claimed(kCoterie...), "n", n, "k", k))
		}
	}
	return e
}
