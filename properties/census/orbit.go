package census

import (
	"slices"

	"qcheck/setsys"
)

// Renamings returns how many structures the renamings of the nodes make of s, s
// itself included: the labelled structures that s stands for in a list of
// [Structures]. The quorums of s are minimal, and its nodes at most 7.
func Renamings(s *setsys.Structure) int {
	tuple := tupleOf(s)
	if n := s.Universe.Len(); oneFamily(s.Kind) {
		_, times := tableOf(tuple[0], n).least(n)
		return len(ordersOf[n]()) / times
	}
	all, fixed := renamings(s.Universe.Len()), 0
	for _, to := range all {
		if slices.EqualFunc(renameTuple(s.Kind, tuple, to), tuple, slices.Equal[[]uint64]) {
			fixed++
		}
	}
	return len(all) / fixed
}

// tupleOf returns the families of a structure; of request sets, a family for each
// process.
func tupleOf(s *setsys.Structure) [][]uint64 {
	var tuple [][]uint64
	for _, f := range s.Families() {
		var sets []uint64
		for i := range f.Family.Len() {
			sets = append(sets, f.Family.Words(i)[0])
		}
		if s.Kind != setsys.RequestSets {
			slices.SortFunc(sets, before)
			tuple = append(tuple, sets)
			continue
		}
		for _, set := range sets {
			tuple = append(tuple, []uint64{set})
		}
	}
	return tuple
}

// renameTuple renames the nodes of the families of a structure of the kind. The
// sets of request sets change their places, too.
func renameTuple(kind setsys.Kind, tuple [][]uint64, to []int) [][]uint64 {
	renamed := make([][]uint64, len(tuple))
	for i, f := range tuple {
		at := i
		if kind == setsys.RequestSets {
			at = to[i]
		}
		renamed[at] = rename(f, to)
	}
	return renamed
}
