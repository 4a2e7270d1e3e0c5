package construct_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// coteries returns small coteries of different shapes.
func coteries(t *testing.T) []*setsys.Structure {
	return []*setsys.Structure{
		build(t, "majority", values{"n": 1}),
		build(t, "majority", values{"n": 2}),
		build(t, "majority", values{"n": 3}),
		build(t, "majority-split", values{"n": 4}),
		build(t, "wheel", values{"n": 4}),
		build(t, "crumbling-wall", values{"widths": []int{1, 2, 2}}),
		build(t, "weighted-voting", values{"votes": []int{0, 1, 0}}), // nodes in no quorum
	}
}

// within reports whether some set of the family is a part of s.
func within(f setsys.Family, s uint64) bool {
	return slices.ContainsFunc(masks(f), func(q uint64) bool { return q&^s == 0 })
}

// A set has a quorum of the join if and only if it has one of the first coterie, where
// x stands for having one of the second.
func TestJoin(t *testing.T) {
	for _, left := range coteries(t) {
		for _, right := range coteries(t) {
			nl, nr := left.Universe.Len(), right.Universe.Len()
			for x := range nl {
				s := build(t, "join", values{"left": left, "right": right, "node": x + 1})
				if n := s.Universe.Len(); n != nl-1+nr || !s.Universe.IsNumbered() {
					t.Fatalf("%s: %d nodes", s.Name, n)
				}
				want := minimalWhere(nl-1+nr, func(s uint64) bool {
					below, above := s&(1<<x-1), s&(1<<(nl-1)-1)>>x
					first := below | above<<(x+1)
					if within(right.Quorums, s>>(nl-1)) {
						first |= 1 << x
					}
					return within(left.Quorums, first)
				})
				same(t, s.Name, s.Quorums, want)
				if !s.Quorums.Equal(s.Quorums.Canonical()) {
					t.Errorf("%s: not in canonical order", s.Name)
				}
			}
		}
	}
}

// Neilsen and Mizuno: a tree coterie is a join of wheels; a tree of depth 2 is a
// wheel with every rim node replaced by a wheel.
func TestTreeIsJoinOfWheels(t *testing.T) {
	for _, degree := range []int{2, 3} {
		wheel := build(t, "wheel", values{"n": degree + 1})
		s := wheel
		for range degree { // the rim node after the hub goes, the wheel's nodes come last
			s = build(t, "join", values{"left": s, "right": wheel, "node": "2"})
		}
		want := build(t, "tree", values{"depth": 2, "degree": degree})
		// The join has the root, then subtree by subtree; the tree goes by levels.
		level := func(i int) int {
			if i == 0 {
				return 0
			}
			child, place := (i-1)/(degree+1), (i-1)%(degree+1)
			if place == 0 {
				return 1 + child
			}
			return 1 + degree + child*degree + place - 1
		}
		var moved []uint64
		for _, q := range masks(s.Quorums) {
			var m uint64
			for i := range s.Universe.Len() {
				m |= q >> i & 1 << level(i)
			}
			moved = append(moved, m)
		}
		same(t, want.Name, want.Quorums, moved)
	}
}

func named(t *testing.T, s *setsys.Structure, names ...string) *setsys.Structure {
	t.Helper()
	u, err := setsys.Named(names)
	if err != nil {
		t.Fatal(err)
	}
	c := *s
	c.Universe = u
	return &c
}

func TestJoinAndUnionKeepNames(t *testing.T) {
	three := build(t, "majority", values{"n": 3})
	abc, xyz := named(t, three, "a", "b", "c"), named(t, three, "x", "y", "z")
	for _, c := range []struct {
		reason string
		s      *setsys.Structure
		nodes  string
	}{
		{"names of both", build(t, "join", values{"left": abc, "right": xyz, "node": "b"}), "{a,c,x,y,z}"},
		{"numbers become names beside names", build(t, "join", values{"left": three, "right": xyz, "node": 3}), "{1,2,x,y,z}"},
		{"numbers may come second", build(t, "join", values{"left": abc, "right": three, "node": "a"}), "{b,c,1,2,3}"},
		{"the replaced name is free again", build(t, "join", values{"left": abc, "right": named(t, three, "b", "d", "e"), "node": "b"}), "{a,c,b,d,e}"},
		{"union of names", build(t, "union", values{"left": abc, "right": xyz}), "{a,b,c,x,y,z}"},
		{"union with numbers", build(t, "union", values{"left": abc, "right": three}), "{a,b,c,1,2,3}"},
		{"two numbered ones are numbered anew", build(t, "union", values{"left": three, "right": three}), "{1,2,3,4,5,6}"},
		{"copies are numbered", build(t, "copies", values{"of": abc, "t": 2}), "{1,2,3,4,5,6}"},
	} {
		if got := c.s.Universe.Full().Format(c.s.Universe); got != c.nodes {
			t.Errorf("%s: %s, want %s", c.reason, got, c.nodes)
		}
	}
}

