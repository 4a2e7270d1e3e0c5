package construct

import (
	"fmt"

	"qcheck/setsys"
	"qcheck/setsys/words"
)

// contraction is the r-contracted coterie of a k-coterie (Kakugawa's thesis,
// section 5.1): the minimal ones among the unions of r pairwise disjoint quorums.
// Claimed: a floor(k/r)-coterie (Property 1).
//
// A structure that has no r pairwise disjoint quorums, which a k-coterie has,
// gives an empty family.
func contraction() *Construction {
	return &Construction{
		Name: "contraction", Kind: setsys.KCoterie,
		Summary: "the minimal unions of r pairwise disjoint quorums of a k-coterie",
		Source:  "Kakugawa, section 5.1",
		Claim:   "a floor(k/r)-coterie (Property 1)",
		Params: []Param{
			nested("of", "the k-coterie", setsys.KCoterie, setsys.Coterie),
			number("r", "number of quorums to unite, at most k"),
		},
		build: func(a args) (*setsys.Structure, error) {
			of, r := a.structure("of"), a.int("r")
			k := kOf(of)
			if r > k {
				return nil, outside("r", fmt.Sprintf("an integer from 1 to k = %d", k), r)
			}
			f, ok := disjointUnions(of.Quorums, r, a.limit)
			if !ok {
				return nil, a.full()
			}
			return &setsys.Structure{Kind: setsys.KCoterie, K: k / r, Universe: of.Universe, Quorums: f}, nil
		},
	}
}

// kOf returns the k of a k-coterie; a coterie is a 1-coterie.
func kOf(s *setsys.Structure) int {
	if s.Kind == setsys.Coterie {
		return 1
	}
	return s.K
}

// disjointUnions returns the minimal unions of r pairwise disjoint sets of f, and
// whether no more than limit sets had to be kept.
//
// The unions of t sets are extended by every set disjoint from them to those of
// t+1. Only minimal ones need to be kept on the way: what can be added to a
// union can be added to each part of it, and gives a part of the result.
func disjointUnions(f setsys.Family, r, limit int) (setsys.Family, bool) {
	n := f.Nodes()
	f = f.Minimal()
	q := setsys.NewIndex(f).Query()
	full, free, row := words.Full(n), make([]uint64, words.Of(n)), make([]uint64, words.Of(n))
	unions := f
	for t := 1; t < r; t++ {
		found := words.NewTable(words.Of(n))
		for i := range unions.Len() {
			u := unions.Words(i)
			words.AndNot(free, full, u)
			if !q.EachWithin(free, func(set []uint64) bool {
				words.Or(row, u, set)
				found.Insert(row)
				return found.Len() <= limit
			}) {
				return unions, false
			}
		}
		unions = listed(n, found).Minimal()
	}
	return unions, unions.Len() <= limit
}
