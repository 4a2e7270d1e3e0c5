package baldoni

import (
	"testing"

	"qcheck/explore"
	"qcheck/explore/measure"
	"qcheck/protocols/maekawa"
	"qcheck/protocols/prototest"
)

// TestMaekawa: with M = 1 the algorithm is not Maekawa's, as that is commonly described
// (see package maekawa). It has no FAILED, and answers INQUIRE at once.
func TestMaekawa(t *testing.T) {
	chain := []explore.Set{explore.SetOf(0), explore.SetOf(0, 1), explore.SetOf(0, 1, 2)}
	ring := []explore.Set{explore.SetOf(0, 1), explore.SetOf(1, 2), explore.SetOf(0, 2)} // the plane of order 1
	other := func(sets []explore.Set) explore.Protocol[maekawa.State, maekawa.Message] {
		var quorums [][]explore.Set
		for _, set := range sets {
			quorums = append(quorums, []explore.Set{set})
		}
		p, err := maekawa.New(maekawa.Config{N: len(sets), Quorums: quorums, Variant: "printed"})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	one := []explore.Property{explore.DeadlockFreedom}
	if f := prototest.Engine(t, build(t, Config{N: 3, M: 1, Requests: chain, Variant: "printed"}), prototest.Options{Check: one}); f.States != 521 || len(f.Violations) > 0 {
		t.Errorf("Baldoni: %+v", f)
	}
	if f := prototest.Engine(t, other(chain), prototest.Options{Check: one}); f.States != 1008 || f.Violations[string(explore.DeadlockFreedom)] != 8 {
		t.Errorf("Maekawa: %+v", f)
	}
	o := explore.Options{Full: true}
	if c, err := measure.Of(build(t, Config{N: 3, M: 1, Requests: ring, Variant: "printed"}), MessageRule().Rule).Messages(t.Context(), 0, measure.ByName, o); err != nil || c.Least != 3 || c.Most != 3 {
		t.Errorf("Baldoni: %d to %d messages, %v", c.Least, c.Most, err)
	}
	if c, err := measure.Of(other(ring), maekawa.MessageRule().Rule).Messages(t.Context(), 0, measure.ByName, o); err != nil || c.Least != 3 || c.Most != 4 {
		t.Errorf("Maekawa: %d to %d messages, %v", c.Least, c.Most, err)
	}
}
