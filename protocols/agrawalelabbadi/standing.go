package agrawalelabbadi

import "qcheck/explore"

func standing(_ int, s State) []explore.Standing {
	st := explore.Standing{Has: s.Replied, Most: 1}
	switch s.Phase {
	case explore.Waiting:
		st.Wants = s.Quorum &^ s.Replied
	case explore.Inside:
		st.Has = s.Quorum
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
