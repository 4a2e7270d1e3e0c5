package explore_test

import (
	"fmt"

	"qcheck/explore"
)

// run replays steps from the start of a machine, and returns the states passed,
// the first included, and the moves made.
func (m *machine[L, M]) run(steps []explore.TraceStep) ([]global[L, M], []move[L, M], error) {
	states := []global[L, M]{m.start()}
	var made []move[L, M]
next:
	for i, step := range steps {
		for _, v := range m.moves(states[i]) {
			if v.TraceStep != step {
				continue
			}
			if v.beyond || v.undefined != "" && i < len(steps)-1 {
				return nil, nil, fmt.Errorf("step %d, %+v, leads nowhere", i, step)
			}
			made = append(made, v)
			states = append(states, v.next)
			continue next
		}
		return nil, nil, fmt.Errorf("step %d, %+v, is not enabled", i, step)
	}
	return states, made, nil
}

// confirm checks a violation by its trace.
func (g *network[L, M]) confirm(pr explore.PropertyResult) error {
	states, made, err := g.m.run(pr.Trace.Steps)
	if err != nil {
		return err
	}
	if pr.Trace.Loop >= 0 {
		return g.confirmLasso(pr, states, made)
	}
	if pr.Property == explore.WellDefined {
		last := made[len(made)-1]
		if last.undefined == "" {
			return fmt.Errorf("the last step is defined")
		}
		if want := fmt.Sprintf("process %d: %s", last.Process+1, last.undefined); pr.Detail != want {
			return fmt.Errorf("detail %q, want %q", pr.Detail, want)
		}
		return nil
	}
	end, ok := g.number[g.m.key(states[len(states)-1])]
	if !ok {
		return fmt.Errorf("the trace ends in a state that is not reachable")
	}
	if pr.Property == explore.Safety {
		if g.unsafe(end) == "" || g.unsafe(end) != pr.Detail {
			return fmt.Errorf("in the last state %q is wrong, not %q", g.unsafe(end), pr.Detail)
		}
		return nil
	}
	if !g.terminal(end) {
		return fmt.Errorf("a step is enabled at the end")
	}
	if !g.waits[end].Has(pr.Trace.Process) {
		return fmt.Errorf("process %d does not wait", pr.Trace.Process+1)
	}
	return nil
}