func TestUnionAndCopies(t *testing.T) {
	parts := append(coteries(t),
		build(t, "k-singleton", values{"n": 3, "k": 2}),
		build(t, "k-majority", values{"n": 5, "k": 2}))
	k := func(s *setsys.Structure) int {
		if s.Kind == setsys.Coterie {
			return 1
		}
		return s.K
	}
	for _, left := range parts {
		for _, right := range parts {
			s := build(t, "union", values{"left": left, "right": right})
			want := masks(left.Quorums)
			for _, q := range masks(right.Quorums) {
				want = append(want, q<<left.Universe.Len())
			}
			same(t, s.Name, s.Quorums, want)
			if s.K != k(left)+k(right) || s.Universe.Len() != left.Universe.Len()+right.Universe.Len() {
				t.Errorf("%s: k = %d, %d nodes", s.Name, s.K, s.Universe.Len())
			}
		}
		one := build(t, "copies", values{"of": left, "t": 1})
		if !one.Quorums.Equal(left.Quorums) || one.K != k(left) {
			t.Errorf("%s is not the structure itself", one.Name)
		}
		three := build(t, "copies", values{"of": left, "t": 3})
		two := build(t, "union", values{"left": left, "right": left})
		if want := build(t, "union", values{"left": two, "right": left}); !three.Quorums.Equal(want.Quorums) || three.K != want.K {
			t.Errorf("%s is not a union of unions", three.Name)
		}
	}
	if s, want := build(t, "copies", values{"of": build(t, "majority", values{"n": 1}), "t": 4}), build(t, "k-singleton", values{"n": 4, "k": 4}); !s.Quorums.Equal(want.Quorums) {
		t.Errorf("%s is not the 4-singleton coterie", s.Name)
	}
}

// unionsOf returns the unions of r pairwise disjoint sets, by trying all choices
// of r sets.
func unionsOf(qs []uint64, r int) []uint64 {
	var all []uint64
	var choose func(from int, u uint64, left int)
	choose = func(from int, u uint64, left int) {
		if left == 0 {
			all = append(all, u)
			return
		}
		for i := from; i < len(qs); i++ {
			if qs[i]&u == 0 {
				choose(i+1, u|qs[i], left-1)
			}
		}
	}
	choose(0, 0, r)
	return antichain(all)
}

func TestContraction(t *testing.T) {
	var parts []*setsys.Structure
	for k := 1; k <= 4; k++ {
		for n := k; n <= 9; n++ {
			parts = append(parts, build(t, "k-majority", values{"n": n, "k": k}), build(t, "k-singleton", values{"n": n, "k": k}))
		}
		for rows := 2; rows <= 6; rows++ {
			parts = append(parts, build(t, "torus", values{"rows": rows, "columns": 2, "k": k}))
		}
	}
	wall := build(t, "crumbling-wall", values{"widths": []int{2, 1, 2}}) // not minimal
	parts = append(parts, wall, build(t, "copies", values{"of": wall, "t": 3}), build(t, "row-covers", values{"rows": 3, "columns": 3}),
		build(t, "union", values{"left": build(t, "wheel", values{"n": 4}), "right": build(t, "row-covers", values{"rows": 2, "columns": 3})}))
	for _, of := range parts {
		k := of.K
		if of.Kind == setsys.Coterie {
			k = 1
		}
		for r := 1; r <= k; r++ {
			s := build(t, "contraction", values{"of": of, "r": r})
			if s.Kind != setsys.KCoterie || s.K != k/r {
				t.Errorf("%s: %s, k = %d", s.Name, s.Kind, s.K)
			}
			same(t, s.Name, s.Quorums, unionsOf(masks(of.Quorums), r))
		}
	}
}

// Kakugawa, proof of Theorem 5: when n+1 is a multiple of 2(m+1), the (m+1)-
// contraction of the (2m+1)-majority coterie is the majority coterie.
func TestContractionOfMajority(t *testing.T) {
	for _, c := range []struct{ m, n int }{{0, 5}, {1, 7}, {1, 11}, {2, 11}, {3, 7}} {
		of := build(t, "k-majority", values{"n": c.n, "k": 2*c.m + 1})
		s := build(t, "contraction", values{"of": of, "r": c.m + 1})
		if want := build(t, "majority", values{"n": c.n}); !s.Quorums.Equal(want.Quorums) || s.K != 1 {
			t.Errorf("%s: k = %d, %d quorums, want %d", s.Name, s.K, s.Quorums.Len(), want.Quorums.Len())
		}
	}
}

func TestContractionKeepsNames(t *testing.T) {
	of := named(t, build(t, "k-singleton", values{"n": 3, "k": 2}), "a", "b", "c")
	s := build(t, "contraction", values{"of": of, "r": 2})
	if got := s.Quorums.At(0).Format(s.Universe); got != "{a,b}" {
		t.Errorf("quorum %s", got)
	}
}

// Nested structures stay as they are.
func TestNestedIsNotChanged(t *testing.T) {
	of := named(t, build(t, "k-majority", values{"n": 5, "k": 2}), "a", "b", "c", "d", "e")
	before := of.Quorums.String()
	for name, v := range map[string]values{
		"contraction": {"of": of, "r": 2},
		"copies":      {"of": of, "t": 2},
		"union":       {"left": of, "right": build(t, "majority", values{"n": 3})},
	} {
		if _, err := construct.Build(name, v, limit); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff(before, of.Quorums.String()); d != "" || of.Universe.IsNumbered() || of.Name != "k-majority n=5 k=2" {
		t.Errorf("changed: %s", d)
	}
}
