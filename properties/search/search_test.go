package search_test

import (
	"context"
	"math/big"
	"math/bits"
	"slices"
	"testing"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/properties/availability"
	"qcheck/properties/census"
	"qcheck/properties/load"
	"qcheck/properties/search"
	"qcheck/setsys"
)

// A census agrees with a count of all antichains, each judged for itself; coteries
// are also as many as self-dual functions of one more variable, less one.
func TestTakeCensus(t *testing.T) {
	for n := 1; n <= 4; n++ {
		for _, kind := range []setsys.Kind{setsys.Coterie, setsys.KCoterie, setsys.KArbiter} {
			for k := 1; k <= n; k++ {
				if kind == setsys.Coterie && k > 1 {
					break
				}
				x, err := search.TakeCensus(t.Context(), census.Class{Kind: kind, N: n, K: k})
				if err != nil || x.Cut != nil {
					t.Fatal(err, x.Cut)
				}
				all, nondominated := plainly(t, kind, n, k)
				if x.All.Labelled != len(all) || x.Nondominated.Labelled != nondominated {
					t.Errorf("%s, n = %d, k = %d: %v and %v, not %d and %d", kind, n, k, x.All, *x.Nondominated, len(all), nondominated)
				}
			}
		}
	}
	for n, want := range []int{0, 1, 3, 11, 80, 2645} {
		if n == 0 {
			continue
		}
		x, err := search.TakeCensus(t.Context(), census.Class{Kind: setsys.Coterie, N: n})
		if err != nil || x.All.Labelled != want {
			t.Errorf("n = %d: %v, %v, not %d", n, x.All, err, want)
		}
	}
	x, err := search.TakeCensus(t.Context(), census.Class{Kind: setsys.Coterie, N: 6})
	if err != nil || x.All != (search.Count{UpToRenaming: 3527, Labelled: 1422563}) || *x.Nondominated != (search.Count{UpToRenaming: 30, Labelled: 2646}) {
		t.Errorf("%v, %v", x, err)
	}
	x, err = search.TakeCensus(t.Context(), census.Class{Kind: setsys.RequestSets, N: 3, M: 1})
	if err != nil || x.All.Labelled == 0 || x.Nondominated != nil {
		t.Errorf("%v, %v", x, err)
	}
}

// plainly lists all structures of the kind, labelled, and counts those of which each
// other one, C, has a quorum that contains none of theirs, or has a set of theirs
// without a quorum of C.
func plainly(t *testing.T, kind setsys.Kind, n, k int) (all []*setsys.Structure, nondominated int) {
	u, err := setsys.Numbered(n)
	if err != nil {
		t.Fatal(err)
	}
	for _, sets := range census.Antichains(n) {
		b := setsys.NewFamilyBuilder(n)
		for _, set := range sets {
			b.AddWords([]uint64{set})
		}
		s := &setsys.Structure{Kind: kind, K: k, Universe: u, Quorums: b.Family()}
		report, err := properties.Check(t.Context(), s, nil)
		if err != nil {
			t.Fatal(err)
		}
		if report.Verdict == verdict.Holds {
			all = append(all, s)
		}
	}
	for i, d := range all {
		dominated := false
		for j, c := range all {
			if i != j && contained(d.Quorums, c.Quorums) {
				dominated = true
				break
			}
		}
		if !dominated {
			nondominated++
		}
	}
	return all, nondominated
}

// contained reports whether each quorum of d contains one of c.
func contained(d, c setsys.Family) bool {
	for i := range d.Len() {
		found := false
		for j := range c.Len() {
			found = found || c.Words(j)[0]&^d.Words(i)[0] == 0
		}
		if !found {
			return false
		}
	}
	return true
}

// The best is as good as the best of all labelled structures, dominated ones too,
// with the failures that they survive as package availability finds them.
func TestBest(t *testing.T) {
	ps := []*big.Rat{big.NewRat(1, 3), big.NewRat(1, 2), big.NewRat(9, 10)}
	for n := 1; n <= 4; n++ {
		for _, c := range []census.Class{
			{Kind: setsys.Coterie, N: n, K: 1}, {Kind: setsys.KCoterie, N: n, K: 1}, {Kind: setsys.KCoterie, N: n, K: 2}, {Kind: setsys.KArbiter, N: n, K: 2},
		} {
			if c.K > n {
				continue
			}
			all, _ := plainly(t, c.Kind, n, c.K)
			for failures := range n + 1 {
				goals := []search.Goal{{Load: true, Failures: failures}}
				for _, p := range ps {
					for r := 1; r <= c.K; r++ {
						goals = append(goals, search.Goal{P: p, R: r, Failures: failures})
					}
				}
				for _, g := range goals {
					compareBest(t, c, g, all)
				}
			}
		}
	}
}

