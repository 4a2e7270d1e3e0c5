package baldoni

import "qcheck/explore"

type (
	step = explore.Step[State, Message]
	out  = explore.Out[Message]
)

func one(name string, s State, send ...out) []step {
	return []step{{Name: name, Next: s, Send: send}}
}

func undefined(name, what string) []step {
	return []step{{Name: name, Undefined: what}}
}

// actions are "When requesting k_i resources", before the waiting and after it.
func (a *algorithm) actions(p int, s State) []step {
	if s.Awaited != 0 && !a.acts {
		return nil
	}
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
func (a *algorithm) ask(p int, s State) []step {
	from, to := a.Units[p], a.Units[p]
	if from == 0 {
		from, to = 1, a.M
	}
	s.Phase, s.Stamp, s.Granted = explore.Waiting, explore.Fresh, 0
	now := a.Requests[p]
	if a.stampEach {
		now = explore.SetOf(now.Members()[0])
		s.Unsent = a.Requests[p] &^ now
	}
	var steps []step
	for k := from; k <= to; k++ {
		s.Units = uint8(k)
		steps = append(steps, step{
			Name: stepAsk, Kind: explore.Ask, Next: s,
			Send: explore.SendTo(now, Message{Kind: REQUEST, Stamp: explore.Fresh, Units: s.Units}),
		})
	}
	return steps
}

// askNext is the loop that sends REQUEST, one process at a time.
func askNext(s State) []step {
	next := s.Unsent.Members()[0]
	s.Unsent = s.Unsent.Without(next)
	return one(stepAskNext, s, out{To: next, Msg: Message{Kind: REQUEST, Stamp: explore.Fresh, Units: s.Units}})
}

func (a *algorithm) leave(p int, s State) []step {
	s.Phase, s.Units, s.Granted = explore.Thinking, 0, 0
	return []step{{Name: stepLeave, Kind: explore.Leave, Next: s, Send: explore.SendTo(a.Requests[p], Message{Kind: RELEASE})}}
}

// grant is the loop "repeat receive GRANT".
func (a *algorithm) grant(p int, s State, from int) []step {
	if s.Phase != explore.Waiting {
		return undefined(stepGranted, "a GRANT came to a process that does not wait for one")
	}
	s.Granted = s.Granted.With(from)
	if s.Granted != a.Requests[p] {
		return one(stepGranted, s)
	}
	s.Phase, s.Stamp = explore.Inside, 0
	return one(stepEnters, s)
}

// inquire is "Upon receiving an INQUIRE".
func (a *algorithm) inquire(s State, from int) []step {
	if s.Phase != explore.Waiting || a.heldOnly && !s.Granted.Has(from) {
		return one(stepInquireIgnored, s)
	}
	s.Granted = s.Granted.Without(from)
	return one(stepInquireYields, s, out{To: from, Msg: Message{Kind: YIELD}})
}
