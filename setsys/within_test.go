package setsys_test

import (
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// What is left of a family when nodes are down, listed or a formula: the quorums within.
func TestWithin(t *testing.T) {
	rng := slow.Random(t, 41)
	empty := 0
	for range 500 {
		n := 1 + rng.IntN(7)
		var members []*setsys.Formula
		for range 1 + rng.IntN(4) {
			k := 1 + rng.IntN(n)
			members = append(members, setsys.AtLeast(1+rng.IntN(k), setsys.OfNodes(rng.Perm(n)[:k]...)...))
		}
		f := setsys.Unlisted(n, setsys.AtLeast(1+rng.IntN(len(members)), members...), 1000)
		up := setsys.NewNodeSet(n, rng.Perm(n)[:rng.IntN(n+1)]...)
		list := must(f.List())
		left := list.Within(up)
		want := 0
		for _, q := range list.All() {
			if q.SubsetOf(up) {
				want++
			}
		}
		if left.Len() != want || want == 0 != f.Within(up).IsListed() {
			t.Fatalf("%d quorums are left, not %d", want, left.Len())
		}
		if want == 0 {
			empty++
			continue
		}
		if got := must(f.Within(up).List()); !got.Equal(left) {
			t.Fatalf("%v and %v are left within %v", got, left, up)
		}
	}
	if empty < 50 {
		t.Error(empty)
	}
}
