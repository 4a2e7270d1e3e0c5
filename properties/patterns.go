package properties

import "slices"

// CriticalPatterns returns the critical conflicting request patterns of the
// h-out of-k mutual exclusion problem (Manabe, Tajima: Definitions 3 and 4):
// the bags of numbers of units 1..k whose sum is at least k+1, while without
// any one member it is at most k. Each pattern is ascending; patterns come by
// length, then lexicographically. For k below 1 there are none.
//
// The number of patterns grows like that of the partitions of k (55 for k = 8,
// 6,596 for k = 28).
func CriticalPatterns(k int) [][]int {
	var all [][]int
	eachCriticalPattern(k, func(pattern []int) bool {
		all = append(all, slices.Clone(pattern))
		return true
	})
	return all
}

// eachCriticalPattern calls yield with every critical pattern, in the order of
// CriticalPatterns, until yield returns false; the pattern is reused. It
// reports whether it came to the end.
//
// A bag is critical when its sum is above k, but not without a least member.
// So an ascending bag is extended by h only when that, with as many more h as
// there must be, is not too much already, and, with as many more k, not too
// little.
func eachCriticalPattern(k int, yield func(pattern []int) bool) bool {
	bag := make([]int, 0, k+1)
	var extend func(least, sum, more int) bool
	extend = func(least, sum, more int) bool {
		if more == 0 {
			return yield(bag)
		}
		for h := least; h <= k; h++ {
			first := h
			if len(bag) > 0 {
				first = bag[0]
			}
			if sum+more*h-first > k {
				break
			}
			if sum+h+(more-1)*k <= k {
				continue
			}
			bag = append(bag, h)
			ok := extend(h, sum+h, more-1)
			bag = bag[:len(bag)-1]
			if !ok {
				return false
			}
		}
		return true
	}
	for length := 2; length <= k+1; length++ {
		if !extend(1, 0, length) {
			return false
		}
	}
	return true
}
