package raynal

import "qcheck/explore"

// The names of the steps.
const (
	stepAsk      = "ask"
	stepLeave    = "leave"
	stepAnswered = "REQUEST: answered"
	stepDeferred = "REQUEST: deferred"
	stepCounted  = "NOT_USED: counted"
	stepEnters   = "NOT_USED: enters"
)

type (
	step = explore.Step[State, Message]
	out  = explore.Out[Message]
)

func one(name string, s State, send ...out) []step {
	return []step{{Name: name, Next: s, Send: send}}
}

// algorithm has the parameters of an instance; its methods are the handlers.
type algorithm struct{ Config }

func (a *algorithm) actions(p int, s State) []step {
	switch s.Phase {
	case explore.Thinking:
		return a.ask(p, s)
	case explore.Inside:
		return a.leave(s)
	}
	return nil
}

// ask sends REQUEST to all others, for each number of resources that process p
// may ask for.
func (a *algorithm) ask(p int, s State) []step {
	from, to := a.Units[p], a.Units[p]
	if from == 0 {
		from, to = 1, a.M
	}
	s.Phase, s.Stamp = explore.Waiting, explore.Fresh
	var send []out
	for j := range a.N {
		if j == p {
			continue
		}
		if a.Variant == overwritten {
			s.Used[j] = 0
		}
		s.Used[j] += int32(a.M)
		send = append(send, out{To: j, Msg: Message{Kind: REQUEST, Stamp: explore.Fresh}})
	}
	var steps []step
	for k := from; k <= to; k++ {
		s.Units = uint8(k)
		next := s
		if a.permitted(s) {
			next = enter(s)
		}
		steps = append(steps, step{Name: stepAsk, Kind: explore.Ask, Next: next, Send: send})
	}
	return steps
}

// permitted reports whether there are resources enough for the own request,
// whatever the others use.
func (a *algorithm) permitted(s State) bool {
	sum := int(s.Units)
	for _, u := range s.Used {
		sum += int(u)
	}
	return sum <= a.M
}

func enter(s State) State {
	s.Phase, s.Stamp = explore.Inside, 0
	return s
}

func (a *algorithm) leave(s State) []step {
	var send []out
	for j, times := range s.Deferred {
		if times == 0 {
			continue
		}
		send = append(send, out{To: j, Msg: Message{Kind: NOT_USED, Units: uint16(times) * uint16(s.Units)}})
	}
	s.Phase, s.Units = explore.Thinking, 0
	clear(s.Deferred[:])
	return []step{{Name: stepLeave, Kind: explore.Leave, Next: s, Send: send}}
}

func (a *algorithm) deliver(_ int, s State, from int, m Message) []step {
	if m.Kind == NOT_USED {
		return a.notUsed(s, from, m)
	}
	return a.request(s, from, m)
}

func (a *algorithm) request(s State, from int, m Message) []step {
	unused := a.M
	first := s.Phase == explore.Inside || s.Phase == explore.Waiting && s.Stamp < m.Stamp
	if !first {
		return one(stepAnswered, s, out{To: from, Msg: Message{Kind: NOT_USED, Units: uint16(unused)}})
	}
	if a.Variant == once {
		s.Deferred[from] = 0
	}
	if s.Deferred[from] == maxUnits {
		return []step{{Name: stepDeferred, Overflow: "the REQUESTs of one process deferred by another"}}
	}
	s.Deferred[from]++
	unused -= int(s.Units)
	if unused == 0 {
		return one(stepDeferred, s)
	}
	return one(stepDeferred, s, out{To: from, Msg: Message{Kind: NOT_USED, Units: uint16(unused)}})
}

func (a *algorithm) notUsed(s State, from int, m Message) []step {
	s.Used[from] -= int32(m.Units)
	if s.Phase != explore.Waiting || !a.permitted(s) {
		return one(stepCounted, s)
	}
	return one(stepEnters, enter(s))
}
