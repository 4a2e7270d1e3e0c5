package lamport

import (
	"qcheck/explore"
	"qcheck/protocols/instance"
)

// Config is an instance. New checks it; the variant is "printed" where none is named.
type Config = instance.Config

// New returns the protocol of an instance. It fails when N is out of range or
// the variant is unknown.
func New(c Config) (explore.Protocol[State, Message], error) {
	f, err := instance.FormOf(c, forms(), "printed")
	if err != nil {
		return explore.Protocol[State, Message]{}, err
	}
	a := &algorithm{form: f, n: c.N}
	clock := explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true, TickOnReceive: true}
	steps := []string{stepAsk, stepEnter, stepLeave, stepAcknowledged, stepAcknowledge, stepRelease}
	if !a.timestamps {
		clock.TickOnFresh, clock.Start = false, 1
	}
	if a.omitted {
		steps = append(steps, stepNoted)
	}
	return explore.Protocol[State, Message]{
		Name:      "lamport",
		N:         c.N,
		Clock:     clock,
		Init:      func(int) State { return State{} },
		Actions:   a.actions,
		Deliver:   a.deliver,
		Exclusion: instance.MutualExclusion(func(s State) explore.Phase { return s.Phase }, a.standing),
		Steps:     steps,
	}, nil
}
