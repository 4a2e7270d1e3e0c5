package explore

import "math/bits"

// Which stamps stay in use all along a component, and what that forbids; the
// argument is in starvation.go.

// raise finds the immortal stamps of a component, and reports whether edges of
// it put a fresh stamp below one of them. These are dropped from then on.
func (g *graph) raise(c component, in []uint32) bool {
	below := false
	g.inside(c, in, func(v uint32, a arc) { below = below || a.place > 0 && a.place <= g.stamps[v] })
	if !below {
		return false
	}
	if g.mortal == nil {
		g.mortal = make([]uint64, len(g.keys)+1)
	}
	for _, v := range c.states {
		g.mortal[v] = 0
	}
	for changed := true; changed; {
		changed = false
		for i := range c.states {
			v := c.states[len(c.states)-1-i]
			all, dying := stampsTo(g.stamps[v]), g.mortal[v]
			for _, a := range g.edges[g.first[v]:g.first[v+1]] {
				if dying == all {
					break
				}
				if in[a.to] == in[v] && !g.drops(c, v, a) {
					dying |= g.dying(a, g.mortal[a.to]) & all
				}
			}
			changed = changed || dying != g.mortal[v]
			g.mortal[v] = dying
		}
	}
	raised := false
	g.inside(c, in, func(v uint32, a arc) {
		raised = raised || a.place > 0 && int(a.place) <= top(stampsTo(g.stamps[v])&^g.mortal[v])
	})
	for _, v := range c.states {
		g.floor[v] = uint8(top(stampsTo(g.stamps[v]) &^ g.mortal[v]))
	}
	return raised
}

// stampsTo returns the set of the first n stamps.
func stampsTo(n uint8) uint64 { return 1<<n - 1 }

// dying returns the stamps of a state whose use ends with an edge from it, or
// which the edge takes to one of the given stamps of the next state.
func (g *graph) dying(a arc, next uint64) uint64 {
	kept := *g.s.e.maskOf.at(a.kept)
	gone := ^kept
	for ; kept != 0 && next != 0; kept, next = kept&(kept-1), next>>1 {
		if next&1 != 0 {
			gone |= kept & -kept
		}
	}
	if a.place > 0 { // the fresh stamp is none of the state's
		low := stampsTo(a.place - 1)
		gone = gone&low | gone>>1&^low
	}
	return gone
}

// after returns the number that a stamp of a state has after an edge, 0 when it
// is in use no more.
func (g *graph) after(a arc, stamp uint8) uint8 {
	if a.place > 0 && stamp >= a.place {
		stamp++
	}
	kept := *g.s.e.maskOf.at(a.kept)
	if stamp == 0 || kept>>(stamp-1)&1 == 0 {
		return 0
	}
	return uint8(bits.OnesCount64(kept & stampsTo(stamp)))
}
