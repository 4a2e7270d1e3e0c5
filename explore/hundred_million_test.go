package explore_test

import (
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

// Four counters to 99 have 100^4 states, and just one at the deepest level,
// where process 1 waits for nothing to come: a deadlock with a shortest run of
// 4*99 steps.
func TestHundredMillionStates(t *testing.T) {
	top := uint8(99)
	if !slow.Tests() {
		top = 9
	}
	type none struct{}
	p := explore.Protocol[uint8, none]{
		Name: "counters", N: 4, Steps: []string{"count"},
		Init: func(int) uint8 { return 0 },
		Actions: func(_ int, l uint8) []explore.Step[uint8, none] {
			if l == top {
				return nil
			}
			return []explore.Step[uint8, none]{{Name: "count", Next: l + 1}}
		},
		Deliver: func(int, uint8, int, none) []explore.Step[uint8, none] { return nil },
		Exclusion: explore.Exclusion[uint8]{
			Observe: func(p int, l uint8) explore.Observation {
				switch {
				case l == top && p == 0:
					return explore.Observation{Phase: explore.Waiting}
				case l == top/2:
					return explore.Observation{Phase: explore.Inside}
				}
				return explore.Observation{}
			},
		},
	}
	m, err := explore.NewModel(p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := explore.Run(t.Context(), m, explore.Options{Full: true, Asymmetric: true, Workers: 2, MaxMemory: 8 << 30, Check: []explore.Property{explore.DeadlockFreedom}})
	if err != nil {
		t.Fatal(err)
	}
	side := int64(top) + 1
	if want := side * side * side * side; r.States != want || r.Depth != 4*int(top) || !r.Complete {
		t.Errorf("%d states in depth %d, complete: %t (%s); want %d in depth %d", r.States, r.Depth, r.Complete, r.Stopped, want, 4*int(top))
	}
	d := r.Properties[0]
	if d.Verdict != verdict.Violated || d.Trace == nil || len(d.Trace.Steps) != 4*int(top) {
		t.Fatalf("deadlock %v: %s", d.Verdict, d.Detail)
	}
	steps := map[int]int{}
	for _, s := range d.Trace.Steps {
		steps[s.Process]++
	}
	for p := range 4 {
		if steps[p] != int(top) {
			t.Errorf("process %d takes %d steps, not %d", p+1, steps[p], top)
		}
	}
	if most := int64(14); r.States > 1<<26 && r.Stats.Bytes > most*r.States {
		t.Errorf("%d bytes a state, more than %d", r.Stats.Bytes/r.States, most)
	}
	t.Logf("%d states, %d transitions, %v, %d bytes a state", r.States, r.Transitions, r.Stats.Elapsed, r.Stats.Bytes/r.States)
}
