package orderedlocks

import (
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/explore/views"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
)

// Local views prove the protocol for requests without bound, and searches of it agree; of the
// variant with the mistake they prove that it is safe, and searches find its deadlock.
func TestOrderedLocks(t *testing.T) {
	for _, c := range []struct {
		variant         string
		n, views, steps int // steps to a deadlock, 0 for none
	}{
		{"in-order", 2, 23, 0},
		{"in-order", 3, 60, 0},
		{"in-order", 5, 143, 0},
		{"together", 3, 50, 6},
	} {
		m, err := Algorithm().Open(instance.Instance{Variant: c.variant, N: c.n, Requests: []int{1}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		p := m.Prover().Prove(t.Context(), views.Limits{Views: 10_000})
		if p.Refused != "" || p.Views != c.views {
			t.Errorf("%s, n = %d: %d views; refused: %q", c.variant, c.n, p.Views, p.Refused)
		}
		for _, property := range []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom} {
			if want := property != explore.DeadlockFreedom || c.steps == 0; p.Proved(property) != want {
				t.Errorf("%s, n = %d: %s proved: %t", c.variant, c.n, property, !want)
			}
		}
		if c.n > 3 {
			continue // the search is for small ones
		}
		r, err := check.Model(t.Context(), m, check.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range r.Findings {
			want, steps := verdict.Holds, 0
			if c.steps > 0 && (f.Property == explore.DeadlockFreedom || f.Property == explore.StarvationFreedom) {
				want, steps = verdict.Violated, c.steps
			}
			if f.Verdict != want || f.Trace != nil && len(f.Trace.Steps) != steps {
				t.Errorf("%s, n = %d: %s is %s: %+v", c.variant, c.n, f.Property, f.Verdict, f.Trace)
			}
		}
	}
}
