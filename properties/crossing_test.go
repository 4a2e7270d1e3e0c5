package properties_test

import (
	"context"
	"testing"

	"qcheck/properties"
	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// Random old and new quorums, over nodes that they share in part: whether each of the one
// meets each of the other, quorum by quorum.
func TestCross(t *testing.T) {
	rng := slow.Random(t, 51)
	apart, meet := 0, 0
	for range 800 {
		var both [2]*setsys.Structure
		for i := range both {
			n := 2 + rng.IntN(4)
			var names []string
			for _, v := range rng.Perm(6)[:n] {
				names = append(names, string(rune('a'+v)))
			}
			u, err := setsys.Named(names)
			if err != nil {
				t.Fatal(err)
			}
			s := &setsys.Structure{Kind: setsys.ReadWrite, Universe: u}
			s.Write = setsys.Unlisted(n, randomFormula(rng, n, 1, false, nil), 1000)
			s.Read = setsys.Unlisted(n, setsys.AtLeast(n/2+1, setsys.OfNodes(rng.Perm(n)...)...), 1000)
			if rng.IntN(2) == 0 {
				if s, err = s.List(); err != nil {
					t.Fatal(err)
				}
			}
			both[i] = s
		}
		u, found, err := properties.Cross(context.Background(), both[0], both[1])
		if err != nil || len(found) != 2 {
			t.Fatal(err, found)
		}
		for i, roles := range [][2]func(*setsys.Structure) setsys.Family{
			{func(s *setsys.Structure) setsys.Family { return s.Write }, func(s *setsys.Structure) setsys.Family { return s.Read }},
			{func(s *setsys.Structure) setsys.Family { return s.Read }, func(s *setsys.Structure) setsys.Family { return s.Write }},
		} {
			var lists [2][]map[string]bool
			for j := range both {
				list, err := roles[j](both[j]).List()
				if err != nil {
					t.Fatal(err)
				}
				for _, q := range list.All() {
					names := map[string]bool{}
					for v := range q.All() {
						names[both[j].Universe.Name(v)] = true
					}
					lists[j] = append(lists[j], names)
				}
			}
			want := false
			for _, x := range lists[0] {
				for _, y := range lists[1] {
					shared := false
					for name := range x {
						shared = shared || y[name]
					}
					want = want || !shared
				}
			}
			if found[i].Apart != want || found[i].Open != "" {
				t.Fatalf("that quorums of %v and %v are disjoint is %v", lists[0], lists[1], want)
			}
			if meet++; want {
				apart, meet = apart+1, meet-1
				if found[i].X.Intersects(found[i].Y) || u.Len() < 2 {
					t.Fatal(found[i])
				}
			}
		}
	}
	if apart < 100 || meet < 100 {
		t.Errorf("%d disjoint, %d not", apart, meet)
	}
}
