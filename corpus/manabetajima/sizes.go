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

// noSmallerThanTheGrid compares the largest quorum with the 2a-1 nodes of the grid with side a.
func noSmallerThanTheGrid(_ entry.Asked, s *setsys.Structure, x entry.Values) string {
	grid := 2*entry.Root(x["n"], 2) - 1
	if _, most := entry.Extent(s.Quorums); most < grid {
		return fmt.Sprintf("the quorums have %d nodes, the grid's %d", most, grid)
	}
	return ""
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

// kArbiter builds the named k-arbiter for n and k.
func kArbiter(name string, x entry.Values) (*setsys.Structure, error) {
	return entry.Construction(name, entry.Args{"n": x["n"], "k": x["k"]})()
}

// cubeQuorumSize is the number of points of a cube with side a and dimension d
// that agree with a given point in z consecutive coordinates, counted point by
// point.
func cubeQuorumSize(a, d, z int) int {
	count := 0
	for x := range entry.Power(a, d) {
		run, agrees := 0, false
		for range d {
			if run++; x%a != 0 {
				run = 0
			}
			agrees = agrees || run == z
			x /= a
		}
		if agrees {
			count++
		}
	}
	return count
}

// atMost: no quorum has more than size nodes.
func atMost(_ entry.Asked, s *setsys.Structure, x entry.Values) string {
	if _, large := entry.Extent(s.Families()[0].Family); large > x["size"] {
		return fmt.Sprintf("a quorum has %d nodes, more than %d", large, x["size"])
	}
	return ""
}

// symmetricFamily: the quorums have one size, and every node is in equally many.
func symmetricFamily(s *setsys.Structure) string {
	in := make([]int, s.Universe.Len())
	for _, q := range s.Quorums.All() {
		for v := range q.All() {
			in[v]++
		}
	}
	if least, most := entry.Extent(s.Quorums); least != most || slices.Min(in) != slices.Max(in) {
		return fmt.Sprintf("quorums of %d to %d nodes, nodes in %d to %d quorums", least, most, slices.Min(in), slices.Max(in))
	}
	return ""
}

// timesTheBound: the size is at most k+1 times the bound for symmetric k-arbiters.
func timesTheBound(_ entry.Asked, s *setsys.Structure, x entry.Values) string {
	n, k := x["n"], x["k"]
	if _, size := entry.Extent(s.Quorums); entry.Power(size, k+1) < entry.Power(n, k) || entry.Power(size, k+1) > entry.Power(k+1, k+1)*entry.Power(n, k) {
		return fmt.Sprintf("the quorums have %d nodes", size)
	}
	return ""
}

// unitsSizes states for each number of units the size of all quorums.
func unitsSizes(size func(h int, x entry.Values) int) entry.Program {
	return func(_ entry.Asked, s *setsys.Structure, x entry.Values) string {
		for i, f := range s.ByUnits {
			if least, most := entry.Extent(f); least != size(i+1, x) || most != size(i+1, x) {
				return fmt.Sprintf("the quorums for %d units have %d to %d nodes, not %d to %d", i+1, least, most, size(i+1, x), size(i+1, x))
			}
		}
		return ""
	}
}

// unitsAtMost states for each number of units a bound on the sizes.
func unitsAtMost(s *setsys.Structure, bound func(h int) int) string {
	for i, f := range s.ByUnits {
		if _, large := entry.Extent(f); large > bound(i+1) {
			return fmt.Sprintf("a quorum for %d units has %d nodes, more than %d", i+1, large, bound(i+1))
		}
	}
	return ""
}

// noLargerThan states that no quorum for any number of units is larger than a
// largest quorum of the named k-arbiter for the same n and k.
func noLargerThan(arbiter string) entry.Program {
	return func(_ entry.Asked, s *setsys.Structure, x entry.Values) string {
		t := entry.Known(kArbiter(arbiter, x))
		_, most := entry.Extent(t.Quorums)
		return unitsAtMost(s, func(int) int { return most })
	}
}

func uniformSize(h int, x entry.Values) int { return x["k"]*x["n"]/(x["k"]+h) + 1 }

// cubeSize counts the points of a quorum of the cube with side a.
func cubeSize(h int, x entry.Values) int {
	return cubeQuorumSize(x["a"], x["k"]+1, windows(h, x["k"]))
}

// cubeBound is the bound of the text on these sizes.
func cubeBound(_ entry.Asked, s *setsys.Structure, x entry.Values) string {
	return unitsAtMost(s, func(h int) int {
		z := windows(h, x["k"])
		return (x["k"] + 2 - z) * entry.Power(x["a"], x["k"]+1-z)
	})
}

// windows is z_h: how many consecutive coordinates a part of a quorum for h
// units fixes.
func windows(h, k int) int { return h * (1 + k) / (h + k) }

// allUnitsNeedAMajority: the quorums for all units are the majorities.
func allUnitsNeedAMajority(s *setsys.Structure) string {
	n, k := s.Universe.Len(), s.K
	if least, most := entry.Extent(s.ByUnits[k-1]); least != n/2+1 || most != n/2+1 {
		return fmt.Sprintf("the quorums for %d units have %d to %d nodes", k, least, most)
	}
	return ""
}

// equalSizes states that the quorums for the same number of units have equal sizes.
func equalSizes(s *setsys.Structure) string {
	for i, f := range s.ByUnits {
		if least, most := entry.Extent(f); least != most {
			return fmt.Sprintf("the quorums for %d units have %d to %d nodes", i+1, least, most)
		}
	}
	return ""
}

// allUnitsSize: the quorums for all units have size nodes.
func allUnitsSize(_ entry.Asked, s *setsys.Structure, x entry.Values) string {
	if least, most := entry.Extent(s.ByUnits[s.K-1]); least != x["size"] || most != x["size"] {
		return fmt.Sprintf("the quorums have %d to %d nodes, not %d", least, most, x["size"])
	}
	return ""
}

// cubeSmaller: the quorums for some number of units are not those of the k-arbiter.
func cubeSmaller(_ entry.Asked, s *setsys.Structure, x entry.Values) string {
	t := entry.Known(kArbiter("cube-k-arbiter", x))
	for _, f := range s.ByUnits {
		if !f.Canonical().Equal(t.Quorums.Canonical()) {
			return ""
		}
	}
	return "the quorums for all numbers of units are those of the k-arbiter"
}

// cubeExponent: the order of the quorums for all units is the square root.
func cubeExponent(x entry.Values) string {
	k := x["k"]
	if d := k + 1 - windows(k, k); 2*d != k+1 {
		return fmt.Sprintf("the order is n^(%d/%d)", d, k+1)
	}
	return ""
}
