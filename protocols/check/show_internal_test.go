package check

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/protocols"
	"qcheck/setsys/fault"
)

// reportOf is a report on the instance that flags name, with nothing searched yet.
func reportOf(t *testing.T, flags string) *Report {
	t.Helper()
	in, err := protocols.All().Parse(flags)
	if err != nil {
		t.Fatal(err)
	}
	m, err := protocols.All().Open(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	return newReport(m, Options{})
}

// Nothing is printed that was not replayed.
func TestRunThatDoesNotConfirm(t *testing.T) {
	x := reportOf(t, "--algorithm raymond --variant printed --n 3 --k 2 --requests 1,1,2 --check safety")
	if err := x.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	f := x.Result.Properties[0]
	if f.Verdict != verdict.Violated {
		t.Fatal("nothing is violated")
	}
	for _, c := range []struct {
		reason string
		change func(*explore.PropertyResult)
		want   string
	}{
		{"a step is missing", func(pr *explore.PropertyResult) {
			trace := *pr.Trace
			trace.Steps = trace.Steps[:len(trace.Steps)-1]
			pr.Trace = &trace
		}, "the run against safety does not confirm: the last state is safe"},
		{"another property", func(pr *explore.PropertyResult) { pr.Property = explore.DeadlockFreedom }, "the run against deadlock-freedom does not confirm: "},
		{"no trace", func(pr *explore.PropertyResult) { pr.Trace = nil }, "safety is violated, but there is no trace"},
	} {
		g := f
		c.change(&g)
		err := x.show(t.Context(), g, &Finding{})
		if err == nil || !strings.Contains(err.Error(), c.want) || !errors.As(err, new(*fault.Fault)) {
			t.Errorf("%s: %v", c.reason, err)
		}
	}
}

// A violation is shown while the search for others goes on, confirmed, and once.
// With a limit on memory it waits, so that showing it takes nothing from the search.
func TestViolatedAtOnce(t *testing.T) {
	for _, memory := range []int64{0, 8 << 30} {
		x := reportOf(t, "--algorithm raymond --variant printed --n 3 --k 2 --requests 1,1,2")
		x.Options.MaxMemory = memory
		var seen []string
		x.Options.Violated = func(r *Report, f Finding) {
			seen = append(seen, fmt.Sprintf("%s %d steps, over %v", f.Property, len(f.Run.Moves), r.Result != nil))
		}
		if err := x.search(t.Context()); err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("[safety 13 steps, over %v]", memory > 0); fmt.Sprint(seen) != want {
			t.Errorf("with a limit of %d bytes: %v, want %s", memory, seen, want)
		}
		if f := x.Violation(); f == nil || f.Property != explore.Safety || len(x.Findings) != len(x.Result.Properties) {
			t.Errorf("findings %v", x.Findings)
		}
	}
}

// A run that reduction found is made a shortest one by a search without.
func TestShorten(t *testing.T) {
	x := reportOf(t, "--algorithm raymond --variant printed --n 3 --k 2 --requests 1,1,2 --check safety")
	if err := x.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	shortest := x.Findings[0].Trace
	longer := x.Result.Properties[0]
	trace := *longer.Trace
	trace.Shortest = false
	trace.Steps = append(slices.Clone(trace.Steps), explore.TraceStep{Process: 1, From: 0, Name: "REQUEST: answered"})
	longer.Trace = &trace
	x.Result.Reduced = true
	f := Finding{Property: longer.Property}
	if err := x.show(t.Context(), longer, &f); err != nil {
		t.Fatal(err)
	}
	if !f.Trace.Shortest || !slices.Equal(f.Trace.Steps, shortest.Steps) {
		t.Errorf("shortest %v, %d steps, want %d", f.Trace.Shortest, len(f.Trace.Steps), len(shortest.Steps))
	}
	x.Options.MaxStates = 100
	f = Finding{Property: longer.Property}
	if err := x.show(t.Context(), longer, &f); err != nil {
		t.Fatal(err)
	}
	if f.Trace.Shortest || len(f.Trace.Steps) != len(shortest.Steps)+1 {
		t.Errorf("cut by a limit: shortest %v, %d steps", f.Trace.Shortest, len(f.Trace.Steps))
	}
}

// What is said of integer clocks is what the search with them finds.
func TestTriesIntegers(t *testing.T) {
	for _, c := range []struct {
		args     string
		property explore.Property
		asks     []int // of the run
		limit    int64
		want     verdict.Verdict
		note     string
	}{
		{"--algorithm maekawa --variant without-inquire --n 3 --requests 1", explore.DeadlockFreedom, []int{1, 1, 1}, 0,
			verdict.Violated, "with Lamport's integer clock by another run, of 7 steps (add --clock integer to see it)"},
		{"--algorithm maekawa --variant without-inquire --n 3 --requests 1", explore.StarvationFreedom, []int{1, 1, 1}, 0,
			verdict.Violated, "with Lamport's integer clock by another run, of 7 steps (add --clock integer to see it)"},
		{"--algorithm maekawa --n 3 --requests 1", explore.DeadlockFreedom, []int{1, 1, 1}, 0,
			verdict.Holds, "it needs a clock that ticks on internal events: with Lamport's integer clock and no more requests than here it does not happen"},
		{"--algorithm maekawa --variant without-inquire --n 3 --requests 1", explore.DeadlockFreedom, []int{1, 1, 0}, 0,
			verdict.Holds, "it needs a clock that ticks on internal events: with Lamport's integer clock and no more requests than here it does not happen"},
		{"--algorithm maekawa --variant without-inquire --n 3 --requests 1", explore.DeadlockFreedom, []int{1, 1, 1}, 50,
			verdict.Unknown, "not found with Lamport's integer clock within 50 states"},
		{"--algorithm raymond --variant printed --n 3 --k 2 --requests 1", explore.Safety, []int{251, 0, 0}, 0,
			verdict.Unknown, "not tried with Lamport's integer clock: it takes 251 requests"},
	} {
		x := reportOf(t, c.args)
		x.Options.MaxStates = c.limit
		f := Finding{Property: c.property, Run: &obvious.Run{}}
		for p, asks := range c.asks {
			for range asks {
				f.Run.Moves = append(f.Run.Moves, obvious.Move{TraceStep: explore.TraceStep{Process: p}, Kind: explore.Ask})
			}
		}
		if err := x.searchIntegers(t.Context(), &f); err != nil {
			t.Fatal(err)
		}
		if f.Integer != c.want || f.IntegerNote != c.note {
			t.Errorf("%s: %s: %s, %q", c.args, c.property, f.Integer, f.IntegerNote)
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(fmt.Errorf("enough"))
	x := reportOf(t, "--algorithm maekawa --n 3 --requests 1")
	f := Finding{Property: explore.DeadlockFreedom, Run: &obvious.Run{}}
	if err := x.searchIntegers(ctx, &f); err != nil || f.Integer != verdict.Unknown || !strings.HasSuffix(f.IntegerNote, "was not decided: enough") {
		t.Errorf("interrupted: %v, %s, %q", err, f.Integer, f.IntegerNote)
	}
}
