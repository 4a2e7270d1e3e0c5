package raymond

import (
	"cmp"
	"fmt"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
)

// Config is an instance. New checks the numbers in it, and that the variant
// exists.
type Config struct {
	// N is the number of processes, 1 to explore.MaxProcesses.
	N int
	// K is how many processes may be in the critical section at a time, 1 to N.
	K int
	// Variant is the name of a variant; empty for "repaired".
	Variant string
}

// New returns the protocol of an instance. It fails when a number is out of
// range or the variant is unknown.
func New(c Config) (explore.Protocol[State, Message], error) {
	var none explore.Protocol[State, Message]
	r, unknown := variant.Find(readings(), c.Variant, "repaired")
	if err := cmp.Or(instance.CheckN(c.N), instance.CheckRange("k", c.K, 1, c.N), unknown); err != nil {
		return none, err
	}
	a := &algorithm{reading: r, n: c.N, k: c.K}
	return a.protocol(), nil
}

func (a *algorithm) protocol() explore.Protocol[State, Message] {
	clock := explore.ClockRule{Attach: explore.EveryMessage, TickOnFresh: true, TickOnReceive: true}
	if a.requestsOnly {
		clock = explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true}
	}
	capacity := 0
	if a.oneAtATime {
		capacity = 2 // a REQUEST and a REPLY
	}
	return explore.Protocol[State, Message]{
		Name:    "raymond",
		N:       a.n,
		Clock:   clock,
		Init:    func(int) State { return State{} },
		Actions: a.actions,
		Deliver: a.deliver,
		Exclusion: explore.Exclusion[State]{
			Observe: func(_ int, s State) explore.Observation {
				return explore.Observation{Phase: s.Phase}
			},
			Safe:     a.safe,
			Standing: a.standing,
		},
		Steps:    a.steps(),
		Capacity: capacity,
	}
}

// safe is k-mutual exclusion.
func (a *algorithm) safe(all []explore.Observation) string {
	var inside explore.Set
	for p, o := range all {
		if o.Phase == explore.Inside {
			inside = inside.With(p)
		}
	}
	if inside.Len() > a.k {
		return fmt.Sprintf("%d processes, %s, are in the critical section at the same time", inside.Len(), inside)
	}
	return ""
}
