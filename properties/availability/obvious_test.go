package availability

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"

	"qcheck/setsys"
)

// This file has the definitions written down as loops over all sets, where a
// set is a mask with bit i for node i. It shares nothing with what it judges.

// mostDisjoint returns, for each set of nodes, how many pairwise disjoint
// quorums it contains: its least node is in none of them, or in one.
func mostDisjoint(n int, quorums []uint32) []int {
	most := make([]int, 1<<n)
	for s := 1; s < 1<<n; s++ {
		least := s & -s
		most[s] = most[s&^least]
		for _, q := range quorums {
			if int(q)&least != 0 && int(q)&^s == 0 {
				most[s] = max(most[s], 1+most[s&^int(q)])
			}
		}
	}
	return most
}

// obviousRow is a [Row] by counting all sets.
type obviousRow struct {
	Counts   []int
	Survives int
	Fatal    []int
}

func obviousRows(n int, quorums []uint32, rows int) []obviousRow {
	most := mostDisjoint(n, quorums)
	var all []obviousRow
	for r := 1; r <= max(rows, most[len(most)-1]); r++ {
		row := obviousRow{Counts: make([]int, n+1), Survives: n}
		var fatal []int
		for s := range most {
			if most[s] >= r {
				row.Counts[bits.OnesCount(uint(s))]++
				continue
			}
			failed := elements(uint32(len(most) - 1 - s))
			if fatal == nil || len(failed) < len(fatal) || len(failed) == len(fatal) && slices.Compare(failed, fatal) < 0 {
				fatal = failed
			}
		}
		row.Survives, row.Fatal = len(fatal)-1, fatal
		all = append(all, row)
	}
	return all
}

// elements are the nodes of a set, never nil.
func elements(set uint32) []int {
	nodes := []int{}
	for ; set != 0; set &= set - 1 {
		nodes = append(nodes, bits.TrailingZeros32(set))
	}
	return nodes
}

func family(n int, quorums []uint32) setsys.Family {
	b := setsys.NewFamilyBuilder(n)
	for _, q := range quorums {
		b.AddWords([]uint64{uint64(q)})
	}
	return b.Family()
}

// obviousKCoterie is the definition; strong, with non-intersection as definition
// 1 of the thesis is printed.
func obviousKCoterie(n int, quorums []uint32, k int, strong bool) bool {
	for i, p := range quorums {
		for j, q := range quorums {
			if p == 0 || i != j && p&^q == 0 {
				return false
			}
		}
	}
	if len(quorums) == 0 || mostDisjoint(n, quorums)[1<<n-1] > k {
		return false
	}
	disjoint := func(chosen []uint32) func(uint32) bool {
		return func(q uint32) bool {
			return !slices.ContainsFunc(chosen, func(c uint32) bool { return c&q != 0 })
		}
	}
	var chosen []uint32
	var leaves func() bool // one disjoint from those chosen, and so for all choices that go on
	leaves = func() bool {
		if len(chosen) == k {
			return true
		}
		if !slices.ContainsFunc(quorums, disjoint(chosen)) {
			return false
		}
		for _, q := range quorums {
			if strong || disjoint(chosen)(q) {
				chosen = append(chosen, q)
				ok := leaves()
				chosen = chosen[:len(chosen)-1]
				if !ok {
					return false
				}
			}
		}
		return true
	}
	return leaves()
}

// antichains calls f with every non-empty family of non-empty sets of n nodes
// none of which contains another.
func antichains(n int, f func([]uint32)) {
	var family []uint32
	var extend func(from uint32)
	extend = func(from uint32) {
		for s := from; s < 1<<n; s++ {
			if slices.ContainsFunc(family, func(q uint32) bool { return q&^s == 0 || s&^q == 0 }) {
				continue
			}
			family = append(family, s)
			f(family)
			extend(s + 1)
			family = family[:len(family)-1]
		}
	}
	extend(1)
}

// randomFamily returns quorums on n nodes: any sets of about a size, or
// coteries on disjoint blocks, which together are a k-coterie.
func randomFamily(r *rand.Rand, n int) []uint32 {
	var quorums []uint32
	if r.IntN(2) == 0 {
		size := 1 + r.IntN(n)
		for range 1 + r.IntN(40) {
			q := uint32(0)
			for range size {
				q |= 1 << r.IntN(n)
			}
			quorums = append(quorums, q)
		}
		return quorums
	}
	for from := 0; from < n; {
		size := min(1+r.IntN(6), n-from)
		block := uint32(1)<<size - 1
		for q := range block + 1 {
			if bits.OnesCount32(q) == size/2+1 {
				quorums = append(quorums, q<<from)
			}
		}
		from += size
	}
	return quorums
}

// vectorOf returns the counts as a vector.
func vectorOf(counts []int) Vector {
	v := make(Vector, len(counts))
	for s, c := range counts {
		v[s] = big.NewInt(int64(c))
	}
	return v
}
