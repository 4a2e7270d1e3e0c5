package fair

import (
	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/table"

	"qcheck/explore/protocol"
)

// Which stamps stay in use all along a component, and what that forbids; the
// argument is in the package comment.

// raise finds the permanent stamps of a component, and reports whether edges of
// it put a fresh stamp below one of them. These are dropped from then on.
func (g *Graph) raise(c Component, in []uint32) bool {
	below := false
	g.eachEdge(c, in, func(v table.StateID, e Edge) { below = below || e.Place > 0 && e.Place <= g.Stamps[v] })
	if !below {
		return false
	}
	if g.transient == nil {
		g.transient = make([]engine.StampSet, len(g.Keys)+1)
	}
	for _, v := range c.States {
		g.transient[v] = 0
	}
	for changed := true; changed; {
		changed = false
		for i := range c.States {
			v := c.States[len(c.States)-1-i]
			all, ending := engine.StampsTo(g.Stamps[v]), g.transient[v]
			for _, e := range g.From(v) {
				if ending == all {
					break
				}
				if in[e.To] == in[v] && !g.drops(c, v, e) {
					ending |= g.endedBy(e, g.transient[e.To]) & all
				}
			}
			changed = changed || ending != g.transient[v]
			g.transient[v] = ending
		}
	}
	raised := false
	g.eachEdge(c, in, func(v table.StateID, e Edge) {
		raised = raised || e.Place > 0 && protocol.Stamp(e.Place) <= (engine.StampsTo(g.Stamps[v])&^g.transient[v]).Top()
	})
	for _, v := range c.States {
		g.floor[v] = uint8((engine.StampsTo(g.Stamps[v]) &^ g.transient[v]).Top())
	}
	return raised
}

// endedBy returns the stamps of a state whose use ends with an edge from it, or
// which the edge takes to one of the given stamps of the next state.
func (g *Graph) endedBy(e Edge, next engine.StampSet) engine.StampSet {
	kept := g.e.StampSets.At(e.Kept)
	gone := ^kept
	for ; kept != 0 && next != 0; kept, next = kept&(kept-1), next>>1 {
		if next&1 != 0 {
			gone |= kept & -kept
		}
	}
	if e.Place > 0 { // the fresh stamp is none of the state's
		low := engine.StampsTo(e.Place - 1)
		gone = gone&low | gone>>1&^low
	}
	return gone
}

// after returns the number that a stamp of a state has after an edge, 0 when it
// is in use no more.
func (g *Graph) after(e Edge, stamp uint8) uint8 {
	if e.Place > 0 && stamp >= e.Place {
		stamp++
	}
	kept := g.e.StampSets.At(e.Kept)
	if !kept.Has(protocol.Stamp(stamp)) {
		return 0
	}
	return uint8(kept.Rank(protocol.Stamp(stamp)))
}
