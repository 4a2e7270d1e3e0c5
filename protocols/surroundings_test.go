package protocols

import (
	"context"
	"testing"

	"qcheck/explore"
	"qcheck/explore/views"
	"qcheck/protocols/instance"
)

// An algorithm whose text is about a network without order may be searched on one with order, and a complete
// instance says so: opened again, it is on the same network.
func TestNetworkOfTheAlgorithm(t *testing.T) {
	p := explore.Protocol[uint8, uint8]{
		Name: "still", N: 2, Network: explore.Unordered, Init: func(int) uint8 { return 0 },
		Deliver: func(int, uint8, int, uint8) []explore.Step[uint8, uint8] { return nil },
	}
	a := &instance.Algorithm{Name: "still", Build: func(*instance.Setup) (*instance.Model, error) { return instance.Of(p, nil) }}
	for asked, want := range map[string]explore.Network{"": explore.Unordered, "unordered": explore.Unordered, "fifo": explore.FIFO, "duplicating": explore.Duplicating, "instant": explore.Instant} {
		in := instance.Instance{N: 2, Network: asked}
		for range 2 {
			m, err := a.Open(in, nil)
			if err != nil {
				t.Fatal(err)
			}
			elsewhere := m.Prover().Prove(context.Background(), views.Limits{}).Refused == views.Elsewhere
			if m.Network() != want || elsewhere != (want != explore.FIFO) {
				t.Errorf("%q: %s, elsewhere than local views %t", asked, m.Network(), elsewhere)
			}
			in = m.Instance
		}
	}
}

func TestReadFaults(t *testing.T) {
	for _, text := range []string{"crash=1", "crash=2,restart=1,of=1+3", "lose=1,duplicate=15"} {
		f, err := instance.ReadFaults(text)
		if got := instance.FaultsText(f); err != nil || got != text {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "crash", "crash=16", "crash=1,crash=1", "of=0", "of=", "fire=1"} {
		if f, err := instance.ReadFaults(text); err == nil {
			t.Errorf("%q: %+v", text, f)
		}
	}
}
