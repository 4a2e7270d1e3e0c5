package explore

import (
	"fmt"
	"slices"
	"time"

	"qcheck/explore/verdict"
)

// A Property is what a search decides. Its values are the names in output.
type Property string

// The properties.
const (
	// Safety: Protocol.Safe finds nothing wrong with any reachable state.
	Safety Property = "safety"
	// WellDefined: no reachable step is undefined (see Step.Undefined).
	WellDefined Property = "well-defined"
	// DeadlockFreedom: there is no reachable state in which some process waits
	// and no step other than asking is enabled.
	DeadlockFreedom Property = "deadlock-freedom"
	// StarvationFreedom: no process waits for ever in a fair run (see [Result]).
	StarvationFreedom Property = "starvation-freedom"
)

// Properties returns the properties of every protocol, in the order of output.
// The goals of a protocol (see [Goal]) come after them.
func Properties() []Property {
	return []Property{Safety, WellDefined, DeadlockFreedom, StarvationFreedom}
}

// PropertyNamed returns the property of the given name. The names "deadlock" and
// "starvation" are short for those of the freedom of it.
func PropertyNamed(name string) Property {
	if p := Property(name + "-freedom"); p == DeadlockFreedom || p == StarvationFreedom {
		return p
	}
	return Property(name)
}

// A ClockMode says how stamps are represented.
type ClockMode int

const (
	// Causal stamps: every clock that satisfies Lamport's clock condition.
	Causal ClockMode = iota
	// Integer clocks, as printed.
	Integer
)

// String returns causal or integer.
func (m ClockMode) String() string { return [...]string{"causal", "integer"}[m] }

// Unbounded stands for requests without bound.
const Unbounded = -1

// Options say what is searched, for what, and how far. The zero value searches
// one request of each process, with causal stamps, for everything that this
// workload allows.
type Options struct {
	// Requests bounds how often each process asks, by process, each 0 to 250
	// or Unbounded; nil means once each.
	Requests []int
	// Check lists the properties to decide, goals of the protocol included; nil
	// means all, without StarvationFreedom unless some process asks without
	// bound.
	Check []Property
	// Clock is the representation of stamps.
	Clock ClockMode
	// ClockMax bounds integer clocks: states with a larger one are not
	// entered. 0 means no bound. With a bound, the verdict is about the states
	// within it.
	ClockMax int
	// Queued lets messages to oneself go through a channel, like others. Without
	// it just those do that are not taken at once, and those behind them.
	Queued bool
	// Full switches partial-order reduction off. It is on where it is sound for
	// what is checked and the protocol says what it may rely on (see Partial).
	Full bool
	// Workers is how many goroutines search; 0 means one. No result depends
	// on it.
	Workers int
	// MaxStates, MaxMemory (in bytes) and Timeout end the search with what is
	// known by then; 0 means no limit. MaxStates ends it with the first level after
	// which more states are known, so that it ends in the same place in every run.
	MaxStates int64
	MaxMemory int64
	Timeout   time.Duration
	// Paranoid runs each handler twice and compares.
	Paranoid bool
	// Violated, when not nil, is called when a property is found to be violated in
	// the states that so many steps lead to, while the search goes on for others.
	Violated func(p Property, steps int)
	// Progress, when not nil, is called about once a second.
	Progress func(Progress)
}

