package maekawa

import "qcheck/explore"

func standing(_ int, s State) []explore.Standing {
	st := explore.Standing{Has: s.Granted, Most: 1}
	if s.Phase == explore.Waiting {
		st.Wants = s.Quorum &^ s.Granted
	}
	if s.Lock != 0 {
		st.Gave = explore.SetOf(s.Holder.Index())
	}
	for p, stamp := range s.Queue {
		if stamp != 0 {
			st.Queued = st.Queued.With(p)
		}
	}
	return []explore.Standing{st}
}
