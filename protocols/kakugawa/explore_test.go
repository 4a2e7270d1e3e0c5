package kakugawa

import (
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/protocols/prototest"
	"qcheck/setsys/slow"
)

// sets returns quorums, given by members counted from 1.
func sets(quorums ...[]int) []explore.Set {
	var out []explore.Set
	for _, q := range quorums {
		var s explore.Set
		for _, p := range q {
			s = s.With(p - 1)
		}
		out = append(out, s)
	}
	return out
}

var (
	one1      = sets([]int{1})
	pair      = sets([]int{1, 2})
	triple    = sets([]int{1, 2, 3})
	singles   = sets([]int{1}, []int{2})
	majority3 = sets([]int{1, 2}, []int{1, 3}, []int{2, 3})
	majority4 = sets([]int{1, 2}, []int{1, 3}, []int{2, 3}, []int{1, 4}, []int{2, 4}, []int{3, 4}) // for k = 2
	ring4     = sets([]int{1, 2}, []int{2, 3}, []int{3, 4}, []int{1, 4})                           // the thesis's C4
	uneven    = sets([]int{1}, []int{2, 3})
)

// findings are the lengths of shortest violations; 0 where the property holds.
type findings struct {
	safety, defined, deadlock, starvation int
}

// violated lists the properties that do not hold.
func (f findings) violated() (all []explore.Property) {
	for p, length := range map[explore.Property]int{
		explore.Safety: f.safety, explore.WellDefined: f.defined, explore.DeadlockFreedom: f.deadlock, explore.StarvationFreedom: f.starvation,
	} {
		if length > 0 {
			all = append(all, p)
		}
	}
	return all
}

// found is what a search finds.
type found struct {
	States, Transitions int64
	Depth               int
	findings
}

func long(t *testing.T) {
	t.Helper()
	if !slow.Tests() {
		t.Skip("QCHECK_LONG is not set")
	}
}

func requests(n ...int) []int { return n }

// run runs the engine.
func run(t *testing.T, p explore.Protocol[State, Message], o explore.Options) *explore.Result {
	t.Helper()
	o.Workers = 2
	r := prototest.Search(t, p, o)
	return r
}

// search runs the engine, which must decide everything that is checked.
func search(t *testing.T, p explore.Protocol[State, Message], o explore.Options) found {
	t.Helper()
	r := run(t, p, o)
	f := found{States: r.States, Transitions: r.Transitions, Depth: r.Depth}
	for _, pr := range r.Properties {
		length := 0
		switch pr.Verdict {
		case verdict.Violated:
			length = len(pr.Trace.Steps)
		case verdict.Unknown:
			t.Fatalf("%s: %v (%s)", pr.Property, pr.Verdict, pr.Detail)
		}
		switch pr.Property {
		case explore.Safety:
			f.safety = length
		case explore.WellDefined:
			f.defined = length
		case explore.DeadlockFreedom:
			f.deadlock = length
		case explore.StarvationFreedom:
			f.starvation = length
		}
	}
	return f
}

func protocol(t *testing.T, c Config) explore.Protocol[State, Message] {
	return prototest.Build(t, New, c)
}

// strict returns the protocol with more to check: no permission is held by two
// processes, and a process that exits is taken to wait, so that one which never
// gets out shows.
func strict(p explore.Protocol[State, Message]) explore.Protocol[State, Message] {
	observe, safe := p.Observe, p.Safe
	p.Observe = func(i int, s State) explore.Observation {
		o := observe(i, s)
		if s.Phase == Exiting {
			o.Phase = explore.Waiting
		}
		o.Resource = uint8(s.K)
		return o
	}
	p.Safe = func(all []explore.Observation) string {
		var held explore.Set
		for _, o := range all {
			if held&explore.Set(o.Resource) != 0 {
				return "a permission is held by two"
			}
			held |= explore.Set(o.Resource)
		}
		return safe(all)
	}
	return p
}

// The engine and the obvious exploration agree, for every variant.
func TestObvious(t *testing.T) {
	instances := []Config{
		{N: 2, K: 1, Quorums: pair},
		{N: 2, K: 2, Quorums: singles},
		{N: 3, K: 1, Quorums: one1},
	}
	for i, v := range Algorithm().Variants {
		t.Run(v.Name, func(t *testing.T) {
			seen := map[string]bool{}
			for _, c := range instances {
				if c.N == 3 && i%3 > 0 && !slow.Tests() {
					continue
				}
				c.Variant = v.Name
				p := protocol(t, c)
				want := obvious.Explore(p, obvious.Options{})
				got := search(t, p, explore.Options{})
				if int64(want.States) != got.States || int64(want.Transitions) != got.Transitions || want.Depth != got.Depth {
					t.Errorf("%d processes, %v: %d states, %d transitions, depth %d; obviously %d, %d, %d",
						c.N, c.Quorums, got.States, got.Transitions, got.Depth, want.States, want.Transitions, want.Depth)
				}
				lengths := findings{safety: want.Violations["safety"], defined: want.Violations["well-defined"], deadlock: want.Violations["deadlock-freedom"]}
				if lengths != got.findings {
					t.Errorf("%d processes, %v: %+v; obviously %+v", c.N, c.Quorums, got.findings, lengths)
				}
				for name := range want.Steps {
					seen[name] = true
				}
				for _, name := range p.Steps {
					delete(seen, name)
				}
			}
			for name := range seen {
				t.Errorf("step %q is not in Steps", name)
			}
		})
	}
}

type step = explore.Step[State, Message]

// build returns the protocol of an instance that is in order, in a reading.
func build(c Config, r reading) explore.Protocol[State, Message] {
	p, err := c.in(r).protocol()
	if err != nil {
		panic(err)
	}
	return p
}

func undefined(name, what string) []step { return []step{{Name: name, Undefined: what}} }
