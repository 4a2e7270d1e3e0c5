package manabetajima

import (
	"slices"

	"qcheck/explore/roles"
)

// order returns the processes that have a request in the queue, in the order of
// its entries.
func (a *algorithm) order(s *member) []roles.Peer {
	if a.processFirst {
		return slices.DeleteFunc(slices.Clone(a.numbered), func(p roles.Peer) bool { return s.Que.Of(p).Status == NoEntry })
	}
	return s.Que.Sorted(func(e entry) bool { return e.Status != NoEntry }, func(e, f entry) bool { return e.Stamp.Before(f.Stamp) })
}

// set gives a request another status.
func (s *member) set(p roles.Peer, status Status) {
	e := s.Que.Of(p)
	e.Status = status
	s.Que = s.Que.With(p, e)
}

// request: When "request(h', p', c')" is arrived from p'.
func (a *algorithm) request(s member, from roles.Peer, m toMember, at roles.Stamp) []reply {
	if s.Que.Of(from).Status != NoEntry {
		return undefined(stepRequestWaits, "a request came from a process that has one in the queue")
	}
	s.Que = s.Que.With(from, entry{Stamp: at, Units: m.Units, Status: Wait})
	queue := a.order(&s)
	sum := 0 // of the units up to the j-th entry, which is this request
	for _, p := range queue[:slices.Index(queue, from)+1] {
		sum += int(s.Que.Of(p).Units)
	}
	var send []response
	name := stepRequestWaits
	if sum <= a.K && s.X >= m.Units {
		send = append(send, a.grant(&s, from))
		name = stepRequestGranted
		if a.grantReturns {
			return replies(name, s, send...)
		}
	} else if a.cancelOnGrant {
		return replies(name, s)
	}
	if a.withoutCancel {
		return replies(name, s, send...)
	}
	// "Try to cancel OK for lower priority requests": the entries behind the
	// i-th are those up to which the sum is more than k.
	cancels := false
	sum = 0
	for _, p := range queue {
		sum += int(s.Que.Of(p).Units)
		if sum > a.K && s.Que.Of(p).Status == Okay {
			s.set(p, Canceled)
			cancel := response{To: p, Msg: toRequester(Cancel)}
			if a.byRequest {
				cancel.Stamp = s.Que.Of(p).Stamp
			}
			send = append(send, cancel)
			cancels = true
		}
	}
	switch {
	case cancels && name == stepRequestWaits:
		name = stepRequestCancels
	case cancels:
		name = stepRequestGrantsCancels
	}
	return replies(name, s, send...)
}

// grant sends OK to a process whose request waits, and for whose units there
// are permissions.
func (a *algorithm) grant(s *member, p roles.Peer) response {
	s.set(p, Okay)
	s.X -= s.Que.Of(p).Units
	return response{To: p, Msg: toRequester(OK)}
}

// release: When "release" is arrived from p'.
func (a *algorithm) release(s member, from roles.Peer) []reply {
	e := s.Que.Of(from)
	if e.Status == NoEntry {
		return undefined(stepReleaseKept, "a release came from a process that has no entry in the queue")
	}
	var left entry
	if a.creditedAgain {
		left.Units = e.Units
	}
	s.Que = s.Que.With(from, left)
	return a.returned(s, e.Units, roles.Peer{}, stepReleaseGrants, stepReleaseKept)
}

// cancelled: When "cancelled" is arrived from p'.
func (a *algorithm) cancelled(s member, from roles.Peer) []reply {
	e := s.Que.Of(from)
	if e.Status == NoEntry {
		if a.missingIgnored {
			return replies(stepCancelledLate, s)
		}
		if a.creditedAgain && e.Units > 0 {
			return a.returned(s, e.Units, roles.Peer{}, stepCancelledLate, stepCancelledLate)
		}
		return undefined(stepCancelledKept, "a cancelled came from a process that has no entry in the queue")
	}
	s.set(from, Wait)
	var until roles.Peer
	if a.higherOnly {
		until = from
	}
	return a.returned(s, e.Units, until, stepCancelledGrants, stepCancelledKept)
}

// returned takes permissions back, and names the step by whether that let some
// request be granted. For until, see newChance.
func (a *algorithm) returned(s member, units uint8, until roles.Peer, grants, kept string) []reply {
	if int(s.X)+int(units) > maxPermissions {
		return []reply{{Name: kept, Overflow: "a process has more than 255 permissions"}}
	}
	s.X += units
	s, send := a.newChance(s, until)
	if len(send) == 0 {
		return replies(kept, s)
	}
	return replies(grants, s, send...)
}

// maxPermissions bounds State.X. The algorithm never has more than k, unless it
// takes the same permissions back twice.
const maxPermissions = 255

// newChance: procedure NewChance, up to the request of process until, or with none
// to the end.
func (a *algorithm) newChance(s member, until roles.Peer) (member, []response) {
	var send []response
	sum := 0
	for _, p := range a.order(&s) {
		if p == until {
			break
		}
		e := s.Que.Of(p)
		sum += int(e.Units)
		if e.Status != Wait {
			continue
		}
		// Where the first that does not fit ends the search, all entries before
		// have their units taken off x, so that what fits is within the sum too.
		fits := s.X >= e.Units
		if a.scanOn {
			fits = fits && sum <= a.K
		}
		switch {
		case fits:
			send = append(send, a.grant(&s, p))
		case !a.scanOn:
			return s, send
		}
	}
	return s, send
}
