package manabetajima

import (
	"qcheck/explore"
	"qcheck/explore/roles"
)

// The halves of a State (see there), and of what is sent between them.
type (
	requester struct {
		Phase explore.Phase
		Units uint8
		Q, K  explore.Set
	}
	member struct {
		X   uint8
		Que roles.By[entry]
	}
	entry struct { // an Entry
		Stamp  roles.Stamp
		Units  uint8
		Status Status
	}

	toMember struct { // request, cancelled or release
		Kind  Kind
		Units uint8
	}
	toRequester Kind // OK or cancel

	act      = roles.Act[requester, toMember]
	reply    = roles.Reply[member, toRequester]
	response = roles.Answer[toRequester]
)

// wire has both kinds of messages as a Message.
func wire() roles.Wire[Message, toMember, toRequester] {
	return roles.Wire[Message, toMember, toRequester]{
		Up:   func(m toMember) Message { return Message{Kind: m.Kind, Units: m.Units} },
		Down: func(m toRequester) Message { return Message{Kind: Kind(m)} },
		Of: func(m Message) (toMember, toRequester, bool) {
			switch m.Kind {
			case OK, Cancel:
				return toMember{}, toRequester(m.Kind), false
			}
			return toMember{m.Kind, m.Units}, 0, true
		},
	}
}

func acts(name string, s requester, send ...roles.To[toMember]) []act {
	return []act{{Name: name, Next: s, Send: send}}
}

func replies(name string, s member, send ...response) []reply {
	return []reply{{Name: name, Next: s, Send: send}}
}

func undefined(name, missing string) []reply { return []reply{{Name: name, Undefined: missing}} }
