package lamport

import (
	"context"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/protocols/instance"
	"qcheck/protocols/prototest"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

func protocol(t *testing.T, n int, variant string) explore.Protocol[State, Message] {
	return prototest.Build(t, New, Config{N: n, Variant: variant})
}

// TestPrintedIsTheModule compares the variant printed, explored by the obvious
// explorer, with the TLA+ module, for clocks up to a bound. The module has a step
// more in every state with a process inside: it enters again, which changes
// nothing. That process may also leave, and one at most is inside, so there are
// as many of these steps as of leaving.
func TestPrintedIsTheModule(t *testing.T) {
	states := []int{1: 8, 2: 511, 3: 10209, 4: 70472, 5: 270115, 6: 724274}
	largest := 3
	if slow.Tests() {
		largest = 6
	}
	for bound := 1; bound <= largest; bound++ {
		want := exploreModule(int8(bound))
		if want.states != states[bound] {
			t.Errorf("clocks up to %d: the module has %d states, not %d", bound, want.states, states[bound])
		}
		got := obvious.Explore(protocol(t, 3, "printed"), obvious.Options{Requests: instance.Each(3, explore.Unbounded), Integer: true, ClockMax: bound})
		have := moduleCounts{
			states: got.States, within: got.Transitions + got.Steps[stepLeave], again: got.Steps[stepLeave],
			beyond: got.Beyond, levels: got.Levels,
		}
		if diff := cmp.Diff(want, have, cmp.AllowUnexported(moduleCounts{})); diff != "" {
			t.Errorf("clocks up to %d: the module (-), the protocol (+):\n%s", bound, diff)
		}
		if len(got.Violations) > 0 {
			t.Errorf("clocks up to %d: %v", bound, got.Violations)
		}
	}
}

// TestExternalCount accounts for what TLC reports of the module with clocks up
// to 6: 724,274 distinct states in 61 levels, and 2,729,079 generated, which are
// the initial state, the successors within the bound, and those beyond it.
func TestExternalCount(t *testing.T) {
	m, err := explore.NewModel(protocol(t, 3, "printed"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := explore.Run(context.Background(), m, explore.Options{
		Requests: instance.Each(3, explore.Unbounded), Clock: explore.Integer, ClockMax: 6, Check: []explore.Property{explore.Safety},
	})
	if err != nil {
		t.Fatal(err)
	}
	steps := map[string]int64{}
	for _, s := range r.Steps {
		steps[s.Name] = s.Count
	}
	want := map[string]int64{
		stepAsk: 299011, stepEnter: 44571, stepLeave: 44571,
		stepAcknowledged: 578405, stepAcknowledge: 751401, stepRelease: 733820,
	}
	if diff := cmp.Diff(want, steps); diff != "" {
		t.Errorf("steps:\n%s", diff)
	}
	enterAgain := steps[stepLeave] // see TestPrintedIsTheModule
	within := r.Transitions + enterAgain
	if !r.Complete || r.States != 724274 || r.Depth+1 != 61 || within != 2496350 || r.Beyond != 232728 || 1+within+r.Beyond != 2729079 {
		t.Errorf("complete %t, %d states, depth %d, %d transitions, %d beyond the bound", r.Complete, r.States, r.Depth, r.Transitions, r.Beyond)
	}
}
