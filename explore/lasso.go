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
func (s *search) lasso(g *graph, fair []component, p int) (t *Trace, entry uint64) {
	best := math.MaxInt
	var entries []uint64
	owner := map[uint64]int{}
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
	start := uint32(0)
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
func (g *graph) cycle(c component, start uint32) []TraceStep {
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
	walk := func(path []hop) {
		for _, h := range path {
			steps = append(steps, g.step(at, h.arc))
			for i, t := range threads {
				threads[i].below = t.below || h.arc.place > 0 && h.arc.place <= t.now
				if t.now > 0 {
					threads[i].now = g.after(h.arc, t.now)
				}
			}
			delete(pending, h.arc.label)
			at = h.arc.to
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
			walk(g.nearest(c, in, at, func(h hop) bool { return h.arc.to == start }))
		}
	}
	for len(pending) > 0 {
		var labels []uint16
		for l := range pending {
			labels = append(labels, l)
		}
		// Numbers of labels depend on the order of states.
		l := slices.MinFunc(labels, func(a, b uint16) int { return strings.Compare(g.texts[a-1], g.texts[b-1]) })
		walk(g.nearest(c, in, at, func(h hop) bool { return h.arc.label == l || !g.enabled(c, h.arc.to)[l] }))
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

// A hop is an edge on a path, with where it comes from.
type hop struct {
	from uint32
	arc  arc
}

// nearest returns a shortest non-empty path within a component whose last hop
// satisfies the goal.
func (g *graph) nearest(c component, in []uint32, start uint32, goal func(hop) bool) []hop {
	return g.route(c, in, spot{state: start}, func(h hop, _ uint8) bool { return goal(h) })
}

// lastUse returns a shortest path within a component that ends the use of a
// stamp of the state where it starts.
func (g *graph) lastUse(c component, in []uint32, start uint32, stamp uint8) []hop {
	return g.route(c, in, spot{start, stamp}, func(_ hop, stamp uint8) bool { return stamp == 0 })
}

// A spot is where a path has come to: a state, and the number of the stamp that
// is followed, 0 for none.
type spot struct {
	state uint32
	stamp uint8
}

// route returns a shortest non-empty path within a component whose last hop,
// with the number of the stamp after it, satisfies the goal.
func (g *graph) route(c component, in []uint32, start spot, goal func(h hop, stamp uint8) bool) []hop {
	type arrival struct {
		from spot
		hop
	}
	came := map[spot]arrival{}
	for queue := []spot{start}; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		for _, a := range g.edges[g.first[v.state]:g.first[v.state+1]] {
			if in[a.to] == 0 || g.drops(c, v.state, a) {
				continue
			}
			to := spot{state: a.to}
			if v.stamp > 0 {
				to.stamp = g.after(a, v.stamp)
			}
			h := hop{v.state, a}
			if goal(h, to.stamp) {
				path := []hop{h}
				for ; v != start; v = came[v].from {
					path = append(path, came[v].hop)
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

// step returns the step that an edge is.
func (g *graph) step(from uint32, a arc) TraceStep {
	var step *TraceStep
	i := g.first[from]
	w := newWalker(g.s.e, g.s.t)
	w.found = func(_ uint64, ed edge) {
		if ed.flags&oUndefined != 0 {
			return
		}
		if step == nil && g.edges[i] == a {
			t := g.s.traceStep(ed)
			step = &t
		}
		i++
	}
	w.expand(g.keys[from])
	return *step
}
