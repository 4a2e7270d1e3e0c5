package setsys

import (
	"fmt"
	"slices"

	"qcheck/setsys/words"
)

// A Trust is a trust graph: each node has a quorum set, which is a formula of the
// nodes that it trusts, or none. A quorum is a set of nodes that is not empty, in
// which each node has a quorum set, and which satisfies these (Mazières, "The
// Stellar Consensus Protocol", section 3.1).
//
// The union of two quorums is a quorum, but a set that contains one need not be
// one: a quorum set that a set satisfies does not make it a quorum. To contain a
// quorum is monotone, and package diagram goes by that.
//
// A node without a quorum set can be trusted, and is in no quorum. A node need not
// be in its own quorum set. Trusts are immutable.
type Trust struct {
	n    int
	sets []*Formula // the distinct quorum sets, in the order of their first nodes
	of   []int      // by node: the number of its quorum set, or -1
}

// NewTrust returns the trust graph in which node v has the quorum set of[v], none
// if that is nil. Equal pointers are one quorum set.
func NewTrust(of []*Formula) *Trust {
	t := &Trust{n: len(of), of: make([]int, len(of))}
	number := map[*Formula]int{nil: -1}
	for v, f := range of {
		i, ok := number[f]
		if !ok {
			for _, u := range f.Nodes() {
				if u >= t.n {
					panic(fmt.Sprintf("setsys: node index %d in a trust graph of %d", u, t.n))
				}
			}
			i = len(t.sets)
			number[f] = i
			t.sets = append(t.sets, f)
		}
		t.of[v] = i
	}
	return t
}

// Nodes returns the number of nodes.
func (t *Trust) Nodes() int { return t.n }

// Of returns the quorum set of the node, nil if it has none.
func (t *Trust) Of(v int) *Formula {
	if t.of[v] < 0 {
		return nil
	}
	return t.sets[t.of[v]]
}

// Sets returns the distinct quorum sets.
func (t *Trust) Sets() []*Formula { return t.sets }

// With returns the nodes that have quorum set number i of Sets.
func (t *Trust) With(i int) NodeSet {
	row := make([]uint64, words.Of(t.n))
	for v, j := range t.of {
		if i == j {
			words.Add(row, v)
		}
	}
	return FromWords(t.n, row)
}

// IsQuorum reports whether the set, as words, is a quorum when the liars, which may
// be nil, say whatever they like: a node of the set that is no liar is there, and
// each of these has a quorum set that the set satisfies. It is the definition, node
// by node.
func (t *Trust) IsQuorum(set, liars []uint64) bool {
	some := false
	for v := words.Next(set, 0); v >= 0; v = words.Next(set, v+1) {
		if liars != nil && words.Has(liars, v) {
			continue
		}
		if t.of[v] < 0 || !t.sets[t.of[v]].Satisfied(set) {
			return false
		}
		some = true
	}
	return some
}

// Greatest returns the largest set within the given one in which each node that is
// no liar has a quorum set that the set satisfies: without liars (nil), the largest
// quorum, or no node. Nodes whose quorum set is not satisfied go until all are.
func (t *Trust) Greatest(within, liars []uint64) []uint64 {
	set := slices.Clone(within)
	satisfied := make([]bool, len(t.sets))
	asked := make([]bool, len(t.sets))
	for again := true; again; {
		again = false
		clear(asked)
		for v := words.Next(set, 0); v >= 0; v = words.Next(set, v+1) {
			if liars != nil && words.Has(liars, v) {
				continue
			}
			i := t.of[v]
			if i >= 0 && !asked[i] {
				asked[i], satisfied[i] = true, t.sets[i].Satisfied(set)
			}
			if i < 0 || !satisfied[i] {
				words.Remove(set, v)
				again = true
			}
		}
	}
	return set
}

// Reduce returns a minimal quorum within the set, which contains one: nodes go
// from the last one on, so that early ones stay.
func (t *Trust) Reduce(set []uint64) []uint64 {
	q := t.Greatest(set, nil)
	for v := t.n - 1; v >= 0; v-- {
		if !words.Has(q, v) {
			continue
		}
		less := slices.Clone(q)
		words.Remove(less, v)
		if less = t.Greatest(less, nil); !words.Empty(less) {
			q = less
		}
	}
	return q
}

// IsMinimal reports whether the set is a quorum, and contains no other.
func (t *Trust) IsMinimal(set []uint64) bool {
	if !t.IsQuorum(set, nil) {
		return false
	}
	for v := words.Next(set, 0); v >= 0; v = words.Next(set, v+1) {
		less := slices.Clone(set)
		words.Remove(less, v)
		if !words.Empty(t.Greatest(less, nil)) {
			return false
		}
	}
	return true
}

