package decide

import (
	"fmt"
	"slices"

	"qcheck/explore/internal/fair"
	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
	"qcheck/explore/verdict"
)

// Starvation of a process p: a fair run without end (see the package comment) in
// which p waits from some point on. Package fair says how it is found.
//
// With bounded requests every run ends, and only a deadlock makes a process
// wait for ever. A step that is not defined ends the run: where one is enabled
// throughout a component, no cycle in it is fair.
func (s *Findings) starvation() protocol.PropertyResult {
	if s.Found[protocol.StarvationFreedom] == nil && s.Complete() && !s.WithinRequests && !slices.ContainsFunc(s.Requests, func(r int) bool { return r < 0 }) {
		return protocol.PropertyResult{Property: protocol.StarvationFreedom, Verdict: verdict.Unknown,
			Detail: "requests are bounded: no process waits for ever, but with more requests one might"}
	}
	return s.decideLiveness(s.starving())
}

// starving returns what starvation is.
func (s *Findings) starving() liveness {
	var processes []int
	for p := range s.Engine.N {
		processes = append(processes, p)
	}
	return liveness{
		property: protocol.StarvationFreedom, processes: processes,
		within: func(g *fair.Graph, p int, v table.StateID) bool { return g.Waiting[v].Has(p) },
		detail: func(p int, _ table.StateKey) string {
			return fmt.Sprintf("process %d waits for ever, in a run in which every step that stays enabled is taken", p+1)
		},
	}
}
