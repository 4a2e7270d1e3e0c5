package check

import (
	"context"
	"fmt"
	"slices"

	"qcheck/counterexample/trace"
	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/protocols/instance"
	"qcheck/setsys/phrase"
)

// The limits of the searches that follow a violation.
const (
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

// show confirms the trace of a violation, looks for a shortest one, and tries it
// with integer clocks.
func (r *Report) show(ctx context.Context, pr explore.PropertyResult, f *Finding) error {
	var err error
	switch {
	case pr.Trace == nil && slices.Contains(explore.Properties(), pr.Property):
		return faulty("%s is violated, but there is no trace", pr.Property)
	case pr.Trace == nil: // no run shows that something cannot be reached
		return nil
	}
	if f.Trace, f.Run, err = Confirmed(r.Model, r.Instance, pr); err != nil {
		return err
	}
	if !f.Trace.Shortest && f.Trace.Loop < 0 && (r.Result == nil || r.Result.Reduced) {
		if err := r.shorten(ctx, f); err != nil {
			return err
		}
	}
	f.Detail = f.Trace.Detail
	return r.tryIntegers(ctx, f)
}

// Confirmed returns the trace of a violation of an instance of a model as data,
// with the run of its replay. A trace that does not confirm is a [fault.Fault].
func Confirmed(m *instance.Model, in instance.Instance, pr explore.PropertyResult) (*trace.Trace, *obvious.Run, error) {
	t := trace.New(in, pr)
	run, err := t.Confirm(Replayer(m, t))
	if err != nil {
		return nil, nil, faulty("the run against %s does not confirm: %w", pr.Property, err)
	}
	return t, run, nil
}

// Replayer replays steps on a model, as the trace's instance says.
func Replayer(m *instance.Model, t *trace.Trace) trace.Replayer {
	return func(steps []explore.TraceStep) (*obvious.Run, error) {
		o := t.Instance.ReplayOptions()
		o.Start = t.Start
		return m.Replay(o, steps)
	}
}

// shorten searches without reduction, for this property alone, and takes the run
// that it finds.
func (r *Report) shorten(ctx context.Context, f *Finding) error {
	o := r.Options.Search(r.Instance)
	o.Check, o.Full = []explore.Property{f.Property}, true
	o.MaxStates = least(shortestStates, o.MaxStates)
	r.Options.begin(fmt.Sprintf("a shortest run against %s, up to %s states", f.Property, phrase.Thousands(o.MaxStates)))
	found, err := explore.Run(ctx, r.Model.Model, o)
	if err != nil {
		return faultOf(err)
	}
	pr := found.Properties[0]
	switch {
	case pr.Verdict == verdict.Violated:
		f.Trace, f.Run, err = Confirmed(r.Model, r.Instance, pr)
	case found.Complete:
		err = faulty("%s is violated with reduction alone", f.Property)
	}
	return err
}

// tryIntegers finds out whether the property is violated with integer clocks
// too: by the same steps, or else by a search with no more requests than those.
func (r *Report) tryIntegers(ctx context.Context, f *Finding) error {
	stamped := slices.ContainsFunc(f.Trace.Steps, func(s explore.TraceStep) bool { return s.Place > 0 })
	if f.Trace.Instance.Clock != explore.Causal || !stamped {
		return nil
	}
	t := f.Trace.WithIntegers()
	var err error
	if t.Loop < 0 {
		_, err = t.Confirm(Replayer(r.Model, t))
	} else {
		err = t.ConfirmGrowing(Replayer(r.Model, t), integerRounds)
	}
	switch {
	case err == nil:
		f.Integer, f.IntegerNote = verdict.Violated, "the same with Lamport's integer clock"
		return nil
	case t.Loop >= 0:
		f.Integer, f.IntegerNote = verdict.Unknown, "not found with Lamport's integer clock, where this cycle cannot be taken for ever"
		return nil
	}
	return r.searchIntegers(ctx, f)
}

func (r *Report) searchIntegers(ctx context.Context, f *Finding) error {
	in := r.Instance
	in.Clock, in.Requests = explore.Integer, make([]int, in.Processes())
	for _, m := range f.Run.Moves {
		if m.Kind == explore.Ask {
			in.Requests[m.Process]++
		}
	}
	if most := slices.Max(in.Requests); most > instance.MaxRequests {
		f.Integer, f.IntegerNote = verdict.Unknown, fmt.Sprintf("not tried with Lamport's integer clock: it takes %d requests", most)
		return nil
	}
	in.Check = []explore.Property{f.Property}
	if f.Property == explore.StarvationFreedom { // by a deadlock
		in.Check[0] = explore.DeadlockFreedom
	}
	o := r.Options.Search(in)
	o.MaxStates = least(integerStates, o.MaxStates)
	r.Options.begin(fmt.Sprintf("%s with integer clocks, up to %s states", f.Property, phrase.Thousands(o.MaxStates)))
	found, err := explore.Run(ctx, r.Model.Model, o)
	if err != nil {
		return faultOf(err)
	}
	pr := found.Properties[0]
	switch {
	case pr.Verdict == verdict.Violated:
		if _, _, err := Confirmed(r.Model, in, pr); err != nil {
			return err
		}
		add := "add --clock integer"
		if !slices.Equal(in.Requests, r.Model.Instance.Requests) {
			add += " --requests " + in.RequestsFlag()
		}
		f.Integer, f.IntegerNote = verdict.Violated, fmt.Sprintf("with Lamport's integer clock by another run, of %s (%s to see it)", phrase.Count(len(pr.Trace.Steps), "step"), add)
	case found.Complete:
		f.Integer, f.IntegerNote = verdict.Holds, "it needs a clock that ticks on internal events: with Lamport's integer clock and no more requests than here it does not happen"
	case ctx.Err() != nil:
		f.Integer, f.IntegerNote = verdict.Unknown, "whether it happens with Lamport's integer clock was not decided: "+found.Stopped
	default:
		f.Integer, f.IntegerNote = verdict.Unknown, fmt.Sprintf("not found with Lamport's integer clock within %s states", phrase.Thousands(o.MaxStates))
	}
	return nil
}
