package setsys_test

import (
	"errors"
	"slices"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// transversals returns the minimal among all 2^n sets that meet every set.
func (l setList) transversals(n int) setList {
	var hitting setList
	for _, w := range allSets(n) {
		meetsAll := true
		for _, s := range l {
			if !slices.ContainsFunc(s, func(v int) bool { return slices.Contains(w, v) }) {
				meetsAll = false
			}
		}
		if meetsAll {
			hitting = append(hitting, w)
		}
	}
	return hitting.minimal()
}

func checkTransversals(t *testing.T, n int, l setList) {
	t.Helper()
	f, want := l.family(n), l.transversals(n)
	dual, err := f.Transversals(len(want))
	if err != nil || !lists(dual).equal(want) || dual.Nodes() != n {
		t.Fatalf("%v over %d: %s, %v, want %v", l, n, dual, err, want)
	}
	back, err := dual.Transversals(1 << n)
	if err != nil || !back.Equal(f.Minimal()) {
		t.Fatalf("%v over %d: the dual of the dual is %s, %v", l, n, back, err)
	}
	if len(want) == 0 {
		return
	}
	none, err := f.Transversals(len(want) - 1)
	var tooMany setsys.ErrTooMany
	if !errors.As(err, &tooMany) || tooMany.Limit != len(want)-1 || none.Len() > 0 {
		t.Fatalf("%v over %d: no error at the limit, but %v", l, n, err)
	}
}

func TestTransversalsOfAllSmallFamilies(t *testing.T) {
	for n := range 4 {
		allFamilies(n, false, func(l setList) { checkTransversals(t, n, l) })
	}
	allFamilies(4, true, func(l setList) { checkTransversals(t, 4, l) })
}

func TestTransversalsOfRandomFamilies(t *testing.T) {
	rng := slow.Random(t, 62)
	for n := 4; n <= 10; n++ {
		rounds := 100
		if n > 7 {
			rounds = 12
		}
		randomFamilies(rng, n, rounds, func(l setList) { checkTransversals(t, n, l) })
	}
}

// Over several words there are too many sets to try; that the result is right
// follows from: all are minimal transversals, and the dual of it is the family.
func TestTransversalsOverSeveralWords(t *testing.T) {
	rng := slow.Random(t, 72)
	for _, n := range []int{64, 65, 130} {
		for range 30 {
			var l setList
			for range 1 + rng.IntN(5) {
				s := nodeList(rng.Perm(n)[:1+rng.IntN(6)])
				slices.Sort(s)
				l = append(l, s)
			}
			f := l.family(n)
			dual, err := f.Transversals(1_000_000)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range dual.All() {
				for _, s := range f.All() {
					if !d.Intersects(s) {
						t.Fatalf("%v over %d: %s misses %s", l, n, d, s)
					}
				}
				for v := range d.All() {
					rest := d.Difference(setsys.NewNodeSet(n, v))
					if !slices.ContainsFunc(l, func(s nodeList) bool { return !rest.Intersects(s.set(n)) }) {
						t.Fatalf("%v over %d: %s is not minimal", l, n, d)
					}
				}
			}
			if back, err := dual.Transversals(1_000_000); err != nil || !back.Equal(f.Minimal()) {
				t.Fatalf("%v over %d: the dual of the dual is %s, %v", l, n, back, err)
			}
		}
	}
}

func TestTransversalsOfTheTrivial(t *testing.T) {
	for _, row := range []struct {
		reason  string
		f, want setsys.Family
	}{
		{"every set meets all of none, and the empty set is minimal", family(3), family(3, []int{})},
		{"no set meets the empty set", family(3, []int{1}, []int{}), family(3)},
		{"a set twice is as good as once", family(3, []int{1, 2}, []int{1, 2}), family(3, []int{1}, []int{2})},
	} {
		if got, err := row.f.Transversals(5); err != nil || !got.Equal(row.want) {
			t.Errorf("%s: %s, %v", row.reason, got, err)
		}
	}
	if got, err := family(3, []int{}).Transversals(0); err != nil || got.Len() != 0 {
		t.Errorf("no set fits a limit of 0: %s, %v", got, err)
	}
	if _, err := family(3).Transversals(0); err == nil || err.Error() != "more than 0 sets" {
		t.Errorf("one set does not fit a limit of 0: %v", err)
	}
}
