package diagram

import (
	"qcheck/setsys"
	"qcheck/setsys/memo"
	"qcheck/setsys/words"
)

// About returns the sets that contain a quorum of the graph which has a node of the given
// ones.
func (d *Diagram) About(t *setsys.Trust, nodes []uint64) Family {
	all := t.Greatest(words.Full(d.n), nil)
	some := make([]uint64, len(nodes))
	words.And(some, all, nodes)
	if words.Empty(some) {
		return None
	}
	r := d.both(d.quorums(t.Within(all)), d.someOf(some))
	return d.up(r, map[Relation]Family{})
}

// A Splitting looks for splitting sets of a trust graph: nodes such that, when they lie,
// there are two quorums of the others that are disjoint and have a node of the core.
//
// A and B are quorums beside liars S. Nodes that are in both may as well lie, and liars
// that are not in both help none, so S is what A and B have in common. Relation k has the
// pairs of a set A and a set S of liars within it, as a diagram of twice as many nodes: for
// each quorum set, no node of A outside of S has it, or A satisfies it; and A has a node of
// the core outside of S. Two copies of it are walked together: a node is in neither, in
// one, or in both, and lies. So a set of at most so many liars is found, or there is none.
type Splitting struct {
	d       *Diagram // node v is in A: v; v lies: n+v
	n       int
	k       Family
	refuted memo.Table // by pairs of vertices: how many liars are too few, and one more
	a, b    []uint64
}

// NewSplitting returns the search in the graph with the core (see [setsys.Trust.Cores]).
func NewSplitting(t *setsys.Trust, core []uint64, limit int, step func()) *Splitting {
	n := t.Nodes()
	reach := t.Reach(core)
	within := t.Within(reach)
	one := New(n, limit, step, within.Sets()...)
	var pairs []*setsys.Formula
	for _, v := range one.order {
		pairs = append(pairs, setsys.OfNode(v), setsys.OfNode(n+v))
	}
	s := &Splitting{d: New(2*n, limit, step, pairs...), n: n}
	d := s.d
	r := s.each(func(v int, rest Relation) (neither, intact, liar Relation) {
		switch {
		case !words.Has(reach, v):
			return rest, Relation(None), Relation(None)
		case within.Of(v) == nil:
			return rest, Relation(None), rest
		}
		return rest, rest, rest
	}, Relation(Every))
	for i, f := range within.Sets() {
		having := within.With(i).Words()
		none := s.each(func(v int, rest Relation) (neither, intact, liar Relation) {
			if words.Has(having, v) {
				return rest, Relation(None), rest
			}
			return rest, rest, rest
		}, Relation(Every))
		r = d.both(r, d.either(none, Relation(d.Of(f))))
	}
	r = d.both(r, s.each(func(v int, rest Relation) (neither, intact, liar Relation) {
		if words.Has(core, v) {
			return rest, Relation(Every), rest
		}
		return rest, rest, rest
	}, Relation(None)))
	s.k = Family(r)
	return s
}

// each makes a relation from the last node to the first: by what leads on when a node is
// not in A, is in A and does not lie, and lies. That a node lies and is not in A is not in
// any of them.
func (s *Splitting) each(of func(v int, rest Relation) (neither, intact, liar Relation), rest Relation) Relation {
	d := s.d
	for p := 2*s.n - 2; p >= 0; p -= 2 {
		neither, intact, liar := of(d.order[p], rest)
		if neither == intact && intact == liar { // nothing is asked here
			rest = neither
			continue
		}
		with := d.vertexOf(int32(p+1), Family(intact), Family(liar))
		rest = Relation(d.vertexOf(int32(p), Family(neither), with))
	}
	return rest
}

// Within finds a splitting set of at most so many nodes, and the quorums that it splits.
func (s *Splitting) Within(most int) (liars, a, b []uint64, ok bool) {
	s.a, s.b = make([]uint64, words.Of(s.n)), make([]uint64, words.Of(s.n))
	if !s.search(s.k, s.k, int32(most), false) {
		return nil, nil, nil, false
	}
	liars = make([]uint64, len(s.a))
	words.And(liars, s.a, s.b)
	return liars, s.a, s.b, true
}

// search chooses from where f and g lead; swapped says that g is that of A.
func (s *Splitting) search(f, g Family, left int32, swapped bool) bool {
	d := s.d
	if f > g {
		f, g, swapped = g, f, !swapped
	}
	switch {
	case f == None:
		return false
	case f == Every && g == Every:
		return true
	}
	if x := s.refuted.At(int32(f)+1, int32(g), 0); x.A != 0 && left < x.Value {
		return false
	}
	d.step()
	next := min(d.vertices[f].place, d.vertices[g].place) &^ 1
	v := d.order[next]
	for state := range 4 {
		inF, inG := state&1 != 0, state&2 != 0
		both := inF && inG
		if both && left == 0 {
			break
		}
		cost := int32(0)
		if both {
			cost = 1
		}
		if s.search(s.follow(f, next, inF, both), s.follow(g, next, inG, both), left-cost, swapped) {
			if inF && !swapped || inG && swapped {
				words.Add(s.a, v)
			}
			if inG && !swapped || inF && swapped {
				words.Add(s.b, v)
			}
			return true
		}
	}
	if s.refuted.Len() > d.limit {
		panic(TooLarge{d.limit})
	}
	if x := s.refuted.At(int32(f)+1, int32(g), 0); x.A != 0 {
		x.Value = max(x.Value, left+1)
	} else {
		s.refuted.Put(int32(f)+1, int32(g), 0, left+1)
	}
	return false
}

// follow returns where f leads for the node at the place and whether it lies.
func (s *Splitting) follow(f Family, place int32, in, lies bool) Family {
	without, with := s.d.at(f, place)
	if in {
		without = with
	}
	without, with = s.d.at(without, place+1)
	if lies {
		return with
	}
	return without
}
