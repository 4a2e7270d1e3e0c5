package maekawa

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/protocols/prototest"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

// finding is the result of exploring an instance.
type finding struct {
	States, Transitions, Depth int
	Violations                 map[string]int
}

// TestFindings pins what holds and what fails, by causal stamps where integer
// is not set.
func TestFindings(t *testing.T) {
	holds := map[string]int{}
	deadlock := func(length int) map[string]int { return map[string]int{"deadlock-freedom": length} }
	apart := [][]explore.Set{{explore.SetOf(0)}, {explore.SetOf(1)}}
	for _, test := range []struct {
		reason   string
		variant  string
		n        int
		quorums  [][]explore.Set
		requests int
		integer  bool
		long     bool
		never    []string // steps
		want     finding
	}{
		{"majorities of 3: a member asks back from itself alone, within a step, and has too few requesters to displace one", "repaired", 3, nil, 1, true, false,
			[]string{stepInquireLate, stepInquireKept, stepInquireBack, stepRelinquish, stepRequestDisplaces}, finding{457, 938, 16, holds}},
		{"causal stamps", "repaired", 3, nil, 1, false, false,
			[]string{stepInquireLate, stepInquireKept, stepInquireBack, stepRelinquish, stepRequestDisplaces}, finding{764, 1803, 15, holds}},
		{"a quorum of two for three requesters, where a clock that ticks by itself is needed to displace", "repaired", 3, pair, 1, true, false,
			[]string{stepRequestDisplaces}, finding{1257, 2950, 19, holds}},
		{"as causal stamps have it", "repaired", 3, pair, 1, false, false, nil, finding{2163, 5436, 18, holds}},
		{"everybody asks everybody", "repaired", 3, everybody, 1, true, false, []string{stepInquireLate}, finding{10950, 31047, 27, holds}},
		{"any majority: every handler runs", "repaired", 3, anyMajority, 1, true, true, nil, finding{54218, 146878, 24, holds}},
		{"any majority, causal stamps", "repaired", 3, anyMajority, 1, false, true, nil, finding{67919, 197352, 22, holds}},
		{"majorities of 3, twice", "repaired", 3, nil, 2, true, false,
			[]string{stepInquireLate, stepInquireKept, stepInquireBack, stepRelinquish, stepRequestDisplaces}, finding{9521, 22901, 32, holds}},
		{"a quorum of two, twice: integer clocks displace, too", "repaired", 3, pair, 2, true, true, nil, finding{22548, 59938, 38, holds}},
		{"majorities of 4", "repaired", 4, nil, 1, true, true, nil, finding{381851, 1613060, 35, holds}},
		{"requests without bound close", "repaired", 3, nil, explore.Unbounded, false, false,
			[]string{stepInquireLate, stepInquireKept, stepInquireBack, stepRelinquish, stepRequestDisplaces}, finding{1792, 5787, 19, holds}},
		{"with a quorum of two", "repaired", 3, pair, explore.Unbounded, false, true, nil, finding{9093, 28705, 27, holds}},
		{"with everybody", "repaired", 3, everybody, explore.Unbounded, false, true, []string{stepInquireLate}, finding{48499, 168537, 23, holds}},
		{"quorums that do not meet", "repaired", 2, apart, 1, true, false,
			[]string{stepRequestFailed, stepReleaseNext, stepGranted, stepFailed, stepRequestDisplaces, stepRequestInquires, stepRelinquish, stepFailedBack, stepInquireBack, stepInquireKept, stepInquireLate, stepEnters, stepReleaseKept, stepRequestGranted},
			finding{9, 12, 4, map[string]int{"safety": 2}}},

		{"with integer clocks nobody is displaced", "silent", 3, pair, 1, true, false, []string{stepRequestQueued}, finding{1257, 2950, 19, holds}},
		{"the displaced request is not told, and keeps what would let the first one in", "silent", 3, pair, 1, false, false, nil, finding{2233, 5540, 18, deadlock(9)}},
		{"integer clocks have it with two requests", "silent", 3, pair, 2, true, true, nil, finding{22820, 60373, 38, deadlock(14)}},
		{"or with any majority", "silent", 3, anyMajority, 1, true, true, nil, finding{54447, 147334, 24, deadlock(9)}},
		{"everybody: the last of three has been failed where the second is ahead of it, and gives way to the first", "silent", 3, everybody, 1, true, false, []string{stepInquireLate}, finding{11040, 31269, 27, holds}},
		{"majorities of 4", "silent", 4, nil, 1, true, true, nil, finding{384611, 1622460, 35, deadlock(13)}},

		{"each has granted itself, nobody gives way", "without-inquire", 3, nil, 1, true, false, nil, finding{437, 906, 15, deadlock(7)}},
		{"two members, granted to two processes", "without-inquire", 3, pair, 1, true, false, nil, finding{1083, 2535, 18, deadlock(5)}},
		{"one member alone is enough against deadlocks", "without-inquire", 3, same(3, explore.SetOf(0)), 2, true, false, []string{stepGranted}, finding{1284, 2679, 24, holds}},
	} {
		t.Run(fmt.Sprintf("%s/n=%d,quorums=%v,requests=%d,integer=%v", test.variant, test.n, test.quorums, test.requests, test.integer), func(t *testing.T) {
			if test.long {
				slow.Only(t, "seconds to minutes")
			}
			p := build(t, Config{N: test.n, Quorums: test.quorums, Variant: test.variant})
			var never []string
			if test.want.States > 5000 && !slow.Tests() { // which takes the obvious explorer long
				f, r := prototest.Result(t, p, prototest.Options{Each: test.requests, Integer: test.integer})
				if diff := cmp.Diff(test.want, finding(f)); diff != "" {
					t.Errorf("%s: expected (-), found by the engine (+):\n%s", test.reason, diff)
				}
				never = r.NeverRan
			} else {
				r := obvious.Explore(p, obvious.Options{Integer: test.integer, Requests: slices.Repeat([]int{test.requests}, test.n)})
				if diff := cmp.Diff(test.want, finding{r.States, r.Transitions, r.Depth, r.Violations}); diff != "" {
					t.Errorf("%s: expected (-), found (+):\n%s", test.reason, diff)
				}
				for _, name := range p.Steps {
					if r.Steps[name] == 0 {
						never = append(never, name)
					}
				}
				for name := range r.Steps {
					if !slices.Contains(p.Steps, name) {
						t.Errorf("the step %q is not in the protocol's list", name)
					}
				}
			}
			slices.Sort(never)
			slices.Sort(test.never)
			if diff := cmp.Diff(test.never, never); diff != "" {
				t.Errorf("%s: never ran, expected (-), found (+):\n%s", test.reason, diff)
			}
		})
	}
}
