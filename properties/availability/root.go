package availability

import "math/big"

// A Root is a number, known exactly: the fraction Lo where Lo and Hi are the
// same, otherwise no fraction but the only root of Of between Lo and Hi.
type Root struct {
	Of     []*big.Int // coefficients, lowest first; nil for a fraction
	Lo, Hi *big.Rat
	chain  sturm
}

// Rational returns the fraction as a root.
func Rational(x *big.Rat) Root { return Root{Lo: x, Hi: x} }

// Exact reports whether the number is a fraction.
func (r Root) Exact() bool { return r.Lo.Cmp(r.Hi) == 0 }

// half returns the number between half as narrow bounds.
func (r Root) half() Root {
	middle := new(big.Rat).Add(r.Lo, r.Hi)
	middle.Quo(middle, big.NewRat(2, 1))
	if r.chain.roots(r.Lo, middle) > 0 {
		r.Hi = middle
	} else {
		r.Lo = middle
	}
	return r
}

// Within returns the number between bounds that are no further apart than
// width.
func (r Root) Within(width *big.Rat) Root {
	for new(big.Rat).Sub(r.Hi, r.Lo).Cmp(width) > 0 {
		r = r.half()
	}
	return r
}

// Decimal returns the number rounded to so many digits after the point.
func (r Root) Decimal(digits int) string {
	// A number that is no fraction is not halfway between two decimals.
	for r.Lo.FloatString(digits) != r.Hi.FloatString(digits) {
		r = r.half()
	}
	return r.Lo.FloatString(digits)
}

// Compare returns the sign of r less s.
func (r Root) Compare(s Root) int {
	for {
		switch {
		case r.Exact() && s.Exact():
			return r.Lo.Cmp(s.Lo)
		// Neither is a fraction when it is not exact, and a root is above Lo.
		case r.Hi.Cmp(s.Lo) <= 0:
			return -1
		case s.Hi.Cmp(r.Lo) <= 0:
			return 1
		case r.Exact():
			s = s.half()
			continue
		case s.Exact():
			r = r.half()
			continue
		}
		common := gcd(r.Of, s.Of)
		if len(common) > 1 {
			lo, hi := r.Lo, r.Hi
			if s.Lo.Cmp(lo) > 0 {
				lo = s.Lo
			}
			if s.Hi.Cmp(hi) < 0 {
				hi = s.Hi
			}
			if sturmOf(common).roots(lo, hi) > 0 {
				return 0
			}
		}
		r, s = r.half(), s.half()
	}
}

// rootsBetween0And1 returns the roots of p, which is not zero, that are greater
// than 0 and less than 1, ascending.
func rootsBetween0And1(p polynomial) []Root {
	p = p.without(0).without(1).squarefree()
	if len(p) < 2 {
		return nil
	}
	chain := sturmOf(p)
	var found []Root
	var isolate func(lo, hi *big.Rat)
	isolate = func(lo, hi *big.Rat) {
		switch n := chain.roots(lo, hi); {
		case n == 0:
		case n == 1:
			found = append(found, Root{Of: p, Lo: lo, Hi: hi, chain: chain}.exactly())
		default:
			middle := new(big.Rat).Add(lo, hi)
			middle.Quo(middle, big.NewRat(2, 1))
			isolate(lo, middle)
			isolate(middle, hi)
		}
	}
	isolate(new(big.Rat), big.NewRat(1, 1))
	return found
}

// exactly returns the root as a fraction, if it is one.
//
// A fraction that is a root has a denominator that divides the leading
// coefficient c, and two such fractions are at least 1/c apart. So when the
// bounds are closer, only one of these can be it: the one below Hi.
func (r Root) exactly() Root {
	c := new(big.Int).Abs(polynomial(r.Of).leading())
	width := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(c, 1))
	r = r.Within(width)
	scaled := new(big.Int).Mul(r.Hi.Num(), c)
	candidate := new(big.Rat).SetFrac(scaled.Quo(scaled, r.Hi.Denom()), c)
	if candidate.Cmp(r.Lo) > 0 && polynomial(r.Of).sign(candidate) == 0 {
		return Rational(candidate)
	}
	return r
}
