package naimitrehel

import (
	"fmt"
	"slices"
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
		{Config{N: 3, Variant: "repaired"}, `unknown variant "repaired"`},
	} {
		if _, err := New(test.config); err == nil || err.Error() != test.want {
			t.Errorf("%+v: error %v, want %q", test.config, err, test.want)
		}
	}
}

// TestFindings explores instances with both explorers. In those where nothing is
// violated, every step runs.
func TestFindings(t *testing.T) {
	none := map[string]int{}
	for _, test := range []struct {
		reason, variant            string
		n, each                    int
		states, transitions, depth int
		violations                 map[string]int
	}{
		{"alone, nobody need be asked", "printed", 1, 3, 7, 6, 6, none},
		{"two, without bound", "printed", 2, explore.Unbounded, 14, 24, 7, none},
		{"three, once", "printed", 3, 1, 154, 264, 13, none},
		{"three, without bound", "printed", 3, explore.Unbounded, 282, 642, 18, none},
		{"four, without bound", "printed", 4, explore.Unbounded, 9352, 26464, 30, none},
		{"longer paths", "roots-only", 3, explore.Unbounded, 234, 546, 18, none},
		{"a root gives away what it has not", "without-reversal", 3, explore.Unbounded, 74, 163, 9,
			map[string]int{"safety": 6, "deadlock-freedom": 5, "starvation-freedom": 6}},
		{"for two, the first process waits for what it gave away", "without-reversal", 2, 1, 0, 0, 0,
			map[string]int{"deadlock-freedom": 5}},
		{"a request is forgotten", "without-next", 2, 1, 0, 0, 0, map[string]int{"deadlock-freedom": 4}},
	} {
		t.Run(fmt.Sprintf("%s/n=%d,requests=%d", test.variant, test.n, test.each), func(t *testing.T) {
			p := build(t, Config{N: test.n, Variant: test.variant})
			f := prototest.Both(t, p, prototest.Options{Each: test.each})
			want := prototest.Found{States: test.states, Transitions: test.transitions, Depth: test.depth, Violations: test.violations}
			if test.states == 0 {
				want.States, want.Transitions, want.Depth = f.States, f.Transitions, f.Depth
			}
			if diff := cmp.Diff(want, f); diff != "" {
				t.Errorf("%s: expected (-), found (+):\n%s", test.reason, diff)
			}
			if len(f.Violations) > 0 || test.n < 3 {
				return
			}
			if r := prototest.Search(t, p, explore.Options{Requests: slices.Repeat([]int{test.each}, test.n), Full: true}); len(r.NeverRan) > 0 {
				t.Errorf("never ran: %v", r.NeverRan)
			}
		})
	}
}

// TestPaths: in every state there is one token, each path of fathers ends at a root,
// and there is one root, which has the token or gets it last, and one more for each
// request on its way.
func TestPaths(t *testing.T) {
	for _, variant := range []string{"printed", "roots-only"} {
		p := build(t, Config{N: 3, Variant: variant})
		p.Requires = append(p.Requires, explore.Always("paths", wrongPaths))
		f := prototest.Both(t, p, prototest.Options{Each: explore.Unbounded, Check: []explore.Property{"paths"}})
		if len(f.Violations) > 0 {
			t.Errorf("%s: %v", variant, f.Violations)
		}
	}
	p := build(t, Config{N: 3, Variant: "without-reversal"})
	p.Requires = append(p.Requires, explore.Always("paths", wrongPaths))
	if f := prototest.Both(t, p, prototest.Options{Check: []explore.Property{"paths"}}); f.Violations["paths"] != 2 {
		t.Errorf("without reversal: %v", f.Violations)
	}
}

func wrongPaths(v explore.View[State, Message]) string {
	tokens, requests, roots := 0, 0, 0
	for _, m := range v.Messages() {
		if m.Kind == TOKEN {
			tokens++
		} else {
			requests++
		}
	}
	for p, s := range v.Locals {
		if s.Token {
			tokens++
		}
		if s.Father == 0 {
			roots++
		}
		for steps := 0; v.Locals[p].Father != 0; steps++ {
			if p = v.Locals[p].Father.Index(); steps > len(v.Locals) {
				return "fathers go round"
			}
		}
	}
	switch {
	case tokens != 1:
		return fmt.Sprintf("%d tokens", tokens)
	case roots != 1+requests:
		return fmt.Sprintf("%d roots, and %d requests on their way", roots, requests)
	}
	return ""
}

