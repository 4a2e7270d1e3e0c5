package manabetajima

import (
	"fmt"
	"slices"

	"qcheck/corpus/entry"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// cubeArbiter is the (k+1)-cube k-arbiter.
func cubeArbiter(x entry.Values) setsys.Family {
	return entry.Known(construct.Build("cube-k-arbiter", entry.Args{"n": x["n"], "k": x["k"]}, setsys.DefaultMaxSets)).Quorums
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
