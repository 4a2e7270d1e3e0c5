package mutin

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/protocols/maekawa"
	"qcheck/protocols/prototest"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

// The objects for mutual exclusion.
const (
	lock    = "lock"
	quorums = "maekawa"
	// silent is Maekawa's algorithm without FAILED to a displaced request.
	silent = "maekawa silent"
)

// An explorer says which explorers of prototest are asked.
type explorer int

const (
	engine explorer = iota
	both
	bothIfLong
)

// found explores an instance, and returns what was found and which steps never
// ran.
func found(t *testing.T, e explorer, c Config, mutex string, o prototest.Options) (prototest.Found, []string) {
	t.Helper()
	switch mutex {
	case lock:
		p, err := NewWithLock(c)
		return searched(t, e, p, err, o)
	case quorums:
		p, err := NewWithMaekawa(c)
		return searched(t, e, p, err, o)
	}
	mx, err := maekawa.New(maekawa.Config{N: c.N, Quorums: lists(c.Quorums), Variant: "silent"})
	if err != nil {
		t.Fatal(err)
	}
	p, err := Over(c, mx)
	return searched(t, e, p, err, o)
}

func searched[L, M comparable](t *testing.T, e explorer, p explore.Protocol[L, M], err error, o prototest.Options) (prototest.Found, []string) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	f, r := prototest.Result(t, p, o)
	if e == both || e == bothIfLong && slow.Tests() {
		if diff := cmp.Diff(f, prototest.Both(t, p, o)); diff != "" {
			t.Errorf("the engine by itself (-), with the other explorer (+):\n%s", diff)
		}
	}
	return f, r.NeverRan
}

var (
	// cyclic is nil: each process has its own majority, which it is a member of.
	cyclic []explore.Set
	// first is the first process for all.
	first = []explore.Set{1, 1, 1}
	// shared has a quorum that processes 1 and 3 share, and 3 is not in.
	shared = []explore.Set{explore.SetOf(0, 1), explore.SetOf(1, 2), explore.SetOf(0, 1)}
	// pair is one quorum for all.
	pair = []explore.Set{explore.SetOf(0, 1), explore.SetOf(0, 1), explore.SetOf(0, 1)}
	// grid is Example 2 for four processes.
	grid = []explore.Set{explore.SetOf(0, 1, 2), explore.SetOf(0, 1, 3), explore.SetOf(0, 2, 3), explore.SetOf(1, 2, 3)}
	// majority4 has two processes that share a majority of three of the four.
	majority4 = []explore.Set{explore.SetOf(0, 1), explore.SetOf(1, 2), explore.SetOf(0, 2), explore.SetOf(0, 1)}
)

