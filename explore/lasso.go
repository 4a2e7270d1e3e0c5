package explore

import (
	"maps"
	"math"
	"slices"
	"strings"

	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// levelOf returns the level of a state by its number, the number of levels when
// there is no such state.
func (s *search) levelOf(v int) int {
	for d, l := range s.levels {
		if v < l.len() {
			return d
		}
		v -= l.len()
	}
	return len(s.levels)
}

// lasso returns a run into a fair cycle of one of the components, the one that
// is reached first, and the state where the cycle begins.
func (s *search) lasso(g *graph, fair []component, p int) (t *Trace, entry table.StateKey) {
	best := g.nearestLevel(fair)
	var entries []table.StateKey
	type place struct {
		component int
		state     table.StateID
	}
	at := map[table.StateKey]place{}
	for i, c := range fair {
		for _, v := range c.states {
			if s.levelOf(g.of(v)) == best {
				for _, key := range g.members(v, p) {
					entries = append(entries, key)
					at[key] = place{i, v}
				}
			}
		}
	}
	stem, entry := s.shortest(entries, best, false)
	c, start := fair[at[entry].component], at[entry].state
	t = &Trace{Steps: stem, Process: p}
	t.Loop = len(t.Steps)
	if g.turns != nil {
		g, c, start = g.unfold(c, start, entry, p)
	}
	t.Steps = append(t.Steps, g.cycle(c, start)...)
	return t, entry
}

// nearestLevel returns the least level of the states of components, the largest
// number if there are none.
func (g *graph) nearestLevel(cs []component) int {
	best := math.MaxInt
	for _, c := range cs {
		for _, v := range c.states {
			best = min(best, g.s.levelOf(g.of(v)))
		}
	}
	return best
}

// A thread follows a stamp of the state in which a cycle begins.
type thread struct {
	now   uint8 // its number in the state at hand, 0 if it is no longer in use
	below bool  // a fresh stamp went below it
}

// cycle returns a fair cycle through a state of a fair component. For each step
// that was enabled all along and not taken, it goes to the nearest edge that takes
// the step or state in which it is not enabled; then it goes back. On the way a
// mortal stamp that fresh ones went below may have stayed in use, and with the
// cycle repeated it would stay for ever. So the cycle goes on to an edge that ends
// the use of such a stamp, and back, until none is left.
func (g *graph) cycle(c component, start table.StateID) []protocol.TraceStep {
	in := make([]uint32, len(g.keys)+1)
	for _, v := range c.states {
		in[v] = 1
	}
	var steps []protocol.TraceStep
	at := start
	pending := g.enabled(c, start)
	threads := make([]thread, g.stamps[start]+1)
	for i := range threads {
		threads[i].now = uint8(i)
	}
	walk := func(path []edge) {
		for _, e := range path {
			steps = append(steps, g.traceStep(at, e))
			for i, t := range threads {
				threads[i].below = t.below || e.place > 0 && e.place <= t.now
				if t.now > 0 {
					threads[i].now = g.after(e, t.now)
				}
			}
			delete(pending, e.label)
			at = e.to
			pending.keep(g.enabled(c, at))
		}
	}
	home := func() {
		if at != start || len(steps) == 0 {
			walk(g.nearest(c, in, at, func(e edge) bool { return e.to == start }))
		}
	}
	for len(pending) > 0 {
		// Numbers of labels depend on the order of states.
		l := slices.MinFunc(slices.Collect(maps.Keys(pending)), func(a, b labelID) int { return strings.Compare(g.labels.text(a), g.labels.text(b)) })
		walk(g.nearest(c, in, at, func(e edge) bool { return e.label == l || !g.enabled(c, e.to)[l] }))
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

// nearest returns a shortest non-empty path within a component whose last edge
// satisfies the goal.
func (g *graph) nearest(c component, in []uint32, start table.StateID, goal func(edge) bool) []edge {
	return g.route(c, in, spot{state: start}, func(e edge, _ uint8) bool { return goal(e) })
}

// lastUse returns a shortest path within a component that ends the use of a
// stamp of the state where it starts.
func (g *graph) lastUse(c component, in []uint32, start table.StateID, stamp uint8) []edge {
	return g.route(c, in, spot{start, stamp}, func(_ edge, stamp uint8) bool { return stamp == 0 })
}

// A spot is a place on a path: a state, and the number of the stamp that is
// followed, 0 for none.
type spot struct {
	state table.StateID
	stamp uint8
}

// route returns a shortest non-empty path within a component whose last edge,
// with the number of the stamp after it, satisfies the goal.
func (g *graph) route(c component, in []uint32, start spot, goal func(e edge, stamp uint8) bool) []edge {
	type arrival struct {
		from spot
		edge
	}
	came := map[spot]arrival{}
	for queue := []spot{start}; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		for _, e := range g.from(v.state) {
			if in[e.to] == 0 || g.drops(c, v.state, e) {
				continue
			}
			to := spot{state: e.to}
			if v.stamp > 0 {
				to.stamp = g.after(e, v.stamp)
			}
			if goal(e, to.stamp) {
				path := []edge{e}
				for ; v != start; v = came[v].from {
					path = append(path, came[v].edge)
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
	g.s.e.Lost("a component is not connected")
	return nil
}

// traceStep returns an edge as traces show it.
func (g *graph) traceStep(from table.StateID, e edge) protocol.TraceStep {
	at := g.first[from]
	return g.s.firstStep(g.keys[from], func(table.StateKey) bool {
		at++
		return g.edges[at-1] == e
	})
}
