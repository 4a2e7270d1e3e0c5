package decide

import (
	"math"

	"qcheck/explore/internal/fair"
	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
	"qcheck/explore/verdict"
)

// A liveness is a property that is violated by fair runs that stay within some
// states: starvation, and goals.
type liveness struct {
	property  protocol.Property
	staying   bool  // in these runs no process leaves
	processes []int // that they may be about; -1 for none in particular
	within    func(g *fair.Graph, p int, v table.StateID) bool
	detail    func(p int, entry table.StateKey) string // what a run into a cycle at entry shows
}

// decideLiveness decides such a property. The search has noted the states in which
// nothing more happens; the cycles are looked for here, as package fair says.
//
// Of all runs that violate the property one with a shortest stem is shown: the
// stem is what comes before the cycle, and all of a run that ends. When such a run
// decides the property before all states are known, a cycle counts that lies
// within the levels searched so far. A run without end that has fewer steps in
// all, its cycle included, would lie there.
func (s *Findings) decideLiveness(x liveness) protocol.PropertyResult {
	pr := protocol.PropertyResult{Property: x.property}
	ends := s.Found[x.property]
	without := func(why string) protocol.PropertyResult {
		if ends == nil {
			pr.Verdict, pr.Detail = verdict.Unknown, why
			return pr
		}
		pr.Verdict = verdict.Violated
		pr.Trace, pr.Detail = s.trace(ends, x.property)
		pr.Trace.Shortest = pr.Trace.Shortest && !s.Halted()
		return pr
	}
	g, why := s.endless(ends != nil || s.Complete(), "runs that go on for ever pass the bound of the clocks")
	if why != "" {
		return without(why)
	}
	if g.Renamings != nil && len(x.processes) > 1 {
		g, x = g.Following(), x.following()
	}
	nearest, about := math.MaxInt, 0
	var nearby []fair.Component // of about
	var dropped []uint8         // there
	for _, p := range x.processes {
		cs := g.FairComponents(fair.Component{Staying: x.staying}, func(v table.StateID) bool { return x.within(g, p, v) })
		if s.Halted() { // these may not be all
			return without(s.Reason())
		}
		if d := s.nearestLevel(g, cs); d < nearest {
			nearest, about, nearby, dropped = d, p, cs, g.Dropped()
		}
	}
	switch {
	case g.TooMany():
		return without(tooMany)
	case nearest < math.MaxInt && (ends == nil || nearest < ends.Level):
		pr.Verdict = verdict.Violated
		g.Dropping(dropped)
		if g.About != nil {
			about = s.firstFollowed(g, nearby, nearest)
		}
		var entry table.StateKey
		pr.Trace, entry = s.lasso(g, nearby, nearest, about)
		pr.Detail = x.detail(about, entry)
	case ends != nil:
		return without("")
	default:
		pr.Verdict = verdict.Holds
	}
	return pr
}

// endless returns the graph in which runs without end are looked for, if enough of the states are known; otherwise it says why there is none, beyond
// if that is for the bound of clocks.
func (s *Findings) endless(known bool, beyond string) (g *fair.Graph, why string) {
	switch {
	case !known:
		return nil, s.Reason()
	case s.Engine.Obliged && s.bounded():
		return nil, "some processes ask only a bounded number of times, and others rely on their asking again"
	case s.Beyond > 0:
		return nil, beyond
	case s.Engine.Network == protocol.Duplicating:
		return nil, s.unfollowed(nil)
	}
	if g = s.Graph(); g == nil {
		return nil, s.Reason()
	}
	return g, s.unfollowed(g)
}

// following returns what liveness asks of a graph of pairs.
func (x liveness) following() liveness {
	x.processes = []int{-1}
	x.within = func(*fair.Graph, int, table.StateID) bool { return true }
	return x
}

// unfollowed says why it is not known which runs without end are fair on the network, or nothing. Where no run goes round,
// that does not matter, unless messages come again.
func (s *Findings) unfollowed(g *fair.Graph) string {
	switch {
	case s.Engine.Network == protocol.Duplicating:
		return "each message may come again, and whether it has come once is no part of the states"
	case s.Engine.Network == protocol.FIFO || len(g.OnCycles()) == 0:
		return ""
	case s.Engine.Network == protocol.Unordered && !s.Engine.Followed():
		return "each message brings a clock along, and messages without order cannot be told apart along a run"
	case s.Engine.Network == protocol.Instant:
		return "messages are taken at once, and what a run without end owes meanwhile is not said"
	}
	return ""
}

const tooMany = "there are too many different messages to tell which of them are taken"
