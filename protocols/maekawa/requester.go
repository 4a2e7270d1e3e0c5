package maekawa

import (
	"qcheck/explore"
	"qcheck/explore/roles"
)

// local are the steps of a requester by itself.
func (a *algorithm) local(p int, s requester) []act {
	switch s.Phase {
	case explore.Thinking:
		return a.ask(p, s)
	case explore.Waiting:
		if a.enterStep && s.complete() {
			return s.enter(stepEnter)
		}
	case explore.Inside:
		return leave(s)
	}
	return nil
}

// ask takes each quorum that p may take.
func (a *algorithm) ask(p int, s requester) []act {
	s.Phase = explore.Waiting
	var steps []act
	for _, q := range a.quorums[p] {
		s.Quorum = q
		steps = append(steps, act{
			Name: stepAsk, Kind: explore.Ask, Next: s, Stamp: roles.New,
			Send: roles.Stamped(roles.SendTo(q, toMember(REQUEST))),
		})
	}
	return steps
}

// complete reports whether all members have granted.
func (s *requester) complete() bool { return s.Granted == s.Quorum }

func (s requester) enter(name string) []act {
	s.Phase = explore.Inside
	return []act{{Name: name, Next: s, Stamp: roles.Drop}}
}

func leave(s requester) []act {
	send := roles.SendTo(s.Quorum, toMember(RELEASE))
	s.Phase, s.Quorum, s.Granted = explore.Thinking, 0, 0
	return []act{{Name: stepLeave, Kind: explore.Leave, Next: s, Send: send}}
}

// answered is what a requester does with an answer of a member.
func (a *algorithm) answered(_ int, s requester, from int, kind toRequester, _ bool) []act {
	switch Kind(kind) {
	case GRANT:
		return a.grant(s, from)
	case FAILED:
		return a.failed(s, from)
	}
	return a.inquire(s, from)
}

func (a *algorithm) grant(s requester, from int) []act {
	s.Granted = s.Granted.With(from)
	if !a.forGood {
		s.Failed = s.Failed.Without(from)
	}
	if !s.complete() {
		return acts(stepGranted, s)
	}
	s.Failed, s.Inquiring = 0, 0
	if a.enterStep {
		return acts(stepGranted, s)
	}
	return s.enter(stepEnters)
}

func (a *algorithm) failed(s requester, from int) []act {
	s.Failed = s.Failed.With(from)
	if a.forGood {
		s.Failed = s.Quorum // which members it was does not matter
	}
	if s.Inquiring == 0 {
		return acts(stepFailed, s)
	}
	s, send := a.giveBack(s, s.Inquiring)
	return acts(stepFailedBack, s, send...)
}

func (a *algorithm) inquire(s requester, from int) []act {
	switch {
	case s.Phase != explore.Waiting || !s.Granted.Has(from) || s.complete():
		return acts(stepInquireLate, s)
	case s.Failed != 0:
		s, send := a.giveBack(s, explore.SetOf(from))
		return acts(stepInquireBack, s, send...)
	case a.unanswered:
		return acts(stepInquireKept, s)
	}
	s.Inquiring = s.Inquiring.With(from)
	return acts(stepInquireKept, s)
}

// giveBack returns the permissions of some members.
func (a *algorithm) giveBack(s requester, members explore.Set) (requester, []roles.To[toMember]) {
	s.Granted &^= members
	s.Inquiring &^= members
	if !a.messagesAlone {
		s.Failed |= members
	}
	return s, roles.SendTo(members, toMember(RELINQUISH))
}
