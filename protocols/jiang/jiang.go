package jiang

import (
	"cmp"
	"fmt"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
)

// Config is an instance. New checks its numbers and its variant, but not that the
// quorums have the properties that the algorithm needs.
type Config struct {
	// N is the number of nodes, 1 to explore.MaxProcesses. All of them may ask,
	// and all of them may be members of quorums.
	N int
	// K is how many groups may be in the critical section at a time; at least 1.
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
	// Fixed lets a process select, of several possible quorums, the first in the
	// order of the family, where process i begins with number i, counted
	// cyclically. Otherwise it is any of them: each is explored.
	Fixed bool
	// Reselect lets a process that pends select another write quorum, at any
	// time, but none twice for one request.
	Reselect bool
	// Variant is the name of a variant; empty for "repaired".
	Variant string
}

// maxSelected is how many write quorums there may be with reselection.
const maxSelected = 32

// New returns the protocol of an instance. It fails when a number is out of
// range, a quorum is empty or has a member that is no process, or the variant
// is unknown.
func New(c Config) (explore.Protocol[State, Message], error) {
	var none explore.Protocol[State, Message]
	c.Resources = cmp.Or(c.Resources, 2)
	r, unknown := variant.Find(forms(), c.Variant, "repaired")
	err := cmp.Or(
		instance.CheckN(c.N),
		instance.CheckRange("k", c.K, 1, instance.None),
		instance.CheckRange("the number of resources", c.Resources, 1, MaxResources),
		instance.CheckCount("requested resources", c.Resource, c.N),
		instance.CheckRange("the number of write quorums", len(c.Write), 1, instance.None),
		instance.CheckRange("the number of read quorums", len(c.Read), 1, instance.None),
		instance.CheckSets("write quorum %d", c.Write, c.N),
		instance.CheckSets("read quorum %d", c.Read, c.N),
		unknown,
	)
	for p, x := range c.Resource {
		err = cmp.Or(err, instance.CheckRange(fmt.Sprintf("the resource of process %d", p+1), x, 0, c.Resources))
	}
	if c.Reselect {
		err = cmp.Or(err, instance.CheckRange("with reselection, the number of write quorums", len(c.Write), 1, maxSelected))
	}
	if err != nil {
		return none, err
	}
	return build(c, r), nil
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
		Exclusion: explore.Exclusion[State]{
			Observe:  observe,
			Safe:     a.safe,
			Standing: a.standing,
			Goals:    a.goals(),
		},
		Steps: a.steps(),
	}
}
