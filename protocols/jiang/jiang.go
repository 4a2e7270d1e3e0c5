package jiang

import (
	"errors"
	"fmt"

	"qcheck/explore"
)

// Config is an instance. New checks its numbers and its variant, but not that the
// quorums have the properties that the algorithm needs.
type Config struct {
	// N is the number of nodes, 1 to explore.MaxProcesses. All of them may ask,
	// and all of them may be members of quorums.
	N int
	// K is how many groups may be inside at a time; at least 1.
	K int
	// Resources is how many there are, 1 to MaxResources; 0 means 2.
	Resources int
	// Resource has, by process, the resource that it requests, counted from 1,
	// or 0; a process with 0, and every process when Resource is nil, requests
	// any of them.
	Resource []int
	// Write and Read are the two families of the k-wr coterie, over the
	// processes 0..N-1. They are used as they are: whether they are one is not
	// checked.
	Write, Read []explore.Set
	// QuorumChoice says which quorum a process selects.
	QuorumChoice QuorumChoice
	// Reselect lets a process that pends select another write quorum, at any
	// time, but none twice for one request.
	Reselect bool
	// Variant is the name of one of Variants; empty for "repaired".
	Variant string
}

// QuorumChoice says which quorum a process selects when several are possible.
type QuorumChoice uint8

const (
	// AnyQuorum is any of them: each is explored.
	AnyQuorum QuorumChoice = iota
	// FixedQuorum is the first in the order of the family, where process i
	// begins with number i, counted cyclically.
	FixedQuorum
)

// maxSelected is how many write quorums there may be with reselection.
const maxSelected = 32

// New returns the protocol of an instance. It fails when a number is out of
// range, a quorum is empty or has a member that is no process, or the variant
// is unknown.
func New(c Config) (explore.Protocol[State, Message], error) {
	var none explore.Protocol[State, Message]
	if c.Resources == 0 {
		c.Resources = 2
	}
	if c.Variant == "" {
		c.Variant = "repaired"
	}
	if err := c.check(); err != nil {
		return none, err
	}
	r, err := lookup(c.Variant)
	if err != nil {
		return none, err
	}
	return build(c, r), nil
}

// check reports what is out of range.
func (c Config) check() error {
	if c.N < 1 || c.N > explore.MaxProcesses {
		return fmt.Errorf("%d processes: there must be 1 to %d", c.N, explore.MaxProcesses)
	}
	if c.K < 1 {
		return fmt.Errorf("k is %d: it must be at least 1", c.K)
	}
	if c.Resources < 1 || c.Resources > MaxResources {
		return fmt.Errorf("%d resources: there must be 1 to %d", c.Resources, MaxResources)
	}
	if c.Resource != nil && len(c.Resource) != c.N {
		return fmt.Errorf("%d resources requested by %d processes", len(c.Resource), c.N)
	}
	for p, x := range c.Resource {
		if x < 0 || x > c.Resources {
			return fmt.Errorf("process %d requests resource %d of %d", p+1, x, c.Resources)
		}
	}
	for _, f := range []struct {
		name    string
		quorums []explore.Set
	}{{"write", c.Write}, {"read", c.Read}} {
		if len(f.quorums) == 0 {
			return errors.New("there is no " + f.name + " quorum")
		}
		for i, q := range f.quorums {
			if q == 0 {
				return fmt.Errorf("%s quorum %d is empty", f.name, i+1)
			}
			if !explore.All(c.N).Contains(q) {
				return fmt.Errorf("%s quorum %s has a member that is none of the %d processes", f.name, q, c.N)
			}
		}
	}
	if c.Reselect && len(c.Write) > maxSelected {
		return fmt.Errorf("%d write quorums: with reselection there may be %d", len(c.Write), maxSelected)
	}
	if c.QuorumChoice > FixedQuorum {
		return fmt.Errorf("unknown quorum choice %d", c.QuorumChoice)
	}
	return nil
}

// algorithm is an instance in one reading.
type algorithm struct {
	Config
	reading
}

func build(c Config, r reading) explore.Protocol[State, Message] {
	a := &algorithm{Config: c, reading: r}
	return explore.Protocol[State, Message]{
		Name: "jiang",
		N:    c.N,
		// Proof of Theorem 4: on every message a node sets its clock to one
		// more than the largest ever seen.
		Clock:   explore.ClockRule{Attach: explore.EveryMessage, TickOnFresh: true, TickOnReceive: true},
		Init:    func(int) State { return State{} },
		Actions: a.actions,
		Deliver: a.deliver,
		Observe: observe,
		Safe:    a.safe,
		Goals:   a.goals(),
		Steps:   a.steps(),
	}
}
