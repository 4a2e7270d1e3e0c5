package baldoni

import (
	"qcheck/explore"
	"qcheck/explore/roles"
)

// local is "When requesting k_i resources", before the waiting and after it.
func (a *algorithm) local(p int, s requester) []act {
	switch {
	case s.Phase == explore.Thinking:
		return a.ask(p, s)
	case s.Unsent != 0:
		return askNext(s)
	case s.Phase == explore.Inside:
		return a.leave(p, s)
	}
	return nil
}

// ask sends REQUEST to the request set, for each number of resources that
// process p may ask for.
func (a *algorithm) ask(p int, s requester) []act {
	from, to := a.Units[p], a.Units[p]
	if from == 0 {
		from, to = 1, a.M
	}
	s.Phase, s.Granted = explore.Waiting, 0
	now := a.Requests[p]
	if a.stampEach {
		now = explore.SetOf(now.Members()[0])
		s.Unsent = a.Requests[p] &^ now
	}
	var steps []act
	for k := from; k <= to; k++ {
		s.Units = uint8(k)
		steps = append(steps, act{
			Name: stepAsk, Kind: explore.Ask, Next: s, Stamp: roles.New,
			Send: roles.Stamped(roles.SendTo(now, toArbiter{REQUEST, s.Units})),
		})
	}
	return steps
}

// askNext is the loop that sends REQUEST, one process at a time.
func askNext(s requester) []act {
	next := s.Unsent.Members()[0]
	s.Unsent = s.Unsent.Without(next)
	send := roles.Stamped(roles.SendTo(explore.SetOf(next), toArbiter{REQUEST, s.Units}))
	return []act{{Name: stepAskNext, Next: s, Stamp: roles.New, Send: send}}
}

func (a *algorithm) leave(p int, s requester) []act {
	s.Phase, s.Units, s.Granted = explore.Thinking, 0, 0
	return []act{{Name: stepLeave, Kind: explore.Leave, Next: s, Send: roles.SendTo(a.Requests[p], toArbiter{Kind: RELEASE})}}
}

// answered is what a requester does with an answer of an arbiter.
func (a *algorithm) answered(p int, s requester, from int, kind toRequester, _ bool) []act {
	if Kind(kind) == GRANT {
		return a.grant(p, s, from)
	}
	return a.inquire(s, from)
}

// grant is the loop "repeat receive GRANT".
func (a *algorithm) grant(p int, s requester, from int) []act {
	if s.Phase != explore.Waiting {
		return []act{{Name: stepGranted, Undefined: "a GRANT came to a process that does not wait for one"}}
	}
	s.Granted = s.Granted.With(from)
	if s.Granted != a.Requests[p] {
		return acts(stepGranted, s)
	}
	s.Phase = explore.Inside
	return []act{{Name: stepEnters, Next: s, Stamp: roles.Drop}}
}

// inquire is "Upon receiving an INQUIRE".
func (a *algorithm) inquire(s requester, from int) []act {
	if s.Phase != explore.Waiting || a.heldOnly && !s.Granted.Has(from) {
		return acts(stepInquireIgnored, s)
	}
	s.Granted = s.Granted.Without(from)
	return acts(stepInquireYields, s, roles.To[toArbiter]{Member: from, Msg: toArbiter{Kind: YIELD}})
}
