package lamport

import "qcheck/explore"

// standing: a process waits for a later message from each other one, and for the
// release of each request before its own.
func (a *algorithm) standing(p int, s State) []explore.Standing {
	var st explore.Standing
	if s.Phase != explore.Waiting {
		return []explore.Standing{st}
	}
	for q := range a.n {
		switch {
		case q == p:
		case s.Queue[q] != 0 && s.Queue[q] < s.Queue[p] || !s.Later.Has(q):
			st.Wants = st.Wants.With(q)
		default:
			st.Has = st.Has.With(q)
		}
	}
	return []explore.Standing{st}
}
