package manabetajima

import (
	"testing"

	"qcheck/corpus/entry"
	p "qcheck/properties"
	"qcheck/properties/census"
	"qcheck/properties/search"
	"qcheck/setsys"
)

// Quorums that are all sets of a size are an (h,k)-arbiter by counting if and only if
// they are by listing them.
func TestThresholdsAgainstTheProperty(t *testing.T) {
	compared := 0
	var each func(n int, sizes []int, k int)
	each = func(n int, sizes []int, k int) {
		if len(sizes) < k {
			for size := 1; size <= n; size++ {
				each(n, append(sizes[:len(sizes):len(sizes)], size), k)
			}
			return
		}
		var families [][]uint64
		for _, size := range sizes {
			families = append(families, census.SetsOf(n, size))
		}
		listed, err := entry.Has(t.Context(), census.Class{Kind: setsys.HKArbiter, N: n, K: len(families)}.Structure(families...), p.Intersection)
		if err != nil {
			t.Fatal(err)
		}
		if compared++; listed != search.Meet(n, sizes) {
			t.Errorf("n = %d, sizes %v: listed %t, counted %t", n, sizes, listed, search.Meet(n, sizes))
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
