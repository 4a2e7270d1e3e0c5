package protocols

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// reduces compares the reduced with the full search, and replays the traces of
// the former. It reports whether there is a reduction, which leaves the number
// of states that it returns.
func reduces(t *testing.T, name string, i *instance.Model, o explore.Options) (bool, int64) {
	t.Helper()
	part, err := explore.Run(t.Context(), i.Model, o)
	if err != nil {
		t.Fatal(err)
	}
	if !part.Reduced || !part.Complete {
		return false, 0
	}
	o.Full, o.MaxStates = true, 0
	full, err := explore.Run(t.Context(), i.Model, o)
	if err != nil {
		t.Fatal(err)
	}
	for p, want := range full.Properties {
		got := part.Properties[p]
		if got.Verdict != want.Verdict {
			t.Errorf("%s: %s %s in full, %s reduced", name, want.Property, want.Verdict, got.Verdict)
		}
		if got.Verdict != verdict.Violated || want.Verdict != verdict.Violated {
			continue
		}
		if len(got.Trace.Steps) < len(want.Trace.Steps) {
			t.Errorf("%s: %s: a shortest trace has %d steps, reduced %d", name, want.Property, len(want.Trace.Steps), len(got.Trace.Steps))
		}
		if _, err := i.Replay(obvious.OptionsOf(o), got.Trace.Steps); err != nil {
			t.Errorf("%s: %s: the trace does not replay: %v", name, want.Property, err)
		}
	}
	if part.States >= full.States {
		t.Errorf("%s: %d states reduced, %d in full", name, part.States, full.States)
	}
	return true, part.States
}

// TestReductionKeepsVerdicts compares the reduced with the full search of every
// algorithm and variant that can be reduced; and that what its Partial takes
// for granted, that no step is undefined, is so.
func TestReductionKeepsVerdicts(t *testing.T) {
	reduced := map[string]bool{}
	for _, a := range All() {
		for _, v := range a.Variants {
			for _, x := range []struct{ n, k, requests int }{{2, 1, 1}, {2, 1, 2}, {2, 2, 2}, {3, 1, 1}, {3, 2, 1}, {3, 1, 2}} {
				in := instance.Instance{N: x.n, Variant: v.Name}
				if _, ok := a.Param(instance.K); ok {
					in = in.With(instance.K, fmt.Sprint(x.k))
				} else if x.k > 1 {
					continue
				}
				i, err := a.Open(in, nil)
				if err != nil || i.Instance.Quorums.Choice == instance.Any {
					continue // not for every k
				}
				for _, clock := range []explore.ClockMode{explore.Causal, explore.Integer} {
					o := explore.Options{Requests: slices.Repeat([]int{x.requests}, x.n), Clock: clock, MaxStates: 40_000}
					if some, _ := reduces(t, fmt.Sprintf("%s %s %+v, %s", a.Name, v.Name, x, clock), i, o); some {
						reduced[a.Name+" "+v.Name] = true
					}
				}
			}
		}
	}
	for _, name := range []string{"raymond spin", "maekawa repaired", "ricart-agrawala printed"} {
		if !reduced[name] {
			t.Errorf("%s was not reduced", name)
		}
	}
}

// TestReductionOnStructures compares where quorums are given: processes that
// share some members, with several requesters for each, and deadlocks.
func TestReductionOnStructures(t *testing.T) {
	type values = map[string]any
	for _, test := range []struct {
		reason    string
		construct string
		values    values
		variant   string
		requests  []int
		clock     explore.ClockMode
		reduced   int64
	}{
		{"a member for each two requesters", "plane", values{"order": 2, "as": "request-sets"}, "repaired", []int{1, 1, 1, 0, 0, 0, 0}, explore.Integer, 703},
		{"four of them, and a deadlock", "plane", values{"order": 2, "as": "request-sets"}, "printed", []int{0, 0, 1, 1, 1, 0, 1}, explore.Integer, 9317},
		{"one half repaired", "plane", values{"order": 2, "as": "request-sets"}, "told", []int{0, 0, 1, 1, 1, 0, 1}, explore.Integer, 8964},
		{"both", "plane", values{"order": 2, "as": "request-sets"}, "repaired", []int{0, 0, 1, 1, 1, 0, 1}, explore.Integer, 8857},
		{"any quorum", "majority", values{"n": 3}, "silent", []int{1, 1, 1}, explore.Integer, 26188},
		{"any quorum, causal stamps", "wheel", values{"n": 3}, "told", []int{1, 1, 1}, explore.Causal, 34947},
		{"the row and the column", "grid", values{"n": 4, "as": "request-sets"}, "repaired", []int{1, 1, 1, 0}, explore.Causal, 4671},
	} {
		s, err := construct.Build(test.construct, test.values, setsys.DefaultMaxSets)
		if err != nil {
			t.Fatal(err)
		}
		i, err := All().Open(instance.Instance{Algorithm: "maekawa", Variant: test.variant, Quorums: instance.Quorums{Structure: s}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		name := fmt.Sprintf("%s: %s %v, %s, %v, %s", test.reason, test.construct, test.values, test.variant, test.requests, test.clock)
		if _, states := reduces(t, name, i, explore.Options{Requests: test.requests, Clock: test.clock, Asymmetric: true}); states != test.reduced {
			t.Errorf("%s: %d states reduced, want %d", name, states, test.reduced)
		}
	}
}
