package raymond

import (
	"math"

	"qcheck/explore"
)

// The names of the steps.
const (
	stepAsk      = "ask"
	stepEnter    = "enter"
	stepLeave    = "leave"
	stepAnswered = "REQUEST: answered"
	stepDeferred = "REQUEST: deferred"
	stepCounted  = "REPLY: counted"
	stepEnters   = "REPLY: enters"
	stepLate     = "REPLY: late"
	stepAsked    = "REPLY: asked again"
)

type (
	step = explore.Step[State, Message]
	out  = explore.Out[Message]
)

func one(name string, s State, send ...out) []step {
	return []step{{Name: name, Next: s, Send: send}}
}

// tooMany is a step that a count has no room for.
func tooMany(name string, kind explore.StepKind) []step {
	return []step{{Name: name, Kind: kind, Overflow: "more than 65535 REQUESTs or REPLYs are counted"}}
}

// algorithm is an instance in one reading.
type algorithm struct {
	reading
	n, k int
}

func (a *algorithm) steps() []string {
	names := []string{stepAsk, stepLeave, stepAnswered, stepDeferred, stepCounted, stepLate}
	if a.enterStep {
		names = append(names, stepEnter)
	} else {
		names = append(names, stepEnters)
	}
	if a.oneAtATime {
		names = append(names, stepAsked)
	}
	return names
}

func (a *algorithm) actions(p int, s State) []step {
	switch s.Phase {
	case explore.Thinking:
		return a.ask(p, s)
	case explore.Waiting:
		if a.enterStep && a.permitted(p, s) {
			return one(stepEnter, a.enter(s))
		}
	case explore.Inside:
		return a.leave(s)
	}
	return nil
}

// ask: "when a process enters a critical section", the sending.
func (a *algorithm) ask(p int, s State) []step {
	s.Phase, s.Stamp = explore.Waiting, explore.Fresh
	var send []out
	for j := range a.n {
		switch {
		case j == p:
			continue
		case a.oneAtATime && s.Owed[j] > 0:
			s.Later = s.Later.With(j)
			continue
		case a.counts == owed && s.Owed[j] == math.MaxUint16:
			return tooMany(stepAsk, explore.Ask)
		case a.counts == owed:
			s.Owed[j]++
		}
		send = append(send, out{To: j, Msg: Message{Kind: REQUEST, Stamp: explore.Fresh}})
	}
	if !a.enterStep && a.permitted(p, s) {
		s = a.enter(s)
	}
	return []step{{Name: stepAsk, Kind: explore.Ask, Next: s, Send: send}}
}

// permitted reports whether enough permissions are there for the request that
// p waits with.
func (a *algorithm) permitted(p int, s State) bool {
	have := 0
	switch a.counts {
	case whileWaiting, always:
		have = int(s.Replies)
	case processes, named:
		have = s.Permitting.Len()
	case owed:
		for j := range a.n {
			if j != p && s.Owed[j] == 0 {
				have++
			}
		}
	}
	return have >= a.n-a.k
}

func (a *algorithm) enter(s State) State {
	s.Phase, s.Replies, s.Permitting, s.Later = explore.Inside, 0, 0, 0
	if a.insideDefers {
		s.Stamp = 0
	}
	return s
}

// leave: "until it exits".
func (a *algorithm) leave(s State) []step {
	var send []out
	for j := range a.n {
		reply := Message{Kind: REPLY, Stamp: s.Last[j]}
		if a.total {
			reply.Count = s.Deferred[j]
			s.Deferred[j] = min(s.Deferred[j], 1)
		}
		for ; s.Deferred[j] > 0; s.Deferred[j]-- {
			send = append(send, out{To: j, Msg: reply})
		}
		s.Last[j] = 0
	}
	s.Phase, s.Stamp = explore.Thinking, 0
	return []step{{Name: stepLeave, Kind: explore.Leave, Next: s, Send: send}}
}

func (a *algorithm) deliver(p int, s State, from int, m Message) []step {
	if m.Kind == REPLY {
		return a.reply(p, s, from, m)
	}
	return a.request(s, from, m)
}

// request: "when a process receives a REQUEST message".
func (a *algorithm) request(s State, x int, m Message) []step {
	if s.Phase != explore.Thinking && s.Stamp < m.Stamp || s.Phase == explore.Inside && a.insideDefers {
		if s.Deferred[x] == math.MaxUint16 {
			return tooMany(stepDeferred, explore.Plain)
		}
		s.Deferred[x]++
		if a.once || a.counts == named {
			s.Deferred[x] = 1
		}
		if a.counts == named {
			s.Last[x] = m.Stamp
		}
		return one(stepDeferred, s)
	}
	reply := Message{Kind: REPLY}
	if a.counts == named {
		reply.Stamp = m.Stamp
	}
	if a.total {
		reply.Count = 1
	}
	return one(stepAnswered, s, out{To: x, Msg: reply})
}

// reply: "when a process enters a critical section", the counting.
func (a *algorithm) reply(p int, s State, y int, m Message) []step {
	waiting := s.Phase == explore.Waiting
	switch a.counts {
	case whileWaiting:
		if waiting {
			s.Replies++
		}
	case always:
		if s.Replies == math.MaxUint16 {
			return tooMany(stepCounted, explore.Plain)
		}
		s.Replies++
	case processes:
		if waiting {
			s.Permitting = s.Permitting.With(y)
		}
	case named:
		if waiting = waiting && m.Stamp == s.Stamp; waiting {
			s.Permitting = s.Permitting.With(y)
		}
	case owed:
		count := max(m.Count, 1)
		if s.Owed[y] < count {
			return []step{{Name: stepLate, Undefined: "a REPLY came that no REQUEST asked for"}}
		}
		s.Owed[y] -= count
		if s.Later.Has(y) {
			s.Later = s.Later.Without(y)
			s.Owed[y]++
			return one(stepAsked, s, out{To: y, Msg: Message{Kind: REQUEST, Stamp: s.Stamp}})
		}
	}
	switch {
	case !waiting:
		return one(stepLate, s)
	case !a.enterStep && a.permitted(p, s):
		return one(stepEnters, a.enter(s))
	}
	return one(stepCounted, s)
}
