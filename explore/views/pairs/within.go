package pairs

import (
	"context"
	"slices"

	"qcheck/explore"
	"qcheck/explore/views"
)

// A counted is the state of a process that may ask so often from now on.
type counted[L comparable] struct {
	L    L
	Left int16
}

// ProveWithin proves about bounded requests what it can: process p asks at most requests[p]
// times, or without bound where that is explore.Unbounded. It is a proof of the protocol
// whose processes count their requests, by [Prove]: what is proved holds for these requests
// and for fewer, and not for more. There may be a proof where Prove has none, since fewer
// messages are on their way.
func ProveWithin[L, M comparable](ctx context.Context, p explore.Protocol[L, M], requests []int, queued bool, limits views.Limits) *views.Proof {
	return Prove(ctx, within(p, requests), queued, limits)
}

// within returns the protocol whose processes count their requests. One that has none left
// does not ask; but where asking is a step as others are (Protocol.Obliged) it still could,
// so that the state is no deadlock: it takes a step that changes nothing.
func within[L, M comparable](p explore.Protocol[L, M], requests []int) explore.Protocol[counted[L], M] {
	after := func(l counted[L], all []explore.Step[L, M]) []explore.Step[counted[L], M] {
		var steps []explore.Step[counted[L], M]
		for _, s := range all {
			next := counted[L]{s.Next, l.Left}
			switch {
			case s.Kind != explore.Ask || l.Left == explore.Unbounded:
			case l.Left > 0:
				next.Left--
			case p.Obliged:
				steps = append(steps, explore.Step[counted[L], M]{Name: s.Name, Next: l})
				continue
			default:
				continue
			}
			steps = append(steps, explore.Step[counted[L], M]{Name: s.Name, Kind: s.Kind, Next: next, Send: s.Send, Undefined: s.Undefined, Overflow: s.Overflow})
		}
		return steps
	}
	requests = slices.Clone(requests)
	return explore.Protocol[counted[L], M]{
		Name: p.Name, N: p.N, Clock: p.Clock, Safe: p.Safe, Selective: p.Selective, Obliged: p.Obliged, Steps: p.Steps, Counts: p.Counts, Capacity: p.Capacity,
		Init: func(q int) counted[L] { return counted[L]{p.Init(q), int16(requests[q])} },
		Actions: func(q int, l counted[L]) []explore.Step[counted[L], M] {
			if p.Actions == nil {
				return nil
			}
			return after(l, p.Actions(q, l.L))
		},
		Deliver: func(q int, l counted[L], from int, m M) []explore.Step[counted[L], M] {
			return after(l, p.Deliver(q, l.L, from, m))
		},
		Observe: func(q int, l counted[L]) explore.Observation { return p.Observe(q, l.L) },
	}
}
