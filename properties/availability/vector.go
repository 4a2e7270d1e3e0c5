package availability

import "math/big"

// A Vector has, for each size 0..n, how many sets of so many nodes are in a
// family of node sets.
type Vector []*big.Int

// Nodes returns n.
func (v Vector) Nodes() int { return len(v) - 1 }

// At returns the probability that the nodes that are up are one of the sets,
// when each is up with probability p, independently of the others.
//
// For p = a/b it is the sum of v[s] a^s (b-a)^(n-s), divided by b^n.
func (v Vector) At(p *big.Rat) *big.Rat {
	up, all := p.Num(), p.Denom()
	down := new(big.Int).Sub(all, up)
	sum, power, term := new(big.Int), big.NewInt(1), new(big.Int)
	// Horner's rule: after the round of s it is the part up to s, without
	// down^(n-s).
	for _, c := range v {
		sum.Mul(sum, down)
		sum.Add(sum, term.Mul(c, power))
		power.Mul(power, up)
	}
	return new(big.Rat).SetFrac(sum, new(big.Int).Exp(all, big.NewInt(int64(v.Nodes())), nil))
}

// Polynomial returns the coefficients of [Vector.At] as a polynomial in p,
// lowest first.
func (v Vector) Polynomial() []*big.Int {
	n := v.Nodes()
	c := make([]*big.Int, n+1)
	for i := range c {
		c[i] = new(big.Int)
	}
	for s, count := range v {
		for j := range n - s + 1 { // p^s (1-p)^(n-s)
			term := new(big.Int).Binomial(int64(n-s), int64(j))
			term.Mul(term, count)
			if j%2 != 0 {
				term.Neg(term)
			}
			c[s+j].Add(c[s+j], term)
		}
	}
	return c
}

// minus returns the differences.
func (v Vector) minus(w Vector) Vector {
	d := make(Vector, len(v))
	for s := range d {
		d[s] = new(big.Int).Sub(v[s], w[s])
	}
	return d
}

// Equal reports whether the vectors are the same.
func (v Vector) Equal(w Vector) bool {
	if len(v) != len(w) {
		return false
	}
	for s := range v {
		if v[s].Cmp(w[s]) != 0 {
			return false
		}
	}
	return true
}
