package properties

// CriticalPatterns returns the critical conflicting request patterns of the
// h-out of-k mutual exclusion problem (Manabe, Tajima: Definitions 3 and 4):
// the bags of numbers of units 1..k whose sum is at least k+1, while without
// any one member it is at most k. Each pattern is ascending; patterns come by
// length, then lexicographically. For k below 1 there are none.
//
// A bag is critical when its sum without a least member is at most k, so an
// ascending bag is extended only while its sum is at most k. The number of
// patterns grows like that of the partitions of k; see the tests for k up to 8.
func CriticalPatterns(k int) [][]int {
	if k < 1 {
		return nil
	}
	byLength := make([][][]int, k+2) // k+1 ones are the longest
	var bag []int
	var extend func(least, sum int)
	extend = func(least, sum int) {
		if sum > k {
			if sum-bag[0] <= k {
				byLength[len(bag)] = append(byLength[len(bag)], append([]int(nil), bag...))
			}
			return
		}
		for h := least; h <= k; h++ {
			if len(bag) > 0 && sum+h-bag[0] > k {
				break // not critical, nor with a larger h
			}
			bag = append(bag, h)
			extend(h, sum+h)
			bag = bag[:len(bag)-1]
		}
	}
	extend(1, 0)
	var all [][]int
	for _, ps := range byLength {
		all = append(all, ps...)
	}
	return all
}
