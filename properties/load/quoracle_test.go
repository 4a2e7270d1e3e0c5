package load_test

import (
	"math/big"
	"slices"
	"testing"

	"qcheck/properties/load"
	"qcheck/setsys"
)

// The figures of Whittaker, Charapko, Hellerstein, Howard and Stoica, Read-Write Quorum
// Systems Made Practical (2021), and of the program that comes with it, Quoracle: the
// load of a node is f·(probability of reading from it)/(its read capacity) and the same
// of the writes, for the fraction f of reads, and the capacity is 1/load. The writes
// of a system are the dual of the reads. Quoracle prints rounded numbers.
func TestQuoracle(t *testing.T) {
	same := func(c ...int64) (all []*big.Rat) {
		for _, x := range c {
			all = append(all, big.NewRat(x, 1))
		}
		return all
	}
	sets := func(n int, of ...[]int) setsys.Family {
		b := setsys.NewFamilyBuilder(n)
		for _, q := range of {
			b.Add(setsys.NewNodeSet(n, q...))
		}
		return b.Family()
	}
	pairs := sets(4, []int{0, 1}, []int{2, 3}) // a*b + c*d
	grid := sets(6, []int{0, 1, 2}, []int{3, 4, 5})
	any2 := sets(4, []int{0, 1}, []int{0, 2}, []int{0, 3}, []int{1, 2}, []int{1, 3}, []int{2, 3})
	of6 := same(1000, 500, 1000, 500, 1000, 500)
	for _, row := range []struct {
		source         string
		reads          setsys.Family
		read, write    []*big.Rat
		fraction, want *big.Rat
	}{
		{"paper, different capacities: 150", pairs, same(100, 100, 50, 50), same(100, 100, 50, 50), big.NewRat(1, 1), big.NewRat(150, 1)},
		{"paper, read and write capacities: 300", pairs, same(200, 200, 100, 100), same(100, 100, 50, 50), big.NewRat(1, 1), big.NewRat(300, 1)},
		{"paper, the same, half the requests are reads: 200", pairs, same(200, 200, 100, 100), same(100, 100, 50, 50), big.NewRat(1, 2), big.NewRat(200, 1)},
		{"paper, the same, all are writes: 100", pairs, same(200, 200, 100, 100), same(100, 100, 50, 50), new(big.Rat), big.NewRat(100, 1)},
		{"paper, any 2 of these nodes: 300", any2, same(200, 200, 100, 100), same(100, 100, 50, 50), big.NewRat(1, 1), big.NewRat(300, 1)},
		{"manual, 75% reads: 1333", grid, of6, of6, big.NewRat(3, 4), big.NewRat(4000, 3)},
		{"manual, reads are ten times as fast: 10,000", grid, times(of6, 10), of6, big.NewRat(1, 1), big.NewRat(10_000, 1)},
		{"manual, half of them reads: 3913", grid, times(of6, 10), of6, big.NewRat(1, 2), big.NewRat(90_000, 23)},
		{"manual, no reads: 2000", grid, times(of6, 10), of6, new(big.Rat), big.NewRat(2000, 1)},
	} {
		writes, err := row.reads.Transversals(100)
		if err != nil {
			t.Fatal(err)
		}
		r, err := load.Find(t.Context(),
			load.Use{Family: writes, Share: new(big.Rat).Sub(big.NewRat(1, 1), row.fraction), Capacities: row.write},
			load.Use{Family: row.reads, Share: row.fraction, Capacities: row.read})
		if err != nil {
			t.Fatal(err)
		}
		if r.Capacity().Cmp(row.want) != 0 {
			t.Errorf("%s: capacity %s, not %s", row.source, r.Capacity().RatString(), row.want.RatString())
		}
	}
}

func times(capacities []*big.Rat, by int64) []*big.Rat {
	all := slices.Clone(capacities)
	for i, c := range all {
		all[i] = new(big.Rat).Mul(c, big.NewRat(by, 1))
	}
	return all
}
