package properties_test

import (
	"testing"

	"qcheck/properties"
)

// The number of conflicting patterns is that of all bags that are tried one by one, and each
// has a critical one in it.
func TestConflictingPatterns(t *testing.T) {
	for k := range 7 {
		critical := properties.CriticalPatterns(k)
		found := int64(0)
		var bags func(least, sum int, bag []int)
		bags = func(least, sum int, bag []int) {
			if sum > k {
				found++
				if !hasOneOf(bag, critical) {
					t.Errorf("k = %d: %v conflicts, and no critical pattern is in it", k, bag)
				}
			}
			for h := least; h <= k && len(bag) <= k; h++ {
				bags(h, sum+h, append(bag[:len(bag):len(bag)], h))
			}
		}
		bags(1, 0, nil)
		if got := properties.ConflictingPatterns(k); !got.IsInt64() || got.Int64() != found {
			t.Errorf("k = %d: %v conflicting patterns, want %d", k, got, found)
		}
	}
}

// hasOneOf reports whether one of the patterns is in the bag; all are ascending.
func hasOneOf(bag []int, patterns [][]int) bool {
	for _, p := range patterns {
		i := 0
		for _, h := range bag {
			if i < len(p) && p[i] == h {
				i++
			}
		}
		if i == len(p) {
			return true
		}
	}
	return false
}
