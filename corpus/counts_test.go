package corpus

import (
	"math/bits"
	"testing"

	"qcheck/corpus/entry"
	p "qcheck/properties"
	"qcheck/setsys"
)

// Quorums that are all sets of a size are an (h,k)-arbiter by counting if and only if
// they are by listing them.
func TestThresholdsAgainstTheProperty(t *testing.T) {
	compared := 0
	var each func(n int, sizes thresholds, k int)
	each = func(n int, sizes thresholds, k int) {
		if len(sizes) < k {
			for size := 1; size <= n; size++ {
				each(n, append(sizes[:len(sizes):len(sizes)], size), k)
			}
			return
		}
		var families []entry.Masks
		for _, size := range sizes {
			f := entry.Masks{N: n}
			for set := uint(1); set < 1<<n; set++ {
				if bits.OnesCount(set) == size {
					f.Sets = append(f.Sets, set)
				}
			}
			families = append(families, f)
		}
		listed, err := entry.Has(t.Context(), byUnits(families...), p.Intersection)
		if err != nil {
			t.Fatal(err)
		}
		if compared++; listed != sizes.meet(n) {
			t.Errorf("n = %d, sizes %v: listed %t, counted %t", n, sizes, listed, sizes.meet(n))
		}
	}
	for n := 1; n <= 5; n++ {
		for k := 1; k <= 3; k++ {
			each(n, nil, k)
		}
	}
	if compared < 200 {
		t.Errorf("only %d compared", compared)
	}
}

// The fewest members for local recovery, and request sets with equal sizes and
// parts, by looking through all request sets with the properties.
func TestRequestSetsByLookingThroughAll(t *testing.T) {
	for n := 2; n <= 4; n++ {
		for m := 1; m < n; m++ {
			least := n * n
			for f := range requestSets(n) {
				ok, err := entry.Has(t.Context(), f.Structure(setsys.RequestSets, m), p.LocalRecovery)
				if err != nil {
					t.Fatal(err)
				}
				if ok {
					total := 0
					for _, set := range f.Sets {
						total += bits.OnesCount(set) - 1
					}
					least = min(least, total)
				}
			}
			if found, err := fewestForRecovery(t.Context(), n, m); err != nil || found != least {
				t.Errorf("N = %d, M = %d: %d (%v), looked through %d", n, m, found, err, least)
			}
		}
		for size := 1; size <= n; size++ {
			exists := false
			for f := range requestSets(n) {
				pairs, err := entry.Has(t.Context(), f.Structure(setsys.RequestSets, 1), p.PairwiseIntersection)
				if err != nil {
					t.Fatal(err)
				}
				equal := true
				for i := range n {
					part := 0
					for _, set := range f.Sets {
						part += int(set >> i & 1)
					}
					equal = equal && bits.OnesCount(f.Sets[i]) == size && part == size
				}
				exists = exists || pairs && equal
			}
			found, err := equalSets(t.Context(), n, size)
			if err != nil || (len(found.Sets) == n) != exists {
				t.Errorf("N = %d, size %d: %v (%v), looked through: %t", n, size, found.Family(), err, exists)
			}
		}
	}
}
