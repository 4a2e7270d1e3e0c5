// Package order has a member that asks for peers in an order, and some that misbehave.
package order

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
		Name: "order", N: a.n, Clock: explore.ClockRule{Attach: explore.StampedMessages},
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

func (a *algorithm) good(s member) []reply {
	var send []answer
	sum, over, k := 0, false, a.k
	for p, e := range s.Queue.InOrder(present, func(a, b entry) bool { return a.At.Before(b.At) }) {
		if sum += int(e.Status); sum > k {
			over = true
			break
		}
		s.Queue = s.Queue.With(p, entry{})
		send = append(send, answer{To: p, Stamp: e.At})
	}
	if !over {
		for p := range s.Queue.InOrder(func(e entry) bool { return e.Status == 2 && k > 1 }, earlier) {
			s.set(p, 3)
			return []reply{{Next: s, Send: send}}
		}
	}
	var behind roles.Stamp // set in a loop before it is asked for
	for _, e := range s.Queue.InOrder(present, earlier) {
		if sum += int(e.Status); sum > k {
			behind = e.At
			break
		}
	}
	for p := range s.Queue.InOrder(func(e entry) bool { return !behind.None() && behind.Before(e.At) }, earlier) {
		s.set(p, 4)
	}
	s.Queue = s.Queue.Each(func(e entry) entry {
		if e.Status > 2 {
			e.Status = 2
		}
		return e
	})
	return []reply{{Next: s, Send: append(send, roles.ToEach(s.Queue, present, grant)...)}}
}

func (s *member) set(p roles.Peer, status uint8) {
	e := s.Queue.Of(p)
	e.Status = status
	s.Queue = s.Queue.With(p, e)
}

func present(e entry) bool    { return e.Status > 0 }
func earlier(a, b entry) bool { return a.At.Before(b.At) }

func (a *algorithm) asked(s member, from roles.Peer, k kind, at roles.Stamp) []reply {
	a.captured(s)
	a.capturedState(s)
	a.capturedInALoop(s)
	a.capturedByMethod(s)
	a.capturedPointer(&s)
	a.counted(s)
	a.nested(s)
	a.ordered(s)
	a.held(s)
	a.total(s)
	a.returned(s)
	a.each(s)
	a.eachOf(s)
	a.toEach(s)
	a.collected(s)
	return a.good(s)
}

func (a *algorithm) captured(s member) bool {
	n := uint8(0)
	for range s.Queue.InOrder(func(e entry) bool { return e.Status > n }, earlier) { // want `looks at n, which changes`
		n++
	}
	return n > 6
}

func (a *algorithm) capturedInALoop(s member) {
	var last roles.Stamp
	for range 3 {
		for _, e := range s.Queue.InOrder(func(e entry) bool { return e.At != last }, earlier) { // want `looks at last, which changes`
			last = e.At
		}
	}
	for range 3 {
		last = s.Lock
		s.Queue = s.Queue.Each(func(e entry) entry { return entry{At: last} }) // want `looks at last, which changes`
	}
}

func (a *algorithm) capturedState(s member) {
	for p, e := range s.Queue.InOrder(func(e entry) bool { return e.At != s.Lock }, earlier) { // want `looks at s, which changes`
		s.Lock, s.Holder = e.At, p
	}
}

func (a *algorithm) capturedByMethod(s member) {
	for p := range s.Queue.InOrder(func(e entry) bool { return e.Status > s.Count }, earlier) { // want `looks at s, which changes`
		s.set(p, s.Count)
	}
}

func (a *algorithm) capturedPointer(s *member) {
	for p := range s.Queue.InOrder(func(e entry) bool { return e.Status > s.Count }, earlier) { // want `looks at s, which changes`
		s.set(p, s.Count)
	}
}

func (a *algorithm) counted(s member) bool {
	n := 0
	for range s.Queue.InOrder(func(e entry) bool { n++; return true }, earlier) { // want `assigns to n`
	}
	return n > 6
}

func (a *algorithm) nested(s member) bool {
	return s.Queue.Any(func(e entry) bool {
		for range s.Queue.InOrder(present, earlier) { // want `a loop over`
			return true
		}
		return false
	})
}

func (a *algorithm) ordered(s member) {
	for range s.Queue.InOrder(present, func(a, b entry) bool { return b.At.Before(a.At) }) { // want `an order that is not`
	}
}

func (a *algorithm) held(s member) {
	all := s.Queue.InOrder(present, earlier) // want `calls s.Queue.InOrder` `a value of type`
	for range all {                          // want `a loop over`
	}
}

func (a *algorithm) total(s member) bool {
	return s.Queue.Total(func(e entry) int {
		s.Queue.Each(func(e entry) entry { return e }) // want `looks at a`
		return 0
	}) > 7
}

func (a *algorithm) inOrder(s member) func(func(roles.Peer, entry) bool) {
	return s.Queue.InOrder(present, earlier) // want `calls s.Queue.InOrder` `a value of type`
}

func (a *algorithm) returned(s member) {
	for range a.inOrder(s) { // want `a loop over`
	}
	a.inOrder(s) // want `a value of type`
}

func (a *algorithm) each(s member) bool {
	n := 0
	s.Queue = s.Queue.Each(func(e entry) entry {
		n++ // want `assigns to n`
		return e
	})
	return n > 6
}

func (a *algorithm) eachOf(s member) {
	s.Queue = s.Queue.Each(func(e entry) entry { return s.Queue.Of(s.Holder) }) // want `looks at a` `looks at s, which changes`
}

func (a *algorithm) toEach(s member) bool {
	for _, o := range roles.ToEach(s.Queue, present, grant) { // want `a loop over`
		return o.To == s.Holder
	}
	return len(roles.ToEach(s.Queue, present, grant)) > 6 // want `calls len`
}

func (a *algorithm) collected(s member) {
	var first [3]roles.Peer // want `a value of type`
	n := 0
	for p := range s.Queue.InOrder(present, earlier) {
		first[n] = p // want `assigns to something that has no name`
		n++
	}
}
