package check

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols/instance"
	"qcheck/setsys"
)

// What is searched.
//
// Where an instance says how often processes ask, that is searched. Otherwise
// processes ask without bound, which is needed to decide starvation, and if that does
// not close within a limit, once each. It is always the algorithm itself, with the
// quorums that were asked for: a variation that has fewer states is another question.
//
// Limits of the caller's hold for each search; of a time limit each search has
// half of the remaining time, and the last one all of it.

// The limits of the searches that an instance leaves open. They are numbers of states
// kept (see explore.Result.Orbits), so that results do not depend on the machine.
const (
	// UnboundedStates is how far requests without bound are tried: about half a
	// minute on two cores.
	UnboundedStates = 4_000_000
	// BoundedStates is how far one request each is searched when no limit is given.
	BoundedStates = 10_000_000
)

// An attempt is one search of a plan.
type attempt struct {
	what string // short
	in   instance.Instance
	kept int64 // limit of states kept, 0 for none

	levels *explore.Levels // in files, nil for none
}

// plan returns the searches to be made, each unless one before it decides.
func (r *Report) plan() []attempt {
	in, o := r.Model.Instance, r.Options
	if in.Requests != nil {
		return []attempt{{what: in.RequestsSentence(), in: in}}
	}
	with := func(requests int, what string, kept int64) attempt {
		in.Requests = instance.Each(in.N, requests)
		return attempt{what: what, in: in, kept: kept}
	}
	last := int64(0)
	if o.MaxStates == 0 && o.MaxMemory == 0 && o.Timeout == 0 && (o.Levels == nil || o.Levels.Memory == 0) {
		last = BoundedStates // without limits there is an answer, too
	}
	once := with(1, "one request each", last)
	if in.Clock == explore.Integer && in.ClockMax == 0 {
		r.Note = "requests without bound have infinitely many states with integer clocks"
		return []attempt{once}
	}
	return []attempt{with(explore.Unbounded, "requests without bound", UnboundedStates), once}
}

// explore makes the searches.
func (r *Report) explore(ctx context.Context) error {
	plan := r.plan()
	for i, a := range plan {
		r.Instance = a.in
		var err error
		if a.levels, err = r.levels(i + 1); err != nil {
			return err
		}
		if err := r.attempt(ctx, a, r.progress(plan, i), i == len(plan)-1); err != nil {
			return err
		}
		if i == len(plan)-1 || r.decided(ctx) {
			return nil
		}
		if r.Model.Met().Asks.Load() {
			r.Note = a.what + " were tried first, and given up: " + strings.TrimSpace(r.Result.Stopped)
		}
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
	o := r.options(a)
	o.Parts = a.levels == nil // a search that goes on has not met all values again
	if r.Closure = nil; r.Options.Certify {
		o.Closure = func(c *explore.Closure) { r.Closure = c }
	}
	defer r.estimate(ctx, o)()
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
	r.Result, err = explore.Run(ctx, r.Model.Model, o)
	if failed != nil {
		return failed
	}
	return err
}

// options returns the options of one search.
func (r *Report) options(a attempt) explore.Options {
	o := r.Options.Search(a.in)
	o.MaxOrbits, o.Check, o.Levels = a.kept, checked(r.Model, a.in), a.levels
	return o
}

// ByTasks returns the options of the search that [Model] makes, where tasks make its levels
// (see [explore.RunTask]). There must be one only.
func ByTasks(m *instance.Model, o Options) (explore.Options, error) {
	r := newReport(m, o)
	plan := r.plan()
	if len(plan) > 1 {
		return explore.Options{}, errors.New("tasks make one search: --requests says how often each process requests, 1 or unbounded")
	}
	var err error
	r.Instance = plan[0].in
	plan[0].levels, err = r.levels(1)
	return r.options(plan[0]), err
}

// decided reports whether the last search decided every property.
func (r *Report) decided(ctx context.Context) bool {
	return r.Result.Complete || r.Result.Stopped == "" || r.Verdict() == verdict.Violated || ctx.Err() != nil
}

// progress describes the current search, its count, and the next one.
func (r *Report) progress(plan []attempt, i int) string {
	a := plan[i]
	text := r.Model.Label()
	if len(plan) > 1 {
		text += fmt.Sprintf(", %d of %d: %s", i+1, len(plan), a.what)
	}
	if limit := r.Options.MaxStates; limit > 0 {
		text += fmt.Sprintf(", up to %s states", thousands(limit))
	} else if a.kept > 0 {
		text += fmt.Sprintf(", up to %s states kept", thousands(a.kept))
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

// levels returns where the levels of an attempt are kept, nil for nowhere.
func (r *Report) levels(attempt int) (*explore.Levels, error) {
	if r.Options.Levels == nil {
		return nil, nil
	}
	l := *r.Options.Levels
	l.Dir = filepath.Join(l.Dir, fmt.Sprintf("attempt-%d", attempt))
	// All that decides which steps there are, but for what the search says itself.
	in := r.Model.Instance
	l.Instance = fmt.Sprintf("%s, n = %d, parameters %v", r.Model.Label(), in.N, in.Params)
	if q := in.Quorums; q.Structure != nil {
		sum := sha256.New()
		if err := setsys.Encode(sum, q.Structure); err != nil {
			return nil, err
		}
		l.Instance += fmt.Sprintf(", quorums %s, sha256 %x, choice %q", in.StructureName(), sum.Sum(nil), q.Choice)
	}
	return &l, nil
}
