package abd

import (
	"cmp"
	"errors"

	"qcheck/explore"
	"qcheck/explore/linearizable"
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
)

// Config is an instance. New checks the numbers and sets in it, and that the variant exists.
type Config struct {
	// N is the number of replicas, Writers and Readers those of clients: together at most explore.MaxProcesses.
	N, Writers, Readers int
	// Writes and Reads are how many operations each of them makes, at most 100.
	Writes, Reads int
	// Read and Write are the quorums, sets of replicas: 0 to N-1.
	Read, Write []explore.Set
	// Variant is the name of a variant; empty for "printed".
	Variant string
}

// Atomicity is the requirement that the operations are linearizable, and Completion that all of them can return.
const (
	Atomicity  explore.Property = "atomicity"
	Completion explore.Property = "completion"
)

// New returns the protocol of an instance. It fails when a number is out of range, a quorum is no set of replicas, or the
// variant is unknown or does not fit.
func New(c Config) (explore.Protocol[State, Message], error) {
	none := explore.Protocol[State, Message]{}
	f, err := variant.Find(forms(), c.Variant, "printed")
	n := c.N + c.Writers + c.Readers
	if err := cmp.Or(err, instance.CheckN(c.N), instance.CheckN(n),
		instance.CheckRange("writers", c.Writers, 0, explore.MaxProcesses), instance.CheckRange("readers", c.Readers, 0, explore.MaxProcesses),
		instance.CheckRange("writes", c.Writes, 0, 100), instance.CheckRange("reads", c.Reads, 0, 100),
		instance.CheckSets("read quorum %d", c.Read, c.N), instance.CheckSets("write quorum %d", c.Write, c.N)); err != nil {
		return none, err
	}
	if c.Variant == singleWriter && c.Writers > 1 {
		return none, errors.New("the variant single-writer has one writer")
	}
	a := &algorithm{form: f, Config: c}
	p := explore.Protocol[State, Message]{
		Name: "abd", N: n, Network: explore.Unordered,
		Init:    func(int) State { return State{} },
		Actions: a.actions, Deliver: a.deliver,
		Restart: func(p int, s State) State {
			switch {
			case a.replica(p) && !f.forgets:
				return s
			case a.replica(p):
				return State{}
			}
			return State{Done: a.operations(p)}
		},
		Steps: []string{stepRead, stepWrite, stepQuery, stepUpdate, stepOld, stepCollected, stepUpdates, stepCounted, stepReadEnds, stepWriteEnds, stepLate},
	}
	history, atomic := linearizable.Watch[State, Message](Atomicity, register, a.calls)
	p.History = history
	p.Requires = []explore.Requirement[State, Message]{atomic, explore.Sometimes(Completion, func(v explore.View[State, Message]) bool {
		for q, s := range v.Locals {
			if s.Done < a.operations(q) && !a.replica(q) || v.Down.Has(q) {
				return false
			}
		}
		return true
	})}
	return p, nil
}

// A Call reads, if it has no value, or writes it. The result of a write is no value.
type Call struct{ Write Value }

var register = linearizable.Object[Value, Call, Value]{Apply: func(s Value, c Call) (Value, Value) {
	if c.Write == (Value{}) {
		return s, s
	}
	return c.Write, Value{}
}}

// calls says which operations begin and end.
func (a *algorithm) calls(e explore.Event[State]) linearizable.Calls[Call, Value] {
	switch e.Step {
	case stepRead:
		return linearizable.Calls[Call, Value]{Invokes: true}
	case stepWrite:
		return linearizable.Calls[Call, Value]{Invokes: true, Call: Call{Value{explore.ProcessOf(e.Process), e.Before.Done + 1}}}
	case stepReadEnds:
		return linearizable.Calls[Call, Value]{Returns: true, Result: e.After.Value}
	case stepWriteEnds:
		return linearizable.Calls[Call, Value]{Returns: true}
	}
	return linearizable.Calls[Call, Value]{}
}
