package paxos

import (
	"cmp"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
)

// Config is an instance. New checks the numbers and sets in it, and that the variant exists.
type Config struct {
	// N is the number of acceptors, Proposers that of proposers: together at most explore.MaxProcesses.
	N, Proposers int
	// Ballots is how many proposals each proposer may make, at most 10.
	Ballots int
	// First and Second are the quorums of the phases, sets of acceptors: 0 to N-1.
	First, Second []explore.Set
	// Variant is the name of a variant; empty for "printed".
	Variant string
}

// What is required: see the package comment.
const (
	Agreement explore.Property = "agreement"
	Validity  explore.Property = "validity"
	Learning  explore.Property = "learning"
	Choice    explore.Property = "choice"
)

// New returns the protocol of an instance. It fails when a number is out of range, a quorum is no set of acceptors, or the
// variant is unknown.
func New(c Config) (explore.Protocol[State, Message], error) {
	f, err := variant.Find(forms(), c.Variant, "printed")
	if err := cmp.Or(err, instance.CheckN(c.N), instance.CheckN(c.N+c.Proposers),
		instance.CheckRange("proposers", c.Proposers, 1, explore.MaxProcesses), instance.CheckRange("ballots", c.Ballots, 0, 10),
		instance.CheckSets("quorum %d of phase 1", c.First, c.N), instance.CheckSets("quorum %d of phase 2", c.Second, c.N)); err != nil {
		return explore.Protocol[State, Message]{}, err
	}
	a := &algorithm{form: f, Config: c}
	history := explore.Watch[State, Message](Outcome{}, a.watch)
	history.Normal = func(h any) any { return h.(Outcome).normal() }
	return explore.Protocol[State, Message]{
		Name: "paxos", N: c.N + c.Proposers, Network: explore.Unordered,
		Init:    func(int) State { return State{} },
		Actions: a.actions, Deliver: a.deliver, Restart: a.restart,
		Steps:   []string{stepPropose, stepPromise, stepRefused, stepCounted, stepOwn, stepAdopts, stepAccepts, stepRejects, stepHeard, stepLearns, stepOutdated},
		History: history.Seeing(seen), Requires: a.requirements(),
	}, nil
}
