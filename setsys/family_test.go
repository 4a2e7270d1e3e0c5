package setsys_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"qcheck/setsys"
)

// setList is a family as the obvious: the list of its sets.
type setList []nodeList

func (l setList) family(n int) setsys.Family {
	b := setsys.NewFamilyBuilder(n)
	for _, s := range l {
		b.Add(s.set(n))
	}
	return b.Family()
}

func lists(f setsys.Family) setList {
	l := setList{}
	for _, s := range f.All() {
		l = append(l, s.Nodes())
	}
	return l
}

func (l setList) equal(m setList) bool {
	return slices.EqualFunc(l, m, func(a, b nodeList) bool { return slices.Equal(a, b) })
}

// sorted returns the sets in canonical order.
func (l setList) sorted() setList {
	l = slices.Clone(l)
	slices.SortStableFunc(l, func(a, b nodeList) int { return slices.Compare(a, b) })
	return l
}

func subset(a, b nodeList) bool {
	for _, v := range a {
		if !slices.Contains(b, v) {
			return false
		}
	}
	return true
}

// minimal returns the sets that contain no other, once each, sorted.
func (l setList) minimal() setList {
	var r setList
	for i, a := range l {
		keep := true
		for j, b := range l {
			if subset(b, a) && (len(b) < len(a) || j < i) {
				keep = false
			}
		}
		if keep {
			r = append(r, a)
		}
	}
	return r.sorted()
}

// allFamilies calls yield with every family of distinct sets over n nodes, and
// with just the antichains where antichains is true.
func allFamilies(n int, antichains bool, yield func(setList)) {
	sets := allSets(n)
	var extend func(from int, l setList)
	extend = func(from int, l setList) {
		if from == len(sets) {
			yield(l)
			return
		}
		extend(from+1, l)
		for _, s := range l {
			if antichains && (subset(s, sets[from]) || subset(sets[from], s)) {
				return
			}
		}
		extend(from+1, append(l[:len(l):len(l)], sets[from]))
	}
	extend(0, nil)
}

// randomFamilies calls yield with random families over n nodes, with repeats,
// with sets that contain one another, and with sets of one size.
func randomFamilies(rng *rand.Rand, n, count int, yield func(setList)) {
	for range count {
		var l setList
		size := 1 + rng.IntN(n)
		for range rng.IntN(12) {
			var s nodeList
			switch rng.IntN(4) {
			case 0:
				s = randomSet(rng, n).Nodes()
			case 1:
				s = append(s, rng.Perm(n)[:size]...)
				slices.Sort(s)
			case 2:
				if len(l) > 0 { // a subset or a repeat of an earlier one
					out := rng.IntN(n)
					s = l[rng.IntN(len(l))].filter(func(v int) bool { return v != out })
				}
			case 3:
				s = append(s, rng.Perm(n)[:min(n, 1+rng.IntN(3))]...)
				slices.Sort(s)
			}
			l = append(l, s)
		}
		yield(l)
		yield(product(rng, n))
	}
}

// product returns a family whose sets are of any of some beginnings, and any of
// some ends, so that its diagram shares what comes after different beginnings.
func product(rng *rand.Rand, n int) (l setList) {
	cut := rng.IntN(n)
	begin, end := setList{}, setList{}
	for range 1 + rng.IntN(3) {
		begin = append(begin, randomSet(rng, n).Nodes())
		end = append(end, randomSet(rng, n).Nodes())
	}
	for _, a := range begin {
		for _, b := range end {
			s := nodeList(a).filter(func(v int) bool { return v < cut })
			l = append(l, append(s, nodeList(b).filter(func(v int) bool { return v >= cut })...))
		}
	}
	return l
}

