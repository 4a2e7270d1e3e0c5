package leaselock

import (
	"math/bits"

	"qcheck/explore"
	"qcheck/protocols/instance"
)

// The names of the steps.
const (
	stepAsk      = "ask"
	stepGiveUp   = "gives up"
	stepLeave    = "leave"
	stepStops    = "its time is over, stops"
	stepExpires  = "the lease expires"
	stepGives    = "LOCK: given"
	stepRefuses  = "LOCK: refused"
	stepUnlocks  = "UNLOCK"
	stepOver     = "OVER: the lease expires"
	stepNotHeld  = "not held"
	stepEnters   = "GIVEN: quorum, enters"
	stepCounted  = "GIVEN: counted"
	stepLacks    = "TAKEN"
	stepLate     = "late"
	stepTakes    = "WRITE: taken"
	stepOlder    = "WRITE: refused, an older token"
	stepAnswered = "WRITE: answered"
)

type step = explore.Step[State, Message]

// algorithm has the parameters of an instance; its methods are the handlers.
type algorithm struct {
	form
	Config
}

func (a *algorithm) server(p int) bool { return p < a.N }

// processes returns how many there are. The resource is the last one.
func (a *algorithm) processes() int {
	if a.resource {
		return a.N + a.Clients + 1
	}
	return a.N + a.Clients
}

func (a *algorithm) begin(p int) State {
	if a.server(p) != a.bounded && p < a.N+a.Clients {
		return State{Expiries: uint8(a.Expiries)}
	}
	return State{}
}

func (a *algorithm) observe(p int, s State) explore.Observation {
	if a.resource && s.Phase == explore.Inside {
		return explore.Observation{}
	}
	return explore.Observation{Phase: s.Phase}
}

func (a *algorithm) actions(p int, s State) (steps []step) {
	switch {
	case a.server(p) && s.Lease != 0 && s.Expiries > 0 && !a.bounded:
		return []step{{Name: stepExpires, Kind: explore.May, Next: State{Expiries: s.Expiries - 1, Token: s.Token}}}
	case a.server(p) || p >= a.N+a.Clients:
		return nil
	case s.Phase == explore.Thinking && (s.Asked == 0 || a.Distinct):
		next := s
		next.Phase, next.Asked, next.Request = explore.Waiting, explore.All(a.N), (s.Request+1)%a.numbers()
		if a.Distinct && next.Request == 0 {
			return []step{{Name: stepAsk, Kind: explore.Ask, Overflow: "a client asks more often than there are numbers of requests"}}
		}
		steps = append(steps, step{Name: stepAsk, Kind: explore.Ask, Next: next, Send: a.toServers(LOCK, next.Request)})
	case s.Phase == explore.Waiting:
		steps = append(steps, step{Name: stepGiveUp, Next: s.idle(), Send: a.toServers(UNLOCK, s.Request)})
	case s.Phase == explore.Inside && !a.resource:
		steps = append(steps, step{Name: stepLeave, Kind: explore.Leave, Next: s.idle(), Send: a.toServers(UNLOCK, s.Request)})
	case s.Phase == explore.Inside && s.Writes == 0:
		steps = append(steps, step{Name: stepLeave, Next: s.idle(), Send: a.toServers(UNLOCK, s.Request)})
	}
	if a.bounded && s.Phase != explore.Thinking && s.Expiries > 0 {
		next := s.idle()
		next.Expiries--
		steps = append(steps, step{Name: stepStops, Kind: explore.May, Next: next, Send: a.toServers(OVER, s.Request)})
	}
	for old := s.Before; old != 0; old &= old - 1 {
		next := s
		next.Before &^= old & -old
		steps = append(steps, step{Name: stepStops, Kind: explore.May, Next: next, Send: a.toServers(OVER, uint8(bits.TrailingZeros16(old)))})
	}
	return steps
}

// numbers is how many numbers of requests there are.
func (a *algorithm) numbers() uint8 {
	if a.Distinct {
		return distinct
	}
	return reused
}

// idle is a client that does not want the lock any more.
func (s State) idle() State {
	s.Phase, s.Leases, s.Token, s.Writes = explore.Thinking, 0, 0, 0
	return s
}

