package explore

import (
	"maps"
	"math"
	"slices"

	"qcheck/explore/internal/table"
)

// A component is a strongly connected set of states.
type component struct {
	states  []table.StateID
	staying bool // Leave steps are dropped
}

// drops reports whether an edge from a state of the component is not one of the
// component's graph.
func (g *graph) drops(c component, v table.StateID, e edge) bool {
	return e.place > 0 && e.place <= g.floor[v] || c.staying && e.leave
}

// fairComponents returns the components of the given states that have a fair
// cycle which some integer clock allows. Start, without states, says what is
// dropped from the beginning. What drops says of them is so until the next call.
func (g *graph) fairComponents(start component, has func(v table.StateID) bool) []component {
	clear(g.floor)
	in := make([]uint32, len(g.keys)+1) // by state: number of its component, 0 for none
	for _, v := range g.onCycles() {
		if has(v) {
			in[v] = 1
			start.states = append(start.states, v)
		}
	}
	var fair []component
	count := uint32(1)
	for work := []component{start}; len(work) > 0 && !g.s.halted(); {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		for _, states := range g.strong(c, in, false) {
			count++
			for _, v := range states {
				in[v] = count
			}
			d := component{states: states, staying: c.staying}
			if g.raise(d, in) {
				work = append(work, d)
			} else if g.isFair(d, in) {
				fair = append(fair, d)
			}
		}
	}
	return fair
}

// onCycles returns the states that lie on cycles.
func (g *graph) onCycles() []table.StateID {
	if g.cycling == nil {
		clear(g.floor)
		in, all := make([]uint32, len(g.keys)+1), component{}
		for v := range g.keys {
			in[v] = 1
			all.states = append(all.states, table.StateID(v))
		}
		g.cycling = append([]table.StateID{}, slices.Concat(g.strong(all, in, false)...)...)
		slices.Sort(g.cycling)
	}
	return g.cycling
}

// eachEdge calls f for every edge within a component.
func (g *graph) eachEdge(c component, in []uint32, f func(from table.StateID, e edge)) {
	for _, v := range c.states {
		for _, e := range g.from(v) {
			if in[e.to] == in[v] && !g.drops(c, v, e) {
				f(v, e)
			}
		}
	}
}

// isFair reports whether every fair step is taken in the component or not enabled
// in some state of it.
func (g *graph) isFair(c component, in []uint32) bool {
	if g.turns != nil {
		return g.isFairTurned(c, in)
	}
	return len(g.untaken(c, in)) == 0
}

// untaken returns the fair steps that are enabled in every state of a component, and
// taken by none of its edges.
func (g *graph) untaken(c component, in []uint32) labelSet {
	always := g.enabled(c, c.states[0])
	for _, v := range c.states[1:] {
		if len(always) == 0 {
			break
		}
		always.keep(g.enabled(c, v))
	}
	g.eachEdge(c, in, func(_ table.StateID, e edge) { delete(always, e.label) })
	return always
}

// A labelSet is a set of fair steps.
type labelSet map[labelID]bool

// keep takes out what is not in the other set.
func (ls labelSet) keep(other labelSet) {
	maps.DeleteFunc(ls, func(l labelID, _ bool) bool { return !other[l] })
}

// enabled returns the fair steps that are enabled in a state, without Leave steps
// if the component drops them.
func (g *graph) enabled(c component, v table.StateID) labelSet {
	ls := labelSet{}
	for _, e := range g.from(v) {
		if e.label != 0 && !(c.staying && e.leave) {
			ls[e.label] = true
		}
	}
	for _, end := range g.ends[v] {
		if !(c.staying && end.leave) {
			ls[end.label] = true
		}
	}
	return ls
}

// strong returns the strongly connected parts of a component, or just those that have
// an edge, by Tarjan's algorithm without recursion. A part comes before those with edges
// to it.
func (g *graph) strong(c component, in []uint32, all bool) [][]table.StateID {
	const (
		unseen = math.MaxUint32
		done   = math.MaxUint32 - 1 // as low: its part is complete
	)
	if g.index == nil {
		g.index, g.low = make([]uint32, len(g.keys)), make([]uint32, len(g.keys))
	}
	for _, v := range c.states {
		g.index[v], g.low[v] = unseen, unseen
	}
	type frame struct {
		v    table.StateID
		edge uint64
	}
	var parts [][]table.StateID
	var stack []table.StateID
	next := uint32(0)
	for _, root := range c.states {
		if g.index[root] != unseen {
			continue
		}
		g.index[root], g.low[root] = next, next
		next++
		stack = append(stack, root)
		for frames := []frame{{root, g.first[root]}}; len(frames) > 0; {
			f := &frames[len(frames)-1]
			if f.edge < g.first[f.v+1] {
				e := g.edges[f.edge]
				f.edge++
				if in[e.to] != in[root] || g.drops(c, f.v, e) {
					continue
				}
				if g.index[e.to] == unseen {
					g.index[e.to], g.low[e.to] = next, next
					next++
					stack = append(stack, e.to)
					frames = append(frames, frame{e.to, g.first[e.to]})
				} else if g.low[e.to] != done {
					g.low[f.v] = min(g.low[f.v], g.index[e.to])
				}
				continue
			}
			v := f.v
			frames = frames[:len(frames)-1]
			if len(frames) > 0 {
				u := frames[len(frames)-1].v
				g.low[u] = min(g.low[u], g.low[v])
			}
			if g.low[v] != g.index[v] {
				continue
			}
			cut := len(stack) - 1
			for stack[cut] != v {
				cut--
			}
			part := append([]table.StateID(nil), stack[cut:]...)
			stack = stack[:cut]
			for _, x := range part {
				g.low[x] = done
			}
			if all || len(part) > 1 || slices.ContainsFunc(g.from(v), func(e edge) bool { return e.to == v && !g.drops(c, v, e) }) {
				parts = append(parts, part)
			}
		}
	}
	return parts
}
