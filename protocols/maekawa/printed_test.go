package maekawa

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/protocols/prototest"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

// TestPrinted pins the results of the algorithm of 1985, in each reading, and
// what half a repair does, on the same instances as the repaired one.
func TestPrinted(t *testing.T) {
	holds := map[string]int{}
	deadlock := func(length int) map[string]int { return map[string]int{"deadlock-freedom": length} }
	stuck := func(length int) map[string]int {
		return map[string]int{"deadlock-freedom": length, "starvation-freedom": length}
	}
	const all = explore.Unbounded
	for _, test := range []struct {
		reason  string
		variant string
		quorums [][]explore.Set
		each    int // how often each process asks
		integer bool
		large   bool // for one explorer
		long    bool
		want    prototest.Found
	}{
		{"a displaced request is not told, keeps its permission, and waits for the one that displaced it", "printed", pair, 1, false, false, false, prototest.Found{States: 2727, Transitions: 6508, Depth: 18, Violations: deadlock(9)}},
		{"integer clocks displace nobody here; but who has given one permission back, and then got what had failed, gives no other back", "printed", pair, 1, true, false, false, prototest.Found{States: 1410, Transitions: 3213, Depth: 19, Violations: deadlock(14)}},
		{"twice", "printed", pair, 2, true, true, false, prototest.Found{States: 27183, Transitions: 69844, Depth: 38, Violations: deadlock(14)}},
		{"requests without bound", "printed", pair, all, false, true, false, prototest.Found{States: 11371, Transitions: 34453, Depth: 31, Violations: stuck(9)}},
		{"any majority", "printed", anyMajority, 1, false, true, false, prototest.Found{States: 76229, Transitions: 214332, Depth: 23, Violations: deadlock(9)}},
		{"any majority: integer clocks displace, too", "printed", anyMajority, 1, true, true, true, prototest.Found{States: 57856, Transitions: 154110, Depth: 24, Violations: deadlock(9)}},
		{"with everybody in the quorum, the members agree too much to deadlock", "printed", everybody, 1, false, true, false, prototest.Found{States: 20375, Transitions: 58698, Depth: 24, Violations: holds}},
		{"integer clocks", "printed", everybody, 1, true, true, true, prototest.Found{States: 13560, Transitions: 37767, Depth: 27, Violations: holds}},
		{"four requesters of a quorum of two, integer clocks", "printed", pairOfFour, 1, true, true, false, prototest.Found{States: 36002, Transitions: 115154, Depth: 27, Violations: deadlock(14)}},
		{"the row and the column of each in a grid of two by two", "printed", grid, 1, true, true, true, prototest.Found{States: 291482, Transitions: 1083413, Depth: 36, Violations: deadlock(14)}},
		{"two processes displace nobody", "printed", same(2, explore.All(2)), all, false, false, false, prototest.Found{States: 61, Transitions: 104, Depth: 9, Violations: holds}},
		{"request sets of Singhal's, the ring: nobody else's permission need be asked back", "printed", ring, 2, false, true, false, prototest.Found{States: 11754, Transitions: 32817, Depth: 30, Violations: holds}},
		{"the ring, without bound", "printed", ring, all, false, false, false, prototest.Found{States: 2227, Transitions: 6927, Depth: 19, Violations: holds}},
		{"two sets share one of the two processes, and others", "printed", triangle, 1, false, false, false, prototest.Found{States: 1008, Transitions: 2468, Depth: 15, Violations: deadlock(8)}},
		{"twice", "printed", triangle, 2, false, true, false, prototest.Found{States: 12968, Transitions: 37768, Depth: 30, Violations: deadlock(8)}},
		{"integer clocks", "printed", ringOfFour, 1, true, true, false, prototest.Found{States: 50173, Transitions: 174303, Depth: 27, Violations: deadlock(11)}},

		{"a FAILED that counts for good: the displaced one is not told of any", "for-good", pair, 1, false, false, false, prototest.Found{States: 2335, Transitions: 5730, Depth: 18, Violations: deadlock(9)}},
		{"integer clocks displace nobody here with one request, and the other error is gone", "for-good", pair, 1, true, false, false, prototest.Found{States: 1323, Transitions: 3048, Depth: 19, Violations: holds}},
		{"without an answer later, two requests are enough", "unanswered", same(2, explore.All(2)), 1, false, false, false, prototest.Found{States: 48, Transitions: 64, Depth: 10, Violations: deadlock(5)}},
		{"integer clocks", "unanswered", same(2, explore.All(2)), 1, true, false, false, prototest.Found{States: 43, Transitions: 57, Depth: 10, Violations: deadlock(5)}},
		{"another INQUIRE is no help to the displaced one", "every-time", pair, 1, false, false, false, prototest.Found{States: 2727, Transitions: 6508, Depth: 18, Violations: deadlock(9)}},
		{"the second INQUIRE is on its way from one process to another", "every-time", pairOfFour, 1, true, true, false, prototest.Found{States: 37426, Transitions: 119458, Depth: 27, Violations: deadlock(14)}},
		{"clocks on all messages leave fewer orders, but not few enough", "all-clocks", pair, 1, false, false, false, prototest.Found{States: 3671, Transitions: 8572, Depth: 18, Violations: deadlock(9)}},
		{"integer clocks", "all-clocks", pair, 1, true, false, false, prototest.Found{States: 2153, Transitions: 4777, Depth: 22, Violations: deadlock(14)}},
		{"behind an earlier request that waits there is no FAILED, either", "textbook", pair, 1, false, false, false, prototest.Found{States: 2187, Transitions: 5446, Depth: 18, Violations: deadlock(9)}},
		{"integer clocks", "textbook", ringOfFour, 1, true, true, false, prototest.Found{States: 43516, Transitions: 154083, Depth: 27, Violations: deadlock(11)}},

		{"what was given back counts: the displaced request remains", "silent", triangle, 1, false, false, false, prototest.Found{States: 935, Transitions: 2341, Depth: 15, Violations: deadlock(8)}},
		{"integer clocks", "silent", ringOfFour, 1, true, true, false, prototest.Found{States: 44054, Transitions: 155681, Depth: 27, Violations: deadlock(11)}},
		{"the grid", "silent", grid, 1, true, true, true, prototest.Found{States: 237971, Transitions: 904002, Depth: 36, Violations: deadlock(14)}},
		{"the displaced one is told; but who has given one permission back, and then got what had failed, gives no other back", "told", pair, 1, false, false, false, prototest.Found{States: 2669, Transitions: 6420, Depth: 18, Violations: deadlock(14)}},
		{"integer clocks", "told", pair, 1, true, false, false, prototest.Found{States: 1410, Transitions: 3213, Depth: 19, Violations: deadlock(14)}},
		{"requests without bound", "told", pair, all, false, true, false, prototest.Found{States: 11109, Transitions: 33921, Depth: 31, Violations: stuck(14)}},
		{"any majority", "told", anyMajority, 1, true, true, false, prototest.Found{States: 57631, Transitions: 153659, Depth: 24, Violations: deadlock(14)}},
		{"the grid", "told", grid, 1, true, true, true, prototest.Found{States: 289671, Transitions: 1077004, Depth: 36, Violations: deadlock(20)}},
		{"request sets with one of the two processes in common", "told", triangle, 1, false, false, false, prototest.Found{States: 990, Transitions: 2439, Depth: 15, Violations: deadlock(11)}},
		{"integer clocks", "told", ringOfFour, 1, true, true, false, prototest.Found{States: 49665, Transitions: 172976, Depth: 27, Violations: deadlock(17)}},

		{"both: four requesters of a quorum of two", "repaired", pairOfFour, 1, true, true, false, prototest.Found{States: 26890, Transitions: 91563, Depth: 27, Violations: holds}},
		{"the grid", "repaired", grid, 1, true, true, true, prototest.Found{States: 235934, Transitions: 896997, Depth: 36, Violations: holds}},
		{"request sets with one of the two processes in common", "repaired", triangle, 1, false, false, false, prototest.Found{States: 907, Transitions: 2299, Depth: 15, Violations: holds}},
		{"twice", "repaired", triangle, 2, false, true, false, prototest.Found{States: 11440, Transitions: 34555, Depth: 30, Violations: holds}},
		{"without bound", "repaired", triangle, all, false, false, false, prototest.Found{States: 2033, Transitions: 6923, Depth: 26, Violations: holds}},
		{"integer clocks", "repaired", ringOfFour, 1, true, true, false, prototest.Found{States: 43554, Transitions: 154366, Depth: 27, Violations: holds}},
		{"instead of what was given back, what has failed once counts", "told-for-good", pair, 1, false, false, false, prototest.Found{States: 2293, Transitions: 5662, Depth: 18, Violations: holds}},
		{"integer clocks", "told-for-good", pair, 1, true, false, false, prototest.Found{States: 1323, Transitions: 3048, Depth: 19, Violations: holds}},
		{"without bound", "told-for-good", pair, all, false, true, false, prototest.Found{States: 11661, Transitions: 36397, Depth: 27, Violations: holds}},
		{"any majority", "told-for-good", anyMajority, 1, true, true, true, prototest.Found{States: 57261, Transitions: 153155, Depth: 24, Violations: holds}},
		{"the grid", "told-for-good", grid, 1, true, true, true, prototest.Found{States: 237004, Transitions: 893059, Depth: 36, Violations: holds}},
		{"request sets with one of the two processes in common", "told-for-good", triangle, all, false, false, false, prototest.Found{States: 2671, Transitions: 9004, Depth: 26, Violations: holds}},
		{"integer clocks", "told-for-good", ringOfFour, 1, true, true, true, prototest.Found{States: 43878, Transitions: 153536, Depth: 27, Violations: holds}},
	} {
		t.Run(fmt.Sprintf("%s/quorums=%v,each=%d,integer=%v", test.variant, test.quorums, test.each, test.integer), func(t *testing.T) {
			if test.long {
				slow.Only(t, "seconds to minutes")
			}
			p := build(t, Config{N: len(test.quorums), Quorums: test.quorums, Variant: test.variant})
			explorers := prototest.Both[State, Message]
			if test.large {
				explorers = prototest.Engine
			}
			got := explorers(t, p, prototest.Options{Each: test.each, Integer: test.integer})
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s: expected (-), found (+):\n%s", test.reason, diff)
			}
		})
	}
}

