package availability

import (
	"context"
	"math/big"

	"qcheck/explore/yield"
	"qcheck/setsys"
	"qcheck/setsys/memo"
	"qcheck/setsys/words"
)

// A diagram holds families of node sets that stay in the family when nodes are
// added, as reduced ordered binary decision diagrams that share their vertices.
// A vertex asks whether its node is in the set, and leads to another vertex in
// either case; equal sub-diagrams are one, and no vertex leads to the same in
// both cases.
//
// Let F be the quorums and A_r the r-available sets; A_0 are all sets. S is in
// A_r if and only if some q in F is within S and S without q is in A_(r-1). For a
// node v, S without v is therefore in A_r when that holds among the quorums
// without v, and S with v
//
//	by a quorum without v, when what is left has v and is in A_(r-1), or
//	by a quorum with v, when what is left is without v and in A_(r-1).
//
// So product, the step from A_(r-1) to A_r, walks the diagram of F and that of
// A_(r-1) together, node by node. Each pair of vertices is met once. For
// families with structure these are few: the diagram of all sets of w nodes has
// w times n vertices. The worst case are families without any, where the pairs
// at node v are at most 3^v.
type diagram struct {
	n        int
	vertices []vertex // 0 is no set, 1 is every set; a vertex comes after those it leads to
	unique   memo.Table
	quorums  *setsys.Index
	products memo.Table
	unions   memo.Table
	limit    int // vertices and pairs remembered
	watch    *yield.Watch
	counts   []*big.Int // see count
	bytes    int        // of counts; see countable
	levels   []int32    // levels[r] are the r-available sets
}

type vertex struct{ node, without, with int32 }

const (
	noSet    = 0
	everySet = 1
)

func newDiagram(ctx context.Context, ix *setsys.Index, limit int) *diagram {
	end := vertex{node: int32(ix.Nodes())}
	return &diagram{
		n: ix.Nodes(), quorums: ix, limit: limit, watch: yield.NewWatch(ctx),
		vertices: []vertex{end, end}, levels: []int32{everySet},
	}
}

func (d *diagram) extend() bool {
	next := d.product(d.quorums.Root(), d.levels[len(d.levels)-1])
	d.levels = append(d.levels, next)
	return next != noSet
}

// room ends the computation when too much is remembered.
func (d *diagram) room() {
	if len(d.vertices)+d.products.Len()+d.unions.Len() > d.limit {
		panic(yield.Cut{Err: errTooLarge{d.limit}})
	}
}

// vertexOf returns the vertex with the given node and successors.
func (d *diagram) vertexOf(node, without, with int32) int32 {
	if without == with {
		return with
	}
	e := d.unique.At(node+1, without, with)
	if e.A != 0 {
		return e.Value
	}
	d.room()
	id := int32(len(d.vertices))
	d.unique.Put(node+1, without, with, id)
	d.vertices = append(d.vertices, vertex{node, without, with})
	return id
}

// at returns where a leads when its sets have node v, or lack it. No vertex
// above a asks about v.
func (d *diagram) at(a, v int32) (without, with int32) {
	if x := d.vertices[a]; x.node == v {
		return x.without, x.with
	}
	return a, a
}

// union returns the sets of a or b.
func (d *diagram) union(a, b int32) int32 {
	switch a, b = min(a, b), max(a, b); {
	case a == noSet || a == b:
		return b
	case a == everySet:
		return everySet
	}
	if e := d.unions.At(a, b, 0); e.A != 0 {
		return e.Value
	}
	d.watch.Step()
	v := min(d.vertices[a].node, d.vertices[b].node)
	a0, a1 := d.at(a, v)
	b0, b1 := d.at(b, v)
	without := d.union(a0, b0)
	c := d.vertexOf(v, without, d.union(a1, b1))
	d.room()
	d.unions.Put(a, b, 0, c)
	return c
}

// product returns the sets that contain a quorum below f such that the rest of
// the set is in a.
func (d *diagram) product(f setsys.Vertex, a int32) int32 {
	switch least := d.quorums.Least(f); {
	case a == noSet || least > d.n: // there is none
		return noSet
	case least == 0: // the rest of a quorum is empty, and as no quorum contains another it is the only one
		return a
	}
	if e := d.products.At(int32(f)+1, a, 0); e.A != 0 {
		return e.Value
	}
	d.watch.Step()
	asked := int32(d.quorums.Node(f))
	v := min(asked, d.vertices[a].node)
	a0, a1 := d.at(a, v)
	var c int32
	if asked > v {
		without := d.product(f, a0)
		c = d.vertexOf(v, without, d.product(f, a1))
	} else {
		f0, f1 := d.quorums.Without(f), d.quorums.With(f)
		without := d.product(f0, a0)
		c = d.vertexOf(v, without, d.union(d.product(f0, a1), d.product(f1, a0)))
	}
	d.room()
	d.products.Put(int32(f)+1, a, 0, c)
	return c
}

