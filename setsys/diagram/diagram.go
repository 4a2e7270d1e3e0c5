package diagram

import (
	"fmt"

	"qcheck/setsys"
	"qcheck/setsys/memo"
	"qcheck/setsys/words"
)

// A Family is a monotone family of a [Diagram].
type Family int32

// The two families without a vertex: that without a set, and that of every set.
const (
	None  Family = 0
	Every Family = 1
)

// DefaultLimit is the most vertices and remembered results of a diagram, if New
// is given 0. They take about 50 bytes each.
const DefaultLimit = 10_000_000

// A Diagram holds monotone families over the nodes of a universe. It is not safe
// for concurrent use.
type Diagram struct {
	n     int
	order []int   // the nodes in the order in which they are asked about
	place []int32 // of each node in the order
	step  func()
	limit int

	vertices []vertex // 0 and 1 are None and Every; a vertex comes after those it leads to
	unique   memo.Table
	results  [operations]memo.Table
	formulas map[*setsys.Formula]Family

	sets      []vertex // 0 and 1 are no set and the empty set
	uniqueSet memo.Table
}

// A vertex asks about the node at the place in the order. That of an end is n.
type vertex struct{ place, without, with int32 }

// The operations whose results are remembered.
const (
	opUnion = iota
	opJoin
	opMeet
	opChoice
	opDual
	opMinimal
	opLacking
	opBoth
	operations
)

// TooLarge is the error that a diagram would take more than its limit.
type TooLarge struct{ Limit int }

func (e TooLarge) Error() string {
	return fmt.Sprintf("the decision diagrams have more than %d vertices and results", e.Limit)
}

// Try calls f and returns the TooLarge with which it ended, if it did.
func Try(f func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			e, ok := p.(TooLarge)
			if !ok {
				panic(p)
			}
			err = e
		}
	}()
	f()
	return nil
}

// New returns a diagram over n nodes, for the formulas and what is made of them,
// with no family yet. Limit 0 means DefaultLimit; step may be nil.
func New(n, limit int, step func(), formulas ...*setsys.Formula) *Diagram {
	if limit <= 0 {
		limit = DefaultLimit
	}
	if step == nil {
		step = func() {}
	}
	end := vertex{place: int32(n)}
	d := &Diagram{
		n: n, limit: limit, step: step, place: make([]int32, n), formulas: map[*setsys.Formula]Family{},
		vertices: []vertex{end, end}, sets: []vertex{end, end},
	}
	seen := make([]bool, n)
	add := func(v int) {
		if !seen[v] {
			seen[v] = true
			d.place[v] = int32(len(d.order))
			d.order = append(d.order, v)
		}
	}
	for _, f := range formulas {
		for _, v := range f.Nodes() {
			add(v)
		}
	}
	for v := range n {
		add(v)
	}
	return d
}

// Vertices returns the number of vertices made so far.
func (d *Diagram) Vertices() int { return len(d.vertices) + len(d.sets) - 4 }

// Order returns the nodes in the order in which the diagram asks about them.
func (d *Diagram) Order() []int { return d.order }

// Vertex returns the place in the order of the node that the vertex f, not an end,
// asks about, and the families that the sets without and with it are in.
func (d *Diagram) Vertex(f Family) (place int, without, with Family) {
	v := d.vertices[f]
	return int(v.place), Family(v.without), Family(v.with)
}

// room ends the computation when too much is remembered.
func (d *Diagram) room() {
	used := len(d.vertices) + len(d.sets)
	for i := range d.results {
		used += d.results[i].Len()
	}
	if used > d.limit {
		panic(TooLarge{d.limit})
	}
}

// vertexOf returns the family whose sets without the node at the place are in
// without, and those with it in with.
func (d *Diagram) vertexOf(place int32, without, with Family) Family {
	if without == with {
		return with
	}
	if s := d.unique.At(place+1, int32(without), int32(with)); s.A != 0 {
		return Family(s.Value)
	}
	d.room()
	id := int32(len(d.vertices))
	d.unique.Put(place+1, int32(without), int32(with), id)
	d.vertices = append(d.vertices, vertex{place, int32(without), int32(with)})
	return Family(id)
}

// at returns where f leads when the node at the place is lacking, or there. No
// vertex above f asks about it.
func (d *Diagram) at(f Family, place int32) (without, with Family) {
	if v := d.vertices[f]; v.place == place {
		return Family(v.without), Family(v.with)
	}
	return f, f
}

