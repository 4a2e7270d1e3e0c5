package decide

import (
	"fmt"
	"slices"
	"strings"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// trace returns a shortest run that violates the property, and what is wrong
// at its end.
func (s *Findings) trace(found *FirstStates, p protocol.Property) (*protocol.Trace, string) {
	run, target := s.Shortest(s.Members(found.States), found.Level, p == protocol.WellDefined)
	steps := run.Steps
	trace := &protocol.Trace{Start: run.Start, Steps: steps, Loop: -1, Shortest: !s.Reduced, Process: -1}
	w := engine.NewWalker(s.Engine)
	w.Load(target)
	seen := w.Observe(make([]engine.ObservationID, s.Engine.N))
	detail := ""
	switch p {
	case protocol.WellDefined:
		undefined := w.UndefinedSteps(target)
		last := slices.IndexFunc(undefined, func(t engine.Transition) bool { return s.Engine.TraceStep(t) == steps[len(steps)-1] })
		detail = s.Engine.Texts.At(undefined[last].Text)
	case protocol.Safety:
		detail = s.Safe.Says(s.Safe.Text(seen))
	case protocol.DeadlockFreedom, protocol.StarvationFreedom:
		detail = "nothing can happen any more, and " + waiting(w.Phases[protocol.Waiting])
		w.Visit = func(table.StateKey, engine.Transition) {}
		if w.Expand(target); w.May > 0 {
			detail = "nothing has to happen any more, and " + waiting(w.Phases[protocol.Waiting])
		}
		trace.Process = w.Phases[protocol.Waiting].First()
	default:
		unmet := s.goalOf(p).Unmet
		detail = unmet.Says(unmet.Text(seen)) + stays
	}
	return trace, detail
}

func waiting(ps protocol.Set) string {
	var names []string
	for _, p := range ps.Members() {
		names = append(names, fmt.Sprint(p+1))
	}
	if len(names) == 1 {
		return "process " + names[0] + " waits"
	}
	return "processes " + strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " wait"
}
