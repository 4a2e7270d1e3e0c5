package ricartagrawala

import (
	"cmp"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
)

// Config is an instance. New checks the numbers in it, and that the variant
// exists.
type Config struct {
	// N is the number of processes, 1 to explore.MaxProcesses.
	N int
	// Variant is the name of a variant; empty for "printed".
	Variant string
}

// New returns the protocol of an instance. It fails when N is out of range or
// the variant is unknown.
func New(c Config) (explore.Protocol[State, Message], error) {
	f, unknown := variant.Find(forms(), c.Variant, "printed")
	if err := cmp.Or(instance.CheckN(c.N), unknown); err != nil {
		return explore.Protocol[State, Message]{}, err
	}
	a := &algorithm{form: f, n: c.N}
	clock := explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true}
	if a.numbers {
		clock = explore.ClockRule{}
	}
	p := explore.Protocol[State, Message]{
		Name:    "ricart-agrawala",
		N:       c.N,
		Clock:   clock,
		Init:    func(int) State { return State{} },
		Actions: a.actions,
		Deliver: a.deliver,
		Exclusion: explore.Exclusion[State]{
			Observe: func(_ int, s State) explore.Observation {
				return explore.Observation{Phase: s.Phase}
			},
			Safe:     explore.AtMost(1),
			Standing: standing,
		},
		Steps:  []string{stepAsk, stepLeave, stepAnswered, stepDeferred, stepCounted, stepEnters},
		Counts: []string{stepCounted},
	}
	if a.named {
		p.Suspect, p.Counts = a.suspect, nil
	}
	return p, nil
}
