package lamport

import "qcheck/explore"

// The names of the steps.
const (
	stepAsk          = "ask"
	stepEnter        = "enter"
	stepLeave        = "leave"
	stepAcknowledged = "REQUEST: acknowledged"
	stepNoted        = "REQUEST: noted"
	stepAcknowledge  = "ACKNOWLEDGE"
	stepRelease      = "RELEASE"
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

// actions are the rules that a process follows on its own.
func (a *algorithm) actions(p int, s State) []step {
	switch s.Phase {
	case explore.Thinking:
		return a.ask(p, s)
	case explore.Waiting:
		return a.enter(p, s)
	case explore.Inside:
		return a.leave(p, s)
	}
	return nil
}

// ask is rule 1.
func (a *algorithm) ask(p int, s State) []step {
	s.Phase = explore.Waiting
	s.Queue[p] = explore.Fresh
	send := a.toOthers(p, &s, Message{Kind: REQUEST, Stamp: explore.Fresh})
	return []step{{Name: stepAsk, Kind: explore.Ask, Next: s, Send: send}}
}

// enter is rule 5.
func (a *algorithm) enter(p int, s State) []step {
	if !a.granted(p, s) {
		return nil
	}
	s.Phase = explore.Inside
	s.Later = 0
	return []step{{Name: stepEnter, Next: s}}
}

func (a *algorithm) granted(p int, s State) bool {
	for q := range a.n {
		if q == p {
			continue
		}
		if s.Queue[q] != 0 && s.Queue[q] < s.Queue[p] || !s.Later.Has(q) {
			return false
		}
	}
	return true
}

// leave is rule 3.
func (a *algorithm) leave(p int, s State) []step {
	s.Phase = explore.Thinking
	s.Queue[p] = 0
	send := a.toOthers(p, &s, Message{Kind: RELEASE, Stamp: a.now()})
	return []step{{Name: stepLeave, Kind: explore.Leave, Next: s, Send: send}}
}

func (a *algorithm) deliver(p int, s State, from int, m Message) []step {
	if s.Phase == explore.Waiting && a.later(m, s.Queue[p]) {
		s.Later = s.Later.With(from)
	}
	if m.Stamp > s.Sent[from] {
		s.Sent[from] = 0
	}
	switch m.Kind {
	case REQUEST:
		return a.request(s, from, m.Stamp)
	case RELEASE:
		return a.release(s, from)
	}
	return []step{{Name: stepAcknowledge, Next: s}}
}

// later is what a message does for rule 5 (ii).
func (a *algorithm) later(m Message, own explore.Stamp) bool {
	if a.timestamps {
		return m.Stamp > own
	}
	return m.Kind == ACKNOWLEDGE
}

// request is rule 2.
func (a *algorithm) request(s State, from int, stamp explore.Stamp) []step {
	s.Queue[from] = stamp
	if s.Sent[from] != 0 { // and later than the request, or it were forgotten
		return []step{{Name: stepNoted, Next: s}}
	}
	send := []out{a.to(from, &s, Message{Kind: ACKNOWLEDGE, Stamp: a.now()})}
	return []step{{Name: stepAcknowledged, Next: s, Send: send}}
}

// release is rule 4.
func (a *algorithm) release(s State, from int) []step {
	s.Queue[from] = 0
	return []step{{Name: stepRelease, Next: s}}
}

// now is the time stamp of messages that are not requests.
func (a *algorithm) now() explore.Stamp {
	if a.timestamps {
		return explore.Fresh
	}
	return 0
}

// to sends a message.
func (a *algorithm) to(q int, s *State, m Message) out {
	if a.omitted {
		s.Sent[q] = m.Stamp
	}
	return out{To: q, Msg: m}
}

func (a *algorithm) toOthers(p int, s *State, m Message) []out {
	var send []out
	for q := range a.n {
		if q != p {
			send = append(send, a.to(q, s, m))
		}
	}
	return send
}
