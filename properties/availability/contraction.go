package availability

import (
	"context"

	"qcheck/explore/yield"
	"qcheck/setsys"
)

// A Contraction has the results on the r-contractions of all k-coteries on N
// nodes (section 5.1): the minimal unions of R pairwise disjoint quorums.
type Contraction struct {
	N, K, R  int
	Coteries int // how many k-coteries there are
	Strong   int // and how many that satisfy definition 1 as it is printed

	// A k-coterie whose R-contraction is no floor(K/R)-coterie (property 1),
	// one as printed whose R-contraction is none as printed, and one with a set
	// that contains R disjoint quorums but none of the contraction, or the other
	// way round (property 2). Each is the first met, and empty when there is
	// none.
	NotCoterie, NotStrong, NotAvailable setsys.Family
}

// Contractions contracts every k-coterie on n nodes, n <= 6, for every k and
// every r up to k.
func Contractions(ctx context.Context, n int) (all []Contraction, err error) {
	defer caught(&err)
	c := newCube(n)
	at := map[[2]int]*Contraction{}
	for k := 1; k <= n; k++ {
		for r := 1; r <= k; r++ {
			at[[2]int{k, r}] = &Contraction{N: n, K: k, R: r}
		}
	}
	var levels []uint64
	c.eachKCoterie(yield.NewWatch(ctx), func(quorums []uint8, available []uint64) {
		k := len(available) - 1
		strong := c.isStrong(quorums, available, k)
		unions := uint64(1)
		for r := 1; r <= k; r++ {
			x := at[[2]int{k, r}]
			x.Coteries++
			unions = c.product(quorums, unions)
			contracted := c.minimal(unions)
			levels = c.available(contracted, levels)
			if !c.isKCoterie(contracted, levels, k/r) {
				keep(&x.NotCoterie, n, quorums)
			}
			if strong {
				x.Strong++
				if !c.isStrong(contracted, levels, k/r) {
					keep(&x.NotStrong, n, quorums)
				}
			}
			if levels[1] != available[r] {
				keep(&x.NotAvailable, n, quorums)
			}
		}
	})
	for k := 1; k <= n; k++ {
		for r := 1; r <= k; r++ {
			all = append(all, *at[[2]int{k, r}])
		}
	}
	return all, nil
}

// keep keeps the quorums as the first that were met.
func keep(first *setsys.Family, n int, quorums []uint8) {
	if first.Len() > 0 {
		return
	}
	b := setsys.NewFamilyBuilder(n)
	for _, q := range quorums {
		b.AddWords([]uint64{uint64(q)})
	}
	*first = b.Family().Canonical()
}
