package ricartagrawala

import "qcheck/explore"

// The names of the steps.
const (
	stepAsk      = "ask"
	stepLeave    = "leave"
	stepAnswered = "REQUEST: answered"
	stepDeferred = "REQUEST: deferred"
	stepCounted  = "REPLY: counted"
	stepEnters   = "REPLY: enters"
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
	if a.numbers {
		s.Number = s.Highest + 1
		request.Number = s.Number
	} else {
		s.Stamp = explore.Fresh
		request.Stamp = explore.Fresh
	}
	s.Missing = uint8(a.n - 1)
	if s.Missing == 0 {
		s.Phase = explore.Inside
	}
	var send []out
	for j := range a.n {
		if j != p {
			send = append(send, out{To: j, Msg: request})
		}
	}
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
		return a.reply(s)
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
func (a *algorithm) reply(s State) []step {
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
