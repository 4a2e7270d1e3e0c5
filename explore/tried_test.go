package explore_test

import (
	"testing"

	"qcheck/explore"
	"qcheck/protocols"
	"qcheck/protocols/instance"

	"github.com/google/go-cmp/cmp"
)

// TestCheapestFirst: the searches that are made by default keep at most twice as many states as a search with a reduction and
// symmetry from the first state on, and what is searched in full in less than a fifth of a second.
func TestCheapestFirst(t *testing.T) {
	for _, x := range []struct {
		algorithm, k string
		inFull       int64
	}{
		{"raymond", "1", 10_000},
		{"raymond", "2", 10_000},
		{"ricart-agrawala", "", 10_000},
		{"two-phase-commit", "", 5_000}, // with the way to the first run in which a transaction commits
	} {
		in := instance.Instance{Algorithm: x.algorithm, N: 4, Requests: []int{1}}
		if x.k != "" {
			in = in.With(instance.K, x.k)
		}
		m, err := protocols.All().Open(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		o := m.Instance.Options()
		o.Check, o.Workers = nil, 1
		kept, r, err := explore.Tried(m.Model, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Derive = true
		best, err := explore.Run(t.Context(), m.Model, o)
		if err != nil {
			t.Fatal(err)
		}
		if !best.Reduced || best.Symmetry < 2 || r == nil || !r.Reduced || kept > 2*best.Orbits+x.inFull {
			t.Errorf("%s k=%s: %d states kept by default, %d by a reduction at once (%s)", x.algorithm, x.k, kept, best.Orbits, best.Unreduced)
		}
		t.Logf("%s k=%s: %d states kept by default, %d by a reduction at once", x.algorithm, x.k, kept, best.Orbits)
	}
}

// TestLearnedInParts: what is learned in many parts is what is learned at once: of each fact the same may not commute, a search keeps as many
// states, and no choice was wrong.
func TestLearnedInParts(t *testing.T) {
	for _, algorithm := range []string{"raymond", "ricart-agrawala", "two-phase-commit"} {
		m, err := protocols.All().Open(instance.Instance{Algorithm: algorithm, N: 3, Requests: []int{1}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		o := m.Instance.Options()
		o.Check, o.Workers = nil, 1
		whole, want, once, err := explore.LearnedInParts(m.Model, o, 1<<40)
		if err != nil || once != 1 {
			t.Fatal(once, err)
		}
		works := []int64{142}
		if algorithm == "raymond" {
			works = []int64{100, 110, 157}
		}
		for _, work := range works {
			kept, got, parts, err := explore.LearnedInParts(m.Model, o, work)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); parts < 3 || kept != whole || diff != "" {
				t.Errorf("%s: %d states kept with what was learned in %d parts of %d, %d in one:\n%s", algorithm, kept, parts, work, whole, diff)
			}
			t.Logf("%s: %d facts in %d parts of %d: %d states kept, %d", algorithm, len(got), parts, work, kept, whole)
		}
	}
}
