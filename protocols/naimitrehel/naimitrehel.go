package naimitrehel

import (
	"qcheck/explore"
	"qcheck/protocols/instance"
)

// Config is an instance. New checks it; the variant is "printed" where none is named.
type Config = instance.Config

// New returns the protocol of an instance, in which process 0 has the token at first
// and is the father of all others. It fails when N is out of range or the variant is
// unknown.
func New(c Config) (explore.Protocol[State, Message], error) {
	f, err := instance.FormOf(c, forms(), "printed")
	if err != nil {
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
		Actions:   actions,
		Deliver:   a.deliver,
		Exclusion: instance.MutualExclusion(func(s State) explore.Phase { return s.Phase }, standing),
		Steps:     steps,
	}, nil
}
