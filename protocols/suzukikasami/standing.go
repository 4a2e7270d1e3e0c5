package suzukikasami

import "qcheck/explore"

// standing: a process waits for the privilege, and does not know who has it; who
// has it owes it to those in the queue and to those whose requests it knows of.
func (a *algorithm[N]) standing(p int, s State[N]) []explore.Standing {
	var st explore.Standing
	if s.Phase == explore.Waiting {
		st.For = "the privilege"
	}
	if s.Has && s.Phase == explore.Inside {
		st.Owes, st.Until = (s.Token.queued() | a.unserved(s)).Without(p), "it has left"
	}
	return []explore.Standing{st}
}
