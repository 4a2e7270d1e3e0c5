package census

import (
	"context"
	"fmt"
	"slices"

	"qcheck/setsys"
)

// Classes on 6 and 7 nodes. There are 16351 antichains on 6 nodes, up to renaming, and
// 490013146 on 7, which are too many. What is in reach on 7:
//
//   - k-arbiters with k > 1, which grow from the set of all nodes by one quorum after
//     another: leaving out a quorum and keeping those sets that contain it properly
//     leaves a k-arbiter.
//
//   - k-coteries with k > 2. Some k quorums are pairwise disjoint. If a quorum is a single
//     node, no other quorum has that node, and the others are a (k-1)-coterie on the other
//     nodes; so they are known from 6 nodes. Otherwise k quorums of two nodes at least have
//     room: k is 3, and each quorum is one of three that are disjoint, so it has two nodes
//     or three.
//
// The kept one of a class is that whose table is the least.

// oneFamily reports whether a structure of the kind is one family of minimal quorums.
func oneFamily(kind setsys.Kind) bool {
	return kind == setsys.Coterie || kind == setsys.KCoterie || kind == setsys.KArbiter
}

// Larger reports whether a class on more than [MaxNodes] nodes is in reach.
func (c Class) Larger() bool {
	switch {
	case !oneFamily(c.Kind) || c.Kind != setsys.Coterie && c.K < 1:
		return false
	case c.N == 7:
		return c.Kind == setsys.KCoterie && c.K > 2 || c.Kind == setsys.KArbiter && c.K > 1
	}
	return c.N == 6
}

// unlisted says that a class is not in reach.
func (c Class) unlisted() error {
	switch {
	case c.N < 1 || !oneFamily(c.Kind):
		return fmt.Errorf("structures of kind %s are listed on 1 to %d nodes, not %d", c.Kind, MaxNodes, c.N)
	case c.Kind == setsys.KCoterie:
		return fmt.Errorf("k-coteries are listed on 1 to 6 nodes, and on 7 for k of at least 3; not on %d for k = %d", c.N, c.K)
	case c.Kind == setsys.KArbiter:
		return fmt.Errorf("k-arbiters are listed on 1 to 6 nodes, and on 7 for k of at least 2; not on %d for k = %d", c.N, c.K)
	}
	return fmt.Errorf("coteries are listed on 1 to 6 nodes, not %d", c.N)
}

// larger lists a class that is in reach.
func larger(ctx context.Context, c Class) ([]*setsys.Structure, error) {
	tables, err := candidates(ctx, c)
	x := &listing{Class: c}
	for _, t := range tables {
		if err != nil {
			break
		}
		if err = ctx.Err(); err != nil {
			err = context.Cause(ctx)
			break
		}
		err = x.judge(ctx, x.Structure(t.minimal(c.N)))
	}
	return x.found, err
}

// candidates lists tables among which are all of a class that is in reach.
func candidates(ctx context.Context, c Class) ([]table, error) {
	switch {
	case c.Kind == setsys.Coterie:
		return grown(ctx, c.N, func(quorums []uint64, set uint64) bool { return Meets(set, quorums, 1) })
	case c.Kind == setsys.KArbiter:
		return grown(ctx, c.N, func(quorums []uint64, set uint64) bool { return Meets(set, quorums, c.K) })
	case c.N < 7:
		return grown(ctx, c.N, func([]uint64, uint64) bool { return true })
	}
	return separate(ctx, c)
}

// separate lists tables among which are all k-coteries with k > 2 on at most 7 nodes; with
// k = 2, those with a single node as a quorum.
func separate(ctx context.Context, c Class) ([]table, error) {
	var all []table
	if c.K == 3 {
		all = pairsAndTriples(c.N)
	}
	within, err := Structures(ctx, Class{Kind: c.Kind, N: c.N - 1, K: c.K - 1})
	for _, s := range within {
		quorums := append([]uint64{1 << (c.N - 1)}, tupleOf(s)[0]...)
		least, _ := tableOf(quorums, c.N).least(c.N)
		all = append(all, least)
	}
	inOrder(all, c.N)
	return all, err
}

// tableOf returns the table of a family.
func tableOf(quorums []uint64, n int) table {
	var t table
	for set := range 1 << n {
		if slices.ContainsFunc(quorums, func(q uint64) bool { return q&^uint64(set) == 0 }) {
			t.flip(set)
		}
	}
	return t
}

// inOrder sorts tables by their quorums.
func inOrder(all []table, n int) {
	quorums := make(map[table][]uint64, len(all))
	for _, t := range all {
		quorums[t] = t.minimal(n)
	}
	slices.SortFunc(all, func(a, b table) int { return compare(quorums[a], quorums[b]) })
}
