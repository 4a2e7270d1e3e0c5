package baldoni

import (
	"slices"

	"qcheck/explore/roles"
)

// asked is what an arbiter does with a message of a requester: nothing as long as its
// handler of REQUEST waits for another one.
func (a *algorithm) asked(s arbiter, from roles.Peer, m toArbiter, at roles.Stamp) []reply {
	switch {
	case !s.Awaited.None() && (m.Kind == REQUEST || s.Awaited != from):
		return nil
	case m.Kind == REQUEST:
		return a.request(s, from, m, at)
	case m.Kind == YIELD:
		return a.yield(s, from)
	}
	return a.releaseTaken(s, from)
}

// requests returns the processes that have a request here, in the order of their stamps.
func (s *arbiter) requests() []roles.Peer {
	return s.Stamps.Sorted(func(t roles.Stamp) bool { return !t.None() }, roles.Stamp.Before)
}

// head returns the process whose request is the first in Q, or none.
func (s *arbiter) head() roles.Peer {
	for _, p := range s.requests() {
		if !s.Lambda.Has(p) {
			return p
		}
	}
	return roles.Peer{}
}

// used returns how many resources the requests in Λ are for.
func (s *arbiter) used() int {
	sum := 0
	for _, p := range s.requests() {
		if s.Lambda.Has(p) {
			sum += int(s.Asked.Of(p))
		}
	}
	return sum
}

// remove takes the request of a process out of Λ.
func (s *arbiter) remove(p roles.Peer) {
	if s.Lambda.Has(p) {
		s.Lambda = s.Lambda.Without(p)
		s.Stamps, s.Asked = s.Stamps.With(p, roles.Stamp{}), s.Asked.With(p, 0)
	}
	s.Inquired = s.Inquired.Without(p)
}

// request is "Upon receiving a REQUEST".
func (a *algorithm) request(s arbiter, from roles.Peer, m toArbiter, at roles.Stamp) []reply {
	if !s.Stamps.Of(from).None() {
		return undefined(stepRequest.quiet, "a REQUEST came from a process whose former request is still in Λ or Q")
	}
	fits := s.used()+int(m.Units) <= a.M
	s.Stamps, s.Asked = s.Stamps.With(from, at), s.Asked.With(from, m.Units)
	switch {
	case a.overtakes && fits:
		s.Lambda = s.Lambda.With(from)
		return replies(stepRequest.grants, s, response{To: from, Msg: toRequester(GRANT)})
	case a.onConflict && fits:
		return a.serve(s, stepRequest, nil)
	}
	later := func(p roles.Peer) bool { return s.Lambda.Has(p) && at.Before(s.Stamps.Of(p)) }
	return a.recover(s, a.those(&s, later), stepRequest, nil)
}

// also returns messages and one more, leaving the slice as it is.
func also(send []response, to roles.Peer, kind Kind) []response {
	return append(slices.Clip(send), response{To: to, Msg: toRequester(kind)})
}

// those returns some of the processes that have a request.
func (a *algorithm) those(s *arbiter, wanted func(roles.Peer) bool) []roles.Peer {
	all := slices.Clone(a.numbered)
	if all == nil {
		all = s.requests()
	}
	return slices.DeleteFunc(all, func(p roles.Peer) bool { return !wanted(p) })
}

// recover goes on with the loop of REQUEST over those members of Λ whose
// requests are later than the new one, in any order.
func (a *algorithm) recover(s arbiter, rest []roles.Peer, names names, send []response) []reply {
	if len(rest) == 0 {
		return a.serve(s, names, send)
	}
	var steps []reply
	for i, w := range rest {
		others := slices.Delete(slices.Clone(rest), i, i+1)
		t := s
		switch {
		case w == a.own:
			if a.recovers {
				t.Lambda = t.Lambda.Without(w)
			}
		case a.asynchronous:
			if !t.Inquired.Has(w) {
				t.Inquired = t.Inquired.With(w)
				send = also(send, w, INQUIRE)
			}
		default:
			t.Awaited = w
			for _, o := range others {
				t.Rest = t.Rest.With(o)
			}
			steps = append(steps, replies(names.inquires, t, also(send, w, INQUIRE)...)...)
			continue
		}
		next := a.recover(t, others, names, send)
		if a.asynchronous {
			return next // in any order the same
		}
		steps = append(steps, next...)
	}
	return steps
}

// serve is the loop at the end of REQUEST: it grants to the head of the queue
// as long as there are resources for it.
func (a *algorithm) serve(s arbiter, names names, send []response) []reply {
	name := names.quiet
	if len(send) > 0 {
		name = names.inquires
	}
	for h := s.head(); !h.None() && s.used()+int(s.Asked.Of(h)) <= a.M; h = s.head() {
		s.Lambda = s.Lambda.With(h)
		send = also(send, h, GRANT)
		name = names.grants
	}
	return replies(name, s, send...)
}

// stepXX is "act like step XX": what follows when something has left Λ.
func (a *algorithm) stepXX(s arbiter, names names) []reply {
	if a.release == releaseLoop {
		return a.serve(s, names, nil)
	}
	h := s.head()
	if h.None() || a.release == releaseOnce && s.used()+int(s.Asked.Of(h)) > a.M {
		return replies(names.quiet, s)
	}
	s.Lambda = s.Lambda.With(h)
	return replies(names.grants, s, response{To: h, Msg: toRequester(GRANT)})
}

// releaseTaken is "Upon receiving a RELEASE", or the first case of select.
func (a *algorithm) releaseTaken(s arbiter, from roles.Peer) []reply {
	awaited, inquired := s.Awaited == from, s.Inquired.Has(from)
	s.remove(from)
	switch {
	case awaited:
		return a.resume(s, stepReleaseAwaited)
	case inquired:
		return a.serve(s, stepReleaseAwaited, nil)
	}
	return a.stepXX(s, stepRelease)
}

// yield is the second case of select, or what stands for it when the handler of
// REQUEST does not wait.
func (a *algorithm) yield(s arbiter, from roles.Peer) []reply {
	switch {
	case a.asynchronous && s.Inquired.Has(from):
		s.Inquired = s.Inquired.Without(from)
		s.Lambda = s.Lambda.Without(from)
		return a.serve(s, stepYield, nil)
	case s.Awaited == from:
		s.Lambda = s.Lambda.Without(from)
		return a.resume(s, stepYield)
	case a.strayIgnored:
		return replies(stepYieldIgnored, s)
	}
	return undefined(stepYield.quiet, "a YIELD came that no process waits for")
}

// resume goes on with the handler of REQUEST after the answer to an INQUIRE.
func (a *algorithm) resume(s arbiter, names names) []reply {
	rest := a.those(&s, s.Rest.Has)
	s.Awaited, s.Rest = roles.Peer{}, roles.Peers{}
	return a.recover(s, rest, names, nil)
}
