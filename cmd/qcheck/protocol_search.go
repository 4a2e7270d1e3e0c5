package main

import (
	"context"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"

	"qcheck/counterexample"
	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
)

// The limits of the searches that nobody asked for by name. They are numbers of
// states, so that what comes out does not depend on the machine.
const (
	// unboundedStates is how far requests without bound are tried when --requests
	// is not given: about half a minute on two cores.
	unboundedStates = 10_000_000
	// boundedStates is how far one request each with any quorum is tried next,
	// when --quorum-choice is not given either.
	boundedStates = 5_000_000
	// defaultStates is how far one request each is searched at last when no limit
	// is given.
	defaultStates = 40_000_000
	// shortestStates is how far a run is searched for that is no longer than the
	// one that a reduced search found.
	shortestStates = 5_000_000
	// integerStates is how far a violation found with causal stamps is searched
	// for with integer clocks.
	integerStates = 2_000_000
	// integerRounds is how often a cycle is taken with integer clocks, to see
	// that it can be taken for ever.
	integerRounds = 8
)

// A finding is the result on a property; when it is violated, with a run that
// was confirmed.
type finding struct {
	explore.PropertyResult
	trace *counterexample.Trace
	run   *obvious.Run
	// integer is the verdict with integer clocks, for a run with causal stamps;
	// zero when the question does not arise. The note says more.
	integer     verdict.Verdict
	integerNote string
}

// search explores the instance and confirms what is violated.
func (x *exploration) search(ctx context.Context) error {
	defer x.progress.end()
	if x.unread != "" {
		x.unverified()
		return nil
	}
	if err := x.explore(ctx); err != nil {
		return err
	}
	for _, pr := range x.result.Properties {
		f := finding{PropertyResult: pr}
		if pr.Verdict == verdict.Violated {
			if err := x.show(ctx, &f); err != nil {
				return err
			}
		}
		x.findings = append(x.findings, f)
	}
	return nil
}

// explore makes the search itself, with requests as asked for or, when nothing
// was asked for, without bound if that closes, otherwise with one request each;
// and when that does not close with any quorum, and nothing was asked for there
// either, with fixed ones, in the smaller variation that the algorithm may have.
func (x *exploration) explore(ctx context.Context) error {
	n := x.instance.Params.N
	if x.requests != nil {
		return x.searchWith(ctx, x.base)
	}
	integers := x.base.Clock == explore.Integer && x.base.ClockMax == 0
	if !integers {
		x.requests = slices.Repeat([]int{explore.Unbounded}, n)
		o := x.base
		if o.MaxStates == 0 || o.MaxStates > unboundedStates {
			o.MaxStates = unboundedStates
		}
		if err := x.searchWith(ctx, o); err != nil {
			return err
		}
		if x.decided(ctx) {
			return nil
		}
		x.note = fmt.Sprintf("requests without bound were tried first, and given up: %s", x.limit())
		x.forget()
	} else {
		x.note = "requests without bound do not close with integer clocks"
	}
	x.requests = slices.Repeat([]int{1}, n)
	o := x.base
	if o.MaxStates > 0 || o.MaxMemory > 0 || x.options.timeout > 0 {
		return x.searchWith(ctx, o)
	}
	if x.options.quorumChoice == "" && x.quorumChoice() == "any" {
		o.MaxStates = boundedStates
		if err := x.searchWith(ctx, o); err != nil || x.decided(ctx) {
			return err
		}
		x.note += fmt.Sprintf("; then one request each with any quorum, up to %s states", thousands(boundedStates))
		x.forget()
		params := x.instance.Params
		params.Fixed, params.Settings = true, maps.Clone(params.Settings)
		for name, value := range x.instance.Algorithm.Smaller {
			params.Settings[name] = value
		}
		var err error
		if x.instance, err = x.instance.Algorithm.Build(params); err != nil {
			return &internalError{err}
		}
	}
	o.MaxStates = defaultStates // who asks for nothing waits for an answer
	return x.searchWith(ctx, o)
}

