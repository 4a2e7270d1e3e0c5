package raynal

import (
	"fmt"
	"slices"

	"qcheck/explore"
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
	// Variant is the name of one of Variants; empty for "counted".
	Variant string
}

// New returns the protocol of an instance. It fails when a number is out of
// range or the variant is unknown.
func New(c Config) (explore.Protocol[State, Message], error) {
	var none explore.Protocol[State, Message]
	if c.N < 1 || c.N > explore.MaxProcesses {
		return none, fmt.Errorf("%d processes: there must be 1 to %d", c.N, explore.MaxProcesses)
	}
	if c.M < 1 || c.M > maxUnits {
		return none, fmt.Errorf("%d resources: there must be 1 to %d", c.M, maxUnits)
	}
	if c.Units == nil {
		c.Units = slices.Repeat([]int{1}, c.N)
	}
	if len(c.Units) != c.N {
		return none, fmt.Errorf("%d numbers of resources for %d processes", len(c.Units), c.N)
	}
	for p, k := range c.Units {
		if k < 0 || k > c.M {
			return none, fmt.Errorf("process %d asks for %d of %d resources", p+1, k, c.M)
		}
	}
	if c.Variant == "" {
		c.Variant = counted
	}
	if !slices.ContainsFunc(Variants(), func(v Variant) bool { return v.Name == c.Variant }) {
		return none, fmt.Errorf("unknown variant %q", c.Variant)
	}
	a := &algorithm{Config: c}
	return explore.Protocol[State, Message]{
		Name:    "raynal",
		N:       c.N,
		Clock:   explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true},
		Init:    func(int) State { return State{} },
		Actions: a.actions,
		Deliver: a.deliver,
		Observe: func(_ int, s State) explore.Observation {
			return explore.Observation{Phase: s.Phase, Units: s.Units}
		},
		Safe:  a.safe,
		Steps: []string{stepAsk, stepLeave, stepAnswered, stepDeferred, stepCounted, stepEnters},
	}, nil
}

// safe says that the processes inside use at most M resources.
func (a *algorithm) safe(all []explore.Observation) string {
	used := 0
	for _, o := range all {
		if o.Phase == explore.Inside {
			used += int(o.Units)
		}
	}
	if used <= a.M {
		return ""
	}
	return fmt.Sprintf("%d resources are used, and there are %d", used, a.M)
}
