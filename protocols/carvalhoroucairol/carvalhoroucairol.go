package carvalhoroucairol

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
	steps := []string{stepAsk, stepReenter, stepLeave, stepAnswered, stepDeferred, stepHeld, stepEnters}
	if !a.silent {
		steps = append(steps, stepAsked)
	}
	return explore.Protocol[State, Message]{
		Name:      "carvalho-roucairol",
		N:         c.N,
		Clock:     clock,
		Init:      a.first,
		Actions:   a.actions,
		Deliver:   a.deliver,
		Exclusion: instance.MutualExclusion(func(s State) explore.Phase { return s.Phase }, a.standing),
		Steps:     steps,
	}, nil
}
