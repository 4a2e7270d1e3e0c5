package obvious_test

import (
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/setsys/slow"
)

// TestWalkTakesEveryStep walks to all states of random protocols, by the choices that a
// walk has, and finds the states and transitions that the explorer finds.
func TestWalkTakesEveryStep(t *testing.T) {
	compared, undefined := 0, 0
	last, least := uint64(5120), 20
	if slow.Tests() {
		last, least = 5300, 60
	}
	for seed := uint64(5000); seed < last; seed++ {
		p, o := random(seed)
		if slices.Contains(o.Requests, -1) {
			o.Requests = slices.Repeat([]int{1}, p.N)
		}
		few := explore.Options{Requests: o.Requests, ClockMax: o.ClockMax, Queued: o.Queued, MaxStates: 150, Check: []explore.Property{explore.Safety}}
		if o.Integer {
			few.Clock = explore.Integer
		}
		calm := p
		calm.Safe = nil // nothing ends the search early
		m, err := explore.NewModel(calm)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := explore.Run(t.Context(), m, few); err != nil || !r.Complete {
			continue // too many for the explorer, or without end
		}
		want := obvious.Explore(p, o)
		if want.States > 150 || want.Overflow != "" || want.Beyond > 0 {
			continue
		}
		w := obvious.NewWalk(p, o)
		met := map[string]bool{w.Configs[0].Key: true}
		transitions, deepest := 0, 0
		var visit func()
		visit = func() {
			for _, m := range w.Choices() {
				before := w.Configs[len(w.Configs)-1].Key
				if err := w.Take(m.TraceStep); err != nil {
					t.Fatalf("seed %d: %v: %v", seed, m.TraceStep, err)
				}
				deepest = max(deepest, len(w.Moves))
				if m.Undefined != "" {
					undefined++
					if w.Choices() != nil || w.Take(m.TraceStep) == nil {
						t.Fatalf("seed %d: something follows a step that is not defined", seed)
					}
				} else {
					transitions++
					if key := w.Configs[len(w.Configs)-1].Key; !met[key] {
						met[key] = true
						visit()
					}
				}
				if !w.Back() || w.Configs[len(w.Configs)-1].Key != before {
					t.Fatalf("seed %d: back leads to another state", seed)
				}
			}
		}
		visit()
		if w.Back() || len(w.Moves) != 0 || len(w.Configs) != 1 {
			t.Fatalf("seed %d: there is something before the start", seed)
		}
		if len(met) != want.States || transitions != want.Transitions {
			t.Errorf("seed %d: %d states and %d transitions, the explorer has %d and %d", seed, len(met), transitions, want.States, want.Transitions)
		}
		if deepest > 3 {
			compared++
		}
	}
	t.Logf("%d compared, %d steps not defined", compared, undefined)
	if compared < least || undefined == 0 {
		t.Error("too few of them are worth a comparison")
	}
}
