// Package prototest explores protocols in tests, with two explorers that share
// only the protocol, and says what both found.
package prototest

import (
	"context"
	"maps"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

// Options say how a protocol is explored. The zero value is one request of each
// process, with causal stamps, without reduction.
type Options struct {
	// Each is how often each process asks, where Requests is nil; 0 means once,
	// explore.Unbounded without bound.
	Each int
	// Requests says it by process.
	Requests []int
	Integer  bool
	Queued   bool
	// Asymmetric is for processes that are known not to be alike: the engine finds that out by a search that
	// it gives up.
	Asymmetric bool
	// MaxStates ends the test; 0 means 3,000,000.
	MaxStates int64
	// Check lists the properties; nil means all that the requests allow.
	Check []explore.Property
}

// Found is the result of an exploration. Violations has the length of the trace
// of each property that is violated, that of a cycle included.
type Found struct {
	States, Transitions, Depth int
	Violations                 map[string]int
}

// Build makes a protocol of a configuration, which must be in order.
func Build[C, P any](t testing.TB, of func(C) (P, error), c C) P {
	t.Helper()
	p, err := of(c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Search runs the engine. The search may be cut.
func Search[L, M comparable](t testing.TB, p explore.Protocol[L, M], o explore.Options) *explore.Result {
	t.Helper()
	m, err := explore.NewModel(p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := explore.Run(context.Background(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Engine explores with the engine, goes on after violations so that all states
// count, and fails the test when the search is cut. Each trace is replayed.
func Engine[L, M comparable](t testing.TB, p explore.Protocol[L, M], o Options) Found {
	t.Helper()
	f, _ := Result(t, p, o)
	return f
}

// Result is Engine, and returns the engine's own result too: that of a search that met
// all states, since something was not violated.
func Result[L, M comparable](t testing.TB, p explore.Protocol[L, M], o Options) (Found, *explore.Result) {
	t.Helper()
	options := o.engine(p.N)
	check := o.Check
	if check == nil {
		check = []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom}
		if slices.Contains(options.Requests, explore.Unbounded) {
			check = append(check, explore.StarvationFreedom)
		}
		for _, g := range p.Goals {
			check = append(check, g.Name)
		}
	}
	options.Check = check
	all := run(t, p, options)
	violations := map[string]int{}
	for _, r := range all.Properties {
		switch r.Verdict {
		case verdict.Violated:
			violations[string(r.Property)] = len(r.Trace.Steps)
			if _, err := obvious.Replay(p, o.obvious(p.N), r.Trace.Steps); err != nil {
				t.Errorf("%s: the trace does not replay: %v", r.Property, err)
			}
		case verdict.Unknown:
			t.Errorf("%s: unknown: %s", r.Property, r.Detail)
		}
	}
	if len(violations) == len(check) {
		// Nothing was left to search for, so not all states were met.
		free := p
		free.Safe = nil
		options.Check = []explore.Property{explore.Safety}
		all = run(t, free, options)
	}
	f := Found{States: int(all.States), Transitions: int(all.Transitions), Depth: all.Depth, Violations: violations}
	return f, all
}

// manyStates, and in the long form of tests tooMany, take the obvious explorer long: it is some
// hundred times slower than the engine, and keeps a hundred times as much of a state.
const manyStates, tooMany = 1000, 30_000

// Both is Engine, and compares with the obvious explorer: all numbers, and all
// violations but those of starvation and those that only cycles show. Instances with more
// than manyStates are compared in the long form of tests only, those with more than tooMany never.
func Both[L, M comparable](t testing.TB, p explore.Protocol[L, M], o Options) Found {
	t.Helper()
	f := Engine(t, p, o)
	if f.States > manyStates && !slow.Tests() || f.States > tooMany {
		return f
	}
	r := obvious.Explore(p, o.obvious(p.N))
	if r.Overflow != "" {
		t.Fatalf("a bound of the model is passed: %s", r.Overflow)
	}
	want := Found{States: r.States, Transitions: r.Transitions, Depth: r.Depth, Violations: r.Violations}
	got := f
	got.Violations = maps.Clone(f.Violations)
	for property := range f.Violations {
		if _, ok := r.Violations[property]; !ok && !slices.Contains([]explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom}, explore.Property(property)) {
			delete(got.Violations, property)
		}
	}
	for _, r := range p.Requires {
		if r.Kind() == "sometimes" { // what is shown is no violation
			delete(want.Violations, string(r.Name))
		}
	}
	if o.Check != nil {
		maps.DeleteFunc(want.Violations, func(property string, _ int) bool {
			return !slices.Contains(o.Check, explore.Property(property))
		})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: obvious (-), engine (+):\n%s", p.Name, diff)
	}
	return f
}

// run is Search, which must not be cut.
func run[L, M comparable](t testing.TB, p explore.Protocol[L, M], o explore.Options) *explore.Result {
	t.Helper()
	r := Search(t, p, o)
	if r.Stopped != "" {
		t.Fatalf("%s: the search was cut: %s", p.Name, r.Stopped)
	}
	return r
}

func (o Options) requests(n int) []int {
	if o.Requests != nil {
		return o.Requests
	}
	if o.Each == 0 {
		return slices.Repeat([]int{1}, n)
	}
	return slices.Repeat([]int{o.Each}, n)
}

func (o Options) engine(n int) explore.Options {
	e := explore.Options{Requests: o.requests(n), Queued: o.Queued, Full: true, Asymmetric: o.Asymmetric, MaxStates: o.MaxStates}
	if o.Integer {
		e.Clock = explore.Integer
	}
	if e.MaxStates == 0 {
		e.MaxStates = 3_000_000
	}
	return e
}

func (o Options) obvious(n int) obvious.Options {
	return obvious.Options{Requests: o.requests(n), Integer: o.Integer, Queued: o.Queued}
}
