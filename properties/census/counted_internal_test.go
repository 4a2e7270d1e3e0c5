package census

import (
	"maps"
	"slices"
	"testing"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/setsys"
)

// unchanged lists the families of sets of 7 nodes that have, with each set, those that contain
// it, that have no single node, and that a renaming leaves unchanged, as long as may allows.
func unchanged(to []int, may func(t table) bool, do func(t table)) {
	all := sized(7, 7)
	for size := 6; size > 1; size-- {
		all = append(all, sized(7, size)...)
	}
	var orbits [][]int
	seen := map[uint64]bool{}
	for _, set := range all {
		var orbit []int
		for !seen[set] {
			seen[set] = true
			orbit = append(orbit, int(set))
			next := uint64(0)
			for v := range 7 {
				next |= (set >> v & 1) << to[v]
			}
			set = next
		}
		if orbit != nil {
			orbits = append(orbits, orbit)
		}
	}
	var choose func(i int, t table)
	choose = func(i int, t table) {
		if i == len(orbits) {
			do(t)
			return
		}
		choose(i+1, t)
		for _, set := range orbits[i] {
			if !t.surrounds(set, 7) {
				return
			}
		}
		for _, set := range orbits[i] {
			t.flip(set)
		}
		if may(t) {
			choose(i+1, t)
		}
	}
	choose(0, table{})
}

// TestUnchanged compares what is counted for a renaming with what listing all families that it
// leaves unchanged finds.
func TestUnchanged(t *testing.T) {
	x := newSeven()
	intersects := func(f table) bool {
		for set := range 128 {
			if f.has(set) && f.has(127-set) {
				return false
			}
		}
		return true
	}
	twoCoterie := func(f table) bool {
		quorums := f.minimal(7)
		return !disjoint(quorums, 0, 3) && !slices.ContainsFunc(quorums, func(q uint64) bool { return !f.has(127 - int(q)) })
	}
	for kind, to := range map[string][]int{
		"7":   {1, 2, 3, 4, 5, 6, 0},
		"16":  {0, 2, 3, 4, 5, 6, 1},
		"25":  {1, 0, 3, 4, 5, 6, 2},
		"34":  {1, 2, 0, 4, 5, 6, 3},
		"115": {0, 1, 3, 4, 5, 6, 2},
		"223": {1, 0, 3, 2, 5, 6, 4},
		"124": {0, 2, 1, 4, 5, 6, 3},
	} {
		if cycles(to) != kind {
			t.Errorf("%v has the cycles %s, not %s", to, cycles(to), kind)
		}
		count := 0
		unchanged(to, intersects, func(f table) {
			if f != (table{}) {
				count++
			}
		})
		if got := x.coteries(to); got != count {
			t.Errorf("%s: %d coteries, not %d", kind, got, count)
		}
		if kind == "124" || kind == "223" {
			continue // too many families that are none
		}
		count = 0
		unchanged(to, func(table) bool { return true }, func(f table) {
			if f != (table{}) && twoCoterie(f) {
				count++
			}
		})
		if got := x.twoCoteries(to); got != count {
			t.Errorf("%s: %d 2-coteries, not %d", kind, got, count)
		}
	}
}

// The number of coteries on 7 nodes is that of self-dual monotone Boolean functions of 8
// variables (A001206 of the OEIS) but for one; and averages over renamings are whole, or it is
// an error.
func TestCounted(t *testing.T) {
	c, err := Count(t.Context(), Class{Kind: setsys.Coterie, N: 7})
	if err != nil || c.Labelled != 229809982112-1 {
		t.Errorf("%v, %v", c, err)
	}
	if _, err := overRenamings(t.Context(), newSeven().twoCoteries); err != nil {
		t.Error(err)
	}
	kinds := map[string]bool{}
	c, err = overRenamings(t.Context(), func(to []int) int {
		if kinds[cycles(to)] = true; cycles(to) == "7" {
			return 1
		}
		return 0
	})
	if err == nil {
		t.Errorf("720 of 5040 are %v on average", c)
	}
	if len(kinds) != 15 {
		t.Errorf("%d kinds of renamings", len(kinds))
	}
}

// The nondominated 2-coteries on 6 nodes are those among all.
func TestNondominatedTwo(t *testing.T) {
	all, err := Structures(t.Context(), Class{Kind: setsys.KCoterie, N: 6, K: 2})
	if err != nil {
		t.Fatal(err)
	}
	var want []*setsys.Structure
	for _, s := range all {
		report, err := properties.Check(t.Context(), s, []properties.ID{properties.Nondomination})
		if err != nil {
			t.Fatal(err)
		}
		if report.Verdict == verdict.Holds {
			want = append(want, s)
		}
	}
	got, err := NondominatedTwo(t.Context(), 6)
	if err != nil || !maps.Equal(leasts(t, got), leasts(t, want)) {
		t.Errorf("%d, not %d; %v", len(got), len(want), err)
	}
}
