package properties_test

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/properties"
	"qcheck/properties/property"
	"qcheck/setsys"
)

// TestConfirmIsSound offers as witnesses everything that looks like one, up to
// a size, for structures on 2 nodes: Confirm must refuse all of them when the
// property holds, and accept those that the definitions confirm.
func TestConfirmIsSound(t *testing.T) {
	const n = 2
	for _, c := range []struct {
		class
		m, sets, members int
	}{
		{coteries, 0, 3, 3},
		{coteries2, 0, 3, 3},
		{class{setsys.KArbiter, 1}, 0, 2, 3},
		{class{setsys.HKArbiter, 1}, 0, 2, 3},
		{class{setsys.HKArbiter, 2}, 0, 1, 3},
		{class{setsys.KWRCoterie, 1}, 0, 2, 2},
		{class{setsys.KWRCoterie, 2}, 0, 1, 3}, // more would take seconds
		{class{setsys.ReadWrite, 0}, 0, 2, 2},
		{class{setsys.RequestSets, 0}, 1, n, 2},
		{class{setsys.RequestSets, 0}, 2, n, 2},
	} {
		t.Run(fmt.Sprintf("%v m=%d", c.class, c.m), func(t *testing.T) {
			t.Parallel()
			confirmed, refused := 0, 0
			plains(c.class, n, c.m, c.sets, func(s plain) {
				for _, id := range properties.Every(s.kind) {
					if id == properties.Nondomination {
						continue
					}
					holds := s.obeys(id)
					candidates(s, c.members, func(w property.Witness) {
						w.Property = id
						err := w.Confirm()
						switch {
						case err == nil && holds:
							t.Fatalf("%v: %s holds, but %s is confirmed", s, id, show(&w))
						case err == nil:
							confirmed++
						default:
							refused++
						}
					})
				}
			})
			if confirmed == 0 || refused == 0 {
				t.Errorf("%d confirmed, %d refused", confirmed, refused)
			}
		})
	}
}

// TestConfirmDominationIsSound does the same for domination.
func TestConfirmDominationIsSound(t *testing.T) {
	const n = 2
	for _, c := range []class{coteries, {setsys.KCoterie, 1}, coteries2, arbiters2, {setsys.HKArbiter, 1}, {setsys.HKArbiter, 2}} {
		all := structures(c.kind, n, c.k)
		confirmed, refused := 0, 0
		most := 2
		if c.kind == setsys.HKArbiter {
			most = 1
		}
		plains(c, n, 0, most, func(s plain) {
			dominated := s.dominated(all)
			candidates(s, 2, func(w property.Witness) {
				w = property.Witness{Property: "nondomination", Structure: w.Structure, Added: w.Members}
				err := w.Confirm()
				switch {
				case err == nil && !dominated:
					t.Fatalf("%v: nothing dominates it, but %s is confirmed", s, show(&w))
				case err != nil && dominated && s.required() && !foreign(w.Added) && s.needs(&w) == nil:
					t.Fatalf("%v: %s is not confirmed: %v", s, show(&w), err)
				case err == nil:
					confirmed++
				default:
					refused++
				}
			})
		})
		if confirmed == 0 || refused == 0 {
			t.Errorf("%v: %d confirmed, %d refused", c, confirmed, refused)
		}
	}
}

func foreign(ms []property.Member) bool {
	return slices.ContainsFunc(ms, func(m property.Member) bool { return m.Role == "other" })
}

// plains calls f with every structure of the class on n nodes whose families
// have up to most sets; request sets always have n.
func plains(c class, n, m, most int, f func(plain)) {
	families := 1
	switch c.kind {
	case setsys.HKArbiter:
		families = c.k
	case setsys.KWRCoterie, setsys.ReadWrite:
		families = 2
	}
	chosen := make([][]uint64, families)
	var choose func(h int)
	choose = func(h int) {
		if h == families {
			f(plain{kind: c.kind, n: n, k: c.k, m: m, families: chosen})
			return
		}
		lists(n, most, func(list []uint64) {
			if c.kind == setsys.RequestSets && len(list) != n {
				return
			}
			chosen[h] = slices.Clone(list)
			choose(h + 1)
		})
	}
	choose(0)
}

// candidates calls f with all witnesses of up to most members that name a
// family of s, or none, any set, any process or none.
func candidates(s plain, most int, f func(property.Witness)) {
	structure := s.structure()
	var choices []property.Member
	families := structure.Families()
	if s.kind != setsys.HKArbiter { // which has enough of them
		families = append(families, setsys.RoleFamily{Role: "other"})
	}
	for _, g := range families {
		for process := -1; process < s.n; process++ {
			if s.kind != setsys.RequestSets && process >= 0 {
				break
			}
			for set := range uint64(1) << s.n {
				choices = append(choices, property.Member{
					Role: g.Role, Process: process, Set: setsys.FromWords(s.n, []uint64{set}),
				})
			}
		}
	}
	w := property.Witness{Structure: structure}
	var extend func()
	extend = func() {
		f(w)
		if len(w.Members) == most {
			return
		}
		for _, m := range choices {
			w.Members = append(w.Members, m)
			extend()
			w.Members = w.Members[:len(w.Members)-1]
		}
	}
	extend()
}
