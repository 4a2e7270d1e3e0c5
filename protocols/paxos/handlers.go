package paxos

import (
	"qcheck/explore"
	"qcheck/protocols/instance"
)

// The names of the steps.
const (
	stepPropose  = "propose"
	stepPromise  = "PREPARE: promised"
	stepRefused  = "PREPARE: refused"
	stepCounted  = "PROMISE: counted"
	stepOwn      = "PROMISE: quorum, own value"
	stepAdopts   = "PROMISE: quorum, adopts a value"
	stepAccepts  = "ACCEPT: accepted"
	stepRejects  = "ACCEPT: refused"
	stepHeard    = "ACCEPTED: counted"
	stepLearns   = "ACCEPTED: quorum, learns"
	stepOutdated = "outdated"
)

type step = explore.Step[State, Message]

// algorithm has the parameters of an instance; its methods are the handlers.
type algorithm struct {
	form
	Config
}

func (a *algorithm) acceptor(p int) bool { return p < a.N }

// next returns the number of a proposer after another one, and whether there is one.
func (a *algorithm) next(p int, after Number) (Number, bool) {
	if after == 0 {
		return Number(p - a.N + 1), a.Ballots > 0
	}
	n := int(after) + a.Proposers
	return Number(n), n <= a.Ballots*a.Proposers
}

// actions is phase 1 (a): a proposal with the next number.
func (a *algorithm) actions(p int, s State) []step {
	if a.acceptor(p) || s.Learned != 0 {
		return nil
	}
	n, ok := a.next(p, s.Number)
	if !ok {
		return nil
	}
	kind := explore.May
	if s.Number == 0 {
		kind = explore.Plain // the first one is made at some time
	}
	return []step{{Name: stepPropose, Kind: kind, Next: State{Number: n, Phase: 1}, Send: a.toAcceptors(Message{Kind: PREPARE, Number: n})}}
}

func (a *algorithm) toAcceptors(m Message) []explore.Out[Message] {
	return explore.SendTo(explore.All(a.N), m)
}

func (a *algorithm) deliver(p int, s State, from int, m Message) []step {
	switch {
	case m.Kind == PREPARE:
		return a.prepare(s, from, m)
	case m.Kind == ACCEPT:
		return a.accept(s, from, m)
	case m.Number == s.Number && m.Kind == PROMISE && s.Phase == 1:
		return a.promise(p, s, from, m)
	case m.Number == s.Number && m.Kind == ACCEPTED && s.Phase == 2:
		return a.accepted(s, from, m)
	}
	return []step{{Name: stepOutdated, Next: s}}
}

// prepare is phase 1 (b).
func (a *algorithm) prepare(s State, from int, m Message) []step {
	if m.Number <= s.Promised {
		return []step{{Name: stepRefused, Next: s}}
	}
	if !a.noPromise {
		s.Promised = m.Number
	}
	answer := Message{Kind: PROMISE, Number: m.Number, Accepted: s.Accepted, Value: s.Value}
	return []step{{Name: stepPromise, Next: s, Send: explore.SendTo(explore.SetOf(from), answer)}}
}

// promise is phase 2 (a), when a quorum has promised.
func (a *algorithm) promise(p int, s State, from int, m Message) []step {
	s.By = s.By.With(from)
	if m.Accepted > s.Accepted {
		s.Accepted, s.Value = m.Accepted, m.Value
	}
	if !instance.HasQuorum(s.By, a.First) {
		return []step{{Name: stepCounted, Next: s}}
	}
	name, v := stepAdopts, s.Value
	if s.Accepted == 0 || a.ownValue {
		name, v = stepOwn, explore.ProcessOf(p)
	}
	next := State{Number: s.Number, Phase: 2, Value: v}
	return []step{{Name: name, Next: next, Send: a.toAcceptors(Message{Kind: ACCEPT, Number: s.Number, Value: v})}}
}

// accept is phase 2 (b). Whoever accepts a proposal has promised its number, too: the text does not say so, and nothing
// that is numbered less may be accepted then.
func (a *algorithm) accept(s State, from int, m Message) []step {
	if m.Number < s.Promised {
		return []step{{Name: stepRejects, Next: s}}
	}
	s.Accepted, s.Value = m.Number, m.Value
	if !a.noPromise {
		s.Promised = m.Number
	}
	return []step{{Name: stepAccepts, Next: s, Send: explore.SendTo(explore.SetOf(from), Message{Kind: ACCEPTED, Number: m.Number})}}
}

// accepted is the learner.
func (a *algorithm) accepted(s State, from int, _ Message) []step {
	s.By = s.By.With(from)
	if !instance.HasQuorum(s.By, a.Second) {
		return []step{{Name: stepHeard, Next: s}}
	}
	return []step{{Name: stepLearns, Next: State{Number: s.Number, Learned: s.Value}}}
}

// restart is what is on stable storage.
func (a *algorithm) restart(p int, s State) State {
	switch {
	case a.acceptor(p) && a.forgets:
		return State{}
	case a.acceptor(p):
		return s
	case a.forgetsNumber:
		return State{}
	case a.oldNumber && s.Number > 0:
		return State{Number: s.Number, Phase: 1}
	}
	return State{Number: s.Number} // what comes of its old proposals is outdated
}
