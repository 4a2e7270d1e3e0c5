package raymondtree

import "qcheck/explore"

// standing: a process waits for the privilege, which is somewhere in the direction of
// its holder. It owes it to the neighbours in its queue, after it has left or as soon
// as it has it.
func standing(p int, s State) []explore.Standing {
	st := explore.Standing{Owes: s.queued().Without(p)}
	if s.Phase == explore.Waiting {
		st.For = "the privilege"
	}
	switch {
	case st.Owes == 0:
	case s.Holder == explore.ProcessOf(p):
		st.Until = "it has left"
	default:
		st.Awaits, st.Until = explore.SetOf(s.Holder.Index()), "has sent the privilege"
	}
	return []explore.Standing{st}
}
