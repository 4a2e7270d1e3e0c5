package fair

import (
	"maps"
	"slices"

	"qcheck/explore/internal/graph"
	"qcheck/explore/internal/table"
)

// A Component is a strongly connected set of states.
type Component struct {
	States  []table.StateID
	Staying bool // Leave steps are dropped
}

// drops reports whether an edge from a state of the component is not one of the
// component's graph.
func (g *Graph) drops(c Component, v table.StateID, e Edge) bool {
	return e.Place > 0 && e.Place <= g.floor[v] || c.Staying && e.Leave
}

// FairComponents returns the components of the given states that have a fair
// cycle which some integer clock allows. Start, without states, says what is
// dropped from the beginning. What drops says of them is so until the next call, and
// again after Dropping with what Dropped returned before that.
func (g *Graph) FairComponents(start Component, has func(v table.StateID) bool) []Component {
	clear(g.floor)
	in := make([]uint32, len(g.Keys)+1) // by state: number of its component, 0 for none
	for _, v := range g.OnCycles() {
		if has(v) {
			in[v] = 1
			start.States = append(start.States, v)
		}
	}
	var fair []Component
	count := uint32(1)
	for work := []Component{start}; len(work) > 0 && !g.halted(); {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		for _, states := range g.strong(c, in, false) {
			count++
			for _, v := range states {
				in[v] = count
			}
			d := Component{States: states, Staying: c.Staying}
			if g.raise(d, in) {
				work = append(work, d)
			} else if g.isFair(d, in) {
				fair = append(fair, d)
			}
		}
	}
	return fair
}

// Dropped returns what the last call of FairComponents found to be dropped.
func (g *Graph) Dropped() []uint8 { return slices.Clone(g.floor) }

// Dropping has drops say of components what it said when Dropped returned this.
func (g *Graph) Dropping(dropped []uint8) { g.floor = dropped }

// OnCycles returns the states that lie on cycles.
func (g *Graph) OnCycles() []table.StateID {
	if g.cycling == nil {
		clear(g.floor)
		in, all := make([]uint32, len(g.Keys)+1), Component{}
		for v := range g.Keys {
			in[v] = 1
			all.States = append(all.States, table.StateID(v))
		}
		g.cycling = append([]table.StateID{}, slices.Concat(g.strong(all, in, false)...)...)
		slices.Sort(g.cycling)
	}
	return g.cycling
}

// eachEdge calls f for every edge within a component.
func (g *Graph) eachEdge(c Component, in []uint32, f func(from table.StateID, e Edge)) {
	for _, v := range c.States {
		for _, e := range g.From(v) {
			if in[e.To] == in[v] && !g.drops(c, v, e) {
				f(v, e)
			}
		}
	}
}

// isFair reports whether every fair step is taken in the component or not enabled
// in some state of it.
func (g *Graph) isFair(c Component, in []uint32) bool {
	if g.Renamings != nil || g.e.Followed() {
		return g.isFairFollowed(c, in)
	}
	return len(g.untaken(c, in)) == 0
}

// untaken returns the fair steps that are enabled in every state of a component, and
// taken by none of its edges.
func (g *Graph) untaken(c Component, in []uint32) labelSet {
	always := g.enabled(c, c.States[0])
	for _, v := range c.States[1:] {
		if len(always) == 0 {
			break
		}
		always.keep(g.enabled(c, v))
	}
	g.eachEdge(c, in, func(_ table.StateID, e Edge) { delete(always, e.Label) })
	return always
}

// A labelSet is a set of fair steps.
type labelSet map[LabelID]bool

// keep takes out what is not in the other set.
func (ls labelSet) keep(other labelSet) {
	maps.DeleteFunc(ls, func(l LabelID, _ bool) bool { return !other[l] })
}

// enabled returns the fair steps that are enabled in a state, without Leave steps
// if the component drops them.
func (g *Graph) enabled(c Component, v table.StateID) labelSet {
	ls := labelSet{}
	for _, e := range g.From(v) {
		if e.Label != 0 && !(c.Staying && e.Leave) {
			ls[e.Label] = true
		}
	}
	for _, end := range g.Ends[v] {
		if !(c.Staying && end.Leave) {
			ls[end.Label] = true
		}
	}
	return ls
}

// strong returns the strongly connected parts of a component, or just those that have
// an edge. A part comes before those with edges to it.
func (g *Graph) strong(c Component, in []uint32, all bool) (parts [][]table.StateID) {
	if g.memory == nil {
		m := graph.NewMemory(len(g.Keys))
		g.memory = &m
	}
	graph.Strong(c.States, *g.memory, func(v table.StateID) (uint64, uint64) { return g.First[v], g.First[v+1] },
		func(v table.StateID, edge uint64) (table.StateID, bool) {
			e := g.edges[edge]
			return e.To, in[e.To] == in[v] && !g.drops(c, v, e)
		},
		func(part []table.StateID) {
			v := part[0]
			if all || len(part) > 1 || slices.ContainsFunc(g.From(v), func(e Edge) bool { return e.To == v && !g.drops(c, v, e) }) {
				parts = append(parts, slices.Clone(part))
			}
		})
	return parts
}
