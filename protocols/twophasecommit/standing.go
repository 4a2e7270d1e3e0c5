package twophasecommit

import "qcheck/explore"

// standing: a participant that has voted YES waits for the coordinator's decision.
func (a *algorithm) standing(p int, s State) []explore.Standing {
	var st explore.Standing
	if s.Stage == Prepared {
		st.Of, st.Wants = "decision", explore.SetOf(coordinator)
	}
	return []explore.Standing{st}
}
