package ricartagrawala

import (
	"math"

	"qcheck/explore"
)

// The names of the steps.
const (
	stepAsk      = "ask"
	stepLeave    = "leave"
	stepAnswered = "REQUEST: answered"
	stepDeferred = "REQUEST: deferred"
	stepCounted  = "REPLY: counted"
	stepEnters   = "REPLY: enters"

	stepTold       = "awaits no REPLY"
	stepToldEnters = "awaits no REPLY, enters"
)

type (
	step = explore.Step[State, Message]
	out  = explore.Out[Message]
)

func one(name string, s State, send ...out) []step {
	return []step{{Name: name, Next: s, Send: send}}
}

// algorithm has the parameters of an instance; its methods are the handlers.
type algorithm struct {
	form
	n int
}

// actions are the parts of the invoking process before it waits and after the
// critical section.
func (a *algorithm) actions(p int, s State) []step {
	switch s.Phase {
	case explore.Thinking:
		return a.ask(p, s)
	case explore.Inside:
		return a.leave(s)
	}
	return nil
}

func (a *algorithm) ask(p int, s State) []step {
	s.Phase = explore.Waiting
	request := Message{Kind: REQUEST}
	switch {
	case a.numbers && s.Highest == math.MaxUint16:
		return []step{{Name: stepAsk, Kind: explore.Ask, Overflow: "a request has a number above 65535"}}
	case a.numbers:
		s.Number = s.Highest + 1
		request.Number = s.Number
	default:
		s.Stamp = explore.Fresh
		request.Stamp = explore.Fresh
	}
	others := explore.All(a.n).Without(p) &^ s.Gone
	if a.named {
		s.Awaited = others
	} else {
		s.Missing = uint8(others.Len())
	}
	if others == 0 {
		s.Phase = explore.Inside
	}
	send := explore.SendTo(others, request)
	return []step{{Name: stepAsk, Kind: explore.Ask, Next: s, Send: send}}
}

func (a *algorithm) leave(s State) []step {
	var send []out
	for _, j := range s.Deferred.Members() {
		send = append(send, out{To: j, Msg: Message{Kind: REPLY}})
	}
	s.Phase, s.Stamp, s.Number, s.Deferred = explore.Thinking, 0, 0, 0
	return []step{{Name: stepLeave, Kind: explore.Leave, Next: s, Send: send}}
}

func (a *algorithm) deliver(p int, s State, from int, m Message) []step {
	if m.Kind == REPLY {
		return a.reply(s, from)
	}
	return a.request(p, s, from, m)
}

// request is the process that receives REQUEST(k, j).
func (a *algorithm) request(p int, s State, from int, m Message) []step {
	ownFirst := s.Stamp < m.Stamp
	if a.numbers {
		s.Highest = max(s.Highest, m.Number)
		ownFirst = s.Number < m.Number || s.Number == m.Number && p < from
	}
	if s.Phase != explore.Thinking && ownFirst {
		s.Deferred = s.Deferred.With(from)
		return one(stepDeferred, s)
	}
	return one(stepAnswered, s, out{To: from, Msg: Message{Kind: REPLY}})
}

// reply is the process that receives REPLY.
func (a *algorithm) reply(s State, from int) []step {
	if a.named {
		return awaited(stepCounted, stepEnters, s, from)
	}
	if s.Missing == 0 {
		return []step{{Name: stepCounted, Undefined: "a REPLY came although none is outstanding"}}
	}
	s.Missing--
	if s.Missing == 0 {
		s.Phase = explore.Inside
		return one(stepEnters, s)
	}
	return one(stepCounted, s)
}

// awaited is a process that awaits a REPLY by name, and gets it, or hears that it will never come. It may have heard of
// the crash before, and the REPLY was on its way.
func awaited(counted, enters string, s State, from int) []step {
	if s.Awaited == 0 || s.Awaited.Without(from) != 0 {
		s.Awaited = s.Awaited.Without(from)
		return one(counted, s)
	}
	s.Awaited, s.Phase = 0, explore.Inside
	return one(enters, s)
}

// suspect is a process that is told of a crash, in the variant failures.
func (a *algorithm) suspect(_ int, s State, crashed int) []step {
	s.Gone, s.Deferred = s.Gone.With(crashed), s.Deferred.Without(crashed)
	return awaited(stepTold, stepToldEnters, s, crashed)
}
