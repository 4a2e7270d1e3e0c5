package availability

import (
	"math/big"
	"math/bits"
	"testing"
)

// TestAt adds up the probabilities of all sets.
func TestAt(t *testing.T) {
	quorums := []uint32{0b00011, 0b01100, 0b10101}
	const n = 5
	most := mostDisjoint(n, quorums)
	for r := 1; r <= 2; r++ {
		v := vectorOf(obviousRows(n, quorums, r)[r-1].Counts)
		for _, p := range []*big.Rat{big.NewRat(0, 1), big.NewRat(1, 3), big.NewRat(9, 10), big.NewRat(1, 1)} {
			down := new(big.Rat).Sub(big.NewRat(1, 1), p)
			want := new(big.Rat)
			for s := range most {
				if most[s] < r {
					continue
				}
				chance := big.NewRat(1, 1)
				for i := range n {
					if s>>i&1 != 0 {
						chance.Mul(chance, p)
					} else {
						chance.Mul(chance, down)
					}
				}
				want.Add(want, chance)
			}
			if got := v.At(p); got.Cmp(want) != 0 {
				t.Errorf("r = %d, p = %v: %v, want %v", r, p, got, want)
			}
			value := new(big.Rat)
			for i, c := range v.Polynomial() {
				term := new(big.Rat).SetInt(c)
				for range i {
					term.Mul(term, p)
				}
				value.Add(value, term)
			}
			if value.Cmp(want) != 0 {
				t.Errorf("r = %d, p = %v: the polynomial is %v, want %v", r, p, value, want)
			}
		}
	}
}

// TestFormulas counts the sets of the k-majority and of the k-singleton.
func TestFormulas(t *testing.T) {
	for n := 1; n <= 8; n++ {
		for k := 1; k <= n; k++ {
			var majority, singleton []uint32
			for s := range uint32(1) << n {
				if bits.OnesCount32(s) == Quorum(n, k) {
					majority = append(majority, s)
				}
			}
			for i := range k {
				singleton = append(singleton, 1<<i)
			}
			for r := 1; r <= k; r++ {
				if got, want := MajorityVector(n, k, r), vectorOf(obviousRows(n, majority, r)[r-1].Counts); !got.Equal(want) {
					t.Errorf("%d-majority of %d, r = %d: %v, want %v", k, n, r, got, want)
				}
				if got, want := SingletonVector(n, k, r), vectorOf(obviousRows(n, singleton, r)[r-1].Counts); !got.Equal(want) {
					t.Errorf("%d-singleton of %d, r = %d: %v, want %v", k, n, r, got, want)
				}
			}
		}
	}
}