func (a *algorithm) toServers(k Kind, request uint8) []explore.Out[Message] {
	return explore.SendTo(explore.All(a.N), Message{Kind: k, Request: request})
}

func (a *algorithm) deliver(p int, s State, from int, m Message) []step {
	switch {
	case m.Kind == LOCK:
		return a.request(s, from, m)
	case m.Kind == WRITE:
		return a.write(s, from, m)
	case a.server(p):
		return a.release(s, from, m)
	case m.Request != s.Request:
		return []step{{Name: stepLate, Next: s}}
	case m.Kind == WRITTEN || m.Kind == REFUSED:
		s.Writes -= min(s.Writes, 1)
		return []step{{Name: stepAnswered, Next: s}}
	}
	return a.answer(s, from, m)
}

// request gives the lease of a server if nobody has it.
func (a *algorithm) request(s State, from int, m Message) []step {
	answer := func(name string, m Message) []step {
		return []step{{Name: name, Next: s, Send: explore.SendTo(explore.SetOf(from), m)}}
	}
	if s.Lease != 0 {
		return answer(stepRefuses, Message{Kind: TAKEN, Request: m.Request})
	}
	if s.Lease, s.Request = explore.ProcessOf(from), m.Request; a.fenced {
		if s.Token++; s.Token == maxToken {
			return []step{{Name: stepGives, Overflow: "a server gives more tokens than there are"}}
		}
	}
	return answer(stepGives, Message{Kind: GIVEN, Request: m.Request, Token: s.Token})
}

const maxToken = 250

// release takes the lease of a server away, if it was given for this request.
func (a *algorithm) release(s State, from int, m Message) []step {
	if s.Lease != explore.ProcessOf(from) || s.Request != m.Request {
		return []step{{Name: stepNotHeld, Next: s}}
	}
	name := stepUnlocks
	if m.Kind == OVER {
		name = stepOver
	}
	s.Lease, s.Request = 0, 0
	return []step{{Name: name, Next: s}}
}

// answer is what a server says to a client.
func (a *algorithm) answer(s State, from int, m Message) []step {
	s.Asked = s.Asked.Without(from)
	switch {
	case s.Phase != explore.Waiting:
		return []step{{Name: stepLate, Next: s}}
	case m.Kind == TAKEN:
		return []step{{Name: stepLacks, Next: s}}
	}
	s.Leases, s.Token = s.Leases.With(from), max(s.Token, m.Token)
	if !instance.HasQuorum(s.Leases, a.Quorums) {
		return []step{{Name: stepCounted, Next: s}}
	}
	enters := step{Name: stepEnters}
	if a.resource {
		s.Writes = 2
		write := explore.Out[Message]{To: a.N + a.Clients, Msg: Message{Kind: WRITE, Request: s.Request, Token: s.Token}}
		enters.Send = []explore.Out[Message]{write, write}
	}
	s.Phase, s.Leases, s.Token = explore.Inside, 0, 0
	enters.Next = s
	return []step{enters}
}

// write is the resource.
func (a *algorithm) write(s State, from int, m Message) []step {
	answer := func(name string, k Kind) []step {
		return []step{{Name: name, Next: s, Send: explore.SendTo(explore.SetOf(from), Message{Kind: k, Request: m.Request})}}
	}
	if a.fenced && m.Token < s.Token {
		return answer(stepOlder, REFUSED)
	}
	s.Lease, s.Request, s.Token = explore.ProcessOf(from), m.Request, m.Token
	return answer(stepTakes, WRITTEN)
}

// restart is what a process knows after a crash: a client nothing, but that its next request is another one.
func (a *algorithm) restart(p int, s State) State {
	switch {
	case a.server(p) && !a.delayed:
		return State{Expiries: s.Expiries}
	case a.server(p) || p >= a.N+a.Clients:
		return s
	case a.bounded && s.Phase != explore.Thinking:
		s.Before |= 1 << s.Request
	}
	return State{Expiries: s.Expiries, Request: s.Request, Before: s.Before}
}
