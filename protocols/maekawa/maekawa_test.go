package maekawa

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
		{Config{N: 0}, "0 processes: there must be 1 to 16"},
		{Config{N: 17}, "17 processes: there must be 1 to 16"},
		{Config{N: 2, Quorums: [][]explore.Set{{1}}}, "1 lists of quorums for 2 processes"},
		{Config{N: 2, Quorums: [][]explore.Set{{1}, {1, 0}}}, "quorum 2 of process 2 is empty"},
		{Config{N: 2, Quorums: [][]explore.Set{{1}, {6}}}, "quorum 1 of process 2, {2,3}, has a member that is none of the 2 processes"},
		{Config{N: 3, Variant: "literal"}, `unknown variant "literal"`},
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

// TestChoice: each quorum that a process may ask is an alternative of asking; a
// process without one never asks.
func TestChoice(t *testing.T) {
	p := build(t, Config{N: 3, Quorums: [][]explore.Set{{3, 5}, {6}, nil}})
	for process, want := range [][]explore.Set{{3, 5}, {6}, nil} {
		var got []explore.Set
		for _, s := range p.Actions(process, p.Init(process)) {
			var asked explore.Set
			for _, o := range s.Send {
				asked = asked.With(o.To)
			}
			if asked != s.Next.Quorum || s.Kind != explore.Ask {
				t.Errorf("process %d asks %s with the quorum %s", process+1, asked, s.Next.Quorum)
			}
			got = append(got, asked)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("process %d: expected (-), found (+):\n%s", process+1, diff)
		}
	}
}

// TestUndefined gives permissions back that somebody else has, or nobody.
func TestUndefined(t *testing.T) {
	p := build(t, Config{N: 3})
	for _, s := range []State{{}, {Lock: 1, Holder: explore.ProcessOf(2)}} {
		for _, kind := range []Kind{RELINQUISH, RELEASE} {
			steps := p.Deliver(0, s, 1, Message{Kind: kind})
			if len(steps) != 1 || steps[0].Undefined == "" {
				t.Errorf("%s in %+v: %+v", kind, s, steps)
			}
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
