package simulate_test

import (
	"context"
	"fmt"
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
