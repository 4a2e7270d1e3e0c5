package search_test

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"qcheck/properties/availability"
	"qcheck/properties/census"
	"qcheck/properties/search"
	"qcheck/setsys"
)

// At each of many reliabilities, the best that Best finds is as available as those
// whose ranges have it, and more than the others.
func TestRangesAgainstBest(t *testing.T) {
	several := 0
	for _, c := range []struct {
		class    census.Class
		r        int
		failures int
	}{
		{census.Class{Kind: setsys.Coterie, N: 3}, 1, 0},
		{census.Class{Kind: setsys.Coterie, N: 5}, 1, 0},
		{census.Class{Kind: setsys.Coterie, N: 5}, 1, 2},
		{census.Class{Kind: setsys.Coterie, N: 6}, 1, 0},
		{census.Class{Kind: setsys.KCoterie, N: 3, K: 2}, 1, 0},
		{census.Class{Kind: setsys.KCoterie, N: 4, K: 2}, 2, 0},
		{census.Class{Kind: setsys.KCoterie, N: 4, K: 3}, 1, 1},
		{census.Class{Kind: setsys.KCoterie, N: 5, K: 2}, 2, 0},
		{census.Class{Kind: setsys.KArbiter, N: 4, K: 2}, 1, 0},
	} {
		x, err := search.Best(t.Context(), c.class, search.Goal{R: c.r, Failures: c.failures})
		if err != nil || x.Cut != nil || len(x.Ranges) == 0 {
			t.Fatalf("%+v: %+v, %v", c, x, err)
		}
		if len(x.Ranges) > 1 {
			several++
		}
		for _, p := range []*big.Rat{big.NewRat(1, 50), big.NewRat(1, 4), big.NewRat(2, 5), big.NewRat(1, 2), big.NewRat(13, 20), big.NewRat(7, 10), big.NewRat(17, 20), big.NewRat(99, 100)} {
			best, err := search.Best(t.Context(), c.class, search.Goal{P: p, R: c.r, Failures: c.failures})
			if err != nil || best.Among != x.Among || best.Surviving != x.Surviving {
				t.Fatalf("%+v: %+v, %v", c, best, err)
			}
			found := search.Count{}
			for _, r := range x.Ranges {
				inside := false
				for _, i := range r.Where {
					inside = inside || i.Has(p, p)
				}
				a, err := availability.Analyze(t.Context(), r.First.Quorums, availability.Options{Rows: c.r})
				if err != nil {
					t.Fatal(err)
				}
				if is := a.Rows[c.r-1].Counts.At(p).Cmp(best.Value) == 0; is != inside {
					t.Errorf("%+v, p = %s: %s, %v", c, p, r.First.Quorums, r.Where)
				}
				if inside {
					found.UpToRenaming += r.Count.UpToRenaming
					found.Labelled += r.Count.Labelled
				}
			}
			if found != best.Count {
				t.Errorf("%+v, p = %s: %v are the best, not %v", c, p, found, best.Count)
			}
		}
	}
	if several < 4 {
		t.Errorf("only %d classes have several ranges", several)
	}
}

// The majority is the most available coterie above 1/2, and a single node below
// (Barbara and Garcia-Molina, The reliability of voting mechanisms, 1987; Peleg and
// Wool, The availability of quorum systems, 1995).
func TestRangesOfCoteries(t *testing.T) {
	for _, n := range []int{3, 5} {
		x, err := search.Best(t.Context(), census.Class{Kind: setsys.Coterie, N: n}, search.Goal{R: 1})
		last := len(x.Ranges) - 1
		if err != nil || last < 1 {
			t.Fatal(x, err)
		}
		if got := fmt.Sprint(x.Ranges[0].Where, x.Ranges[last].Where); got != "[(0, 1/2]] [[1/2, 1)]" {
			t.Errorf("n = %d: %s", n, got)
		}
		if x.Ranges[0].First.Quorums.Len() != 1 || x.Ranges[last].First.Quorums.At(0).Len() != n/2+1 {
			t.Errorf("n = %d: %s and %s", n, x.Ranges[0].First.Quorums, x.Ranges[last].First.Quorums)
		}
		all := 0 // with probability 1/2 all are alike: of each set and its complement one has a quorum
		for _, r := range x.Ranges {
			all += r.Count.UpToRenaming
			if half := big.NewRat(1, 2); len(r.Where) != 1 || !r.Where[0].Has(half, half) {
				t.Errorf("n = %d: %v", n, r)
			}
		}
		if all != x.Among.UpToRenaming {
			t.Errorf("n = %d: %d of %d", n, all, x.Among.UpToRenaming)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if x, err := search.Best(ctx, census.Class{Kind: setsys.Coterie, N: 4}, search.Goal{R: 1}); err != nil || x.Cut == nil || x.Ranges != nil {
		t.Errorf("%+v, %v", x, err)
	}
	if _, err := search.Best(t.Context(), census.Class{Kind: setsys.ReadWrite, N: 3}, search.Goal{R: 1}); err == nil {
		t.Error("read-write")
	}
}
