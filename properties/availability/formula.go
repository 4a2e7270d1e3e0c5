package availability

import (
	"context"

	"qcheck/explore/yield"
	"qcheck/setsys"
	symbolic "qcheck/setsys/diagram"
	"qcheck/setsys/words"
)

// A formulas has the levels of a family that is a formula, whose quorums are not
// listed. A set is in A_r if and only if it consists of disjoint sets of A_1 and of
// A_(r-1); see [symbolic.Diagram.Join]. The numbers of sets are counted in a
// diagram that asks about the nodes in the same order.
type formulas struct {
	*diagram
	all      *symbolic.Diagram
	levels   []symbolic.Family
	formula  *setsys.Formula
	imported map[symbolic.Family]int32
}

func newFormulas(ctx context.Context, f setsys.Family, limit int) *formulas {
	end := vertex{node: int32(f.Nodes())}
	d := &diagram{n: f.Nodes(), limit: limit, watch: yield.NewWatch(ctx), vertices: []vertex{end, end}, levels: []int32{everySet}}
	return &formulas{
		diagram: d, formula: f.Formula(), levels: []symbolic.Family{symbolic.Every},
		all:      symbolic.New(f.Nodes(), limit/2, d.watch.Step, f.Formula()),
		imported: map[symbolic.Family]int32{symbolic.None: noSet, symbolic.Every: everySet},
	}
}

func (l *formulas) extend() bool {
	next := l.all.Join(l.all.Of(l.formula), l.levels[len(l.levels)-1])
	l.levels = append(l.levels, next)
	l.diagram.levels = append(l.diagram.levels, l.to(next))
	return next != symbolic.None
}

// to returns the vertex for the family in the diagram that counts.
func (l *formulas) to(f symbolic.Family) int32 {
	id, ok := l.imported[f]
	if !ok {
		place, without, with := l.all.Vertex(f)
		id = l.to(without)
		id = l.vertexOf(int32(place), id, l.to(with))
		l.imported[f] = id
	}
	return id
}

func (l *formulas) has(r int, set []uint64) bool { return l.all.Has(l.levels[r], set) }

// fatal returns the first smallest set that meets all r-available ones.
func (l *formulas) fatal(r int) setsys.NodeSet {
	set, _ := l.all.Smallest(l.all.Dual(l.levels[r])) // there is one: all nodes, or none where nothing is available
	return setsys.FromWords(l.n, set)
}

// packing returns r disjoint quorums, in canonical order.
func (l *formulas) packing(r int) []setsys.NodeSet {
	none, free := make([]uint64, words.Of(l.n)), words.Full(l.n)
	b := setsys.NewFamilyBuilder(l.n)
	for ; r > 0; r-- {
		part, _, ok := l.all.Divide(l.levels[1], l.levels[r-1], none, free)
		if !ok {
			panic("availability: disjoint quorums are missing")
		}
		q := l.formula.Reduce(part)
		b.AddWords(q)
		words.AndNot(free, free, q)
	}
	var chosen []setsys.NodeSet
	for _, q := range b.Family().Canonical().All() {
		chosen = append(chosen, q)
	}
	return chosen
}
