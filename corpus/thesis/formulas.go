package thesis

import (
	"math/big"

	"qcheck/properties/availability"
)

// Defined reports whether theorems 4 and 6 speak of k and n: k+1 divides n+1.
func Defined(n, k int) bool { return (n+1)%(k+1) == 0 }

// Upper returns p_u(n,k,r) of theorem 4: c/(c+1), where c is the number of sets
// of fewer than rW nodes, and W the size of a quorum. It must be Defined.
func Upper(n, k, r int) *big.Rat {
	c := new(big.Int)
	for i := range r * availability.Quorum(n, k) {
		c.Add(c, new(big.Int).Binomial(int64(n), int64(i)))
	}
	return new(big.Rat).SetFrac(c, new(big.Int).Add(c, big.NewInt(1)))
}

// Lower returns p_l(n,k,r) of theorem 6: g/(g+l), where g is the number of sets
// that the structure of its proof gains, and l of those that it loses.
func Lower(n, k, r int) *big.Rat {
	w := int64(availability.Quorum(n, k))
	gained := new(big.Int).Binomial(int64(k)*w-1, int64(r-1)*w)
	lost := new(big.Int).Binomial(int64(k)*w-1, int64(r)*w-1)
	return new(big.Rat).SetFrac(gained, lost.Add(lost, gained))
}
