package paxos

import (
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols/prototest"
)

// The first proposal is made at some time; whether one follows is open.
func TestWhoHasToPropose(t *testing.T) {
	a := &algorithm{Config: config(1, 2, 2, "")}
	for number, want := range map[Number]explore.StepKind{0: explore.Plain, 1: explore.May} {
		got := a.actions(1, State{Number: number})
		if len(got) != 1 || got[0].Kind != want || got[0].Next.Number <= number {
			t.Errorf("after %d: %+v", number, got)
		}
	}
}

// Who goes on with an old number has made a proposal.
func TestRestartWithoutNumber(t *testing.T) {
	a := &algorithm{Config: config(1, 1, 2, ""), form: form{oldNumber: true}}
	if got := a.restart(1, State{}); got != (State{}) {
		t.Errorf("%+v", got)
	}
	if got := a.restart(1, State{Number: 2, Phase: 2, Value: 1}); got != (State{Number: 2, Phase: 1}) {
		t.Errorf("%+v", got)
	}
}

// As many proposals are kept as there is room for, and one more is said to be too many. What
// changes nothing of the outcome is not seen.
func TestOutcome(t *testing.T) {
	a := &algorithm{Config: config(3, 1, 2, "")}
	var h Outcome
	for n := range Number(maxAccepted + 1) {
		next, overflow := a.accepts(h, Acceptance{n + 1, 1, explore.SetOf(0)})
		if too := n == maxAccepted; strings.Contains(overflow, "more than 12 proposals") != too || too && next != h {
			t.Fatalf("%d proposals: %q", n+1, overflow)
		}
		h = next
	}
	for _, name := range []string{stepPropose, stepPromise, stepRefused, stepCounted, stepOwn, stepAdopts, stepAccepts, stepRejects, stepHeard, stepLearns, stepOutdated} {
		want := name == stepOwn || name == stepAccepts || name == stepLearns
		if got := seen(explore.Event[State]{Step: name}); got != want {
			t.Errorf("%s is seen: %v", name, got)
		}
	}
}

// A value that nobody proposed is not to be chosen.
func TestValidity(t *testing.T) {
	for _, c := range []struct {
		h     Outcome
		wrong bool
	}{{Outcome{Chosen: explore.SetOf(1)}, true}, {Outcome{Chosen: explore.SetOf(1), Proposed: explore.SetOf(0)}, true}, {Outcome{Chosen: explore.SetOf(1), Proposed: explore.SetOf(0, 1)}, false}} {
		p, err := New(config(1, 1, 0, ""))
		if err != nil {
			t.Fatal(err)
		}
		p.History = explore.Watch[State, Message](c.h, func(h Outcome, _ explore.Event[State]) (Outcome, string) { return h, "" })
		r := prototest.Search(t, p, explore.Options{Check: []explore.Property{Validity}, Requests: []int{1, 1}})
		if wrong := r.Properties[0].Verdict == verdict.Violated; wrong != c.wrong || !strings.Contains(r.Properties[0].Detail, "chosen") == c.wrong {
			t.Errorf("%+v: %+v", c.h, r.Properties[0])
		}
	}
}
