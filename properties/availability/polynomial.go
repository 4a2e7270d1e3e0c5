package availability

import (
	"math/big"
	"slices"
)

// A polynomial has integer coefficients, lowest first, the last of them not 0.
// The zero polynomial has none.
type polynomial []*big.Int

func trimmed(p polynomial) polynomial {
	for len(p) > 0 && p[len(p)-1].Sign() == 0 {
		p = p[:len(p)-1]
	}
	return p
}

func (p polynomial) leading() *big.Int { return p[len(p)-1] }

// sign returns the sign of the value at x.
func (p polynomial) sign(x *big.Rat) int {
	sum, power, term := new(big.Int), big.NewInt(1), new(big.Int)
	for _, c := range slices.Backward(p) {
		sum.Mul(sum, x.Num())
		sum.Add(sum, term.Mul(c, power))
		power.Mul(power, x.Denom())
	}
	return sum.Sign()
}

func (p polynomial) derivative() polynomial {
	var d polynomial
	for i := 1; i < len(p); i++ {
		d = append(d, new(big.Int).Mul(p[i], big.NewInt(int64(i))))
	}
	return d
}

// primitive returns p divided by the greatest common divisor of its
// coefficients, which is positive.
func (p polynomial) primitive() polynomial {
	divisor := new(big.Int)
	for _, c := range p {
		divisor.GCD(nil, nil, divisor, new(big.Int).Abs(c))
	}
	q := make(polynomial, len(p))
	for i, c := range p {
		q[i] = new(big.Int).Quo(c, divisor)
	}
	return q
}

// divide returns q and r, r of lower degree than d, such that m p = q d + r for
// a positive integer m.
func (p polynomial) divide(d polynomial) (q, r polynomial) {
	r = p
	q = make(polynomial, max(0, len(p)-len(d)+1))
	for i := range q {
		q[i] = new(big.Int)
	}
	by := new(big.Int).Abs(d.leading())
	for len(r) >= len(d) {
		shift := len(r) - len(d)
		first := new(big.Int).Set(r.leading())
		if d.leading().Sign() < 0 {
			first.Neg(first)
		}
		next := make(polynomial, len(r))
		for i, c := range r {
			next[i] = new(big.Int).Mul(c, by)
			if i >= shift {
				next[i].Sub(next[i], new(big.Int).Mul(first, d[i-shift]))
			}
		}
		for _, c := range q {
			c.Mul(c, by)
		}
		q[shift].Add(q[shift], first)
		r = trimmed(next)
	}
	return q, r
}

// squarefree returns the polynomial with the same roots, each once, a positive
// leading coefficient and the least integers.
func (p polynomial) squarefree() polynomial {
	q, _ := p.divide(gcd(p, p.derivative()))
	q = q.primitive()
	if q.leading().Sign() < 0 {
		for _, c := range q {
			c.Neg(c)
		}
	}
	return q
}

// gcd returns a polynomial whose roots are those that p and q share, as often
// as both have them; p is not zero.
func gcd(p, q polynomial) polynomial {
	p = p.primitive()
	for len(q) > 0 {
		q = q.primitive()
		_, r := p.divide(q)
		p, q = q, r
	}
	return p
}

// without returns p without the root at the integer x, as often as it is one.
func (p polynomial) without(x int64) polynomial {
	factor := polynomial{big.NewInt(-x), big.NewInt(1)}
	for len(p) > 1 && p.sign(new(big.Rat).SetInt64(x)) == 0 {
		p, _ = p.divide(factor)
	}
	return p
}

// A sturm chain of a squarefree polynomial p: p, its derivative, and the
// negatives of remainders. The number of its changes of sign at a, less that at
// b, is the number of roots that are greater than a and at most b (Sturm, 1829).
type sturm []polynomial

func sturmOf(p polynomial) sturm {
	chain := sturm{p}
	for q := p.derivative(); len(q) > 0; {
		q = q.primitive()
		chain = append(chain, q)
		_, r := chain[len(chain)-2].divide(q)
		for _, c := range r {
			c.Neg(c)
		}
		q = r
	}
	return chain
}

func (s sturm) changes(x *big.Rat) int {
	changes, last := 0, 0
	for _, p := range s {
		if sign := p.sign(x); sign != 0 {
			if sign == -last {
				changes++
			}
			last = sign
		}
	}
	return changes
}

// roots returns how many roots are greater than a and at most b.
func (s sturm) roots(a, b *big.Rat) int { return s.changes(a) - s.changes(b) }
