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

// answered reports what is wrong with a row that says that something holds: what was asked must have been answered, which
// is about requests without bound where nobody bounded them.
func answered(r *Report, f Finding) error {
	open := r.Model.Instance.Requests == nil
	switch {
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

// of returns the instance that a row is about, with the requests for which it says that something holds.
func of(t *testing.T, r *Report, f Finding) instance.Instance {
	t.Helper()
	in, asking, often := r.Question(), r.Model.Processes(), 1
	switch {
	case f.HoldsFor == "":
		return in
	case f.HoldsFor == "one request each":
	case strings.HasPrefix(f.HoldsFor, "2 requests of each "):
		often = 2
	default:
		if asking = 1; !strings.HasPrefix(f.HoldsFor, "any one process, ") {
			if _, err := fmt.Sscanf(f.HoldsFor, "any %d processes, ", &asking); err != nil {
				t.Fatalf("%q: %v", f.HoldsFor, err)
			}
		}
		if strings.Contains(f.HoldsFor, "requests without bound") {
			often = explore.Unbounded
		}
	}
	in.Requests = make([]int, len(in.Requests))
	for p := range asking {
		in.Requests[p] = often
	}
	return in
}

// No row says that something holds where what was answered is narrower than what was asked: of all algorithms, and of every third variant,
// asked with few states and little time, each row's question is that of the instance, or the row says the bounds. What holds
// without bounds is looked for in a full search of so many states, and what holds within bounds in one of these.
func TestRowsSayTheirBounds(t *testing.T) {
	most, sizes, every := int64(600), []int{2}, 3
	if slow.Tests() {
		most, sizes, every = 100_000, []int{2, 3}, 1
	}
	holds, narrow, violated, rows, tried := 0, 0, 0, 0, 0
	for _, a := range protocols.All() {
		for _, v := range a.Variants {
			if tried++; tried%every != 0 {
				continue
			}
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
					switch {
					case f.Verdict == verdict.Violated:
						violated++
					case f.Verdict == verdict.Holds:
						holds++
						if err := answered(r, f); err != nil {
							t.Errorf("%s/%s, n = %d: %s holds: %v", a.Name, v.Name, n, f.Property, err)
						}
					case f.HoldsFor != "":
						narrow++
					}
					if f.HoldsFor != "" && (f.Verdict != verdict.Unknown || !strings.Contains(strings.ToLower(r.Summary()), " for "+f.HoldsFor+", ")) {
						t.Errorf("%s/%s, n = %d: %s %s, and holds for %s: %s", a.Name, v.Name, n, f.Property, f.Verdict, f.HoldsFor, r.Summary())
					}
					known := f.Verdict == verdict.Holds || f.HoldsFor != ""
					if !known || f.Trace != nil || f.Property == explore.StarvationFreedom && r.Options.MaxStates > 0 {
						continue
					}
					o := Options{Full: true, Asymmetric: true, MaxStates: most}.Search(of(t, r, f))
					o.Check = []explore.Property{f.Property}
					again, err := explore.Run(t.Context(), m.Model, o)
					if err != nil || again.Properties[0].Verdict == verdict.Violated {
						t.Errorf("%s/%s, n = %d: %s %s, and holds for %q, and a full search: %v, %v", a.Name, v.Name, n, f.Property, f.Verdict, f.HoldsFor, again, err)
					}
				}
				var doc struct {
					Properties []struct {
						Verdict  verdict.Verdict
						HoldsFor string
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
					if doc.Properties[i].HoldsFor != f.HoldsFor || doc.Properties[i].Verdict != f.Verdict {
						t.Errorf("%s/%s: the document says %+v; wanted %+v", a.Name, v.Name, doc.Properties[i], f)
					}
				}
				if strings.Contains(r.Summary(), "within these bounds") {
					t.Errorf("%s/%s: nobody set a bound: %s", a.Name, v.Name, r.Summary())
				}
			}
		}
	}
	t.Logf("%d rows, %d hold, %d within bounds, %d violated", rows, holds, narrow, violated)
	if holds < 450/every || narrow < 60/every || violated < 45/every {
		t.Errorf("of %d rows, only %d hold, %d within bounds, and %d are violated", rows, holds, narrow, violated)
	}
}

// What fewer requests do not lead to may be reached with more: it is not violated where requests are left open, whatever
// is searched, and it is where they are given. What they do lead to holds.
func TestUnreachableWithFewerRequests(t *testing.T) {
	type state struct{ Asked uint8 }
	type step = explore.Step[state, uint8]
	const most = 3
	reached := map[string]int{}
	for want := uint8(1); want <= most+1; want++ { // by both processes together, of which each asks so often at most
		for _, n := range []int{2, 3} {
			for _, requests := range []int{0, 1, 2} { // 0 leaves them open
				p := explore.Protocol[state, uint8]{
					Name: "counting", N: n,
					Exclusion: explore.Exclusion[state]{
						Safe:    explore.AtMost(n),
						Observe: func(int, state) explore.Observation { return explore.Observation{} },
					},
					Init: func(int) state { return state{} },
					Actions: func(_ int, l state) []step {
						if l.Asked == most {
							return nil
						}
						return []step{{Name: "ask", Kind: explore.Ask, Next: state{l.Asked + 1}}}
					},
					Deliver: func(int, state, int, uint8) []step { return nil },
					Requires: []explore.Requirement[state, uint8]{explore.Sometimes("both", func(v explore.View[state, uint8]) bool {
						return v.Locals[0].Asked >= want && v.Locals[1].Asked >= want
					})},
				}
				m, err := instance.Of(p, nil)
				if err != nil {
					t.Fatal(err)
				}
				m.Instance.Check = []explore.Property{"both"}
				if m.Instance.Requests = nil; requests > 0 {
					m.Instance.Requests = m.Instance.Each(requests)
				}
				for limit := int64(0); limit <= 64; limit = 2*limit + 1 {
					r := newReport(m, Options{MaxStates: limit, Budget: Budget{Time: time.Hour}, Full: true, Asymmetric: true})
					if err := r.search(t.Context()); err != nil {
						t.Fatal(err)
					}
					can := want <= most && (requests == 0 || int(want) <= requests)
					got := r.Verdict()
					reached[fmt.Sprint(requests == 0, can, got)]++
					if got == verdict.Holds && !can || got == verdict.Violated && can || limit == 0 && got == verdict.Unknown {
						t.Errorf("%d of %d processes, %d requests, up to %d states: %s: %s", want, n, requests, limit, got, r.Summary())
					}
				}
			}
		}
	}
	t.Log(reached)
	if reached["true true unknown"] < 10 || reached["true true holds"] < 10 || reached["false false violated"] < 10 {
		t.Error(reached)
	}
}
