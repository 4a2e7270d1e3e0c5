package raymond

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/protocols/instance"
	"qcheck/protocols/prototest"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

func build(t *testing.T, c Config) explore.Protocol[State, Message] {
	return prototest.Build(t, New, c)
}

// finding is the result of exploring an instance.
type finding struct {
	States, Transitions, Depth int
	Violations                 map[string]int
}

func found(r obvious.Result) finding {
	return finding{r.States, r.Transitions, r.Depth, r.Violations}
}

// TestFindings pins what holds and what fails, by causal stamps where integer
// is not set. The shortest violation of safety takes 13 steps wherever one
// exists.
func TestFindings(t *testing.T) {
	unsafe := map[string]int{"safety": 13}
	holds := map[string]int{}
	for _, test := range []struct {
		reason   string
		variant  string
		n, k     int
		requests []int
		integer  bool
		long     bool
		want     finding
	}{
		{"k = 1 needs every REPLY, so none is late", "printed", 2, 1, instance.Each(2, 2), false, false, finding{101, 152, 16, holds}},
		{"the same with integer clocks", "printed", 2, 1, instance.Each(2, 2), true, false, finding{167, 226, 16, holds}},
		{"k = n needs no REPLY", "printed", 2, 2, instance.Each(2, 2), false, false, finding{1072, 2964, 16, holds}},
		{"k = n, integer clocks", "printed", 2, 2, instance.Each(2, 2), true, false, finding{1721, 3899, 16, holds}},
		{"late REPLYs are kept in the count", "carried", 2, 2, instance.Each(2, 2), false, false, finding{1620, 4276, 16, holds}},
		{"n = 2 has too few processes for distinct to differ", "distinct", 2, 2, instance.Each(2, 2), false, false, finding{1072, 2964, 16, holds}},
		{"fewer REPLYs", "once", 2, 2, instance.Each(2, 2), false, false, finding{1036, 2878, 15, holds}},
		{"more REQUESTs deferred", "inside-defers", 2, 2, instance.Each(2, 2), false, false, finding{941, 2522, 16, holds}},
		{"without clocks on REPLYs", "requests-only", 2, 2, instance.Each(2, 2), false, false, finding{1072, 2964, 16, holds}},
		{"REPLYs with a name", "matched", 2, 2, instance.Each(2, 2), false, false, finding{1273, 3528, 15, holds}},
		{"owed REPLYs are what is on its way anyway", "repaired", 2, 2, instance.Each(2, 2), false, false, finding{1072, 2964, 16, holds}},
		{"REQUESTs are left out", "bounded", 2, 2, instance.Each(2, 2), false, false, finding{513, 1462, 12, holds}},

		{"one request each: no former request to confuse with", "printed", 3, 1, instance.Each(3, 1), false, false, finding{3572, 10806, 18, holds}},
		{"one request each, k = 2", "printed", 3, 2, instance.Each(3, 1), false, false, finding{9838, 34131, 18, holds}},
		{"one request each, k = n", "printed", 3, 3, instance.Each(3, 1), false, true, finding{30119, 138438, 18, holds}},
		{"with one request each all ways to count agree", "repaired", 3, 2, instance.Each(3, 1), false, true, finding{9838, 34131, 18, holds}},
		{"and REPLYs need no name, which just tells states apart", "matched", 3, 2, instance.Each(3, 1), false, true, finding{10574, 36222, 18, holds}},
		{"one request each, a process inside defers", "inside-defers", 3, 2, instance.Each(3, 1), false, true, finding{10240, 35376, 18, holds}},
		{"k = 1, two requests each", "printed", 3, 1, instance.Each(3, 2), false, true, finding{26217, 81276, 36, holds}},

		{"one process asks twice: its former REQUEST is answered by one who waits", "printed", 3, 2, []int{2, 1, 1}, false, true, finding{60393, 230009, 24, unsafe}},
		{"counting between requests is no better", "carried", 3, 2, []int{2, 1, 1}, false, true, finding{56474, 215889, 24, unsafe}},
		{"the late REPLY is of a process of its own", "distinct", 3, 2, []int{2, 1, 1}, false, true, finding{60393, 230009, 24, unsafe}},
		{"the late REPLY is the only one", "once", 3, 2, []int{2, 1, 1}, false, true, finding{59095, 225753, 23, unsafe}},
		{"who sends the late REPLY waits, and is not inside", "inside-defers", 3, 2, []int{2, 1, 1}, false, true, finding{64092, 243308, 24, unsafe}},
		{"clocks on REPLYs have no part in it", "requests-only", 3, 2, []int{2, 1, 1}, false, true, finding{44905, 171727, 24, unsafe}},
		{"integer clocks have it too", "requests-only", 3, 2, []int{2, 1, 1}, true, true, finding{42883, 154378, 24, unsafe}},
		{"a REPLY with a name is not taken for another", "matched", 3, 2, []int{2, 1, 1}, false, true, finding{58358, 216782, 23, holds}},
		{"a process that owes another REPLY does not count", "repaired", 3, 2, []int{2, 1, 1}, false, true, finding{51514, 192676, 24, holds}},
		{"nor one that was not asked yet", "bounded", 3, 2, []int{2, 1, 1}, false, true, finding{39661, 146290, 22, holds}},

		{"bounded has finitely many states for any number of requests", "bounded", 2, 1, instance.Each(2, -1), false, false, finding{21, 34, 5, holds}},
		{"with REPLYs that are late", "bounded", 2, 2, instance.Each(2, -1), false, false, finding{200, 698, 9, holds}},
		{"k = 1 has them in every variant", "printed", 3, 1, instance.Each(3, -1), false, true, finding{2998, 9528, 13, holds}},
		{"with a third process", "bounded", 3, 1, instance.Each(3, -1), false, true, finding{2998, 9528, 13, holds}},
		{"n = 3, k = 2 closes", "bounded", 3, 2, instance.Each(3, -1), false, true, finding{364314, 1571649, 34, holds}},
	} {
		t.Run(fmt.Sprintf("%s/n=%d,k=%d,requests=%v,integer=%v", test.variant, test.n, test.k, test.requests, test.integer), func(t *testing.T) {
			if test.long {
				slow.Only(t, "seconds to minutes")
			}
			p := build(t, Config{N: test.n, K: test.k, Variant: test.variant})
			if test.want.States > 5000 && !slow.Tests() { // which takes the obvious explorer long
				f := prototest.Engine(t, p, prototest.Options{Integer: test.integer, Requests: test.requests})
				if diff := cmp.Diff(test.want, finding(f)); diff != "" {
					t.Errorf("%s: expected (-), found by the engine (+):\n%s", test.reason, diff)
				}
				return
			}
			r := obvious.Explore(p, obvious.Options{Integer: test.integer, Requests: test.requests})
			if diff := cmp.Diff(test.want, found(r)); diff != "" {
				t.Errorf("%s: expected (-), found (+):\n%s", test.reason, diff)
			}
			for name := range r.Steps {
				if !slices.Contains(p.Steps, name) {
					t.Errorf("the step %q is not in the protocol's list", name)
				}
			}
		})
	}
}

