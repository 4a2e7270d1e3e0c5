package simulate_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/simulate"
	"qcheck/protocols/lamport"
	"qcheck/protocols/maekawa"
	"qcheck/setsys/slow"
)

// Runs that are recorded can be replayed, on a network with order and on one without: a process whose clock need
// not tick for a fresh stamp keeps its last one in use, which counts among the places of others.
func TestRecordedRuns(t *testing.T) {
	lock, err := lamport.New(lamport.Config{N: 3})
	if err != nil {
		t.Fatal(err)
	}
	quorums, err := maekawa.New(maekawa.Config{N: 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, network := range []explore.Network{explore.FIFO, explore.Unordered} {
		lock.Network, quorums.Network = network, network
		t.Run(fmt.Sprintf("lamport, %s", network), func(t *testing.T) { replays(t, lock) })
		t.Run(fmt.Sprintf("maekawa, %s", network), func(t *testing.T) { replays(t, quorums) })
	}
}

func replays[L, M comparable](t *testing.T, p explore.Protocol[L, M]) {
	seeds := uint64(10)
	if slow.Tests() {
		seeds = 1000
	}
	steps := 0
	for seed := range seeds {
		run, err := simulate.Simulate(context.Background(), p, simulate.Options{Seed: seed, P: 0.3, Units: 25, Record: true})
		if err != nil {
			t.Fatal(err)
		}
		steps += len(run.Trace)
		if _, err := obvious.Replay(p, obvious.Options{Requests: []int{-1, -1, -1}}, run.Trace); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
	if steps < 100 {
		t.Errorf("%d steps", steps)
	}
}

// A stamped process has made a stamp, and may hold it.
type stamped struct {
	Phase explore.Phase
	Last  explore.Stamp
}

type carried struct{ Stamp explore.Stamp }

// A step says which alternative was taken, and what its stamp is, also where nothing else shows that: a stamp that is in nothing at
// the end of the step that made it, and the last one of the process again, of which the algorithm does not say what to do.
func TestRecordedStamps(t *testing.T) {
	type step = explore.Step[stamped, carried]
	for _, test := range []struct {
		name string
		tick bool
		asks func(l stamped) []step
		want explore.TraceStep
		ends explore.Property
	}{
		{"lost within its step", true, func(stamped) []step {
			hop := []explore.Out[carried]{{}}
			return []step{{Next: stamped{Phase: explore.Waiting}, Send: hop}, {Next: stamped{explore.Waiting, explore.Fresh}, Send: hop}}
		}, explore.TraceStep{From: -1, Name: "ask", Outcome: 1, Place: 1}, ""},
		{"the last one again", false, func(l stamped) []step {
			if l.Last == 0 {
				return []step{{Next: stamped{explore.Inside, explore.Fresh}}}
			}
			return []step{{Next: stamped{explore.Waiting, explore.Fresh}, Send: []explore.Out[carried]{{Msg: carried{l.Last}}}}}
		}, explore.TraceStep{From: -1, Name: "ask", Place: explore.SamePlace}, explore.WellDefined},
	} {
		p := explore.Protocol[stamped, carried]{
			Name: "stamps", N: 1, Clock: explore.ClockRule{Attach: explore.EveryMessage, TickOnFresh: test.tick, TickOnReceive: !test.tick},
			Init: func(int) stamped { return stamped{} },
			Actions: func(_ int, l stamped) []step {
				if l.Phase == explore.Inside {
					return []step{{Name: "leave", Kind: explore.Leave, Next: stamped{Last: l.Last}}}
				}
				all := test.asks(l)
				for i := range all {
					all[i].Name, all[i].Kind = "ask", explore.Ask
				}
				return all
			},
			Deliver: func(_ int, l stamped, _ int, m carried) []step {
				switch {
				case test.tick:
					l.Last = 0
				case m.Stamp == l.Last:
					return []step{{Name: "take", Undefined: "it was taken"}}
				}
				l.Phase = explore.Inside
				return []step{{Name: "take", Next: l}}
			},
			Exclusion: explore.Exclusion[stamped]{Observe: func(_ int, l stamped) explore.Observation { return explore.Observation{Phase: l.Phase} }},
		}
		r, err := simulate.Simulate(t.Context(), p, simulate.Options{P: 1, Units: 20, Record: true})
		if err != nil {
			t.Fatal(err)
		}
		if r.Violated != test.ends || !slices.Contains(r.Trace, test.want) {
			t.Errorf("%s: %+v", test.name, r)
		}
		if _, err := obvious.Replay(p, obvious.Options{Requests: []int{explore.Unbounded}}, r.Trace); err != nil {
			t.Errorf("%s, replayed: %v", test.name, err)
		}
		m, err := explore.NewModel(p)
		if err != nil {
			t.Fatal(err)
		}
		if beyond, err := explore.Follow(m, r.Start, r.Trace); beyond != "" || err != nil {
			t.Errorf("%s, as a search goes: %s, %v", test.name, beyond, err)
		}
	}
}
