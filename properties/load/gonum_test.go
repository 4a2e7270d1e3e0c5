package load_test

import (
	"math"
	"math/big"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"

	"qcheck/properties/load"
	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// The load of random families, for shares of up to three of them, some with capacities, is that of
// gonum's simplex method in floating point, to nine digits.
func TestLoadAgreesWithGonum(t *testing.T) {
	rng := slow.Random(t, 16)
	const cases = 60
	singular := 0
	for range cases {
		n := 5 + rng.IntN(26)
		uses := make([]load.Use, 1+rng.IntN(3))
		for i := range uses {
			b := setsys.NewFamilyBuilder(n)
			for range 2 + rng.IntN(2*n) {
				b.Add(setsys.NewNodeSet(n, rng.Perm(n)[:1+rng.IntN(n)]...))
			}
			uses[i] = load.Use{Family: b.Family(), Share: big.NewRat(1, int64(len(uses)))}
			if rng.IntN(2) == 0 {
				for range n {
					uses[i].Capacities = append(uses[i].Capacities, big.NewRat(20+rng.Int64N(400), 100))
				}
			}
		}
		r, err := load.Find(t.Context(), uses...)
		if err != nil {
			t.Fatal(err)
		}
		want, err := floatLoad(n, uses)
		if err != nil { // the floats, which are a matrix that cannot be inverted
			singular++
			continue
		}
		if got, _ := r.Load.Float64(); math.Abs(got-want) > 1e-9 {
			t.Errorf("%d nodes, %d families: load %g, and %g by gonum", n, len(uses), got, want)
		}
	}
	if singular*10 > cases {
		t.Errorf("gonum solves only %d of %d programs", cases-singular, cases)
	}
}

// floatLoad minimizes L: for each node, share times the probability of its quorums,
// divided by its capacity, and a slack are L; for each family the probabilities are 1 together. The
// variables are the probabilities, the slacks, and L.
func floatLoad(n int, uses []load.Use) (float64, error) {
	quorums := 0
	for _, u := range uses {
		quorums += u.Family.Len()
	}
	vars := quorums + n + 1
	a := mat.NewDense(n+len(uses), vars, nil)
	b, c := make([]float64, n+len(uses)), make([]float64, vars)
	c[vars-1] = 1
	at := 0
	for i, u := range uses {
		share, _ := u.Share.Float64()
		b[n+i] = 1
		for _, q := range u.Family.All() {
			for v := range q.All() {
				capacity := 1.0
				if u.Capacities != nil {
					capacity, _ = u.Capacities[v].Float64()
				}
				a.Set(v, at, share/capacity)
			}
			a.Set(n+i, at, 1)
			at++
		}
	}
	for v := range n {
		a.Set(v, quorums+v, 1)
		a.Set(v, vars-1, -1)
	}
	least, _, err := lp.Simplex(c, a, b, 1e-11, nil)
	return least, err
}
