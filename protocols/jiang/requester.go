package jiang

import "qcheck/explore"

type (
	step = explore.Step[State, Message]
	out  = explore.Out[Message]
)

func one(name string, s State, send []out) []step {
	return []step{{Name: name, Next: s, Send: send}}
}

func undefined(name, what string) []step {
	return []step{{Name: name, Undefined: what}}
}

// ask: "When node u requests to access resource x", first paragraph.
func (a *algorithm) ask(p int, s State) []step {
	var steps []step
	for _, x := range a.resources(p) {
		for _, i := range a.choose(p, a.Write, func(int) bool { return true }) {
			q := a.Write[i]
			next := s
			next.Section, next.Stamp, next.Resource = ES, explore.Fresh, x
			next.Asked = q
			next.selected(a, i)
			steps = append(steps, step{
				Name: stepAsk, Kind: explore.Ask, Next: next,
				Send: explore.SendTo(q, Message{Kind: REQUEST, Stamp: explore.Fresh, Resource: x}),
			})
		}
	}
	return steps
}

func (s *State) selected(a *algorithm, i int) {
	if a.Reselect {
		s.Selected |= 1 << i
	}
}

// resources returns what p may request.
func (a *algorithm) resources(p int) []uint8 {
	if a.Resource != nil && a.Resource[p] != 0 {
		return []uint8{uint8(a.Resource[p])}
	}
	var xs []uint8
	for x := range a.Resources {
		xs = append(xs, uint8(x+1))
	}
	return xs
}

// choose returns the numbers of the quorums that p may select among those that
// are possible.
func (a *algorithm) choose(p int, quorums []explore.Set, will func(int) bool) []int {
	var chosen []int
	for n := range quorums {
		i := (p + n) % len(quorums)
		if !will(i) {
			continue
		}
		chosen = append(chosen, i)
		if a.Fixed {
			break
		}
	}
	return chosen
}

// reselect: "If u still cannot enter WS after a specified period of time".
func (a *algorithm) reselect(p int, s State) []step {
	if !a.Reselect || s.Follows {
		return nil
	}
	to := func(i int) explore.Set {
		if a.askOnce {
			return a.Write[i] &^ s.Asked
		}
		return a.Write[i] &^ s.Grantor
	}
	var steps []step
	for _, i := range a.choose(p, a.Write, func(i int) bool { return s.Selected>>i&1 == 0 && to(i) != 0 }) {
		next := s
		next.Asked |= to(i)
		next.selected(a, i)
		steps = append(steps, step{
			Name: stepReselect, Next: next,
			Send: explore.SendTo(to(i), Message{Kind: REQUEST, Stamp: s.Stamp, Resource: s.Resource}),
		})
	}
	return steps
}

// grant: "puts into GRANTOR the ID of every node sending GRANT(t, u, x), and
// checks if GRANTOR contains a write quorum".
func (a *algorithm) grant(p int, s State, from int, m Message) []step {
	if !s.current(m) || s.Section != ES || s.Follows && !a.countsLate {
		return one(stepGrantIgnored, s, nil)
	}
	s.Grantor = s.Grantor.With(from)
	var steps []step
	for _, q := range a.Write {
		if s.Grantor.Contains(q) {
			steps = append(steps, a.compete(p, s, q)...)
		}
	}
	if steps == nil {
		return one(stepGrantCounted, s, nil)
	}
	return steps
}

// compete: u adjusts GRANTOR to be a quorum, releases the others, enters WS,
// selects a read quorum and sends COMPETE.
func (a *algorithm) compete(p int, s State, q explore.Set) []step {
	send := explore.SendTo(s.Asked&^q, Message{Kind: RELEASE, Stamp: s.Stamp})
	s.Section, s.Asked, s.Grantor, s.Selected = WS, s.Asked&q, q, 0
	s.Competing = true
	var steps []step
	for _, i := range a.choose(p, a.Read, func(int) bool { return true }) {
		next := s
		next.Ring = q | a.Read[i]
		first := next.Ring.Members()[0]
		m := Message{Kind: COMPETE, Stamp: s.Stamp, Node: explore.ProcessOf(p), Resource: s.Resource, Ring: next.Ring}
		steps = append(steps, step{Name: stepGrantWS, Next: next, Send: append(send[:len(send):len(send)], out{To: first, Msg: m})})
	}
	return steps
}

