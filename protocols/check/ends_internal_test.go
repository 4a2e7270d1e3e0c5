package check

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"qcheck/explore"
	"qcheck/explore/verdict"
)

// A looked is a context that ends when it has been asked so often.
type looked struct {
	context.Context
	end  context.CancelCauseFunc
	left atomic.Int64
	why  error
}

func endsAfter(ctx context.Context, looks int64, why error) *looked {
	ctx, end := context.WithCancelCause(ctx)
	l := &looked{Context: ctx, end: end, why: why}
	l.left.Store(looks)
	return l
}

func (l *looked) Err() error {
	if l.left.Add(-1) < 0 {
		l.end(l.why)
	}
	return l.Context.Err()
}

// ending are small instances of which everything is decided by one search, also of given requests, or by searches of more
// and more processes, and of which something is violated.
var ending = []string{
	"--algorithm ricart-agrawala --n 2",
	"--algorithm maekawa --variant without-inquire --n 3",
	"--algorithm raymond --variant printed --n 2 --k 1 --requests 1",
	"--algorithm raymond --n 2 --clock integer",
	"--algorithm raft-election --variant votes-again --n 2",
}

// endsTruly reports an error if the report says that something else than a reason ended what was tried, and whether
// something is unknown for this reason.
func endsTruly(t *testing.T, flags string, r *Report, err error, why string) bool {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", flags, err)
	}
	open := false
	for _, f := range r.Findings {
		bounded := strings.Contains(f.Detail, "infinitely many states")
		if f.Verdict == verdict.Unknown && !bounded {
			open = true
			if f.Detail != "" && !strings.Contains(f.Detail, why) {
				t.Errorf("%s, ended by %q: %s is unknown: %s", flags, why, f.Property, f.Detail)
			}
		}
	}
	text := r.Summary()
	if open && (!strings.Contains(text, why) || strings.Contains(text, "50,000") || strings.Contains(text, "everything was decided")) {
		t.Errorf("%s, ended by %q: %s", flags, why, text)
	}
	return open
}

// Whatever ends what is tried, and wherever it is then, is the reason that is said: an interrupt and a limit in time at each
// look at the context, and the budget at each look at the time that was used, or half of it. Nothing that it says is a limit that nobody set.
func TestWhyItEnded(t *testing.T) {
	undecided := 0
	for _, flags := range ending {
		for looks := int64(0); ; looks += 1 + looks/8 {
			r := reportOf(t, flags)
			ctx := endsAfter(t.Context(), looks, errors.New("it was stopped by a signal (SIGINT)"))
			err := r.search(ctx)
			if endsTruly(t, flags, r, err, "it was stopped by a signal (SIGINT)") {
				undecided++
			}
			if ctx.left.Load() >= 0 {
				break
			}
		}
		for looks := int64(1); looks < 60; looks += 1 + looks/8 {
			r := reportOf(t, flags)
			var asked atomic.Int64
			used := false
			r.Options.Budget = Budget{Time: time.Minute}
			r.Options.spent = func() time.Duration {
				if asked.Add(1) > looks {
					used = true
					return time.Hour
				}
				return 0
			}
			err := r.search(t.Context())
			if r.Model.Instance.Requests == nil && used && endsTruly(t, flags, r, err, "processor time was") {
				undecided++
			}
			open := slices.ContainsFunc(r.Findings, func(f Finding) bool {
				return f.Verdict == verdict.Unknown && f.Property != explore.StarvationFreedom && (f.Detail != endless || r.lastStopped() != nil)
			})
			if text := r.Summary(); strings.Contains(text, "has the whole budget, and less is searched: --check ") != (open && r.Model.Instance.Requests == nil) {
				t.Errorf("%s: %s", flags, text)
			}
		}
	}
	if undecided < 8 { // how many there are depends on how fast the provers are, too
		t.Errorf("only %d ends left something open", undecided)
	}
}

// A search that meets all states, and is cut before it has decided about them, has not ended: what is open is tried in another way, or
// the reason is said. The cuts are spread over the time that the search takes, until some of them meet that part.
func TestCutWhileDeciding(t *testing.T) {
	try := func(within time.Duration) (r *Report, ended bool) {
		r = reportOf(t, "--algorithm raymond --n 2 --k 1")
		ctx, cancel := context.WithTimeoutCause(t.Context(), within, errors.New("half of the time was over"))
		defer cancel()
		a := r.all(explore.Unbounded, 0)
		a.kept = quickStates
		ended, err := r.try(ctx, a)
		if err != nil {
			t.Fatal(err)
		}
		return r, ended
	}
	var whole time.Duration
	for range 3 { // what is made at first takes longer
		begin := time.Now()
		if _, ended := try(time.Hour); !ended {
			t.Fatal("the search did not end")
		}
		whole = time.Since(begin)
	}
	cut := 0
	for tries := time.Duration(0); cut == 0; tries++ {
		r, ended := try(whole * (20 + tries%100) / 100)
		if open := r.open(r.unbounded()); ended && len(open) > 0 {
			t.Fatalf("the search ended, and %v are open", open)
		}
		if !ended && r.Result.Complete {
			if cut++; r.settled[explore.Safety].Verdict != verdict.Holds {
				t.Error("safety was decided, and is forgotten")
			}
		}
		if tries > 1000 {
			t.Fatal("no cut met the part in which the search decides")
		}
	}
}

// A limit on states or on memory that a user has set is the reason; of the states, each of a range.
func TestLimitsThatEnd(t *testing.T) {
	undecided := 0
	for _, flags := range ending {
		for states := int64(1); states < 1000; states += 1 + states {
			r := reportOf(t, flags)
			r.Options.MaxStates, r.Options.Budget = states, Budget{Time: time.Hour}
			r.Options.spent = func() time.Duration { return 1 }
			if endsTruly(t, flags, r, r.search(t.Context()), "limit of") {
				undecided++
				if text := r.Summary(); strings.Contains(text, "kept was reached") {
					t.Errorf("%s, up to %d states: %s", flags, states, text)
				}
			}
		}
		r := reportOf(t, flags)
		r.Options.MaxMemory = 1 << 10
		if endsTruly(t, flags, r, r.search(t.Context()), "memory limit of") {
			undecided++
		}
	}
	if undecided < 20 {
		t.Errorf("only %d ends left something open", undecided)
	}
}
