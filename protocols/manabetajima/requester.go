package manabetajima

import "qcheck/explore"

func (a *algorithm) actions(p int, s State) []step {
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
func (a *algorithm) ask(p int, s State) []step {
	least, most := a.Units[p], a.Units[p]
	if most == 0 {
		least, most = 1, a.K
	}
	s.Phase, s.K = explore.Waiting, 0
	request := Message{Kind: Request}
	if !a.processFirst {
		s.Stamp, request.Stamp = explore.Fresh, explore.Fresh
	}
	var steps []step
	for h := least; h <= most; h++ {
		quorums := a.Quorums[h-1]
		if a.Fixed {
			i := p % len(quorums)
			quorums = quorums[i : i+1]
		}
		s.Units, request.Units = uint8(h), uint8(h)
		for _, q := range quorums {
			s.Q = q
			steps = append(steps, step{Name: stepAsk, Kind: explore.Ask, Next: s, Send: explore.SendTo(q, request)})
		}
	}
	return steps
}

// ok: When "OK" is arrived from p'.
func (a *algorithm) ok(s State, from int) []step {
	if s.Phase != explore.Waiting {
		return undefined(stepEnters, "an OK came to a process that waits for none")
	}
	s.K = s.K.With(from)
	if s.K != s.Q {
		return one(stepCounted, s)
	}
	s.Phase, s.Stamp = explore.Inside, 0
	return one(stepEnters, s)
}

// leave: "Exiting from the critical section". Only what a cancel that comes
// afterwards looks at is kept: nothing when K was emptied, when the cancel names
// its request, or when K and Q, which are equal now, are only compared.
func (a *algorithm) leave(s State) []step {
	send := explore.SendTo(s.Q, Message{Kind: Release})
	s.Phase, s.Units, s.Q = explore.Thinking, 0, 0
	if a.emptied || a.cancelByText || a.byRequest {
		s.K = 0
	}
	return []step{{Name: stepLeave, Kind: explore.Leave, Next: s, Send: send}}
}

// cancel: When "cancel" is arrived from p'.
func (a *algorithm) cancel(s State, from int, m Message) []step {
	back := s.Phase != explore.Inside && s.K.Has(from)
	switch {
	case a.cancelByText:
		back = s.K != s.Q
	case a.byRequest:
		back = s.Phase == explore.Waiting && s.Stamp == m.Stamp
	}
	if !back {
		return one(stepCancelIgnored, s)
	}
	s.K = s.K.Without(from)
	return one(stepGivenBack, s, out{To: from, Msg: Message{Kind: Cancelled}})
}