// eachFamily calls yield with all families over up to 3 nodes, all antichains
// over 4, and random families over up to 130.
func eachFamily(t *testing.T, seed uint64, yield func(n int, l setList)) {
	t.Helper()
	for n := range 4 {
		allFamilies(n, false, func(l setList) { yield(n, l) })
	}
	allFamilies(4, true, func(l setList) { yield(4, l) })
	rng := rand.New(rand.NewPCG(seed, seed))
	for _, n := range []int{4, 5, 6, 8, 10, 63, 64, 65, 130} {
		randomFamilies(rng, n, 60, func(l setList) { yield(n, l) })
	}
}

// The numbers of antichains are those of Dedekind.
func TestAllAntichainsAreThere(t *testing.T) {
	for n, want := range []int{2, 3, 6, 20, 168} {
		got := 0
		allFamilies(n, true, func(setList) { got++ })
		if got != want {
			t.Errorf("%d antichains over %d nodes, want %d", got, n, want)
		}
	}
}

func TestFamily(t *testing.T) {
	eachFamily(t, 31, func(n int, l setList) {
		f := l.family(n)
		if f.Nodes() != n || f.Len() != len(l) || !lists(f).equal(l) {
			t.Fatalf("%v over %d: %s", l, n, f)
		}
		for i := range l {
			if !slices.Equal(f.At(i).Nodes(), l[i]) || !slices.Equal(f.Words(i), l[i].set(n).Words()) {
				t.Fatalf("%v over %d: set %d is %s", l, n, i, f.At(i))
			}
		}
		if got := lists(f.Canonical()); !got.equal(l.sorted()) {
			t.Fatalf("%v over %d: Canonical %v", l, n, got)
		}
		if got := lists(f.Minimal()); !got.equal(l.minimal()) {
			t.Fatalf("%v over %d: Minimal %v", l, n, got)
		}
		if !lists(f).equal(l) {
			t.Fatalf("%v over %d: changed to %s", l, n, f)
		}
		if !f.Equal(l.family(n)) {
			t.Fatalf("%v over %d: not equal to itself", l, n)
		}
		if g := append(setList{{}}, l...).family(n); f.Equal(g) || g.Equal(f) {
			t.Fatalf("%v over %d: equal to one with a set more", l, n)
		}
		for stop := range l {
			seen := 0
			for range f.All() {
				if seen++; seen > stop {
					break
				}
			}
			if seen != stop+1 {
				t.Fatalf("%v over %d: All does not stop", l, n)
			}
		}
	})
}

func TestFamilyEqualTellsOrderRepeatsAndUniverse(t *testing.T) {
	f := family(3, []int{1}, []int{2})
	for reason, g := range map[string]setsys.Family{
		"another order":    family(3, []int{2}, []int{1}),
		"a repeat":         family(3, []int{1}, []int{1}),
		"another universe": family(4, []int{1}, []int{2}),
		"fewer sets":       family(3, []int{1}),
	} {
		if f.Equal(g) || g.Equal(f) {
			t.Errorf("%s: %s equals %s", reason, f, g)
		}
	}
}

func TestFamilyString(t *testing.T) {
	if got := fmt.Sprint(family(3, []int{1, 3}, []int{}), family(2)); got != "{{1,3},{}} {}" {
		t.Error(got)
	}
}

func TestFamilyBuilder(t *testing.T) {
	b := setsys.NewFamilyBuilder(70)
	row := setsys.NewNodeSet(70, 1, 69).Words()
	b.AddWords(row)
	row[0] = 0
	b.Add(setsys.NewNodeSet(70))
	if b.Len() != 2 {
		t.Errorf("%d sets", b.Len())
	}
	if f := b.Family(); !f.At(0).Equal(setsys.NewNodeSet(70, 1, 69)) || f.Len() != 2 {
		t.Errorf("%s: the builder keeps the caller's words", f)
	}
	if !panics(func() { setsys.NewFamily(3, setsys.NewNodeSet(4)) }) {
		t.Error("a set over another universe: no panic")
	}
	var zero setsys.Family
	if zero.Len() != 0 || zero.Nodes() != 0 || zero.Minimal().Len() != 0 || zero.String() != "{}" {
		t.Error("the zero family has something")
	}
}