// current reports whether a message names the own request.
func (s *State) current(m Message) bool { return s.Section != NCS && s.Stamp == m.Stamp }

// giveUp sends RELEASE to all that have had REQUEST and not RELEASE.
func (s *State) giveUp() []out {
	send := explore.SendTo(s.Asked, Message{Kind: RELEASE, Stamp: s.Stamp})
	s.Asked, s.Grantor, s.Selected = 0, 0, 0
	return send
}

// notice: "When node u receives NOTICE(t, u, x) message from v".
func (a *algorithm) notice(s State, m Message) []step {
	if !s.current(m) || a.noticeInES && s.Section != ES {
		return one(stepNoticeIgnored, s, nil)
	}
	send := s.giveUp()
	if s.Section == ES || s.Section == WS {
		s.Follows = true
	}
	return one(stepNotice, s, send)
}

// preempt: "When u receives PREEMPT(t, u, x) message from v".
func (a *algorithm) preempt(s State, from int) []step {
	yields := s.Section == ES || s.Section == WS && a.yieldsInWS || s.Section == XS && a.yieldsInXS
	if !yields || !s.Grantor.Has(from) {
		return one(stepPreemptIgnored, s, nil)
	}
	s.Grantor = s.Grantor.Without(from)
	return one(stepPreemptYields, s, []out{{To: from, Msg: Message{Kind: YIELD, Stamp: s.Stamp}}})
}

// leave: "When u wishes to release resource x".
func (a *algorithm) leave(s State) []step {
	s.Section = XS
	var send []out
	if s.Leader {
		send = a.clear(&s, s.Registrar)
		s.Registrar = 0
	}
	steps := a.exit(stepLeave, stepLeave, s, send)
	steps[0].Kind = explore.Leave
	return steps
}

// clear sends CLEAR to some of those that have registered this node.
func (a *algorithm) clear(s *State, to explore.Set) []out {
	if a.acknowledged {
		s.Uncleared |= to
	}
	return explore.SendTo(to, Message{Kind: CLEAR, Resource: s.Resource})
}

// exit goes from XS to NCS, as a step named exits, when nothing is left to wait
// for; otherwise the step is named stays.
func (a *algorithm) exit(stays, exits string, s State, send []out) []step {
	if s.Section != XS || s.followed(a) || s.Uncleared != 0 {
		return one(stays, s, send)
	}
	return a.end(exits, s, send)
}

// end goes to NCS, and gives up what the node entered by.
func (a *algorithm) end(name string, s State, send []out) []step {
	if s.Leader {
		send = append(send, explore.SendTo(s.Grantor, Message{Kind: RELEASE, Stamp: s.Stamp})...)
	} else if s.Reference != 0 {
		send = append(send, out{To: s.Reference.Index(), Msg: a.rReleaseOf(s.Stamp)})
	}
	next := State{
		Former: s.Former, Followers: s.Followers,
		Requests: s.Requests, Preempting: s.Preempting, Preemptor: s.Preemptor, Leaders: s.Leaders,
	}
	if s.Competing && !next.remember(Former{Stamp: s.Stamp, Resource: s.Resource, Asked: s.Asked, Ring: s.Ring}) {
		return []step{{Name: name, Overflow: "a node remembers 2 earlier requests whose COMPETE has no outcome"}}
	}
	return one(name, next, send)
}

// expel ends a request that its node still waits with, or uses the resource by: the
// node goes on with that, which no message can change.
func (a *algorithm) expel(s State) []step {
	steps := a.end(stepRReleaseExpels, s, nil)
	steps[0].Next.Expelled, steps[0].Next.Resource = observe(0, s).Phase, s.Resource
	return steps
}

// leaveExpelled ends the use of a resource for which nothing is left to do.
func leaveExpelled(s State) []step {
	if s.Expelled != explore.Inside {
		return nil
	}
	s.Expelled, s.Resource = explore.Thinking, 0
	return []step{{Name: stepLeave, Kind: explore.Leave, Next: s}}
}
