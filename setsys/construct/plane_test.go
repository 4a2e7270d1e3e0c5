package construct_test

import (
	"testing"

	"qcheck/setsys"
)

// planeFamily returns the lines as masks, which order 9 with its 91 points would
// not fit in, so sets stay node sets.
func planeFamily(t *testing.T, order int) setsys.Family {
	return build(t, "plane", values{"order": order}).Quorums
}

func TestPlaneAxioms(t *testing.T) {
	for _, q := range []int{2, 3, 4, 5, 7, 8, 9} {
		f := planeFamily(t, q)
		n := q*q + q + 1
		if f.Nodes() != n || f.Len() != n {
			t.Fatalf("order %d: %d points and %d lines, want %d", q, f.Nodes(), f.Len(), n)
		}
		on := make([]int, n)               // lines through a point
		joins := make(map[[2]int]int, n*n) // lines through two points
		for i, a := range f.All() {
			if a.Len() != q+1 {
				t.Errorf("order %d: line %d has %d points", q, i, a.Len())
			}
			for _, p := range a.Nodes() {
				on[p]++
				for _, r := range a.Nodes() {
					joins[[2]int{p, r}]++
				}
			}
			for j := range i {
				if common := a.Intersection(f.At(j)).Len(); common != 1 {
					t.Errorf("order %d: lines %d and %d share %d points", q, i, j, common)
				}
			}
		}
		for p := range n {
			if on[p] != q+1 {
				t.Errorf("order %d: point %d is on %d lines", q, p, on[p])
			}
			for r := range p {
				if joins[[2]int{p, r}] != 1 {
					t.Errorf("order %d: points %d and %d are on %d lines", q, p, r, joins[[2]int{p, r}])
				}
			}
		}
		if !fourLines(f) {
			t.Errorf("order %d: there are no four lines of which no three go through a point", q)
		}
	}
}

// fourLines reports whether there are four lines, no three through one point.
func fourLines(f setsys.Family) bool {
	concurrent := func(a, b, c int) bool {
		return !f.At(a).Intersection(f.At(b)).Intersection(f.At(c)).IsEmpty()
	}
	for a := range f.Len() {
		for b := range a {
			for c := range b {
				if concurrent(a, b, c) {
					continue
				}
				for d := range c {
					if !concurrent(a, b, d) && !concurrent(a, c, d) && !concurrent(b, c, d) {
						return true
					}
				}
			}
		}
	}
	return false
}

// Over a prime field, arithmetic is that of integers modulo the order.
func TestPlaneOfPrimeOrder(t *testing.T) {
	for _, q := range []int{2, 3, 5, 7} {
		var triples [][3]int
		for code := range q * q * q {
			v := [3]int{code / (q * q), code / q % q, code % q}
			for _, x := range v {
				if x > 1 {
					break
				}
				if x == 1 {
					triples = append(triples, v)
					break
				}
			}
		}
		f := planeFamily(t, q)
		for i, line := range triples {
			for j, point := range triples {
				zero := (line[0]*point[0]+line[1]*point[1]+line[2]*point[2])%q == 0
				if f.At(i).Has(j) != zero {
					t.Errorf("order %d: line %d and point %d: %v", q, i, j, !zero)
				}
			}
		}
	}
}

// The set of each process is the least line that lets all later processes have
// one: here, with a matching made anew for each question.
func TestPlaneRepresentativesAreFirst(t *testing.T) {
	for _, q := range []int{2, 3, 4, 5, 7, 8, 9} {
		f := planeFamily(t, q)
		n := f.Nodes()
		used := make([]bool, n)
		got := build(t, "plane", values{"order": q, "as": "request-sets"}).Requests
		for i := range n {
			least := 0
			for ; least < n; least++ {
				if used[least] || !f.At(least).Has(i) {
					continue
				}
				used[least] = true
				if matchable(f, i+1, used) {
					break
				}
				used[least] = false
			}
			if least == n {
				t.Fatalf("order %d: no line for process %d", q, i+1)
			}
			if !got.At(i).Equal(f.At(least)) {
				t.Errorf("order %d: process %d has %s, want %s", q, i+1, got.At(i), f.At(least))
			}
		}
	}
}

// matchable reports whether each point from first on can have a line through it
// of its own that is not used.
func matchable(f setsys.Family, first int, used []bool) bool {
	point := make([]int, f.Len())
	for l := range point {
		point[l] = -1
	}
	var give func(p int, asked []bool) bool
	give = func(p int, asked []bool) bool {
		for l := range f.Len() {
			if !used[l] && !asked[l] && f.At(l).Has(p) {
				asked[l] = true
				if point[l] < 0 || give(point[l], asked) {
					point[l] = p
					return true
				}
			}
		}
		return false
	}
	for p := first; p < f.Nodes(); p++ {
		if !give(p, make([]bool, f.Len())) {
			return false
		}
	}
	return true
}
