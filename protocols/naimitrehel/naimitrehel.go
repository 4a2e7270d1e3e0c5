package naimitrehel

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

// New returns the protocol of an instance, in which process 0 has the token at first
// and is the father of all others. It fails when N is out of range or the variant is
// unknown.
func New(c Config) (explore.Protocol[State, Message], error) {
	f, unknown := variant.Find(forms(), c.Variant, "printed")
	if err := cmp.Or(instance.CheckN(c.N), unknown); err != nil {
		return explore.Protocol[State, Message]{}, err
	}
	a := &algorithm{form: f}
	steps := []string{stepAsk, stepReenter, stepLeave, stepPass, stepForwarded, stepNext, stepGiven, stepEnter}
	if a.rootStays {
		steps = append(steps, stepRoot)
	}
	return explore.Protocol[State, Message]{
		Name: "naimi-trehel",
		N:    c.N,
		Init: func(p int) State {
			if p == 0 {
				return State{Token: true}
			}
			return State{Father: explore.ProcessOf(0)}
		},
		Actions: actions,
		Deliver: a.deliver,
		Exclusion: explore.Exclusion[State]{
			Observe:  func(_ int, s State) explore.Observation { return explore.Observation{Phase: s.Phase} },
			Safe:     explore.AtMost(1),
			Standing: standing,
		},
		Steps: steps,
	}, nil
}
