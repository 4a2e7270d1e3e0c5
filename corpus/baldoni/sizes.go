package baldoni

import (
	"fmt"
	"math/big"

	"qcheck/corpus/entry"
)

// pow is x^n as a number without bound.
func pow(x, n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(x)), big.NewInt(int64(n)), nil)
}

// product is x(x-1)...(x-count+1).
func product(x, count int) *big.Int {
	f := big.NewInt(1)
	for i := range count {
		f.Mul(f, big.NewInt(int64(x-i)))
	}
	return f
}

// aboveMinimal: the sets of the grid are larger than the solution of (11).
func aboveMinimal(x entry.Values) string {
	m := x["M"]
	for side := 2; side <= 20; side++ {
		n := entry.Power(side, m+1)
		if size := n - entry.Power(side-1, m+1); product(size, m+1).Cmp(product(n-1, m)) <= 0 {
			return fmt.Sprintf("L = %d: %d points", side, size)
		}
	}
	return ""
}

// ahead is by how much 5 ceil(N^(M/(M+1)) - 1) messages are fewer than 3(N-1).
func ahead(n, m int) int {
	r := 0 // the least with (r+1)^(m+1) >= n^m
	for pow(r+1, m+1).Cmp(pow(n, m)) < 0 {
		r++
	}
	return 3*(n-1) - 5*r
}

// worseWithM: the algorithm is never better for more resources.
func worseWithM(entry.Values) string {
	for n := 3; n <= 40; n++ {
		for m := 2; m < n; m++ {
			if ahead(n, m) > ahead(n, m-1) {
				return fmt.Sprintf("N = %d: M = %d is better than M = %d", n, m, m-1)
			}
		}
	}
	return ""
}

// worseForAll: it is worse than Raynal's for M = N-1.
func worseForAll(entry.Values) string {
	for n := 3; n <= 40; n++ {
		if ahead(n, n-1) >= 0 {
			return fmt.Sprintf("N = %d", n)
		}
	}
	return ""
}
