package raynal

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/measure"
	"qcheck/explore/verdict"
	"qcheck/protocols/prototest"
	"qcheck/setsys/slow"
)

// asking returns the algorithm in which each process asks the members of its set
// alone, as if all others used nothing.
func asking(t *testing.T, c Config, sets []explore.Set) explore.Protocol[State, Message] {
	p := build(t, c)
	a := &algorithm{Config: c}
	actions := p.Actions
	p.Actions = func(i int, s State) []step {
		steps := slices.Clone(actions(i, s))
		for k := range steps {
			if steps[k].Kind != explore.Ask {
				continue
			}
			next := steps[k].Next
			for j := range c.N {
				if j != i && !sets[i].Has(j) {
					next.Used[j] -= int32(c.M)
				}
			}
			if next.Phase == explore.Waiting && a.permitted(next) {
				next = enter(next)
			}
			steps[k].Next = next
			steps[k].Send = slices.DeleteFunc(slices.Clone(steps[k].Send), func(o out) bool { return !sets[i].Has(o.To) })
		}
		return steps
	}
	return p
}

// TestAllMustBeAsked: section 8 of Baldoni says that the algorithm is correct if and only
// if each process asks all. With any number of resources at each request, it is unsafe
// for all other sets: a process enters with all resources, and another one, that does not
// ask it, with one.
func TestAllMustBeAsked(t *testing.T) {
	for _, c := range []struct {
		n, m     int
		units    int // of each request, 0 for any number
		integer  bool
		families int // that are unsafe
		longest  int // shortest run to a violation
	}{
		{2, 1, 0, false, 3, 4},
		{2, 2, 0, false, 3, 4},
		{2, 3, 0, false, 3, 4},
		{3, 1, 0, false, 63, 8},
		{3, 1, 0, true, 63, 8},
		{3, 2, 0, false, 63, 8},
	} {
		unsafe, longest := 0, 0
		for code := range 1 << (c.n * (c.n - 1)) {
			sets := make([]explore.Set, c.n)
			for i := range sets {
				others := code >> (i * (c.n - 1)) & (1<<(c.n-1) - 1)
				low := others & (1<<i - 1)
				sets[i] = explore.Set(low | 1<<i | (others&^low)<<1)
			}
			if !slices.ContainsFunc(sets, func(set explore.Set) bool { return set != explore.All(c.n) }) {
				continue // all are asked: TestFindings, TestSwept
			}
			m, err := explore.NewModel(asking(t, Config{N: c.n, M: c.m, Units: slices.Repeat([]int{c.units}, c.n)}, sets))
			if err != nil {
				t.Fatal(err)
			}
			o := explore.Options{Check: []explore.Property{explore.Safety}, MaxStates: 1_000_000}
			if c.integer {
				o.Clock = explore.Integer
			}
			r, err := explore.Run(t.Context(), m, o)
			if err != nil {
				t.Fatal(err)
			}
			steps := 0
			if r.Properties[0].Verdict == verdict.Violated {
				steps = len(r.Properties[0].Trace.Steps)
			}
			if steps > 0 {
				unsafe++
				longest = max(longest, steps)
			}
		}
		if unsafe != c.families || longest != c.longest {
			t.Errorf("n=%d, m=%d, units %d, integer %v: %d families are unsafe, after %d steps at most; want %d and %d",
				c.n, c.m, c.units, c.integer, unsafe, longest, c.families, c.longest)
		}
	}
}

// TestSwept: what holds, and at most 3(N-1) messages, for all numbers of resources.
func TestSwept(t *testing.T) {
	const most = 10_000_000 // states of one search
	for _, c := range []struct {
		n, m     int
		requests []int
		integer  bool
		long     bool
	}{
		{2, 1, []int{3, 3}, false, false},
		{2, 2, []int{3, 3}, false, false},
		{2, 3, []int{2, 2}, false, false},
		{2, 3, []int{2, 2}, true, false},
		{3, 1, []int{1, 1, 1}, false, false},
		{3, 1, []int{2, 1, 0}, false, false},
		{3, 1, []int{1, 1, 1}, true, false},
		{3, 2, []int{1, 1, 1}, false, false},
		{3, 2, []int{2, 1, 0}, false, false},
		{3, 3, []int{1, 1, 1}, false, true},
		{3, 2, []int{1, 2, 2}, false, true},
		{4, 1, []int{1, 1, 1, 1}, false, true},
		{4, 2, []int{1, 1, 1, 0}, false, true},
	} {
		t.Run(fmt.Sprintf("n=%d,m=%d,%v,integer=%v", c.n, c.m, c.requests, c.integer), func(t *testing.T) {
			if c.long {
				slow.Only(t, "seconds to minutes")
			}
			p := build(t, Config{N: c.n, M: c.m, Units: make([]int, c.n)})
			f := prototest.Engine(t, p, prototest.Options{Requests: c.requests, Integer: c.integer, MaxStates: most})
			if len(f.Violations) > 0 {
				t.Errorf("violated: %v", f.Violations)
			}
			o := explore.Options{Requests: c.requests, Full: true, MaxStates: most}
			if c.integer {
				o.Clock = explore.Integer
			}
			for process, requests := range c.requests {
				if requests == 0 {
					continue
				}
				count, err := measure.Of(p, MessageRule().Rule).Messages(t.Context(), process, measure.ByName, o)
				if err != nil || count.Stopped != "" {
					t.Fatal(err, count.Stopped)
				}
				if count.Most > 3*(c.n-1) {
					t.Errorf("process %d: %d to %d messages", process+1, count.Least, count.Most)
				}
			}
		})
	}
}
