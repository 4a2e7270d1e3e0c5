package raymond

import (
	"math"
	"testing"

	"qcheck/explore"
	"qcheck/protocols/variant"
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

// TestOverflow: 65535 is the most that a count of messages has room for. A variant that does not count them may go on.
func TestOverflow(t *testing.T) {
	for _, v := range Algorithm().Variants {
		is, _ := variant.Find(readings(), v.Name, "")
		p := build(t, Config{N: 2, K: 1, Variant: v.Name})
		for _, count := range []uint16{0, 1, math.MaxUint16 - 1, math.MaxUint16} {
			most := count == math.MaxUint16
			s := p.Init(0)
			s.Owed[1] = count
			ask := p.Actions(0, s)[0]
			if over := most && is.counts == owed && !is.oneAtATime; ask.Kind != explore.Ask || (ask.Overflow != "") != over {
				t.Errorf("%s, %d REPLYs owed: %+v", v.Name, count, ask)
			}
			s = State{Phase: explore.Waiting, Stamp: 1, Replies: count, Owed: explore.PerProcess[uint16]{1: 1}}
			got := p.Deliver(0, s, 1, Message{Kind: REPLY, Stamp: 1})[0]
			if over := most && is.counts == always; got.Kind != explore.Plain || (got.Overflow != "") != over {
				t.Errorf("%s, %d REPLYs counted: %+v", v.Name, count, got)
			}
			s = State{Phase: explore.Waiting, Stamp: 1, Deferred: explore.PerProcess[uint16]{1: count}}
			if got = p.Deliver(0, s, 1, Message{Kind: REQUEST, Stamp: 2})[0]; got.Kind != explore.Plain || (got.Overflow != "") != most {
				t.Errorf("%s, %d REQUESTs deferred: %+v", v.Name, count, got)
			}
		}
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