// TestFindings pins what holds and what fails.
func TestFindings(t *testing.T) {
	const unbounded = explore.Unbounded
	large := prototest.Options{MaxStates: 20_000_000, Check: []explore.Property{explore.Safety, explore.DeadlockFreedom}}
	holds := map[string]int{}
	stuck := func(length int) map[string]int {
		return map[string]int{"deadlock-freedom": length, "starvation-freedom": length}
	}
	deadlock := func(length int) map[string]int { return map[string]int{"deadlock-freedom": length} }
	unsafe := func(length int) map[string]int { return map[string]int{"safety": length} }
	for _, test := range []struct {
		reason  string
		variant string
		mutex   string
		n, l    int
		quorums []explore.Set
		in      explore.Set
		options prototest.Options
		e       explorer
		long    bool
		want    prototest.Found
	}{
		{"alone, and nobody need be in",
			"repaired", lock, 1, 0, cyclic, explore.All(1), prototest.Options{Each: unbounded}, both, false, prototest.Found{States: 2, Transitions: 2, Depth: 1, Violations: holds}},
		{"two processes",
			"repaired", lock, 2, 1, cyclic, explore.All(2), prototest.Options{Each: unbounded}, both, false, prototest.Found{States: 86, Transitions: 153, Depth: 15, Violations: holds}},
		{"one process for all",
			"repaired", lock, 3, 1, first, explore.All(3), prototest.Options{Each: unbounded}, both, false, prototest.Found{States: 478, Transitions: 1261, Depth: 21, Violations: holds}},
		{"majorities of 3",
			"repaired", lock, 3, 1, cyclic, explore.All(3), prototest.Options{}, both, false, prototest.Found{States: 921, Transitions: 2181, Depth: 27, Violations: holds}},
		{"twice",
			"repaired", lock, 3, 1, cyclic, explore.All(3), prototest.Options{Each: 2}, bothIfLong, false, prototest.Found{States: 9089, Transitions: 25536, Depth: 54, Violations: holds}},
		{"without bound",
			"repaired", lock, 3, 1, cyclic, explore.All(3), prototest.Options{Each: unbounded}, both, false, prototest.Found{States: 1357, Transitions: 4309, Depth: 29, Violations: holds}},
		{"nobody need be in",
			"repaired", lock, 3, 0, cyclic, 0, prototest.Options{Each: unbounded}, both, false, prototest.Found{States: 1619, Transitions: 5362, Depth: 19, Violations: holds}},
		{"two of three must be in",
			"repaired", lock, 3, 2, cyclic, explore.All(3), prototest.Options{Each: unbounded}, both, false, prototest.Found{States: 768, Transitions: 2196, Depth: 24, Violations: holds}},
		{"where printed is stuck",
			"repaired", lock, 3, 2, shared, explore.SetOf(0, 1), prototest.Options{Each: unbounded}, both, false, prototest.Found{States: 1871, Transitions: 5843, Depth: 28, Violations: holds}},
		{"with messages to oneself queued",
			"repaired", lock, 3, 2, shared, explore.SetOf(0, 1), prototest.Options{Each: unbounded, Queued: true}, bothIfLong, false, prototest.Found{States: 9563, Transitions: 35530, Depth: 44, Violations: holds}},
		{"with Maekawa's algorithm",
			"repaired", quorums, 3, 1, cyclic, explore.All(3), prototest.Options{}, both, false, prototest.Found{States: 3936, Transitions: 11202, Depth: 30, Violations: holds}},
		{"with Maekawa's algorithm, without bound",
			"repaired", quorums, 3, 1, cyclic, explore.All(3), prototest.Options{Each: unbounded}, engine, false, prototest.Found{States: 8324, Transitions: 30066, Depth: 30, Violations: holds}},
		{"two of three, with Maekawa's algorithm",
			"repaired", quorums, 3, 2, cyclic, explore.All(3), prototest.Options{Each: unbounded}, engine, false, prototest.Found{States: 5809, Transitions: 19869, Depth: 29, Violations: holds}},
		{"where printed is stuck, with Maekawa's algorithm",
			"repaired", quorums, 3, 2, shared, explore.SetOf(0, 1), prototest.Options{Each: unbounded}, engine, false, prototest.Found{States: 32380, Transitions: 116795, Depth: 62, Violations: holds}},
		{"integer clocks",
			"repaired", quorums, 3, 2, shared, explore.SetOf(0, 1), prototest.Options{Each: 2, Integer: true}, engine, false, prototest.Found{States: 161169, Transitions: 477513, Depth: 81, Violations: holds}},
		{"majorities of 4",
			"repaired", lock, 4, 2, cyclic, explore.All(4), prototest.Options{}, engine, false, prototest.Found{States: 146629, Transitions: 604348, Depth: 57, Violations: holds}},
		{"majorities of 4, with Maekawa's algorithm",
			"repaired", quorums, 4, 2, cyclic, explore.All(4), large, engine, true, prototest.Found{States: 10067396, Transitions: 54432316, Depth: 72, Violations: holds}},
		{"without bound: every handler but those for stale responses runs",
			"repaired", lock, 4, 2, cyclic, explore.All(4), prototest.Options{Each: unbounded}, engine, true, prototest.Found{States: 986755, Transitions: 5393701, Depth: 66, Violations: holds}},
		{"one of four",
			"repaired", lock, 4, 1, cyclic, explore.All(4), prototest.Options{Each: unbounded}, engine, true, prototest.Found{States: 1654631, Transitions: 9395611, Depth: 66, Violations: holds}},
		{"three of four",
			"repaired", lock, 4, 3, cyclic, explore.All(4), prototest.Options{Each: unbounded}, engine, true, prototest.Found{States: 226657, Transitions: 1116853, Depth: 65, Violations: holds}},
		{"three of four, by the grid",
			"repaired", lock, 4, 3, grid, explore.All(4), prototest.Options{Each: unbounded}, engine, true, prototest.Found{States: 112051, Transitions: 501088, Depth: 53, Violations: holds}},
		{"two of four, by majorities of three",
			"repaired", lock, 4, 2, majority4, explore.All(4), prototest.Options{Each: unbounded}, engine, true, prototest.Found{States: 46083, Transitions: 196313, Depth: 50, Violations: holds}},
		{"the request counters tell nothing apart",
			"repaired-counted", lock, 3, 2, shared, explore.SetOf(0, 1), prototest.Options{Each: 2}, bothIfLong, false, prototest.Found{States: 14050, Transitions: 40017, Depth: 67, Violations: holds}},
		{"modulo 2 they would tell, if there were anything",
			"repaired-parity", lock, 3, 2, shared, explore.SetOf(0, 1), prototest.Options{Each: unbounded}, engine, false, prototest.Found{States: 14968, Transitions: 46744, Depth: 64, Violations: holds}},
		{"a Query after each Response2 that says too little",
			"query-again", lock, 3, 2, shared, explore.SetOf(0, 1), prototest.Options{Each: unbounded}, both, false, prototest.Found{States: 2309, Transitions: 7383, Depth: 30, Violations: holds}},
		{"the same with majorities of 4",
			"query-again", lock, 4, 3, cyclic, explore.All(4), prototest.Options{Each: unbounded}, engine, true, prototest.Found{States: 321140, Transitions: 1616054, Depth: 67, Violations: holds}},
		{"one must be in: one Response2 is enough",
			"printed", lock, 3, 1, cyclic, explore.All(3), prototest.Options{}, both, false, prototest.Found{States: 955, Transitions: 2254, Depth: 27, Violations: holds}},
		{"twice",
			"printed", lock, 3, 1, cyclic, explore.All(3), prototest.Options{Each: 2}, bothIfLong, false, prototest.Found{States: 9603, Transitions: 26924, Depth: 54, Violations: holds}},
		{"without bound, with counters modulo 2",
			"parity", lock, 3, 1, cyclic, explore.All(3), prototest.Options{Each: unbounded}, engine, false, prototest.Found{States: 11632, Transitions: 36800, Depth: 56, Violations: holds}},
		{"without bound, without counters",
			"uncounted", lock, 3, 1, cyclic, explore.All(3), prototest.Options{Each: unbounded}, both, false, prototest.Found{States: 1454, Transitions: 4600, Depth: 29, Violations: holds}},
		{"with Maekawa's algorithm",
			"printed", quorums, 3, 1, cyclic, explore.All(3), prototest.Options{}, both, false, prototest.Found{States: 4062, Transitions: 11511, Depth: 30, Violations: holds}},
		{"two must be in, and no two quorums share more than a process",
			"printed", lock, 3, 2, cyclic, explore.All(3), prototest.Options{Each: 2}, bothIfLong, false, prototest.Found{States: 6724, Transitions: 16542, Depth: 54, Violations: holds}},
		{"somebody has to exit twice",
			"printed", lock, 3, 2, shared, explore.SetOf(0, 1), prototest.Options{}, both, false, prototest.Found{States: 2122, Transitions: 5313, Depth: 35, Violations: holds}},
		{"a Response2 that tells nothing new was the only one",
			"printed", lock, 3, 2, shared, explore.SetOf(0, 1), prototest.Options{Each: 2}, bothIfLong, false, prototest.Found{States: 17196, Transitions: 47973, Depth: 67, Violations: deadlock(18)}},
		{"all in initially",
			"printed", lock, 3, 2, shared, explore.All(3), prototest.Options{Each: 2}, bothIfLong, false, prototest.Found{States: 15292, Transitions: 42369, Depth: 64, Violations: deadlock(30)}},
		{"requests without bound",
			"uncounted", lock, 3, 2, shared, explore.SetOf(0, 1), prototest.Options{Each: unbounded}, both, false, prototest.Found{States: 2354, Transitions: 7151, Depth: 29, Violations: stuck(18)}},
		{"requests without bound, counters modulo 2",
			"parity", lock, 3, 2, shared, explore.SetOf(0, 1), prototest.Options{Each: unbounded}, engine, false, prototest.Found{States: 18832, Transitions: 57208, Depth: 65, Violations: stuck(18)}},
		{"messages to oneself queued",
			"uncounted", lock, 3, 2, shared, explore.SetOf(0, 1), prototest.Options{Each: unbounded, Queued: true}, bothIfLong, false, prototest.Found{States: 11195, Transitions: 40899, Depth: 45, Violations: stuck(30)}},
		{"with Maekawa's algorithm",
			"uncounted", quorums, 3, 2, shared, explore.SetOf(0, 1), prototest.Options{Each: unbounded}, engine, false, prototest.Found{States: 38322, Transitions: 136951, Depth: 62, Violations: stuck(25)}},
		{"with Maekawa's algorithm and integer clocks",
			"printed", quorums, 3, 2, shared, explore.SetOf(0, 1), prototest.Options{Each: 2, Integer: true}, engine, false, prototest.Found{States: 189848, Transitions: 558312, Depth: 81, Violations: deadlock(25)}},
		{"everybody a member of its quorum",
			"uncounted", lock, 4, 3, cyclic, explore.All(4), prototest.Options{Each: unbounded}, engine, true, prototest.Found{States: 391019, Transitions: 1865218, Depth: 67, Violations: stuck(55)}},
		{"everybody a member of its quorum, and one outside initially",
			"uncounted", lock, 4, 3, cyclic, explore.SetOf(0, 1, 2), prototest.Options{Each: unbounded}, engine, true, prototest.Found{States: 391019, Transitions: 1865218, Depth: 70, Violations: stuck(43)}},
		{"two of the four have a quorum in common",
			"uncounted", lock, 4, 2, majority4, explore.All(4), prototest.Options{Each: unbounded}, engine, true, prototest.Found{States: 61775, Transitions: 257222, Depth: 51, Violations: stuck(41)}},
		{"two of four must be in, by cyclic majorities",
			"uncounted", lock, 4, 2, cyclic, explore.All(4), prototest.Options{Each: unbounded}, engine, true, prototest.Found{States: 1320987, Transitions: 7200756, Depth: 67, Violations: holds}},
		{"one of four must be in",
			"uncounted", lock, 4, 1, cyclic, explore.All(4), prototest.Options{Each: unbounded}, engine, true, prototest.Found{States: 1647373, Transitions: 9498220, Depth: 66, Violations: holds}},
		{"the grid",
			"uncounted", lock, 4, 3, grid, explore.All(4), prototest.Options{Each: unbounded}, engine, true, prototest.Found{States: 181574, Transitions: 786985, Depth: 56, Violations: holds}},
		{"the grid, two of four",
			"uncounted", lock, 4, 2, grid, explore.All(4), prototest.Options{Each: unbounded}, engine, true, prototest.Found{States: 867203, Transitions: 4457185, Depth: 67, Violations: holds}},
		{"out from the sending of Acquire on: safe, the others still being known to be in",
			"early-out", lock, 3, 1, cyclic, explore.All(3), prototest.Options{Each: unbounded}, both, false, prototest.Found{States: 1454, Transitions: 4600, Depth: 29, Violations: holds}},
		{"that does not help",
			"early-out", lock, 3, 2, shared, explore.SetOf(0, 1), prototest.Options{Each: unbounded}, both, false, prototest.Found{States: 2354, Transitions: 7151, Depth: 29, Violations: stuck(18)}},
		{"the whole quorum's responses do not help",
			"all-responses", lock, 3, 2, shared, explore.SetOf(0, 1), prototest.Options{Each: unbounded}, both, false, prototest.Found{States: 2278, Transitions: 6835, Depth: 29, Violations: stuck(18)}},
		{"nor harm",
			"all-responses", lock, 3, 1, cyclic, explore.All(3), prototest.Options{Each: unbounded}, both, false, prototest.Found{States: 1494, Transitions: 4614, Depth: 30, Violations: holds}},
		{"in after the sending of Release: others count on it too early",
			"late-in", lock, 2, 1, cyclic, explore.All(2), prototest.Options{}, both, false, prototest.Found{States: 137, Transitions: 241, Depth: 19, Violations: unsafe(14)}},
		{"with three processes",
			"late-in", lock, 3, 2, shared, explore.SetOf(0, 1), prototest.Options{Each: unbounded}, both, false, prototest.Found{States: 4519, Transitions: 15302, Depth: 44, Violations: map[string]int{"deadlock-freedom": 20, "safety": 7, "starvation-freedom": 20}}},
		{"an object that deadlocks",
			"repaired", silent, 3, 1, pair, explore.All(3), prototest.Options{}, engine, false, prototest.Found{States: 15333, Transitions: 47978, Depth: 38, Violations: deadlock(9)}},
	} {
		t.Run(fmt.Sprintf("%s/%s/n=%d,l=%d,quorums=%v,in=%s,each=%d,queued=%v,integer=%v", test.variant, test.mutex, test.n, test.l, test.quorums, test.in, test.options.Each, test.options.Queued, test.options.Integer), func(t *testing.T) {
			if test.long {
				slow.Only(t, "seconds to a minute")
			}
			c := Config{N: test.n, L: test.l, Quorums: test.quorums, InCS: test.in, Variant: test.variant}
			got, never := found(t, test.e, c, test.mutex, test.options)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s: expected (-), found (+):\n%s", test.reason, diff)
			}
			for _, stale := range []string{stepResponse1Stale, stepResponse2Stale} {
				if !slices.Contains(never, stale) {
					t.Errorf("%s: a response came to a request that was over", test.reason)
				}
			}
		})
	}
}
