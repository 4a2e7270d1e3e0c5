package gcs

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/protocols/prototest"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

// The objects for mutual exclusion.
const (
	lock    = "lock"
	quorums = "maekawa"
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
	if mutex == lock {
		p, err := NewWithLock(c)
		return searched(t, e, p, err, o)
	}
	p, err := NewWithMaekawa(c)
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
	// first3 and first4 are the first process for all, pair4 the first two.
	first3 = []explore.Set{1, 1, 1}
	first4 = []explore.Set{1, 1, 1, 1}
	pair4  = []explore.Set{3, 3, 3, 3}
	// shared has a quorum that processes 1 and 3 share, and 3 is not in.
	shared = []explore.Set{explore.SetOf(0, 1), explore.SetOf(1, 2), explore.SetOf(0, 1)}
	// majority4 has two processes that share a majority of three of the four.
	majority4 = []explore.Set{explore.SetOf(0, 1), explore.SetOf(1, 2), explore.SetOf(0, 2), explore.SetOf(0, 1)}
)

// TestFindings pins what holds and what fails.
func TestFindings(t *testing.T) {
	const unbounded = explore.Unbounded
	large := prototest.Options{Each: unbounded, MaxStates: 20_000_000, Check: []explore.Property{explore.Safety, explore.DeadlockFreedom}}
	holds := map[string]int{}
	stuck := func(length int) map[string]int {
		return map[string]int{"deadlock-freedom": length, "starvation-freedom": length}
	}
	deadlock := func(length int) map[string]int { return map[string]int{"deadlock-freedom": length} }
	for _, test := range []struct {
		reason  string
		variant string
		mutex   string
		n, l, k int
		quorums []explore.Set
		in      explore.Set
		options prototest.Options
		e       explorer
		long    bool
		want    prototest.Found
	}{
		{"alone, in or out",
			"repaired", lock, 1, 0, 1, cyclic, 0, prototest.Options{Each: unbounded}, both, false, prototest.Found{States: 2, Transitions: 2, Depth: 1, Violations: holds}},
		{"mutual exclusion of two",
			"repaired", lock, 2, 0, 1, cyclic, explore.SetOf(0), prototest.Options{Each: unbounded}, both, false, prototest.Found{States: 178, Transitions: 301, Depth: 29, Violations: holds}},
		{"mutual inclusion of two",
			"repaired", lock, 2, 1, 2, cyclic, explore.SetOf(0), prototest.Options{Each: unbounded}, both, false, prototest.Found{States: 178, Transitions: 301, Depth: 28, Violations: holds}},
		{"one or two of three",
			"repaired", lock, 3, 1, 2, cyclic, explore.SetOf(0), prototest.Options{}, bothIfLong, false, prototest.Found{States: 7968, Transitions: 21990, Depth: 63, Violations: holds}},
		{"twice",
			"repaired", lock, 3, 1, 2, cyclic, explore.SetOf(0), prototest.Options{Each: 2}, engine, false, prototest.Found{States: 46732, Transitions: 135649, Depth: 111, Violations: holds}},
		{"without bound",
			"repaired", lock, 3, 1, 2, cyclic, explore.SetOf(0), prototest.Options{Each: unbounded}, both, false, prototest.Found{States: 4112, Transitions: 12666, Depth: 54, Violations: holds}},
		{"two of them initially",
			"repaired", lock, 3, 1, 2, cyclic, explore.SetOf(0, 1), prototest.Options{Each: unbounded}, both, false, prototest.Found{States: 4112, Transitions: 12666, Depth: 49, Violations: holds}},
		{"messages to oneself queued",
			"repaired", lock, 3, 1, 2, cyclic, explore.SetOf(0), prototest.Options{Each: unbounded, Queued: true}, bothIfLong, false, prototest.Found{States: 77260, Transitions: 329034, Depth: 97, Violations: holds}},
		{"one process for all",
			"repaired", lock, 3, 1, 2, first3, explore.SetOf(0), prototest.Options{Each: unbounded}, both, false, prototest.Found{States: 904, Transitions: 2268, Depth: 34, Violations: holds}},
		{"at most two of three",
			"repaired", lock, 3, 0, 2, cyclic, 0, prototest.Options{Each: unbounded}, bothIfLong, false, prototest.Found{States: 6728, Transitions: 21911, Depth: 50, Violations: holds}},
		{"at least one of three",
			"repaired", lock, 3, 1, 3, cyclic, explore.All(3), prototest.Options{Each: unbounded}, bothIfLong, false, prototest.Found{States: 6728, Transitions: 21911, Depth: 50, Violations: holds}},
		{"any number of three",
			"repaired", lock, 3, 0, 3, cyclic, explore.SetOf(0, 1), prototest.Options{Each: unbounded}, bothIfLong, false, prototest.Found{States: 10140, Transitions: 34682, Depth: 50, Violations: holds}},
		{"where printed is stuck in lmin",
			"repaired", lock, 3, 2, 3, shared, explore.SetOf(0, 1), prototest.Options{Each: unbounded}, bothIfLong, false, prototest.Found{States: 5093, Transitions: 16357, Depth: 55, Violations: holds}},
		{"where printed is stuck in kmex",
			"repaired", lock, 3, 0, 1, shared, explore.SetOf(0), prototest.Options{Each: unbounded}, bothIfLong, false, prototest.Found{States: 5093, Transitions: 16357, Depth: 66, Violations: holds}},
		{"with Maekawa's algorithm",
			"repaired", quorums, 3, 1, 2, cyclic, explore.SetOf(0), prototest.Options{}, engine, true, prototest.Found{States: 50227, Transitions: 155547, Depth: 68, Violations: holds}},
		{"with Maekawa's algorithm, without bound",
			"repaired", quorums, 3, 1, 2, cyclic, explore.SetOf(0), prototest.Options{Each: unbounded}, engine, false, prototest.Found{States: 33354, Transitions: 113706, Depth: 68, Violations: holds}},
		{"where printed is stuck, with Maekawa's algorithm",
			"repaired", quorums, 3, 2, 3, shared, explore.SetOf(0, 1), prototest.Options{Each: unbounded}, engine, true, prototest.Found{States: 96815, Transitions: 344008, Depth: 125, Violations: holds}},
		{"one to three of four, one process for all",
			"repaired", lock, 4, 1, 3, first4, explore.SetOf(0, 1), prototest.Options{Each: unbounded}, engine, false, prototest.Found{States: 26192, Transitions: 90652, Depth: 55, Violations: holds}},
		{"two or three of four, one process for all",
			"repaired", lock, 4, 2, 3, first4, explore.SetOf(0, 1), prototest.Options{Each: unbounded}, engine, false, prototest.Found{States: 10006, Transitions: 31436, Depth: 49, Violations: holds}},
		{"one to three of four, by majorities of three",
			"repaired", lock, 4, 1, 3, majority4, explore.SetOf(0, 1), prototest.Options{Each: unbounded}, engine, true, prototest.Found{States: 393150, Transitions: 1848026, Depth: 84, Violations: holds}},
		{"one to three of four, one quorum of two for all",
			"repaired", lock, 4, 1, 3, pair4, explore.SetOf(0, 1), prototest.Options{Each: unbounded}, engine, true, prototest.Found{States: 1574876, Transitions: 7773760, Depth: 89, Violations: holds}},
		{"one or two of four, by majorities",
			"repaired", lock, 4, 1, 2, cyclic, explore.SetOf(0, 1), prototest.Options{Each: unbounded}, engine, true, prototest.Found{States: 2864899, Transitions: 15510084, Depth: 127, Violations: holds}},
		{"two or three of four, by majorities: the same the other way round",
			"repaired", lock, 4, 2, 3, cyclic, explore.SetOf(0, 1), prototest.Options{Each: unbounded}, engine, true, prototest.Found{States: 2864899, Transitions: 15510084, Depth: 128, Violations: holds}},
		{"one to three of four, by majorities",
			"repaired", lock, 4, 1, 3, cyclic, explore.SetOf(0, 1), large, engine, true, prototest.Found{States: 12637642, Transitions: 73302022, Depth: 119, Violations: holds}},
		{"lmin and kmex have bounds up to 1, for which one Response2 is enough",
			"printed", lock, 3, 1, 2, cyclic, explore.SetOf(0), prototest.Options{}, bothIfLong, false, prototest.Found{States: 8341, Transitions: 23052, Depth: 63, Violations: holds}},
		{"twice",
			"printed", lock, 3, 1, 2, cyclic, explore.SetOf(0), prototest.Options{Each: 2}, engine, false, prototest.Found{States: 48984, Transitions: 142255, Depth: 111, Violations: holds}},
		{"without bound",
			"uncounted", lock, 3, 1, 2, cyclic, explore.SetOf(0), prototest.Options{Each: unbounded}, bothIfLong, false, prototest.Found{States: 4320, Transitions: 13300, Depth: 54, Violations: holds}},
		{"without bound, where quorums are shared",
			"uncounted", lock, 3, 1, 2, shared, explore.SetOf(0, 1), prototest.Options{Each: unbounded}, engine, false, prototest.Found{States: 11992, Transitions: 39524, Depth: 66, Violations: holds}},
		{"lmin is stuck",
			"printed", lock, 3, 2, 3, shared, explore.SetOf(0, 1), prototest.Options{Each: 2}, engine, false, prototest.Found{States: 47892, Transitions: 141149, Depth: 130, Violations: deadlock(34)}},
		{"lmin is stuck, without bound",
			"uncounted", lock, 3, 2, 3, shared, explore.SetOf(0, 1), prototest.Options{Each: unbounded}, bothIfLong, false, prototest.Found{States: 5804, Transitions: 18296, Depth: 57, Violations: stuck(34)}},
		{"kmex is stuck",
			"uncounted", lock, 3, 0, 1, shared, explore.SetOf(0), prototest.Options{Each: unbounded}, bothIfLong, false, prototest.Found{States: 5804, Transitions: 18296, Depth: 67, Violations: stuck(54)}},
		{"lmin is stuck, messages to oneself queued",
			"uncounted", lock, 3, 2, 3, shared, explore.SetOf(0, 1), prototest.Options{Each: unbounded, Queued: true}, engine, false, prototest.Found{States: 42546, Transitions: 166065, Depth: 86, Violations: stuck(54)}},
		{"lmin is stuck, with Maekawa's algorithm",
			"uncounted", quorums, 3, 2, 3, shared, explore.SetOf(0, 1), prototest.Options{Each: unbounded}, engine, true, prototest.Found{States: 112221, Transitions: 393980, Depth: 125, Violations: stuck(47)}},
		{"integer clocks",
			"printed", quorums, 3, 2, 3, shared, explore.SetOf(0, 1), prototest.Options{Each: 2, Integer: true}, engine, true, prototest.Found{States: 2199339, Transitions: 6514053, Depth: 159, Violations: deadlock(48)}},
		{"the second call by itself",
			"separate", lock, 3, 1, 2, cyclic, explore.SetOf(0), prototest.Options{Each: unbounded}, bothIfLong, false, prototest.Found{States: 5890, Transitions: 18700, Depth: 60, Violations: holds}},
		{"the second call by itself, where printed is stuck",
			"separate", lock, 3, 2, 3, shared, explore.SetOf(0, 1), prototest.Options{Each: unbounded}, bothIfLong, false, prototest.Found{States: 5822, Transitions: 18647, Depth: 60, Violations: holds}},
		{"that does not help",
			"printed-separate", lock, 3, 2, 3, shared, explore.SetOf(0, 1), prototest.Options{Each: unbounded}, bothIfLong, false, prototest.Found{States: 6623, Transitions: 20820, Depth: 62, Violations: stuck(37)}},
	} {
		t.Run(fmt.Sprintf("%s/%s/n=%d,l=%d,k=%d,quorums=%v,in=%s,each=%d,queued=%v,integer=%v", test.variant, test.mutex, test.n, test.l, test.k, test.quorums, test.in, test.options.Each, test.options.Queued, test.options.Integer), func(t *testing.T) {
			if test.long {
				slow.Only(t, "seconds to minutes")
			}
			c := Config{N: test.n, L: test.l, K: test.k, Quorums: test.quorums, InCS: test.in, Variant: test.variant}
			got, never := found(t, test.e, c, test.mutex, test.options)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s: expected (-), found (+):\n%s", test.reason, diff)
			}
			stale := slices.DeleteFunc(never, func(name string) bool { return !strings.HasSuffix(name, ": stale") })
			if len(stale) != 4 {
				t.Errorf("%s: of the steps for stale responses, just %v never ran", test.reason, stale)
			}
		})
	}
}
