package manabetajima

import (
	"qcheck/explore"
	"qcheck/explore/roles"
)

// account: a requester that asks for nothing has nothing: it has given all back with release, whatever a variant
// leaves in K.
func (a *algorithm) account() *roles.Account[requester, member, toMember, toRequester] {
	return &roles.Account[requester, member, toMember, toRequester]{
		Permit: func(m toRequester) bool { return Kind(m) == OK },
		Return: func(m toMember) bool { return m.Kind == Release || m.Kind == Cancelled },
		Has: func(s requester) explore.Set {
			if s.Phase == explore.Thinking {
				return 0
			}
			return s.K
		},
		Gave: func(s member) roles.Peers {
			return s.Que.Those(func(e entry) bool { return e.Status == Okay || e.Status == Canceled })
		},
		Most:    a.K,
		Given:   func(s member, p roles.Peer) int { return int(s.Que.Of(p).Units) },
		Units:   func(s requester) int { return int(s.Units) },
		Quorums: a.Quorums,
	}
}

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
