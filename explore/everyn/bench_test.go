package everyn_test

import (
	"testing"

	"qcheck/explore/everyn"
	"qcheck/protocols/maekawa"
)

func BenchmarkProve(b *testing.B) {
	prove := maekawa.Algorithm().Every
	for range b.N {
		prove(b.Context(), "repaired", everyn.Limits{})
	}
}
