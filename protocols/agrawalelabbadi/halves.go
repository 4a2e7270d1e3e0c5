package agrawalelabbadi

import (
	"qcheck/explore"
	"qcheck/explore/roles"
)

// The halves of a State (see there), and of what is sent between them.
type (
	requester struct {
		Phase           explore.Phase
		Quorum, Replied explore.Set
	}
	member struct {
		Lock     roles.Stamp
		Holder   roles.Peer
		Inquired bool
		For      roles.Peer
		Queue    roles.By[roles.Stamp]
	}

	toMember    Kind // REQUEST, YIELD or RELINQUISH
	toRequester Kind // REPLY or INQUIRE

	act      = roles.Act[requester, toMember]
	response = roles.Reply[member, toRequester]
)

func (k toMember) String() string    { return Kind(k).String() }
func (k toRequester) String() string { return Kind(k).String() }

// wire has both kinds of messages as a Message.
func wire() roles.Wire[Message, toMember, toRequester] {
	return roles.Wire[Message, toMember, toRequester]{
		Up:   func(k toMember) Message { return Message{Kind: Kind(k)} },
		Down: func(k toRequester) Message { return Message{Kind: Kind(k)} },
		Of: func(m Message) (toMember, toRequester, bool) {
			if m.Kind == REPLY || m.Kind == INQUIRE {
				return 0, toRequester(m.Kind), false
			}
			return toMember(m.Kind), 0, true
		},
	}
}

func acts(name string, s requester, send ...roles.To[toMember]) []act {
	return []act{{Name: name, Next: s, Send: send}}
}

func responses(name string, s member, send ...roles.Answer[toRequester]) []response {
	return []response{{Name: name, Next: s, Send: send}}
}

func answer(to roles.Peer, k Kind) roles.Answer[toRequester] {
	return roles.Answer[toRequester]{To: to, Msg: toRequester(k)}
}
