package baldoni

import (
	"qcheck/explore"
	"qcheck/explore/roles"
)

// The halves of a State (see there), and of what is sent between them.
type (
	requester struct {
		Phase           explore.Phase
		Units           uint8
		Granted, Unsent explore.Set
	}
	arbiter struct {
		Stamps   roles.By[roles.Stamp]
		Asked    roles.By[uint8]
		Lambda   roles.Peers
		Awaited  roles.Peer
		Rest     roles.Peers
		Inquired roles.Peers
	}

	toArbiter struct { // REQUEST, RELEASE or YIELD
		Kind  Kind
		Units uint8
	}
	toRequester Kind // GRANT or INQUIRE

	act      = roles.Act[requester, toArbiter]
	reply    = roles.Reply[arbiter, toRequester]
	response = roles.Answer[toRequester]
)

// wire has both kinds of messages as a Message.
func wire() roles.Wire[Message, toArbiter, toRequester] {
	return roles.Wire[Message, toArbiter, toRequester]{
		Up:   func(m toArbiter) Message { return Message{Kind: m.Kind, Units: m.Units} },
		Down: func(k toRequester) Message { return Message{Kind: Kind(k)} },
		Of: func(m Message) (toArbiter, toRequester, bool) {
			switch m.Kind {
			case GRANT, INQUIRE:
				return toArbiter{}, toRequester(m.Kind), false
			}
			return toArbiter{m.Kind, m.Units}, 0, true
		},
	}
}

func acts(name string, s requester, send ...roles.To[toArbiter]) []act {
	return []act{{Name: name, Next: s, Send: send}}
}

func replies(name string, s arbiter, send ...response) []reply {
	return []reply{{Name: name, Next: s, Send: send}}
}

func undefined(name, what string) []reply { return []reply{{Name: name, Undefined: what}} }
