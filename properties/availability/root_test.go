package availability

import (
	"math/big"
	"testing"
)

// product multiplies polynomials given by small coefficients, lowest first.
func product(factors ...[]int64) polynomial {
	p := polynomial{big.NewInt(1)}
	for _, f := range factors {
		next := make(polynomial, len(p)+len(f)-1)
		for i := range next {
			next[i] = new(big.Int)
		}
		for i, a := range p {
			for j, b := range f {
				next[i+j].Add(next[i+j], new(big.Int).Mul(a, big.NewInt(b)))
			}
		}
		p = next
	}
	return p
}

func TestRootsBetween0And1(t *testing.T) {
	for _, c := range []struct {
		reason string
		p      polynomial
		want   []string
	}{
		{"a constant has none", product([]int64{7}), nil},
		{"0 and 1 are not between", product([]int64{0, 1}, []int64{0, 1}, []int64{-1, 1}), nil},
		{"roots outside", product([]int64{-3, 2}, []int64{3, 2}), nil},
		{"a complex pair", product([]int64{1, 0, 1}), nil},
		{"a fraction, also when it is met by halving", product([]int64{-1, 2}), []string{"1/2"}},
		{"fractions that halving does not meet, one of them double", product([]int64{-1, 3}, []int64{-2, 7}, []int64{-2, 7}), []string{"2/7", "1/3"}},
		{"close fractions", product([]int64{-500, 1001}, []int64{-501, 1003}), []string{"500/1001", "501/1003"}},
		{"an irrational one beside a fraction", product([]int64{-1, 0, 2}, []int64{-3, 4}), []string{"0.70710678", "3/4"}},
		{"a negative leading coefficient", product([]int64{2, -7, 4}, []int64{-5}), []string{"0.35961180"}},
		{"a triple irrational one", product([]int64{-1, 0, 2}, []int64{-1, 0, 2}, []int64{-1, 0, 2}), []string{"0.70710678"}},
		{"three roots of one cubic, (2p-1)(-16p^2+16p-1)", product([]int64{1, -18, 48, -32}), []string{"0.06698730", "1/2", "0.93301270"}},
	} {
		var got []string
		for _, r := range rootsBetween0And1(c.p) {
			if r.Exact() {
				got = append(got, r.Lo.RatString())
			} else {
				got = append(got, r.Decimal(8))
			}
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: roots %v, want %v", c.reason, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: roots %v, want %v", c.reason, got, c.want)
			}
		}
	}
}

func TestCompareRoots(t *testing.T) {
	one := func(factors ...[]int64) Root { return rootsBetween0And1(product(factors...))[0] }
	half, third := one([]int64{-1, 2}), one([]int64{-1, 3})
	sqrt := one([]int64{-1, 0, 2}) // 0.7071
	for _, c := range []struct {
		reason string
		r, s   Root
		want   int
	}{
		{"fractions", half, third, 1},
		{"a fraction with itself", half, one([]int64{-2, 4}), 0},
		{"a fraction below an irrational root", half, sqrt, -1},
		{"a fraction that is very close", Rational(big.NewRat(70710678, 100000000)), sqrt, -1},
		{"one that is very close above", Rational(big.NewRat(70710679, 100000000)), sqrt, 1},
		{"the same root of another polynomial", sqrt, one([]int64{-1, 0, 2}, []int64{1, 0, 0, 1}), 0},
		{"roots that are close", sqrt, one([]int64{-1000001, 0, 2000000}), -1},
		{"the end of the range", Rational(big.NewRat(1, 1)), sqrt, 1},
	} {
		if got := c.r.Compare(c.s); got != c.want {
			t.Errorf("%s: %d, want %d", c.reason, got, c.want)
		}
		if got := c.s.Compare(c.r); got != -c.want {
			t.Errorf("%s, the other way round: %d, want %d", c.reason, got, -c.want)
		}
	}
}

func TestRootText(t *testing.T) {
	r := rootsBetween0And1(product([]int64{2, -7, 4}))[0]
	narrow := r.Within(big.NewRat(1, 1000))
	if narrow.Compare(r) != 0 || new(big.Rat).Sub(narrow.Hi, narrow.Lo).Cmp(big.NewRat(1, 1000)) > 0 {
		t.Errorf("%v to %v", narrow.Lo, narrow.Hi)
	}
	i := Interval{Rational(new(big.Rat)), r}
	if got, want := i.String(), "(0, 0.3596118]"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	i = Interval{Rational(big.NewRat(1, 2)), Rational(big.NewRat(1, 1))}
	if got, want := i.String(), "[1/2, 1)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
