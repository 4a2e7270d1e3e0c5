package carvalhoroucairol

import (
	"fmt"
	"math"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/protocols/instance"
	"qcheck/protocols/prototest"
	"qcheck/protocols/ricartagrawala"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

func build(t *testing.T, c Config) explore.Protocol[State, Message] {
	return prototest.Build(t, New, c)
}

func TestNew(t *testing.T) {
	for _, test := range []struct {
		config Config
		want   string
	}{
		{Config{N: 0}, "0 processes: there must be 1 to 16"},
		{Config{N: 17}, "17 processes: there must be 1 to 16"},
		{Config{N: 3, Variant: "repaired"}, `unknown variant "repaired"`},
	} {
		if _, err := New(test.config); err == nil || err.Error() != test.want {
			t.Errorf("%+v: error %v, want %q", test.config, err, test.want)
		}
	}
}

// TestFindings explores instances with both explorers.
func TestFindings(t *testing.T) {
	none := map[string]int{}
	for _, test := range []struct {
		reason, variant            string
		n, each                    int
		integer, long              bool
		states, transitions, depth int
		violations                 map[string]int
	}{
		{"alone, nobody need be asked", "printed", 1, 2, true, false, 5, 4, 4, none},
		{"two, without bound", "printed", 2, explore.Unbounded, false, false, 25, 42, 5, none},
		{"three, once", "printed", 3, 1, false, false, 2965, 9078, 18, none},
		{"three, without bound", "printed", 3, explore.Unbounded, false, true, 3295, 10845, 21, none},
		{"permissions at first", "given", 2, explore.Unbounded, false, false, 14, 24, 7, none},
		{"permissions at first, of three", "given", 3, 1, false, false, 0, 0, 0, none},
		{"own numbers repeat", "numbers", 2, 3, true, false, 280, 407, 24, none},
		{"permissions are kept", "without-giving-back", 2, explore.Unbounded, false, false, 33, 58, 8, map[string]int{"safety": 8}},
		{"permissions are not asked for again", "without-asking-again", 3, explore.Unbounded, false, true, 5011, 14901, 27,
			map[string]int{"deadlock-freedom": 21, "starvation-freedom": 22}},
		{"that takes three", "without-asking-again", 2, explore.Unbounded, false, false, 25, 42, 5, none},
	} {
		t.Run(fmt.Sprintf("%s/n=%d,requests=%d", test.variant, test.n, test.each), func(t *testing.T) {
			if test.long {
				slow.Only(t, "some seconds")
			}
			p := build(t, Config{N: test.n, Variant: test.variant})
			f := prototest.Both(t, p, prototest.Options{Each: test.each, Integer: test.integer})
			want := prototest.Found{States: test.states, Transitions: test.transitions, Depth: test.depth, Violations: test.violations}
			if test.states == 0 {
				want.States, want.Transitions, want.Depth = f.States, f.Transitions, f.Depth
			}
			if diff := cmp.Diff(want, f); diff != "" {
				t.Errorf("%s: expected (-), found (+):\n%s", test.reason, diff)
			}
		})
	}
}

// TestOneRequest: who asks once gets no permission that it could use again, so what is
// observed is what is observed of the algorithm of Ricart and Agrawala; who asks more
// often needs fewer steps.
func TestOneRequest(t *testing.T) {
	other := func(n int) explore.Protocol[ricartagrawala.State, ricartagrawala.Message] {
		return prototest.Build(t, ricartagrawala.New, ricartagrawala.Config{N: n})
	}
	for _, x := range []struct {
		n, requests int
		integer     bool
	}{{1, 1, false}, {2, 1, true}, {2, 1, false}, {3, 1, true}, {3, 1, false}} {
		o := obvious.Options{Integer: x.integer, Requests: instance.Each(x.n, x.requests)}
		want := obvious.Explore(other(x.n), o)
		got := obvious.Explore(build(t, Config{N: x.n}), o)
		if diff := cmp.Diff(want.Observations, got.Observations); diff != "" || want.Depth != got.Depth {
			t.Errorf("%+v: depth %d and %d, observed of Ricart and Agrawala's (-) and of this one (+):\n%s", x, want.Depth, got.Depth, diff)
		}
		if got.Steps[stepReenter] > 0 && x.n > 1 || got.Steps[stepAsked] > 0 {
			t.Errorf("%+v: %v", x, got.Steps)
		}
	}
}

// TestNumbers compares the integers of the source with the explorer's clocks, under
// which a process never uses a number again: the same is observed.
func TestNumbers(t *testing.T) {
	for _, x := range []struct{ n, requests int }{{1, 2}, {2, 1}, {2, 3}, {3, 1}} {
		o := obvious.Options{Requests: instance.Each(x.n, x.requests)}
		causal := obvious.Explore(build(t, Config{N: x.n}), o)
		numbers := obvious.Explore(build(t, Config{N: x.n, Variant: "numbers"}), o)
		o.Integer = true
		integer := obvious.Explore(build(t, Config{N: x.n}), o)
		for _, r := range []obvious.Result{causal, integer} {
			if diff := cmp.Diff(numbers.Observations, r.Observations); diff != "" || len(r.Violations)+len(numbers.Violations) > 0 {
				t.Errorf("n = %d, %d requests: observed with the source's numbers (-) and with clocks (+):\n%s", x.n, x.requests, diff)
			}
		}
	}
}

// TestPermissions: two processes never hold the permission of each other, and a REPLY on
// its way is a permission that its receiver does not hold yet.
func TestPermissions(t *testing.T) {
	wrong := func(v explore.View[State, Message]) string {
		for p, s := range v.Locals {
			for q := range v.Locals {
				held := 0
				if s.Held.Has(q) {
					held++
				}
				if v.Locals[q].Held.Has(p) {
					held++
				}
				for _, m := range append(append([]Message{}, v.Channel(p, q)...), v.Channel(q, p)...) {
					if m.Kind == REPLY {
						held++
					}
				}
				if p < q && held > 1 {
					return fmt.Sprintf("processes %d and %d have %d permissions of each other", p+1, q+1, held)
				}
			}
		}
		return ""
	}
	for _, test := range []struct {
		variant   string
		n, each   int
		violation int
	}{
		{"printed", 2, explore.Unbounded, 0}, {"given", 2, explore.Unbounded, 0}, {"printed", 3, 1, 0}, {"given", 3, 1, 0},
		{"without-giving-back", 2, explore.Unbounded, 6},
	} {
		p := build(t, Config{N: test.n, Variant: test.variant})
		p.Requires = append(p.Requires, explore.Always("permissions", wrong))
		f := prototest.Both(t, p, prototest.Options{Each: test.each, Check: []explore.Property{"permissions"}})
		if f.Violations["permissions"] != test.violation {
			t.Errorf("%+v: %v", test, f.Violations)
		}
	}
}

// TestRequest answers, defers, and asks again.
func TestRequest(t *testing.T) {
	held := explore.SetOf(1)
	waiting := State{Phase: explore.Waiting, Number: 7, Held: held}
	inside := State{Phase: explore.Inside, Held: held}
	reply, again := Message{Kind: REPLY}, Message{Kind: REQUEST, Number: 7}
	for _, test := range []struct {
		reason  string
		process int
		state   State
		number  uint16
		step    string
		sends   []Message
		held    bool
	}{
		{"nobody asks", 0, State{Held: held}, 3, stepAnswered, []Message{reply}, false},
		{"inside", 0, inside, 3, stepDeferred, nil, true},
		{"an own request before it", 0, waiting, 8, stepDeferred, nil, true},
		{"an own request of the same number, by the smaller name", 0, waiting, 7, stepDeferred, nil, true},
		{"an own request after it", 0, waiting, 6, stepAsked, []Message{reply, again}, false},
		{"an own request of the same number, by the larger name", 2, waiting, 7, stepAsked, []Message{reply, again}, false},
		{"an own request after it, which was sent there", 0, State{Phase: explore.Waiting, Number: 7}, 6, stepAnswered, []Message{reply}, false},
	} {
		steps := build(t, Config{N: 3, Variant: "numbers"}).Deliver(test.process, test.state, 1, Message{Kind: REQUEST, Number: test.number})
		if len(steps) != 1 || steps[0].Name != test.step || steps[0].Next.Held.Has(1) != test.held {
			t.Fatalf("%s: %+v", test.reason, steps)
		}
		var sends []Message
		for _, s := range steps[0].Send {
			sends = append(sends, s.Msg)
		}
		if diff := cmp.Diff(test.sends, sends); diff != "" {
			t.Errorf("%s: sent, expected (-), found (+):\n%s", test.reason, diff)
		}
	}
}

// TestOverflow: 65535 is the last number of a request. Numbers that are seen elsewhere do not matter to the variants without them.
func TestOverflow(t *testing.T) {
	for _, v := range forms() {
		is := v.Does
		for _, highest := range []uint16{0, 1, math.MaxUint16 - 1, math.MaxUint16} {
			steps := build(t, Config{N: 2, Variant: v.Name}).Actions(0, State{Highest: highest})
			over := is.numbers && highest == math.MaxUint16
			if len(steps) != 1 || steps[0].Kind != explore.Ask || (steps[0].Overflow != "") != over {
				t.Errorf("%s, %d seen: %+v", v.Name, highest, steps)
			} else if is.numbers && !over && steps[0].Next.Number != highest+1 {
				t.Errorf("%s, %d seen: its number is %d", v.Name, highest, steps[0].Next.Number)
			}
		}
	}
}

func TestNames(t *testing.T) {
	for k, want := range map[Kind]string{REQUEST: "REQUEST", REPLY: "REPLY", 0: "no message"} {
		if k.String() != want {
			t.Errorf("%d is %s", k, k)
		}
	}
}
