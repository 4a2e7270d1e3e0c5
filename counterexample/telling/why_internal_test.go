package telling

import (
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
)

// TestCycleOf: of the cycles of processes that wait for each other the shortest is taken, and
// of these the one that begins with the least process; a process that does not wait is in none.
func TestCycleOf(t *testing.T) {
	on := func(p int, others ...int) wait {
		return wait{Process: p, Of: others[0], Awaits: explore.SetOf(others...)}
	}
	for _, x := range []struct {
		waits []wait
		want  []int
	}{
		{nil, nil},
		{[]wait{on(0, 1), on(1, 2)}, nil},
		{[]wait{on(0, 1), on(1, 2), on(2, 0)}, []int{0, 1, 2}},
		{[]wait{on(0, 1), on(1, 2), on(2, 0), on(2, 1)}, []int{1, 2}},
		{[]wait{on(0, 1), on(1, 2), on(2, 0, 1)}, []int{1, 2}},
		{[]wait{on(0, 1), on(1, 0), on(2, 1), on(1, 2)}, []int{0, 1}},
		{[]wait{on(0, 3), on(3, 0), on(1, 2), on(2, 1)}, []int{1, 2}}, // 3 does not wait
		{[]wait{on(0, 3), on(3, 0)}, nil},
		{[]wait{on(1, 1), on(0, 2), on(2, 0)}, []int{1}},
	} {
		c := obvious.Config{Observations: make([]explore.Observation, 4)}
		for p := range 3 {
			c.Observations[p].Phase = explore.Waiting
		}
		if got := cycleOf(x.waits, c); !slices.Equal(got, x.want) {
			t.Errorf("%+v: %v, not %v", x.waits, got, x.want)
		}
	}
}
