package setsys

import (
	"fmt"
	"slices"

	"qcheck/setsys/words"
)

// A Formula is a monotone threshold formula over the nodes of a universe: a
// node, or a threshold over weighted members that are formulas again. A node set
// satisfies a node that it has, and a threshold when the weights of the members
// that it satisfies sum up to what the threshold needs. The formula stands for
// the family of its minimal sets: those that satisfy it, and without any of their
// nodes do not.
//
// Formulas are immutable and may share members. By construction there is a
// minimal set, none is empty, and none contains another.
type Formula struct {
	node    int
	need    int        // 0: the formula is a node
	members []*Formula // of a threshold, at least one
	weights []int      // of the members; nil: each 1
}

// MaxWeight is the largest weight of a member of a threshold.
const MaxWeight = 1_000_000_000

// OfNode returns the formula of the node with index i, at least 0.
func OfNode(i int) *Formula {
	if i < 0 {
		panic(fmt.Sprintf("setsys: node index %d in a formula", i))
	}
	return &Formula{node: i}
}

// OfNodes returns the formulas of the nodes with the given indices.
func OfNodes(nodes ...int) []*Formula {
	members := make([]*Formula, len(nodes))
	for i, v := range nodes {
		members[i] = OfNode(v)
	}
	return members
}

// AtLeast returns the threshold that need of the members satisfy.
func AtLeast(need int, members ...*Formula) *Formula { return Weighted(need, members, nil) }

// All returns the threshold that needs every member.
func All(members ...*Formula) *Formula { return AtLeast(len(members), members...) }

// Any returns the threshold that needs one member.
func Any(members ...*Formula) *Formula { return AtLeast(1, members...) }

// Weighted returns the threshold over members with weights of 0 to MaxWeight;
// nil stands for 1 each, and 1 each for nil. It panics unless need is from 1 to the sum
// of the weights.
func Weighted(need int, members []*Formula, weights []int) *Formula {
	f := &Formula{need: need, members: members, weights: weights}
	total := 0
	for i := range members {
		if w := f.weight(i); w < 0 || w > MaxWeight {
			panic(fmt.Sprintf("setsys: weight %d in a formula", w))
		} else {
			total += w
		}
	}
	if weights != nil && len(weights) != len(members) || need < 1 || need > total {
		panic(fmt.Sprintf("setsys: a threshold of %d over %d members with a total weight of %d", need, len(members), total))
	}
	if !slices.ContainsFunc(weights, func(w int) bool { return w != 1 }) {
		f.weights = nil
	}
	return f
}

// FormulaOf returns the formula whose minimal sets are those of a family: its own, or
// for a listed one, which must have a set and no empty one, "one of the sets".
func FormulaOf(f Family, step ...Step) *Formula {
	if f.formula != nil {
		return f.formula
	}
	goOn, node := stepOf(step), make([]*Formula, f.n)
	for v := range node {
		node[v] = OfNode(v)
	}
	var members []*Formula
	for _, q := range f.All() {
		goOn()
		all := make([]*Formula, 0, q.Len())
		for v := range q.All() {
			all = append(all, node[v])
		}
		members = append(members, All(all...))
	}
	return Any(members...)
}

// Node returns the node that the formula is, and whether it is one.
func (f *Formula) Node() (i int, ok bool) { return f.node, f.need == 0 }

// Need returns the weight that a threshold needs, at least 1; 0 for a node.
func (f *Formula) Need() int { return f.need }

// Len returns the number of members of a threshold; 0 for a node.
func (f *Formula) Len() int { return len(f.members) }

// Member returns member i of a threshold, and its weight.
func (f *Formula) Member(i int) (member *Formula, weight int) { return f.members[i], f.weight(i) }

func (f *Formula) weight(i int) int {
	if f.weights == nil {
		return 1
	}
	return f.weights[i]
}

// Nodes returns the nodes of the formula in the order in which a walk through its
// members first meets them.
func (f *Formula) Nodes() []int {
	var nodes []int
	seen, met := map[*Formula]bool{}, map[int]bool{}
	var visit func(f *Formula)
	visit = func(f *Formula) {
		if seen[f] {
			return
		}
		seen[f] = true
		if f.need == 0 && !met[f.node] {
			met[f.node] = true
			nodes = append(nodes, f.node)
		}
		for _, m := range f.members {
			visit(m)
		}
	}
	visit(f)
	return nodes
}

// Substitute returns the formula with the formula by(i) in the place of each node
// i. Shared members stay shared.
func (f *Formula) Substitute(by func(i int) *Formula) *Formula {
	done := map[*Formula]*Formula{}
	var visit func(f *Formula) *Formula
	visit = func(f *Formula) *Formula {
		g, ok := done[f]
		if ok {
			return g
		}
		if f.need == 0 {
			g = by(f.node)
		} else {
			g = &Formula{need: f.need, weights: f.weights, members: make([]*Formula, len(f.members))}
			for i, m := range f.members {
				g.members[i] = visit(m)
			}
		}
		done[f] = g
		return g
	}
	return visit(f)
}

// Satisfied reports whether the set, as words, satisfies the formula.
func (f *Formula) Satisfied(set []uint64) bool {
	known := map[*Formula]bool{} // of thresholds
	var visit func(f *Formula) bool
	visit = func(f *Formula) bool {
		if f.need == 0 {
			return words.Has(set, f.node)
		}
		satisfied, ok := known[f]
		if ok {
			return satisfied
		}
		sum := 0
		for i, m := range f.members {
			if visit(m) {
				if sum += f.weight(i); sum >= f.need {
					satisfied = true
					break
				}
			}
		}
		known[f] = satisfied
		return satisfied
	}
	return visit(f)
}

// Reduce returns a minimal set of the formula within the given set, which
// satisfies it: nodes are dropped from the last one on, so that early ones stay.
func (f *Formula) Reduce(set []uint64) []uint64 {
	least := append([]uint64{}, set...)
	nodes := FromWords(64*len(set), set).Nodes()
	for i := len(nodes) - 1; i >= 0; i-- {
		words.Remove(least, nodes[i])
		if !f.Satisfied(least) {
			words.Add(least, nodes[i])
		}
	}
	return least
}

// IsMinimal reports whether the set, as words, is one of the formula's minimal
// sets.
func (f *Formula) IsMinimal(set []uint64) bool {
	return f.Satisfied(set) && words.Equal(f.Reduce(set), set)
}

// Uniform returns t and the nodes when the formula is a threshold of t of them,
// each counted once, and else t = 0. Members of one member stand for it.
func (f *Formula) Uniform() (t int, nodes []int) {
	for f.need == 1 && len(f.members) == 1 && f.weight(0) > 0 {
		f = f.members[0]
	}
	if f.need == 0 {
		return 1, []int{f.node}
	}
	met := map[int]bool{}
	for i, m := range f.members {
		if m.need != 0 || f.weight(i) != 1 || met[m.node] {
			return 0, nil
		}
		met[m.node] = true
		nodes = append(nodes, m.node)
	}
	return f.need, nodes
}
