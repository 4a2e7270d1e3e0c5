package kakugawa

// full is the error of a list that has no room. The repaired algorithm never
// needs more.
const full = "this model has no room for so many requests at one process"

// request: "When x receives a REQUEST message from y".
func (a *algorithm) request(s State, r Request) []step {
	y := r.From.Index()
	if s.Holder.From == 0 {
		s.Holder = r
		return one(stepRequestOK, s, out{To: y, Msg: Message{Kind: OK}})
	}
	if r.Stamp == s.Holder.Stamp {
		return undefined(stepRequestWait, "a REQUEST has the time stamp of the request that holds the permission")
	}
	if r.Stamp > s.Holder.Stamp || a.noQuery || a.oneQuery && s.Queries[0].For.From != 0 {
		if !s.enqueue(r) {
			return undefined(stepRequestWait, full)
		}
		return one(stepRequestWait, s, out{To: y, Msg: Message{Kind: WAIT}})
	}
	if !s.addQuery(Query{For: r, Of: s.Holder}) {
		return undefined(stepRequestQuery, full)
	}
	return one(stepRequestQuery, s, out{To: s.Holder.From.Index(), Msg: Message{Kind: QUERY}})
}

// release: "When x receives a RELEASE message from y".
func (a *algorithm) release(s State, from int) []step {
	s.Holder = Request{}
	var settled []Request
	if a.settle {
		settled = s.settleAll(from)
		if !s.enqueueAll(settled) {
			return undefined(stepReleaseNext, full)
		}
	}
	if s.Queue[0].From == 0 {
		return one(stepReleaseKept, s)
	}
	return one(stepReleaseNext, s, s.serve(settled)...)
}

// answerRelease: z has given the permission back.
func (a *algorithm) answerRelease(s State, from int) []step {
	q, ok := s.takeQuery(from)
	if !ok {
		if a.lateAnswers() {
			return one(stepReturnedLate, s)
		}
		return undefined(stepReturned, "an ANSWER_RELEASE came without a QUERY that it answers")
	}
	fits := s.enqueue(q.Of)
	var settled []Request
	if a.settle {
		settled = s.settleAll(from)
		fits = fits && s.enqueueAll(settled)
	}
	if a.first {
		fits = fits && s.enqueue(q.For)
		settled = append([]Request{q.For}, settled...)
		if !fits {
			return undefined(stepReturned, full)
		}
		return one(stepReturned, s, s.serve(settled)...)
	}
	if !fits {
		return undefined(stepReturned, full)
	}
	s.Holder = q.For
	send := []out{{To: q.For.From.Index(), Msg: Message{Kind: OK}}}
	for _, r := range settled {
		send = append(send, out{To: r.From.Index(), Msg: Message{Kind: WAIT}})
	}
	return one(stepReturned, s, send...)
}

// answerNo: z is in the critical section.
func (a *algorithm) answerNo(s State, from int) []step {
	q, ok := s.takeQuery(from)
	if !ok {
		if a.lateAnswers() {
			return one(stepRefusedLate, s)
		}
		return undefined(stepRefused, "an ANSWER_NO came without a QUERY that it answers")
	}
	if !s.enqueue(q.For) {
		return undefined(stepRefused, full)
	}
	return one(stepRefused, s, out{To: q.For.From.Index(), Msg: Message{Kind: WAIT}})
}

// lateAnswers reports whether a QUERY can be answered that was settled before.
func (a *algorithm) lateAnswers() bool { return a.settle && a.unheld != unheldIgnores }

// serve gives the permission to the head of the queue, and WAIT to those of
// the unanswered requests that did not get it.
func (s *State) serve(unanswered []Request) []out {
	s.Holder = s.dequeue()
	send := []out{{To: s.Holder.From.Index(), Msg: Message{Kind: OK}}}
	for _, r := range unanswered {
		if r != s.Holder {
			send = append(send, out{To: r.From.Index(), Msg: Message{Kind: WAIT}})
		}
	}
	return send
}

// settleAll removes the unanswered QUERYs to a process, and returns the
// requests that they were sent for.
func (s *State) settleAll(to int) []Request {
	var rs []Request
	for {
		q, ok := s.takeQuery(to)
		if !ok {
			return rs
		}
		rs = append(rs, q.For)
	}
}

func (s *State) enqueueAll(rs []Request) bool {
	for _, r := range rs {
		if !s.enqueue(r) {
			return false
		}
	}
	return true
}
