package manabetajima

import (
	"fmt"
	"slices"

	"qcheck/corpus/entry"
	"qcheck/setsys"
)

// differenceSet is the coterie of the shifts of a perfect difference set.
func differenceSet(x entry.Values) (*setsys.Structure, error) {
	n := x["n"]
	f := entry.Masks{N: n}
	for shift := range n {
		var set uint
		for _, v := range map[int][]int{9: {0, 1, 3, 5}, 16: {0, 1, 2, 5, 8}}[n] {
			set |= 1 << ((v + shift) % n)
		}
		f.Sets = append(f.Sets, set)
	}
	return f.Structure(setsys.Coterie, 0), nil
}

// transposedGrid is the grid with the node of row i and column j in row j and column i.
func transposedGrid(x entry.Values) (*setsys.Structure, error) {
	n, a := x["n"], entry.Root(x["n"], 2)
	f := entry.Masks{N: n}
	for quorum := range n {
		var set uint
		for v := range n {
			if v%a == quorum%a || v/a == quorum/a {
				set |= 1 << (v%a*a + v/a)
			}
		}
		f.Sets = append(f.Sets, set)
	}
	return f.Structure(setsys.Coterie, 0), nil
}

// cubeArbiter is the (k+1)-cube k-arbiter.
func cubeArbiter(x entry.Values) setsys.Family {
	return entry.Known(entry.Construction("cube-k-arbiter", entry.Args{"n": x["n"], "k": x["k"]})()).Quorums
}

// noLargerThanCube: no quorum for any number of units is larger than a largest one of that.
func noLargerThanCube(_ entry.Asked, s *setsys.Structure, x entry.Values) string {
	_, most := entry.Extent(cubeArbiter(x))
	for i, f := range s.ByUnits {
		if _, large := entry.Extent(f); large > most {
			return fmt.Sprintf("a quorum for %d units has %d nodes, more than %d", i+1, large, most)
		}
	}
	return ""
}

// cubeSmaller: the quorums for some number of units are not those of the k-arbiter.
func cubeSmaller(_ entry.Asked, s *setsys.Structure, x entry.Values) string {
	same := cubeArbiter(x).Canonical()
	if slices.ContainsFunc(s.ByUnits, func(f setsys.Family) bool { return !f.Canonical().Equal(same) }) {
		return ""
	}
	return "the quorums for all numbers of units are those of the k-arbiter"
}

// windows is z_h: how many consecutive coordinates a part of a quorum for h
// units fixes.
func windows(h, k int) int { return h * (1 + k) / (h + k) }