// Within returns the graph of the given nodes alone: the others trust nobody, and
// cannot satisfy a quorum set. Its quorums are those within the set.
func (t *Trust) Within(set []uint64) *Trust {
	less := make([]*Formula, len(t.sets))
	for i, f := range t.sets {
		less[i] = f.within(set)
	}
	of := make([]*Formula, t.n)
	for v := words.Next(set, 0); v >= 0; v = words.Next(set, v+1) {
		if i := t.of[v]; i >= 0 {
			of[v] = less[i]
		}
	}
	return NewTrust(of)
}

// within returns what is left of the formula when no other nodes than those of the
// set are there; nil if it cannot be satisfied.
func (f *Formula) within(set []uint64) *Formula {
	return f.assign(func(node *Formula) *Formula {
		if words.Has(set, node.node) {
			return node
		}
		return nil
	}, map[*Formula]*Formula{})
}

// certain is what is satisfied, whatever nodes are there.
var certain = &Formula{}

// assign returns what is left of the formula when each node is certain, there is none of it
// (nil), or it stays as it is.
func (f *Formula) assign(value func(node *Formula) *Formula, known map[*Formula]*Formula) *Formula {
	if f.need == 0 {
		return value(f)
	}
	if g, ok := known[f]; ok {
		return g
	}
	left := &Formula{need: f.need}
	total := 0
	for i, m := range f.members {
		switch m = m.assign(value, known); m {
		case nil:
		case certain:
			left.need -= f.weight(i)
		default:
			left.members = append(left.members, m)
			if f.weights != nil {
				left.weights = append(left.weights, f.weights[i])
			}
			total += f.weight(i)
		}
	}
	switch {
	case left.need <= 0:
		left = certain
	case total < left.need:
		left = nil
	}
	known[f] = left
	return left
}

// Cores returns the largest quorum of each component of the graph that has one.
// Each minimal quorum is in one component, that is a set of nodes which reach each
// other from a node to those that it trusts: the nodes of a quorum from which none
// of the others is reached are a quorum alone. So quorums of two cores are
// disjoint.
func (t *Trust) Cores() [][]uint64 {
	var cores [][]uint64
	for _, c := range t.components(t.Greatest(words.Full(t.n), nil)) {
		if q := t.Greatest(c, nil); !words.Empty(q) {
			cores = append(cores, q)
		}
	}
	return cores
}

// Reach returns the nodes that those of the set trust, and those that these trust,
// and so on, with the set itself.
func (t *Trust) Reach(set []uint64) []uint64 {
	reached, trusted := slices.Clone(set), t.trusted()
	for queue := FromWords(t.n, set).Nodes(); len(queue) > 0; queue = queue[1:] {
		if i := t.of[queue[0]]; i >= 0 {
			for _, u := range trusted[i] {
				if !words.Has(reached, u) {
					words.Add(reached, u)
					queue = append(queue, u)
				}
			}
		}
	}
	return reached
}

// trusted returns the nodes of each quorum set.
func (t *Trust) trusted() [][]int {
	var all [][]int
	for _, f := range t.sets {
		all = append(all, f.Nodes())
	}
	return all
}

// components returns the strongly connected components of the set (Tarjan, "Depth-first
// search and linear graph algorithms", 1972).
func (t *Trust) components(set []uint64) (all [][]uint64) {
	trusted := t.trusted()
	index, low := make([]int, t.n), make([]int, t.n) // index 0: not met
	open := make([]bool, t.n)
	var stack []int
	met := 0
	var visit func(v int)
	visit = func(v int) {
		met++
		index[v], low[v], open[v] = met, met, true
		stack = append(stack, v)
		if i := t.of[v]; i >= 0 {
			for _, u := range trusted[i] {
				switch {
				case !words.Has(set, u):
				case index[u] == 0:
					visit(u)
					low[v] = min(low[v], low[u])
				case open[u]:
					low[v] = min(low[v], index[u])
				}
			}
		}
		if low[v] < index[v] {
			return
		}
		c := make([]uint64, len(set))
		for u := -1; u != v; {
			u = stack[len(stack)-1]
			stack, open[u] = stack[:len(stack)-1], false
			words.Add(c, u)
		}
		all = append(all, c)
	}
	for v := words.Next(set, 0); v >= 0; v = words.Next(set, v+1) {
		if index[v] == 0 {
			visit(v)
		}
	}
	return all
}

// Delete returns the graph without the given nodes, which lie: they say to each of the
// others what suits it, so each quorum set counts them as satisfied, and they are in no
// quorum of the rest (Mazières, "delete"). A node whose quorum set they satisfy alone
// trusts itself.
func (t *Trust) Delete(liars []uint64) *Trust {
	less := make([]*Formula, len(t.sets))
	for i, f := range t.sets {
		less[i] = f.assign(func(node *Formula) *Formula {
			if words.Has(liars, node.node) {
				return certain
			}
			return node
		}, map[*Formula]*Formula{})
	}
	of := make([]*Formula, t.n)
	for v, i := range t.of {
		switch {
		case i < 0 || words.Has(liars, v):
		case less[i] == certain:
			of[v] = OfNode(v)
		default:
			of[v] = less[i]
		}
	}
	return NewTrust(of)
}
