package baldoni

import (
	"testing"

	"qcheck/explore"
	"qcheck/protocols/prototest"

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
		{Config{N: 0, M: 1}, "0 processes: there must be 1 to 16"},
		{Config{N: 17, M: 1}, "17 processes: there must be 1 to 16"},
		{Config{N: 3}, "the number of resources is 0: it must be 1 to 255"},
		{Config{N: 3, M: 256}, "the number of resources is 256: it must be 1 to 255"},
		{Config{N: 3, M: 2, Units: []int{1}}, "1 numbers of resources for 3 processes"},
		{Config{N: 2, M: 2, Units: []int{1, 3}}, "process 2 asks for 3 of 2 resources"},
		{Config{N: 2, M: 2, Units: []int{-1, 1}}, "process 1 asks for -1 of 2 resources"},
		{Config{N: 2, M: 1, Requests: []explore.Set{1}}, "1 request sets for 2 processes"},
		{Config{N: 2, M: 1, Requests: []explore.Set{1, 0}}, "the request set of process 2 is empty"},
		{Config{N: 2, M: 1, Requests: []explore.Set{1, 6}}, "the request set of process 2, {2,3}, has a member that is none of the 2 processes"},
		{Config{N: 3, M: 2, Variant: "spin"}, `unknown variant "spin"`},
	} {
		if _, err := New(test.config); err == nil || err.Error() != test.want {
			t.Errorf("%+v: error %v, want %q", test.config, err, test.want)
		}
	}
}

func TestVariants(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range Algorithm().Variants {
		if seen[v.Name] || v.Name == "" || v.Summary == "" {
			t.Errorf("%+v has no name or summary of its own", v)
		}
		seen[v.Name] = true
		if _, err := explore.NewModel(build(t, Config{N: 3, M: 2, Variant: v.Name})); err != nil {
			t.Error(err)
		}
	}
}

// TestAsk: a process may ask for one number of resources, or for any.
func TestAsk(t *testing.T) {
	p := build(t, Config{N: 3, M: 3, Units: []int{2, 0, 1}, Requests: []explore.Set{3, 6, 5}})
	type request struct {
		Units uint8
		To    explore.Set
	}
	for process, want := range [][]request{{{2, 3}}, {{1, 6}, {2, 6}, {3, 6}}, {{1, 5}}} {
		var got []request
		for _, s := range p.Actions(process, p.Init(process)) {
			var to explore.Set
			for _, o := range s.Send {
				to = to.With(o.To)
			}
			got = append(got, request{s.Next.Units, to})
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("process %d: expected (-), found (+):\n%s", process+1, diff)
		}
	}
}

func TestUndefined(t *testing.T) {
	p := build(t, Config{N: 3, M: 2, Variant: "printed"})
	for _, test := range []struct {
		reason string
		state  State
		kind   Kind
	}{
		{"nobody waits for a permission", State{}, GRANT},
		{"inside", State{Phase: explore.Inside}, GRANT},
		{"no INQUIRE was sent", State{}, YIELD},
		{"the former request is there", State{Stamps: explore.PerProcess[explore.Stamp]{1: 1}}, REQUEST},
	} {
		steps := p.Deliver(0, test.state, 1, Message{Kind: test.kind, Stamp: 2, Units: 1})
		if len(steps) != 1 || steps[0].Undefined == "" {
			t.Errorf("%s: %s: %+v", test.reason, test.kind, steps)
		}
	}
}

// TestWaiting: while the handler of REQUEST waits for process 2, the variants
// take different messages.
func TestWaiting(t *testing.T) {
	s := State{Phase: explore.Inside, Units: 1, Granted: 7, Lambda: 3, Awaited: 2}
	s.Stamps[1], s.Asked[1] = 3, 1
	s.Stamps[2], s.Asked[2] = 2, 2
	for _, test := range []struct {
		variant string
		want    []string
	}{
		{"printed", []string{"RELEASE from 2", "YIELD from 2"}},
		{"head-of-line", []string{"RELEASE from 2", "YIELD from 2"}},
		{"acts-while-waiting", []string{"leave", "RELEASE from 2", "YIELD from 2"}},
		{"held-inquire", []string{"RELEASE from 2", "INQUIRE from 2", "YIELD from 2", "INQUIRE from 3"}},
		{"roles-apart", []string{"leave", "GRANT from 2", "RELEASE from 2", "INQUIRE from 2", "YIELD from 2", "GRANT from 3", "INQUIRE from 3"}},
	} {
		p := build(t, Config{N: 3, M: 2, Variant: test.variant})
		var got []string
		for _, step := range p.Actions(0, s) {
			got = append(got, step.Name)
		}
		for from := 1; from <= 2; from++ {
			for kind := REQUEST; kind <= YIELD; kind++ {
				if len(p.Deliver(0, s, from, Message{Kind: kind, Stamp: 4, Units: 1})) > 0 {
					got = append(got, kind.String()+" from "+string(rune('1'+from)))
				}
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: expected (-), found (+):\n%s", test.variant, diff)
		}
		if p.Selective == (test.variant == "head-of-line") {
			t.Errorf("%s: selective is %v", test.variant, p.Selective)
		}
	}
}

func TestSafe(t *testing.T) {
	p := build(t, Config{N: 3, M: 2})
	in, out := explore.Observation{Phase: explore.Inside, Units: 1}, explore.Observation{Phase: explore.Waiting, Units: 2}
	if text := p.Safe([]explore.Observation{in, in, out}); text != "" {
		t.Errorf("two inside: %q", text)
	}
	const want = "processes {1,2,3} use 3 units in the critical section, and there are 2"
	if text := p.Safe([]explore.Observation{in, in, in}); text != want {
		t.Errorf("three inside: %q", text)
	}
}
