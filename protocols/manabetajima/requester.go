package manabetajima

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
		return a.leave(s)
	}
	return nil
}

// ask: "When p wants to use h units of shared resource". The step is one of
// several where h or the quorum is a choice.
func (a *algorithm) ask(p int, s requester) []act {
	least, most := a.Units[p], a.Units[p]
	if most == 0 {
		least, most = 1, a.K
	}
	s.Phase, s.K = explore.Waiting, 0
	var steps []act
	for h := least; h <= most; h++ {
		quorums := a.Quorums[h-1]
		if a.Fixed {
			i := p % len(quorums)
			quorums = quorums[i : i+1]
		}
		s.Units = uint8(h)
		for _, q := range quorums {
			s.Q = q
			x := act{Name: stepAsk, Kind: explore.Ask, Next: s, Send: roles.SendTo(q, toMember{Request, s.Units})}
			if !a.processFirst {
				x.Stamp, x.Send = roles.New, roles.Stamped(x.Send)
			}
			steps = append(steps, x)
		}
	}
	return steps
}

// answered is what a requester does with an answer of a member.
func (a *algorithm) answered(_ int, s requester, from int, m toRequester, present bool) []act {
	if Kind(m) == OK {
		return a.ok(s, from)
	}
	return a.cancel(s, from, present)
}

// ok: When "OK" is arrived from p'.
func (a *algorithm) ok(s requester, from int) []act {
	if s.Phase != explore.Waiting {
		return []act{{Name: stepEnters, Undefined: "an OK came to a process that waits for none"}}
	}
	s.K = s.K.With(from)
	if s.K != s.Q {
		return acts(stepCounted, s)
	}
	s.Phase = explore.Inside
	return []act{{Name: stepEnters, Next: s, Stamp: roles.Drop}}
}

// leave: "Exiting from the critical section". Only what a cancel that comes
// afterwards looks at is kept: nothing when K was emptied, when the cancel names
// its request, or when K and Q, which are equal now, are only compared.
func (a *algorithm) leave(s requester) []act {
	send := roles.SendTo(s.Q, toMember{Kind: Release})
	s.Phase, s.Units, s.Q = explore.Thinking, 0, 0
	if a.emptied || a.cancelByText || a.byRequest {
		s.K = 0
	}
	return []act{{Name: stepLeave, Kind: explore.Leave, Next: s, Send: send}}
}

// cancel: When "cancel" is arrived from p'. A cancel that names a request names the present
// one or not.
func (a *algorithm) cancel(s requester, from int, present bool) []act {
	back := s.Phase != explore.Inside && s.K.Has(from)
	switch {
	case a.cancelByText:
		back = s.K != s.Q
	case a.byRequest:
		back = s.Phase == explore.Waiting && present
	}
	if !back {
		return acts(stepCancelIgnored, s)
	}
	s.K = s.K.Without(from)
	return acts(stepGivenBack, s, roles.To[toMember]{Member: from, Msg: toMember{Kind: Cancelled}})
}
