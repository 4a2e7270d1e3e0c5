package protocols

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestSymmetry: with symmetry, the counts, verdicts and traces of the smallest
// instances of all algorithms are those without.
func TestSymmetry(t *testing.T) {
	symmetric := map[string]bool{}
	fair := 0 // starvation-freedom holds, with symmetry
	for _, a := range All() {
		for i, in := range a.Small {
			for _, v := range a.Variants {
				in.Variant = v.Name
				for _, requests := range [][]int{in.Requests, {1}, {explore.Unbounded}} {
					if len(requests) == 1 {
						if m, err := a.Open(in, nil); err == nil {
							requests = slices.Repeat(requests, m.Model.Processes())
						}
					}
					in := in
					in.Requests = requests
					m, err := a.Open(in, nil)
					if err != nil {
						t.Fatalf("%s %+v: %v", a.Name, in, err)
					}
					name := fmt.Sprintf("%s, instance %d, %v", All().Format(m.Instance), i, requests)
					o := m.Instance.Options()
					o.Full, o.MaxStates, o.Asymmetric = true, 6_000, true
					if slow.Tests() {
						o.MaxStates = 60_000
					}
					want, err := explore.Run(t.Context(), m.Model, o)
					if err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					if !want.Complete && want.Stopped != "" || want.States > 6_000 && !slow.Tests() {
						continue
					}
					o.Asymmetric = false
					got, err := explore.Run(t.Context(), m.Model, o)
					if err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					if got.Symmetry > 1 {
						symmetric[a.Name] = true
						for _, p := range got.Properties {
							if p.Property == explore.StarvationFreedom && p.Verdict == verdict.Holds {
								fair++
							}
						}
					}
					if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(explore.Result{}, "Stats", "Symmetry", "Orbits")); diff != "" {
						t.Errorf("%s: %d renamings; without symmetry (-), with it (+):\n%s", name, got.Symmetry, diff)
					}
					if got.Orbits*int64(got.Symmetry) < got.States || want.Orbits != want.States || want.Symmetry != 1 {
						t.Errorf("%s: %d orbits of %d renamings for %d states; without symmetry %d of %d", name, got.Orbits, got.Symmetry, got.States, want.Orbits, want.Symmetry)
					}
				}
			}
		}
	}
	t.Logf("symmetric in some instance: %v; with symmetry, starvation-freedom holds %d times", symmetric, fair)
	if len(symmetric) < 9 || fair < 50 {
		t.Errorf("symmetric in some instance: %v; with symmetry, starvation-freedom holds %d times", symmetric, fair)
	}
}
