package census

import (
	"context"
	"fmt"
	"slices"

	"qcheck/setsys"
)

// MaxNondominated is the largest number of nodes for [Nondominated].
const MaxNondominated = MaxNodes + 2

// Nondominated lists the nondominated coteries on n nodes, 1 to MaxNondominated, up
// to renaming, in a fixed order. The error says that n is out of range, or is the
// cause for which ctx ended; what was found until then is returned, too.
//
// They are found from one by exchanging quorums for their complements, see [flipped].
func Nondominated(ctx context.Context, n int) ([]*setsys.Structure, error) {
	if n < 1 || n > MaxNondominated {
		return nil, fmt.Errorf("nondominated coteries are listed on 1 to %d nodes, not %d", MaxNondominated, n)
	}
	tables, err := flipped(ctx, n)
	var families [][]uint64
	for _, t := range tables {
		families = append(families, t.minimal(n))
	}
	if n < MaxNondominated { // there are few renamings
		all := renamings(n)
		for i, f := range families {
			families[i] = leastRenaming(f, all)
		}
		slices.SortFunc(families, compare)
	}
	var found []*setsys.Structure
	for _, f := range families {
		found = append(found, Class{Kind: setsys.Coterie, N: n}.Structure(f))
	}
	return found, err
}

// leastRenaming returns the least of all renamings of a family.
func leastRenaming(f []uint64, renamings [][]int) []uint64 {
	least := f
	for _, to := range renamings {
		if g := rename(f, to); compare(g, least) < 0 {
			least = g
		}
	}
	return least
}
