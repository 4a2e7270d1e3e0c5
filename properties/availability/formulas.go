package availability

import "math/big"

// Quorum returns the size of the quorums of the k-majority on n nodes.
func Quorum(n, k int) int { return (n + 1 + k) / (k + 1) }

// MajorityVector returns the vector of the k-majority on n nodes for r: a set
// contains r disjoint sets of w nodes if and only if it has r w nodes.
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
