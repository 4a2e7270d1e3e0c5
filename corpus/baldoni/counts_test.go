package baldoni

import (
	"math/bits"
	"testing"

	"qcheck/corpus/entry"
	p "qcheck/properties"
	"qcheck/properties/search"
	"qcheck/setsys"
)

// The fewest members for local recovery, and request sets with equal sizes and
// parts, by looking through all request sets with the properties.
func TestRequestSetsByLookingThroughAll(t *testing.T) {
	for n := 2; n <= 4; n++ {
		for m := 1; m < n; m++ {
			least := n * n
			for s := range entry.Candidates(setsys.RequestSets, entry.Values{"n": n, "m": m}) {
				ok, err := entry.Has(t.Context(), s, p.LocalRecovery)
				if err != nil {
					t.Fatal(err)
				}
				if ok {
					total := 0
					for _, set := range s.Requests.All() {
						total += set.Len() - 1
					}
					least = min(least, total)
				}
			}
			if found := fewestForRecovery(n, m); found != least {
				t.Errorf("N = %d, M = %d: %d, looked through %d", n, m, found, least)
			}
		}
		least := n
		for size := 1; size <= n; size++ {
			exists := false
			for s := range entry.Candidates(setsys.RequestSets, entry.Values{"n": n, "m": 1}) {
				f := entry.ToMasks(s.Requests)
				pairs, err := entry.Has(t.Context(), s, p.PairwiseIntersection)
				if err != nil {
					t.Fatal(err)
				}
				equal := true
				for i := range n {
					part := 0
					for _, set := range f.Sets {
						part += int(set >> i & 1)
					}
					equal = equal && bits.OnesCount64(f.Sets[i]) == size && part == size
				}
				exists = exists || pairs && equal
			}
			if exists {
				least = min(least, size)
			}
			found, err := search.RegularSizes(t.Context(), n, 1, size)
			if some := err == nil && found.Best != nil; err != nil || some != (least <= size) {
				t.Errorf("N = %d, size %d: %v (%v), looked through: %t", n, size, found, err, exists)
			}
		}
	}
}
