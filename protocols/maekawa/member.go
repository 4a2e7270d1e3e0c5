package maekawa

import "qcheck/explore/roles"

// asked is what a member does with a message of a requester.
func (a *algorithm) asked(s member, from roles.Peer, kind toMember, at roles.Stamp) []reply {
	switch Kind(kind) {
	case REQUEST:
		return a.request(s, from, at)
	case RELINQUISH:
		return relinquish(s, from)
	}
	return release(s, from)
}

func (a *algorithm) request(s member, from roles.Peer, at roles.Stamp) []reply {
	if s.Lock.None() {
		s.Lock, s.Holder = at, from
		return replies(stepRequestGranted, s, answer(from, GRANT))
	}
	head := s.first()
	before := at.Before(s.Lock) && (head.None() || a.lockAlone || at.Before(s.Queue.Of(head)))
	s.Queue = s.Queue.With(from, at)
	switch {
	case !before:
		return replies(stepRequestFailed, s, answer(from, FAILED))
	case a.noInquire:
		return replies(stepRequestQueued, s)
	case !s.Inquired:
		s.Inquired = !a.everyTime
		return replies(stepRequestInquires, s, answer(s.Holder, INQUIRE))
	case a.silent:
		return replies(stepRequestQueued, s)
	}
	return replies(stepRequestDisplaces, s, answer(head, FAILED))
}

// first returns the peer whose request is first in the queue, or none.
func (s *member) first() roles.Peer {
	return s.Queue.First(func(t roles.Stamp) bool { return !t.None() }, roles.Stamp.Before)
}

func relinquish(s member, from roles.Peer) []reply {
	if s.Holder != from {
		return undefined(stepRelinquish, "a RELINQUISH came from a process that nothing is granted to")
	}
	s.Queue = s.Queue.With(from, s.Lock)
	s, send := s.regrant()
	return replies(stepRelinquish, s, send...)
}

func release(s member, from roles.Peer) []reply {
	if s.Holder != from {
		return undefined(stepReleaseNext, "a RELEASE came from a process that nothing is granted to")
	}
	s, send := s.regrant()
	if s.Lock.None() {
		return replies(stepReleaseKept, s)
	}
	return replies(stepReleaseNext, s, send...)
}

// regrant grants to the first of the queue, if any.
func (s member) regrant() (member, []response) {
	s.Lock, s.Holder, s.Inquired = roles.Stamp{}, roles.Peer{}, false
	p := s.first()
	if p.None() {
		return s, nil
	}
	s.Lock, s.Holder, s.Queue = s.Queue.Of(p), p, s.Queue.With(p, roles.Stamp{})
	return s, []response{answer(p, GRANT)}
}