// known returns the remembered result of an operation.
func (d *Diagram) known(op int, a, b, c Family) (Family, bool) {
	s := d.results[op].At(int32(a), int32(b), int32(c))
	return Family(s.Value), s.A != 0
}

func (d *Diagram) remember(op int, a, b, c, result Family) Family {
	d.room()
	d.results[op].Put(int32(a), int32(b), int32(c), int32(result))
	return result
}

// Node returns the family of the sets that have the node.
func (d *Diagram) Node(v int) Family { return d.vertexOf(d.place[v], None, Every) }

// choice returns the sets that are in f and in a, or else in b; b is within a.
func (d *Diagram) choice(f, a, b Family) Family {
	switch {
	case f == Every || a == b:
		return a
	case f == None:
		return b
	case a == Every && b == None:
		return f
	}
	d.step()
	place := min(d.vertices[f].place, d.vertices[a].place, d.vertices[b].place)
	f0, f1 := d.at(f, place)
	if f0 == None && f1 == Every && d.vertices[a].place > place && d.vertices[b].place > place {
		return d.vertexOf(place, b, a)
	}
	if c, ok := d.known(opChoice, f, a, b); ok {
		return c
	}
	a0, a1 := d.at(a, place)
	b0, b1 := d.at(b, place)
	without := d.choice(f0, a0, b0)
	return d.remember(opChoice, f, a, b, d.vertexOf(place, without, d.choice(f1, a1, b1)))
}

// Union returns the sets in f or g.
func (d *Diagram) Union(f, g Family) Family {
	switch f, g = min(f, g), max(f, g); {
	case f == None || f == g:
		return g
	case f == Every:
		return Every
	}
	if c, ok := d.known(opUnion, f, g, 0); ok {
		return c
	}
	d.step()
	place := min(d.vertices[f].place, d.vertices[g].place)
	f0, f1 := d.at(f, place)
	g0, g1 := d.at(g, place)
	without := d.Union(f0, g0)
	return d.remember(opUnion, f, g, 0, d.vertexOf(place, without, d.Union(f1, g1)))
}

// Join returns the sets that are made of two disjoint ones, in f and in g.
func (d *Diagram) Join(f, g Family) Family {
	switch f, g = min(f, g), max(f, g); {
	case f == None:
		return None
	case f == Every: // the empty set is in it
		return g
	}
	if c, ok := d.known(opJoin, f, g, 0); ok {
		return c
	}
	d.step()
	place := min(d.vertices[f].place, d.vertices[g].place)
	f0, f1 := d.at(f, place)
	g0, g1 := d.at(g, place)
	without := d.Join(f0, g0)
	with := d.Join(f0, g1)
	return d.remember(opJoin, f, g, 0, d.vertexOf(place, without, d.Union(with, d.Join(f1, g0))))
}

// Meet returns the sets that contain what some set in f and some set in g have in
// common.
func (d *Diagram) Meet(f, g Family) Family {
	switch f, g = min(f, g), max(f, g); {
	case f == None:
		return None
	case f == Every: // the empty set is in it
		return Every
	}
	if c, ok := d.known(opMeet, f, g, 0); ok {
		return c
	}
	d.step()
	place := min(d.vertices[f].place, d.vertices[g].place)
	f0, f1 := d.at(f, place)
	g0, g1 := d.at(g, place)
	without := d.Meet(f0, g1)
	without = d.Union(without, d.Meet(f1, g0))
	return d.remember(opMeet, f, g, 0, d.vertexOf(place, without, d.Meet(f1, g1)))
}

// Dual returns the sets whose complement is not in f. They are those that share a
// node with every set in f.
func (d *Diagram) Dual(f Family) Family {
	if f == None || f == Every {
		return Every - f
	}
	if c, ok := d.known(opDual, f, 0, 0); ok {
		return c
	}
	d.step()
	v := d.vertices[f]
	without := d.Dual(Family(v.with))
	return d.remember(opDual, f, 0, 0, d.vertexOf(v.place, without, d.Dual(Family(v.without))))
}

// Has reports whether the set is in f.
func (d *Diagram) Has(f Family, set []uint64) bool {
	for f > Every {
		v := d.vertices[f]
		if f = Family(v.without); words.Has(set, d.order[v.place]) {
			f = Family(v.with)
		}
	}
	return f == Every
}
