package raynal

import (
	"fmt"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/protocols/prototest"
	"qcheck/protocols/ricartagrawala"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

// TestFindings pins what holds and what fails, with causal stamps where the
// options do not say integer clocks; the short ones with both explorers.
func TestFindings(t *testing.T) {
	const unbounded = explore.Unbounded
	holds := map[string]int{}
	anyNumber := []int{0, 0}
	for _, test := range []struct {
		reason  string
		variant string
		n, m    int
		units   []int
		options prototest.Options
		long    bool
		want    prototest.Found
	}{
		{"one resource is mutual exclusion", counted, 3, 1, nil, prototest.Options{Each: unbounded}, false,
			prototest.Found{States: 2464, Transitions: 7920, Depth: 12, Violations: holds}},
		{"no conflict, yet the others are asked", counted, 2, 2, nil, prototest.Options{Each: unbounded}, false,
			prototest.Found{States: 63, Transitions: 120, Depth: 11, Violations: holds}},
		{"any number of three", counted, 2, 3, anyNumber, prototest.Options{Each: unbounded}, false,
			prototest.Found{States: 633, Transitions: 1288, Depth: 14, Violations: holds}},
		{"two resources, once", counted, 3, 2, nil, prototest.Options{}, false,
			prototest.Found{States: 7229, Transitions: 23835, Depth: 18, Violations: holds}},
		{"two resources, one process needs both", counted, 3, 2, []int{2, 1, 1}, prototest.Options{Each: unbounded}, false,
			prototest.Found{States: 11190, Transitions: 39328, Depth: 24, Violations: holds}},
		{"two resources, without bound", counted, 3, 2, nil, prototest.Options{Each: unbounded}, true,
			prototest.Found{States: 38656, Transitions: 142998, Depth: 30, Violations: holds}},
		{"three resources, one process needs two", counted, 3, 3, []int{2, 1, 1}, prototest.Options{Each: unbounded}, true,
			prototest.Found{States: 62882, Transitions: 232830, Depth: 37, Violations: holds}},
		{"one or both of two", counted, 3, 2, []int{0, 0, 0}, prototest.Options{Each: unbounded}, true,
			prototest.Found{States: 200836, Transitions: 754155, Depth: 30, Violations: holds}},

		{"one request each: nothing is owed from a former one", overwritten, 3, 2, nil, prototest.Options{}, false,
			prototest.Found{States: 7229, Transitions: 23835, Depth: 18, Violations: holds}},
		{"one resource: all is answered before entering", overwritten, 3, 1, nil, prototest.Options{Each: unbounded}, false,
			prototest.Found{States: 2464, Transitions: 7920, Depth: 12, Violations: holds}},
		{"what is owed is taken for an answer", overwritten, 2, 3, anyNumber, prototest.Options{Each: 2}, false,
			prototest.Found{States: 2593, Transitions: 4840, Depth: 17, Violations: map[string]int{"safety": 15}}},
		{"integer clocks have it too", overwritten, 2, 3, anyNumber, prototest.Options{Each: 2, Integer: true}, false,
			prototest.Found{States: 3140, Transitions: 5655, Depth: 18, Violations: map[string]int{"safety": 15}}},
		{"with fixed numbers of resources", overwritten, 3, 2, []int{2, 1, 1}, prototest.Options{Each: 2}, true,
			prototest.Found{States: 98071, Transitions: 332062, Depth: 37, Violations: map[string]int{"safety": 21}}},

		{"what is not answered is missing for a larger request", once, 2, 3, anyNumber, prototest.Options{Each: 2}, false,
			prototest.Found{States: 1701, Transitions: 3086, Depth: 17, Violations: map[string]int{"deadlock-freedom": 12}}},
		{"integer clocks have it too", once, 2, 3, anyNumber, prototest.Options{Each: 3, Integer: true}, false,
			prototest.Found{States: 11299, Transitions: 20423, Depth: 26, Violations: map[string]int{"deadlock-freedom": 12}}},
		{"with fixed numbers, what is missing once is enough the next time", once, 3, 2, []int{2, 1, 1}, prototest.Options{Each: unbounded}, true,
			prototest.Found{States: 34020, Transitions: 118744, Depth: 46, Violations: holds}},
	} {
		t.Run(fmt.Sprintf("%s/n=%d,m=%d,units=%v,each=%d,integer=%v", test.variant, test.n, test.m, test.units, test.options.Each, test.options.Integer), func(t *testing.T) {
			if test.long {
				slow.Only(t, "seconds")
			}
			p := build(t, Config{N: test.n, M: test.m, Units: test.units, Variant: test.variant})
			explorers := prototest.Both[State, Message]
			if test.long {
				explorers = prototest.Engine[State, Message]
			}
			if diff := cmp.Diff(test.want, explorers(t, p, test.options)); diff != "" {
				t.Errorf("%s: expected (-), found (+):\n%s", test.reason, diff)
			}
		})
	}
}

// TestEveryStepRuns: two resources for three processes is enough.
func TestEveryStepRuns(t *testing.T) {
	_, r := prototest.Result(t, build(t, Config{N: 3, M: 2}), prototest.Options{})
	if len(r.NeverRan) > 0 {
		t.Errorf("never ran: %q", r.NeverRan)
	}
}

// TestOneResource compares with another package: for M = 1 the algorithm is that
// of Ricart and Agrawala, a NOT_USED(1) being a REPLY.
func TestOneResource(t *testing.T) {
	for _, x := range []struct {
		n, requests int
		integer     bool
	}{{1, 2, true}, {2, 1, true}, {2, 3, true}, {3, 1, true}, {2, 2, false}, {3, 1, false}, {2, explore.Unbounded, false}} {
		o := obvious.Options{Integer: x.integer, Requests: make([]int, x.n)}
		for i := range o.Requests {
			o.Requests[i] = x.requests
		}
		other, err := ricartagrawala.New(ricartagrawala.Config{N: x.n})
		if err != nil {
			t.Fatal(err)
		}
		p := build(t, Config{N: x.n, M: 1})
		observe := p.Observe
		p.Observe = func(i int, s State) explore.Observation {
			seen := observe(i, s)
			seen.Units = 0
			return seen
		}
		want, got := obvious.Explore(other, o), obvious.Explore(p, o)
		if diff := cmp.Diff(want.Observations, got.Observations); diff != "" {
			t.Errorf("%+v: observed with Ricart and Agrawala (-), here (+):\n%s", x, diff)
		}
		if want.Depth != got.Depth || len(want.Terminal) != len(got.Terminal) {
			t.Errorf("%+v: depth %d and %d terminal states, want %d and %d", x, got.Depth, len(got.Terminal), want.Depth, len(want.Terminal))
		}
	}
}
