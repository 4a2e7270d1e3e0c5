package protocols

import (
	"slices"
	"testing"

	"qcheck/explore"
)

// TestReductionKeepsVerdicts compares the reduced with the full search of every
// algorithm and variant that can be reduced; and that what its Partial takes
// for granted, that no step is undefined, is so.
func TestReductionKeepsVerdicts(t *testing.T) {
	reduced := 0
	for _, a := range All() {
		for _, v := range a.Variants {
			for _, x := range []struct{ n, k, requests int }{{2, 1, 1}, {2, 1, 2}, {2, 2, 2}, {3, 1, 1}, {3, 2, 1}, {3, 1, 2}} {
				if x.k > 1 && !a.HasK || len(a.Kinds) > 0 && a.Construct != "" {
					continue
				}
				i, err := a.Build(Params{N: x.n, K: x.k, Variant: v.Name})
				if err != nil {
					t.Fatal(err)
				}
				requests := slices.Repeat([]int{x.requests}, x.n)
				for _, clock := range []explore.ClockMode{explore.Causal, explore.Integer} {
					o := explore.Options{Requests: requests, Clock: clock, MaxStates: 40_000}
					part, err := explore.Run(t.Context(), i.Model, o)
					if err != nil {
						t.Fatal(err)
					}
					if !part.Reduced || !part.Complete {
						continue
					}
					o.Full, o.MaxStates = true, 0
					full, err := explore.Run(t.Context(), i.Model, o)
					if err != nil {
						t.Fatal(err)
					}
					reduced++
					for p := range full.Properties {
						if full.Properties[p].Verdict != part.Properties[p].Verdict {
							t.Errorf("%s %s %+v: %s %v in full, %v reduced", a.Name, v.Name, x,
								full.Properties[p].Property, full.Properties[p].Verdict, part.Properties[p].Verdict)
						}
					}
					if part.States >= full.States {
						t.Errorf("%s %s %+v: %d states reduced, %d in full", a.Name, v.Name, x, part.States, full.States)
					}
				}
			}
		}
	}
	if reduced == 0 {
		t.Error("nothing was reduced")
	}
}
