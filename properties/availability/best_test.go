package availability

import (
	"math/big"
	"slices"
	"testing"
)

// TestBest compares where each k-coterie is said to be the best with a look at each of many
// reliabilities, at all k-coteries.
func TestBest(t *testing.T) {
	const steps = 240 // has halves, thirds, quarters, fifths
	best, looked := 0, 0
	for n := 1; n <= 4; n++ {
		all := map[[2]int][]Vector{} // by k and r
		antichains(n, func(quorums []uint32) {
			for k := 1; k <= n; k++ {
				if !obviousKCoterie(n, quorums, k, false) {
					continue
				}
				for i, row := range obviousRows(n, quorums, k) {
					at := [2]int{k, i + 1}
					if v := vectorOf(row.Counts); !slices.ContainsFunc(all[at], v.Equal) {
						all[at] = append(all[at], v)
					}
				}
			}
		})
		for at, vectors := range all {
			for _, v := range vectors {
				in := Best(v, vectors)
				for i := 1; i < steps; i++ {
					p := big.NewRat(int64(i), steps)
					is := !slices.ContainsFunc(vectors, func(w Vector) bool { return w.At(p).Cmp(v.At(p)) > 0 })
					if said := slices.ContainsFunc(in, func(i Interval) bool { return i.Has(p, p) }); said != is {
						t.Fatalf("n = %d, k and r = %v, %v, p = %v: best %v, said %v", n, at, v, p, is, in)
					}
					looked++
					if is {
						best++
					}
				}
			}
		}
	}
	if best < 3000 || looked < 2*best {
		t.Errorf("%d of %d are the best", best, looked)
	}
}

// TestBestAtSingleNumbers has vectors that are best only where they touch
// another, which no k-coterie does that is compared.
func TestBestAtSingleNumbers(t *testing.T) {
	vector := func(c ...int) Vector { return vectorOf(c) }
	for _, c := range []struct {
		reason string
		v      Vector
		others []Vector
		want   string
	}{
		{"alone", vector(0, 1, 1), nil, "[(0, 1)]"},
		{"itself", vector(0, 1, 1), []Vector{vector(0, 1, 1)}, "[(0, 1)]"},
		{"never", vector(0, 0, 1), []Vector{vector(0, 1, 1)}, "[]"},
		{"touching: the difference is -(2p-1)^2", vector(0, 4, 0), []Vector{vector(1, 2, 1)}, "[[1/2, 1/2]]"},
		{"the difference is (1-p)^2 less p^2", vector(1, 1, 0), []Vector{vector(0, 1, 1)}, "[(0, 1/2]]"},
		{"touching, but below another there", vector(0, 4, 0), []Vector{vector(1, 2, 1), vector(0, 5, 0)}, "[]"},
		{"from 1/2 on: p^2 less p(1-p)", vector(0, 0, 1), []Vector{vector(0, 1, 0)}, "[[1/2, 1)]"},
		{"a gap: the difference is 13p^2-13p+3, negative between its roots", vector(3, 0, 3), []Vector{vector(0, 7, 0)}, "[(0, 0.3613250] and [0.6386750, 1)]"},
	} {
		got := "["
		for i, x := range Best(c.v, c.others) {
			if i > 0 {
				got += " and "
			}
			got += x.String()
		}
		if got += "]"; got != c.want {
			t.Errorf("%s: %s, want %s", c.reason, got, c.want)
		}
	}
}
