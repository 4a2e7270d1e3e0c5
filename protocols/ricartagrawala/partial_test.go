package ricartagrawala

import (
	"fmt"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/protocols/instance"
	"qcheck/protocols/prototest"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

func search(t *testing.T, p explore.Protocol[State, Message], o explore.Options) *explore.Result {
	t.Helper()
	r := prototest.Search(t, p, o)
	return r
}

// TestReductionCounts pins what the reduction leaves of the states.
func TestReductionCounts(t *testing.T) {
	for _, test := range []struct {
		reason        string
		n, requests   int
		clock         explore.ClockMode
		full, reduced int64
		long          bool
	}{
		{"integer clocks", 3, 1, explore.Integer, 2049, 452, false},
		{"causal stamps", 3, 1, explore.Causal, 2930, 434, false},
		{"twice", 3, 2, explore.Integer, 25674, 5981, false},
		{"four processes", 4, 1, explore.Integer, 1402298, 9387, true},
		{"two processes leave little to choose", 2, 3, explore.Integer, 325, 280, false},
	} {
		if test.long && !slow.Tests() {
			continue
		}
		o := explore.Options{Requests: instance.Each(test.n, test.requests), Clock: test.clock, Asymmetric: true}
		reduced := search(t, build(t, Config{N: test.n}), o)
		o.Full = true
		full := search(t, build(t, Config{N: test.n}), o)
		if full.States != test.full || reduced.States != test.reduced || full.Verdict() != reduced.Verdict() {
			t.Errorf("%s: %d states and %s, reduced %d and %s, want %d and %d", test.reason,
				full.States, full.Verdict(), reduced.States, reduced.Verdict(), test.full, test.reduced)
		}
	}
}

// TestReductionFindsHarm: when one inside alone is said to be wrong, or one of
// two given ones, the reduced search finds it as the full one does.
func TestReductionFindsHarm(t *testing.T) {
	for _, wrong := range []explore.Set{explore.SetOf(0), explore.SetOf(1, 2), explore.All(3)} {
		for _, clock := range []explore.ClockMode{explore.Causal, explore.Integer} {
			p := build(t, Config{N: 3})
			p.Safe = func(all []explore.Observation) string {
				for x, s := range all {
					if wrong.Has(x) && s.Phase == explore.Inside {
						return "somebody is inside"
					}
				}
				return ""
			}
			p.Partial.Harm = func([]explore.Observation) []explore.Set { return []explore.Set{wrong} }
			o := explore.Options{Requests: instance.Each(3, 1), Clock: clock}
			reduced := search(t, p, o)
			o.Full = true
			if full := search(t, p, o); full.Verdict() != reduced.Verdict() || !reduced.Reduced {
				t.Errorf("one of %s inside, %s stamps: %s, reduced %s", wrong, clock, full.Verdict(), reduced.Verdict())
			}
		}
	}
}

// TestReductionKeepsObservations: when every event is visible, and any process
// may do harm, the reduced search meets all that can be observed.
func TestReductionKeepsObservations(t *testing.T) {
	for _, x := range []struct {
		n, requests int
		integer     bool
	}{{2, 2, false}, {2, 3, true}, {3, 1, false}, {3, 1, true}} {
		p := build(t, Config{N: x.n})
		want := obvious.Explore(p, obvious.Options{Integer: x.integer, Requests: instance.Each(x.n, x.requests)}).Observations
		got := map[string]bool{}
		p.Safe = func(all []explore.Observation) string {
			got[fmt.Sprint(all)] = true
			return ""
		}
		p.Partial.Harm = nil
		p.Partial.Visible = func(int, State) explore.Events { return explore.AllEvents }
		o := explore.Options{Requests: instance.Each(x.n, x.requests)}
		if x.integer {
			o.Clock = explore.Integer
		}
		if r := search(t, p, o); !r.Reduced {
			t.Fatalf("%+v: not reduced", x)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%+v: observed in full (-), reduced (+):\n%s", x, diff)
		}
	}
}
