package check

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"sync/atomic"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/phrase"
)

// An Attempt is a step of the plan for an instance that leaves requests open.
type Attempt struct {
	// What is asked: "any 2 processes, 1 request of each".
	What string `json:"what"`
	// Searches is how many searches it took, States how many states they had together, Kept
	// how many of these were kept. Depth is that of the deepest.
	Searches int   `json:"searches"`
	States   int64 `json:"states"`
	Kept     int64 `json:"orbits"`
	Depth    int   `json:"depth"`
	// Stopped says why it did not end; empty if it did.
	Stopped string `json:"stopped,omitempty"`
	// Holds are the properties that it decided to hold.
	Holds []explore.Property `json:"holds"`
}

// An attempt is one search, or several of which each leaves other processes out.
type attempt struct {
	what      string // short
	in        instance.Instance
	workloads [][]int            // the requests of each search, where there are several
	check     []explore.Property // nil for all that the requests allow
	kept      int64              // limit of states kept, 0 for none
	last      bool               // it has all of the time that is left

	levels *explore.Levels // in files, nil for none
}

// within bounds a context by the share of an attempt. The last one leaves the other half to
// views, if these are limited and tried afterwards.
func (r *Report) within(ctx context.Context, a attempt) (context.Context, context.CancelFunc) {
	if a.last && (r.Options.MaxViews == 0 || r.Proof != nil) {
		return context.WithCancel(ctx)
	}
	return r.half(ctx)
}

// attempt makes one search. Violations are shown as they are found. With a limit
// on memory that waits for the end, since showing them may take memory, too.
func (r *Report) attempt(ctx context.Context, a attempt) (err error) {
	what := r.progress(a)
	r.Options.begin(what)
	whole, stop := context.WithCancel(ctx)
	defer stop()
	ctx = whole
	ctx, cancel := r.within(ctx, a)
	defer cancel()
	o := r.options(a)
	if r.Closure = nil; r.Options.Certify {
		o.Closure = func(c *explore.Closure) { r.Closure = c }
	}
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
		what += fmt.Sprintf("; %s is violated after %s", pr.Property, phrase.Count(len(pr.Trace.Steps), "step"))
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
	r.Result = nil
	r.Result, err = explore.Run(ctx, r.Model.Model, o)
	if failed != nil {
		return failed
	}
	if err == nil {
		r.Result.Stopped = readable(r.Result.Stopped)
		for i := range r.Result.Properties {
			r.Result.Properties[i].Detail = readable(r.Result.Properties[i].Detail)
		}
	}
	return err
}

var long = regexp.MustCompile(`limit of (\d+) states`)

// readable writes the limit of a search as people read it.
func readable(why string) string {
	return long.ReplaceAllStringFunc(why, func(text string) string {
		n, err := strconv.ParseInt(long.FindStringSubmatch(text)[1], 10, 64)
		if err != nil {
			return text
		}
		return fmt.Sprintf("limit of %s states", phrase.Thousands(n))
	})
}

// options returns the options of one search.
func (r *Report) options(a attempt) explore.Options {
	o := r.Options.Search(a.in)
	o.MaxOrbits, o.Check, o.Levels, o.MaxMemory = a.kept, a.check, a.levels, r.memory()
	if o.Check == nil {
		o.Check = r.checked(a.in)
	}
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

// progress describes a search: what is asked, and how far it may go.
func (r *Report) progress(a attempt) string {
	text := r.Model.Label()
	if r.Model.Instance.Requests == nil {
		text += ": " + a.what
	}
	if limit := r.Options.MaxStates; limit > 0 {
		text += fmt.Sprintf(", up to %s states", phrase.Thousands(limit))
	} else if a.kept > 0 {
		text += fmt.Sprintf(", until %s states are kept", phrase.Thousands(a.kept)) // it ends after a whole level
	}
	return text
}

// levels returns where the levels of an attempt are kept, nil for nowhere.
func (r *Report) levels(attempt int) (*explore.Levels, error) {
	if r.Options.Levels == nil {
		return nil, nil
	}
	l := *r.Options.Levels
	l.Dir = filepath.Join(l.Dir, fmt.Sprintf("attempt-%d", attempt))
	// All that decides which steps there are, except for what the search says itself.
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
