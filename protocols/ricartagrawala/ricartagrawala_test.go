package ricartagrawala

import (
	"math"
	"testing"

	"qcheck/explore"
	"qcheck/protocols/prototest"
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

func TestVariants(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range Algorithm().Variants {
		if seen[v.Name] || v.Name == "" || v.Summary == "" {
			t.Errorf("%+v has no name or summary of its own", v)
		}
		seen[v.Name] = true
		if _, err := explore.NewModel(build(t, Config{N: 3, Variant: v.Name})); err != nil {
			t.Error(err)
		}
	}
}

// TestUndefined gives a process a REPLY that it does not wait for.
func TestUndefined(t *testing.T) {
	p := build(t, Config{N: 2})
	steps := p.Deliver(0, p.Init(0), 1, Message{Kind: REPLY})
	if len(steps) != 1 || steps[0].Undefined == "" {
		t.Errorf("%+v", steps)
	}
}

// TestTies: of equal sequence numbers, the one of the smaller process is first.
func TestTies(t *testing.T) {
	p := build(t, Config{N: 2, Variant: "numbers"})
	for process, want := range []string{stepDeferred, stepAnswered} {
		s := State{Phase: explore.Waiting, Number: 7, Missing: 1}
		steps := p.Deliver(process, s, 1-process, Message{Kind: REQUEST, Number: 7})
		if len(steps) != 1 || steps[0].Name != want {
			t.Errorf("process %d: %+v, want %s", process+1, steps, want)
		}
	}
}

func TestSafe(t *testing.T) {
	p := build(t, Config{N: 3})
	in, out := explore.Observation{Phase: explore.Inside}, explore.Observation{Phase: explore.Waiting}
	if text := p.Safe([]explore.Observation{out, out, in}); text != "" {
		t.Errorf("one inside: %q", text)
	}
	const want = "processes {1,3} are in the critical section at the same time, and at most 1 may be"
	if text := p.Safe([]explore.Observation{in, out, in}); text != want {
		t.Errorf("two inside: %q", text)
	}
}

// TestOverflow: 65535 is the last number of a request. Numbers that are seen elsewhere do not matter to the variants without them.
func TestOverflow(t *testing.T) {
	for _, v := range Algorithm().Variants {
		for _, highest := range []uint16{0, 1, math.MaxUint16 - 1, math.MaxUint16} {
			steps := build(t, Config{N: 2, Variant: v.Name}).Actions(0, State{Highest: highest})
			over := v.Name == "numbers" && highest == math.MaxUint16
			if len(steps) != 1 || steps[0].Kind != explore.Ask || (steps[0].Overflow != "") != over {
				t.Errorf("%s, %d seen: %+v", v.Name, highest, steps)
			} else if got := steps[0].Next.Number; v.Name == "numbers" && !over && got != highest+1 {
				t.Errorf("%s, %d seen: its number is %d", v.Name, highest, got)
			}
		}
	}
}
