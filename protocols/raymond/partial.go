package raymond

import "qcheck/explore"

// partial says what commutes in variant spin, where entering is a step of its
// own, a process in the critical section defers every REQUEST, one REPLY answers all that were
// deferred, and REPLYs are counted off against what each process owes. Clocks
// are raised by REQUESTs to a maximum, whose order does not matter.
//
// A REPLY commutes with everything at its receiver: it takes off what its
// sender owes, which no other event looks at but entering, and that stays
// enabled.
//
// A REQUEST of x commutes with another one, each being answered or deferred for
// itself. It does not commute with asking, which changes what it is compared
// with. With entering it commutes when it is later than the own request, and is
// deferred either way. With leaving it commutes when no other REQUEST of x is
// deferred: then x gets one REPLY with the count 1 either way.
func (a *algorithm) partial() *explore.Partial[State, Message] {
	return &explore.Partial[State, Message]{
		// A REPLY answers REQUESTs that its receiver has sent and still counts as
		// owed, so it never takes off more than that.
		Defined: true,
		Take: func(_ int, s State, x int, m Message) explore.Events {
			if m.Kind == REPLY {
				return explore.NoEvents
			}
			events := explore.Asking
			if s.Phase == explore.Waiting && m.Stamp < s.Stamp || s.Deferred[x] > 0 {
				events |= explore.LocalSteps
			}
			return events
		},
		// Entering does not commute with an earlier REQUEST that may still
		// come; a process that owes nothing has sent those before its REPLY.
		// Leaving does not commute with a second REQUEST of a process, which
		// can ask again before this one leaves only if k > 1.
		Local: func(p int, s State) explore.Events {
			var from explore.Set
			for x := range a.n {
				if s.Phase == explore.Waiting && s.Owed[x] > 0 || s.Phase == explore.Inside && (a.k > 1 || s.Deferred[x] > 0) {
					from = from.With(x)
				}
			}
			return explore.Taking(from.Without(p))
		},
		// n-k processes must owe nothing, so one of any k that do owe something
		// must reply.
		Enable: func(_ int, s State) []explore.Events {
			if s.Phase == explore.Thinking {
				return []explore.Events{explore.Asking}
			}
			var owing explore.Set
			for x := range a.n {
				if s.Owed[x] > 0 {
					owing = owing.With(x)
				}
			}
			var sets []explore.Events
			for _, some := range owing.Subsets(a.k) {
				sets = append(sets, explore.Taking(some))
			}
			return sets
		},
		Ask: func(_ int, s State) explore.Events {
			if s.Phase == explore.Thinking {
				return explore.NoEvents
			}
			return explore.LocalSteps
		},
		Send: func(_ int, s State, to int) explore.Events {
			events := explore.Asking | explore.Taking(explore.SetOf(to))
			if s.Deferred[to] > 0 {
				events |= explore.LocalSteps
			}
			return events
		},
		Harm: explore.HarmAtMost(a.n, a.k),
	}
}
