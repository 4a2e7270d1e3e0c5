package baldoni

import (
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/protocols/variant"
)

// maxUnits is the largest M, so that a State has room for it.
const maxUnits = 255

// Config is an instance. New checks its numbers and its variant, but not that the
// quorums have the properties that the algorithm needs.
type Config struct {
	// N is the number of processes, 1 to explore.MaxProcesses. All of them may
	// be members of request sets.
	N int
	// M is how many resources there are, 1 to 255.
	M int
	// Units is, by process, how many resources each of its requests is for, 1 to
	// M, or 0: any number, chosen at each request. Nil is one for each process.
	Units []int
	// Requests has the request set of each process. Whether they meet is not
	// checked. Nil means that each process asks all.
	Requests []explore.Set
	// Variant is the name of one of Variants; empty for "repaired".
	Variant string
}

// New returns the protocol of an instance. It fails when a number is out of
// range, a request set is empty or has a member that is no process, or the
// variant is unknown.
func New(c Config) (explore.Protocol[State, Message], error) {
	var none explore.Protocol[State, Message]
	c, err := c.completed()
	if err != nil {
		return none, err
	}
	f, err := variant.Find(forms(), c.Variant)
	if err != nil {
		return none, err
	}
	return c.in(f), nil
}

// completed returns the configuration with its defaults filled in.
func (c Config) completed() (Config, error) {
	if c.N < 1 || c.N > explore.MaxProcesses {
		return c, fmt.Errorf("%d processes: there must be 1 to %d", c.N, explore.MaxProcesses)
	}
	if c.M < 1 || c.M > maxUnits {
		return c, fmt.Errorf("%d resources: there must be 1 to %d", c.M, maxUnits)
	}
	if c.Units == nil {
		c.Units = slices.Repeat([]int{1}, c.N)
	}
	if len(c.Units) != c.N {
		return c, fmt.Errorf("%d numbers of resources for %d processes", len(c.Units), c.N)
	}
	for p, k := range c.Units {
		if k < 0 || k > c.M {
			return c, fmt.Errorf("process %d asks for %d of %d resources", p+1, k, c.M)
		}
	}
	if c.Requests == nil {
		c.Requests = slices.Repeat([]explore.Set{explore.All(c.N)}, c.N)
	}
	if len(c.Requests) != c.N {
		return c, fmt.Errorf("%d request sets for %d processes", len(c.Requests), c.N)
	}
	for p, r := range c.Requests {
		if r == 0 {
			return c, fmt.Errorf("the request set of process %d is empty", p+1)
		}
		if !explore.All(c.N).Contains(r) {
			return c, fmt.Errorf("request set %s of process %d has a member that is none of the %d processes", r, p+1, c.N)
		}
	}
	if c.Variant == "" {
		c.Variant = "repaired"
	}
	return c, nil
}

// in returns the protocol of a completed configuration in the given form.
func (c Config) in(f form) explore.Protocol[State, Message] {
	a := &algorithm{form: f, Config: c}
	clock := explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true}
	if a.lamport {
		clock = explore.ClockRule{Attach: explore.EveryMessage, TickOnFresh: true, TickOnReceive: true}
	}
	return explore.Protocol[State, Message]{
		Name:    "baldoni",
		N:       a.N,
		Clock:   clock,
		Init:    func(int) State { return State{} },
		Actions: a.actions,
		Deliver: a.deliver,
		Observe: func(_ int, s State) explore.Observation {
			return explore.Observation{Phase: s.Phase, Units: s.Units}
		},
		Safe:      a.safe,
		Steps:     a.steps(),
		Selective: !a.headOfLine,
	}
}

// safe is inequality (1): the processes inside use at most M resources.
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