func (d *diagram) has(r int, set []uint64) bool {
	a := d.levels[r]
	for int(d.vertices[a].node) < d.n {
		x := d.vertices[a]
		if a = x.without; words.Has(set, int(x.node)) {
			a = x.with
		}
	}
	return a == everySet
}

// vector counts below each vertex once. The sizes of the sets there are a
// polynomial whose coefficient of x^s is the number of sets of s nodes. It is
// kept as one integer, its value at x = 2^(n+1), which shows every coefficient,
// as none exceeds 2^n.
func (d *diagram) vector(r int) Vector {
	a := d.levels[r]
	d.countable(a)
	whole := d.freely(d.count(a), int(d.vertices[a].node))
	v := make(Vector, d.n+1)
	mask := new(big.Int).Lsh(big.NewInt(1), uint(d.n+1))
	mask.Sub(mask, big.NewInt(1))
	for s := range v {
		d.watch.Work(1 + len(whole.Bits())/stepWords)
		v[s] = new(big.Int).And(whole, mask)
		whole.Rsh(whole, uint(d.n+1))
	}
	return v
}

// maxCounts bounds the bytes of the polynomials that count keeps.
const maxCounts = 1 << 30

// stepWords is about how many words of a number can be added in the time of a
// step.
const stepWords = 64

// countable ends the computation when the polynomials below a, and those kept
// already, would take more than maxCounts: one of w nodes has w+1 coefficients
// of n+1 bits.
func (d *diagram) countable(a int32) {
	d.counts = append(d.counts, make([]*big.Int, len(d.vertices)-len(d.counts))...)
	seen := make([]bool, len(d.vertices))
	seen[noSet], seen[everySet] = true, true
	var visit func(a int32)
	visit = func(a int32) {
		if seen[a] || d.counts[a] != nil {
			return
		}
		seen[a] = true
		d.watch.Step()
		x := d.vertices[a]
		if d.bytes += (d.n - int(x.node) + 1) * (d.n + 1) / 8; d.bytes > maxCounts {
			panic(yield.Cut{Err: errTooLong{d.n}})
		}
		visit(x.without)
		visit(x.with)
	}
	visit(a)
}

// count returns the polynomial of the sets below a, of nodes from that of a on.
func (d *diagram) count(a int32) *big.Int {
	switch a {
	case noSet:
		return new(big.Int)
	case everySet:
		return big.NewInt(1)
	}
	if d.counts[a] == nil {
		d.watch.Step()
		x := d.vertices[a]
		below := func(b int32) *big.Int { return d.freely(d.count(b), int(d.vertices[b].node-x.node)-1) }
		with := below(x.with)
		d.counts[a] = with.Add(with.Lsh(with, uint(d.n+1)), below(x.without))
	}
	return d.counts[a]
}

// freely returns the polynomial times (1+x)^nodes: so many nodes are in the
// sets or not, as one likes.
func (d *diagram) freely(c *big.Int, nodes int) *big.Int {
	c = new(big.Int).Set(c)
	shifted := new(big.Int)
	for range nodes {
		d.watch.Work(1 + len(c.Bits())/stepWords)
		c.Add(c, shifted.Lsh(c, uint(d.n+1)))
	}
	return c
}

func (d *diagram) fatal(r int) setsys.NodeSet {
	a := d.levels[r]
	memory := map[int32]int{noSet: 0, everySet: d.n + 1}
	var cost func(a int32) int
	cost = func(a int32) int {
		c, ok := memory[a]
		if !ok {
			d.watch.Step()
			c = min(1+cost(d.vertices[a].without), cost(d.vertices[a].with))
			memory[a] = c
		}
		return c
	}
	var nodes []int
	for a != noSet {
		x := d.vertices[a]
		if cost(a) == 1+cost(x.without) {
			nodes = append(nodes, int(x.node))
			a = x.without
		} else {
			a = x.with
		}
	}
	return setsys.NewNodeSet(d.n, nodes...)
}
