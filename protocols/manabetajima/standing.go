package manabetajima

import "qcheck/explore"

// standing: a request for h units needs h permissions of each process in its quorum.
func (a *algorithm) standing(_ int, s State) []explore.Standing {
	st := explore.Standing{Amount: int(s.Units), Most: a.K}
	if s.Phase != explore.Thinking {
		st.Has = s.K
	}
	if s.Phase == explore.Waiting {
		st.Wants = s.Q &^ s.K
	}
	for p, e := range s.Que {
		switch e.Status {
		case Okay, Canceled:
			st.Gave = st.Gave.With(p)
		case Wait:
			st.Queued = st.Queued.With(p)
		}
	}
	return []explore.Standing{st}
}
