package check

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols"
	"qcheck/protocols/instance"
	"qcheck/setsys/slow"
)

// asIf returns an instance as text, with other requests.
func asIf(t *testing.T, in instance.Instance, requests []int) string {
	t.Helper()
	in.Requests, in.Check = requests, nil
	text, err := protocols.All().Full(in)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// bare reports what is wrong with a row that says no bounds: the question that it answers must be the one that was asked,
// and something must have answered it.
func bare(t *testing.T, r *Report, f Finding) error {
	t.Helper()
	asked := r.Model.Instance
	open := asked.Requests == nil
	if open {
		asked = r.unbounded()
	}
	switch {
	case r.Model.Met().Asks.Load() && !slices.Equal(f.of.Requests, asked.Requests) && !slices.Equal(f.of.Requests, f.of.Each(explore.Unbounded)) && !(f.Trace != nil && f.Verdict == verdict.Holds):
		return fmt.Errorf("of requests %v, asked %v", f.of.Requests, asked.Requests)
	case asIf(t, f.of, nil) != asIf(t, asked, nil):
		return fmt.Errorf("of %s, asked %s", asIf(t, f.of, nil), asIf(t, asked, nil))
	case f.ByViews && r.Proof.Proved(f.Property) && (!r.proofBounded() || !open), f.Trace != nil: // a run shows it
		return nil
	case f.ByViews:
		return errors.New("no proof is of what was asked")
	case !open || !r.Model.Met().Asks.Load():
		return nil
	}
	for _, a := range r.Attempts {
		if a.What == "requests without bound" && (a.Stopped == "" || r.Result.Complete) && slices.Contains(a.Holds, f.Property) {
			return nil
		}
	}
	return fmt.Errorf("no attempt decides it: %+v", r.Attempts)
}

// No row says that something holds where what was answered is narrower than what was asked: of all algorithms and variants,
// asked with few states and little time, each row's question is that of the instance, or the row says the bounds. What holds
// without bounds is looked for in a full search of so many states, and what holds within bounds in one of these.
func TestRowsSayTheirBounds(t *testing.T) {
	most, sizes := int64(600), []int{2}
	if slow.Tests() {
		most, sizes = 100_000, []int{2, 3}
	}
	holds, narrow, violated, rows := 0, 0, 0, 0
	for _, a := range protocols.All() {
		for _, v := range a.Variants {
			for _, n := range sizes {
				m, err := protocols.All().Open(instance.Instance{Algorithm: a.Name, Variant: v.Name, N: n}, nil)
				if err != nil {
					continue // of another number of processes
				}
				r := newReport(m, Options{MaxStates: most, MaxViews: 300})
				if n == 3 {
					r.Options.MaxViews, r.Options.Budget = 0, Budget{Time: 5 * time.Second}
				}
				if err := r.search(t.Context()); err != nil {
					t.Fatalf("%s/%s, n = %d: %v", a.Name, v.Name, n, err)
				}
				for _, f := range r.Findings {
					rows++
					if f.Verdict == verdict.Violated {
						violated++
					}
					if f.Verdict != verdict.Holds {
						continue
					}
					if f.For == "" {
						holds++
						if err := bare(t, r, f); err != nil {
							t.Errorf("%s/%s, n = %d: %s holds without bounds: %v", a.Name, v.Name, n, f.Property, err)
						}
					} else if narrow++; bare(t, r, f) == nil {
						t.Errorf("%s/%s, n = %d: %s holds for %s, and more was answered", a.Name, v.Name, n, f.Property, f.For)
					}
					if f.Trace != nil || f.Property == explore.StarvationFreedom && r.Options.MaxStates > 0 {
						continue
					}
					o := Options{Full: true, Asymmetric: true, MaxStates: most}.Search(f.of)
					o.Check = []explore.Property{f.Property}
					again, err := explore.Run(t.Context(), m.Model, o)
					if err != nil || again.Properties[0].Verdict == verdict.Violated {
						t.Errorf("%s/%s, n = %d: %s holds for %q, and a full search: %v, %v", a.Name, v.Name, n, f.Property, f.For, again, err)
					}
				}
				var doc struct {
					Properties []struct {
						Verdict string
						For     string
					}
				}
				text, err := json.Marshal(r)
				if err == nil {
					err = json.Unmarshal(text, &doc)
				}
				if err != nil || len(doc.Properties) != len(r.Findings) {
					t.Fatal(err, len(doc.Properties))
				}
				for i, f := range r.Findings {
					if doc.Properties[i].For != f.For || f.For != "" && !strings.Contains(strings.ToLower(r.Summary()), f.For) && !slices.Equal(f.of.Requests, r.Instance.Requests) {
						t.Errorf("%s/%s: the document says %q, and the sentence %s; wanted %q", a.Name, v.Name, doc.Properties[i].For, r.Summary(), f.For)
					}
				}
			}
		}
	}
	t.Logf("%d rows, %d hold, %d within bounds, %d violated", rows, holds, narrow, violated)
	if holds < 150 || narrow < 20 || violated < 50 {
		t.Errorf("of %d rows, only %d hold, %d within bounds, and %d are violated", rows, holds, narrow, violated)
	}
}
