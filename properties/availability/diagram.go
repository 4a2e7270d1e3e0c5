package availability

import (
	"context"
	"math/big"
	"slices"

	"qcheck/explore/yield"
	"qcheck/setsys"
	symbolic "qcheck/setsys/diagram"
	"qcheck/setsys/words"
)

// Diagrams have the r-available sets as families of a decision diagram. Let A_1 be the sets that contain a quorum, and A_0 all
// sets. S is in A_r if and only if it consists of disjoint sets of A_1 and of A_(r-1): see [symbolic.Diagram.Join], which walks
// the diagrams of both together, node by node, and meets each pair of vertices once. For families with structure these are few:
// the diagram of all sets of w nodes has w times n vertices. The worst case are families without any, where the pairs at node v
// are at most 3^v.
type diagrams struct {
	*symbolic.Diagram
	n      int
	join   func(symbolic.Family) symbolic.Family // with A_1
	levels []symbolic.Family
	watch  *yield.Watch
	counts []*big.Int // see count
	bytes  int        // of counts; see countable
}

func newDiagrams(ctx context.Context, f setsys.Family, limit int) *diagrams {
	d := &diagrams{n: f.Nodes(), watch: yield.NewWatch(ctx), levels: []symbolic.Family{symbolic.Every}}
	if formula := f.Formula(); formula != nil {
		d.Diagram = symbolic.New(d.n, limit, d.watch.Step, formula)
		d.join = func(level symbolic.Family) symbolic.Family { return d.Join(d.Of(formula), level) }
	} else {
		d.Diagram = symbolic.New(d.n, limit, d.watch.Step)
		d.join = (&symbolic.Listed{Diagram: d.Diagram, Index: setsys.NewIndex(f, d.watch.Step)}).Join
	}
	return d
}

func (d *diagrams) extend() bool {
	next := d.join(d.levels[len(d.levels)-1])
	d.levels = append(d.levels, next)
	return next != symbolic.None
}

func (d *diagrams) has(r int, set []uint64) bool { return d.Has(d.levels[r], set) }

func (d *diagrams) fatal(r int) setsys.NodeSet {
	f := d.levels[r]
	if !slices.IsSorted(d.Order()) {
		set, _ := d.Smallest(d.Dual(f)) // there is one: all nodes, or none where nothing is available
		return setsys.FromWords(d.n, set)
	}
	known := map[symbolic.Family]int{symbolic.None: 0, symbolic.Every: d.n + 1}
	var cost func(f symbolic.Family) int
	cost = func(f symbolic.Family) int {
		c, ok := known[f]
		if !ok {
			d.watch.Step()
			_, without, with := d.Vertex(f)
			c = min(1+cost(without), cost(with))
			known[f] = c
		}
		return c
	}
	var nodes []int
	for f != symbolic.None {
		v, without, with := d.Vertex(f)
		least := cost(f)
		if f = with; least == 1+cost(without) {
			nodes, f = append(nodes, v), without
		}
	}
	return setsys.NewNodeSet(d.n, nodes...)
}

// vector counts below each vertex once. The sizes of the sets there are a
// polynomial whose coefficient of x^s is the number of sets of s nodes. It is
// kept as one integer, its value at x = 2^(n+1), which shows every coefficient,
// as none exceeds 2^n.
func (d *diagrams) vector(r int) Vector {
	f := d.levels[r]
	d.countable(f)
	whole := d.freely(d.count(f), d.place(f))
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

// countable ends the computation when the polynomials below f, and those kept
// already, would take more than maxCounts: one of w nodes has w+1 coefficients
// of n+1 bits.
func (d *diagrams) countable(f symbolic.Family) {
	d.counts = append(d.counts, make([]*big.Int, int(f)+1-min(len(d.counts), int(f)+1))...)
	seen := make([]bool, len(d.counts))
	seen[symbolic.None] = true
	var visit func(f symbolic.Family)
	visit = func(f symbolic.Family) {
		if f <= symbolic.Every || seen[f] || d.counts[f] != nil {
			return
		}
		seen[f] = true
		d.watch.Step()
		place, without, with := d.Vertex(f)
		if d.bytes += (d.n - place + 1) * (d.n + 1) / 8; d.bytes > maxCounts {
			panic(yield.Cut{Err: errTooLong{d.n}})
		}
		visit(without)
		visit(with)
	}
	visit(f)
}

// place returns that of the node which a family asks about; n at an end.
func (d *diagrams) place(f symbolic.Family) int {
	place, _, _ := d.Vertex(f)
	return place
}

// count returns the polynomial of the sets below f, of nodes from that of f on.
func (d *diagrams) count(f symbolic.Family) *big.Int {
	if f <= symbolic.Every {
		return big.NewInt(int64(f)) // no set, or the empty one
	}
	if d.counts[f] == nil {
		d.watch.Step()
		place, without, with := d.Vertex(f)
		below := func(g symbolic.Family) *big.Int { return d.freely(d.count(g), d.place(g)-place-1) }
		sum := below(with)
		d.counts[f] = sum.Add(sum.Lsh(sum, uint(d.n+1)), below(without))
	}
	return d.counts[f]
}

// freely returns the polynomial times (1+x)^nodes: so many nodes are in the
// sets or not, as one likes.
func (d *diagrams) freely(c *big.Int, nodes int) *big.Int {
	c = new(big.Int).Set(c)
	shifted := new(big.Int)
	for range nodes {
		d.watch.Work(1 + len(c.Bits())/stepWords)
		c.Add(c, shifted.Lsh(c, uint(d.n+1)))
	}
	return c
}

// packing returns r disjoint quorums of a formula, in canonical order.
func (d *diagrams) packing(f *setsys.Formula, r int) []setsys.NodeSet {
	none, free := make([]uint64, words.Of(d.n)), words.Full(d.n)
	b := setsys.NewFamilyBuilder(d.n)
	for ; r > 0; r-- {
		part, _, ok := d.Divide(d.levels[1], d.levels[r-1], none, free)
		if !ok {
			panic("availability: disjoint quorums are missing")
		}
		q := f.Reduce(part)
		b.AddWords(q)
		words.AndNot(free, free, q)
	}
	var chosen []setsys.NodeSet
	for _, q := range b.Family().Canonical(d.watch.Step).All() {
		chosen = append(chosen, q)
	}
	return chosen
}
