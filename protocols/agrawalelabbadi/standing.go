package agrawalelabbadi

import (
	"qcheck/explore"
	"qcheck/explore/roles"
	"qcheck/protocols/instance"
)

// has has the members whose permission a requester has: inside it has all, and no longer notes them.
func has(s requester) explore.Set {
	if s.Phase == explore.Inside {
		return s.Quorum
	}
	return s.Replied
}

func (a *algorithm) account() *roles.Account[requester, member, toMember, toRequester] {
	return &roles.Account[requester, member, toMember, toRequester]{
		Permit:  func(k toRequester) bool { return Kind(k) == REPLY },
		Return:  func(k toMember) bool { return Kind(k) == YIELD || Kind(k) == RELINQUISH },
		Has:     has,
		Gave:    func(s member) roles.Peers { return roles.Only(s.Holder) },
		Most:    1,
		Quorums: [][]explore.Set{instance.Distinct(a.quorums)},
	}
}

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
