package leaselock

import (
	"cmp"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
)

// State is the local state of a process.
type State struct {
	// Of a server: who has its lease, and how often it may still expire.
	Lease    explore.Process
	Expiries uint8

	// Of a client: who has given it a lease, and who has still to answer.
	Phase  explore.Phase
	Leases explore.Set
	Asked  explore.Set
}

// A Message is its kind.
type Message uint8

const (
	LOCK Message = iota + 1
	GIVEN
	TAKEN
	UNLOCK
)

var messageNames = [...]string{0: "no message", LOCK: "LOCK", GIVEN: "GIVEN", TAKEN: "TAKEN", UNLOCK: "UNLOCK"}

// String returns the name of the message.
func (m Message) String() string { return variant.Name(messageNames[:], m) }

// Config is an instance. New checks the numbers and sets in it.
type Config struct {
	// N is the number of servers, Clients that of clients: together at most explore.MaxProcesses.
	N, Clients int
	// Expiries is how often the lease of each server may expire, at most 100.
	Expiries int
	// Quorums are sets of servers, 0 to N-1.
	Quorums []explore.Set
}

// New returns the protocol of an instance. It fails when a number is out of range, or a quorum is no set of servers.
func New(c Config) (explore.Protocol[State, Message], error) {
	if err := cmp.Or(instance.CheckN(c.N), instance.CheckN(c.N+c.Clients), instance.CheckRange("clients", c.Clients, 1, explore.MaxProcesses),
		instance.CheckRange("expiries", c.Expiries, 0, 100), instance.CheckSets("quorum %d", c.Quorums, c.N)); err != nil {
		return explore.Protocol[State, Message]{}, err
	}
	a := &algorithm{c}
	return explore.Protocol[State, Message]{
		Name: "lease-lock", N: c.N + c.Clients,
		Init: func(p int) State {
			if a.server(p) {
				return State{Expiries: uint8(c.Expiries)}
			}
			return State{}
		},
		Actions: a.actions, Deliver: a.deliver,
		Exclusion: explore.Exclusion[State]{
			Observe:  func(_ int, s State) explore.Observation { return explore.Observation{Phase: s.Phase} },
			Safe:     explore.AtMost(1),
			Standing: a.standing,
		},
		Steps: []string{stepAsk, stepGiveUp, stepLeave, stepExpires, stepGives, stepRefuses, stepUnlocks, stepNotHeld, stepEnters, stepCounted, stepLacks, stepLate},
	}, nil
}

// The names of the steps.
const (
	stepAsk     = "ask"
	stepGiveUp  = "gives up"
	stepLeave   = "leave"
	stepExpires = "the lease expires"
	stepGives   = "LOCK: given"
	stepRefuses = "LOCK: refused"
	stepUnlocks = "UNLOCK"
	stepNotHeld = "UNLOCK: not held"
	stepEnters  = "GIVEN: quorum, enters"
	stepCounted = "GIVEN: counted"
	stepLacks   = "TAKEN"
	stepLate    = "late"
)

type step = explore.Step[State, Message]

// algorithm has the parameters of an instance; its methods are the handlers.
type algorithm struct{ Config }

func (a *algorithm) server(p int) bool { return p < a.N }

func (a *algorithm) actions(p int, s State) []step {
	servers := explore.All(a.N)
	switch {
	case a.server(p) && s.Lease != 0 && s.Expiries > 0:
		return []step{{Name: stepExpires, Kind: explore.May, Next: State{Expiries: s.Expiries - 1}}}
	case a.server(p):
	case s.Phase == explore.Thinking && s.Asked == 0:
		return []step{{Name: stepAsk, Kind: explore.Ask, Next: State{Phase: explore.Waiting, Asked: servers}, Send: explore.SendTo(servers, LOCK)}}
	case s.Phase == explore.Waiting:
		return []step{{Name: stepGiveUp, Next: State{Asked: s.Asked}, Send: explore.SendTo(servers, UNLOCK)}}
	case s.Phase == explore.Inside:
		return []step{{Name: stepLeave, Kind: explore.Leave, Next: State{Asked: s.Asked}, Send: explore.SendTo(servers, UNLOCK)}}
	}
	return nil
}

func (a *algorithm) deliver(p int, s State, from int, m Message) []step {
	client := explore.ProcessOf(from)
	switch m {
	case LOCK:
		return a.request(s, client)
	case UNLOCK:
		if s.Lease != client {
			return []step{{Name: stepNotHeld, Next: s}}
		}
		s.Lease = 0
		return []step{{Name: stepUnlocks, Next: s}}
	}
	return a.answer(s, from, m)
}

// request gives the lease of a server if nobody has it.
func (a *algorithm) request(s State, client explore.Process) []step {
	answer := explore.SetOf(client.Index())
	if s.Lease != 0 && s.Lease != client {
		return []step{{Name: stepRefuses, Next: s, Send: explore.SendTo(answer, TAKEN)}}
	}
	s.Lease = client
	return []step{{Name: stepGives, Next: s, Send: explore.SendTo(answer, GIVEN)}}
}

// answer is what a server says to a client.
func (a *algorithm) answer(s State, from int, m Message) []step {
	s.Asked = s.Asked.Without(from)
	switch {
	case s.Phase != explore.Waiting:
		return []step{{Name: stepLate, Next: s}}
	case m == TAKEN:
		return []step{{Name: stepLacks, Next: s}}
	}
	s.Leases = s.Leases.With(from)
	if !instance.HasQuorum(s.Leases, a.Quorums) {
		return []step{{Name: stepCounted, Next: s}}
	}
	return []step{{Name: stepEnters, Next: State{Phase: explore.Inside, Asked: s.Asked}}}
}
