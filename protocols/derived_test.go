package protocols

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/protocols/instance"
	"qcheck/setsys/slow"
)

// derives compares the search with a derived reduction with the full one, and replays
// the traces of the former. It returns the numbers of states, or why there is no
// reduction.
func derives(t *testing.T, name string, i *instance.Model, o explore.Options) (full, reduced int64, why string) {
	t.Helper()
	o.Check = []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom}
	o.Full = true
	all, err := explore.Run(t.Context(), i.Model, o)
	if err != nil || !all.Complete && all.Stopped != "" {
		return 0, 0, "the full search does not end"
	}
	o.Full, o.Derive, o.MaxStates = false, true, 0
	part, err := explore.Run(t.Context(), i.Model, o)
	if err != nil {
		t.Fatal(err)
	}
	for p, want := range all.Properties {
		got := part.Properties[p]
		if got.Verdict != want.Verdict {
			t.Errorf("%s: %s %s in full, %s reduced (%s)", name, want.Property, want.Verdict, got.Verdict, got.Detail)
		}
		if got.Verdict != verdict.Violated || want.Verdict != verdict.Violated {
			continue
		}
		if len(got.Trace.Steps) < len(want.Trace.Steps) {
			t.Errorf("%s: %s: a shortest trace has %d steps, reduced %d", name, want.Property, len(want.Trace.Steps), len(got.Trace.Steps))
		}
		if _, err := i.Replay(obvious.OptionsOf(o), got.Trace.Steps); err != nil {
			t.Errorf("%s: %s: the trace does not replay: %v", name, want.Property, err)
		}
	}
	if part.Reduced == (part.Unreduced != "") {
		t.Errorf("%s: reduced %t, not reduced because of %q", name, part.Reduced, part.Unreduced)
	}
	if !part.Reduced {
		return 0, 0, part.Unreduced
	}
	return all.States, part.Orbits, ""
}

// TestDerivedReductionKeepsVerdicts compares the derived reduction with the full search
// on small instances of every algorithm and variant.
func TestDerivedReductionKeepsVerdicts(t *testing.T) {
	reduced, symmetric := map[string]bool{}, map[string]bool{}
	for _, a := range All() {
		for nth, v := range a.Variants {
			list := slices.Clone(a.Small)
			for _, x := range []struct{ n, k, requests int }{{2, 1, 1}, {2, 1, 2}, {3, 1, 1}} {
				in := instance.Instance{N: x.n, Requests: []int{x.requests}}
				if _, ok := a.Param(instance.K); ok {
					in = in.With(instance.K, fmt.Sprint(x.k))
				} else if x.k > 1 {
					continue
				}
				list = append(list, in)
			}
			for _, in := range list {
				for _, clock := range []explore.ClockMode{explore.Causal, explore.Integer} {
					if nth > 0 && clock == explore.Integer && !slow.Tests() {
						continue
					}
					in.Variant, in.Clock = v.Name, clock
					i, err := a.Open(in, nil)
					if err != nil {
						continue // not for every k
					}
					o := i.Instance.Options()
					o.MaxStates = 2_000
					if slow.Tests() {
						o.MaxStates = 20_000
					}
					name := fmt.Sprintf("%s, %s", All().Format(i.Instance), clock)
					o.Asymmetric = true
					full, some, why := derives(t, name, i, o)
					o.Asymmetric = false
					_, alike, not := derives(t, name+", with symmetry", i, o)
					if not != why {
						t.Logf("%s: with symmetry %d states, %q, without %d, %q", name, alike, not, some, why)
					}
					reduced[a.Name] = reduced[a.Name] || why == ""
					symmetric[a.Name] = symmetric[a.Name] || not == "" && alike < some
					t.Logf("%s: %d states, reduced %d %s", name, full, some, why)
				}
			}
		}
	}
	for _, name := range []string{"kakugawa", "jiang", "maekawa", "manabe-tajima", "raymond", "raynal", "ricart-agrawala", "lamport", "baldoni", "mutin", "gcs"} {
		if !reduced[name] || !symmetric[name] && !slices.Contains([]string{"jiang", "mutin", "gcs"}, name) { // where processes differ
			t.Errorf("%s was not reduced, or not more so with symmetry", name)
		}
	}
}

// TestDerivedReductionByItself has searches that are reduced when they turn out to be
// large, and says why others are not.
func TestDerivedReductionByItself(t *testing.T) {
	for _, test := range []struct {
		algorithm, variant string
		n, requests        int
		reduced            int64
		why                string
	}{
		{"raymond", "printed", 4, 1, 8030, ""},
		{"raymond", "printed", 3, 1, 0, "there are few states"},
		{"raymond", "printed", 2, explore.Unbounded, 0, "requests without bound"},
		{"lamport", "", 2, 2, 0, "clocks do not tick for a fresh stamp"},
		{"baldoni", "", 2, 1, 0, "there are few states"},
	} {
		i, err := All().Open(instance.Instance{Algorithm: test.algorithm, Variant: test.variant, N: test.n, Requests: []int{test.requests}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		o := i.Instance.Options()
		o.Check = []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom}
		o.Asymmetric = true // so that there are many states
		for _, o.Workers = range []int{1, 2} {
			r, err := explore.Run(t.Context(), i.Model, o)
			if err != nil {
				t.Fatal(err)
			}
			if r.Reduced != (test.why == "") || r.Unreduced != test.why || r.Reduced && r.States != test.reduced || r.Verdict() != verdict.Holds {
				t.Errorf("%+v: reduced %t, %d states, %q, %s", test, r.Reduced, r.States, r.Unreduced, r.Verdict())
			}
		}
	}
}