// decided reports whether the last search found what there is to find.
func (x *exploration) decided(ctx context.Context) bool {
	r := x.result
	return r.Complete || r.Stopped == "" || r.Verdict() == verdict.Violated || ctx.Err() != nil
}

// forget drops the result of a search that was given up.
func (x *exploration) forget() {
	x.result = nil
	debug.FreeOSMemory() // what the search used is not held against the next one
}

func (x *exploration) searchWith(ctx context.Context, o explore.Options) error {
	o.Requests, o.Check = x.requests, x.properties()
	x.progress.begin(x.label())
	var err error
	x.result, err = explore.Run(ctx, x.instance.Model, o)
	return err
}

// properties returns what is checked: what was asked for, otherwise all that
// the workload allows.
func (x *exploration) properties() []explore.Property {
	if x.check != nil {
		return x.check
	}
	check := append(explore.Properties(), x.instance.Model.Goals()...)
	if !slices.Contains(x.requests, explore.Unbounded) {
		check = slices.DeleteFunc(check, func(p explore.Property) bool { return p == explore.Starvation })
	}
	return check
}

// unverified makes a result of a search that did not begin.
func (x *exploration) unverified() {
	if x.requests == nil {
		x.requests = slices.Repeat([]int{explore.Unbounded}, x.instance.Params.N)
	}
	x.result = &explore.Result{Stopped: x.unread}
	for _, p := range x.properties() {
		pr := explore.PropertyResult{Property: p, Verdict: verdict.Unknown, Detail: x.unread}
		x.result.Properties = append(x.result.Properties, pr)
		x.findings = append(x.findings, finding{PropertyResult: pr})
	}
}

// show confirms the trace of a violation, looks for a shortest one, and tries it
// with integer clocks.
func (x *exploration) show(ctx context.Context, f *finding) error {
	if f.PropertyResult.Trace == nil {
		return &internalError{fmt.Errorf("%s is violated, but there is no trace", f.Property)}
	}
	var err error
	if f.trace, f.run, err = x.confirmed(f.PropertyResult, x.requests, x.base.Clock); err != nil {
		return err
	}
	if !f.trace.Shortest && f.trace.Loop < 0 && x.result.Reduced {
		if err := x.shorten(ctx, f); err != nil {
			return err
		}
	}
	f.Detail = f.trace.Detail
	return x.tryIntegers(ctx, f)
}

// confirmed returns the trace of a violation as data, with the run of its
// replay. A trace that does not confirm is a fault of qcheck.
func (x *exploration) confirmed(pr explore.PropertyResult, requests []int, clock explore.ClockMode) (*counterexample.Trace, *obvious.Run, error) {
	t := counterexample.NewTrace(x.traceInstance(requests, clock), pr)
	run, err := t.Confirm(x.replayer(t))
	if err != nil {
		return nil, nil, &internalError{fmt.Errorf("the run against %s does not confirm: %w", pr.Property, err)}
	}
	return t, run, nil
}

// traceInstance describes the instance for a trace file.
func (x *exploration) traceInstance(requests []int, clock explore.ClockMode) counterexample.Instance {
	p := x.instance.Params
	in := counterexample.Instance{
		Algorithm: x.instance.Algorithm.Name, Variant: p.Variant, N: p.N, Parameters: p.Settings,
		Requests: requests, Clock: clock, ClockMax: x.base.ClockMax, Queued: x.base.Queued,
		QuorumChoice: x.quorumChoice(), Structure: structureDocument(p.Structure),
	}
	if x.instance.Algorithm.HasK {
		in.K = p.K
	}
	return in
}

// replayer replays steps on the trace's instance.
func (x *exploration) replayer(t *counterexample.Trace) counterexample.Replayer {
	return func(steps []explore.TraceStep) (*obvious.Run, error) {
		return x.instance.Replay(t.Instance.ReplayOptions(), steps)
	}
}

