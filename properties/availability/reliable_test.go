package availability

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"qcheck/setsys"
	"qcheck/setsys/slow"
)

// Random families, listed and as formulas, with a probability for each node, against the sum
// over all sets of nodes that are up; and, where all nodes are alike, against the vectors.
func TestReliable(t *testing.T) {
	rng := slow.Random(t, 51)
	for range 400 {
		n := 1 + rng.IntN(6)
		b := setsys.NewFamilyBuilder(n)
		for range rng.IntN(6) {
			b.Add(setsys.NewNodeSet(n, rng.Perm(n)[:1+rng.IntN(n)]...))
		}
		f := b.Family()
		var up [][]*big.Rat
		for range 2 {
			var p []*big.Rat
			for range n {
				p = append(p, big.NewRat(rng.Int64N(11), 10))
			}
			up = append(up, p)
		}
		alike := make([]*big.Rat, n)
		for v := range alike {
			alike[v] = big.NewRat(7, 10)
		}
		up = append(up, alike)
		families := []setsys.Family{f}
		if f.Len() > 0 {
			families = append(families, setsys.Unlisted(n, setsys.FormulaOf(f), 100))
		}
		for _, f := range families {
			var got [][]*big.Rat
			for _, p := range up {
				x, err := Reliable(context.Background(), f, 3, p)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, x)
			}
			for i, p := range up {
				for r := 1; r <= 3; r++ {
					want := new(big.Rat)
					for set := range uint64(1) << n {
						if !disjointWithin(b.Family(), set, r) {
							continue
						}
						x := big.NewRat(1, 1)
						for v := range n {
							if set>>v&1 == 1 {
								x.Mul(x, p[v])
							} else {
								x.Mul(x, new(big.Rat).Sub(big.NewRat(1, 1), p[v]))
							}
						}
						want.Add(want, x)
					}
					if got[i][r-1].Cmp(want) != 0 {
						t.Fatalf("%v, %v, r = %d: %v, want %v", b.Family(), p, r, got[i][r-1], want)
					}
				}
			}
			a, err := Analyze(context.Background(), f, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if want := a.Rows[0].Counts.At(big.NewRat(7, 10)); got[2][0].Cmp(want) != 0 {
				t.Fatalf("%v: %v, want %v", f, got[2][0], want)
			}
		}
	}
	if _, err := Reliable(context.Background(), setsys.NewFamily(1, setsys.NewNodeSet(1)), 1, nil); !errors.Is(err, ErrEmptyQuorum) {
		t.Error(err)
	}
	ended, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("enough"))
	if _, err := Reliable(ended, setsys.NewFamily(1, setsys.NewNodeSet(1, 0)), 1, nil); err == nil || err.Error() != "enough" {
		t.Error(err)
	}
}

// disjointWithin reports whether the set contains r pairwise disjoint quorums.
func disjointWithin(f setsys.Family, set uint64, r int) bool {
	if r == 0 {
		return true
	}
	for _, q := range f.All() {
		if w := q.Words()[0]; w&^set == 0 && disjointWithin(f, set&^w, r-1) {
			return true
		}
	}
	return false
}
