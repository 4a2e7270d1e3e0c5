package explore_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

// counts is what all explorers must agree on. Levels stands for the number of
// states and the depth.
type counts struct {
	Levels              []int
	Transitions, Beyond int
	Steps               map[string]int
}

// search runs the engine, and fails the test when it does not run.
// mistake returns what a search says of the author of a protocol, empty for nothing.
func mistake[L, M comparable](t testing.TB, p explore.Protocol[L, M], o explore.Options) string {
	t.Helper()
	m, err := explore.NewModel(p)
	if err == nil {
		_, err = explore.Run(context.Background(), m, o)
	}
	var found *explore.Mistake
	if err != nil && !errors.As(err, &found) {
		t.Fatal(err)
	}
	if err == nil {
		return ""
	}
	return err.Error()
}

func search[L, M comparable](t testing.TB, p explore.Protocol[L, M], o explore.Options) *explore.Result {
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

// exhaust runs the engine over everything there is, whatever is violated.
func exhaust[L, M comparable](t testing.TB, p explore.Protocol[L, M], o explore.Options) *explore.Result {
	p.Safe = nil
	return search(t, p, exhaustive(o))
}

// exhaustive returns the options for a search that a protocol without Safe does
// not end early.
func exhaustive(o explore.Options) explore.Options {
	o.Check = []explore.Property{explore.Safety}
	o.Full = true
	return o
}

// runAs runs the engine with keys made in the given way; nil when blocks do not
// fit.
func runAs[L, M comparable](t testing.TB, p explore.Protocol[L, M], o explore.Options, packed bool) *explore.Result {
	t.Helper()
	m, err := explore.NewModel(p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := explore.RunAs(context.Background(), m, o, packed)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func engineCounts(r *explore.Result) counts {
	c := counts{Transitions: int(r.Transitions), Beyond: int(r.Beyond), Steps: map[string]int{}}
	for _, l := range r.Levels {
		c.Levels = append(c.Levels, int(l))
	}
	for _, s := range r.Steps {
		if s.Count > 0 {
			c.Steps[s.Name] = int(s.Count)
		}
	}
	return c
}

func (g *network[L, M]) counts() counts { return g.countsTo(len(g.states)) }

// countsTo returns the counts of a search that expands the levels up to the
// given one.
func (g *network[L, M]) countsTo(last int) counts {
	c := counts{Steps: map[string]int{}}
	for i, level := range g.level {
		if level > last+1 {
			break
		}
		for len(c.Levels) <= level {
			c.Levels = append(c.Levels, 0)
		}
		c.Levels[level]++
		if level > last {
			continue
		}
		for _, v := range g.moves[i] {
			switch {
			case v.undefined != "":
			case v.beyond:
				c.Beyond++
			default:
				c.Transitions++
				c.Steps[v.Name]++
			}
		}
	}
	return c
}

// violations returns the lengths of the shortest traces.
func (g *network[L, M]) violations() map[explore.Property]int {
	v := map[explore.Property]int{}
	note := func(p explore.Property, length int) {
		if _, ok := v[p]; !ok {
			v[p] = length
		}
	}
	for i, level := range g.level {
		if g.unsafe(i) != "" {
			note(explore.Safety, level)
		}
		if g.undefined(i) {
			note(explore.WellDefined, level+1)
		}
		if g.terminal(i) && g.waits[i] != 0 {
			note(explore.DeadlockFreedom, level)
		}
	}
	return v
}

func obviousOptions(o explore.Options) obvious.Options {
	return obvious.Options{Requests: o.Requests, Integer: o.Clock == explore.Integer, ClockMax: o.ClockMax, Queued: o.Queued}
}

func obviousViolations(r obvious.Result) map[explore.Property]int {
	v := map[explore.Property]int{}
	for name, length := range r.Violations {
		v[explore.Property(name)] = length
	}
	return v
}

// compare checks a complete search, and the verdicts with their traces, against
// the two other explorers.
func compare[L, M comparable](t *testing.T, name string, p explore.Protocol[L, M], o explore.Options, g *network[L, M]) {
	t.Helper()
	r := exhaust(t, p, o)
	if !r.Complete || r.Stopped != "" {
		t.Fatalf("%s: the search is not complete: %s", name, r.Stopped)
	}
	if r.States != int64(len(g.states)) || r.Depth != len(r.Levels)-1 {
		t.Errorf("%s: %d states and depth %d, want %d and %d", name, r.States, r.Depth, len(g.states), len(r.Levels)-1)
	}
	if d := cmp.Diff(g.counts(), engineCounts(r)); d != "" {
		t.Errorf("%s: counts (-machine +engine):\n%s", name, d)
	}
	safe := p
	safe.Safe = nil
	if other := runAs(t, safe, exhaustive(o), false); other != nil {
		r.Stats, other.Stats = explore.Stats{}, explore.Stats{}
		if d := cmp.Diff(r, other); d != "" {
			t.Errorf("%s: packed keys (-), a tree (+):\n%s", name, d)
		}
	}
	plain := obvious.Explore(p, obviousOptions(o))
	if d := cmp.Diff(counts{plain.Levels, plain.Transitions, plain.Beyond, plain.Steps}, engineCounts(r)); d != "" {
		t.Errorf("%s: counts (-obvious +engine):\n%s", name, d)
	}
	violated := obviousViolations(plain)
	if d := cmp.Diff(violated, g.violations()); d != "" {
		t.Errorf("%s: violations (-obvious +machine):\n%s", name, d)
	}
	o.Full = true
	for _, property := range explore.Properties()[:3] {
		o.Check = []explore.Property{property}
		r := search(t, p, o)
		pr := r.Properties[0]
		length, bad := violated[property]
		if !bad {
			want := verdict.Holds
			if !slices.ContainsFunc(g.inside, func(s explore.Set) bool { return s != 0 }) {
				want = verdict.Unknown
			}
			if pr.Verdict != want || pr.Trace != nil || !r.Complete {
				t.Errorf("%s: %s: %s (%s), want %s", name, property, pr.Verdict, pr.Detail, want)
			}
			continue
		}
		if pr.Verdict != verdict.Violated || pr.Trace == nil {
			t.Errorf("%s: %s: %s (%s), want violated", name, property, pr.Verdict, pr.Detail)
			continue
		}
		if len(pr.Trace.Steps) != length || !pr.Trace.Shortest || pr.Trace.Loop != -1 {
			t.Errorf("%s: %s: the trace has %d steps, want %d (shortest %v, loop %d)", name, property, len(pr.Trace.Steps), length, pr.Trace.Shortest, pr.Trace.Loop)
		}
		if err := g.confirm(pr); err != nil {
			t.Errorf("%s: %s: %v\n%+v", name, property, err, pr.Trace)
		}
		if property == explore.WellDefined {
			length--
		}
		if d := cmp.Diff(g.countsTo(length), engineCounts(r)); d != "" {
			t.Errorf("%s: counts of the search for %s (-machine +engine):\n%s", name, property, d)
		}
	}
}

func TestToys(t *testing.T) {
	toys, limit := 200, 250
	if slow.Tests() {
		toys, limit = 8000, 1000
	}
	closed, states := 0, 0
	seen := map[string]int{}
	for seed := range uint64(toys) {
		toy := newToy(seed)
		g, ok := newMachine(toy.p, toy.o).explored(limit)
		if !ok {
			continue
		}
		closed++
		states += len(g.states)
		compare(t, toy.String(), toy.p, toy.o, g)
		if t.Failed() {
			return
		}
		seen[fmt.Sprint(toy.o.Clock)]++
		for property := range g.violations() {
			seen[string(property)]++
		}
		c := g.counts()
		if c.Beyond > 0 {
			seen["beyond"]++
		}
		if len(g.states) > 50 {
			seen["large"]++
			seen[fmt.Sprintf("large with attach %d", toy.p.Clock.Attach)]++
		}
		for i := range g.moves {
			for _, v := range g.moves[i] {
				if v.Place > 1 {
					seen["places"]++
				}
				if v.Place > 0 && v.From >= 0 {
					seen["fresh on receipt"]++
				}
			}
		}
	}
	t.Logf("%d of %d toys close, with %d states: %v", closed, toys, states, seen)
	for _, what := range []string{
		"causal", "integer", "safety", "deadlock-freedom", "well-defined", "beyond", "large", "places", "fresh on receipt",
		"large with attach 1", "large with attach 2",
	} {
		if seen[what] < toys/100 {
			t.Errorf("only %d toys with %s: the test does not test what it should", seen[what], what)
		}
	}
}
