package manabetajima

import (
	"fmt"

	"qcheck/explore"
	"qcheck/protocols/variant"
)

// MaxUnits is the largest k of an instance.
const MaxUnits = 100

// Config is an instance. New checks its numbers and its variant, but not that the
// quorums have the properties that the algorithm needs.
type Config struct {
	// N is the number of processes, 1 to explore.MaxProcesses. All of them may
	// be members of quorums.
	N int
	// K is how many units there are, 1 to MaxUnits.
	K int
	// Units has, by process, how many units it asks for, 1 to K, or 0 for any
	// number, chosen at each request. Nil stands for 0 for every process.
	Units []int
	// Quorums has the quorums of Q_h at h-1, for each h from 1 to K, over the
	// processes 0..N-1. That they are an (h,k)-arbiter is not checked.
	Quorums [][]explore.Set
	// QuorumChoice says which of them a request is sent to.
	QuorumChoice QuorumChoice
	// Variant is the name of one of Variants; empty for "repaired".
	Variant string
}

// QuorumChoice says which quorum a process selects when several are possible.
type QuorumChoice uint8

const (
	// AnyQuorum is any of them, chosen at each request: each is explored.
	AnyQuorum QuorumChoice = iota
	// FixedQuorum gives process i the i-th of each Q_h, counted cyclically.
	FixedQuorum
)

// New returns the protocol of an instance. It fails when a number is out of
// range, there are not as many lists of quorums as units, a list is empty, a
// quorum is empty or has a member that is no process, or the variant is unknown.
func New(c Config) (explore.Protocol[State, Message], error) {
	var none explore.Protocol[State, Message]
	if c.N < 1 || c.N > explore.MaxProcesses {
		return none, fmt.Errorf("%d processes: there must be 1 to %d", c.N, explore.MaxProcesses)
	}
	if c.K < 1 || c.K > MaxUnits {
		return none, fmt.Errorf("k is %d: it must be 1 to %d", c.K, MaxUnits)
	}
	if c.Units == nil {
		c.Units = make([]int, c.N)
	}
	if len(c.Units) != c.N {
		return none, fmt.Errorf("%d numbers of units for %d processes", len(c.Units), c.N)
	}
	for p, h := range c.Units {
		if h < 0 || h > c.K {
			return none, fmt.Errorf("process %d asks for %d units: it may be 1 to %d, or 0 for any number", p+1, h, c.K)
		}
	}
	if err := c.checkQuorums(); err != nil {
		return none, err
	}
	if c.QuorumChoice > FixedQuorum {
		return none, fmt.Errorf("unknown quorum choice %d", c.QuorumChoice)
	}
	if c.Variant == "" {
		c.Variant = "repaired"
	}
	r, err := variant.Find(readings(), c.Variant)
	if err != nil {
		return none, err
	}
	return build(c, r), nil
}

func (c Config) checkQuorums() error {
	if len(c.Quorums) != c.K {
		return fmt.Errorf("%d lists of quorums: there must be one for each number of units, 1 to %d", len(c.Quorums), c.K)
	}
	for i, list := range c.Quorums {
		if len(list) == 0 {
			return fmt.Errorf("there is no quorum for %d units", i+1)
		}
		for j, q := range list {
			if q == 0 {
				return fmt.Errorf("quorum %d for %d units is empty", j+1, i+1)
			}
			if !explore.All(c.N).Contains(q) {
				return fmt.Errorf("quorum %s for %d units has a member that is none of the %d processes", q, i+1, c.N)
			}
		}
	}
	return nil
}

// build returns the protocol of an instance that is in order. Units is not nil.
func build(c Config, r reading) explore.Protocol[State, Message] {
	a := &algorithm{Config: c, reading: r}
	// Section 4.1: every message carries the clock, its receiver goes to
	// max+1, and a request has the clock of its sending.
	clock := explore.ClockRule{Attach: explore.EveryMessage, TickOnReceive: true}
	if a.processFirst {
		clock = explore.ClockRule{} // it is not read
	}
	return explore.Protocol[State, Message]{
		Name:    "manabe-tajima",
		N:       c.N,
		Clock:   clock,
		Init:    func(int) State { return State{X: uint8(c.K)} },
		Actions: a.actions,
		Deliver: a.deliver,
		Observe: func(_ int, s State) explore.Observation {
			return explore.Observation{Phase: s.Phase, Units: s.Units}
		},
		Safe:  a.safe,
		Steps: a.steps(),
	}
}

// safe is the safety of section 2.2: each unit is used by one process at most.
func (a *algorithm) safe(all []explore.Observation) string {
	var inside explore.Set
	units := 0
	for p, o := range all {
		if o.Phase == explore.Inside {
			inside = inside.With(p)
			units += int(o.Units)
		}
	}
	if units <= a.K {
		return ""
	}
	return fmt.Sprintf("the processes inside, %s, use %d units, and there are %d", inside, units, a.K)
}
