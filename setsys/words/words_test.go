package words_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"qcheck/setsys/slow"
	"qcheck/setsys/words"
)

// A model is a set as the list of its members, ascending.
type model []int

func (m model) words(n int) []uint64 {
	row := make([]uint64, words.Of(n))
	for _, v := range m {
		row[v/64] |= uint64(1) << (v % 64)
	}
	return row
}

func members(n int, row []uint64) model {
	var m model
	for v := range n {
		if row[v/64]&(uint64(1)<<(v%64)) != 0 {
			m = append(m, v)
		}
	}
	return m
}

func filter(m model, keep func(v int) bool) model {
	var r model
	for _, v := range m {
		if keep(v) {
			r = append(r, v)
		}
	}
	return r
}

// checkOne compares every function of one set over n nodes with the model.
func checkOne(t *testing.T, n int, a model) {
	t.Helper()
	row := a.words(n)
	if got := words.Count(row); got != len(a) {
		t.Fatalf("Count(%v) = %d", a, got)
	}
	if got := words.Empty(row); got != (len(a) == 0) {
		t.Fatalf("Empty(%v) = %v", a, got)
	}
	for v := range n + 130 { // beyond the last word, too
		from := filter(a, func(x int) bool { return x >= v })
		if got := words.CountFrom(row, v); got != len(from) {
			t.Fatalf("CountFrom(%v, %d) = %d", a, v, got)
		}
		want := -1
		if len(from) > 0 {
			want = from[0]
		}
		if got := words.Next(row, v); got != want {
			t.Fatalf("Next(%v, %d) = %d, want %d", a, v, got, want)
		}
		if v >= n {
			continue
		}
		if got := words.Has(row, v); got != slices.Contains(a, v) {
			t.Fatalf("Has(%v, %d) = %v", a, v, got)
		}
		changed := slices.Clone(row)
		words.Add(changed, v)
		with := append(filter(a, func(x int) bool { return x != v }), v)
		slices.Sort(with)
		if got := members(n, changed); !slices.Equal(got, with) {
			t.Fatalf("Add(%v, %d) = %v", a, v, got)
		}
		words.Remove(changed, v)
		if got := members(n, changed); !slices.Equal(got, filter(a, func(x int) bool { return x != v })) {
			t.Fatalf("Remove(%v, %d) = %v", a, v, got)
		}
	}
}

// checkTwo compares every function of two sets over n nodes with the model.
func checkTwo(t *testing.T, n int, a, b model) {
	t.Helper()
	x, y := a.words(n), b.words(n)
	both := filter(a, func(v int) bool { return slices.Contains(b, v) })
	only := filter(a, func(v int) bool { return !slices.Contains(b, v) })
	if got := words.Disjoint(x, y); got != (len(both) == 0) {
		t.Fatalf("Disjoint(%v, %v) = %v", a, b, got)
	}
	if got := words.Subset(x, y); got != (len(only) == 0) {
		t.Fatalf("Subset(%v, %v) = %v", a, b, got)
	}
	if got := words.Equal(x, y); got != slices.Equal(a, b) {
		t.Fatalf("Equal(%v, %v) = %v", a, b, got)
	}
	if got := words.Compare(x, y); got != slices.Compare(a, b) {
		t.Fatalf("Compare(%v, %v) = %d", a, b, got)
	}
	either := append(slices.Clone(only), b...)
	slices.Sort(either)
	dst := make([]uint64, words.Of(n))
	words.And(dst, x, y)
	if got := members(n, dst); !slices.Equal(got, both) {
		t.Fatalf("And(%v, %v) = %v", a, b, got)
	}
	words.AndNot(dst, x, y)
	if got := members(n, dst); !slices.Equal(got, only) {
		t.Fatalf("AndNot(%v, %v) = %v", a, b, got)
	}
	words.Or(dst, x, y)
	if got := members(n, dst); !slices.Equal(got, either) {
		t.Fatalf("Or(%v, %v) = %v", a, b, got)
	}
	words.Or(x, x, y) // in place
	if got := members(n, x); !slices.Equal(got, either) {
		t.Fatalf("Or(%v, %v) in place = %v", a, b, got)
	}
}

func TestAllSmallSets(t *testing.T) {
	for n := range 7 {
		var all []model
		for bits := range uint64(1) << n {
			all = append(all, members(n, []uint64{bits}))
		}
		for _, a := range all {
			checkOne(t, n, a)
			for _, b := range all {
				checkTwo(t, n, a, b)
			}
		}
	}
}

// randomSets returns sets that often agree on long stretches.
func randomSets(rng *rand.Rand, n, count int) []model {
	var sets []model
	for range count {
		var m model
		density, from, to := rng.Float64(), rng.IntN(n+1), rng.IntN(n+1)
		if len(sets) > 0 && rng.IntN(2) == 0 { // like an earlier one, except for a few nodes
			flip := map[int]bool{rng.IntN(n): true, rng.IntN(n): true}
			earlier := sets[rng.IntN(len(sets))]
			for v := range n {
				if slices.Contains(earlier, v) != flip[v] {
					m = append(m, v)
				}
			}
		} else {
			for v := min(from, to); v < max(from, to); v++ {
				if rng.Float64() < density {
					m = append(m, v)
				}
			}
		}
		sets = append(sets, m)
	}
	return sets
}

func TestRandomSetsOfSeveralWords(t *testing.T) {
	rng := slow.Random(t, 1)
	for _, n := range []int{63, 64, 65, 127, 128, 129, 130, 200} {
		sets := append(randomSets(rng, n, 40), nil, members(n, words.Full(n)))
		for _, a := range sets {
			checkOne(t, n, a)
			for _, b := range sets {
				checkTwo(t, n, a, b)
			}
		}
	}
}

func TestOfAndFull(t *testing.T) {
	for n := range 300 {
		if got := words.Of(n); 64*got < n || 64*(got-1) >= n && n > 0 || n == 0 && got != 0 {
			t.Errorf("Of(%d) = %d", n, got)
		}
		full := words.Full(n)
		if len(full) != words.Of(n) || words.Count(full) != n || n > 0 && words.Next(full, n-1) != n-1 {
			t.Errorf("Full(%d) = %x", n, full)
		}
	}
}
