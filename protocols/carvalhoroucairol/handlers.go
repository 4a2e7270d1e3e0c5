package carvalhoroucairol

import (
	"math"

	"qcheck/explore"
)

// The names of the steps.
const (
	stepAsk      = "ask"
	stepReenter  = "ask: holds all permissions"
	stepLeave    = "leave"
	stepAnswered = "REQUEST: answered"
	stepAsked    = "REQUEST: answered, and asked"
	stepDeferred = "REQUEST: deferred"
	stepHeld     = "REPLY: held"
	stepEnters   = "REPLY: enters"
)

type (
	step = explore.Step[State, Message]
	out  = explore.Out[Message]
)

// algorithm has the parameters of an instance; its methods are the handlers.
type algorithm struct {
	form
	n int
}

func (a *algorithm) others(p int) explore.Set { return explore.All(a.n).Without(p) }

// first is the state of a process at first.
func (a *algorithm) first(p int) State {
	var s State
	if a.given {
		s.Held = explore.All(a.n) &^ explore.All(p+1)
	}
	return s
}

// actions are requesting and releasing the resource.
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
		s.Stamp, request.Stamp = explore.Fresh, explore.Fresh
	}
	missing := a.others(p) &^ s.Held
	if missing == 0 {
		return []step{{Name: stepReenter, Kind: explore.Ask, Next: enter(s)}}
	}
	return []step{{Name: stepAsk, Kind: explore.Ask, Next: s, Send: explore.SendTo(missing, request)}}
}

// enter forgets the number, which nothing asks for until the next one is made.
func enter(s State) State {
	s.Phase, s.Stamp, s.Number = explore.Inside, 0, 0
	return s
}

func (a *algorithm) leave(s State) []step {
	send := explore.SendTo(s.Deferred, Message{Kind: REPLY})
	if !a.keeps {
		s.Held &^= s.Deferred
	}
	s.Phase, s.Deferred = explore.Thinking, 0
	return []step{{Name: stepLeave, Kind: explore.Leave, Next: s, Send: send}}
}

func (a *algorithm) deliver(p int, s State, from int, m Message) []step {
	if m.Kind == REPLY {
		return a.reply(p, s, from)
	}
	return a.request(p, s, from, m)
}

// request is the treatment of REQUEST(k, j).
func (a *algorithm) request(p int, s State, from int, m Message) []step {
	ownFirst := s.Stamp < m.Stamp
	if a.numbers {
		s.Highest = max(s.Highest, m.Number)
		ownFirst = s.Number < m.Number || s.Number == m.Number && p < from
	}
	if s.Phase == explore.Inside || s.Phase == explore.Waiting && ownFirst {
		s.Deferred = s.Deferred.With(from)
		return []step{{Name: stepDeferred, Next: s}}
	}
	x := step{Name: stepAnswered, Send: []out{{To: from, Msg: Message{Kind: REPLY}}}}
	if s.Phase == explore.Waiting && s.Held.Has(from) && !a.silent {
		x.Name = stepAsked
		x.Send = append(x.Send, out{To: from, Msg: Message{Kind: REQUEST, Stamp: s.Stamp, Number: s.Number}})
	}
	if !a.keeps {
		s.Held = s.Held.Without(from)
	}
	x.Next = s
	return []step{x}
}

// reply is the treatment of REPLY, and the end of waiting.
func (a *algorithm) reply(p int, s State, from int) []step {
	s.Held = s.Held.With(from)
	if s.Phase == explore.Waiting && s.Held.Contains(a.others(p)) {
		return []step{{Name: stepEnters, Next: enter(s)}}
	}
	return []step{{Name: stepHeld, Next: s}}
}
