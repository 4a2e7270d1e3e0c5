package jiang

import "qcheck/explore"

// enter goes to CS, and sends R-GRANT to those who wait for it.
func (a *algorithm) enter(s *State) []out {
	s.Section, s.Follows = CS, false
	var send []out
	for u := range s.Followers {
		if f := s.Followers[u]; f.In && a.lets(s, f) {
			send = append(send, a.admit(s, u))
		}
	}
	return send
}

// lets reports whether R-GRANT goes to a follower, or will when the node enters. It
// does whatever the follower asks for, unless the reading says otherwise.
func (a *algorithm) lets(s *State, f Follower) bool {
	return !a.sameResource || f.Resource == s.Resource
}

// admit sends R-GRANT to a follower.
func (a *algorithm) admit(s *State, u int) out {
	f := &s.Followers[u]
	m := Message{Kind: RGRANT, Stamp: f.Stamp}
	if !a.byRequest {
		f.Stamp = 0
	}
	return out{To: u, Msg: m}
}

// follows: "When node w receives FOLLOW(t, u, x) message from v".
func (a *algorithm) follows(s State, m Message) []step {
	u := m.Node.Index()
	f := &s.Followers[u]
	if a.byRequest && f.In && f.Stamp >= m.Stamp {
		return one(stepFollowAgain, s, nil)
	}
	f.In, f.Stamp, f.Resource = true, max(f.Stamp, m.Stamp), m.Resource
	if !a.lets(&s, *f) {
		return one(stepFollow, s, nil)
	}
	if s.Section == CS || s.Section == XS && !a.closedInXS || s.Section == NCS && a.opensInNCS {
		send := []out{a.admit(&s, u)}
		return one(stepFollowGranted, s, send)
	}
	return one(stepFollow, s, nil)
}

// rGrant: "When node u receives R-GRANT(t, u, x) message from w", and the
// paragraph that begins with "if a node u in ES receives".
func (a *algorithm) rGrant(s State, from int, m Message) []step {
	back := []out{{To: from, Msg: a.rReleaseOf(m.Stamp)}}
	if !s.current(m) {
		return one(stepRGrantReturned, s, back)
	}
	var send []out
	switch s.Section {
	case CS, XS:
		if s.Reference.Index() == from {
			return one(stepRGrantIgnored, s, nil)
		}
		return one(stepRGrantReturned, s, back)
	case ES:
		send = s.giveUp()
	case WS:
		if s.Competing && a.outcomeFirst {
			if s.Reference != 0 && s.Reference.Index() != from {
				return one(stepRGrantReturned, s, back)
			}
			s.Reference = explore.ProcessOf(from)
			return one(stepRGrantKept, s, nil)
		}
		if a.freesInWS {
			send = s.giveUp()
		}
	}
	s.Reference = explore.ProcessOf(from)
	send = append(send, a.enter(&s)...)
	return one(stepRGrantEnters, s, send)
}

// rRelease: "When w receives R-RELEASE(t, u, x) message from u".
func (a *algorithm) rRelease(s State, from int, m Message) []step {
	f := &s.Followers[from]
	if !a.byRequest || f.Stamp == m.Stamp {
		*f = Follower{}
	}
	if a.expels && (s.Section == ES || s.Section == WS || s.Section == CS) && !s.Leader && !s.followed(a) {
		return a.expel(s)
	}
	return a.exit(stepRRelease, stepRReleaseExits, s, nil)
}

// rReleaseOf returns the R-RELEASE of a request.
func (a *algorithm) rReleaseOf(t explore.Stamp) Message {
	if !a.byRequest {
		t = 0 // it is not read
	}
	return Message{Kind: RRELEASE, Stamp: t}
}
