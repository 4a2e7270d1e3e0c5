package properties

import "math/big"

// ConflictingPatterns returns how many conflicting request patterns of at most k+1
// requests there are: bags of numbers of units 1..k whose sum is above k. Longer ones are
// conflicting whatever is in them, so there is no end of these; each contains a critical
// one, which has at most k+1 requests.
//
// There are C(2k+1,k) bags of at most k+1 such numbers, the empty one included; those whose
// sum is at most k are the partitions of 0 to k.
func ConflictingPatterns(k int) *big.Int {
	if k < 1 {
		return new(big.Int)
	}
	n := new(big.Int).Binomial(int64(2*k+1), int64(k))
	return n.Sub(n, partitionsUpTo(k))
}

// partitionsUpTo returns how many partitions the numbers from 0 to k have together.
func partitionsUpTo(k int) *big.Int {
	of := make([]*big.Int, k+1) // with the parts so far
	for s := range of {
		of[s] = new(big.Int)
	}
	of[0].SetInt64(1)
	for part := 1; part <= k; part++ {
		for s := part; s <= k; s++ {
			of[s].Add(of[s], of[s-part])
		}
	}
	sum := new(big.Int)
	for _, p := range of {
		sum.Add(sum, p)
	}
	return sum
}
