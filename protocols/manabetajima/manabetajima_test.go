package manabetajima

import (
	"strings"
	"testing"

	"qcheck/explore"

	"github.com/google/go-cmp/cmp"
)

func TestNewErrors(t *testing.T) {
	one := always(1, []int{1})
	for _, test := range []struct {
		Config
		want string
	}{
		{Config{N: 0, K: 1, Quorums: one}, "0 processes: there must be 1 to 16"},
		{Config{N: 17, K: 1, Quorums: one}, "17 processes: there must be 1 to 16"},
		{Config{N: 2, K: 0}, "k is 0: it must be 1 to 100"},
		{Config{N: 2, K: 101, Quorums: one}, "k is 101: it must be 1 to 100"},
		{Config{N: 2, K: 1, Units: []int{1}, Quorums: one}, "1 numbers of units for 2 processes"},
		{Config{N: 2, K: 1, Units: []int{1, 2}, Quorums: one}, "process 2 asks for 2 of 1 units"},
		{Config{N: 2, K: 1, Units: []int{-1, 1}, Quorums: one}, "process 1 asks for -1 of 1 units"},
		{Config{N: 2, K: 2, Quorums: one}, "the number of lists of quorums is 1: it must be 2"},
		{Config{N: 2, K: 2, Quorums: [][]explore.Set{{1}, nil}}, "the number of quorums for 2 units is 0: it must be at least 1"},
		{Config{N: 2, K: 1, Quorums: [][]explore.Set{{1, 0}}}, "quorum 2 for 1 units is empty"},
		{Config{N: 2, K: 1, Quorums: always(1, []int{1, 3})}, "quorum 1 for 1 units, {1,3}, has a member that is none of the 2 processes"},
		{Config{N: 2, K: 1, Quorums: one, Variant: "Printed"}, `unknown variant "Printed"`},
	} {
		if _, err := New(test.Config); err == nil || err.Error() != test.want {
			t.Errorf("%+v: error %v, want %q", test.Config, err, test.want)
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
		if _, err := explore.NewModel(protocol(t, uniform3, v.Name)); err != nil {
			t.Error(err)
		}
	}
	if !seen["printed"] || !seen["repaired"] {
		t.Error("no variant printed, or none repaired")
	}
}

// TestEveryVariantPinned: each variant has findings, and those that fail in one,
// with quorums as they should be, are these.
func TestEveryVariantPinned(t *testing.T) {
	fails := map[string]bool{}
	for _, list := range [][]finding{small, medium, long} {
		for _, f := range list {
			if _, unsafe := f.want.Violations["safety"]; unsafe && f.variant == "repaired" {
				continue // the quorums do not meet
			}
			name := strings.TrimPrefix(f.variant, onRepaired)
			fails[name] = fails[name] || len(f.want.Violations) > 0
		}
	}
	want := map[string]bool{
		"printed": true, "cancel-by-text": true, "process-first": true, "higher-only": true, "credited-again": true, "cancel-on-grant": true, "without-cancel": true, "cancel-by-request": false,
		"missing-ignored": false, "scan-on": false, "repaired": false,
		"grant-returns": false, // see TestGrantReturns
	}
	if diff := cmp.Diff(want, fails); diff != "" {
		t.Errorf("which variants fail in some instance, expected (-), found (+):\n%s", diff)
	}
}

// TestAsk: each number of units and each quorum that a process may take is an
// alternative of asking.
func TestAsk(t *testing.T) {
	type choice struct {
		Units  uint8
		Quorum explore.Set
	}
	q := [][]explore.Set{{3, 5}, {6}}
	for _, test := range []struct {
		reason string
		units  []int
		fixed  bool
		want   []choice
	}{
		{"any units, any quorum", nil, false, []choice{{1, 3}, {1, 5}, {2, 6}}},
		{"any units, the second quorum or the only one", nil, true, []choice{{1, 5}, {2, 6}}},
		{"one unit", []int{1, 1, 1}, false, []choice{{1, 3}, {1, 5}}},
		{"two units", []int{1, 2, 1}, true, []choice{{2, 6}}},
	} {
		p := protocol(t, Config{N: 3, K: 2, Units: test.units, Quorums: q, Fixed: test.fixed}, "repaired")
		var got []choice
		for _, s := range p.Actions(1, p.Init(1)) {
			var asked explore.Set
			for _, o := range s.Send {
				asked = asked.With(o.To)
				if want := (Message{Kind: Request, Units: s.Next.Units, Stamp: explore.Fresh}); o.Msg != want {
					t.Errorf("%s: %v is sent, want %v", test.reason, o.Msg, want)
				}
			}
			if s.Kind != explore.Ask || asked != s.Next.Q {
				t.Errorf("%s: process 2 asks %s with Q = %s", test.reason, asked, s.Next.Q)
			}
			got = append(got, choice{s.Next.Units, asked})
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: expected (-), found (+):\n%s", test.reason, diff)
		}
	}
}

// TestUndefined has what cannot happen in the algorithm, or just in some
// variants.
func TestUndefined(t *testing.T) {
	queued := State{X: 1}
	queued.Que[1] = Entry{Stamp: 1, Units: 1, Status: Okay}
	for _, test := range []struct {
		reason string
		state  State
		kind   Kind
	}{
		{"nobody has an entry", State{X: 1}, Release},
		{"nobody has an entry", State{X: 1}, Cancelled},
		{"it has not asked", State{X: 1}, OK},
		{"it has an entry already", queued, Request},
	} {
		p := protocol(t, pair, "repaired")
		steps := p.Deliver(0, test.state, 1, Message{Kind: test.kind, Units: 1, Stamp: 2})
		if len(steps) != 1 || steps[0].Undefined == "" {
			t.Errorf("%s: %s: %+v", test.reason, test.kind, steps)
		}
	}
}

// TestOverflow: permissions that are taken back again and again end the search.
func TestOverflow(t *testing.T) {
	p := protocol(t, pair, "cancel-by-text")
	s := State{X: maxPermissions}
	s.Que[1] = Entry{Stamp: 1, Units: 1, Status: Wait}
	steps := p.Deliver(0, s, 1, Message{Kind: Cancelled})
	if len(steps) != 1 || steps[0].Overflow == "" {
		t.Errorf("%+v", steps)
	}
}

func TestSafe(t *testing.T) {
	p := protocol(t, uniform3, "repaired")
	in := func(units uint8) explore.Observation {
		return explore.Observation{Phase: explore.Inside, Units: units}
	}
	waiting := explore.Observation{Phase: explore.Waiting, Units: 2}
	if text := p.Safe([]explore.Observation{in(1), waiting, in(1)}); text != "" {
		t.Errorf("two units in use: %q", text)
	}
	const want = "processes {1,2} use 3 units in the critical section, and there are 2"
	if text := p.Safe([]explore.Observation{in(1), in(2), waiting}); text != want {
		t.Errorf("three units in use: %q", text)
	}
}

// TestOKSaysNothing: how many units an OK is for the text leaves to the one that asked.
func TestOKSaysNothing(t *testing.T) {
	for _, v := range readings() {
		p := protocol(t, pair, v.Name)
		for _, s := range p.Deliver(0, State{X: 1}, 1, Message{Kind: Request, Units: 1, Stamp: 2}) {
			if len(s.Send) != 1 || s.Send[0].Msg != (Message{Kind: OK}) {
				t.Errorf("%s: %+v", v.Name, s.Send)
			}
		}
	}
}
