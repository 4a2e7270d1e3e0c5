package ricartagrawala

import "qcheck/explore"

// partial says what commutes. A process that waits and one that is inside
// treat a REQUEST alike, so entering, which is part of taking the last REPLY,
// changes nothing for it.
//
// A REPLY commutes with everything at its receiver: it is counted, and nothing
// is sent. Neither asking nor leaving is enabled before it is taken.
//
// A REQUEST does not commute with asking, which makes a time stamp. It commutes
// with another one, each being answered or deferred for itself; and with
// leaving: if it is later than the own request, its sender gets one REPLY
// either way, from the process that leaves or from the one that has left, and
// nothing else is sent on that channel meanwhile. A second REQUEST of a process
// comes only when the first is answered.
//
// Entering can only make wrong what is observed, never right. So in the
// argument for sets without an up-set, where a step that is taken first must
// not hide what is wrong at the end, just leaving counts as visible.
func (a *algorithm) partial() *explore.Partial[State, Message] {
	return &explore.Partial[State, Message]{
		// Each other process answers a REQUEST once, so no REPLY comes that is
		// not waited for.
		Defined: true,
		Take: func(_ int, _ State, _ int, m Message) explore.Events {
			if m.Kind == REPLY {
				return explore.NoEvents
			}
			return explore.Asking
		},
		Local:  func(int, State) explore.Events { return explore.NoEvents },
		Enable: a.entering,
		Ask: func(_ int, s State) explore.Events {
			if s.Phase == explore.Thinking {
				return explore.NoEvents
			}
			return explore.LocalSteps
		},
		Send: func(_ int, s State, to int) explore.Events {
			events := explore.Asking | explore.Taking(explore.SetOf(to))
			if s.Deferred.Has(to) {
				events |= explore.LocalSteps
			}
			return events
		},
		Visible: func(int, State) explore.Events { return explore.LocalSteps },
		Enter: func(p int, s State) []explore.Events {
			if s.Phase == explore.Inside {
				return []explore.Events{explore.LocalSteps}
			}
			return a.entering(p, s)
		},
		Harm: explore.HarmAtMost(a.n, 1),
	}
}

// entering returns sets of events, one of each of which must happen before
// process p is inside: with m REPLYs missing, one of any n-m others must reply.
func (a *algorithm) entering(p int, s State) []explore.Events {
	if s.Phase == explore.Thinking {
		return []explore.Events{explore.Asking}
	}
	var sets []explore.Events
	for _, some := range explore.All(a.n).Without(p).Subsets(a.n - int(s.Missing)) {
		sets = append(sets, explore.Taking(some))
	}
	return sets
}
