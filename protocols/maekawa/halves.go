package maekawa

import (
	"qcheck/explore"
	"qcheck/explore/roles"
)

// The halves of a State (see there), and of what is sent between them.
type (
	requester struct {
		Phase                      explore.Phase
		Quorum                     explore.Set
		Granted, Failed, Inquiring explore.Set
	}
	member struct {
		Lock     roles.Stamp
		Holder   roles.Peer
		Inquired bool
		Queue    roles.By[roles.Stamp]
	}

	toMember    Kind // REQUEST, RELINQUISH or RELEASE
	toRequester Kind // GRANT, FAILED or INQUIRE

	act      = roles.Act[requester, toMember]
	reply    = roles.Reply[member, toRequester]
	response = roles.Answer[toRequester]
)

func (k toMember) String() string    { return Kind(k).String() }
func (k toRequester) String() string { return Kind(k).String() }

// wire has both kinds of messages as a Message.
func wire() roles.Wire[Message, toMember, toRequester] {
	return roles.Wire[Message, toMember, toRequester]{
		Up:   func(k toMember) Message { return Message{Kind: Kind(k)} },
		Down: func(k toRequester) Message { return Message{Kind: Kind(k)} },
		Of: func(m Message) (toMember, toRequester, bool) {
			switch m.Kind {
			case GRANT, FAILED, INQUIRE:
				return 0, toRequester(m.Kind), false
			}
			return toMember(m.Kind), 0, true
		},
	}
}

func acts(name string, s requester, send ...roles.To[toMember]) []act {
	return []act{{Name: name, Next: s, Send: send}}
}

func replies(name string, s member, send ...response) []reply {
	return []reply{{Name: name, Next: s, Send: send}}
}

func undefined(name, what string) []reply { return []reply{{Name: name, Undefined: what}} }

func answer(to roles.Peer, k Kind) response { return response{To: to, Msg: toRequester(k)} }
