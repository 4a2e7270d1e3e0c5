package baldoni

import (
	"slices"

	"qcheck/explore"
	"qcheck/explore/roles"
)

func (a *algorithm) account() *roles.Account[requester, arbiter, toArbiter, toRequester] {
	return &roles.Account[requester, arbiter, toArbiter, toRequester]{
		Permit:  func(k toRequester) bool { return Kind(k) == GRANT },
		Return:  func(m toArbiter) bool { return m.Kind == RELEASE || m.Kind == YIELD },
		Has:     func(s requester) explore.Set { return s.Granted },
		Gave:    func(s arbiter) roles.Peers { return s.Lambda },
		Most:    a.M,
		Given:   func(s arbiter, p roles.Peer) int { return int(s.Asked.Of(p)) },
		Units:   func(s requester) int { return int(s.Units) },
		Quorums: slices.Repeat([][]explore.Set{a.Requests}, a.M),
	}
}

// standing: a request for k resources needs k of the M permissions of each member, which
// gives none while its handler of REQUEST waits for an answer.
func (a *algorithm) standing(p int, s State) []explore.Standing {
	st := explore.Standing{Has: s.Granted, Amount: int(s.Units), Gave: s.Lambda, Most: a.M}
	if s.Phase == explore.Waiting {
		st.Wants = a.Requests[p] &^ s.Granted &^ s.Unsent
	}
	for q, stamp := range s.Stamps {
		if stamp != 0 && !s.Lambda.Has(q) {
			st.Queued = st.Queued.With(q)
		}
	}
	if s.Awaited != 0 {
		st.Owes, st.Until, st.Awaits = st.Queued, "has answered its INQUIRE", explore.SetOf(s.Awaited.Index())
	}
	return []explore.Standing{st}
}
