package jiang

import "qcheck/explore"

// full is which bound is passed when more requests are at a node than a State
// has room for.
const full = "a node has room for 16 requests in GRANTEE and QUEUE"

// request: "When v receives REQUEST(t, u, x) message from u".
func (a *algorithm) request(s State, from int, m Message) []step {
	if w := s.Leaders[m.Resource-1]; w != 0 && !(a.ownIsNone && w.Index() == from) {
		return one(stepRequestNoticed, s, a.follow(from, m, w.Index()))
	}
	r := Request{Stamp: m.Stamp, From: explore.ProcessOf(from), Resource: m.Resource}
	count, g := s.grantees()
	if count > 1 {
		return undefined(stepRequestQueued, "GRANTEE has more than one request")
	}
	if count == 0 {
		r.Granted = true
		if !s.insert(r) {
			return []step{{Name: stepRequestGranted, Overflow: full}}
		}
		return one(stepRequestGranted, s, []out{{To: from, Msg: Message{Kind: GRANT, Stamp: m.Stamp}}})
	}
	grantee := s.Requests[g]
	if i := s.find(from, m.Stamp); i >= 0 {
		s.Requests[i].Queued = true // again, after a reselection
	} else {
		r.Queued = true
		if !s.insert(r) {
			return []step{{Name: stepRequestQueued, Overflow: full}}
		}
	}
	if s.Requests[s.front()].Stamp != m.Stamp || m.Stamp >= grantee.Stamp || s.Preempting {
		return one(stepRequestQueued, s, nil)
	}
	s.Preempting = true
	if !a.frontFirst {
		s.Preemptor = m.Stamp
	}
	return one(stepRequestPreempts, s, []out{{To: grantee.From.Index(), Msg: Message{Kind: PREEMPT}}})
}

// follow tells u, whose request m is, and w that u will be a follower of w.
func (a *algorithm) follow(u int, m Message, w int) []out {
	x := m.Resource
	if !a.sameResource {
		x = 0 // it is not read
	}
	return []out{
		{To: u, Msg: Message{Kind: NOTICE, Stamp: m.Stamp}},
		{To: w, Msg: Message{Kind: FOLLOW, Stamp: m.Stamp, Node: explore.ProcessOf(u), Resource: x}},
	}
}

// yield: "When node v receives YIELD(t', u', x') message from u'".
func (a *algorithm) yield(s State, from int, m Message) []step {
	g := s.find(from, m.Stamp)
	if g < 0 || !s.Requests[g].Granted {
		return undefined(stepYield, "a YIELD came for a request that is not in GRANTEE")
	}
	s.Requests[g].Granted, s.Requests[g].Queued = false, true
	next := s.front()
	if !a.frontFirst {
		next = -1
		for i, r := range s.Requests {
			if r.Queued && i != g && r.Stamp == s.Preemptor {
				next = i
			}
		}
		if next < 0 {
			return undefined(stepYield, "the request that PREEMPT was sent for is no longer in QUEUE")
		}
	}
	send := s.promote(next)
	return one(stepYield, s, send)
}

// release: "When v receives RELEASE(t, u, x) message from u".
func (a *algorithm) release(s State, from int, m Message) []step {
	held := false
	if i := s.find(from, m.Stamp); i >= 0 {
		held = s.Requests[i].Granted
		s.remove(i)
	}
	if held {
		s.Preempting, s.Preemptor = false, 0
	}
	next := s.front()
	if next < 0 || !held && !a.grantsAlways {
		return one(stepReleaseKept, s, nil)
	}
	send := s.promote(next)
	return one(stepReleaseNext, s, send)
}

// promote moves a request from QUEUE to GRANTEE, and sends GRANT.
func (s *State) promote(i int) []out {
	s.Preempting, s.Preemptor = false, 0
	r := &s.Requests[i]
	r.Granted, r.Queued = true, false
	return []out{{To: r.From.Index(), Msg: Message{Kind: GRANT, Stamp: r.Stamp}}}
}
