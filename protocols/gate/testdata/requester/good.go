// Package requester has a requester that does all that is allowed, and some that misbehave.
package requester

import (
	"qcheck/explore"
	"qcheck/explore/roles"
)

type (
	requester struct {
		Phase           explore.Phase
		Quorum, Granted explore.Set
	}
	member struct {
		Lock   roles.Stamp
		Holder roles.Peer
		Queue  roles.By[entry]
		Count  uint8
		Told   roles.Peers
	}
	entry struct {
		At     roles.Stamp
		Status uint8
	}
	kind uint8

	act    = roles.Act[requester, kind]
	reply  = roles.Reply[member, kind]
	answer = roles.Answer[kind]
)

const (
	request kind = iota
	release
	grant
)

type algorithm struct {
	n       int
	k       int
	hook    func(int) bool
	quorums [][]explore.Set
}

func made(n, k int, quorums [][]explore.Set) *algorithm {
	return &algorithm{n: n, quorums: quorums}
}

func (a *algorithm) roles() roles.Protocol[requester, member, kind, kind] {
	return roles.Protocol[requester, member, kind, kind]{
		Name: "requester", N: a.n, Clock: explore.ClockRule{Attach: explore.StampedMessages},
		Requester: roles.Requester[requester, kind, kind]{
			Local: a.stepped, Take: a.took,
			Observe: func(s requester) explore.Observation { return explore.Observation{Phase: s.Phase} },
		},
		Member: roles.Member[member, kind, kind]{Take: a.asked},
		Safe:   explore.AtMost(1),
		Account: &roles.Account[requester, member, kind, kind]{
			Permit: func(k kind) bool { return k == grant }, Return: func(k kind) bool { return k == release },
			Has: a.has, Gave: gave, Given: given, Most: a.most(), Units: units,
		},
	}
}

func (a *algorithm) local(self int, s requester) []act {
	switch s.Phase {
	case explore.Thinking:
		return a.ask(self, s)
	case explore.Inside:
		return []act{{Kind: explore.Leave, Send: roles.SendTo(s.Quorum, release)}}
	}
	return nil
}

func (a *algorithm) ask(self int, s requester) []act {
	var steps []act
	s.Phase = explore.Waiting
	for _, q := range a.quorums[self] {
		s.Quorum = q
		steps = append(steps, act{Kind: explore.Ask, Next: s, Stamp: roles.New, Send: roles.Stamped(roles.SendTo(q, request))})
	}
	return steps
}

func (a *algorithm) answered(_ int, s requester, from int, _ kind, present bool) []act {
	if s.Granted = s.Granted.With(from); s.Granted == s.Quorum && present {
		s.Phase = explore.Inside
	}
	return []act{{Next: s}}
}

func (a *algorithm) asked(s member, from roles.Peer, k kind, at roles.Stamp) []reply {
	return []reply{{Next: s, Send: []answer{{To: from, Msg: grant, Stamp: at}}}}
}
