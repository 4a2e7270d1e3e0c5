package check

import (
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols/instance"
)

// What is searched.
//
// Where an instance says how often processes ask, that is searched. Otherwise
// processes ask without bound, which is needed to decide starvation, and when
// that does not close within a limit, once each. When that does not close either,
// with any quorum at each request, and the instance does not say how quorums are
// chosen, each process has a quorum of its own, and the algorithm is the variation
// with fewer states that it may have (see instance.Algorithm.Fallback).
//
// Limits of the caller's hold for each search; of a time limit each search has
// half of the remaining time, and the last one all of it.

// The limits of the searches that an instance leaves open. They are numbers of
// states, so that the results do not depend on the machine.
const (
	// UnboundedStates is how far requests without bound are tried: about half a
	// minute on two cores.
	UnboundedStates = 10_000_000
	// BoundedStates is how far one request each with any quorum is tried next.
	BoundedStates = 5_000_000
	// defaultStates is how far one request each is searched at last when no limit
	// is given.
	defaultStates = 40_000_000
)

// An attempt is one search of a plan.
type attempt struct {
	what  string // short
	model *instance.Model
	in    instance.Instance
	limit int64                       // in states, 0 for none
	note  func(stopped string) string // what is said of it when it is given up
}

// plan returns the searches to be made, each unless one before it decides.
func (r *Report) plan() ([]attempt, error) {
	m, o := r.Model, r.Options
	if m.Instance.Requests != nil {
		return []attempt{{what: m.Instance.RequestsSentence(), model: m, in: m.Instance, limit: o.MaxStates}}, nil
	}
	with := func(m *instance.Model, requests int, what string, limit int64) attempt {
		a := attempt{what: what, model: m, in: m.Instance, limit: limit}
		a.in.Requests = instance.Each(m.Instance.N, requests)
		return a
	}
	last := o.MaxStates
	if last == 0 && o.MaxMemory == 0 && o.Timeout == 0 {
		last = defaultStates // without limits there is an answer, too
	}
	var plan []attempt
	if in := m.Instance; in.Clock != explore.Integer || in.ClockMax > 0 {
		a := with(m, explore.Unbounded, "requests without bound", least(UnboundedStates, o.MaxStates))
		a.note = func(stopped string) string {
			return "requests without bound were tried first, and given up: " + stopped
		}
		plan = append(plan, a)
	} else {
		r.Note = "requests without bound have infinitely many states with integer clocks"
	}
	if m.Asked.Quorums.Choice != "" || m.Instance.Quorums.Choice != instance.Any {
		return append(plan, with(m, 1, "one request each", last)), nil
	}
	a := with(m, 1, "one request each", least(BoundedStates, o.MaxStates))
	a.note = func(stopped string) string {
		text := "then one request each with any quorum"
		if o.MaxMemory > 0 || o.Timeout > 0 {
			return text + ", given up: " + stopped
		}
		return fmt.Sprintf("%s, up to %s states", text, thousands(a.limit))
	}
	fixed, err := fallback(m)
	if err != nil {
		return nil, &Fault{err}
	}
	return append(plan, a, with(fixed, 1, "one request each with fixed quorums", last)), nil
}

// fallback returns the model with a fixed quorum of each process, in the smaller
// variation of its algorithm.
func fallback(m *instance.Model) (*instance.Model, error) {
	in := m.Asked
	in.Quorums.Structure = m.Instance.Quorums.Structure
	in.Quorums.Choice = instance.Fixed
	if m.Algorithm.Fallback != nil {
		in = m.Algorithm.Fallback(in)
	}
	fixed, err := m.Algorithm.Open(in, nil)
	if err == nil {
		fixed.Asked = m.Asked
	}
	return fixed, err
}

// explore makes the searches.
func (r *Report) explore(ctx context.Context) error {
	plan, err := r.plan()
	if err != nil {
		return err
	}
	for i, a := range plan {
		r.Model, r.Instance = a.model, a.in
		if err := r.attempt(ctx, a, progress(plan, i), i == len(plan)-1); err != nil {
			return err
		}
		if i == len(plan)-1 || r.decided(ctx) {
			return nil
		}
		if r.Note != "" {
			r.Note += "; "
		}
		r.Note += a.note(strings.TrimSpace(r.Result.Stopped))
		r.Result = nil
		debug.FreeOSMemory() // what the search used is not held against the next one
	}
	return nil
}

// attempt makes one search. Violations are shown as they are found. With a limit
// on memory that waits for the end, since showing them may take memory, too.
func (r *Report) attempt(ctx context.Context, a attempt, what string, last bool) (err error) {
	r.Options.begin(what)
	whole, stop := context.WithCancel(ctx)
	defer stop()
	ctx = whole
	if end, ok := ctx.Deadline(); ok && !last {
		half := time.Until(end) / 2
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, half, fmt.Errorf("half of the time was over, %s", half.Round(time.Millisecond)))
		defer cancel()
	}
	o := r.Options.Search(a.in)
	o.MaxStates, o.Check = a.limit, checked(a.model, a.in)
	var showing atomic.Bool
	if progress := o.Progress; progress != nil {
		o.Progress = func(p explore.Progress) {
			if !showing.Load() { // by another search, which has a progress of its own
				progress(p)
			}
		}
	}
	var failed error
	o.Violated = func(pr explore.PropertyResult) {
		what += fmt.Sprintf("; %s is violated after %s", pr.Property, count(len(pr.Trace.Steps), "step"))
		again := slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Property == pr.Property }) // the search began anew
		if r.Options.MaxMemory == 0 && !again && failed == nil {
			showing.Store(true)
			if failed = r.conclude(whole, pr); failed != nil {
				stop()
			}
			showing.Store(false)
		}
		r.Options.begin(what)
	}
	r.Result, err = explore.Run(ctx, a.model.Model, o)
	if failed != nil {
		return failed
	}
	return err
}

// decided reports whether the last search decided every property.
func (r *Report) decided(ctx context.Context) bool {
	return r.Result.Complete || r.Result.Stopped == "" || r.Verdict() == verdict.Violated || ctx.Err() != nil
}

// progress describes the current search, its count, and the next one.
func progress(plan []attempt, i int) string {
	a := plan[i]
	text := a.model.Label()
	if len(plan) > 1 {
		text += fmt.Sprintf(", %d of %d: %s", i+1, len(plan), a.what)
	}
	if a.limit > 0 {
		text += fmt.Sprintf(", up to %s states", thousands(a.limit))
	}
	if i+1 < len(plan) {
		text += ", then " + plan[i+1].what
	}
	return text
}

// least returns the smaller limit; 0 means none.
func least(limit, other int64) int64 {
	if other == 0 {
		return limit
	}
	return min(limit, other)
}

// thousands writes a number with commas.
func thousands(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
