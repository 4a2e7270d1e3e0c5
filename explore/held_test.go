package explore_test

import (
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
)

// pair has a process that sends 1 and then 2 to another one, which takes 1 only when it has taken 2, and waits until it has both.
func pair(network explore.Network, selective bool) explore.Protocol[explore.Set, uint8] {
	const both explore.Set = 0b110
	return explore.Protocol[explore.Set, uint8]{
		N: 2, Network: network, Selective: selective,
		Init: func(int) explore.Set { return 0 },
		Actions: func(p int, l explore.Set) []explore.Step[explore.Set, uint8] {
			if p == 1 || l != 0 {
				return nil
			}
			return []explore.Step[explore.Set, uint8]{{Name: "send", Next: both, Send: []explore.Out[uint8]{{To: 1, Msg: 1}, {To: 1, Msg: 2}}}}
		},
		Deliver: func(_ int, l explore.Set, _ int, m uint8) []explore.Step[explore.Set, uint8] {
			if m == 1 && !l.Has(2) {
				return nil
			}
			return []explore.Step[explore.Set, uint8]{{Name: "take", Next: l.With(int(m))}}
		},
		Exclusion: explore.Exclusion[explore.Set]{
			Observe: func(p int, l explore.Set) explore.Observation {
				if p == 1 && l != both {
					return explore.Observation{Phase: explore.Waiting}
				}
				return explore.Observation{}
			},
			NoEntry: true,
		},
		Requires: []explore.Requirement[explore.Set, uint8]{
			explore.LeadsTo("arrival", func(v explore.View[explore.Set, uint8]) bool { return v.Locals[0] == both },
				func(v explore.View[explore.Set, uint8]) bool { return v.Locals[1] == both }),
		},
	}
}

// A message that its receiver does not take holds up those behind it in its channel where there is an order, unless the protocol
// is selective; also where messages are taken at once (docs/networks.md). The engine and the obvious explorer say the same.
func TestHeldUp(t *testing.T) {
	for _, test := range []struct {
		network          explore.Network
		selective, holds bool
		states           int
	}{
		{explore.FIFO, false, false, 2}, {explore.FIFO, true, true, 4},
		{explore.Instant, false, false, 2}, {explore.Instant, true, true, 4},
		{explore.Unordered, false, true, 4}, {explore.Unordered, true, true, 4},
	} {
		p := pair(test.network, test.selective)
		m, err := explore.NewModel(p)
		if err != nil {
			t.Fatal(err)
		}
		r := found(t, m, explore.Options{Full: true})
		want := map[explore.Property]verdict.Verdict{explore.WellDefined: verdict.Holds}
		for _, q := range []explore.Property{"arrival", explore.DeadlockFreedom} {
			want[q] = verdict.Holds
			if !test.holds {
				want[q] = verdict.Violated
			}
		}
		for _, x := range r.Properties {
			if v, ok := want[x.Property]; ok && x.Verdict != v {
				t.Errorf("%s, selective %t: %s %s, want %s: %s", test.network, test.selective, x.Property, x.Verdict, v, x.Detail)
			}
		}
		o := obvious.Explore(p, obvious.Options{})
		if _, stuck := o.Violations[string(explore.DeadlockFreedom)]; stuck == test.holds || o.States != test.states || int(r.States) != test.states {
			t.Errorf("%s, selective %t: %d states, obvious %d, %v; want %d", test.network, test.selective, r.States, o.States, o.Violations, test.states)
		}
	}
}
