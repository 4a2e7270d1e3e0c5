package explore_test

import (
	"fmt"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
)

// runners go a way of twelve steps each, alone and by the same rules, up or down. What is
// safe says them apart: one must not be nine steps on when another has gone three; the third
// may be anywhere.
func runners(up bool, ahead, behind int) explore.Protocol[uint8, uint8] {
	const length = 12
	type step = explore.Step[uint8, uint8]
	first, by := uint8(1), uint8(1)
	if !up {
		first, by = length+1, 255
	}
	last := first + length*by
	return explore.Protocol[uint8, uint8]{
		Name: "runners", N: 3, Steps: []string{"run"},
		Init: func(int) uint8 { return first },
		Actions: func(_ int, l uint8) []step {
			if l == last {
				return nil
			}
			return []step{{Name: "run", Next: l + by}}
		},
		Deliver: func(int, uint8, int, uint8) []step { return nil },
		Observe: func(_ int, l uint8) explore.Observation {
			if l == last {
				return explore.Observation{Phase: explore.Inside, Units: l}
			}
			return explore.Observation{Units: l}
		},
		Safe: func(all []explore.Observation) string {
			if all[ahead].Units == first+9*by && all[behind].Units == first+3*by {
				return "one is too far ahead"
			}
			return ""
		},
	}
}

// TestUnlikeSafe: where what is safe depends on the numbers of processes, a reduction that
// leaves the steps of some for later may leave out all states that show it, as symmetry has
// kept others in their place. So that has to be noticed otherwise.
func TestUnlikeSafe(t *testing.T) {
	violated := func(name string, p explore.Protocol[uint8, uint8], o explore.Options) {
		r := search(t, p, o)
		if got := r.Properties[0]; got.Verdict != verdict.Violated || len(got.Trace.Steps) < 12 || r.Symmetry != 1 {
			t.Errorf("%s: %s, with %d renamings", name, got.Verdict, r.Symmetry)
		}
	}
	for _, up := range []bool{false, true} {
		for third := range 3 {
			for _, ahead := range []int{(third + 1) % 3, (third + 2) % 3} {
				p := runners(up, ahead, 3-third-ahead)
				name := fmt.Sprintf("up %t, %d ahead, %d anywhere", up, ahead, third)
				o := explore.Options{Requests: make([]int, 3), Check: []explore.Property{explore.Safety}}
				violated(name, p, o)
				o.Derive = true
				violated(name+", derived", p, o)
				o.Derive = false
				p.Partial = &explore.Partial[uint8, uint8]{
					Defined: true,
					Send:    func(int, uint8, int) explore.Events { return explore.NoEvents },
					Visible: func(q int, _ uint8) explore.Events {
						if q == third {
							return explore.NoEvents
						}
						return explore.LocalSteps
					},
				}
				violated(name+", given", p, o)
			}
		}
	}
}
