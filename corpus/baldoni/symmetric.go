package baldoni

import (
	"fmt"
	"math/big"

	"qcheck/corpus/entry"
)

// Section 7 says of a minimal symmetric algorithm that all arbiter sets have X processes, and that
// each M+1 processes have exactly one arbiter: N blocks of X points, so that each t = M+1 points are
// in one block, which is a Steiner system S(t, X, N) with as many blocks as points.

// lacking says why there are no N such sets for a solution of (10); "" where they are found.
//
// The blocks with s given points are C(N-s, t-s) / C(X-s, t-s), which must be a whole number. And
// those with t-2 given points, without these, are a design in which each two points have one block: by
// Fisher's inequality it has at least as many blocks as points, if no block has all points.
func lacking(n, x, m int) string {
	t := m + 1
	blocks := big.NewInt(0)
	for s := range t {
		of, rest := new(big.Int).QuoRem(binomial(n-s, t-s), binomial(x-s, t-s), new(big.Int))
		if rest.Sign() != 0 {
			return fmt.Sprintf("N = %d, X = %d: each %d would be in %d/%d arbiter sets", n, x, s, binomial(n-s, t-s), binomial(x-s, t-s))
		}
		if s == t-2 {
			blocks = of
		}
	}
	points := n - (t - 2)
	switch {
	case x == t && n == t+1: // all sets of t, of which there are n
		return ""
	case blocks.Cmp(big.NewInt(int64(points))) < 0:
		return fmt.Sprintf("N = %d, X = %d: %d points would have %d blocks", n, x, points, blocks)
	}
	return fmt.Sprintf("N = %d, X = %d is not decided", n, x)
}

func binomial(n, k int) *big.Int { return new(big.Int).Binomial(int64(n), int64(k)) }

// mostProcesses is how far the solutions of (10) are listed.
const mostProcesses = 20_000

// symmetricSolutions calls each for the solutions of (10), in the form (11), with more than M+1
// processes: those with M+1, which all arbitrate for each other, have one tuple for all.
func symmetricSolutions(m int, each func(n, x int) bool) {
	x := m
	for n := m + 2; n <= mostProcesses; n++ {
		right := product(n-1, m)
		for product(x+1, m+1).Cmp(right) <= 0 {
			x++
		}
		if product(x, m+1).Cmp(right) == 0 && !each(n, x) {
			return
		}
	}
}

// sharedOut: for each solution there are sets that share out the tuples.
func sharedOut(x entry.Values) (text string) {
	symmetricSolutions(x["M"], func(n, size int) bool {
		text = lacking(n, size, x["M"])
		return text == ""
	})
	return text
}