// shorten searches without reduction, for this property alone, and takes the
// run that it finds.
func (x *exploration) shorten(ctx context.Context, f *finding) error {
	o := x.base
	o.Requests, o.Check, o.Full = x.requests, []explore.Property{f.Property}, true
	o.MaxStates = least(shortestStates, o.MaxStates)
	x.progress.begin("a shortest run")
	r, err := explore.Run(ctx, x.instance.Model, o)
	if err != nil {
		return &internalError{err}
	}
	pr := r.Properties[0]
	switch {
	case pr.Verdict == verdict.Violated:
		f.trace, f.run, err = x.confirmed(pr, x.requests, x.base.Clock)
	case r.Complete:
		err = &internalError{fmt.Errorf("%s is violated just with reduction", f.Property)}
	}
	return err
}

// least returns the smaller limit, where 0 is none.
func least(limit, other int64) int64 {
	if other == 0 {
		return limit
	}
	return min(limit, other)
}

// tryIntegers finds out whether the property is violated with integer clocks
// too: by the same steps, or else by a search with no more requests than those.
func (x *exploration) tryIntegers(ctx context.Context, f *finding) error {
	stamped := slices.ContainsFunc(f.trace.Steps, func(s explore.TraceStep) bool { return s.Place > 0 })
	if f.trace.Instance.Clock != explore.Causal || !stamped {
		return nil
	}
	t := f.trace.WithIntegers()
	var err error
	if t.Loop < 0 {
		_, err = t.Confirm(x.replayer(t))
	} else {
		err = t.ConfirmGrowing(x.replayer(t), integerRounds)
	}
	switch {
	case err == nil:
		f.integer, f.integerNote = verdict.Violated, "the same with Lamport's integer clock"
		return nil
	case t.Loop >= 0:
		f.integer, f.integerNote = verdict.Unknown, "not found with Lamport's integer clock, where this cycle cannot be taken for ever"
		return nil
	}
	return x.searchIntegers(ctx, f)
}

func (x *exploration) searchIntegers(ctx context.Context, f *finding) error {
	o := x.base
	o.Clock, o.Requests = explore.Integer, make([]int, x.instance.Params.N)
	for _, m := range f.run.Moves {
		if m.Kind == explore.Ask {
			o.Requests[m.Process]++
		}
	}
	if most := slices.Max(o.Requests); most > maxRequests {
		f.integer, f.integerNote = verdict.Unknown, fmt.Sprintf("not tried with Lamport's integer clock: it takes %d requests", most)
		return nil
	}
	o.Check = []explore.Property{f.Property}
	if f.Property == explore.Starvation { // by a deadlock
		o.Check[0] = explore.Deadlock
	}
	o.MaxStates = least(integerStates, o.MaxStates)
	x.progress.begin("integer clocks")
	r, err := explore.Run(ctx, x.instance.Model, o)
	if err != nil {
		return &internalError{err}
	}
	pr := r.Properties[0]
	switch {
	case pr.Verdict == verdict.Violated:
		if _, _, err := x.confirmed(pr, o.Requests, explore.Integer); err != nil {
			return err
		}
		f.integer, f.integerNote = verdict.Violated, fmt.Sprintf("with Lamport's integer clock by another run, of %s (add --clock integer --requests %s to see it)", count(len(pr.Trace.Steps), "step"), requestsFlag(o.Requests))
	case r.Complete:
		f.integer, f.integerNote = verdict.Holds, "it needs a clock that ticks on internal events: with Lamport's integer clock and no more requests than here it does not happen"
	case ctx.Err() != nil:
		f.integer, f.integerNote = verdict.Unknown, "whether it happens with Lamport's integer clock was not decided: "+r.Stopped
	default:
		f.integer, f.integerNote = verdict.Unknown, fmt.Sprintf("not found with Lamport's integer clock within %s states", thousands(o.MaxStates))
	}
	return nil
}
