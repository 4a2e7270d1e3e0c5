package abd

import (
	"math"

	"qcheck/explore"
	"qcheck/protocols/instance"
)

// The names of the steps.
const (
	stepRead      = "read"
	stepWrite     = "write"
	stepQuery     = "QUERY: answered"
	stepUpdate    = "UPDATE: kept"
	stepOld       = "UPDATE: not newer"
	stepCollected = "ANSWER: collected"
	stepUpdates   = "ANSWER: quorum, updates"
	stepCounted   = "ACKNOWLEDGE: counted"
	stepReadEnds  = "read returns"
	stepWriteEnds = "write returns"
	stepLate      = "late"
)

type step = explore.Step[State, Message]

// algorithm has the parameters of an instance; its methods are the handlers.
type algorithm struct {
	form
	Config
}

func (a *algorithm) replica(p int) bool { return p < a.N }

func (a *algorithm) writer(p int) bool { return p < a.N+a.Writers }

// operations returns how many operations a client makes.
func (a *algorithm) operations(p int) uint8 {
	if a.writer(p) {
		return uint8(a.Writes)
	}
	return uint8(a.Reads)
}

// actions begins the next operation of a client.
func (a *algorithm) actions(p int, s State) []step {
	if a.replica(p) || s.Phase != Idle || s.Done == a.operations(p) {
		return nil
	}
	switch {
	case !a.writer(p):
		s.Phase, s.Value = Querying, Value{}
		return []step{{Name: stepRead, Next: s, Send: a.toReplicas(Message{Kind: QUERY, Operation: s.Done + 1})}}
	case a.counts: // the own tag says how many writes there were
		return []step{a.update(stepWrite, p, s)}
	}
	s.Phase = Querying
	return []step{{Name: stepWrite, Next: s, Send: a.toReplicas(Message{Kind: QUERY, Operation: s.Done + 1})}}
}

func (a *algorithm) toReplicas(m Message) []explore.Out[Message] {
	return explore.SendTo(explore.All(a.N), m)
}

func (a *algorithm) deliver(p int, s State, from int, m Message) []step {
	switch {
	case a.replica(p):
		return a.serve(s, from, m)
	case m.Operation != s.Done+1 || (m.Kind == ANSWER) != (s.Phase == Querying) || s.Phase == Idle:
		return []step{{Name: stepLate, Next: s}}
	case m.Kind == ANSWER:
		return a.answer(p, s, from, m)
	}
	return a.acknowledge(p, s, from)
}

// serve is a replica.
func (a *algorithm) serve(s State, from int, m Message) []step {
	reply := func(name string, m Message) []step {
		return []step{{Name: name, Next: s, Send: explore.SendTo(explore.SetOf(from), m)}}
	}
	if m.Kind == QUERY {
		return reply(stepQuery, Message{Kind: ANSWER, Operation: m.Operation, Tag: s.Tag, Value: s.Value})
	}
	name := stepOld
	if m.Tag.above(s.Tag) {
		name = stepUpdate
		s.Tag, s.Value = m.Tag, m.Value
	}
	return reply(name, Message{Kind: ACKNOWLEDGE, Operation: m.Operation})
}

// answer is the first phase of a client: of all answers it keeps the value with the greatest tag.
func (a *algorithm) answer(p int, s State, from int, m Message) []step {
	s.Answered = s.Answered.With(from)
	if m.Tag.above(s.Tag) {
		s.Tag, s.Value = m.Tag, m.Value
	}
	switch {
	case !instance.HasQuorum(s.Answered, a.Read):
		return []step{{Name: stepCollected, Next: s}}
	case !a.writer(p) && a.noWriteBack:
		return []step{a.end(p, s)}
	}
	return []step{a.update(stepUpdates, p, s)}
}

// update begins the second phase of a client: of a read with the value that it has found, of a write with its own.
func (a *algorithm) update(name string, p int, s State) step {
	switch {
	case a.writer(p) && s.Tag.Number == math.MaxUint8:
		return step{Name: name, Overflow: "a tag has a number above 255"}
	case a.writer(p):
		me := explore.ProcessOf(p)
		s.Tag, s.Value = Tag{s.Tag.Number + 1, me}, Value{me, s.Done + 1}
	}
	s.Phase, s.Answered = Updating, 0
	return step{Name: name, Next: s, Send: a.toReplicas(Message{Kind: UPDATE, Operation: s.Done + 1, Tag: s.Tag, Value: s.Value})}
}

// acknowledge is the second phase of a client.
func (a *algorithm) acknowledge(p int, s State, from int) []step {
	s.Answered = s.Answered.With(from)
	if !instance.HasQuorum(s.Answered, a.Write) {
		return []step{{Name: stepCounted, Next: s}}
	}
	return []step{a.end(p, s)}
}

// end returns from an operation. What a history is told is in the state before.
func (a *algorithm) end(p int, s State) step {
	name, next := stepReadEnds, State{Done: s.Done + 1}
	if a.writer(p) {
		name = stepWriteEnds
		if a.counts {
			next.Tag = s.Tag
		}
	} else {
		next.Value = s.Value // the result
	}
	return step{Name: name, Next: next}
}
