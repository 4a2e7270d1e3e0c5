package table

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"qcheck/setsys/slow"
)

// TestBits compares sets of bits with maps.
func TestBits(t *testing.T) {
	for _, r := range []*rand.Rand{rand.New(rand.NewPCG(1, 2)), slow.Random(t, 4910)} {
		for range 2000 {
			n := r.IntN(200)
			sets, want := [2]Bits{NewBits(n), NewBits(n)}, [2]map[int]bool{{}, {}}
			for range 3 * n {
				s, i := r.IntN(2), r.IntN(n)
				if r.IntN(3) > 0 {
					sets[s].Add(i)
					want[s][i] = true
				} else {
					sets[s].Remove(i)
					delete(want[s], i)
				}
			}
			if r.IntN(2) == 0 {
				sets[0].Join(sets[1])
				maps.Copy(want[0], want[1])
			} else {
				sets[0].Meet(sets[1])
				maps.DeleteFunc(want[0], func(i int, _ bool) bool { return !want[1][i] })
			}
			for s, set := range sets {
				var all []int
				for i := range set.Each {
					all = append(all, i)
				}
				if sorted := slices.Sorted(maps.Keys(want[s])); !slices.Equal(all, sorted) || set.Len() != len(sorted) {
					t.Fatalf("%v of %d, not %v", all, set.Len(), sorted)
				}
			}
			for i := range sets[0].Each {
				sets[0].Remove(i)
			}
			if sets[0].Len() != 0 {
				t.Fatalf("%v is left", sets[0])
			}
		}
	}
}
