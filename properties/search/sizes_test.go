package search_test

import (
	"context"
	"math/bits"
	"slices"
	"testing"

	"qcheck/explore/verdict"
	"qcheck/properties"
	"qcheck/properties/search"
	"qcheck/setsys"
)

// subsets returns all sets of size nodes of n.
func subsets(n, size int) setsys.Family {
	b := setsys.NewFamilyBuilder(n)
	for set := uint64(0); set < 1<<n; set++ {
		if bits.OnesCount64(set) == size {
			b.AddWords([]uint64{set})
		}
	}
	return b.Family()
}

// holds judges the required properties.
func holds(t *testing.T, s *setsys.Structure) bool {
	t.Helper()
	r, err := properties.Check(context.Background(), s, nil)
	if err != nil || r.Verdict == verdict.Unknown {
		t.Fatal(err, r)
	}
	return r.Verdict == verdict.Holds
}

// Every vector of sizes is judged as a structure, quorum by quorum; minimal are those
// that stay valid for no vector with one size less.
func TestUniformSizesAgainstStructures(t *testing.T) {
	for _, c := range [][2]int{{1, 1}, {1, 3}, {2, 2}, {3, 1}, {3, 2}, {3, 3}, {4, 2}, {4, 3}, {5, 2}, {5, 3}, {6, 2}, {4, 4}} {
		n, k := c[0], c[1]
		u, err := setsys.Numbered(n)
		if err != nil {
			t.Fatal(err)
		}
		known := map[string]bool{}
		valid := func(sizes []int) bool {
			key := ""
			s := &setsys.Structure{Kind: setsys.HKArbiter, K: k, Universe: u}
			for _, size := range sizes {
				if size < 1 {
					return false
				}
				key += string(rune('0' + size))
				s.ByUnits = append(s.ByUnits, subsets(n, size))
			}
			v, ok := known[key]
			if !ok {
				v = holds(t, s)
				known[key] = v
			}
			return v
		}
		var want [][]int
		sizes := slices.Repeat([]int{1}, k)
		for more := true; more; {
			minimal := valid(sizes)
			for h := range sizes {
				lower := slices.Clone(sizes)
				lower[h]--
				minimal = minimal && !valid(lower)
			}
			if minimal {
				want = append(want, slices.Clone(sizes))
			}
			h := k - 1
			for ; h >= 0 && sizes[h] == n; h-- {
				sizes[h] = 1
			}
			if more = h >= 0; more {
				sizes[h]++
			}
		}
		got, err := search.UniformSizes(context.Background(), n, k)
		if err != nil || got.Cut != nil || got.Tried == 0 {
			t.Fatal(err, got)
		}
		if !slices.EqualFunc(got.Minimal, want, slices.Equal[[]int]) {
			t.Errorf("n = %d, k = %d: %v, want %v", n, k, got.Minimal, want)
		}
		if !valid(search.FormulaSizes(n, k)) {
			t.Errorf("n = %d, k = %d: the formula gives %v", n, k, search.FormulaSizes(n, k))
		}
	}
}

// All request sets of one size are tried, without a cut and without renaming.
func TestRegularSizesAgainstAllSets(t *testing.T) {
	for n := 1; n <= 5; n++ {
		for m := 1; m <= 4; m++ {
			want := 0
			for size := 1; size <= n && want == 0; size++ {
				var candidates [][]uint64 // by process
				for i := range n {
					var own []uint64
					for set := uint64(0); set < 1<<n; set++ {
						if bits.OnesCount64(set) == size && set>>i&1 == 1 {
							own = append(own, set)
						}
					}
					candidates = append(candidates, own)
				}
				var try func(sets []uint64) bool
				try = func(sets []uint64) bool {
					if len(sets) < n {
						return slices.ContainsFunc(candidates[len(sets)], func(set uint64) bool { return try(append(slices.Clone(sets), set)) })
					}
					return isRegular(sets, n, m, size)
				}
				if try(nil) {
					want = size
				}
			}
			got, err := search.RegularSizes(context.Background(), n, m, n)
			if err != nil || got.Cut != nil {
				t.Fatal(err, got)
			}
			if got.Size != want || got.Least != want {
				t.Errorf("n = %d, m = %d: %d and at least %d, want %d", n, m, got.Size, got.Least, want)
			}
			if !holds(t, got.Best) {
				t.Errorf("n = %d, m = %d: %v are no request sets", n, m, got.Best.Requests)
			}
			var sets []uint64
			for _, set := range got.Best.Requests.All() {
				sets = append(sets, set.Words()[0])
			}
			if !isRegular(sets, n, m, got.Size) {
				t.Errorf("n = %d, m = %d: %v are not regular", n, m, got.Best.Requests)
			}
		}
	}
}

