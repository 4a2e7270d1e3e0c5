package csobject

import "qcheck/explore"

func lockStanding(p int, s LockState) []explore.Standing {
	var st explore.Standing
	switch s.Phase {
	case explore.Waiting:
		st.Wants = explore.SetOf(server)
	case explore.Inside:
		st.Has = explore.SetOf(server)
	}
	if p != server {
		return []explore.Standing{st}
	}
	st.Most = 1
	for i, q := range s.Queue {
		switch {
		case q == 0:
		case i == 0:
			st.Gave = explore.SetOf(q.Index())
		default:
			st.Queued = st.Queued.With(q.Index())
		}
	}
	return []explore.Standing{st}
}

// Standing returns what the state of the object says about permissions, as that of the
// outer protocol; nothing where the object does not say it.
func (p Part[L, M, X, Y]) Standing(i int, l L) []explore.Standing {
	if p.Object.Standing == nil {
		return nil
	}
	var all []explore.Standing
	for _, st := range p.Object.Standing(i, p.Get(l)) {
		st.Of = st.Kind() + " in " + p.Name
		all = append(all, st)
	}
	return all
}
