package leaselock

import "qcheck/explore"

// standing: a client waits for leases, and has those of a quorum when it is inside, as far as it knows.
func (a *algorithm) standing(p int, s State) []explore.Standing {
	st := explore.Standing{Of: "lease"}
	if s.Phase == explore.Waiting {
		st.Has, st.Wants, st.Some = s.Leases, s.Asked, true
	}
	if a.server(p) && s.Lease != 0 {
		st.Gave, st.Most = explore.SetOf(s.Lease.Index()), 1
	}
	return []explore.Standing{st}
}
