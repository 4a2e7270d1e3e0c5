package raymond

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore/obvious"
	"qcheck/setsys/slow"
)

// TestSpinCounts compares with the numbers of states and transitions on which
// SPIN, TLC and Murphi agree for the same steps. (SPIN counts the start as a
// transition; here it is not one.)
func TestSpinCounts(t *testing.T) {
	for _, test := range []struct {
		n, k, requests      int
		states, transitions int
		long                bool
	}{
		{2, 1, 1, 40, 52, false},
		{2, 1, 2, 171, 243, false},
		{3, 1, 1, 2355, 6279, false},
		{3, 2, 1, 12651, 41913, false},
		{3, 1, 2, 29199, 80961, true},
		{4, 1, 1, 1470648, 7729453, true},
		{3, 2, 2, 2789374, 11092831, true},
	} {
		t.Run(fmt.Sprintf("n=%d,k=%d,requests=%d", test.n, test.k, test.requests), func(t *testing.T) {
			if test.long {
				slow.Only(t, "minutes")
			}
			p, err := New(Config{N: test.n, K: test.k, Variant: "spin"})
			if err != nil {
				t.Fatal(err)
			}
			r := obvious.Explore(p, obvious.Options{Integer: true, Requests: slices.Repeat([]int{test.requests}, test.n)})
			if r.States != test.states || r.Transitions != test.transitions {
				t.Errorf("%d states and %d transitions, want %d and %d", r.States, r.Transitions, test.states, test.transitions)
			}
			if len(r.Violations) != 0 {
				t.Errorf("violated: %v", r.Violations)
			}
		})
	}
}