// isRegular is the definition.
func isRegular(sets []uint64, n, m, size int) bool {
	for v := range n {
		in := 0
		for _, set := range sets {
			in += int(set >> v & 1)
		}
		if in != size || sets[v]>>v&1 == 0 || bits.OnesCount64(sets[v]) != size {
			return false
		}
	}
	for chosen := uint(0); chosen < 1<<n; chosen++ {
		common := uint64(1)<<n - 1
		for i, set := range sets {
			if chosen>>i&1 == 1 {
				common &= set
			}
		}
		if bits.OnesCount(chosen) == m+1 && common == 0 {
			return false
		}
	}
	return true
}

// Maekawa's plane of order 2 is the least for 7 processes and one resource.
func TestRegularSizesOfThePlane(t *testing.T) {
	got, err := search.RegularSizes(context.Background(), 7, 1, 7)
	if err != nil || got.Size != 3 || !holds(t, got.Best) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestSizesThatAreCut(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if x, err := search.UniformSizes(ctx, 30, 3); err != nil || x.Cut == nil {
		t.Errorf("%+v, %v", x, err)
	}
	if x, err := search.RegularSizes(ctx, 8, 3, 8); err != nil || x.Cut == nil || x.Size != 0 || x.Least > 8 {
		t.Errorf("%+v, %v", x, err)
	}
	for _, c := range [][2]int{{0, 1}, {65, 1}, {5, 0}, {5, 7}, {64, 6}} {
		if _, err := search.UniformSizes(ctx, c[0], c[1]); err == nil {
			t.Errorf("n = %d, k = %d", c[0], c[1])
		}
	}
	for _, c := range [][2]int{{0, 1}, {9, 1}, {5, 0}} {
		if _, err := search.RegularSizes(ctx, c[0], c[1], c[0]); err == nil {
			t.Errorf("n = %d, m = %d", c[0], c[1])
		}
	}
}

// What docs/findings-sizes.md says of uniform (h,k)-arbiters.
func TestFindingsOfUniformSizes(t *testing.T) {
	minimal := func(n, k int) [][]int {
		x, err := search.UniformSizes(context.Background(), n, k)
		if err != nil || x.Cut != nil {
			t.Fatal(err, x)
		}
		return x.Minimal
	}
	for _, c := range []struct {
		n, k int
		want [][]int
	}{
		{7, 3, [][]int{{6, 4, 4}}}, {20, 4, [][]int{{17, 14, 11, 11}}}, {24, 5, [][]int{{21, 17, 15, 13, 13}, {21, 18, 13, 13, 13}}},
	} {
		if got := minimal(c.n, c.k); !slices.EqualFunc(got, c.want, slices.Equal[[]int]) {
			t.Errorf("n = %d, k = %d: %v, not %v", c.n, c.k, got, c.want)
		}
	}
	for k, most := range map[int]int{1: 64, 2: 64, 3: 64, 4: 24} {
		for n := 1; n <= most; n++ {
			formula, all := search.FormulaSizes(n, k), minimal(n, k)
			stays := slices.ContainsFunc(all, func(m []int) bool { return slices.Equal(m, formula) })
			lowered := k == 3 && (n >= 9 || n == 5 || n == 7) || k == 4 && (n >= 13 || n == 7 || n == 9 || n == 11)
			if stays == lowered {
				t.Errorf("n = %d, k = %d: %v, and the formula gives %v", n, k, all, formula)
			}
			// A majority for more than k/2 units.
			for h := k/2 + 1; h <= k; h++ {
				formula[h-1] = n/2 + 1
			}
			if !slices.ContainsFunc(all, func(m []int) bool {
				return !slices.ContainsFunc([]int{0, 1, 2, 3}[:k], func(h int) bool { return m[h] > formula[h] })
			}) {
				t.Errorf("n = %d, k = %d: %v are no sizes: %v", n, k, formula, all)
			}
		}
	}
}

// What docs/findings-sizes.md says of regular request sets: for each n, by m from 1.
func TestFindingsOfRegularSizes(t *testing.T) {
	for n, want := range map[int][]int{5: {3, 4, 4, 5}, 6: {3, 4, 5, 5}, 7: {3, 5}} {
		for i, size := range want {
			m := i + 1
			x, err := search.RegularSizes(context.Background(), n, m, n)
			if err != nil || x.Cut != nil || x.Size != size {
				t.Errorf("n = %d, m = %d: %+v, not %d; %v", n, m, x, size, err)
			}
			left, right := 1, 1 // Baldoni's inequality
			for j := range m {
				left, right = left*(size-j), right*(n-1-j)
			}
			if left *= size - m; left < right {
				t.Errorf("n = %d, m = %d: %d are too few", n, m, size)
			}
		}
	}
}
