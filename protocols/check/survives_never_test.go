package check_test

import (
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols/check"
	"qcheck/protocols/instance"
)

// tried is where a process is, and how often it has asked, up to the request that is the first one that is granted.
type tried struct {
	Phase explore.Phase
	Asked uint8
}

// patient lets process 2 enter at once, and process 1 not before it asks so often; with 0 never.
func patient(granted uint8) *instance.Algorithm {
	type step = explore.Step[tried, uint8]
	p := explore.Protocol[tried, uint8]{
		Name: "patient", N: 2, Init: func(int) tried { return tried{} },
		Actions: func(p int, s tried) []step {
			switch s.Phase {
			case explore.Thinking:
				return []step{{Name: "ask", Kind: explore.Ask, Next: tried{explore.Waiting, min(s.Asked+1, max(granted, 1))}}}
			case explore.Waiting:
				if p == 1 || s.Asked == granted {
					return []step{{Name: "enter", Next: tried{explore.Inside, s.Asked}}}
				}
				return []step{{Name: "give up", Next: tried{explore.Thinking, s.Asked}}}
			}
			return []step{{Name: "leave", Kind: explore.Leave, Next: tried{explore.Thinking, s.Asked}}}
		},
		Deliver: func(int, tried, int, uint8) []step { return nil },
	}
	p.Observe = func(_ int, s tried) explore.Observation { return explore.Observation{Phase: s.Phase} }
	p.Safe = explore.AtMost(2)
	return &instance.Algorithm{Name: "patient", Build: func(*instance.Setup) (*instance.Model, error) { return instance.Of(p, nil) }}
}

// That no process is ever inside when it crashes is said of all requests that are asked about, though fewer are searched first.
func TestNeverIsOfAllRequests(t *testing.T) {
	for _, x := range []struct {
		granted  uint8
		requests []int // nil for requests without bound
		never    bool
	}{
		{0, nil, true}, {1, nil, false}, {2, nil, false}, {4, nil, false}, {9, nil, false},
		{2, []int{1, 1}, true}, {2, []int{2, 1}, false}, {4, []int{3, 1}, true}, {4, []int{4, 1}, false}, {4, []int{1, 4}, true},
	} {
		for _, budget := range []int64{0, 40} {
			m, err := patient(x.granted).Open(instance.Instance{Algorithm: "patient", N: 2, Requests: x.requests, Survives: true, Check: []explore.Property{},
				Faults: explore.Faults{Crash: 1, When: explore.WhileInside, Of: explore.SetOf(0)}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			r, err := check.Model(t.Context(), m, check.Options{MaxStates: budget})
			if err != nil {
				t.Fatal(err)
			}
			c := r.Findings[0].Crashes[0]
			switch {
			case c.Verdict == verdict.Unknown && budget > 0 && !c.Never:
			case c.Verdict != verdict.Holds || c.Never != x.never:
				t.Errorf("granted with request %d, requests %v, at most %d states: %+v", x.granted, x.requests, budget, c)
			}
		}
	}
}
