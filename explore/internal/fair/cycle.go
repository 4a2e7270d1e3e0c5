package fair

import (
	"maps"
	"slices"
	"strings"

	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// A thread follows a stamp of the state in which a cycle begins.
type thread struct {
	now   uint8 // its number in the state at hand, 0 if it is no longer in use
	below bool  // a fresh stamp went below it
}

// Cycle returns a fair cycle through a state of a fair component. For each step
// that was enabled all along and not taken, it goes to the nearest edge that takes
// the step or state in which it is not enabled; then it goes back. On the way a
// mortal stamp that fresh ones went below may have stayed in use, and with the
// Cycle repeated it would stay for ever. So the cycle goes on to an edge that ends
// the use of such a stamp, and back, until none is left.
func (g *Graph) Cycle(c Component, start table.StateID) []protocol.TraceStep {
	in := make([]uint32, len(g.Keys)+1)
	for _, v := range c.States {
		in[v] = 1
	}
	var steps []protocol.TraceStep
	at := start
	pending, later := g.enabled(c, start), labelSet{}
	threads := make([]thread, g.Stamps[start]+1)
	for i := range threads {
		threads[i].now = uint8(i)
	}
	walk := func(path []Edge) {
		for _, e := range path {
			steps = append(steps, g.traceStep(at, e))
			for i, t := range threads {
				threads[i].below = t.below || e.Place > 0 && e.Place <= t.now
				if t.now > 0 {
					threads[i].now = g.after(e, t.now)
				}
			}
			delete(pending, e.Label)
			at = e.To
			now := g.enabled(c, at)
			for l := range pending {
				delete(pending, l)
				if l = g.Labels.carried(l, e, 0); now[l] {
					later[l] = true
				}
			}
			pending, later = later, pending
		}
	}
	home := func() {
		if at != start || len(steps) == 0 {
			walk(g.route(c, in, spot{state: at}, func(_ spot, e Edge, _ spot) bool { return e.To == start }))
		}
	}
	for len(pending) > 0 {
		// Numbers of labels depend on the order of states.
		l := slices.MinFunc(slices.Collect(maps.Keys(pending)), func(a, b LabelID) int { return strings.Compare(g.Labels.Text(a), g.Labels.Text(b)) })
		walk(g.route(c, in, spot{state: at, label: l}, func(from spot, e Edge, to spot) bool {
			return e.Label == from.label || !g.enabled(c, e.To)[to.label]
		}))
	}
	home()
	for i := 1; i < len(threads); i++ {
		if t := threads[i]; t.below && int(t.now) == i {
			walk(g.lastUse(c, in, at, t.now))
			home()
			i = 0 // on the way another one may have come back to where it was
		}
	}
	return steps
}

// lastUse returns a shortest path within a component that ends the use of a
// stamp of the state where it starts.
func (g *Graph) lastUse(c Component, in []uint32, start table.StateID, stamp uint8) []Edge {
	return g.route(c, in, spot{state: start, stamp: stamp}, func(_ spot, _ Edge, to spot) bool { return to.stamp == 0 })
}

// A spot is a place on a path: a state, and the number of the stamp, or the fair step, that is
// followed, 0 for none.
type spot struct {
	state table.StateID
	label LabelID
	stamp uint8
}

// route returns a shortest non-empty path within a component whose last edge, with the spots before
// and after it, satisfies the goal.
func (g *Graph) route(c Component, in []uint32, start spot, goal func(from spot, e Edge, to spot) bool) []Edge {
	type arrival struct {
		from spot
		Edge
	}
	came := map[spot]arrival{}
	for queue := []spot{start}; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		for _, e := range g.From(v.state) {
			if in[e.To] == 0 || g.drops(c, v.state, e) {
				continue
			}
			to := spot{state: e.To}
			if v.stamp > 0 {
				to.stamp = g.after(e, v.stamp)
			}
			if v.label > 0 {
				to.label = g.Labels.carried(v.label, e, 0)
			}
			if goal(v, e, to) {
				path := []Edge{e}
				for ; v != start; v = came[v].from {
					path = append(path, came[v].Edge)
				}
				slices.Reverse(path)
				return path
			}
			if _, ok := came[to]; !ok && to != start {
				came[to] = arrival{v, e}
				queue = append(queue, to)
			}
		}
	}
	g.e.Lost("a component is not connected")
	return nil
}

// traceStep returns an edge as traces show it.
func (g *Graph) traceStep(from table.StateID, e Edge) protocol.TraceStep {
	at := g.First[from]
	return g.e.FirstStep(g.Keys[from], func(table.StateKey) bool {
		at++
		return g.edges[at-1] == e
	})
}