func compareBest(t *testing.T, c census.Class, g search.Goal, all []*setsys.Structure) {
	t.Helper()
	got, err := search.Best(t.Context(), c, g)
	if err != nil || got.Cut != nil {
		t.Fatal(err, got.Cut)
	}
	var best, size *big.Rat
	count, surviving := 0, 0
	for _, s := range all {
		a, err := availability.Analyze(t.Context(), s.Quorums, availability.Options{Rows: c.K})
		if err != nil {
			t.Fatal(err)
		}
		if a.Rows[0].Survives < g.Failures {
			continue
		}
		surviving++
		value, nodes := plainAvailability(s.Quorums, max(g.R, 1), g.P), new(big.Rat)
		if g.Load {
			r, err := load.Find(t.Context(), load.Use{Family: s.Quorums, Share: big.NewRat(1, 1)})
			if err != nil {
				t.Fatal(err)
			}
			value, nodes = new(big.Rat).Neg(r.Load), new(big.Rat).Neg(r.Size)
		}
		order := 1
		if best != nil {
			if order = value.Cmp(best); order == 0 {
				order = nodes.Cmp(size)
			}
		}
		if order > 0 {
			best, size, count = value, nodes, 0
		}
		if order >= 0 {
			count++
		}
	}
	switch {
	case best == nil || got.Best == nil:
		if best != nil || got.Best != nil {
			t.Errorf("%v, %v: %v, not %v", c, g, got.Best, best)
		}
		return
	case g.Load:
		best.Neg(best)
		size.Neg(size)
	}
	if got.Value.Cmp(best) != 0 || got.Size.Cmp(size) != 0 {
		t.Errorf("%v, %v: %v and %v, not %v and %v", c, g, got.Value, got.Size, best, size)
	}
	if c.Kind != setsys.Coterie && (got.Count.Labelled != count || got.Surviving.Labelled != surviving || got.Among.Labelled != len(all)) {
		t.Errorf("%v, %v: %+v, not %d of %d", c, g, got, count, surviving)
	}
}

// plainAvailability adds up all sets of nodes that contain r disjoint quorums.
func plainAvailability(f setsys.Family, r int, p *big.Rat) *big.Rat {
	sum := new(big.Rat)
	if p == nil {
		return sum
	}
	var quorums []uint64
	for i := range f.Len() {
		quorums = append(quorums, f.Words(i)[0])
	}
	var packs func(set uint64, r int) bool
	packs = func(set uint64, r int) bool {
		return r == 0 || slices.ContainsFunc(quorums, func(q uint64) bool { return q&^set == 0 && packs(set&^q, r-1) })
	}
	down := new(big.Rat).Sub(big.NewRat(1, 1), p)
	for set := range uint64(1) << f.Nodes() {
		if !packs(set, r) {
			continue
		}
		chance := big.NewRat(1, 1)
		for v := range f.Nodes() {
			if set>>v&1 == 1 {
				chance.Mul(chance, p)
			} else {
				chance.Mul(chance, down)
			}
		}
		sum.Add(sum, chance)
	}
	return sum
}

// One node is the most available coterie when nodes are up with less than 1/2. A
// coterie survives fewer failures than half of the nodes, and no more.
func TestBestKnown(t *testing.T) {
	for n := 1; n <= 6; n++ {
		c := census.Class{Kind: setsys.Coterie, N: n}
		f, err := search.Best(t.Context(), c, search.Goal{P: big.NewRat(1, 4), R: 1})
		if err != nil || f.Best.Quorums.Len() != 1 || f.Value.Cmp(big.NewRat(1, 4)) != 0 {
			t.Errorf("n = %d: %v, %v", n, f, err)
		}
		f, err = search.Best(t.Context(), c, search.Goal{Load: true, Failures: (n - 1) / 2})
		if err != nil || f.Best == nil {
			t.Fatal(err)
		}
		for i := range f.Best.Quorums.Len() {
			if q := f.Best.Quorums.Words(i)[0]; bits.OnesCount64(q) > n/2+1 {
				t.Errorf("n = %d: %s survives %d failures", n, f.Best.Quorums, (n-1)/2)
			}
		}
		if f, err = search.Best(t.Context(), c, search.Goal{Load: true, Failures: (n-1)/2 + 1}); err != nil || f.Best != nil {
			t.Errorf("n = %d: %v, %v survives the failure of a majority", n, f.Best, err)
		}
	}
}

// What was cut says so, and what is out of reach is an error.
func TestCut(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := census.Class{Kind: setsys.Coterie, N: 4}
	if x, err := search.TakeCensus(ctx, c); err != nil || x.Cut == nil {
		t.Errorf("%v, %v", x, err)
	}
	if f, err := search.Best(ctx, c, search.Goal{Load: true}); err != nil || f.Cut == nil {
		t.Errorf("%v, %v", f, err)
	}
	for _, c := range []census.Class{{Kind: setsys.Coterie, N: 8}, {Kind: setsys.KCoterie, N: 8, K: 2}, {Kind: setsys.HKArbiter, N: 5, K: 3}} {
		if x, err := search.TakeCensus(t.Context(), c); err == nil {
			t.Errorf("%v", x)
		}
		if f, err := search.Best(t.Context(), c, search.Goal{Load: true}); err == nil {
			t.Errorf("%v", f)
		}
	}
}
