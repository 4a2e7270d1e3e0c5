package properties_test

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"qcheck/properties"
	"qcheck/setsys"
)

// obviousRemarks is what Remarks says, by the definitions: the nodes, the
// number of quorums to leave out and the family as text.
func (s plain) obviousRemarks(asked []properties.ID) []string {
	var found []string
	all := uint64(0)
	for _, f := range s.families {
		for _, q := range f {
			all |= q
		}
	}
	if unused := (1<<s.n - 1) &^ all; unused != 0 && all != 0 {
		found = append(found, fmt.Sprint("unused-nodes ", nodes(unused)))
	}
	for h, f := range s.families {
		id := properties.Minimality
		if s.kind.HasReads() {
			id = []properties.ID{properties.WriteMinimality, properties.ReadMinimality}[h]
		}
		if s.kind == setsys.RequestSets || slices.Contains(asked, id) {
			continue
		}
		count := 0
		for i, q := range f {
			// It contains another one, or is listed before.
			if slices.ContainsFunc(f, func(p uint64) bool { return p&^q == 0 && p != q }) || slices.Contains(f[:i], q) {
				count++
			}
		}
		if count > 0 {
			found = append(found, fmt.Sprint("redundant-quorums ", h, count))
		}
	}
	m := bits.OnesCount64(all)
	even := s.kind != setsys.RequestSets && s.k < 2 && m > 0 && m%2 == 0
	for _, f := range s.families {
		var majorities []uint64
		for set := range uint64(1) << s.n {
			if set&^all == 0 && bits.OnesCount64(set) == m/2+1 {
				majorities = append(majorities, set)
			}
		}
		even = even && slices.Equal(slices.Sorted(slices.Values(f)), majorities)
	}
	if even {
		found = append(found, fmt.Sprint("even-majority ", nodes(all)))
	}
	return found
}

func remarks(t *testing.T, s plain, asked []properties.ID) {
	t.Helper()
	structure := s.structure()
	var got []string
	for _, r := range properties.Remarks(t.Context(), structure, asked) {
		switch r.About {
		case "redundant-quorums":
			h := slices.IndexFunc(structure.Families(), func(f setsys.RoleFamily) bool { return f.Role == r.Role })
			got = append(got, fmt.Sprint(r.About, " ", h, r.Count))
			if len(r.Quorums) != 2 || !r.Quorums[0].SubsetOf(r.Quorums[1].NodeSet) {
				t.Fatalf("%v: %v", s, r.Quorums)
			}
		default:
			got = append(got, fmt.Sprint(r.About, " ", r.Nodes.Nodes()))
		}
	}
	if want := s.obviousRemarks(asked); !slices.Equal(got, want) {
		t.Fatalf("%v: remarks %q, want %q", s, got, want)
	}
}

// TestRemarks compares the remarks on all lists of quorums of few nodes, and on
// majorities, with the definitions.
func TestRemarks(t *testing.T) {
	for n := 1; n <= 3; n++ {
		lists(n, 3, func(f []uint64) {
			for _, c := range []class{coteries, coteries2, {setsys.KArbiter, 1}} {
				remarks(t, c.of(n, f), nil)
			}
			remarks(t, coteries.of(n, f), []properties.ID{properties.NonEmpty, properties.Minimality})
			if len(f) == n {
				remarks(t, plain{kind: setsys.RequestSets, n: n, m: 1, families: [][]uint64{f}}, nil)
			}
		})
	}
	lists(2, 2, func(f []uint64) {
		f = slices.Clone(f)
		lists(2, 2, func(g []uint64) {
			for _, asked := range [][]properties.ID{nil, {properties.WriteMinimality}, {properties.ReadMinimality}} {
				remarks(t, class{setsys.ReadWrite, 0}.of(2, f, g), asked)
				remarks(t, class{setsys.KWRCoterie, 1}.of(2, f, g), asked)
			}
			remarks(t, class{setsys.HKArbiter, 2}.of(2, f, g), nil)
		})
	})
	for n := 1; n <= 6; n++ {
		for size := 1; size <= n; size++ {
			var all []uint64
			for set := range uint64(1) << n {
				if bits.OnesCount64(set) == size {
					all = append(all, set)
				}
			}
			remarks(t, class{setsys.KCoterie, 1}.of(n, all), nil)
			remarks(t, coteries2.of(n, all), nil)
			remarks(t, coteries.of(n, all), nil)
			remarks(t, coteries.of(n+2, all), nil)                               // with two nodes in no quorum
			remarks(t, coteries.of(n, append(slices.Clone(all), all[0])), nil)   // one twice
			remarks(t, coteries.of(n, all[1:]), nil)                             // one missing
			remarks(t, class{setsys.ReadWrite, 0}.of(n, all, all), nil)          // both
			remarks(t, class{setsys.ReadWrite, 0}.of(n, all, []uint64{1}), nil)  // one of two
			remarks(t, class{setsys.HKArbiter, 1}.of(n, all), []properties.ID{}) // a family by units
		}
	}
}

func TestRemarkTexts(t *testing.T) {
	pairs := []uint64{0b11, 0b101, 0b110}
	for _, c := range []struct {
		s    plain
		want []string
	}{
		{coteries.of(4, pairs), []string{"no quorum contains the node 4"}},
		{coteries.of(5, pairs), []string{"no quorum contains any of the nodes {4,5}"}},
		{plain{kind: setsys.RequestSets, n: 2, m: 1, families: [][]uint64{{1, 1}}}, []string{"no request set contains the node 2"}},
		{coteries.of(3, append(pairs, 0b111)), []string{"1 quorum contains another and can be left out: quorum {1,2,3} contains quorum {1,2}"}},
		{coteries.of(3, append(pairs, 0b11)), []string{"1 quorum contains another and can be left out: quorum {1,2} is listed twice"}},
		{class{setsys.ReadWrite, 0}.of(3, pairs, []uint64{0b111, 0b11, 0b111}), []string{
			"2 read quorums contain others and can be left out: quorum {1,2,3} contains quorum {1,2} of the read family"}},
		{class{setsys.HKArbiter, 2}.of(2, []uint64{3}, []uint64{3, 1}), []string{
			"1 quorum contains another and can be left out: quorum {1,2} contains quorum {1} of Q_2"}},
		{coteries.of(2, []uint64{3}), []string{"a majority of 2 nodes survives 0 failures, as does a majority of 1, whose quorums are smaller"}},
		{coteries.of(4, []uint64{7, 11, 13, 14}), []string{"a majority of 4 nodes survives 1 failure, as does a majority of 3, whose quorums are smaller"}},
	} {
		var got []string
		for _, r := range properties.Remarks(t.Context(), c.s.structure(), nil) {
			got = append(got, r.Text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v: %q, want %q", c.s, got, c.want)
		}
	}
}