// A stop is a step of a schedule, processes from 1: the delivery from a process
// to another, or, with from 0, a local step.
type stop struct {
	to, from int
	name     string
}

// walk replays a schedule with integer clocks.
func walk(t *testing.T, p explore.Protocol[State, Message], requests []int, schedule []stop) *obvious.Run {
	t.Helper()
	var steps []explore.TraceStep
	for _, s := range schedule {
		steps = append(steps, explore.TraceStep{Process: s.to - 1, From: s.from - 1, Name: s.name})
	}
	run, err := obvious.Replay(p, obvious.Options{Integer: true, Requests: requests}, steps)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// TestLateReply walks the shortest violation in the variants that have it, and
// the same way in those that do not: process 1 enters with the REPLY of 2 while
// its REQUEST to 3 is on its way, leaves, asks again, and is then sent the REPLY
// of 3 to its former request.
func TestLateReply(t *testing.T) {
	for _, test := range []struct {
		variant, late string // what the late REPLY does
		unsafe        bool
	}{
		{"printed", stepEnters, true},
		{"distinct", stepEnters, true},
		{"once", stepEnters, true},
		{"inside-defers", stepEnters, true},
		{"requests-only", stepEnters, true},
		{"carried", stepEnters, true},
		{"matched", stepLate, false},
		{"repaired", stepCounted, false},
		{"bounded", stepAsked, false},
	} {
		t.Run(test.variant, func(t *testing.T) {
			p := build(t, Config{N: 3, K: 2, Variant: test.variant})
			run := walk(t, p, []int{2, 1, 1}, []stop{
				{1, 0, stepAsk},
				{2, 0, stepAsk},
				{1, 2, stepDeferred},
				{2, 1, stepAnswered},
				{1, 2, stepEnters},
				{1, 0, stepLeave},
				{2, 1, stepEnters},
				{3, 0, stepAsk},
				{1, 3, stepAnswered},
				{1, 0, stepAsk},
				{3, 1, stepAnswered},
				{1, 3, test.late},
				{3, 1, stepEnters},
			})
			end := run.Configs[len(run.Configs)-1]
			if (end.Unsafe != "") != test.unsafe {
				t.Errorf("at the end: %q", end.Unsafe)
			}
			if phase := end.Observations[0].Phase; !test.unsafe && phase != explore.Waiting {
				t.Errorf("process 1 is %s at the end, but has no permission", phase)
			}
		})
	}
}

// TestChannelGrows shows why requests without bound have no end of states with
// k > 1: process 1 needs nobody to enter, and process 2 takes nothing.
func TestChannelGrows(t *testing.T) {
	const times = 9
	var schedule []stop
	for range times {
		schedule = append(schedule, stop{1, 0, stepAsk}, stop{1, 0, stepLeave})
	}
	for _, v := range Algorithm().Variants {
		want := times
		switch v.Name {
		case "bounded":
			want = 1
		case "spin":
			continue // has another schedule
		}
		p := build(t, Config{N: 2, K: 2, Variant: v.Name})
		run := walk(t, p, instance.Each(2, explore.Unbounded), schedule)
		if got := len(run.Configs[len(run.Configs)-1].Channels[0*2+1]); got != want {
			t.Errorf("%s: %d REQUESTs are on their way, want %d", v.Name, got, want)
		}
	}
}
