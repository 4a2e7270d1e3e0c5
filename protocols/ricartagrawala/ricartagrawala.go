package ricartagrawala

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
	clock := explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true}
	if a.numbers {
		clock = explore.ClockRule{}
	}
	p := explore.Protocol[State, Message]{
		Name:      "ricart-agrawala",
		N:         c.N,
		Clock:     clock,
		Init:      func(int) State { return State{} },
		Actions:   a.actions,
		Deliver:   a.deliver,
		Exclusion: instance.MutualExclusion(func(s State) explore.Phase { return s.Phase }, standing),
		Steps:     []string{stepAsk, stepLeave, stepAnswered, stepDeferred, stepCounted, stepEnters},
		Counts:    []string{stepCounted},
	}
	if a.named {
		p.Suspect, p.Counts = a.suspect, nil
	}
	return p, nil
}