// TestPlane has four processes ask in the projective plane of order 2, the
// request sets that the algorithm was made for.
func TestPlane(t *testing.T) {
	one, other := explore.SetOf(2, 3, 4, 6), explore.SetOf(0, 1, 3, 4)
	for _, test := range []struct {
		reason  string
		variant string
		ask     explore.Set
		integer bool
		long    bool
		length  int // of a shortest trace to a deadlock, 0 for none
	}{
		{"a request is displaced, its process has the permission that another one waits for, which has what the displacing one needs", "printed", one, true, false, 19},
		{"other processes and causal stamps", "printed", other, false, true, 17},
		{"what was given back counts, and the displaced request remains", "silent", one, true, true, 19},
		{"other processes and causal stamps", "silent", other, false, true, 17},
		{"the displaced one is told, and what was given back remains", "told", one, true, true, 24},
		{"other processes and causal stamps", "told", other, false, true, 23},
		{"both repaired", "repaired", one, true, false, 0},
		{"other processes and causal stamps", "repaired", other, false, true, 0},
	} {
		t.Run(fmt.Sprintf("%s/%s,integer=%v", test.variant, test.ask, test.integer), func(t *testing.T) {
			if test.long {
				slow.Only(t, "seconds to minutes")
			}
			p := build(t, Config{N: len(plane), Quorums: plane, Variant: test.variant})
			o := explore.Options{Requests: make([]int, p.N), Check: []explore.Property{explore.DeadlockFreedom}, MaxStates: 3_000_000}
			for _, x := range test.ask.Members() {
				o.Requests[x] = 1
			}
			if test.integer {
				o.Clock = explore.Integer
			}
			all := int64(0)
			for _, o.Full = range []bool{true, false} {
				o.Derive = !o.Full
				r := search(t, p, o)
				trace := r.Properties[0].Trace
				if all = max(all, r.States); o.Derive && (!r.Reduced || r.States*3 > all) {
					t.Errorf("%s: %d states of %d, reduced %t", test.reason, r.States, all, r.Reduced)
				}
				if test.length == 0 {
					if r.Properties[0].Verdict != verdict.Holds {
						t.Errorf("%s: %s, full %v", test.reason, r.Properties[0].Verdict, o.Full)
					}
					continue
				}
				if trace == nil || len(trace.Steps) < test.length || o.Full && len(trace.Steps) > test.length || trace.Shortest != o.Full {
					t.Errorf("%s: trace %+v, want %d steps, full %v", test.reason, trace, test.length, o.Full)
					continue
				}
				if _, err := obvious.Replay(p, obvious.Options{Requests: o.Requests, Integer: test.integer}, trace.Steps); err != nil {
					t.Errorf("%s: the trace does not replay: %v", test.reason, err)
				}
			}
		})
	}
}

