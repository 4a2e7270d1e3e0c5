package census

import (
	"context"
	"math/bits"
	"slices"
	"testing"

	"qcheck/setsys/slow"
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

// The nondominated coteries that are found from one by exchanging quorums are those
// that are made of the coteries on a node less. On 7 nodes there are as many as
// self-dual monotone functions of 7 variables: 716 up to renaming, 1,422,564 in all
// (sequences A008840 and A001206 of the OEIS).
func TestFlipped(t *testing.T) {
	most := 5
	if slow.Tests() {
		most = 7
	}
	for n := 1; n <= most; n++ {
		tables, labelled, err := flipped(context.Background(), n)
		if err != nil {
			t.Fatal(err)
		}
		all := 0
		for i, x := range tables {
			all += labelled[i]
			if bits.OnesCount64(x[0])+bits.OnesCount64(x[1]) != 1<<(n-1) {
				t.Errorf("n = %d: %v is not self-dual", n, x)
			}
		}
		if want := []int{1, 2, 4, 12, 81, 2646, 1422564}[n-1]; all != want {
			t.Errorf("n = %d: %d nondominated coteries, not %d", n, all, want)
		}
		if n == 7 {
			if len(tables) != 716 {
				t.Errorf("%d on 7 nodes up to renaming", len(tables))
			}
			continue
		}
		listed, err := Nondominated(context.Background(), n)
		if err != nil || len(listed) != len(tables) {
			t.Fatalf("n = %d: %d, not %d; %v", n, len(tables), len(listed), err)
		}
		for _, s := range listed {
			var x table
			for set := range 1 << n {
				if slices.ContainsFunc(tupleOf(s)[0], func(q uint64) bool { return q&^uint64(set) == 0 }) {
					x.flip(set)
				}
			}
			if x, _ = x.least(n); !slices.Contains(tables, x) {
				t.Errorf("n = %d: %s is missing", n, s.Quorums)
			}
		}
	}
}
