package kakugawa

import (
	"qcheck/explore"
	"qcheck/explore/roles"
)

// The halves of a State (see there), and of what is sent between them.
type (
	requester struct {
		Phase             Phase
		K, T, W           explore.Set
		Asked, Unanswered explore.Set
	}
	member struct {
		Holder entry
		roles.Noted
	}
	entry = roles.Request // a Request

	toMember    Kind // REQUEST, RELEASE, ANSWER_RELEASE or ANSWER_NO
	toRequester Kind // OK, WAIT or QUERY

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
			case OK, WAIT, QUERY:
				return 0, toRequester(m.Kind), false
			}
			return toMember(m.Kind), 0, true
		},
	}
}

func acts(name string, s requester, send ...roles.To[toMember]) []act {
	return []act{{Name: name, Next: s, Send: send}}
}

func undefinedAct(name, what string) []act { return []act{{Name: name, Undefined: what}} }

func send(to int, k Kind) roles.To[toMember] {
	return roles.To[toMember]{Member: to, Msg: toMember(k)}
}

func replies(name string, s member, send ...response) []reply {
	return []reply{{Name: name, Next: s, Send: send}}
}

func undefinedReply(name, what string) []reply { return []reply{{Name: name, Undefined: what}} }

func answer(to roles.Peer, k Kind) response { return response{To: to, Msg: toRequester(k)} }
