package fair

import (
	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/table"

	"qcheck/explore/protocol"
)

// Fair cycles in the graph of representatives (after Emerson and Sistla).
//
// An edge from the representative v to the representative w has a renaming: the one
// that took the successor of v to w. A run of the protocol is a path in this graph
// together with the composition of the renamings along it, which says what process each
// process of the representative is in the run. So a process p of v is followed along
// an edge by applying its renaming, and so is a fair step: a delivery from q to p becomes
// one from renaming(q) to renaming(p).
//
// A cycle of the protocol in which process p waits for ever is looked for in the graph
// of pairs (v, p) in which p waits in v. Let C be a strongly connected component of
// it. Unfolded, C is the graph of all runs within C with the names that processes have
// in these runs; its components are strongly connected, since a path that comes back
// to a pair comes back with all names as they were when it is repeated often enough.
// A cycle through all of an unfolded component is as fair as any cycle in it. It is
// fair if each fair step, followed along paths in C from any one pair, comes to a pair
// in which it is not enabled, or to an edge that takes it. The steps followed from one
// pair thus decide, and each is followed over all pairs (v, step) that it comes to.
//
// Why one renaming an edge is enough. A state may be taken to itself by some renamings. Then several
// renamings take a successor to the same representative, and edges from it are renamed to each other;
// the edge has one of these renamings, and each transition of a representative has an edge of its
// own, so none is merged with one of another renaming. Let U have the triples (v, p, r), p waiting in
// v, and r a renaming; an edge from v to w with renaming t makes one from (v, p, r) to
// (w, t(p), t r). The triple stands for the state r^-1(v) and the process r^-1(p) in it.
// Each edge takes the triples of (v, p) to those of (w, t(p)) one to one, whatever renamings leave v or w
// as they are: so a path from a pair to itself multiplies r by a fixed renaming, of finite
// order, and each part of U that stands over a component C is strongly connected.
//
// Each path in U is a run, since r^-1 renames runs to runs. And each run from a state x lifts
// to U, from every (v, p, r) with r(x) = v: a transition from x, renamed by r, is one of v, whose
// edge leads to a triple that stands for the state where the transition leads to. Another renaming would
// lift the run to other triples that stand for the same states. So let a fair cycle be given along
// which a process waits. Lift it, round after round, until a triple comes again at the beginning of a
// round: what lies between is a closed path in U, that stands for a whole number of rounds.
// It is in a part of U over some C, and each step that is enabled all along that part and not
// taken in it is so on the cycle, of which there is none. In the other direction, a closed
// path through all of a part is a run in which one process waits, fair if the steps
// followed come to an end. From (v, p, id) a step e is, at (w, q, r), the step r(e), so following (w, r(e))
// over the edges and renamings of C meets exactly what that part has. The parts over one C are
// renamed to each other by r, so one of them, from any one pair, decides.
//
// Stamps are followed as without symmetry, as renamings change none: a stamp is
// permanent in C if and only if it is in the unfolded component.
//
// The cycle that is shown is one of the unfolded component, made from the states
// themselves: from the state where the cycle begins, transitions are followed as long
// as the pair of representative and process stays in C.

// Following returns the graph of pairs of a state and a process that waits in it.
func (g *Graph) Following() *Graph {
	h := newGraph(g.e, g.halted, g.Labels)
	h.pair = make([]uint32, len(g.Keys)+1)
	for v := range g.Keys {
		h.pair[v+1] = h.pair[v] + uint32(g.Waiting[v].Len())
	}
	pairs, edges := table.StateID(h.pair[len(g.Keys)]), 0
	for v := range g.Keys {
		edges += g.Waiting[v].Len() * len(g.From(table.StateID(v)))
	}
	h.edges, h.Renamings = make([]Edge, 0, edges), make([]engine.RenamingID, 0, edges)
	h.Keys, h.First, h.Stamps = make([]table.StateKey, 0, pairs), make([]uint64, 0, pairs+1), make([]uint8, 0, pairs)
	h.origin, h.About = make([]table.StateID, 0, pairs), make([]int8, 0, pairs)
	for v, key := range g.Keys {
		for _, p := range g.Waiting[v].Members() {
			if ends := g.Ends[table.StateID(v)]; ends != nil {
				h.Ends[table.StateID(len(h.Keys))] = ends
			}
			h.Keys = append(h.Keys, key)
			h.origin, h.About = append(h.origin, table.StateID(v)), append(h.About, int8(p))
			h.Stamps = append(h.Stamps, g.Stamps[v])
			h.First = append(h.First, uint64(len(h.edges)))
			for i, e := range g.From(table.StateID(v)) {
				t := g.Renamings[g.First[v]+uint64(i)]
				q := g.e.Group.Renamings[t][p]
				if int(e.To) < len(g.Keys) && g.Waiting[e.To].Has(q) {
					e.To = h.followed(g.Waiting, e.To, q)
				} else {
					e.To = pairs
				}
				h.edges, h.Renamings = append(h.edges, e), append(h.Renamings, t)
			}
		}
	}
	h.First = append(h.First, uint64(len(h.edges)))
	h.Waiting = g.Waiting
	h.Numbers = g.Numbers
	h.floor = make([]uint8, len(h.Keys))
	return h
}

