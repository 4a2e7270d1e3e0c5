package baldoni

import (
	"slices"

	"qcheck/explore"
)

// request is "Upon receiving a REQUEST".
func (a *algorithm) request(p int, s State, from int, m Message) []step {
	if s.Stamps[from] != 0 {
		return undefined(stepRequest.quiet, "a REQUEST came from a process whose former request is still in Λ or Q")
	}
	fits := s.used()+int(m.Units) <= a.M
	s.Stamps[from], s.Asked[from] = m.Stamp, m.Units
	switch {
	case a.overtakes && fits:
		s.Lambda = s.Lambda.With(from)
		return one(stepRequest.grants, s, out{To: from, Msg: Message{Kind: GRANT}})
	case a.onConflict && fits:
		return a.serve(s, stepRequest, nil)
	}
	return a.recover(p, s, s.later(m.Stamp), stepRequest, nil)
}

// also returns messages and one more, leaving the slice as it is.
func also(send []out, to int, kind Kind) []out {
	return append(slices.Clip(send), out{To: to, Msg: Message{Kind: kind}})
}

// recover goes on with the loop of REQUEST over those members of Λ whose
// requests are later than the new one, in any order.
func (a *algorithm) recover(p int, s State, rest explore.Set, names names, send []out) []step {
	if rest == 0 {
		return a.serve(s, names, send)
	}
	var steps []step
	for _, w := range rest.Members() {
		t := s
		switch {
		case w == p && !a.asksItself:
			if a.recoversItself(p, s) {
				t.Granted = t.Granted.Without(p)
				t.Lambda = t.Lambda.Without(p)
			}
		case a.asynchronous:
			if !t.Inquired.Has(w) {
				t.Inquired = t.Inquired.With(w)
				send = also(send, w, INQUIRE)
			}
		default:
			t.Awaited, t.Rest = explore.Named(w), rest.Without(w)
			steps = append(steps, one(names.inquires, t, also(send, w, INQUIRE)...)...)
			continue
		}
		next := a.recover(p, t, rest.Without(w), names, send)
		if a.asynchronous {
			return next // in any order the same
		}
		steps = append(steps, next...)
	}
	return steps
}

// recoversItself reports whether the arbiter p takes a permission back from
// itself.
func (a *algorithm) recoversItself(p int, s State) bool {
	return s.Phase != explore.Inside && (!a.heldOnly || s.Granted.Has(p))
}

// serve is the loop at the end of REQUEST: it grants to the head of the queue
// as long as there are resources for it.
func (a *algorithm) serve(s State, names names, send []out) []step {
	name := names.quiet
	if len(send) > 0 {
		name = names.inquires
	}
	for h := s.head(); h >= 0 && s.used()+int(s.Asked[h]) <= a.M; h = s.head() {
		s.Lambda = s.Lambda.With(h)
		send = also(send, h, GRANT)
		name = names.grants
	}
	return one(name, s, send...)
}

// stepXX is "act like step XX": what follows when something has left Λ.
func (a *algorithm) stepXX(s State, names names) []step {
	if a.release == releaseLoop {
		return a.serve(s, names, nil)
	}
	h := s.head()
	if h < 0 || a.release == releaseOnce && s.used()+int(s.Asked[h]) > a.M {
		return one(names.quiet, s)
	}
	s.Lambda = s.Lambda.With(h)
	return one(names.grants, s, out{To: h, Msg: Message{Kind: GRANT}})
}

// releaseTaken is "Upon receiving a RELEASE", or the first case of select.
func (a *algorithm) releaseTaken(p int, s State, from int) []step {
	awaited, inquired := s.Awaited.Index() == from, s.Inquired.Has(from)
	s.remove(from)
	switch {
	case awaited:
		return a.resume(p, s, stepReleaseAwaited)
	case inquired:
		return a.serve(s, stepReleaseAwaited, nil)
	}
	return a.stepXX(s, stepRelease)
}

// yield is the second case of select, or what stands for it when the handler of
// REQUEST does not wait.
func (a *algorithm) yield(p int, s State, from int) []step {
	switch {
	case a.asynchronous && s.Inquired.Has(from):
		s.Inquired = s.Inquired.Without(from)
		s.Lambda = s.Lambda.Without(from)
		return a.serve(s, stepYield, nil)
	case s.Awaited.Index() == from:
		s.Lambda = s.Lambda.Without(from)
		return a.resume(p, s, stepYield)
	case a.strayIgnored:
		return one(stepYieldIgnored, s)
	}
	return undefined(stepYield.quiet, "a YIELD came that no process waits for")
}

// resume goes on with the handler of REQUEST after the answer to an INQUIRE.
func (a *algorithm) resume(p int, s State, names names) []step {
	rest := s.Rest
	s.Awaited, s.Rest = 0, 0
	return a.recover(p, s, rest, names, nil)
}
