package explore

import (
	"fmt"
	"slices"

	"qcheck/explore/protocol"
)

// normalize fills in the defaults and reports what is out of range.
func (o Options) normalize(m Model) (Options, error) {
	n := m.Processes()
	if o.Requests == nil {
		o.Requests = make([]int, n)
		for i := range o.Requests {
			o.Requests[i] = 1
		}
	}
	if len(o.Requests) != n {
		return o, fmt.Errorf("%d request bounds for %d processes", len(o.Requests), n)
	}
	unbounded := false
	for _, r := range o.Requests {
		if r < Unbounded || r > 250 {
			return o, fmt.Errorf("a process asks 0 to 250 times, or without bound, not %d times", r)
		}
		unbounded = unbounded || r == Unbounded
	}
	if o.Check == nil {
		o.Check = m.Properties()
		if !unbounded {
			o.Check = slices.DeleteFunc(o.Check, func(p protocol.Property) bool { return p == protocol.StarvationFreedom })
		}
	}
	for _, p := range o.Check {
		if !slices.Contains(protocol.Properties(), p) && !slices.Contains(m.Goals(), p) {
			return o, fmt.Errorf("unknown property %q", p)
		}
		if !within(m).observes() && p != protocol.WellDefined && slices.Contains(protocol.Properties(), p) {
			return o, fmt.Errorf("%s is about processes that wait and enter, and the protocol has no Observe to say so", p)
		}
	}
	if o.Clock == Causal && within(m).mayDescend() {
		return o, fmt.Errorf("its clock ticks neither for a fresh stamp nor on receiving, and causal stamps do not cover stamps earlier than what was heard of: search it with integer clocks")
	}
	if o.ClockMax < 0 || o.ClockMax > protocol.MaxClock {
		return o, fmt.Errorf("a clock bound is 0 to %d, not %d", protocol.MaxClock, o.ClockMax)
	}
	if o.Closure != nil && !(o.Full && o.Asymmetric) {
		return o, fmt.Errorf("a closure has all states, and reduction or symmetry leave some out")
	}
	if o.Levels != nil && PlainOf(m).Starts != nil {
		return o, fmt.Errorf("levels are kept in files for protocols that begin in one state")
	}
	if o.Workers > MaxWorkers {
		return o, fmt.Errorf("%d workers search, and at most %d can", o.Workers, MaxWorkers)
	}
	if o.Workers <= 0 {
		o.Workers = 1
	}
	return o, nil
}
