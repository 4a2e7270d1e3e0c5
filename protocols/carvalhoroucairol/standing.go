package carvalhoroucairol

import "qcheck/explore"

// standing: a process waits for the permissions that it does not hold.
func (a *algorithm) standing(p int, s State) []explore.Standing {
	st := explore.Standing{Has: s.Held, Owes: s.Deferred, Until: "it has left"}
	if s.Phase == explore.Waiting {
		st.Wants = a.others(p) &^ s.Held
	}
	return []explore.Standing{st}
}
