// Package member has a member that asks all that may be asked, and some that misbehave: each line that is to be found says what is found.
package member

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
		More   queue
	}
	entry struct {
		At     roles.Stamp
		Status uint8
	}
	queue struct{ roles.By[entry] }
	kind  uint8

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
		Name: "member", N: a.n, Clock: explore.ClockRule{Attach: explore.StampedMessages},
		Requester: roles.Requester[requester, kind, kind]{
			Local: a.local, Take: a.answered,
			Observe: func(s requester) explore.Observation { return explore.Observation{Phase: s.Phase} },
		},
		Member: roles.Member[member, kind, kind]{Take: a.asked, Local: a.good},
		Safe:   explore.AtMost(1),
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

// good asks all that may be asked.
func (a *algorithm) good(s member) []reply {
	var send []answer
	at := s.Lock
	wanted := uint8(1)
	p := s.Queue.First(func(e entry) bool { return e.Status == wanted && !e.At.None() }, earlier)
	q := s.Queue.First(present, func(a, b entry) bool { return a.At.Before(b.At) })
	before := s.Queue.Any(func(e entry) bool {
		if e.Status = 3; e.At.Before(at) {
			return e.is(at)
		}
		return a.k > 3
	})
	switch {
	case before && p == q && !p.None() && s.Queue.Of(p).Status > 1:
		send = append(send, answer{To: p, Msg: grant, Stamp: s.Queue.Of(p).At})
		s.Told = s.Told.With(p)
	case s.Told.Has(s.Holder), s.Lock == at, s.Queue.Of(p) != (entry{Status: 2}):
		s.reset(&s)
		for i := range 3 {
			s.Count += uint8(i)
		}
	}
	sum := s.Queue.Total(func(e entry) int { return int(e.Status) * 2 })
	for i := 0; i < sum; i++ {
		if s.Count = max(s.Count, 3); s.Count > 4 {
			break
		}
	}
	s.Told = s.Queue.Those(present)
	return []reply{{Next: s, Send: append(send, answer{To: q})}}
}

func present(e entry) bool    { return e.Status > 0 }
func earlier(a, b entry) bool { return a.At.Before(b.At) }

func (e entry) is(t roles.Stamp) bool { return e.At == t }

func (s *member) reset(t *member) {
	s.Lock, t.Holder = roles.Stamp{}, roles.Peer{}
}
