package availability

import (
	"fmt"
	"maps"
	"math/big"
	"math/bits"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/explore/yield"
	"qcheck/setsys/slow"
)

// TestEachKCoterie compares the enumeration with the definition on every
// antichain of up to 4 nodes, and the numbers with known ones.
func TestEachKCoterie(t *testing.T) {
	for n := 1; n <= 4; n++ {
		want := map[string]int{} // quorums and k
		c := newCube(n)
		antichains(n, func(quorums []uint32) {
			var narrow []uint8
			for _, q := range quorums {
				narrow = append(narrow, uint8(q))
			}
			available := c.available(narrow, nil)
			for k := 1; k <= n; k++ {
				is := obviousKCoterie(n, quorums, k, false)
				if got := c.isKCoterie(narrow, available, k); got != is {
					t.Fatalf("%v is a %d-coterie: %v, want %v", quorums, k, got, is)
				}
				if is {
					want[fmt.Sprint(quorums)] = k
				}
				strong := obviousKCoterie(n, quorums, k, true)
				if got := is && c.isStrong(narrow, available, k); got != strong {
					t.Fatalf("%v is a %d-coterie as printed: %v, want %v", quorums, k, got, strong)
				}
			}
		})
		got := map[string]int{}
		c.eachKCoterie(yield.NewWatch(t.Context()), func(quorums []uint8, available []uint64) {
			got[fmt.Sprint(quorums)] = len(available) - 1
		})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d nodes (-obvious +found):\n%s", n, diff)
		}
	}
}

// TestStrong has families on 6 nodes, where all k-coteries are such as
// definition 1 is printed, of which isStrong can say no.
func TestStrong(t *testing.T) {
	c := newCube(6)
	for _, x := range []struct {
		reason   string
		quorums  []uint8
		k        int
		isStrong bool
	}{
		{"every quorum leaves another", []uint8{0b000011, 0b001100, 0b000101, 0b110000}, 2, true},
		{"{1,3} and {5,6} leave nothing, though {1,2} and {5,6} leave {3,4}", []uint8{0b000011, 0b001100, 0b000101, 0b110000}, 3, false},
		{"three disjoint quorums", []uint8{0b000011, 0b001100, 0b110000}, 3, true},
	} {
		if got := c.isStrong(x.quorums, c.available(x.quorums, nil), x.k); got != x.isStrong {
			t.Errorf("%s: %v, want %v", x.reason, got, x.isStrong)
		}
	}
}

func vectorsOf(c *cube, available []uint64) []counts {
	var vectors []counts
	for _, sets := range available {
		vectors = append(vectors, c.vector(sets))
	}
	return vectors
}

// TestWithSingleton compares the vectors of all k-coteries that have the last
// node as a quorum with those that come from k-coteries on the other nodes.
func TestWithSingleton(t *testing.T) {
	for n := 2; n <= 5; n++ {
		want, got := map[string]int{}, map[string]int{}
		c, less := newCube(n), newCube(n-1)
		c.eachKCoterie(yield.NewWatch(t.Context()), func(quorums []uint8, available []uint64) {
			if slices.Contains(quorums, 1<<(n-1)) && len(quorums) > 1 {
				want[fmt.Sprint(vectorsOf(c, available))]++
			}
		})
		less.eachKCoterie(yield.NewWatch(t.Context()), func(_ []uint8, available []uint64) {
			got[fmt.Sprint(withSingleton(n, vectorsOf(less, available)))]++
		})
		if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
			t.Errorf("%d nodes (-all +from fewer nodes):\n%s", n, diff)
		}
	}
}

// TestCoterieOf compares the k-coteries without singletons on 2k+1 nodes with
// those that the quorums of two nodes give.
func TestCoterieOf(t *testing.T) {
	for k := 1; k <= 2; k++ {
		n := 2*k + 1
		want, got, few := map[string]int{}, map[string]int{}, map[string]bool{}
		c := newCube(n)
		c.eachKCoterie(yield.NewWatch(t.Context()), func(quorums []uint8, available []uint64) {
			single := slices.ContainsFunc(quorums, func(q uint8) bool { return bits.OnesCount8(q) == 1 })
			if len(available)-1 == k && !single {
				want[fmt.Sprint(vectorsOf(c, available))]++
			}
		})
		for edges := range uint32(1) << (n * (n - 1) / 2) {
			pairs := pairsOf(n, edges)
			vectors := coterieOf(n, k, pairs)
			if vectors == nil {
				continue
			}
			got[fmt.Sprint(vectors)]++
			if descending(n, pairs) {
				few[fmt.Sprint(vectors)] = true
			}
		}
		if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
			t.Errorf("%d nodes (-all +from pairs):\n%s", n, diff)
		}
		if len(few) != len(want) {
			t.Errorf("%d nodes: %d vectors with descending degrees, want %d", n, len(few), len(want))
		}
	}
}

