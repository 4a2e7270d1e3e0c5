package raymond

import (
	"testing"

	"qcheck/explore"
)

func TestNew(t *testing.T) {
	for _, test := range []struct {
		config Config
		want   string
	}{
		{Config{N: 0, K: 1}, "0 processes: there must be 1 to 16"},
		{Config{N: 17, K: 1}, "17 processes: there must be 1 to 16"},
		{Config{N: 3, K: 0}, "k is 0: it must be 1 to 3"},
		{Config{N: 3, K: 4}, "k is 4: it must be 1 to 3"},
		{Config{N: 3, K: 2, Variant: "corrected"}, `unknown variant "corrected"`},
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
		p, err := New(Config{N: 3, K: 2, Variant: v.Name})
		if err != nil {
			t.Error(err)
			continue
		}
		if _, err := explore.NewModel(p); err != nil {
			t.Error(err)
		}
	}
}

// TestDefault looks for what repaired alone does, the counting of owed REPLYs.
func TestDefault(t *testing.T) {
	p, err := New(Config{N: 2, K: 1})
	if err != nil {
		t.Fatal(err)
	}
	s := p.Actions(0, p.Init(0))[0].Next
	if s.Owed[1] != 1 || s.Later != 0 {
		t.Errorf("after asking: %+v", s)
	}
}

// TestUndefined gives a process a REPLY that no REQUEST asked for.
func TestUndefined(t *testing.T) {
	p := build(t, Config{N: 2, K: 1, Variant: "repaired"})
	steps := p.Deliver(0, p.Init(0), 1, Message{Kind: REPLY})
	if len(steps) != 1 || steps[0].Undefined == "" {
		t.Errorf("%+v", steps)
	}
}

func TestSafe(t *testing.T) {
	p := build(t, Config{N: 3, K: 2})
	in, out := explore.Observation{Phase: explore.Inside}, explore.Observation{Phase: explore.Waiting}
	if text := p.Safe([]explore.Observation{in, out, in}); text != "" {
		t.Errorf("two inside: %q", text)
	}
	const want = "3 processes, {1,2,3}, are in the critical section at the same time"
	if text := p.Safe([]explore.Observation{in, in, in}); text != want {
		t.Errorf("three inside: %q", text)
	}
}
