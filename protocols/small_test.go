package protocols

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/setsys/slow"
)

// TestSmallInstances compares the search with the obvious explorer on the small
// instances of every algorithm, in every variant and with either kind of clock.
func TestSmallInstances(t *testing.T) {
	for _, a := range All() {
		if len(a.Small) == 0 {
			t.Errorf("%s has no small instances", a.Name)
		}
		compared := map[string]bool{}
		for _, in := range a.Small {
			for _, v := range a.Variants {
				for _, clock := range []explore.ClockMode{explore.Causal, explore.Integer} {
					in.Variant, in.Clock = v.Name, clock
					m, err := a.Open(in, nil)
					if err != nil {
						t.Fatalf("%s %+v: %v", a.Name, in, err)
					}
					o := m.Instance.Options()
					o.Full, o.MaxStates = true, 20_000
					r, err := explore.Run(t.Context(), m.Model, o)
					if err != nil {
						continue // its clocks are integers only
					}
					name := fmt.Sprintf("%s, %s", All().Format(m.Instance), clock)
					if !r.Complete {
						t.Errorf("%s: %d states are not few", name, r.States)
						continue
					}
					if r.States > 3000 || r.States > 1000 && compared[v.Name] && !slow.Tests() {
						continue // the obvious explorer takes long
					}
					compared[v.Name] = true
					want := m.Explore(m.Instance.ReplayOptions())
					if r.States != int64(want.States) || r.Transitions != int64(want.Transitions) {
						t.Errorf("%s: %d states, %d transitions; obvious %d, %d", name, r.States, r.Transitions, want.States, want.Transitions)
					}
					for _, p := range r.Properties {
						length, violated := want.Violations[string(p.Property)]
						isGoal := !slices.Contains(explore.Properties(), p.Property)
						if found := p.Trace != nil; found != violated && !(isGoal && found) || found && violated && len(p.Trace.Steps) != length {
							t.Errorf("%s: %s: %s; obvious %d", name, p.Property, p.Verdict, length)
						}
					}
				}
			}
		}
		for _, v := range a.Variants {
			if !compared[v.Name] {
				t.Errorf("%s (%s) was compared on no instance", a.Name, v.Name)
			}
		}
	}
}