// TestReversal follows a request along a path, and to its end.
func TestReversal(t *testing.T) {
	for _, test := range []struct {
		reason, variant string
		state           State
		want            State
		step            string
		to              int
		sent            Message
	}{
		{"on the way", "printed", State{Father: 3}, State{Father: 2}, stepForwarded, 2, Message{REQUEST, 2}},
		{"on the way, unchanged", "roots-only", State{Father: 3}, State{Father: 3}, stepForwarded, 2, Message{REQUEST, 2}},
		{"an idle root", "printed", State{Token: true}, State{Father: 2}, stepGiven, 1, Message{Kind: TOKEN}},
		{"an idle root", "roots-only", State{Token: true}, State{Father: 2}, stepGiven, 1, Message{Kind: TOKEN}},
		{"an idle root that stays one", "without-reversal", State{Token: true}, State{}, stepGiven, 1, Message{Kind: TOKEN}},
		{"a root that waits", "printed", State{Phase: explore.Waiting}, State{Phase: explore.Waiting, Father: 2, Next: 2}, stepNext, -1, Message{}},
		{"it forgets", "without-next", State{Phase: explore.Waiting}, State{Phase: explore.Waiting, Father: 2}, stepNext, -1, Message{}},
		{"a root inside", "printed", State{Phase: explore.Inside, Token: true}, State{Phase: explore.Inside, Token: true, Father: 2, Next: 2}, stepNext, -1, Message{}},
	} {
		steps := build(t, Config{N: 4, Variant: test.variant}).Deliver(0, test.state, 3, Message{REQUEST, 2})
		want := step{Name: test.step, Next: test.want}
		if test.to >= 0 {
			want.Send = []explore.Out[Message]{{To: test.to, Msg: test.sent}}
		}
		if diff := cmp.Diff([]step{want}, steps); diff != "" {
			t.Errorf("%s (%s): expected (-), found (+):\n%s", test.reason, test.variant, diff)
		}
	}
	if steps := build(t, Config{N: 2}).Deliver(0, State{}, 1, Message{Kind: TOKEN}); len(steps) != 1 || steps[0].Undefined == "" {
		t.Errorf("a token that nobody waits for: %+v", steps)
	}
}

func TestNames(t *testing.T) {
	for m, want := range map[Message]string{{REQUEST, 2}: "REQUEST(2)", {Kind: TOKEN}: "TOKEN", {}: "no message"} {
		if m.String() != want {
			t.Errorf("%+v is written %q, want %q", struct {
				Kind
				explore.Process
			}{m.Kind, m.Of}, m, want)
		}
	}
}

// Each way to ask is a request, a root without the token among them, and each way to leave ends a stay.
func TestKinds(t *testing.T) {
	for _, c := range []struct {
		s    State
		name string
		to   explore.Phase
	}{
		{State{Father: explore.ProcessOf(1)}, stepAsk, explore.Waiting}, {State{Token: true}, stepReenter, explore.Inside}, {State{}, stepRoot, explore.Waiting},
	} {
		if got := ask(0, c.s); len(got) != 1 || got[0].Name != c.name || got[0].Kind != explore.Ask || got[0].Next.Phase != c.to {
			t.Errorf("%+v: %+v", c.s, got)
		}
	}
	for next, name := range map[explore.Process]string{0: stepLeave, explore.ProcessOf(1): stepPass} {
		got := leave(State{Phase: explore.Inside, Token: true, Next: next})
		if len(got) != 1 || got[0].Name != name || got[0].Kind != explore.Leave || got[0].Next.Token != (next == 0) || got[0].Next.Next != 0 {
			t.Errorf("next %d: %+v", next, got)
		}
	}
}
