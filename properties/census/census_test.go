package census_test

import (
	"slices"
	"testing"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/properties/census"
	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// The families are as many as the numbers of Dedekind say, without the empty
// family and that of the empty set.
func TestAntichains(t *testing.T) {
	for n, want := range []int{0, 1, 4, 18, 166, 7579} {
		if got := len(census.Antichains(n)); got != want {
			t.Errorf("%d antichains on %d nodes, not %d", got, n, want)
		}
	}
}

// k-coteries with all renamings are as many as a search of all families found, which shared nothing with
// this package.
func TestAsManyKCoteries(t *testing.T) {
	most := 5
	if slow.Tests() {
		most = 6
	}
	for n, want := range [][]int{1: {1}, 2: {3, 1}, 3: {11, 6, 1}, 4: {80, 45, 10, 1}, 5: {2645, 1413, 125, 15, 1}, 6: {1422563, 610302, 7384, 280, 21, 1}} {
		for i, want := range want {
			if n > most {
				break
			}
			all, err := census.Structures(t.Context(), census.Class{Kind: setsys.KCoterie, N: n, K: i + 1})
			if err != nil {
				t.Fatal(err)
			}
			labelled := 0
			for _, s := range all {
				if times := census.Renamings(s); n > 4 || times == len(renamed(s)) {
					labelled += times
				}
			}
			if labelled != want {
				t.Errorf("n = %d, k = %d: %d k-coteries, up to renaming %d, not %d", n, i+1, labelled, len(all), want)
			}
		}
	}
}

// Each structure of the kind has one renaming in the list: all tuples of antichains
// are renamed in all ways, in a second, plain way.
func TestOneOfEachClass(t *testing.T) {
	for _, c := range []census.Class{
		{Kind: setsys.Coterie, N: 4}, {Kind: setsys.KArbiter, N: 4, K: 2}, {Kind: setsys.HKArbiter, N: 3, K: 2},
		{Kind: setsys.KWRCoterie, N: 3, K: 1}, {Kind: setsys.KWRCoterie, N: 3, K: 2}, {Kind: setsys.ReadWrite, N: 3}, {Kind: setsys.RequestSets, N: 3, M: 1},
		{Kind: setsys.RequestSets, N: 3, M: 2}, {Kind: setsys.HKArbiter, N: 2, K: 3},
	} {
		listed, err := census.Structures(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for _, s := range listed {
			report, err := properties.Check(t.Context(), s, properties.Required(c.Kind))
			if err != nil || report.Verdict != verdict.Holds {
				t.Errorf("%v lists what is none: %v, %v", c, report, err)
			}
			if got, want := census.Renamings(s), len(renamed(s)); got != want {
				t.Errorf("%v: %d renamings, not %d", s, got, want)
			}
			for name := range renamed(s) {
				if seen[name] {
					t.Fatalf("%v: %s twice", c, name)
				}
				seen[name] = true
			}
		}
		if want := plainly(t, c); want != len(seen) {
			t.Errorf("%v: %d structures with all renamings, not %d", c, len(seen), want)
		}
	}
}

// Request sets, one resource: each two sets meet, and each has its process. With all renamings
// there are as many on up to four nodes, and on five with QCHECK_LONG, as when sets of numbers are put
// after each other.
func TestTuplesOfRequestSets(t *testing.T) {
	most := 4
	if slow.Tests() {
		most = 5
	}
	for n := 1; n <= most; n++ {
		var tuple []int
		var tuples func() int
		tuples = func() (count int) {
			if len(tuple) == n {
				return 1
			}
			for set := range 1 << n {
				if set>>len(tuple)&1 == 1 && !slices.ContainsFunc(tuple, func(other int) bool { return other&set == 0 }) {
					tuple = append(tuple, set)
					count += tuples()
					tuple = tuple[:len(tuple)-1]
				}
			}
			return count
		}
		all, err := census.Structures(t.Context(), census.Class{Kind: setsys.RequestSets, N: n, M: 1})
		labelled := 0
		for _, s := range all {
			labelled += census.Renamings(s)
		}
		if want := tuples(); err != nil || labelled != want || n == 5 && (len(all) != 4_620 || want != 499_796) {
			t.Errorf("n = %d: %d up to renaming, %d in all, not %d; %v", n, len(all), labelled, want, err)
		}
	}
}

// plainly counts the structures of a class, all renamings.
func plainly(t *testing.T, c census.Class) int {
	families, choices := 1, census.Antichains(c.N)
	switch c.Kind {
	case setsys.HKArbiter:
		families = c.K
	case setsys.KWRCoterie, setsys.ReadWrite:
		families = 2
	case setsys.RequestSets:
		families = c.N
		choices = slices.DeleteFunc(choices, func(f []uint64) bool { return len(f) != 1 })
	}
	u, err := setsys.Numbered(c.N)
	if err != nil {
		t.Fatal(err)
	}
	total := 1
	for range families {
		total *= len(choices)
	}
	count := 0
	for number := range total {
		var picked []setsys.Family
		all := setsys.NewFamilyBuilder(c.N)
		for range families {
			b := setsys.NewFamilyBuilder(c.N)
			for _, set := range choices[number%len(choices)] {
				b.AddWords([]uint64{set})
				all.AddWords([]uint64{set})
			}
			number /= len(choices)
			picked = append(picked, b.Family())
		}
		s := &setsys.Structure{Kind: c.Kind, K: c.K, M: c.M, Universe: u, Quorums: picked[0], ByUnits: picked, Requests: all.Family(), Write: picked[0]}
		if len(picked) > 1 {
			s.Read = picked[1]
		}
		report, err := properties.Check(t.Context(), s, properties.Required(c.Kind))
		if err != nil {
			t.Fatal(err)
		}
		if report.Verdict == verdict.Holds {
			count++
		}
	}
	return count
}

// renamed names all structures that renaming the nodes makes of one.
func renamed(s *setsys.Structure) map[string]bool {
	n := s.Universe.Len()
	names := map[string]bool{}
	to := make([]int, n)
	var assign func(i int, used uint)
	assign = func(i int, used uint) {
		if i < n {
			for v := range n {
				if used&(1<<v) == 0 {
					to[i] = v
					assign(i+1, used|1<<v)
				}
			}
			return
		}
		name := ""
		for _, f := range s.Families() {
			sets := make([]string, f.Family.Len())
			for j, q := range f.Family.All() {
				var nodes []int
				for v := range q.All() {
					nodes = append(nodes, to[v])
				}
				at := j
				if s.Kind == setsys.RequestSets {
					at = to[j]
				}
				sets[at] = setsys.NewNodeSet(n, nodes...).String()
			}
			if s.Kind != setsys.RequestSets {
				slices.Sort(sets)
			}
			for _, text := range sets {
				name += text
			}
			name += ";"
		}
		names[name] = true
	}
	assign(0, 0)
	return names
}

func TestTooMany(t *testing.T) {
	for _, c := range []census.Class{{Kind: setsys.Coterie, N: 7}, {Kind: setsys.KCoterie, N: 7, K: 2}, {Kind: setsys.KArbiter, N: 7, K: 1}, {Kind: setsys.KArbiter, N: 8, K: 2}, {Kind: setsys.ReadWrite, N: 6}, {Kind: setsys.Coterie}, {Kind: setsys.HKArbiter, N: 5, K: 3}} {
		if _, err := census.Structures(t.Context(), c); err == nil {
			t.Errorf("%v is listed", c)
		}
	}
}

// The nondominated coteries are those of all coteries that are; there are as many as
// self-dual monotone Boolean functions (A001206 and A008840 of the OEIS).
func TestNondominated(t *testing.T) {
	published := [][2]int{{}, {1, 1}, {2, 1}, {4, 2}, {12, 3}, {81, 7}, {2646, 30}, {1422564, 716}}
	most := census.MaxNondominated - 1
	if slow.Tests() {
		most++
	}
	for n := 1; n <= most; n++ {
		listed, err := census.Nondominated(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		labelled := 0
		var names []string
		for _, s := range listed {
			labelled += census.Renamings(s)
			names = append(names, s.Quorums.String())
			report, err := properties.Check(t.Context(), s, append(properties.Required(s.Kind), properties.Nondomination))
			if err != nil || report.Verdict != verdict.Holds {
				t.Errorf("%s: %v, %v", s.Quorums, report, err)
			}
		}
		if got := [2]int{labelled, len(listed)}; got != published[n] {
			t.Errorf("n = %d: %v, not %v", n, got, published[n])
		}
		if n > census.MaxNodes {
			continue
		}
		all, err := census.Structures(t.Context(), census.Class{Kind: setsys.Coterie, N: n})
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, s := range all {
			report, err := properties.Check(t.Context(), s, []properties.ID{properties.Nondomination})
			if err != nil {
				t.Fatal(err)
			}
			if report.Verdict == verdict.Holds {
				want = append(want, s.Quorums.String())
			}
		}
		if !slices.Equal(names, want) {
			t.Errorf("n = %d: %v, not %v", n, names, want)
		}
	}
	if _, err := census.Nondominated(t.Context(), census.MaxNondominated+1); err == nil {
		t.Error("too many nodes")
	}
}
