package setsys_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// nodeList is a set as the obvious: the list of its members, ascending.
type nodeList []int

func (l nodeList) set(n int) setsys.NodeSet { return setsys.NewNodeSet(n, l...) }

func (l nodeList) filter(keep func(v int) bool) nodeList {
	r := nodeList{}
	for _, v := range l {
		if keep(v) {
			r = append(r, v)
		}
	}
	return r
}

// allSets returns all 2^n sets over n nodes.
func allSets(n int) (sets []nodeList) {
	for bits := range uint(1) << n {
		l := nodeList{}
		for v := range n {
			if bits>>v&1 != 0 {
				l = append(l, v)
			}
		}
		sets = append(sets, l)
	}
	return sets
}

func randomLists(rng *rand.Rand, n, count int) (sets []nodeList) {
	sets = []nodeList{{}, allNodes(n)}
	for len(sets) < count {
		sets = append(sets, randomSet(rng, n).Nodes())
		last := sets[len(sets)-1]
		v := rng.IntN(n)
		sets = append(sets, last.filter(func(u int) bool { return u != v }), last[:rng.IntN(len(last)+1)])
	}
	return sets
}

func allNodes(n int) nodeList {
	l := nodeList{}
	for v := range n {
		l = append(l, v)
	}
	return l
}

func checkSet(t *testing.T, n int, a nodeList) {
	t.Helper()
	s := a.set(n)
	if s.Cap() != n || s.Len() != len(a) || s.IsEmpty() != (len(a) == 0) {
		t.Fatalf("%v: Cap %d, Len %d, IsEmpty %v", a, s.Cap(), s.Len(), s.IsEmpty())
	}
	if !slices.Equal(s.Nodes(), a) || !slices.Equal(slices.Collect(s.All()), a) {
		t.Fatalf("%v: Nodes %v", a, s.Nodes())
	}
	for stop := range len(a) {
		seen := 0
		for range s.All() {
			if seen++; seen > stop {
				break
			}
		}
		if seen != stop+1 {
			t.Fatalf("%v: All does not stop", a)
		}
	}
	for v := -2; v < n+70; v++ {
		if s.Has(v) != slices.Contains(a, v) {
			t.Fatalf("%v: Has(%d) = %v", a, v, s.Has(v))
		}
	}
	rest := allNodes(n).filter(func(v int) bool { return !slices.Contains(a, v) })
	if got := s.Complement(); !slices.Equal(got.Nodes(), rest) || got.Cap() != n || !got.Complement().Equal(s) {
		t.Fatalf("%v: Complement %v", a, got)
	}
	if len(s.Words()) != (n+63)/64 || !setsys.FromWords(n, s.Words()).Equal(s) {
		t.Fatalf("%v: Words %x", a, s.Words())
	}
	var names []string
	for _, v := range a {
		names = append(names, fmt.Sprint(v+1))
	}
	if got := s.String(); got != "{"+strings.Join(names, ",")+"}" {
		t.Fatalf("%v: String %s", a, got)
	}
}

func checkPair(t *testing.T, n int, a, b nodeList) {
	t.Helper()
	x, y := a.set(n), b.set(n)
	in := func(l nodeList) func(int) bool { return func(v int) bool { return slices.Contains(l, v) } }
	not := func(l nodeList) func(int) bool { return func(v int) bool { return !slices.Contains(l, v) } }
	if got := x.Intersection(y).Nodes(); !slices.Equal(got, a.filter(in(b))) {
		t.Fatalf("%v and %v: Intersection %v", a, b, got)
	}
	if got := x.Difference(y).Nodes(); !slices.Equal(got, a.filter(not(b))) {
		t.Fatalf("%v and %v: Difference %v", a, b, got)
	}
	either := append(a.filter(not(b)), b...)
	slices.Sort(either)
	if got := x.Union(y).Nodes(); !slices.Equal(got, either) {
		t.Fatalf("%v and %v: Union %v", a, b, got)
	}
	if got := x.SubsetOf(y); got != (len(a.filter(not(b))) == 0) {
		t.Fatalf("%v and %v: SubsetOf %v", a, b, got)
	}
	if got := x.Intersects(y); got != (len(a.filter(in(b))) > 0) {
		t.Fatalf("%v and %v: Intersects %v", a, b, got)
	}
	if got := x.Equal(y); got != slices.Equal(a, b) {
		t.Fatalf("%v and %v: Equal %v", a, b, got)
	}
	if got := x.Compare(y); got != slices.Compare(a, b) { // a total order, since that of lists is
		t.Fatalf("%v and %v: Compare %d", a, b, got)
	}
	if !slices.Equal(x.Nodes(), a) || !slices.Equal(y.Nodes(), b) {
		t.Fatalf("%v and %v: an operation changed them to %v and %v", a, b, x, y)
	}
}

func TestNodeSetAllSmall(t *testing.T) {
	for n := range 6 {
		for _, a := range allSets(n) {
			checkSet(t, n, a)
			for _, b := range allSets(n) {
				checkPair(t, n, a, b)
			}
		}
	}
}

func TestNodeSetRandom(t *testing.T) {
	rng := slow.Random(t, 22)
	for _, n := range []int{10, 63, 64, 65, 130} {
		sets := randomLists(rng, n, 40)
		for _, a := range sets {
			checkSet(t, n, a)
			for _, b := range sets {
				checkPair(t, n, a, b)
			}
		}
	}
}

func TestNodeSetZeroValue(t *testing.T) {
	var zero setsys.NodeSet
	none := setsys.NewNodeSet(0)
	for _, s := range []setsys.NodeSet{zero, none, zero.Complement(), none.Complement(), zero.Union(none), none.Intersection(zero), zero.Difference(zero)} {
		if s.Cap() != 0 || s.Len() != 0 || s.Has(0) || len(s.Nodes()) != 0 || len(s.Words()) != 0 || s.String() != "{}" {
			t.Errorf("%v has something", s)
		}
		if !s.Equal(zero) || !zero.Equal(s) || s.Compare(none) != 0 || !s.SubsetOf(zero) || s.Intersects(none) {
			t.Errorf("%v is not the empty set over no nodes", s)
		}
	}
	if zero.Equal(setsys.NewNodeSet(1)) {
		t.Error("sets over different universes are equal")
	}
}

func TestNodeSetFormat(t *testing.T) {
	u := must(setsys.Named([]string{"x", "y", "z"}))
	if got := setsys.NewNodeSet(3, 2, 0, 2).Format(u); got != "{x,z}" {
		t.Error(got)
	}
}

func TestNodeSetPanics(t *testing.T) {
	for reason, f := range map[string]func(){
		"a node at the end":   func() { setsys.NewNodeSet(3, 3) },
		"a node below 0":      func() { setsys.NewNodeSet(3, -1) },
		"different universes": func() { setsys.NewNodeSet(3).Union(setsys.NewNodeSet(4)) },
	} {
		if !panics(f) {
			t.Errorf("%s: no panic", reason)
		}
	}
}
