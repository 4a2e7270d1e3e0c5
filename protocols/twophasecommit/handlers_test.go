package twophasecommit

import (
	"testing"

	"qcheck/explore"
)

// In states that no run reaches: a participant does nothing that a coordinator does, and a coordinator nothing that a participant does.
func TestRoles(t *testing.T) {
	a := &algorithm{Config: Config{N: 3, Repeats: 1}}
	for _, s := range []State{{Stage: Asking, Awaits: explore.SetOf(2)}, {Stage: Asking}} {
		if got := a.actions(1, s); len(got) > 0 {
			t.Errorf("a participant in state %+v: %+v", s, got)
		}
	}
	if got := a.actions(1, State{}); len(got) != 1 || got[0].Name != stepAlone || got[0].Kind != explore.May {
		t.Errorf("a participant need not abort: %+v", got)
	}
	asked := State{Stage: Asking, Awaits: explore.SetOf(1, 2)}
	if got := a.deliver(coordinator, asked, 1, ACKNOWLEDGE); got[0].Name != stepLate || got[0].Next != asked {
		t.Errorf("an acknowledgement before the decision: %+v", got)
	}
	if got := a.deliver(coordinator, State{Stage: Working}, 1, PREPARE); got[0].Name != stepLate {
		t.Errorf("a coordinator that is asked for a vote: %+v", got)
	}
	if s := (State{Stage: Prepared}); a.restart(coordinator, s) != s {
		t.Errorf("a coordinator that restarts as a participant: %+v", a.restart(coordinator, s))
	}
}
