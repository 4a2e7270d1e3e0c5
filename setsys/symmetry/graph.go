package symmetry

import (
	"encoding/binary"
	"slices"

	"qcheck/setsys"
)

// A graph has the vertices of formulas, each once: nodes first, with the numbers
// that they have, then thresholds, after their members.
type graph struct {
	Forms
	nodes      int
	thresholds []threshold
	roots      []int
}

type threshold struct {
	need    int
	members []member // sorted
}

type member struct{ vertex, weight int }

func newGraph(n int, formulas []*setsys.Formula) *graph {
	g := &graph{nodes: n}
	for v := range n {
		g.Number(setsys.OfNode(v), nil)
	}
	for _, f := range formulas {
		g.roots = append(g.roots, g.Number(f, nil))
	}
	g.thresholds = g.all[n:]
	return g
}

// key sorts the members, and is the same for equal thresholds only.
func (t threshold) key() string {
	slices.SortFunc(t.members, func(a, b member) int {
		if a.vertex != b.vertex {
			return a.vertex - b.vertex
		}
		return a.weight - b.weight
	})
	b := binary.AppendUvarint(nil, uint64(t.need))
	for _, m := range t.members {
		b = binary.AppendUvarint(b, uint64(m.vertex))
		b = binary.AppendUvarint(b, uint64(m.weight))
	}
	return string(b)
}

// keeps reports whether the permutation takes every formula to itself.
func (g *graph) keeps(permutation []int) bool {
	image := slices.Clone(permutation)
	for _, t := range g.thresholds {
		moved := threshold{need: t.need, members: make([]member, len(t.members))}
		for i, m := range t.members {
			moved.members[i] = member{image[m.vertex], m.weight}
		}
		id, ok := g.numbers[moved.key()]
		if !ok {
			return false
		}
		image = append(image, id)
	}
	return !slices.ContainsFunc(g.roots, func(r int) bool { return image[r] != r })
}
