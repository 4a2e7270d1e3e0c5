package census

import (
	"context"
	"slices"
)

// grown lists, up to renaming, the tables on n nodes, at most 7, of a class that with each
// table has those that have one quorum less in them. may reports whether the class has the
// table that a set is added to, as a quorum, if it has the one with the given quorums.
//
// All are found from the table that has only the set of all nodes, by adding one set after
// another whose supersets are there.
func grown(ctx context.Context, n int, may func(quorums []uint64, set uint64) bool) ([]table, error) {
	var first table
	first.flip(1<<n - 1)
	all, known := []table{first}, map[table]bool{first: true}
	for i := 0; i < len(all); i++ {
		if ctx.Err() != nil {
			return all, context.Cause(ctx)
		}
		t := all[i]
		quorums := t.minimal(n)
		for set := 1; set < 1<<n; set++ {
			if t.has(set) || !t.surrounds(set, n) || !may(quorums, uint64(set)) {
				continue
			}
			u := t
			u.flip(set)
			if least, _ := u.least(n); !known[least] {
				known[least] = true
				all = append(all, least)
			}
		}
	}
	inOrder(all, n)
	return all, nil
}

// surrounds reports whether the table has all sets with one node more.
func (t *table) surrounds(set, n int) bool {
	for v := range n {
		if more := set | 1<<v; more != set && !t.has(more) {
			return false
		}
	}
	return true
}

// Meets reports whether a set has a node in common with any k quorums together, and with
// any fewer.
func Meets(set uint64, quorums []uint64, k int) bool {
	if set == 0 || k == 0 {
		return set != 0
	}
	for i, q := range quorums {
		if !Meets(set&q, quorums[i+1:], k-1) {
			return false
		}
	}
	return true
}

// pairsAndTriples lists, up to renaming, tables on n nodes, 6 or 7, of quorums of two and
// three nodes: among them are all 3-coteries with quorums of these sizes only. A triple may
// be a quorum of one if two disjoint pairs are left beside it, and any pair beside it
// leaves another one; and two triples are not disjoint.
func pairsAndTriples(n int) []table {
	type family struct{ pairs, triples []uint64 }
	known := map[table]bool{}
	var all []table
	var todo []family
	add := func(f family) {
		least, _ := tableOf(slices.Concat(f.pairs, f.triples), n).least(n)
		if !known[least] {
			known[least] = true
			todo = append(todo, f)
			all = append(all, least)
		}
	}
	add(family{})
	for i := 0; i < len(todo); i++ {
		f := todo[i]
		if len(f.triples) == 0 {
			for _, pair := range SetsOf(n, 2) {
				if !slices.Contains(f.pairs, pair) {
					add(family{pairs: append(slices.Clone(f.pairs), pair)})
				}
			}
		}
		for _, triple := range SetsOf(n, 3) {
			beside := slices.DeleteFunc(slices.Clone(f.pairs), func(q uint64) bool { return q&triple != 0 })
			fits := len(beside) > 0 &&
				!slices.ContainsFunc(f.pairs, func(q uint64) bool { return q&^triple == 0 }) &&
				!slices.ContainsFunc(f.triples, func(q uint64) bool { return q&triple == 0 || q == triple })
			for _, q := range beside {
				fits = fits && slices.ContainsFunc(beside, func(r uint64) bool { return r&q == 0 })
			}
			if fits {
				add(family{pairs: f.pairs, triples: append(slices.Clone(f.triples), triple)})
			}
		}
	}
	return all
}