// TestSelfDual compares the best vectors of all coteries with those of the
// nondominated ones as they come from coteries on one node less.
func TestSelfDual(t *testing.T) {
	most := 5
	if slow.Tests() {
		most = 6 // takes seconds
	}
	for n := 2; n <= most; n++ {
		all, dual := tally{n: n, by: map[int]*census{}}, tally{n: n, by: map[int]*census{}}
		c, less := newCube(n), newCube(n-1)
		c.eachKCoterie(yield.NewWatch(t.Context()), func(_ []uint8, available []uint64) {
			if len(available) == 2 {
				all.add(vectorsOf(c, available))
			}
		})
		dual.addSelfDual(counts{})
		less.eachKCoterie(yield.NewWatch(t.Context()), func(_ []uint8, available []uint64) {
			if len(available) == 2 {
				dual.addSelfDual(less.vector(available[1]))
			}
		})
		// The numbers of self-dual monotone functions of n variables.
		if want := []int{1, 2, 4, 12, 81, 2646}[n-1]; dual.by[1].coteries != want {
			t.Errorf("%d nodes: %d nondominated coteries, want %d", n, dual.by[1].coteries, want)
		}
		for v := range dual.by[1].vectors[0] {
			if !all.by[1].vectors[0][v] {
				t.Errorf("%d nodes: no coterie has the vector %v", n, v)
			}
		}
		for v := range all.by[1].vectors[0] {
			better := func(w counts) bool { return atLeast(w, v) }
			if !slices.ContainsFunc(slices.Collect(maps.Keys(dual.by[1].vectors[0])), better) {
				t.Errorf("%d nodes: nothing is as good as %v", n, v)
			}
		}
	}
}

// TestBest compares where the k-majority and the k-singleton are said to be best
// with a look at each of many reliabilities, at all vectors.
func TestBest(t *testing.T) {
	const steps = 240 // has halves, thirds, quarters, fifths
	for n := 1; n <= 5; n++ {
		all := tally{n: n, by: map[int]*census{}}
		c := newCube(n)
		c.eachKCoterie(yield.NewWatch(t.Context()), func(_ []uint8, available []uint64) { all.add(vectorsOf(c, available)) })
		compared, err := Compare(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range compared {
			for _, side := range []struct {
				name string
				in   []Interval
				v    Vector
			}{
				{"majority", x.Majority, MajorityVector(n, x.K, x.R)},
				{"singleton", x.Singleton, SingletonVector(n, x.K, x.R)},
			} {
				if side.name == "majority" && !x.IsCoterie {
					continue
				}
				for i := 1; i < steps; i++ {
					p := big.NewRat(int64(i), steps)
					best := true
					for v := range all.by[x.K].vectors[x.R-1] {
						best = best && side.v.At(p).Cmp(v.vector(n).At(p)) >= 0
					}
					said := slices.ContainsFunc(side.in, func(i Interval) bool { return i.Has(p, p) })
					if said != best {
						t.Fatalf("n = %d, k = %d, r = %d, %s, p = %v: best %v, said %v %v", n, x.K, x.R, side.name, p, best, said, side.in)
					}
				}
			}
		}
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

// TestContractions pins the numbers of k-coteries that were contracted, which
// are those that the tests of package properties count.
func TestContractions(t *testing.T) {
	want := map[[2]int]int{{3, 1}: 11, {3, 2}: 6, {4, 1}: 80, {4, 2}: 45, {4, 3}: 10, {5, 1}: 2645, {5, 2}: 1413, {5, 3}: 125, {5, 4}: 15}
	got := map[[2]int]int{}
	for n := 3; n <= 5; n++ {
		all, err := Contractions(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range all {
			if c.K < n {
				got[[2]int{n, c.K}] = c.Coteries
			}
			if c.Strong != c.Coteries {
				t.Errorf("n = %d, k = %d: %d of %d satisfy definition 1 as printed", n, c.K, c.Strong, c.Coteries)
			}
			if c.NotCoterie.Len()+c.NotStrong.Len()+c.NotAvailable.Len() > 0 {
				t.Errorf("n = %d, k = %d, r = %d: %v, %v, %v", n, c.K, c.R, c.NotCoterie, c.NotStrong, c.NotAvailable)
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("numbers of k-coteries (-want +found):\n%s", diff)
	}
}

// TestProofs tries what the proofs of theorems 4 and 7 say on the way, on all
// k-coteries on up to 5 nodes (6 for the latter).
func TestProofs(t *testing.T) {
	most := 5
	if slow.Tests() {
		most = 6
	}
	for n := 1; n <= most; n++ {
		all := tally{n: n, by: map[int]*census{}}
		c := newCube(n)
		c.eachKCoterie(yield.NewWatch(t.Context()), func(_ []uint8, available []uint64) { all.add(vectorsOf(c, available)) })
		for k, x := range all.by {
			for r := 1; r <= k; r++ {
				majority, singleton := MajorityVector(n, k, r), SingletonVector(n, k, r)
				for v := range x.vectors[r-1] {
					v := v.vector(n)
					// Proof of theorem 4: either every quorum has W nodes, and no set
					// is available that is not for the k-majority, or some set of rW
					// nodes is not available.
					if (n+1)%(k+1) == 0 {
						more := false
						for s := range v {
							more = more || v[s].Cmp(majority[s]) > 0
						}
						if rw := r * Quorum(n, k); more && v[rw].Cmp(majority[rw]) >= 0 {
							t.Errorf("n = %d, k = %d, r = %d: %v against %v of the k-majority", n, k, r, v, majority)
						}
					}
					// Proof of theorem 7: m_0 > m_1.
					if !v.Equal(singleton) && v[r].Cmp(singleton[r]) >= 0 {
						t.Errorf("n = %d, k = %d, r = %d: %v against %v of the k-singleton", n, k, r, v, singleton)
					}
				}
			}
		}
	}
}
