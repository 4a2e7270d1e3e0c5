package census

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"qcheck/properties"
	"qcheck/setsys"
)

// MaxNondominated is the largest number of nodes for [Nondominated].
const MaxNondominated = MaxNodes + 2

// Nondominated lists the nondominated coteries on n nodes, 1 to MaxNondominated, up
// to renaming, in a fixed order. The error says that n is out of range, or is the
// cause for which ctx ended; what was found until then is returned, too.
//
// It lists no other coteries on n nodes: a coterie is nondominated if and only if
// of each set and its complement one contains a quorum (Garcia-Molina and Barbara,
// How to assign votes in a distributed system, Journal of the ACM 32, 1985). So the
// quorums without the last node say which sets with it contain a quorum: those
// whose complement contains none. The quorums without the last node are a coterie
// on n-1 nodes, or none, and each of these makes a nondominated coterie on n. On
// MaxNondominated nodes, where the coteries on a node less are too many, they are
// found from one by exchanging quorums for their complements.
func Nondominated(ctx context.Context, n int) ([]*setsys.Structure, error) {
	if n < 1 || n > MaxNondominated {
		return nil, fmt.Errorf("nondominated coteries are listed on 1 to %d nodes, not %d", MaxNondominated, n)
	}
	u, err := setsys.Numbered(n)
	if err != nil {
		return nil, err
	}
	x := &listing{Class: Class{Kind: setsys.Coterie, N: n}, universe: u}
	if n == MaxNondominated {
		tables, _, err := flipped(ctx, n)
		for _, t := range tables {
			x.found = append(x.found, x.structure([][]uint64{t.minimal(n)}))
		}
		return x.found, err
	}
	without := [][]uint64{nil}
	if n > 1 {
		coteries, err := Structures(ctx, Class{Kind: setsys.Coterie, N: n - 1})
		if err != nil {
			return nil, err
		}
		for _, s := range coteries {
			without = append(without, tupleOf(s)[0])
		}
	}
	all := renamings(n)
	var families [][]uint64
	for _, f := range without {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
			break
		}
		families = append(families, leastRenaming(completed(f, n), all))
	}
	slices.SortFunc(families, compare)
	families = slices.CompactFunc(families, slices.Equal[[]uint64])
	for _, f := range families {
		x.found = append(x.found, x.structure([][]uint64{f}))
	}
	return x.found, err
}

// completed returns the quorums of the nondominated coterie on n nodes whose quorums
// without the last node are given.
func completed(without []uint64, n int) []uint64 {
	last := uint64(1) << (n - 1)
	contains := func(set uint64) bool {
		return slices.ContainsFunc(without, func(q uint64) bool { return q&^set == 0 })
	}
	var sets []uint64
	for set := range last {
		if contains(set) {
			sets = append(sets, set)
		}
		if !contains((last - 1) &^ set) {
			sets = append(sets, set|last)
		}
	}
	slices.SortFunc(sets, before)
	var minimal []uint64
	for _, set := range sets {
		if !slices.ContainsFunc(minimal, func(q uint64) bool { return q&^set == 0 }) {
			minimal = append(minimal, set)
		}
	}
	return minimal
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

// NondominatedTwo lists the nondominated 2-coteries on n nodes, 6 or 7, up to renaming, in a
// fixed order. The error is the cause for which ctx ended; what was found until then is
// returned, too.
//
// They are among few. Of 2-coteries in which the same pairs are quorums, and no single node, one
// dominates the others: the one with all triples and their complements, except for the triples
// beside which there are two disjoint pairs (see counted.go). And those with a single node as a
// quorum are the coteries on the other nodes with that quorum added.
func NondominatedTwo(ctx context.Context, n int) ([]*setsys.Structure, error) {
	u, err := setsys.Numbered(n)
	if err != nil {
		return nil, err
	}
	tables, err := separate(ctx, Class{Kind: setsys.KCoterie, N: n, K: 2})
	if err != nil {
		return nil, err
	}
	tables = append(tables, mostTriples(n)...)
	inOrder(tables, n)
	x := &listing{Class: Class{Kind: setsys.KCoterie, N: n, K: 2}, universe: u}
	for _, t := range tables {
		if ctx.Err() != nil {
			return x.found, context.Cause(ctx)
		}
		s := x.structure([][]uint64{t.minimal(n)})
		if err := x.judge(ctx, s, properties.Nondomination); err != nil {
			return x.found, err
		}
	}
	return x.found, nil
}

// mostTriples lists the tables, up to renaming, of all sets of pairs of n nodes of which no
// three are disjoint, with the complements of the pairs, and with all triples beside which no
// two of the pairs are disjoint, and the complements of these.
func mostTriples(n int) (all []table) {
	universe := uint64(1)<<n - 1
	known := map[table]bool{}
	todo := [][]uint64{nil}
	for i := 0; i < len(todo); i++ {
		pairs := todo[i]
		quorums := slices.Clone(pairs)
		for _, q := range pairs {
			quorums = append(quorums, universe&^q)
		}
		for _, triple := range sized(n, 3) {
			if !disjoint(pairs, triple, 2) {
				quorums = append(quorums, triple, universe&^triple)
			}
		}
		least, _ := tableOf(quorums, n).least(n)
		all = append(all, least)
		for _, pair := range sized(n, 2) {
			if slices.Contains(pairs, pair) || disjoint(pairs, pair, 2) {
				continue
			}
			more := append(slices.Clone(pairs), pair)
			if least, _ := tableOf(more, n).least(n); !known[least] {
				known[least] = true
				todo = append(todo, more)
			}
		}
	}
	return all
}

// disjoint reports whether so many of the sets are disjoint from each other and from a set.
func disjoint(sets []uint64, from uint64, count int) bool {
	if count == 0 {
		return true
	}
	for i, s := range sets {
		if s&from == 0 && disjoint(sets[i+1:], from|s, count-1) {
			return true
		}
	}
	return false
}

// sized lists the sets of so many of n nodes.
func sized(n, size int) (sets []uint64) {
	for set := range uint64(1) << n {
		if bits.OnesCount64(set) == size {
			sets = append(sets, set)
		}
	}
	return sets
}
