package kakugawa

import (
	"qcheck/explore"
	"qcheck/explore/roles"
)

// account: K is what a requester has, also where a variant leaves in it what was given back.
func (a *algorithm) account() *roles.Account[requester, member, toMember, toRequester] {
	return &roles.Account[requester, member, toMember, toRequester]{
		Permit:  func(k toRequester) bool { return Kind(k) == OK },
		Return:  func(k toMember) bool { return Kind(k) == RELEASE || Kind(k) == ANSWER_RELEASE },
		Has:     func(s requester) explore.Set { return s.K },
		Gave:    func(s member) roles.Peers { return roles.Only(s.Holder.From) },
		Most:    1,
		Quorums: [][]explore.Set{a.Quorums},
	}
}

// standing: a process that asks may enter by one of several quorums, so that it
// need not have all that it wants.
func (a *algorithm) standing(_ int, s State) []explore.Standing {
	st := explore.Standing{Has: s.K, Most: 1}
	if s.Phase == Asking {
		st.Wants, st.Some = s.Asked&^s.K, len(a.Quorums) > 1
	}
	if s.Holder.From != 0 {
		st.Gave = explore.SetOf(s.Holder.From.Index())
	}
	for _, r := range s.Queue {
		if r.From != 0 {
			st.Queued = st.Queued.With(r.From.Index())
		}
	}
	for _, q := range s.Queries {
		if q.For.From != 0 {
			st.Queued = st.Queued.With(q.For.From.Index())
		}
	}
	return []explore.Standing{st}
}
