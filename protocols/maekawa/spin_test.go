package maekawa

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore/obvious"
	"qcheck/setsys/slow"
)

// TestSpinCounts compares with the numbers of states and transitions on which
// SPIN, TLC and Murphi agree for the same steps, with cyclic majorities and
// messages to oneself in channels. (SPIN counts the start as a transition; here
// it is not one.)
func TestSpinCounts(t *testing.T) {
	for _, test := range []struct {
		n, requests         int
		states, transitions int
		long                bool
	}{
		{2, 1, 480, 1017, false},
		{2, 2, 5844, 14459, false},
		{3, 1, 18813, 65488, true},
		{3, 2, 1631097, 6923208, true},
	} {
		t.Run(fmt.Sprintf("n=%d,requests=%d", test.n, test.requests), func(t *testing.T) {
			if test.long {
				slow.Only(t, "minutes")
			}
			p, err := New(Config{N: test.n, Variant: "spin"})
			if err != nil {
				t.Fatal(err)
			}
			r := obvious.Explore(p, obvious.Options{Integer: true, Queued: true, Requests: slices.Repeat([]int{test.requests}, test.n)})
			if r.States != test.states || r.Transitions != test.transitions {
				t.Errorf("%d states and %d transitions, want %d and %d", r.States, r.Transitions, test.states, test.transitions)
			}
			if len(r.Violations) != 0 {
				t.Errorf("violated: %v", r.Violations)
			}
		})
	}
}
