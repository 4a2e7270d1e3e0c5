package construct

import (
	"slices"

	"qcheck/setsys"
)

// majority is the family of all sets of floor(n/2)+1 nodes (Manabe and Tajima,
// section 2.3, example 1). Claimed: a coterie, for every n.
//
// As request sets, process i has the nodes i, i+1, ..., cyclically; the choice
// is ours, any two majorities meet.
func majority() *Construction {
	size := func(a args) int { return a.int("n")/2 + 1 }
	return &Construction{
		Name: "majority", Kind: setsys.Coterie,
		Summary:    "all sets of floor(n/2)+1 nodes",
		Source:     "Manabe and Tajima, section 2.3, example 1",
		Claim:      "a coterie",
		Params:     []Param{number("n", "number of nodes")},
		HasFormula: true,
		build: func(a args) (*setsys.Structure, error) {
			n := a.int("n")
			return a.unlisted(setsys.Coterie, 0, n, uniform(n, size(a)))
		},
		requests: func(a args) (*setsys.Structure, error) { return a.windows(1, size(a)) },
	}
}

// windows returns the cyclic windows of the size as request sets of n nodes for
// m resources.
func (a args) windows(m, size int) (*setsys.Structure, error) {
	n := a.int("n")
	if err := a.room(n); err != nil {
		return nil, err
	}
	return requestSets(m, windows(n, size))
}

// The ways to read the C1 of majority-split.
const (
	c1NodeOne = "node-1"
	c1All     = "all"
	c1None    = "none"
)

// majoritySplit is the majority coterie of Kamei and Kakugawa, section 3.4,
// Example 1: for odd n all sets of (n+1)/2 nodes; for even n the union of C1,
// of sets of n/2 nodes, and C2, all sets of n/2+1 nodes that contain none of
// C1. Claimed: a coterie.
//
// The text leaves open which sets are in C1; any family of n/2-sets fits its
// words, also all of them, of which complementary ones are disjoint, or none.
// The claim needs a C1 without complementary pairs, and gets the most from one
// of each pair. Here the one that has node 1 is taken; the other two readings
// are there to be judged.
func majoritySplit() *Construction {
	return &Construction{
		Name: "majority-split", Kind: setsys.Coterie,
		Summary: "odd n: all sets of (n+1)/2 nodes; even n: sets of n/2 nodes (C1), and the sets of n/2+1 that contain none of them (C2)",
		Source:  "Kamei and Kakugawa, section 3.4, Example 1",
		Claim:   "a coterie; the text does not say which sets C1 has, and the claim needs that no two are complementary",
		Params: []Param{
			number("n", "number of nodes"),
			{Name: "c1", Type: Text, Default: c1NodeOne, Choices: []string{c1NodeOne, c1All, c1None},
				Doc: "for even n, which sets of n/2 nodes are in C1: those with node 1, all, or none"},
		},
		HasFormula: true,
		build: func(a args) (*setsys.Structure, error) {
			n, half := a.int("n"), a.int("n")/2
			f := uniform(n, half+1)
			if c1 := a.text("c1"); n%2 == 0 && c1 == c1All { // every set of n/2+1 contains one of n/2
				f = uniform(n, half)
			} else if n%2 == 0 && c1 == c1NodeOne { // node 1 counts twice: with it, n/2 are enough
				f = setsys.Weighted(half+1, nodes(n), append([]int{2}, ones(n-1)...))
			}
			return a.unlisted(setsys.Coterie, 0, n, f)
		},
	}
}

func ones(count int) []int { return slices.Repeat([]int{1}, count) }
