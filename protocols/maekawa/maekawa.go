package maekawa

import (
	"fmt"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
)

// Config is an instance. New checks its numbers and its variant, but not that the
// quorums have the properties that the algorithm needs.
type Config struct {
	// N is the number of processes, 1 to explore.MaxProcesses. All of them may
	// be members of quorums.
	N int
	// Quorums has, by process, the quorums that it may ask, over the processes
	// 0..N-1: of several, each request may take any. A process without one
	// never asks. Whether quorums intersect is not checked. Nil means that
	// process i asks the majority that follows it cyclically: i to i+⌊N/2⌋.
	Quorums [][]explore.Set
	// Variant is the name of one of Variants; empty for "repaired".
	Variant string
}

// New returns the protocol of an instance. It fails when N is out of range, a
// process has no list of quorums, a quorum is empty or has a member that is no
// process, or the variant is unknown.
func New(c Config) (explore.Protocol[State, Message], error) {
	var none explore.Protocol[State, Message]
	if c.N < 1 || c.N > explore.MaxProcesses {
		return none, fmt.Errorf("%d processes: there must be 1 to %d", c.N, explore.MaxProcesses)
	}
	if c.Quorums == nil {
		for _, majority := range instance.CyclicSets(c.N) {
			c.Quorums = append(c.Quorums, []explore.Set{majority})
		}
	}
	if len(c.Quorums) != c.N {
		return none, fmt.Errorf("%d lists of quorums for %d processes", len(c.Quorums), c.N)
	}
	for p, list := range c.Quorums {
		for _, q := range list {
			if q == 0 {
				return none, fmt.Errorf("process %d has an empty quorum", p+1)
			}
			if !explore.All(c.N).Contains(q) {
				return none, fmt.Errorf("quorum %s of process %d has a member that is none of the %d processes", q, p+1, c.N)
			}
		}
	}
	if c.Variant == "" {
		c.Variant = "repaired"
	}
	f, err := variant.Find(forms(), c.Variant)
	if err != nil {
		return none, err
	}
	a := &algorithm{form: f, quorums: c.Quorums}
	return a.protocol(c.N), nil
}

func (a *algorithm) protocol(n int) explore.Protocol[State, Message] {
	attach := explore.StampedMessages
	if a.allClocks {
		attach = explore.EveryMessage
	}
	protocol := explore.Protocol[State, Message]{
		Name:    "maekawa",
		N:       n,
		Clock:   explore.ClockRule{Attach: attach, TickOnFresh: true},
		Init:    func(int) State { return State{} },
		Actions: a.actions,
		Deliver: a.deliver,
		Observe: func(_ int, s State) explore.Observation {
			return explore.Observation{Phase: s.Phase}
		},
		Safe:  explore.AtMost(1),
		Steps: a.steps(),
	}
	if a.reducible() {
		protocol.Partial = a.partial(n)
	}
	return protocol
}
