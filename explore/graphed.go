package explore

import (
	"slices"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/fair"
	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// The graph of the states of a search (see package fair).

// sketching reports whether something is decided on the graph: some property, or that a reduced
// search has no cycle.
func (s *search) sketching() bool {
	return s.Reduced || s.open[protocol.StarvationFreedom] && (s.o.WithinRequests || slices.Contains(s.o.Requests, Unbounded)) || len(s.Goals) > 0 ||
		slices.ContainsFunc(s.Requirements, func(r engine.Requirement) bool { return r.Leads != nil })
}

// graph returns the graph of the states that were expanded by now; nil when that was
// interrupted.
func (s *search) graph() *fair.Graph {
	if s.explored != nil && len(s.explored.Keys) == s.expanded {
		return s.explored
	}
	var keys []table.StateKey
	for _, l := range s.Levels[:len(s.Levels)-1] { // the last one was not expanded, or is empty
		keys = append(keys, s.AllKeys(l)...)
	}
	walkers := make([]*engine.Walker, s.o.Workers)
	for i := range walkers {
		walkers[i] = s.newWalker()
	}
	g := fair.Build(s.e, keys, s.sketched, walkers, s.Halted)
	if s.sketched = nil; g != nil {
		s.explored = g
	}
	return g
}

// cyclic reports whether the graph that the search made has a cycle, as far as is known,
// if it does not fit into memory.
func (s *search) cyclic() bool {
	g := s.graph()
	if g == nil {
		return !s.Halted()
	}
	return len(g.OnCycles()) > 0
}
