package explore

import (
	"fmt"
	"slices"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/reduce"
	"qcheck/explore/protocol"
)

// derivable says why no reduction can be derived (see package reduce).
func (m *model) derivable(o Options) string {
	switch {
	case m.p.Network == protocol.Duplicating:
		return "messages may arrive twice"
	case m.p.Network == protocol.Instant:
		return "messages are taken at once"
	case m.p.Network != protocol.FIFO && m.Stamped():
		return "messages that have time stamps arrive in any order"
	case m.p.Faults.Any():
		return "something may go wrong"
	case m.p.Starts != nil:
		return "runs may begin in more than one state"
	case m.p.Watched != nil && m.p.WatchedSees == nil:
		return "a history watches the steps, and does not say which it sees"
	case m.p.N > reduce.MaxDerivable:
		return fmt.Sprintf("more than %d processes", reduce.MaxDerivable)
	case m.observed && slices.Contains(o.Requests, Unbounded): // of others it is seen whether they go round
		return "requests without bound"
	case o.ClockMax > 0:
		return "clocks are bounded"
	}
	for _, p := range o.Check {
		if p != protocol.Safety && p != protocol.DeadlockFreedom && p != protocol.WellDefined && !m.sees(p) {
			return fmt.Sprintf("%s is checked", p)
		}
	}
	if !m.Stamped() {
		return ""
	}
	switch c := m.p.Clock; {
	case !c.TickOnFresh && (o.Clock == Integer || slices.Max(o.Requests) > 1 || slices.Contains(o.Requests, Unbounded)):
		return "clocks do not tick for a fresh stamp" // unless there is one of each process
	case o.Clock == Integer && c.Attach == protocol.EveryMessage:
		return "every message brings an integer clock along"
	case o.Clock == Integer && c.TickOnReceive:
		return "integer clocks tick when a message comes"
	}
	return ""
}

func (m *model) learner(o Options, g *engine.Group, halted func() bool) reduce.Learner {
	p := m.relaxed()
	if p.Requirements = m.required(o); !slices.Contains(o.Check, protocol.Safety) {
		p.Safe = nil
	}
	k := reduce.NewKnowledge(&p, o.config(true, false), g, halted)
	k.Once = m.Stamped() && !m.p.Clock.TickOnFresh
	return k
}
