package manabetajima

import (
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/protocols/prototest"

	"github.com/google/go-cmp/cmp"
)

type step = explore.Step[State, Message]

// A stop is a step of a schedule, processes from 1: the delivery from a process
// to another, or, with from 0, a local step.
type stop struct {
	to, from int
	name     string
}

// walk replays a schedule with integer clocks.
func walk(t *testing.T, p explore.Protocol[State, Message], schedule []stop) *obvious.Run {
	t.Helper()
	var steps []explore.TraceStep
	for _, s := range schedule {
		steps = append(steps, explore.TraceStep{Process: s.to - 1, From: s.from - 1, Name: s.name})
	}
	run, err := obvious.Replay(p, obvious.Options{Integer: true, Requests: slices.Repeat([]int{2}, p.N)}, steps)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func last[T any](s []T) T { return s[len(s)-1] }

// TestLateCancel: process 3 enters and leaves, while process 1 has its OK
// cancelled for an earlier request of process 2. What happens when the cancel
// comes is the difference between the variants.
func TestLateCancel(t *testing.T) {
	before := []stop{
		{3, 0, stepAsk},
		{1, 3, stepRequestGranted},
		{3, 1, stepEnters},
		{3, 0, stepLeave},
		{2, 0, stepAsk},
		{1, 2, stepRequestCancels},
	}
	for _, test := range []struct {
		variant string
		after   []stop
		missing string // what is not defined in the end
	}{
		{"printed", []stop{{3, 1, stepGivenBack}, {1, 3, stepReleaseGrants}, {1, 3, stepCancelledKept}},
			"a cancelled came from a process that has no entry in the queue"},
		{"missing-ignored", []stop{{3, 1, stepGivenBack}, {1, 3, stepReleaseGrants}, {1, 3, stepCancelledLate}}, ""},
		{"credited-again", []stop{{3, 1, stepGivenBack}, {1, 3, stepReleaseGrants}, {1, 3, stepCancelledLate}}, ""},
		{"cancel-by-text", []stop{{3, 1, stepCancelIgnored}, {1, 3, stepReleaseGrants}}, ""},
		{"cancel-by-request", []stop{{3, 1, stepCancelIgnored}, {1, 3, stepReleaseGrants}}, ""},
		{"repaired", []stop{{3, 1, stepCancelIgnored}, {1, 3, stepReleaseGrants}}, ""},
	} {
		c := center
		c.Variant = test.variant
		run := walk(t, protocol(t, c, test.variant), slices.Concat(before, test.after))
		if got := last(run.Moves).Undefined; got != test.missing {
			t.Errorf("%s: the last step lacks %q, want %q", test.variant, got, test.missing)
		}
	}
}

// TestTakenBackTwice: as before, but process 3 asks again before the cancel
// comes. In the variant cancel-by-text its answer is taken for one about the new
// request.
func TestTakenBackTwice(t *testing.T) {
	before := []stop{
		{3, 0, stepAsk},
		{1, 3, stepRequestGranted},
		{3, 1, stepEnters},
		{3, 0, stepLeave},
		{3, 0, stepAsk},
		{2, 0, stepAsk},
		{1, 2, stepRequestCancels},
	}
	for _, variant := range []string{"printed", "repaired", "cancel-by-request", "credited-again"} {
		walk(t, protocol(t, center, variant), slices.Concat(before, []stop{{3, 1, stepCancelIgnored}}))
	}
	run := walk(t, protocol(t, center, "cancel-by-text"), slices.Concat(before, []stop{
		{3, 1, stepGivenBack},
		{1, 3, stepReleaseGrants}, // to process 2
		{1, 3, stepRequestWaits},
		{1, 3, stepCancelledGrants}, // to process 3
		{3, 1, stepEnters},
		{2, 1, stepEnters},
	}))
	if got, want := last(run.Configs).Unsafe, "processes {2,3} use 2 units in the critical section, and there are 1"; got != want {
		t.Errorf("at the end: %q, want %q", got, want)
	}
}

// crowd has five processes and three units; every quorum has process 1.
var crowd = Config{N: 5, K: 3, Units: []int{2, 3, 1, 1, 1},
	Quorums: [][]explore.Set{sets([]int{1, 4}), sets([]int{1, 4}), sets([]int{1})}}

// TestGrantReturns deadlocks the variant grant-returns. At process 4 the
// requests of 4 and 5 have OKs when that of 1, for two units, comes: 5 is to
// give back. Before it does, the request of 3 comes and is granted the last
// unit. Now 4 should give back, too. Process 1 itself has granted its own
// request, behind which that of 2 is for all units, and lets nobody pass.
func TestGrantReturns(t *testing.T) {
	schedule := func(third string) []stop {
		return []stop{
			{1, 0, stepAsk},
			{2, 0, stepAsk},
			{3, 0, stepAsk},
			{4, 0, stepAsk},
			{5, 0, stepAsk},
			{4, 5, stepRequestGranted},
			{4, 1, stepRequestCancels},
			{4, 3, third},
			{5, 4, stepCounted},
			{5, 4, stepGivenBack},
			{4, 5, stepCancelledKept},
			{1, 2, stepRequestWaits},
			{1, 3, stepRequestWaits},
			{1, 4, stepRequestWaits},
			{1, 5, stepRequestWaits},
			{3, 4, stepCounted},
		}
	}
	run := walk(t, protocol(t, crowd, "grant-returns"), schedule(stepRequestGranted))
	end := last(run.Configs)
	for p, o := range end.Observations {
		if o.Phase != explore.Waiting {
			t.Errorf("process %d is %s", p+1, o.Phase)
		}
	}
	if len(end.Enabled) != 0 {
		t.Errorf("enabled at the end: %v", end.Enabled)
	}

	for _, variant := range []string{"printed", "scan-on", "repaired"} {
		run := walk(t, protocol(t, crowd, variant), schedule(stepRequestGrantsCancels)[:8])
		if e := last(run.Configs).Locals[3].(State); e.Que[3].Status != Wait || e.X != 1 {
			t.Errorf("%s: process 4 has %d permissions and its own request in status %q", variant, e.X, e.Que[3].Status)
		}
	}
}

// TestPermissions checks two things about every state of the algorithm that a
// step leads to: permissions do not get lost, and an OK that is not cancelled is
// for a request which fits beside all those before it. The latter is what the
// variant grant-returns breaks.
func TestPermissions(t *testing.T) {
	for _, test := range []struct {
		variant string
		lost    bool
		behind  bool
	}{
		{"printed", false, false},
		{"repaired", false, false},
		{"missing-ignored", false, false},
		{"repaired, scan-on", false, false},
		{"repaired, grant-returns", false, true},
	} {
		p := protocol(t, smaller3, test.variant)
		lost, behind := false, false
		deliver := p.Deliver
		p.Deliver = func(i int, s State, from int, m Message) []step {
			steps := deliver(i, s, from, m)
			for _, s := range steps {
				if s.Undefined != "" {
					continue
				}
				sum, given := 0, 0
				queue := s.Next.Que
				slices.SortFunc(queue[:], func(e, f Entry) int { return int(e.Stamp) - int(f.Stamp) })
				for _, e := range queue {
					if e.Status == NoEntry {
						continue
					}
					sum += int(e.Units)
					if e.Status != Wait {
						given += int(e.Units)
					}
					behind = behind || e.Status == Okay && sum > smaller3.K
				}
				lost = lost || given+int(s.Next.X) != smaller3.K
			}
			return steps
		}
		prototest.Engine(t, p, prototest.Options{Check: []explore.Property{explore.DeadlockFreedom}})
		if lost != test.lost || behind != test.behind {
			t.Errorf("%s: permissions lost %v, OKs that do not fit %v; want %v and %v", test.variant, lost, behind, test.lost, test.behind)
		}
	}
}

// TestCancels: a request for h units has at most h OKs cancelled at a member,
// and some request has (section 4.3, worst case, step 2).
func TestCancels(t *testing.T) {
	for _, c := range []Config{mixed2, mixed3} {
		p := protocol(t, c, "repaired")
		most := map[uint8]int{}
		deliver := p.Deliver
		p.Deliver = func(i int, s State, from int, m Message) []step {
			steps := deliver(i, s, from, m)
			if m.Kind == Request {
				cancels := 0
				for _, o := range steps[0].Send {
					if o.Msg.Kind == Cancel {
						cancels++
					}
				}
				most[m.Units] = max(most[m.Units], cancels)
			}
			return steps
		}
		prototest.Engine(t, p, prototest.Options{Check: []explore.Property{explore.DeadlockFreedom}})
		if diff := cmp.Diff(map[uint8]int{1: 1, 2: 2}, most); diff != "" {
			t.Errorf("k = %d: most cancels by units, expected (-), found (+):\n%s", c.K, diff)
		}
	}
}

// TestMessages counts the messages of the best and the worst case of section
// 4.3, with quorums of two members that ask for nothing themselves. In the
// worst case a request for h = 2 units comes to both members when k = 2 others
// have their OKs.
func TestMessages(t *testing.T) {
	p := protocol(t, Config{N: 5, K: 2, Units: []int{0, 0, 2, 1, 1}, Quorums: always(2, []int{1, 2})}, "repaired")
	const q, h = 2, 2
	alone := []stop{
		{3, 0, stepAsk}, {1, 3, stepRequestGranted}, {2, 3, stepRequestGranted},
		{3, 1, stepCounted}, {3, 2, stepEnters}, {3, 0, stepLeave},
		{1, 3, stepReleaseKept}, {2, 3, stepReleaseKept},
	}
	crowded := []stop{{3, 0, stepAsk}, {4, 0, stepAsk}, {5, 0, stepAsk}}
	for m := 1; m <= q; m++ {
		crowded = append(crowded, stop{m, 4, stepRequestGranted}, stop{m, 5, stepRequestGranted}, stop{m, 3, stepRequestCancels})
		for p := 4; p <= 5; p++ {
			crowded = append(crowded, stop{p, m, stepCounted}, stop{p, m, stepGivenBack})
		}
		crowded = append(crowded, stop{m, 4, stepCancelledKept}, stop{m, 5, stepCancelledGrants})
	}
	crowded = append(crowded, stop{3, 1, stepCounted}, stop{3, 2, stepEnters}, stop{3, 0, stepLeave},
		stop{1, 3, stepReleaseGrants}, stop{2, 3, stepReleaseGrants})
	for p := 4; p <= 5; p++ {
		crowded = append(crowded, stop{p, 1, stepCounted}, stop{p, 2, stepEnters}, stop{p, 0, stepLeave},
			stop{1, p, stepReleaseKept}, stop{2, p, stepReleaseKept})
	}
	for _, test := range []struct {
		reason   string
		schedule []stop
		want     int
	}{
		{"nobody else asks: 3|q|", alone, 3 * q},
		{"(3h+3)|q| for the request that has OKs cancelled, and 3|q| for each of the others", crowded, (3*h+3)*q + 2*3*q},
	} {
		sent := 0
		for _, m := range walk(t, p, test.schedule).Moves {
			sent += len(m.Sent)
		}
		if sent != test.want {
			t.Errorf("%s: %d messages, want %d", test.reason, sent, test.want)
		}
	}
}

// TestWithoutCancel: if no OK is cancelled, two processes have one of two OKs each, and
// wait for the other (section 4.1).
func TestWithoutCancel(t *testing.T) {
	for _, test := range []struct {
		queued bool
		steps  int
	}{{false, 4}, {true, 8}} {
		for _, integer := range []bool{false, true} {
			got := prototest.Both(t, protocol(t, pair2, "without-cancel"), prototest.Options{Queued: test.queued, Integer: integer})
			if diff := cmp.Diff(violations{"deadlock-freedom": test.steps}, got.Violations); diff != "" {
				t.Errorf("queued %v, integer %v: expected (-), found (+):\n%s", test.queued, integer, diff)
			}
		}
	}
}
