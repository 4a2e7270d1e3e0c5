package agrawalelabbadi

import (
	"qcheck/explore"
	"qcheck/explore/roles"
)

// local are the steps of a requester by itself.
func (a *algorithm) local(p int, s requester) []act {
	switch s.Phase {
	case explore.Thinking:
		return a.ask(p, s)
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

func leave(s requester) []act {
	send := roles.SendTo(s.Quorum, toMember(RELINQUISH))
	return []act{{Name: stepLeave, Kind: explore.Leave, Send: send}}
}

// answered is what a requester does with a message of a member.
func (a *algorithm) answered(_ int, s requester, from int, kind toRequester, _ bool) []act {
	if Kind(kind) == INQUIRE {
		return a.inquire(s, from)
	}
	s.Replied = s.Replied.With(from)
	if s.Replied != s.Quorum {
		return acts(stepReplyCounted, s)
	}
	s.Phase, s.Replied = explore.Inside, 0
	return []act{{Name: stepReplyEnters, Next: s, Stamp: roles.Drop}}
}

func (a *algorithm) inquire(s requester, from int) []act {
	if s.Phase != explore.Waiting || !s.Replied.Has(from) && !a.unheld {
		return acts(stepInquireIgnored, s)
	}
	s.Replied = s.Replied.Without(from)
	return acts(stepInquireYields, s, roles.SendTo(explore.SetOf(from), toMember(YIELD))...)
}
