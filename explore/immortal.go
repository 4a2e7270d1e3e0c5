package explore

import (
	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/table"

	"qcheck/explore/protocol"
)

// Which stamps stay in use all along a component, and what that forbids; the
// argument is in starvation.go.

// raise finds the immortal stamps of a component, and reports whether edges of
// it put a fresh stamp below one of them. These are dropped from then on.
func (g *graph) raise(c component, in []uint32) bool {
	below := false
	g.eachEdge(c, in, func(v table.StateID, e edge) { below = below || e.place > 0 && e.place <= g.stamps[v] })
	if !below {
		return false
	}
	if g.mortal == nil {
		g.mortal = make([]engine.StampSet, len(g.keys)+1)
	}
	for _, v := range c.states {
		g.mortal[v] = 0
	}
	for changed := true; changed; {
		changed = false
		for i := range c.states {
			v := c.states[len(c.states)-1-i]
			all, dying := engine.StampsTo(g.stamps[v]), g.mortal[v]
			for _, e := range g.from(v) {
				if dying == all {
					break
				}
				if in[e.to] == in[v] && !g.drops(c, v, e) {
					dying |= g.dying(e, g.mortal[e.to]) & all
				}
			}
			changed = changed || dying != g.mortal[v]
			g.mortal[v] = dying
		}
	}
	raised := false
	g.eachEdge(c, in, func(v table.StateID, e edge) {
		raised = raised || e.place > 0 && protocol.Stamp(e.place) <= (engine.StampsTo(g.stamps[v])&^g.mortal[v]).Top()
	})
	for _, v := range c.states {
		g.floor[v] = uint8((engine.StampsTo(g.stamps[v]) &^ g.mortal[v]).Top())
	}
	return raised
}

// dying returns the stamps of a state whose use ends with an edge from it, or
// which the edge takes to one of the given stamps of the next state.
func (g *graph) dying(e edge, next engine.StampSet) engine.StampSet {
	kept := g.s.e.StampSets.At(e.kept)
	gone := ^kept
	for ; kept != 0 && next != 0; kept, next = kept&(kept-1), next>>1 {
		if next&1 != 0 {
			gone |= kept & -kept
		}
	}
	if e.place > 0 { // the fresh stamp is none of the state's
		low := engine.StampsTo(e.place - 1)
		gone = gone&low | gone>>1&^low
	}
	return gone
}

// after returns the number that a stamp of a state has after an edge, 0 when it
// is in use no more.
func (g *graph) after(e edge, stamp uint8) uint8 {
	if e.place > 0 && stamp >= e.place {
		stamp++
	}
	kept := g.s.e.StampSets.At(e.kept)
	if !kept.Has(protocol.Stamp(stamp)) {
		return 0
	}
	return uint8(kept.Rank(protocol.Stamp(stamp)))
}
