package raynal

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
		{Config{N: 3, M: 2, Variant: "printed"}, `unknown variant "printed"`},
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
	p := build(t, Config{N: 2, M: 3, Units: []int{2, 0}})
	for process, want := range [][]uint8{{2}, {1, 2, 3}} {
		var got []uint8
		for _, s := range p.Actions(process, p.Init(process)) {
			got = append(got, s.Next.Units)
			if s.Kind != explore.Ask || s.Next.Used[1-process] != 3 {
				t.Errorf("process %d: %+v", process+1, s)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("process %d asks for: expected (-), found (+):\n%s", process+1, diff)
		}
	}
}

// TestAnswers gives a REQUEST to processes that are before it, and behind.
func TestAnswers(t *testing.T) {
	p := build(t, Config{N: 2, M: 3})
	for _, test := range []struct {
		reason string
		state  State
		want   []uint16 // NOT_USED at once, and on leaving
	}{
		{"does not ask", State{}, []uint16{3}},
		{"asks later", State{Phase: explore.Waiting, Stamp: 3, Units: 1}, []uint16{3}},
		{"asks earlier, for a part", State{Phase: explore.Waiting, Stamp: 1, Units: 1}, []uint16{2, 1}},
		{"asks earlier, for all", State{Phase: explore.Waiting, Stamp: 1, Units: 3}, []uint16{3}},
		{"is inside", State{Phase: explore.Inside, Units: 2}, []uint16{1, 2}},
	} {
		var got []uint16
		steps := p.Deliver(0, test.state, 1, Message{Kind: REQUEST, Stamp: 2})
		s := steps[0].Next
		if s.Phase == explore.Waiting {
			s.Phase = explore.Inside
		}
		for _, more := range p.Actions(0, s) {
			if more.Kind == explore.Leave {
				steps = append(steps, more)
			}
		}
		for _, step := range steps {
			for _, o := range step.Send {
				got = append(got, o.Msg.Units)
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: expected (-), found (+):\n%s", test.reason, diff)
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

// TestBound: the count of deferred REQUESTs is a byte.
func TestBound(t *testing.T) {
	p := build(t, Config{N: 2, M: 2})
	s := State{Phase: explore.Inside, Units: 1}
	s.Deferred[1] = maxUnits
	steps := p.Deliver(0, s, 1, Message{Kind: REQUEST, Stamp: 1})
	if len(steps) != 1 || steps[0].Overflow == "" {
		t.Errorf("%+v", steps)
	}
}