// followed returns the pair of a state and a process that waits in it.
func (g *Graph) followed(waiting []protocol.Set, v table.StateID, p int) table.StateID {
	return table.StateID(g.pair[v]) + table.StateID((waiting[v] & protocol.All(p)).Len())
}

// states returns how many states there are, whether or not processes are followed in them.
func (g *Graph) states() int {
	if g.pair != nil {
		return len(g.pair) - 1
	}
	return len(g.Keys)
}

// Of returns the position of a state in the levels of the search.
func (g *Graph) Of(v table.StateID) int {
	if g.origin != nil {
		return int(g.origin[v])
	}
	return int(v)
}

// Members returns the states that a state of the graph stands for; if processes are
// followed, those in which p is the one.
func (g *Graph) Members(v table.StateID, p int) []table.StateKey {
	if g.Renamings == nil {
		return []table.StateKey{g.Keys[v]}
	}
	return g.e.ImagesOf(g.Keys[v], func(r engine.Renaming) bool { return g.About == nil || r[g.About[v]] == p })
}

// isFairFollowed is isFair where fair steps have other names after an edge: with renamings, and on a
// network without order.
func (g *Graph) isFairFollowed(c Component, in []uint32) bool {
	met := g.meeting(c)
	// comes reports whether a label, followed from the first state, comes to where it
	// is not enabled or taken.
	comes := func(l LabelID) bool {
		var stack []spot
		push := func(v table.StateID, l LabelID) {
			if met.add(v, l) {
				stack = append(stack, spot{state: v, label: l})
			}
		}
		push(c.States[0], l)
		for len(stack) > 0 {
			x := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if !g.enables(c, x.state, x.label) {
				return true
			}
			for i, e := range g.From(x.state) {
				if in[e.To] != in[x.state] || g.drops(c, x.state, e) {
					continue
				}
				if e.Label == x.label {
					return true
				}
				push(e.To, g.Labels.carried(x.label, e, g.renaming(g.First[x.state], i)))
			}
		}
		return false
	}
	for l := range g.enabled(c, c.States[0]) {
		met.clear()
		if !comes(l) {
			return false
		}
	}
	return true
}

// enables reports whether a fair step is enabled in a state of a component.
func (g *Graph) enables(c Component, v table.StateID, l LabelID) bool {
	for _, e := range g.From(v) {
		if e.Label == l && !(c.Staying && e.Leave) {
			return true
		}
	}
	for _, end := range g.Ends[v] {
		if end.Label == l && !(c.Staying && end.Leave) {
			return true
		}
	}
	return false
}

// Unfold returns the graph of the states themselves that a component stands for, as
// far as it is connected with a member of start, in which p is the process that is
// followed, if one is.
func (g *Graph) Unfold(c Component, start table.StateID, member table.StateKey, p int) (*Graph, Component, table.StateID) {
	e := g.e
	in := map[table.StateID]bool{}
	for _, v := range c.States {
		in[v] = true
	}
	h := newGraph(e, g.halted, g.Labels)
	of := []table.StateID{start} // by state: what stands for it
	h.Keys = []table.StateKey{member}
	number := map[table.StateKey]table.StateID{member: 0}
	o, image := engine.NewOrbiter(e), e.NewVector()
	// standing returns the state of the component that stands for the successor.
	standing := func(w *engine.Walker) (table.StateID, bool) {
		o.Represent(w.Next.Blocks)
		copy(image.Blocks, o.Best)
		kept := g.Numbers.Of(e.Codec.Encode(0, image, e.AllBlocks()))
		if int(kept) == g.states() {
			return 0, false
		}
		if g.About == nil {
			return kept, in[kept]
		}
		for t, r := range e.Group.Renamings {
			q := r[p]
			if !g.Waiting[kept].Has(q) {
				continue
			}
			if v := g.followed(g.Waiting, kept, q); in[v] {
				if e.ImageOf(w.Next.Blocks, engine.RenamingID(t), o.Other); o.Compare() == 0 {
					return v, true
				}
			}
		}
		return 0, false
	}
	w := engine.NewWalker(e)
	from := table.StateID(0)
	const outside = ^table.StateID(0)
	w.Visit = func(next table.StateKey, t engine.Transition) {
		if !h.add(w, t) {
			return
		}
		last := &h.edges[len(h.edges)-1]
		last.To = outside
		if g.drops(c, of[from], *last) {
			return
		}
		if v, ok := standing(w); ok {
			to, known := number[next]
			if !known {
				to = table.StateID(len(h.Keys))
				number[next] = to
				h.Keys, of = append(h.Keys, next), append(of, v)
			}
			last.To = to
		}
	}
	for ; int(from) < len(h.Keys); from++ {
		h.First = append(h.First, uint64(len(h.edges)))
		w.Expand(h.Keys[from])
		h.Stamps = append(h.Stamps, g.Stamps[of[from]])
		h.floor = append(h.floor, g.floor[of[from]])
	}
	h.First = append(h.First, uint64(len(h.edges)))
	all := Component{Staying: c.Staying}
	for v := range h.Keys {
		all.States = append(all.States, table.StateID(v))
	}
	for i, e := range h.edges {
		if e.To == outside {
			h.edges[i].To = table.StateID(len(h.Keys))
		}
	}
	return h, all, 0
}
