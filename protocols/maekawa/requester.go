package maekawa

import "qcheck/explore"

type (
	step = explore.Step[State, Message]
	out  = explore.Out[Message]
)

func one(name string, s State, send ...out) []step {
	return []step{{Name: name, Next: s, Send: send}}
}

func (a *algorithm) actions(p int, s State) []step {
	switch s.Phase {
	case explore.Thinking:
		return a.ask(p, s)
	case explore.Waiting:
		if a.enterStep && s.complete() {
			return one(stepEnter, s.enter())
		}
	case explore.Inside:
		return leave(s)
	}
	return nil
}

// ask takes each quorum that p may take.
func (a *algorithm) ask(p int, s State) []step {
	s.Phase, s.Stamp = explore.Waiting, explore.Fresh
	var steps []step
	for _, q := range a.quorums[p] {
		s.Quorum = q
		steps = append(steps, step{
			Name: stepAsk, Kind: explore.Ask, Next: s,
			Send: explore.SendTo(q, Message{Kind: REQUEST, Stamp: explore.Fresh}),
		})
	}
	return steps
}

// complete reports whether all members have granted.
func (s *State) complete() bool { return s.Granted == s.Quorum }

func (s State) enter() State {
	s.Phase, s.Stamp = explore.Inside, 0
	return s
}

func leave(s State) []step {
	send := explore.SendTo(s.Quorum, Message{Kind: RELEASE})
	s.Phase, s.Quorum, s.Granted = explore.Thinking, 0, 0
	return []step{{Name: stepLeave, Kind: explore.Leave, Next: s, Send: send}}
}

func (a *algorithm) grant(s State, from int) []step {
	s.Granted = s.Granted.With(from)
	if !a.forGood {
		s.Failed = s.Failed.Without(from)
	}
	if !s.complete() {
		return one(stepGranted, s)
	}
	s.Failed, s.Inquiring = 0, 0
	if a.enterStep {
		return one(stepGranted, s)
	}
	return one(stepEnters, s.enter())
}

func (a *algorithm) failed(s State, from int) []step {
	s.Failed = s.Failed.With(from)
	if a.forGood {
		s.Failed = s.Quorum // which members it was does not matter
	}
	if s.Inquiring == 0 {
		return one(stepFailed, s)
	}
	s, send := a.giveBack(s, s.Inquiring)
	return one(stepFailedBack, s, send...)
}

func (a *algorithm) inquire(s State, from int) []step {
	switch {
	case s.Phase != explore.Waiting || !s.Granted.Has(from) || s.complete():
		return one(stepInquireLate, s)
	case s.Failed != 0:
		s, send := a.giveBack(s, explore.SetOf(from))
		return one(stepInquireBack, s, send...)
	case a.unanswered:
		return one(stepInquireKept, s)
	}
	s.Inquiring = s.Inquiring.With(from)
	return one(stepInquireKept, s)
}

// giveBack returns the permissions of some members.
func (a *algorithm) giveBack(s State, members explore.Set) (State, []out) {
	s.Granted &^= members
	s.Inquiring &^= members
	if !a.messagesAlone {
		s.Failed |= members
	}
	return s, explore.SendTo(members, Message{Kind: RELINQUISH})
}
