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
// one, found here by trying all ways on the small planes.
func TestPlaneRepresentativesAreFirst(t *testing.T) {
	for _, q := range []int{2, 3} {
		f := planeFamily(t, q)
		n := f.Nodes()
		used := make([]bool, n)
		var chosen []int
		var try func(i int) bool
		try = func(i int) bool {
			if i == n {
				return true
			}
			for l := range n {
				if used[l] || !f.At(l).Has(i) {
					continue
				}
				used[l], chosen = true, append(chosen, l)
				if try(i + 1) {
					return true
				}
				used[l], chosen = false, chosen[:i]
			}
			return false
		}
		if !try(0) {
			t.Fatal("no representatives")
		}
		got := build(t, "plane", values{"order": q, "as": "request-sets"}).Requests
		for i, l := range chosen {
			if !got.At(i).Equal(f.At(l)) {
				t.Errorf("order %d: process %d has %s, want %s", q, i+1, got.At(i), f.At(l))
			}
		}
	}
}
