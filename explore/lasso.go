package explore

import (
	"math"
	"slices"
	"strings"
)

// levelOf returns the level of a state by its number, the number of levels when
// there is no such state.
func (s *search) levelOf(v int) int {
	for d, l := range s.levels {
		if v < len(l) {
			return d
		}
		v -= len(l)
	}
	return len(s.levels)
}

// lasso returns a run into a fair cycle of one of the components, the one that
// is reached first, and the state where the cycle begins.
func (s *search) lasso(g *graph, fair []component, p int) (t *Trace, entry stateKey) {
	best := math.MaxInt
	var entries []stateKey
	owner := map[stateKey]int{}
	for i, c := range fair {
		for _, v := range c.states {
			switch d := s.levelOf(int(v)); {
			case d < best:
				best, entries = d, nil
				fallthrough
			case d == best:
				entries = append(entries, g.keys[v])
				owner[g.keys[v]] = i
			}
		}
	}
	entry = s.first(entries)
	c := fair[owner[entry]]
	t = &Trace{Steps: s.path(entry, best), Process: p}
	t.Loop = len(t.Steps)
	start := stateID(0)
	for _, v := range c.states {
		if g.keys[v] == entry {
			start = v
		}
	}
	t.Steps = append(t.Steps, g.cycle(c, start)...)
	return t, entry
}

// A thread follows a stamp of the state in which a cycle begins.
type thread struct {
	now   uint8 // its number in the state at hand, 0 when it is in use no more
	below bool  // a fresh stamp went below it
}

// cycle returns a fair cycle through a state of a fair component: to each step
// that is enabled all along so far and not taken, the nearest edge that takes
// it or state where it is not enabled, and at last back. It may have missed the
// end of a mortal stamp that fresh ones went below; one that is where it was at
// the beginning would then stay for ever. So the cycle goes on to where that
// stamp's use ends, and back, until that is not so.
func (g *graph) cycle(c component, start stateID) []TraceStep {
	in := make([]uint32, len(g.keys)+1)
	for _, v := range c.states {
		in[v] = 1
	}
	var steps []TraceStep
	at := start
	pending := g.enabled(c, start)
	threads := make([]thread, g.stamps[start]+1)
	for i := range threads {
		threads[i].now = uint8(i)
	}
	walk := func(path []pathEdge) {
		for _, h := range path {
			steps = append(steps, g.traceStep(at, h.edge))
			for i, t := range threads {
				threads[i].below = t.below || h.place > 0 && h.place <= t.now
				if t.now > 0 {
					threads[i].now = g.after(h.edge, t.now)
				}
			}
			delete(pending, h.label)
			at = h.to
			here := g.enabled(c, at)
			for l := range pending {
				if !here[l] {
					delete(pending, l)
				}
			}
		}
	}
	home := func() {
		if at != start || len(steps) == 0 {
			walk(g.nearest(c, in, at, func(h pathEdge) bool { return h.to == start }))
		}
	}
	for len(pending) > 0 {
		var labels []labelID
		for l := range pending {
			labels = append(labels, l)
		}
		// Numbers of labels depend on the order of states.
		l := slices.MinFunc(labels, func(a, b labelID) int { return strings.Compare(g.texts[a-1], g.texts[b-1]) })
		walk(g.nearest(c, in, at, func(h pathEdge) bool { return h.label == l || !g.enabled(c, h.to)[l] }))
	}
	home()
	for i := 1; i < len(threads); i++ {
		if t := threads[i]; t.below && int(t.now) == i {
			walk(g.lastUse(c, in, at, t.now))
			home()
			i = 0 // the way may have taken another one to where it was
		}
	}
	return steps
}

// A pathEdge is an edge on a path, with where it comes from.
type pathEdge struct {
	from stateID
	edge
}

// nearest returns a shortest non-empty path within a component whose last pathEdge
// satisfies the goal.
func (g *graph) nearest(c component, in []uint32, start stateID, goal func(pathEdge) bool) []pathEdge {
	return g.route(c, in, spot{state: start}, func(h pathEdge, _ uint8) bool { return goal(h) })
}

// lastUse returns a shortest path within a component that ends the use of a
// stamp of the state where it starts.
func (g *graph) lastUse(c component, in []uint32, start stateID, stamp uint8) []pathEdge {
	return g.route(c, in, spot{start, stamp}, func(_ pathEdge, stamp uint8) bool { return stamp == 0 })
}

// A spot is where a path has come to: a state, and the number of the stamp that
// is followed, 0 for none.
type spot struct {
	state stateID
	stamp uint8
}

// route returns a shortest non-empty path within a component whose last pathEdge,
// with the number of the stamp after it, satisfies the goal.
func (g *graph) route(c component, in []uint32, start spot, goal func(h pathEdge, stamp uint8) bool) []pathEdge {
	type arrival struct {
		from spot
		pathEdge
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
			h := pathEdge{v.state, e}
			if goal(h, to.stamp) {
				path := []pathEdge{h}
				for ; v != start; v = came[v].from {
					path = append(path, came[v].pathEdge)
				}
				slices.Reverse(path)
				return path
			}
			if _, ok := came[to]; !ok && to != start {
				came[to] = arrival{v, h}
				queue = append(queue, to)
			}
		}
	}
	panic("explore: a component is not connected")
}

// traceStep returns an edge as traces show it.
func (g *graph) traceStep(from stateID, e edge) TraceStep {
	var found *transition
	i := g.first[from]
	w := newWalker(g.s.e)
	w.visit = func(_ stateKey, t transition) {
		if t.flags&isUndefined != 0 {
			return
		}
		if found == nil && g.edges[i] == e {
			found = &t
		}
		i++
	}
	w.expand(g.keys[from])
	return g.s.traceStep(*found)
}
