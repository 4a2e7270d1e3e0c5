package protocols

import (
	"context"
	"sync"
	"testing"
	"time"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/explore/views"
	"qcheck/protocols/instance"
	"qcheck/setsys/slow"
)

// TestPairProofs searches what local views of two processes prove of every variant of every
// algorithm, for requests without bound and for few: nothing that is proved is violated.
func TestPairProofs(t *testing.T) {
	limits := views.Limits{Views: 4000}
	states, nodes := int64(2000), 2
	if slow.Tests() {
		limits.Views, states, nodes = 40_000, 50_000, 3
	}
	var mu sync.Mutex
	count := map[string]int{}
	t.Run("algorithms", func(t *testing.T) {
		for _, a := range All() {
			t.Run(a.Name, func(t *testing.T) {
				t.Parallel()
				all := []instance.Instance{}
				for n := 1; n <= nodes; n++ {
					all = append(all, instance.Instance{N: n})
				}
				for _, in := range a.Small {
					in.Requests = nil
					all = append(all, in)
				}
				own := map[string]int{}
				for _, in := range all {
					for _, v := range a.Variants {
						in.Variant = v.Name
						m, err := a.Open(in, instance.Files(t.Context()))
						if err != nil || m.Processes() > nodes+1 {
							continue // no structure of the algorithm
						}
						searchPairProofs(t, m, limits, states, own)
					}
				}
				mu.Lock()
				defer mu.Unlock()
				for what, n := range own {
					count[what] += n
				}
			})
		}
	})
	t.Log(count)
	for _, want := range []string{"proofs of safety", "proofs of well-defined", "proofs of deadlock-freedom", "violated"} {
		if count[want] < 10 {
			t.Errorf("%d %s: %v", count[want], want, count)
		}
	}
}

// searchPairProofs compares what is proved of a model with searches, in which messages to
// oneself are as in the model.
func searchPairProofs(t *testing.T, m *instance.Model, limits views.Limits, states int64, count map[string]int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	bounds := []int{1, 2, explore.Unbounded}
	var proofs []*views.Proof
	for _, bound := range bounds {
		var requests []int
		if bound != explore.Unbounded {
			requests = instance.Each(m.Processes(), bound)
		}
		proof := m.ProvePairs(ctx, requests, limits)
		proofs = append(proofs, proof)
		if count["proofs"]++; len(proof.Results) == 0 {
			count["refused or stopped"]++
		}
		for _, x := range proof.Results {
			if x.Proved {
				count["proofs of "+string(x.Property)]++
			}
		}
	}
	queued := m.Instance.ReplayOptions().Queued
	for _, clock := range []explore.ClockMode{explore.Causal, explore.Integer} {
		for i, requests := range bounds {
			r, err := explore.Run(t.Context(), m.Model, explore.Options{
				Requests: instance.Each(m.Processes(), requests), Clock: clock, Queued: queued, MaxStates: states,
				Check: []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom},
			})
			if err != nil {
				continue // its clocks are integers only
			}
			count["searches"]++
			for _, x := range r.Properties {
				if x.Verdict != verdict.Violated {
					continue
				}
				if count["violated"]++; proofs[i].Proved(x.Property) || proofs[len(proofs)-1].Proved(x.Property) {
					t.Errorf("%s, %d requests: %s is proved, and violated: %s", All().Format(m.Instance), requests, x.Property, x.Detail)
				}
			}
		}
	}
}

// TestProvedByPairs: what views of two processes prove, with three processes and the quorums
// that an algorithm has by itself.
func TestProvedByPairs(t *testing.T) {
	all := []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom}
	for name, want := range map[string][]explore.Property{
		"ricart-agrawala": all, "lamport": all, "raymond": all, "raynal": all, "baldoni": all, "maekawa": all,
		"mutin": all[1:], "gcs": all[1:],
	} {
		a, ok := All().Lookup(name)
		if !ok {
			t.Fatal(name)
		}
		m, err := a.Open(instance.Instance{N: 3}, instance.Files(t.Context()))
		if err != nil {
			t.Fatal(err)
		}
		proof := m.ProvePairs(t.Context(), nil, views.Limits{Views: 20_000})
		for _, p := range all {
			expected := false
			for _, q := range want {
				expected = expected || p == q
			}
			if proof.Proved(p) != expected {
				t.Errorf("%s: %s proved: %t; %+v", name, p, !expected, proof)
			}
		}
	}
}
