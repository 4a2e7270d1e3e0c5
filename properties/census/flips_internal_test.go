package census

import (
	"math/bits"
	"slices"
	"testing"
)

// Exchanging neighbours is renaming, and every permutation occurs once.
func TestExchanges(t *testing.T) {
	for n := 1; n <= 7; n++ {
		order := exchanges(n)
		to := make([]int, n)
		for v := range to {
			to[v] = v
		}
		seen := map[[7]int]bool{}
		var start table
		for set := range 1 << n {
			if set*set%7 < 3 {
				start.flip(set)
			}
		}
		now := start
		for _, i := range order {
			if i >= 0 {
				now[0], now[1] = exchanged(now[0], now[1], i)
				for v, w := range to {
					switch w {
					case i:
						to[v] = i + 1
					case i + 1:
						to[v] = i
					}
				}
			}
			seen[[7]int(append(slices.Clone(to), make([]int, 7-n)...))] = true
			for set := 0; set < 1<<n; set += 1 + len(order)/200 {
				if now.has(int(rename([]uint64{uint64(set)}, to)[0])) != start.has(set) {
					t.Fatalf("n = %d: %v is not applied", n, to)
				}
			}
		}
		if len(seen) != len(order) || n == 7 && len(order) != 5040 {
			t.Errorf("n = %d: %d permutations in %d steps", n, len(seen), len(order))
		}
	}
}

// What is found by exchanging quorums is self-dual. (How many there are, TestNondominated says.)
func TestFlipped(t *testing.T) {
	for n := 1; n <= 6; n++ {
		tables, err := flipped(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range tables {
			if bits.OnesCount64(x[0])+bits.OnesCount64(x[1]) != 1<<(n-1) {
				t.Errorf("n = %d: %v is not self-dual", n, x)
			}
		}
	}
}
