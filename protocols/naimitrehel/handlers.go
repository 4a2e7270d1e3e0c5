package naimitrehel

import "qcheck/explore"

// The names of the steps.
const (
	stepAsk       = "ask"
	stepRoot      = "ask: is a root"
	stepReenter   = "ask: has the token"
	stepLeave     = "leave"
	stepPass      = "leave: passes the token"
	stepForwarded = "REQUEST: forwarded"
	stepNext      = "REQUEST: is next"
	stepGiven     = "REQUEST: gets the token"
	stepEnter     = "TOKEN: enters"
)

type step = explore.Step[State, Message]

// algorithm has the parameters of an instance; its methods are the handlers.
type algorithm struct{ form }

// actions are Request_CS and Release_CS.
func actions(p int, s State) []step {
	switch s.Phase {
	case explore.Thinking:
		return ask(p, s)
	case explore.Inside:
		return leave(s)
	}
	return nil
}

func ask(p int, s State) []step {
	father := s.Father
	switch {
	case father != 0:
		s.Phase, s.Father = explore.Waiting, 0
		return []step{{Name: stepAsk, Kind: explore.Ask, Next: s, Send: to(father, Message{REQUEST, explore.ProcessOf(p)})}}
	case s.Token:
		s.Phase = explore.Inside
		return []step{{Name: stepReenter, Kind: explore.Ask, Next: s}}
	}
	// Only where a rule is taken away: a root without the token waits for it.
	s.Phase = explore.Waiting
	return []step{{Name: stepRoot, Kind: explore.Ask, Next: s}}
}

func leave(s State) []step {
	next := s.Next
	s.Phase, s.Next = explore.Thinking, 0
	if next == 0 {
		return []step{{Name: stepLeave, Kind: explore.Leave, Next: s}}
	}
	s.Token = false
	return []step{{Name: stepPass, Kind: explore.Leave, Next: s, Send: to(next, Message{Kind: TOKEN})}}
}

// to is one message.
func to(p explore.Process, m Message) []explore.Out[Message] {
	return []explore.Out[Message]{{To: p.Index(), Msg: m}}
}

func (a *algorithm) deliver(_ int, s State, _ int, m Message) []step {
	if m.Kind == TOKEN {
		return token(s)
	}
	return a.request(s, m)
}

// request is Receive_Request_CS.
func (a *algorithm) request(s State, m Message) []step {
	father := s.Father
	if father != 0 && !a.pathStays || father == 0 && !a.rootStays {
		s.Father = m.Of
	}
	switch {
	case father != 0:
		return []step{{Name: stepForwarded, Next: s, Send: to(father, m)}}
	case s.Phase != explore.Thinking:
		if !a.forgets {
			s.Next = m.Of
		}
		return []step{{Name: stepNext, Next: s}}
	}
	s.Token = false
	return []step{{Name: stepGiven, Next: s, Send: to(m.Of, Message{Kind: TOKEN})}}
}

// token is Receive_Token, and the end of Request_CS.
func token(s State) []step {
	if s.Phase != explore.Waiting {
		return []step{{Name: stepEnter, Undefined: "a TOKEN came that the process does not wait for"}}
	}
	s.Phase, s.Token = explore.Inside, true
	return []step{{Name: stepEnter, Next: s}}
}
