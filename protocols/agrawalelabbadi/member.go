package agrawalelabbadi

import "qcheck/explore/roles"

// asked is what a member does with a message of a requester.
func (a *algorithm) asked(s member, from roles.Peer, kind toMember, at roles.Stamp) []response {
	switch Kind(kind) {
	case REQUEST:
		return a.request(s, from, at)
	case YIELD:
		return a.yield(s, from)
	}
	return relinquish(s, from)
}

func (a *algorithm) request(s member, from roles.Peer, at roles.Stamp) []response {
	if s.Lock.None() {
		s.Lock, s.Holder = at, from
		return responses(stepRequestReplied, s, answer(from, REPLY))
	}
	s.Queue = s.Queue.With(from, at)
	if !at.Before(s.Lock) || s.Inquired || a.noInquire {
		return responses(stepRequestQueued, s)
	}
	s.Inquired = !a.everyTime
	if a.inquiredFor {
		s.For = from
	}
	return responses(stepRequestInquires, s, answer(s.Holder, INQUIRE))
}

func (a *algorithm) yield(s member, from roles.Peer) []response {
	switch {
	case s.Holder == from:
	case a.unheld:
		return responses(stepYieldIgnored, s)
	default:
		return []response{{Name: stepYield, Undefined: "a YIELD came from a process that was not replied to"}}
	}
	next := s.For
	s.Queue = s.Queue.With(from, s.Lock)
	if next.None() {
		next = s.first()
	}
	return responses(stepYield, s.reply(next), answer(next, REPLY))
}

func relinquish(s member, from roles.Peer) []response {
	if s.Holder != from {
		return []response{{Name: stepRelinquishNext, Undefined: "a RELINQUISH came from a process that was not replied to"}}
	}
	next := s.first()
	if next.None() {
		return responses(stepRelinquishKept, member{Queue: s.Queue})
	}
	return responses(stepRelinquishNext, s.reply(next), answer(next, REPLY))
}

// first returns the peer whose request is first in the queue, or none.
func (s *member) first() roles.Peer {
	return s.Queue.First(func(t roles.Stamp) bool { return !t.None() }, roles.Stamp.Before)
}

// reply returns the member when it has replied to a request of the queue.
func (s member) reply(to roles.Peer) member {
	return member{Lock: s.Queue.Of(to), Holder: to, Queue: s.Queue.With(to, roles.Stamp{})}
}
