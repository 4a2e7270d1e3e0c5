package protocols

import (
	"fmt"
	"testing"

	"qcheck/explore"
	"qcheck/protocols/instance"
)

// The reference instances of the project's figures: the steps of the Promela
// models that SPIN is compared on, integer clocks. See docs/performance.md.
func BenchmarkReference(b *testing.B) {
	for _, x := range []struct {
		algorithm      string
		n, k, requests int
		states         int64
		queued         bool
	}{
		{"raymond", 4, 1, 1, 1_470_648, false},
		{"raymond", 3, 2, 2, 2_789_374, false},
		{"maekawa", 3, 0, 2, 1_631_097, true},
	} {
		in := instance.Instance{Algorithm: x.algorithm, Variant: "spin", N: x.n, Requests: []int{x.requests}, Clock: explore.Integer, Queued: x.queued}
		if x.k > 0 {
			in = in.With(instance.K, fmt.Sprint(x.k))
		}
		i, err := All().Open(in, nil)
		if err != nil {
			b.Fatal(err)
		}
		for _, full := range []bool{true, false} {
			for _, workers := range []int{1, 2} {
				name := fmt.Sprintf("%s/n=%d/k=%d/requests=%d/full=%t/workers=%d", x.algorithm, x.n, x.k, x.requests, full, workers)
				b.Run(name, func(b *testing.B) {
					var last *explore.Result
					seconds := 0.0
					for range b.N {
						o := i.Instance.Options()
						o.Full, o.Workers, o.Check = full, workers, []explore.Property{explore.Safety, explore.DeadlockFreedom}
						last, err = explore.Run(b.Context(), i.Model, o)
						if err != nil {
							b.Fatal(err)
						}
						if !last.Complete || full && last.States != x.states {
							b.Fatalf("%d states, complete: %t", last.States, last.Complete)
						}
						seconds += last.Stats.Elapsed.Seconds()
					}
					b.ReportMetric(float64(last.States)*float64(b.N)/seconds, "states/s")
					b.ReportMetric(float64(last.Transitions)*float64(b.N)/seconds, "transitions/s")
					b.ReportMetric(float64(last.Stats.Bytes)/float64(last.States), "B/state")
					b.ReportMetric(float64(last.States), "states")
				})
			}
		}
	}
}

// The same algorithm with channels that keep the order of messages, and without: states of the second are found at no
// less than half of the speed of the first.
func BenchmarkNetworks(b *testing.B) {
	for _, network := range []explore.Network{explore.FIFO, explore.Unordered} {
		in := instance.Instance{Algorithm: "ricart-agrawala", N: 4, Requests: []int{2, 2, 1, 1}, Network: network.String()}
		m, err := All().Open(in, nil)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(network.String(), func(b *testing.B) {
			states, seconds := int64(0), 0.0
			for range b.N {
				o := m.Instance.Options()
				o.Full, o.MaxStates, o.Check = true, 2_000_000, []explore.Property{explore.Safety}
				r, err := explore.Run(b.Context(), m.Model, o)
				if err != nil {
					b.Fatal(err)
				}
				states, seconds = r.States, seconds+r.Stats.Elapsed.Seconds()
			}
			b.ReportMetric(float64(states)*float64(b.N)/seconds, "states/s")
			b.ReportMetric(float64(states), "states")
		})
	}
}
