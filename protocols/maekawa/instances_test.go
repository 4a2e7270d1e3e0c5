package maekawa

import (
	"slices"
	"testing"

	"qcheck/explore"
)

// same lets each of n processes take one of the given quorums.
func same(n int, quorums ...explore.Set) [][]explore.Set {
	return slices.Repeat([][]explore.Set{quorums}, n)
}

// fixed gives each process one quorum.
func fixed(quorums ...explore.Set) [][]explore.Set {
	var lists [][]explore.Set
	for _, q := range quorums {
		lists = append(lists, []explore.Set{q})
	}
	return lists
}

// Instances that several tests use. Their names are as reasons have them.
var (
	pair        = same(3, explore.SetOf(0, 1)) // a quorum of two for three requesters
	pairOfFour  = same(4, explore.SetOf(0, 1)) // for four
	everybody   = same(3, explore.All(3))
	anyMajority = same(3, explore.SetOf(0, 1), explore.SetOf(0, 2), explore.SetOf(1, 2))
	// grid has the row and the column of each process in a square of two by two.
	grid = fixed(explore.SetOf(0, 1, 2), explore.SetOf(0, 1, 3), explore.SetOf(0, 2, 3), explore.SetOf(1, 2, 3))
	// plane has the lines of the projective plane of order 2, each with one of
	// its points: the request sets of the construction "plane".
	plane = fixed(explore.SetOf(0, 3, 4), explore.SetOf(1, 3, 5), explore.SetOf(0, 1, 2), explore.SetOf(2, 3, 6),
		explore.SetOf(1, 4, 6), explore.SetOf(2, 4, 5), explore.SetOf(0, 5, 6))
)

// Request sets as Singhal's algorithm needs them ("A Class of Deadlock-free
// Maekawa-type Algorithms for Mutual Exclusion in Distributed Systems",
// Distributed Computing 4, 1991), as Baldoni gives the conditions (section 8):
// each process is in its own set, and two sets share just one of the two
// processes. There are such sets for up to three processes only: the ring, that
// is the majorities of three. With "share one of the two, and maybe others",
// there are some for any number, with about half of the processes in a set.
var (
	ring       = fixed(explore.SetOf(0, 1), explore.SetOf(1, 2), explore.SetOf(0, 2))
	triangle   = fixed(explore.SetOf(0), explore.SetOf(0, 1), explore.SetOf(0, 1, 2))
	ringOfFour = fixed(explore.SetOf(0, 1, 2), explore.SetOf(1, 2, 3), explore.SetOf(2, 3), explore.SetOf(0, 3))
)

// TestSinghalSets checks that they are what they are said to be.
func TestSinghalSets(t *testing.T) {
	for name, x := range map[string]struct {
		sets  [][]explore.Set
		exact bool
	}{
		"ring": {ring, true}, "triangle": {triangle, false}, "ring of four": {ringOfFour, false},
	} {
		exact := true
		for i := range x.sets {
			if !x.sets[i][0].Has(i) {
				t.Errorf("%s: process %d is not in its own set", name, i+1)
			}
			for j := range i {
				shared := x.sets[i][0] & x.sets[j][0]
				if !shared.Has(i) && !shared.Has(j) {
					t.Errorf("%s: the sets of processes %d and %d share %s", name, j+1, i+1, shared)
				}
				exact = exact && (shared == explore.SetOf(i) || shared == explore.SetOf(j))
			}
		}
		if exact != x.exact {
			t.Errorf("%s: each two sets share one of the two processes alone: %v, want %v", name, exact, x.exact)
		}
	}
}
