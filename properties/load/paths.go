package load

import (
	"math/big"

	"qcheck/setsys"
	"qcheck/setsys/diagram"
	"qcheck/setsys/words"
)

// A pair is a number a + b·ε, for an ε that is greater than 0 and less than every
// fraction that matters.
type pair struct{ a, b *big.Int }

func newPair() pair { return pair{new(big.Int), new(big.Int)} }

func (p pair) sign() int {
	if s := p.a.Sign(); s != 0 {
		return s
	}
	return p.b.Sign()
}

func (p pair) cmp(q pair) int {
	if c := p.a.Cmp(q.a); c != 0 {
		return c
	}
	return p.b.Cmp(q.b)
}

// paths finds quorums of least weight: shortest paths of the diagram of a formula, or of the
// index of a list. As every node weighs more than 0, a path that takes a node that it need
// not is never shortest.
type paths struct {
	nodes, root int
	// The vertices, each after those it leads to. The first two are no set, and the
	// empty one.
	vertices []pathVertex
	with     []bool // whether the best path has the node
	best     []pair
}

type pathVertex struct{ node, without, with int32 }

// newIndexed returns the paths of a list, which has a quorum.
func newIndexed(f setsys.Family, goOn func()) *paths {
	ix := setsys.NewIndex(f, goOn)
	p := &paths{nodes: ix.Nodes(), root: int(ix.Root()), vertices: make([]pathVertex, ix.Vertices()), with: make([]bool, ix.Vertices())}
	for id := setsys.EmptySet + 1; int(id) < len(p.vertices); id++ {
		p.vertices[id] = pathVertex{int32(ix.Node(id)), int32(ix.Without(id)), int32(ix.With(id))}
	}
	return p
}

func newPaths(d *diagram.Diagram, root diagram.Family) *paths {
	order := d.Order()
	p := &paths{nodes: len(order), vertices: make([]pathVertex, 2)}
	number := map[diagram.Family]int32{diagram.None: 0, diagram.Every: 1}
	var visit func(f diagram.Family) int32
	visit = func(f diagram.Family) int32 {
		id, ok := number[f]
		if !ok {
			place, without, with := d.Vertex(f)
			v := pathVertex{int32(order[place]), visit(without), visit(with)}
			id = int32(len(p.vertices))
			p.vertices = append(p.vertices, v)
			number[f] = id
		}
		return id
	}
	p.root = int(visit(root))
	p.with = make([]bool, len(p.vertices))
	return p
}

// find returns a quorum of least weight, as words, when the node v has weight[v], which is
// more than 0.
func (p *paths) find(weight []pair) []uint64 {
	if p.best == nil {
		p.best = make([]pair, len(p.vertices))
		for i := range p.best {
			p.best[i] = newPair()
		}
	}
	sum := newPair()
	for i := 2; i < len(p.vertices); i++ {
		x := p.vertices[i]
		w, in, out := weight[x.node], p.best[x.with], p.best[x.without]
		sum.a.Add(w.a, in.a)
		sum.b.Add(w.b, in.b)
		p.with[i] = x.without == 0 || sum.cmp(out) <= 0
		if p.with[i] {
			out = sum
		}
		p.best[i].a.Set(out.a)
		p.best[i].b.Set(out.b)
	}
	return p.path()
}

// path returns the nodes of the best path.
func (p *paths) path() []uint64 {
	set := make([]uint64, words.Of(p.nodes))
	for i := int32(p.root); i > 1; {
		x := p.vertices[i]
		if p.with[i] {
			words.Add(set, int(x.node))
			i = x.with
		} else {
			i = x.without
		}
	}
	return set
}
