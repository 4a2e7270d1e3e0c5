package jiang

import "qcheck/explore"

// competes: "On receiving COMPETE(t, u, x, Q ∪ P), a node v".
func (a *algorithm) competes(p int, s State, m Message) []step {
	u := m.Node.Index()
	if w := s.Leaders[m.Resource-1]; w != 0 && !(a.ownIsNone && w == m.Node) {
		send := a.follow(u, m, w.Index())
		send[0].Msg = Message{Kind: FAIL, Stamp: m.Stamp}
		return one(stepCompeteFails, s, send)
	}
	s.Leaders[m.Resource-1] = m.Node
	var send []out
	for _, r := range s.Requests {
		if r.From == 0 || r.Resource != m.Resource || m.Told.Has(r.From.Index()) || !a.heeds(r, m) {
			continue
		}
		send = append(send, a.follow(r.From.Index(), Message{Stamp: r.Stamp, Resource: r.Resource}, u)...)
		if !a.withoutZ {
			m.Told = m.Told.With(r.From.Index())
		}
	}
	for _, next := range m.Ring.Members() {
		if next > p {
			return one(stepCompeteRegisters, s, append(send, out{To: next, Msg: m}))
		}
	}
	return one(stepCompeteWins, s, append(send, out{To: u, Msg: Message{Kind: SUCCESS, Stamp: m.Stamp}}))
}

// heeds reports whether a request in GRANTEE or QUEUE is one to follow the one
// that competes.
func (a *algorithm) heeds(r Request, m Message) bool {
	if r.From == m.Node {
		return r.Queued // u was not granted here, and selected another quorum
	}
	return r.Queued || a.toldGrantee
}

// success: "When node u receives SUCCESS(t, u, x) message from v".
func (a *algorithm) success(s State, m Message) []step {
	if !s.current(m) {
		return undefined(stepSuccess, "SUCCESS came to a node that is through with the request")
	}
	if s.Section == XS {
		return undefined(stepSuccess, "SUCCESS came to a node that is in its exit section")
	}
	s.Leader, s.Registrar = true, s.Ring
	s.Competing, s.Ring = false, 0
	if s.Section == CS {
		return one(stepSuccessLate, s, nil)
	}
	var send []out
	if s.Reference != 0 { // it was kept
		send = []out{{To: s.Reference.Index(), Msg: a.rReleaseOf(s.Stamp)}}
		s.Reference = 0
	}
	send = append(send, a.enter(&s)...)
	return one(stepSuccess, s, send)
}

// fail: "When node u receives FAIL(t, u, x) message from v".
func (a *algorithm) fail(s State, from int, m Message) []step {
	below := explore.All(from)
	if s.current(m) {
		return a.failed(s, s.Ring&below)
	}
	f, ok := s.recall(m.Stamp)
	if !ok {
		return undefined(stepFail, "a FAIL came for a request that is not known")
	}
	send := explore.SendTo(f.Asked, Message{Kind: RELEASE, Stamp: f.Stamp})
	send = append(send, explore.SendTo(f.Ring&below, Message{Kind: CLEAR, Resource: f.Resource})...)
	return one(stepFailLate, s, send)
}

// failed gives up the permissions and clears the registrations made.
func (a *algorithm) failed(s State, registered explore.Set) []step {
	send := s.giveUp()
	send = append(send, a.clear(&s, registered)...)
	s.Competing, s.Ring = false, 0
	switch {
	case s.Section == WS && s.Reference != 0:
		send = append(send, a.enter(&s)...)
		return one(stepFailEnters, s, send)
	case s.Section == WS:
		s.Follows = true
	}
	return one(stepFail, s, send)
}

// clears: "When v receives CLEAR(t, u, x) message from u".
func (a *algorithm) clears(s State, from int, m Message) []step {
	s.Leaders[m.Resource-1] = 0
	var send []out
	if a.acknowledged {
		send = []out{{To: from, Msg: Message{Kind: CLEARED}}}
	}
	return one(stepClear, s, send)
}

// cleared: of the repair; v has no registration of this node any more.
func (a *algorithm) cleared(s State, from int) []step {
	s.Uncleared = s.Uncleared.Without(from)
	return a.exit(stepCleared, stepClearedExits, s, nil)
}