// TestRing: with request sets of which two share just one of the two processes,
// no INQUIRE goes from one process to another.
func TestRing(t *testing.T) {
	_, r := prototest.Result(t, build(t, Config{N: 3, Quorums: ring, Variant: "printed"}), prototest.Options{Each: explore.Unbounded})
	want := []string{stepInquireBack, stepInquireKept, stepInquireLate, stepRelinquish, stepRequestQueued}
	slices.Sort(r.NeverRan)
	slices.Sort(want)
	if diff := cmp.Diff(want, r.NeverRan); diff != "" {
		t.Errorf("never ran, expected (-), found (+):\n%s", diff)
	}
}

// TestEveryStepRuns: with a quorum of two for three processes, everything that
// is listed runs.
func TestEveryStepRuns(t *testing.T) {
	for _, v := range Algorithm().Variants {
		if v.Name == "spin" {
			continue // its steps are those of repaired
		}
		_, r := prototest.Result(t, build(t, Config{N: 3, Quorums: pair, Variant: v.Name}), prototest.Options{})
		if len(r.NeverRan) > 0 {
			t.Errorf("%s: never ran: %v", v.Name, r.NeverRan)
		}
	}
}

func search(t *testing.T, p explore.Protocol[State, Message], o explore.Options) *explore.Result {
	t.Helper()
	r := prototest.Search(t, p, o)
	if r.Stopped != "" {
		t.Fatalf("the search was cut: %s", r.Stopped)
	}
	return r
}
