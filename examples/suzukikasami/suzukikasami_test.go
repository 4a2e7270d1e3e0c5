package suzukikasami

import (
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
)

// report checks an instance as the command does.
func report(t *testing.T, p explore.Protocol[State, Message], requests ...int) *check.Report {
	t.Helper()
	m, err := instance.Of(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	m.Instance.Requests = requests
	r, err := check.Model(t.Context(), m, check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func verdicts(r *check.Report) map[explore.Property]verdict.Verdict {
	all := map[explore.Property]verdict.Verdict{}
	for _, f := range r.Findings {
		all[f.Property] = f.Verdict
	}
	return all
}

// The counts are those that a Python program and SPIN give.
func TestSuzukiKasami(t *testing.T) {
	r := report(t, New(3), 2, 2, 2)
	if x := r.Result; x.States != 15110 || x.Transitions != 48061 || x.Depth != 30 || len(x.NeverRan) > 0 {
		t.Errorf("%d states, %d transitions, depth %d, never ran %v", x.States, x.Transitions, x.Depth, x.NeverRan)
	}
	for p, v := range verdicts(r) {
		if v != verdict.Holds {
			t.Errorf("%s: %s", p, v)
		}
	}
}

// Faults that somebody could make are found.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		reason   string
		fault    func(before State, m Message, s step) step
		property explore.Property
		length   int
	}{
		{"the token is passed on, and kept", func(before State, _ Message, s step) step {
			if before.Has && !s.Next.Has {
				s.Next.Has, s.Next.Token = true, before.Token
			}
			return s
		}, "one-token", 2},
		{"the token comes without its numbers", func(_ State, m Message, s step) step {
			if m.Number == 0 {
				s.Next.Token.LN = explore.PerProcess[uint8]{}
			}
			return s
		}, explore.DeadlockFreedom, 13},
	} {
		p := New(3)
		deliver := p.Deliver
		p.Deliver = func(i int, s State, from int, m Message) []step {
			steps := append([]step(nil), deliver(i, s, from, m)...)
			for k := range steps {
				steps[k] = c.fault(s, m, steps[k])
			}
			return steps
		}
		r := report(t, p, 2, 2, 1)
		for _, f := range r.Findings {
			if f.Property == c.property && (f.Verdict != verdict.Violated || len(f.Trace.Steps) != c.length) {
				t.Errorf("%s: %s %s: %+v", c.reason, f.Property, f.Verdict, f.Trace)
			}
		}
	}
}
