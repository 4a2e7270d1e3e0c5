package census

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// leasts returns the least tables of structures, each of another class.
func leasts(t *testing.T, all []*setsys.Structure) map[table]bool {
	t.Helper()
	set := map[table]bool{}
	for _, s := range all {
		least, _ := tableOf(tupleOf(s)[0], s.Universe.Len()).least(s.Universe.Len())
		if set[least] {
			t.Errorf("%s is listed twice", s.Quorums)
		}
		set[least] = true
	}
	return set
}

// What is found for more nodes is, on few, what trying all antichains finds.
func TestLargerOnFewNodes(t *testing.T) {
	for _, kind := range []setsys.Kind{setsys.Coterie, setsys.KCoterie, setsys.KArbiter} {
		for n := 2; n <= MaxNodes; n++ {
			for k := 1; k <= n && (k == 1 || kind != setsys.Coterie); k++ {
				c := Class{Kind: kind, N: n, K: k}
				want, err := Structures(t.Context(), c)
				if err != nil {
					t.Fatal(err)
				}
				got, err := larger(t.Context(), c)
				if err != nil || !maps.Equal(leasts(t, got), leasts(t, want)) {
					t.Errorf("%+v: %d, not %d; %v", c, len(got), len(want), err)
				}
			}
		}
	}
}

// The k-coteries with k > 2 that are put together are, on fewer than 7 nodes, those among all
// antichains.
func TestSeparate(t *testing.T) {
	most := 5
	if slow.Tests() {
		most = 6
	}
	for n := 4; n <= most; n++ {
		for k := 3; k <= n; k++ {
			c := Class{Kind: setsys.KCoterie, N: n, K: k}
			want, err := Structures(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			tables, err := separate(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			x := &listing{Class: c}
			for _, table := range tables {
				if err := x.judge(t.Context(), x.Structure(table.minimal(n))); err != nil {
					t.Fatal(err)
				}
			}
			if !maps.Equal(leasts(t, x.found), leasts(t, want)) {
				t.Errorf("%+v: %d, not %d", c, len(x.found), len(want))
			}
		}
	}
}

// TestCounts: antichains are as many as published (A003182 of the OEIS, without the empty
// family and that of the empty set), coteries on n nodes as self-dual monotone Boolean
// functions of n+1 variables (A001206) but for one, and k-arbiters with k of at least n-1 are
// the families whose quorums have a node in common.
func TestCounts(t *testing.T) {
	antichains := []int{0, 1, 3, 8, 28, 208, 16351}
	if !slow.Tests() {
		antichains = antichains[:6] // k-coteries on 7 nodes are counted by those on 6
	}
	for n, want := range antichains {
		all, err := grown(t.Context(), n, func([]uint64, uint64) bool { return true })
		if n > 0 && (err != nil || len(all) != want) {
			t.Errorf("%d antichains on %d nodes, not %d; %v", len(all), n, want, err)
		}
	}
	dedekind := []int{2, 3, 6, 20, 168, 7581, 7828354}
	common := func(n int) (count int) { // by inclusion and exclusion over those nodes
		choose, sign := 1, 1
		for j := 1; j <= n; j++ {
			choose = choose * (n - j + 1) / j
			count += sign * choose * (dedekind[n-j] - 1)
			sign = -sign
		}
		return count
	}
	type counts struct{ Classes, Labelled int }
	count := func(kind setsys.Kind, n, k int) counts {
		all, err := Structures(t.Context(), Class{Kind: kind, N: n, K: k})
		if err != nil {
			t.Fatal(err)
		}
		x := counts{Classes: len(all)}
		for _, s := range all {
			x.Labelled += Renamings(s)
		}
		return x
	}
	if got := count(setsys.Coterie, 6, 0).Labelled; got != 1422564-1 {
		t.Errorf("%d coteries on 6 nodes", got)
	}
	most := 6
	if slow.Tests() {
		most = 7
	}
	for n := 2; n <= most; n++ {
		for k := max(n-1, 2); k <= n; k++ {
			if got := count(setsys.KArbiter, n, k).Labelled; got != common(n) {
				t.Errorf("%d %d-arbiters on %d nodes, not %d", got, k, n, common(n))
			}
		}
	}
	// Pinned: what docs/findings-sizes.md says.
	want := map[int]counts{3: {1959, 4623899}, 4: {52, 24780}, 5: {8, 546}, 6: {2, 28}, 7: {1, 1}}
	got := map[int]counts{}
	for k := range want {
		if most < 7 && k > 3 {
			delete(want, k) // each takes seconds
			continue
		}
		got[k] = count(setsys.KCoterie, 7, k)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("k-coteries on 7 nodes: %s", diff)
	}
}

// TestFoundAtRandom: a 2-arbiter on 7 nodes that is made at random is one of those listed.
func TestFoundAtRandom(t *testing.T) {
	if !slow.Tests() {
		t.Skip("lists all, which takes half a minute; QCHECK_LONG=1 does it")
	}
	all, err := Structures(t.Context(), Class{Kind: setsys.KArbiter, N: 7, K: 2})
	if err != nil || len(all) != 27844 {
		t.Fatal(len(all), err)
	}
	listed := leasts(t, all)
	r := slow.Random(t, 2)
	for range 20000 {
		var quorums []uint64
		for range 1 + r.IntN(60) {
			set := 1 + r.Uint64N(127)
			for range r.IntN(3) {
				set |= 1 + r.Uint64N(127)
			}
			together := append(slices.Clone(quorums), set)
			fits := true
			for _, a := range together {
				for _, b := range together {
					for _, c := range together {
						fits = fits && a&b&c != 0
					}
				}
			}
			if fits {
				quorums = together
			}
		}
		if least, _ := tableOf(quorums, 7).least(7); !listed[least] {
			t.Fatalf("%v is not listed", quorums)
		}
	}
}
