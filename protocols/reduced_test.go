package protocols

import (
	"fmt"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols/instance"
	"qcheck/setsys"
	"qcheck/setsys/construct"
	"qcheck/setsys/slow"
)

// TestReductionOnStructures compares where quorums are given: processes that
// share some members, with several requesters for each, and deadlocks.
func TestReductionOnStructures(t *testing.T) {
	type values = map[string]any
	for _, test := range []struct {
		reason    string
		construct string
		values    values
		variant   string
		requests  []int
		clock     explore.ClockMode
		reduced   int64
		long      bool
	}{
		{"a member for each two requesters", "plane", values{"order": 2, "as": "request-sets"}, "repaired", []int{1, 1, 1, 0, 0, 0, 0}, explore.Integer, 661, false},
		{"four of them, and a deadlock", "plane", values{"order": 2, "as": "request-sets"}, "printed", []int{0, 0, 1, 1, 1, 0, 1}, explore.Integer, 15064, false},
		{"one half repaired", "plane", values{"order": 2, "as": "request-sets"}, "told", []int{0, 0, 1, 1, 1, 0, 1}, explore.Integer, 14890, true},
		{"both", "plane", values{"order": 2, "as": "request-sets"}, "repaired", []int{0, 0, 1, 1, 1, 0, 1}, explore.Integer, 13303, true},
		{"the same with causal stamps", "plane", values{"order": 2, "as": "request-sets"}, "repaired", []int{1, 1, 1, 0, 0, 0, 0}, explore.Causal, 1962, false},
		// Of the next three the handlers panic in states that are not reached.
		{"any quorum", "majority", values{"n": 3}, "silent", []int{1, 1, 1}, explore.Integer, 23348, false},
		{"any quorum, causal stamps", "wheel", values{"n": 3}, "told", []int{1, 1, 1}, explore.Causal, 29205, false},
		{"the row and the column", "grid", values{"n": 4, "as": "request-sets"}, "repaired", []int{1, 1, 1, 0}, explore.Causal, 3220, false},
	} {
		if test.long && !slow.Tests() {
			continue
		}
		s, err := construct.Build(test.construct, test.values, setsys.DefaultMaxSets)
		if err != nil {
			t.Fatal(err)
		}
		i, err := All().Open(instance.Instance{Algorithm: "maekawa", Variant: test.variant, Requests: test.requests, Clock: test.clock, Quorums: instance.Quorums{Structure: s}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		w := &wanted{model: i, name: fmt.Sprintf("%s: %s %v, %s, %v, %s", test.reason, test.construct, test.values, test.variant, test.requests, test.clock)}
		search := func(full bool) *explore.Result {
			return w.run(t, func(o *explore.Options) { o.Full, o.Derive, o.Asymmetric = full, !full, true })
		}
		full, reduced := search(true), search(false)
		w.compareTraces(t, w.name, full, reduced)
		if !reduced.Reduced || reduced.States != test.reduced || reduced.States >= full.States {
			t.Errorf("%s: %d states reduced (%s), want %d; in full %d", w.name, reduced.States, reduced.Unreduced, test.reduced, full.States)
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
			if test.why == "" && o.Workers == 1 && !slow.Tests() {
				continue // a million states
			}
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

// TestCheapestFirst: where a reduced search takes a second and the full one many, the reduced one decides, after no more than
// some ten thousand states were kept in full.
func TestCheapestFirst(t *testing.T) {
	for _, test := range []struct {
		algorithm, k string
		n            int
		kept         int64
	}{{"raymond", "2", 4, 432}, {"ricart-agrawala", "", 4, 386}, {"ricart-agrawala", "", 5, 2_053}, {"baldoni", "", 4, 14_323}, {"raft-election", "", 3, 8_300}} {
		in := instance.Instance{Algorithm: test.algorithm, N: test.n, Requests: []int{1}}
		if test.k != "" {
			in = in.With(instance.K, test.k)
		}
		i, err := All().Open(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		o := i.Instance.Options()
		full := int64(0)
		o.Progress = func(p explore.Progress) {
			if p.Doing == "" {
				full = max(full, p.Kept)
			}
		}
		r, err := explore.Run(t.Context(), i.Model, o)
		if err != nil {
			t.Fatal(err)
		}
		if !r.Reduced || r.Orbits > test.kept || full > 200_000 || r.Verdict() != verdict.Holds {
			t.Errorf("%s: %s, reduced %t (%s), %d kept, after %d in full", test.algorithm, r.Verdict(), r.Reduced, r.Unreduced, r.Orbits, full)
		}
	}
}
