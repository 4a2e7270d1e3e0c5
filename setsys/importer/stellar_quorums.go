package importer

import (
	"errors"
	"fmt"
	"slices"

	"qcheck/setsys"
	"qcheck/setsys/words"
)

// quorums returns the minimal quorums of the network: as a formula, where all nodes
// that can be in one have one quorum set, and else as a list.
//
// With one quorum set Q, a set of these nodes is a quorum just when it satisfies Q; and
// a minimal one has only nodes of Q.
func (n *network) quorums() (quorums setsys.Family, name string, err error) {
	size := len(n.trusts)
	var within [][]uint64 // by component that has a quorum: the largest one
	for _, c := range n.components(n.largest(words.Full(size))) {
		if q := n.largest(c); !words.Empty(q) {
			within = append(within, q)
		}
	}
	if len(within) == 0 {
		return quorums, "", errors.New("there is no quorum: no set of nodes satisfies the quorum sets of all its nodes")
	}
	if q := within[0]; len(within) == 1 && n.alike(q) {
		return setsys.Unlisted(size, n.trusts[words.Next(q, 0)].slice, setsys.DefaultMaxSets), "Stellar, one quorum set", nil
	}
	x := &minimalQuorums{network: n, found: setsys.NewFamilyBuilder(size)}
	for _, q := range within {
		x.search(make([]uint64, words.Of(size)), q)
	}
	if x.found.Len() > maxMinimal {
		return quorums, "", fmt.Errorf("more than %d minimal quorums", maxMinimal)
	}
	return x.found.Family().Canonical(), "Stellar, minimal quorums", nil
}

// alike reports whether the nodes of the quorum all have the same quorum set, and it
// has no other nodes.
func (n *network) alike(quorum []uint64) bool {
	first := n.trusts[words.Next(quorum, 0)]
	for v := words.Next(quorum, 0); v >= 0; v = words.Next(quorum, v+1) {
		if n.trusts[v].same != first.same {
			return false
		}
	}
	return !slices.ContainsFunc(first.slice.Nodes(), func(v int) bool { return !words.Has(quorum, v) })
}

// A threshold is a quorum set as the search asks it: how many of the nodes, and of the
// inner ones.
type threshold struct {
	need  int
	nodes []uint64
	inner []*threshold
	meet  []uint64 // used by satisfied
}

func countOf(f *setsys.Formula, size int) *threshold {
	t := &threshold{need: f.Need(), nodes: make([]uint64, words.Of(size)), meet: make([]uint64, words.Of(size))}
	for i := range f.Len() {
		m, _ := f.Member(i)
		if v, ok := m.Node(); ok {
			words.Add(t.nodes, v)
		} else {
			t.inner = append(t.inner, countOf(m, size))
		}
	}
	return t
}

func (t *threshold) satisfied(set []uint64) bool {
	words.And(t.meet, t.nodes, set)
	count := words.Count(t.meet)
	for _, i := range t.inner {
		if i.satisfied(set) {
			count++
		}
	}
	return count >= t.need
}

// largest returns the largest quorum within the set, or none: the nodes whose quorum
// set is not satisfied go until all that are left are satisfied.
func (n *network) largest(set []uint64) []uint64 {
	set = slices.Clone(set)
	for again := true; again; {
		again = false
		for v := words.Next(set, 0); v >= 0; v = words.Next(set, v+1) {
			if t := n.trusts[v]; t.count == nil || !t.count.satisfied(set) {
				words.Remove(set, v)
				again = true
			}
		}
	}
	return set
}

// components returns the strongly connected components of the nodes of a quorum, where
// an edge goes to each node of a quorum set: those nodes that reach each other.
func (n *network) components(set []uint64) [][]uint64 {
	reach := make([][]uint64, len(n.trusts))
	for v := words.Next(set, 0); v >= 0; v = words.Next(set, v+1) {
		reach[v] = make([]uint64, len(set))
		words.Add(reach[v], v)
		for queue := []int{v}; len(queue) > 0; queue = queue[1:] {
			for _, u := range n.trusts[queue[0]].slice.Nodes() {
				if words.Has(set, u) && !words.Has(reach[v], u) {
					words.Add(reach[v], u)
					queue = append(queue, u)
				}
			}
		}
	}
	var all [][]uint64
	done := make([]uint64, len(set))
	for v := words.Next(set, 0); v >= 0; v = words.Next(set, v+1) {
		if words.Has(done, v) {
			continue
		}
		c := make([]uint64, len(set))
		for u := words.Next(reach[v], 0); u >= 0; u = words.Next(reach[v], u+1) {
			if words.Has(reach[u], v) {
				words.Add(c, u)
				words.Add(done, u)
			}
		}
		all = append(all, c)
	}
	return all
}

// minimalQuorums finds the quorums that contain no other one.
type minimalQuorums struct {
	*network
	found *setsys.FamilyBuilder
}

// search finds the minimal quorums that contain the nodes chosen, and are within them
// and those allowed. A quorum within a set is within the largest one of the set.
func (x *minimalQuorums) search(chosen, allowed []uint64) {
	if x.found.Len() > maxMinimal {
		return
	}
	if q := x.largest(chosen); !words.Empty(q) {
		if words.Equal(q, chosen) && x.isMinimal(chosen) {
			x.found.AddWords(chosen)
		}
		return
	}
	both := make([]uint64, len(chosen))
	words.Or(both, chosen, allowed)
	within := x.largest(both)
	if words.Empty(within) || !words.Subset(chosen, within) {
		return
	}
	v := x.next(chosen, within)
	with, without := slices.Clone(chosen), slices.Clone(within)
	words.Add(with, v)
	words.AndNot(without, without, with)
	x.search(with, without)
	x.search(chosen, without)
}

// next returns the node to decide: one that a chosen node trusts, if it can be, for
// then the search fills up quorum sets.
func (x *minimalQuorums) next(chosen, within []uint64) int {
	for v := words.Next(chosen, 0); v >= 0; v = words.Next(chosen, v+1) {
		if x.trusts[v].count.satisfied(chosen) {
			continue
		}
		for _, u := range x.trusts[v].slice.Nodes() {
			if words.Has(within, u) && !words.Has(chosen, u) {
				return u
			}
		}
	}
	for v := words.Next(within, 0); ; v = words.Next(within, v+1) {
		if !words.Has(chosen, v) {
			return v
		}
	}
}

// isMinimal reports whether the quorum is empty of others.
func (x *minimalQuorums) isMinimal(quorum []uint64) bool {
	for v := words.Next(quorum, 0); v >= 0; v = words.Next(quorum, v+1) {
		less := slices.Clone(quorum)
		words.Remove(less, v)
		if !words.Empty(x.largest(less)) {
			return false
		}
	}
	return true
}
