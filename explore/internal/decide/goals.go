package decide

import (
	"slices"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/fair"
	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// Goals (see [Goal]). A fair run in which from some point on no process leaves
// either ends in a state in which only leaving (and asking, unless the protocol is
// Obliged) is enabled, or goes into a cycle without Leave steps that is fair to all
// other steps. The search judges the states of the first kind as it meets them; the
// cycles are looked for afterwards among the states in which the goal is unmet, as
// those of starvation are.

func (s *Findings) goalOf(p protocol.Property) Goal {
	return s.Goals[slices.IndexFunc(s.Goals, func(g Goal) bool { return g.Name == p })]
}

// stays ends the sentence on a goal that stays unmet.
const stays = ", and this lasts as long as no process leaves"

// unmet returns what it is that a goal stays unmet.
func (s *Findings) unmet(p protocol.Property) liveness {
	w, unmet := engine.NewWalker(s.Engine), s.goalOf(p).Unmet
	seen := make([]engine.ObservationID, s.Engine.N)
	at := func(key table.StateKey) string {
		w.Load(key)
		return unmet.Says(unmet.Text(w.Observe(seen)))
	}
	return liveness{
		property: p, staying: true, processes: []int{-1},
		within: func(g *fair.Graph, _ int, v table.StateID) bool { return at(g.Keys[v]) != "" },
		detail: func(_ int, entry table.StateKey) string { return at(entry) + stays },
	}
}
