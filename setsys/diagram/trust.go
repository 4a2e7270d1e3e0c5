package diagram

import (
	"qcheck/setsys"
	"qcheck/setsys/words"
)

// A Relation is any set of node sets, not only a monotone one, as a vertex. The
// quorums of a trust graph are a relation. It must not go where a Family is asked
// for: what the operations on families say is not so for it.
type Relation Family

// Trust returns the sets that contain a quorum of the trust graph. The minimal ones
// among them are the minimal quorums.
//
// Within each core of the graph (see [setsys.Trust.Cores]), the quorums are the
// sets A that are not empty and for which holds, for each quorum set: no node of A
// has it, or A satisfies it. From these the family is made by closing upward:
// without a node, a set is in it if its rest is; with the node, also if its rest is
// what completes a quorum with the node.
func (d *Diagram) Trust(t *setsys.Trust) Family {
	family := None
	for _, core := range t.Cores() {
		family = d.Union(family, d.up(d.quorums(t.Within(core)), map[Relation]Family{}))
	}
	return family
}

// quorums returns the quorums of a graph that is a core, and no other sets of its
// nodes.
func (d *Diagram) quorums(t *setsys.Trust) Relation {
	all, some := Relation(Every), Relation(None)
	for i, f := range t.Sets() {
		having := t.With(i).Words()
		all = d.both(all, d.either(d.noneOf(having), Relation(d.Of(f))))
		some = d.either(some, d.someOf(having))
	}
	return d.both(all, some)
}

// noneOf returns the sets without a node of the given ones.
func (d *Diagram) noneOf(nodes []uint64) Relation {
	r := Relation(Every)
	for p := d.n - 1; p >= 0; p-- {
		if words.Has(nodes, d.order[p]) {
			r = Relation(d.vertexOf(int32(p), Family(r), None))
		}
	}
	return r
}

// someOf returns the sets with a node of the given ones.
func (d *Diagram) someOf(nodes []uint64) Relation {
	r := Relation(None)
	for p := d.n - 1; p >= 0; p-- {
		if words.Has(nodes, d.order[p]) {
			r = Relation(d.vertexOf(int32(p), Family(r), Every))
		}
	}
	return r
}

// either returns the sets in r or s. Union goes by the sets without and with a node
// only, so it is right for relations too.
func (d *Diagram) either(r, s Relation) Relation { return Relation(d.Union(Family(r), Family(s))) }

// both returns the sets in r and s.
func (d *Diagram) both(r, s Relation) Relation {
	switch r, s = min(r, s), max(r, s); {
	case r == Relation(None) || r == s:
		return r
	case r == Relation(Every):
		return s
	}
	f, g := Family(r), Family(s)
	if c, ok := d.known(opBoth, f, g, 0); ok {
		return Relation(c)
	}
	d.step()
	place := min(d.vertices[f].place, d.vertices[g].place)
	f0, f1 := d.at(f, place)
	g0, g1 := d.at(g, place)
	without := d.both(Relation(f0), Relation(g0))
	with := d.both(Relation(f1), Relation(g1))
	return Relation(d.remember(opBoth, f, g, 0, d.vertexOf(place, Family(without), Family(with))))
}

// up returns the sets that contain a set of r.
func (d *Diagram) up(r Relation, known map[Relation]Family) Family {
	if Family(r) == None || Family(r) == Every {
		return Family(r)
	}
	if f, ok := known[r]; ok {
		return f
	}
	d.step()
	v := d.vertices[r]
	without := d.up(Relation(v.without), known)
	with := d.Union(without, d.up(Relation(v.with), known))
	f := d.vertexOf(v.place, without, with)
	known[r] = f
	return f
}

// Formula returns a formula that just the sets in f satisfy, with a few thresholds
// for each vertex, which it shares; nil for None and Every. Its first members are the
// nodes, with the weight 0, so that a walk through it meets them in the order of the
// diagram: in another order, other diagrams of it would be far larger.
func (d *Diagram) Formula(f Family) *setsys.Formula {
	known, nodes := map[Family]*setsys.Formula{}, map[int32]*setsys.Formula{}
	var visit func(f Family) *setsys.Formula
	visit = func(f Family) *setsys.Formula {
		if f == None || f == Every {
			return nil
		}
		if g, ok := known[f]; ok {
			return g
		}
		v := d.vertices[f]
		g := nodes[v.place]
		if g == nil {
			g = setsys.OfNode(d.order[v.place])
			nodes[v.place] = g
		}
		if Family(v.with) != Every {
			g = setsys.All(g, visit(Family(v.with)))
		}
		if Family(v.without) != None {
			g = setsys.Any(g, visit(Family(v.without)))
		}
		known[f] = g
		return g
	}
	all := visit(f)
	if all == nil {
		return nil
	}
	var members []*setsys.Formula
	for _, v := range d.order {
		if g := nodes[d.place[v]]; g != nil {
			members = append(members, g)
		}
	}
	weights := make([]int, len(members)+1)
	weights[len(members)] = 1
	return setsys.Weighted(1, append(members, all), weights)
}

// Support returns the nodes on which f depends. Of the sets that contain a quorum,
// these are the nodes of the minimal quorums: without one of them, some set changes
// whether it contains a quorum.
func (d *Diagram) Support(f Family) []uint64 {
	nodes := make([]uint64, words.Of(d.n))
	seen := map[Family]bool{None: true, Every: true}
	var visit func(f Family)
	visit = func(f Family) {
		if !seen[f] {
			seen[f] = true
			v := d.vertices[f]
			words.Add(nodes, d.order[v.place])
			visit(Family(v.without))
			visit(Family(v.with))
		}
	}
	visit(f)
	return nodes
}

// ForTrust returns a diagram for the families of a trust graph; limit and step are
// those of [New].
func ForTrust(t *setsys.Trust, limit int, step func()) *Diagram {
	var order []*setsys.Formula
	for _, core := range t.Cores() {
		order = append(order, t.Within(core).Sets()...)
	}
	return New(t.Nodes(), limit, step, order...)
}

// Solve returns the family of a trust graph with the formula of its minimal quorums
// (see [setsys.Family.WithFormula]), and other families as they are. At most listed sets
// are listed of it. The error is a [TooLarge].
func Solve(f setsys.Family, limit, listed int, step func()) (solved setsys.Family, err error) {
	if f.Trust() == nil || f.Formula() != nil || f.IsListed() {
		return f, nil
	}
	err = Try(func() {
		d := ForTrust(f.Trust(), limit, step)
		solved = f.WithFormula(d.Formula(d.Trust(f.Trust())), listed)
	})
	return solved, err
}

// List returns the minimal quorums of a trust graph in canonical order, or an error
// that they, or what finds them, are too many.
func List(t *setsys.Trust, limit int) (listed setsys.Family, err error) {
	tooLarge := Try(func() {
		d := ForTrust(t, 0, nil)
		listed, err = d.List(d.Minimal(d.Trust(t)), limit)
	})
	if tooLarge != nil {
		err = tooLarge
	}
	return listed, err
}
