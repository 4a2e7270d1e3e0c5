package explore_test

import (
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/protocols/kakugawa"
	"qcheck/protocols/lamport"
	"qcheck/protocols/maekawa"
	"qcheck/protocols/raymond"
	"qcheck/protocols/ricartagrawala"
	"qcheck/protocols/variant"
	"qcheck/setsys/slow"
)

// TestProtocols compares the explorers on the project's protocols, all variants,
// as far as they are small.
func TestProtocols(t *testing.T) {
	checkEach(t, "lamport", names(lamport.Algorithm().Variants, func(v variant.Variant) string { return v.Name }), func(n int, variant string) (explore.Protocol[lamport.State, lamport.Message], error) {
		return lamport.New(lamport.Config{N: n, Variant: variant})
	})
	checkEach(t, "ricart-agrawala", names(ricartagrawala.Algorithm().Variants, func(v variant.Variant) string { return v.Name }), func(n int, variant string) (explore.Protocol[ricartagrawala.State, ricartagrawala.Message], error) {
		return ricartagrawala.New(ricartagrawala.Config{N: n, Variant: variant})
	})
	checkEach(t, "raymond", names(raymond.Algorithm().Variants, func(v variant.Variant) string { return v.Name }), func(n int, variant string) (explore.Protocol[raymond.State, raymond.Message], error) {
		return raymond.New(raymond.Config{N: n, K: max(1, n-1), Variant: variant})
	})
	checkEach(t, "maekawa", names(maekawa.Algorithm().Variants, func(v variant.Variant) string { return v.Name }), func(n int, variant string) (explore.Protocol[maekawa.State, maekawa.Message], error) {
		return maekawa.New(maekawa.Config{N: n, Variant: variant})
	})
	checkEach(t, "kakugawa", names(kakugawa.Algorithm().Variants, func(v variant.Variant) string { return v.Name }), func(n int, variant string) (explore.Protocol[kakugawa.State, kakugawa.Message], error) {
		return kakugawa.New(kakugawa.Config{N: n, K: 1, Quorums: []explore.Set{explore.SetOf(0, 1), explore.SetOf(1, n-1)}, Variant: variant})
	})
}

func names[V any](variants []V, name func(V) string) []string {
	var list []string
	for _, v := range variants {
		list = append(list, name(v))
	}
	return list
}

func checkEach[L, M comparable](t *testing.T, name string, variants []string, build func(n int, variant string) (explore.Protocol[L, M], error)) {
	limit := 300
	if slow.Tests() {
		limit = 15000
	}
	t.Run(name, func(t *testing.T) {
		for i, variant := range variants {
			if i > 0 && variant != "repaired" && !slow.Tests() {
				continue
			}
			compared := 0
			for _, requests := range [][]int{{1, 1}, {2, 1}, {-1, -1}, {1, 1, 0}, {1, 1, 1}, {-1, 1, -1}} {
				p, err := build(len(requests), variant)
				if err != nil {
					t.Fatal(err)
				}
				if slices.Contains(requests, explore.Unbounded) && p.Capacity == 0 {
					p.Capacity = 4 // or some grow for long before that is seen
				}
				for _, queued := range []bool{false, true} {
					for _, clock := range []explore.ClockMode{explore.Causal, explore.Integer} {
						o := explore.Options{Requests: requests, Queued: queued, Clock: clock}
						if clock == explore.Integer && slices.Contains(requests, explore.Unbounded) {
							o.ClockMax = 3
						}
						if compareNamed(t, p, o, limit) {
							compared++
						}
					}
				}
			}
			if compared < 4 {
				t.Errorf("variant %s: only %d workloads are small enough", variant, compared)
			}
			t.Logf("variant %s: %d workloads", variant, compared)
		}
	})
}
