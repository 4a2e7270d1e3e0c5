package raynal

import (
	"cmp"
	"slices"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
)

// maxUnits is the largest M, so that a State has room for it.
const maxUnits = 255

// Config is an instance. New checks the numbers in it, and that the variant
// exists.
type Config struct {
	// N is the number of processes, 1 to explore.MaxProcesses.
	N int
	// M is how many resources there are, 1 to 255.
	M int
	// Units is, by process, how many resources each of its requests is for, 1 to
	// M, or 0: any number, chosen at each request. Nil is one for each process.
	Units []int
	// Variant is the name of a variant; empty for "counted".
	Variant string
}

// New returns the protocol of an instance. It fails when a number is out of
// range or the variant is unknown.
func New(c Config) (explore.Protocol[State, Message], error) {
	var none explore.Protocol[State, Message]
	_, unknown := variant.Find(forms(), c.Variant, counted)
	err := cmp.Or(
		instance.CheckN(c.N),
		instance.CheckRange("the number of resources", c.M, 1, maxUnits),
		instance.CheckUnits("resources", c.Units, c.N, c.M),
		unknown,
	)
	if err != nil {
		return none, err
	}
	if c.Units == nil {
		c.Units = slices.Repeat([]int{1}, c.N)
	}
	a := &algorithm{Config: c}
	return explore.Protocol[State, Message]{
		Name:    "raynal",
		N:       c.N,
		Clock:   explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true},
		Init:    func(int) State { return State{} },
		Actions: a.actions,
		Deliver: a.deliver,
		Exclusion: explore.Exclusion[State]{
			Observe: func(_ int, s State) explore.Observation {
				return explore.Observation{Phase: s.Phase, Units: s.Units}
			},
			Safe:     instance.AtMostUnits(c.M),
			Standing: a.standing,
		},
		Steps: []string{stepAsk, stepLeave, stepAnswered, stepDeferred, stepCounted, stepEnters},
	}, nil
}
