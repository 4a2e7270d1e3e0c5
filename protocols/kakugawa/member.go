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
	if s.Holder.Stamp.Before(r.Stamp) || a.noQuery || a.oneQuery && !s.Queries[0].For.From.None() {
		if !s.enqueue(r) {
			return undefinedReply(stepRequestWait, full)
		}
		return replies(stepRequestWait, s, answer(y, WAIT))
	}
	if !s.addQuery(query{For: r, Of: s.Holder}) {
		return undefinedReply(stepRequestQuery, full)
	}
	return replies(stepRequestQuery, s, answer(s.Holder.From, QUERY))
}

// release: "When x receives a RELEASE message from y".
func (a *algorithm) release(s member, from roles.Peer) []reply {
	s.Holder = entry{}
	var settled []entry
	if a.settle {
		settled = s.settleAll(from)
		if !s.enqueueAll(settled) {
			return undefinedReply(stepReleaseNext, full)
		}
	}
	if s.Queue[0].From.None() {
		return replies(stepReleaseKept, s)
	}
	return replies(stepReleaseNext, s, s.serve(settled)...)
}

// answerRelease: z has given the permission back.
func (a *algorithm) answerRelease(s member, from roles.Peer) []reply {
	q, ok := s.takeQuery(from)
	if !ok {
		if a.lateAnswers() {
			return replies(stepReturnedLate, s)
		}
		return undefinedReply(stepReturned, "an ANSWER_RELEASE came without a QUERY that it answers")
	}
	fits := s.enqueue(q.Of)
	var settled []entry
	if a.settle {
		settled = s.settleAll(from)
		fits = fits && s.enqueueAll(settled)
	}
	if a.first {
		fits = fits && s.enqueue(q.For)
		settled = append([]entry{q.For}, settled...)
		if !fits {
			return undefinedReply(stepReturned, full)
		}
		return replies(stepReturned, s, s.serve(settled)...)
	}
	if !fits {
		return undefinedReply(stepReturned, full)
	}
	s.Holder = q.For
	send := []response{answer(q.For.From, OK)}
	for _, r := range settled {
		send = append(send, answer(r.From, WAIT))
	}
	return replies(stepReturned, s, send...)
}

// answerNo: z is in the critical section.
func (a *algorithm) answerNo(s member, from roles.Peer) []reply {
	q, ok := s.takeQuery(from)
	if !ok {
		if a.lateAnswers() {
			return replies(stepRefusedLate, s)
		}
		return undefinedReply(stepRefused, "an ANSWER_NO came without a QUERY that it answers")
	}
	if !s.enqueue(q.For) {
		return undefinedReply(stepRefused, full)
	}
	return replies(stepRefused, s, answer(q.For.From, WAIT))
}

// lateAnswers reports whether a QUERY can be response that was settled before.
func (a *algorithm) lateAnswers() bool { return a.settle && a.unheld != unheldIgnores }

// serve gives the permission to the head of the queue, and WAIT to those of
// the unresponse requests that did not get it.
func (s *member) serve(unresponse []entry) []response {
	s.Holder = s.dequeue()
	send := []response{answer(s.Holder.From, OK)}
	for _, r := range unresponse {
		if r != s.Holder {
			send = append(send, answer(r.From, WAIT))
		}
	}
	return send
}

// settleAll removes the unresponse QUERYs to a process, and returns the
// requests that they were sent for.
func (s *member) settleAll(to roles.Peer) []entry {
	var rs []entry
	for {
		q, ok := s.takeQuery(to)
		if !ok {
			return rs
		}
		rs = append(rs, q.For)
	}
}

func (s *member) enqueueAll(rs []entry) bool {
	for _, r := range rs {
		if !s.enqueue(r) {
			return false
		}
	}
	return true
}
