package construct

// A field is the finite field of q = p^d elements, which are the integers
// 0..q-1: an integer's digits in base p are the coefficients of a polynomial
// over the integers modulo p, the constant one lowest. Arithmetic is that of
// polynomials modulo an irreducible one of degree d.
type field struct {
	q        int
	sum, mul [][]int
}

// newField returns the field of q elements, and whether there is one that this
// code can make: q is a prime, or its square or cube. (Up to degree 3, a
// polynomial without a root is irreducible.)
func newField(q int) (field, bool) {
	p := 2
	for p <= q && q%p != 0 {
		p++
	}
	d := 1
	for power(p, d) < q {
		d++
	}
	if q < 2 || power(p, d) != q || d > 3 {
		return field{}, false
	}
	modulus := irreducible(p, d)
	f := field{q: q, sum: make([][]int, q), mul: make([][]int, q)}
	for a := range q {
		f.sum[a], f.mul[a] = make([]int, q), make([]int, q)
		for b := range q {
			x, y := digits(a, p, d), digits(b, p, d)
			for i := range y {
				y[i] += x[i]
			}
			f.sum[a][b] = value(y, p)
			f.mul[a][b] = value(reduce(product(x, digits(b, p, d)), modulus, p), p)
		}
	}
	return f, true
}

// irreducible returns the first monic polynomial of degree d, at most 3, over
// the integers modulo p that cannot be factored.
func irreducible(p, d int) []int {
	for low := range power(p, d) {
		f := append(digits(low, p, d), 1)
		if d == 1 || !hasRoot(f, p) {
			return f
		}
	}
	panic("construct: there is an irreducible polynomial of every degree")
}

func hasRoot(f []int, p int) bool {
	for x := range p {
		v := 0
		for i := len(f) - 1; i >= 0; i-- {
			v = (v*x + f[i]) % p
		}
		if v == 0 {
			return true
		}
	}
	return false
}

// product returns the product of two polynomials with integer coefficients.
func product(a, b []int) []int {
	c := make([]int, len(a)+len(b)-1)
	for i, x := range a {
		for j, y := range b {
			c[i+j] += x * y
		}
	}
	return c
}

// reduce returns a modulo the monic polynomial m, coefficients modulo p.
func reduce(a, m []int, p int) []int {
	d := len(m) - 1
	for i := len(a) - 1; i >= d; i-- {
		lead := a[i] % p
		for j, c := range m {
			a[i-d+j] += (p - lead) * c
		}
	}
	return a[:min(d, len(a))]
}

// digits returns the d lowest digits of a in base p, the lowest first.
func digits(a, p, d int) []int {
	ds := make([]int, d)
	for i := range ds {
		ds[i], a = a%p, a/p
	}
	return ds
}

// value returns the number with the digits in base p, each taken modulo p.
func value(ds []int, p int) int {
	a := 0
	for i := len(ds) - 1; i >= 0; i-- {
		a = a*p + ds[i]%p
	}
	return a
}