// Progress is how far a search has come.
type Progress struct {
	States, Transitions int64
	Depth               int
	Elapsed             time.Duration
}

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
		switch {
		case !m.observes():
			o.Check = []Property{WellDefined}
		case unbounded:
			o.Check = Properties()
		default:
			o.Check = []Property{Safety, WellDefined, DeadlockFreedom}
		}
		o.Check = append(o.Check, m.Goals()...)
	}
	for _, p := range o.Check {
		if !slices.Contains(Properties(), p) && !slices.Contains(m.Goals(), p) {
			return o, fmt.Errorf("unknown property %q", p)
		}
		if !m.observes() && p != WellDefined && slices.Contains(Properties(), p) {
			return o, fmt.Errorf("%s is about processes that wait and enter, and the protocol has no Observe to say so", p)
		}
	}
	if o.Clock == Causal && m.mayDescend() {
		return o, fmt.Errorf("its clock ticks neither for a fresh stamp nor on receiving, and causal stamps do not cover stamps earlier than what was heard of: search it with integer clocks")
	}
	if o.ClockMax < 0 || o.ClockMax > maxClock {
		return o, fmt.Errorf("a clock bound is 0 to %d, not %d", maxClock, o.ClockMax)
	}
	if o.Workers <= 0 {
		o.Workers = 1
	}
	return o, nil
}

// A Result is what a search found.
type Result struct {
	// Complete says whether every reachable state (within the bounds of the
	// workload) was expanded.
	Complete bool
	// Stopped says why the search ended before that, if it did.
	Stopped string
	// States is the number of different global states met, Transitions that of
	// the edges between them, Depth the length of the longest shortest path
	// from the start. Beyond counts the edges to states beyond ClockMax.
	States      int64
	Transitions int64
	Depth       int
	Beyond      int64
	// Reduced says whether partial-order reduction was on; Saved is how many
	// enabled events it left out.
	Reduced bool
	Saved   int64
	// Levels holds the number of states at each depth.
	Levels []int64
	// Steps counts the edges by the step's name.
	Steps []StepCount
	// NeverRan lists the steps that the protocol can take, but never took, and
	// the processes that may ask and never were inside ("process 2 never
	// entered"). It is empty when the search was reduced, which leaves steps
	// out that can be taken.
	NeverRan []string
	// Properties has a result for each property checked, in the order of
	// Properties(), then goals and requirements.
	Properties []PropertyResult
	// Stats is about the search, not about the protocol.
	Stats Stats
}

// A StepCount says how many edges a step made.
type StepCount struct {
	Name  string
	Count int64
}

// A PropertyResult is the verdict on one property.
type PropertyResult struct {
	Property Property
	Verdict  verdict.Verdict
	// Detail says what is wrong, or why the verdict is unknown.
	Detail string
	// Trace shows the violation: a run from the start to a state that violates
	// the property, or, for properties of runs without end, into a cycle. For what
	// can be reached (see Sometimes), it shows that the property holds.
	Trace *Trace
}

// Stats is what a search cost.
type Stats struct {
	Elapsed       time.Duration
	Bytes         int64 // of all tables, trace information included
	HandlerCalls  int64 // of protocol code
	Blocks, Pairs int64
}

// Verdict returns the verdict on all properties checked.
func (r *Result) Verdict() verdict.Verdict {
	var vs []verdict.Verdict
	for _, p := range r.Properties {
		vs = append(vs, p.Verdict)
	}
	return verdict.All(vs...)
}

// A Trace is a run: the steps taken from the start. With Loop >= 0 the steps
// from number Loop on are a cycle that can go on for ever.
type Trace struct {
	Steps []TraceStep
	Loop  int
	// Shortest says whether no run with fewer steps in all violates the property, a
	// cycle counted once. It is not said of runs with a cycle: of these, the stem,
	// which is what comes before the cycle, is a shortest one.
	Shortest bool
	// Process is the one that starves or waits, where the property is about
	// one; otherwise -1.
	Process int
}

// SamePlace stands for the place of a stamp that equals the last one that the
// process made: its clock has not ticked in between (see ClockRule.TickOnFresh).
const SamePlace = -1

// A TraceStep is one step of a run.
type TraceStep struct {
	Process int    // who takes it
	From    int    // whose message it takes, -1 for a local step
	Outcome int    // which of the alternatives, in the protocol's order; with SamePlace, which of those with it
	Place   int    // causal stamps: the place of the fresh stamp among those in use, from 1, or SamePlace; 0 without
	Name    string // of the step
}
