package availability

import "math/big"

// Quorum returns the size of the quorums of the k-majority on n nodes.
func Quorum(n, k int) int { return (n + 1 + k) / (k + 1) }

// Defined reports whether theorems 4 and 6 speak of k and n: k+1 divides n+1.
func Defined(n, k int) bool { return (n+1)%(k+1) == 0 }

// Upper returns p_u(n,k,r) of theorem 4: c/(c+1), where c is the number of sets
// of fewer than rW nodes, and W the size of a quorum. It must be Defined.
func Upper(n, k, r int) *big.Rat {
	c := new(big.Int)
	for i := range r * Quorum(n, k) {
		c.Add(c, new(big.Int).Binomial(int64(n), int64(i)))
	}
	return new(big.Rat).SetFrac(c, new(big.Int).Add(c, big.NewInt(1)))
}

// Lower returns p_l(n,k,r) of theorem 6: g/(g+l), where g is the number of sets
// that the structure of its proof gains, and l of those that it loses.
func Lower(n, k, r int) *big.Rat {
	w := int64(Quorum(n, k))
	gained := new(big.Int).Binomial(int64(k)*w-1, int64(r-1)*w)
	lost := new(big.Int).Binomial(int64(k)*w-1, int64(r)*w-1)
	return new(big.Rat).SetFrac(gained, lost.Add(lost, gained))
}

// MajorityVector returns the vector of the k-majority on n nodes for r: a set
// contains r disjoint sets of w nodes just when it has r w nodes.
func MajorityVector(n, k, r int) Vector {
	v := make(Vector, n+1)
	for s := range v {
		v[s] = new(big.Int)
		if s >= r*Quorum(n, k) {
			v[s].Binomial(int64(n), int64(s))
		}
	}
	return v
}

// tieBroken returns the vector of the majority on n nodes with a tie broken by
// one node.
func tieBroken(n int) Vector {
	v := MajorityVector(n, 1, 1)
	if n%2 == 0 {
		v[n/2].Binomial(int64(n-1), int64(n/2-1))
	}
	return v
}

// SingletonVector returns the vector of the k-singleton on n nodes for r: a set
// must have r of the k nodes.
func SingletonVector(n, k, r int) Vector {
	v := make(Vector, n+1)
	for s := range v {
		v[s] = new(big.Int)
		for i := r; i <= min(k, s); i++ {
			ways := new(big.Int).Binomial(int64(k), int64(i))
			v[s].Add(v[s], ways.Mul(ways, new(big.Int).Binomial(int64(n-k), int64(s-i))))
		}
	}
	return v
}
