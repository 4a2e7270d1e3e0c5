package everyn_test

import (
	"testing"

	"qcheck/explore/everyn"
	"qcheck/protocols/maekawa"
)

func BenchmarkProve(b *testing.B) {
	for range b.N {
		everyn.Prove(b.Context(), maekawa.Family("repaired"), everyn.Limits{})
	}
}
