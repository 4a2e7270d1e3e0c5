package protocols

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/explore/views"
	"qcheck/protocols/instance"
	"qcheck/setsys/slow"
)

// TestTupleProofs searches what local views of two and of three processes prove of every variant of
// every algorithm, for requests without bound and for few: nothing that is proved is violated.
// Unless QCHECK_LONG is set, each variant has a fifth of the instances, and of these half of the searches.
func TestTupleProofs(t *testing.T) {
	most := []int{2: 700, 3: 400}
	states, nodes := int64(1000), 2
	if slow.Tests() {
		most, states, nodes = []int{2: 40_000, 3: 40_000}, 50_000, 3
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
				for i, in := range all {
					for j, v := range a.Variants {
						if (i+j)%5 != 1 && !slow.Tests() { // some that go beyond a channel, or a counter, are among them
							continue
						}
						in.Variant = v.Name
						m, err := a.Open(in, instance.Files(t.Context()))
						if err != nil || m.Processes() > nodes+1 {
							continue // no structure of the algorithm
						}
						searchTupleProofs(t, m, most, states, own)
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

// searchTupleProofs compares what is proved of a model with searches, in which messages to
// oneself are as in the model. most is how many views there may be of so many processes.
func searchTupleProofs(t *testing.T, m *instance.Model, most []int, states int64, count map[string]int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	bounds := []int{1, 2, explore.Unbounded}
	proofs := make([][]*views.Proof, len(bounds))
	for i, bound := range bounds {
		var requests []int
		if bound != explore.Unbounded {
			requests = instance.Each(m.Processes(), bound)
		}
		for size := 2; size <= max(2, min(3, m.Processes())); size++ {
			proof := m.Tuples(size, requests).Prove(ctx, views.Limits{Views: most[size], Confirm: true})
			if proof.Contradiction != nil {
				t.Errorf("%s, views of %d: %v", All().Format(m.Instance), size, proof.Contradiction)
			}
			if proof.Confirmed {
				count["confirmed"]++
			}
			proofs[i] = append(proofs[i], proof)
			if count["proofs"]++; len(proof.Results) == 0 {
				count["refused or stopped"]++
			}
			for _, x := range proof.Results {
				if x.Proved {
					count["proofs of "+string(x.Property)]++
				}
			}
		}
	}
	proved := func(i int, p explore.Property) bool {
		return slices.ContainsFunc(slices.Concat(proofs[i], proofs[len(proofs)-1]), func(x *views.Proof) bool { return x.Proved(p) })
	}
	count["models"]++
	queued := m.Instance.ReplayOptions().Queued
	for j, clock := range []explore.ClockMode{explore.Causal, explore.Integer} {
		for i, requests := range bounds {
			if (i+j+count["models"])%2 != 0 && !slow.Tests() {
				continue
			}
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
				if count["violated"]++; proved(i, x.Property) {
					t.Errorf("%s, %d requests: %s is proved, and violated: %s", All().Format(m.Instance), requests, x.Property, x.Detail)
				}
			}
		}
	}
}

// TestProvedByTuples: what views of two and of three processes prove, with three processes and
// with four, with the quorums that an algorithm has by itself, and of how many views.
func TestProvedByTuples(t *testing.T) {
	all := []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom}
	for _, x := range []struct {
		algorithm   string
		n, size     int
		proved      []explore.Property
		views, most int
	}{
		{"ricart-agrawala", 3, 2, all, 420, 0}, {"lamport", 3, 2, all, 849, 0}, {"raymond", 3, 2, all, 117, 0}, {"raynal", 3, 2, all, 117, 0},
		{"baldoni", 3, 2, all, 2937, 0}, {"maekawa", 3, 2, all, 453, 0},
		{"carvalho-roucairol", 3, 2, all, 153, 0}, {"raymond-tree", 3, 2, all, 111, 0},
		{"mutin", 3, 2, all[1:], 666, 0}, {"gcs", 3, 2, all[1:], 1637, 0},
		{"mutin", 3, 3, all, 1357, 0}, {"gcs", 3, 3, all, 1988, 0}, // the states
		{"mutin", 4, 3, all, 217_589, 400_000}, {"gcs", 4, 3, all, 183_811, 400_000},
	} {
		if x.n > 3 && !slow.Tests() {
			continue
		}
		a, ok := All().Lookup(x.algorithm)
		if !ok {
			t.Fatal(x.algorithm)
		}
		m, err := a.Open(instance.Instance{N: x.n}, instance.Files(t.Context()))
		if err != nil {
			t.Fatal(err)
		}
		proof := m.Tuples(x.size, nil).Prove(t.Context(), views.Limits{Views: max(x.most, 20_000), Confirm: true})
		for _, p := range all {
			if proof.Proved(p) != slices.Contains(x.proved, p) {
				t.Errorf("%s, %d processes, views of %d: %s proved: %t; %+v", x.algorithm, x.n, x.size, p, proof.Proved(p), proof)
			}
		}
		if !proof.Confirmed {
			t.Errorf("%s, %d processes, views of %d: not confirmed: %s, %v", x.algorithm, x.n, x.size, proof.Unconfirmed, proof.Contradiction)
		}
		if x.views != proof.Views {
			t.Errorf("%s, %d processes: %d views of %d, not %d", x.algorithm, x.n, proof.Views, x.size, x.views)
		}
	}
}
