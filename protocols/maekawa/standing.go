package maekawa

import (
	"qcheck/explore"
	"qcheck/explore/roles"
	"qcheck/protocols/instance"
)

func (a *algorithm) account() *roles.Account[requester, member, toMember, toRequester] {
	return &roles.Account[requester, member, toMember, toRequester]{
		Permit:  func(k toRequester) bool { return Kind(k) == GRANT },
		Return:  func(k toMember) bool { return Kind(k) == RELEASE || Kind(k) == RELINQUISH },
		Has:     func(s requester) explore.Set { return s.Granted },
		Gave:    func(s member) roles.Peers { return roles.Only(s.Holder) },
		Most:    1,
		Quorums: [][]explore.Set{instance.Distinct(a.quorums)},
	}
}

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
