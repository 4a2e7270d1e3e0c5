package kakugawa

import "qcheck/explore/roles"

// full is the error of a list that has no room. The repaired algorithm never
// needs more.
const full = "this model has no room for so many requests at one process"

// request: "When x receives a REQUEST message from y".
func (a *algorithm) request(s member, r entry) []reply {
	y := r.From
	if s.Holder.From.None() {
		s.Holder = r
		return replies(stepRequestOK, s, answer(y, OK))
	}
	if r.Stamp == s.Holder.Stamp {
		return undefinedReply(stepRequestWait, "a REQUEST has the time stamp of the request that holds the permission")
	}
	room := false
	if s.Holder.Stamp.Before(r.Stamp) || a.noQuery || a.oneQuery && s.Noted.Asks() {
		if s.Noted, room = s.Noted.Put(r); !room {
			return undefinedReply(stepRequestWait, full)
		}
		return replies(stepRequestWait, s, answer(y, WAIT))
	}
	if s.Noted, room = s.Noted.Ask(roles.Query{For: r, Of: s.Holder}); !room {
		return undefinedReply(stepRequestQuery, full)
	}
	return replies(stepRequestQuery, s, answer(s.Holder.From, QUERY))
}

// release: "When x receives a RELEASE message from y".
func (a *algorithm) release(s member, from roles.Peer) []reply {
	s.Holder = entry{}
	var settled roles.Group
	if a.settle {
		room := false
		if s.Noted, settled, room = s.Noted.Settle(from, true); !room {
			return undefinedReply(stepReleaseNext, full)
		}
	}
	return serve(stepReleaseNext, stepReleaseKept, s, settled)
}

// answerRelease: z has given the permission back.
func (a *algorithm) answerRelease(s member, from roles.Peer) []reply {
	of, ok := s.Noted.About(from)
	if !ok {
		if a.lateAnswers() {
			return replies(stepReturnedLate, s)
		}
		return undefinedReply(stepReturned, "an ANSWER_RELEASE came without a QUERY that it answers")
	}
	var settled roles.Group
	next, fits, room := entry{}, true, false
	if !a.first {
		s.Noted, next = s.Noted.Answered(from)
	}
	if a.first || a.settle {
		s.Noted, settled, fits = s.Noted.Settle(from, a.settle)
	}
	if s.Noted, room = s.Noted.Put(of); !fits || !room {
		return undefinedReply(stepReturned, full)
	}
	if a.first {
		return serve(stepReturned, stepReturned, s, settled)
	}
	s.Holder = next
	send := []response{answer(next.From, OK)}
	send = append(send, roles.ToEach(settled, toRequester(WAIT))...)
	return replies(stepReturned, s, send...)
}

// answerNo: z is in the critical section.
func (a *algorithm) answerNo(s member, from roles.Peer) []reply {
	if _, ok := s.Noted.About(from); !ok {
		switch {
		case a.lateAnswers():
			return replies(stepRefusedLate, s)
		case a.settle: // in the repaired algorithm there is none
			return replies(stepRefused, s)
		}
		return undefinedReply(stepRefused, "an ANSWER_NO came without a QUERY that it answers")
	}
	noted, settled, room := s.Noted.Settle(from, false)
	if s.Noted = noted; !room {
		return undefinedReply(stepRefused, full)
	}
	return replies(stepRefused, s, roles.ToEach(settled, toRequester(WAIT))...)
}

// lateAnswers reports whether a QUERY may be answered that was settled before.
func (a *algorithm) lateAnswers() bool { return a.settle && a.unheld != unheldIgnores }

// serve gives the permission to the head of the queue, if there is one, and WAIT to those of
// the settled requests that did not get it.
func serve(served, kept string, s member, settled roles.Group) []reply {
	noted, next := s.Noted.Serve()
	if next.From.None() {
		return replies(kept, s)
	}
	s.Noted, s.Holder = noted, next
	send := []response{answer(next.From, OK)}
	send = append(send, roles.ToEach(settled.Without(next), toRequester(WAIT))...)
	return replies(served, s, send...)
}
