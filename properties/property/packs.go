package property

import (
	"fmt"
	"slices"

	"qcheck/setsys"
	"qcheck/setsys/words"
)

// packs checks that disjoint quorums of f, no more than k of them, can be
// extended by one more if and only if they are fewer than k. The quorums are
// minimal and not empty. When there are more than most different choices at
// some node it gives up, and has not decided.
//
// For each h up to k, all of h quorums choose together, node by node.
func packs(f setsys.Family, k, most int) (decided bool, err error) {
	ix := setsys.NewIndex(f)
	for h := 1; h <= min(k, f.Nodes()); h++ {
		now := map[string]choice{}
		put(now, choice{slices.Repeat([]setsys.Vertex{ix.Root()}, h), ix.Start()})
		for v := range f.Nodes() {
			next := map[string]choice{}
			for _, c := range now {
				if c.decide(ix, v, next); len(next) > most {
					return false, nil
				}
			}
			now = next
		}
		for _, c := range now {
			if more := c.left.Complete(); more != (h < k) {
				return true, fmt.Errorf("%d disjoint quorums that can be extended: %v", h, more)
			}
		}
	}
	return true, nil
}

// A choice is what the nodes up to some node, each given to one of h quorums or
// left, mean for the others: where the quorums are in the diagram, ascending,
// and what is open for a quorum of the nodes that are left.
type choice struct {
	at   []setsys.Vertex
	left setsys.Front
}

func put(all map[string]choice, c choice) {
	slices.Sort(c.at)
	all[string(c.left.AppendKey(fmt.Append(nil, c.at)))] = c
}

// decide puts into next what becomes of the choice at node v.
func (c choice) decide(ix *setsys.Index, v int, next map[string]choice) {
	for taker := -1; taker < len(c.at); taker++ {
		if taker >= 0 && ix.Node(c.at[taker]) != v {
			continue
		}
		d := choice{slices.Clone(c.at), ix.Next(v, c.left, taker < 0)}
		possible := true
		nodes := 0
		for i, id := range c.at {
			switch {
			case i == taker:
				d.at[i] = ix.With(id)
			case ix.Node(id) == v:
				d.at[i] = ix.Without(id)
			}
			possible = possible && d.at[i] != setsys.NoSet
			nodes += ix.Least(d.at[i])
		}
		if possible && nodes < ix.Nodes()-v {
			put(next, d)
		}
	}
}

// packsByUnions is packs in another way, which always decides: it goes from what
// h disjoint quorums can leave free to what h+1 can.
func packsByUnions(f setsys.Family, k int) error {
	n := f.Nodes()
	left := setsys.NewFamily(n, setsys.NewNodeSet(n).Complement())
	row := make([]uint64, words.Of(n))
	for h := 0; h <= k; h++ {
		next := words.NewTable(len(row))
		for i := 0; i < left.Len(); i++ {
			more := false
			for j := 0; j < f.Len(); j++ {
				if words.Subset(f.Words(j), left.Words(i)) {
					words.AndNot(row, left.Words(i), f.Words(j))
					next.Insert(row)
					more = true
				}
			}
			if more != (h < k) {
				return fmt.Errorf("%d disjoint quorums that can be extended: %v", h, more)
			}
		}
		left = rows(n, next)
	}
	return nil
}
