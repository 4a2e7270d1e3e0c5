package raynal

import "qcheck/explore"

// standing: what a process takes others to use may be less than all before it enters.
func (a *algorithm) standing(_ int, s State) []explore.Standing {
	st := explore.Standing{Until: "it has left", Some: true}
	if s.Phase == explore.Waiting {
		for q, used := range s.Used {
			if used > 0 {
				st.Wants = st.Wants.With(q)
			}
		}
	}
	for q, times := range s.Deferred {
		if times > 0 {
			st.Owes = st.Owes.With(q)
		}
	}
	return []explore.Standing{st}
}
