package everyn_test

import (
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/everyn"
	"qcheck/explore/roles"
	"qcheck/explore/verdict"
)

// A trial is a small algorithm with a fault: permissions that are asked back, as Maekawa's after Sanders, written for the tests.
type (
	asker struct {
		Phase                             explore.Phase
		Quorum, Granted, Failed, Inquired explore.Set
		Avoid                             explore.Set // members that failed it some day
		Flag                              uint8
	}
	keeper struct {
		Lock     roles.Stamp
		Holder   roles.Peer
		Inquired bool
		Queue    roles.By[roles.Stamp]
		Extra    roles.Stamp
		Count    uint8
	}
	letter struct {
		Up    bool
		Kind  uint16
		Stamp explore.Stamp
	}
	trialProtocol = roles.Protocol[asker, keeper, uint16, uint16]
	trialAct      = roles.Act[asker, uint16]
	trialReply    = roles.Reply[keeper, uint16]
)

const (
	request, release, relinquish, ball uint16 = 0, 1, 2, 3
	grant, failed, inquire, back       uint16 = 0, 1, 2, 3
	numbers                                   = 10 // replies with a number follow
)

// A fault is what a trial does otherwise; what is nil is as it should be.
type fault struct {
	name    string
	ask     func(t *trial, p int, s asker) []trialAct
	granted func(t *trial, s asker, from int) []trialAct
	asked   func(t *trial, s keeper, from roles.Peer, at roles.Stamp) []trialReply
	other   func(t *trial, s keeper, from roles.Peer, kind uint16) []trialReply // messages that are none of the three
	leave   func(t *trial, p int, s asker) []trialAct
	account func(*roles.Account[asker, keeper, uint16, uint16])
	init    keeper
	taken   func(s asker, from int, kind uint16) []trialAct
	regrant func(t *trial, s keeper) []trialReply // to whom a member gives what it has again
	waits   func(t *trial, s asker) []trialAct    // local steps of one that waits

	with, without []string // steps, besides the usual ones, and of these

	silent, alone   bool // a displaced request is not told; a permission given back does not count as failed
	keeps, lockless bool // permissions are not asked back; and a member does not note the stamp of the request that it has granted
}

type trial struct {
	fault
	n     int
	lists [][]explore.Set
}

func wants(s roles.Stamp) bool { return !s.None() }

func act(name string, s asker, send ...roles.To[uint16]) []trialAct {
	return []trialAct{{Name: name, Next: s, Send: send}}
}

func reply(name string, s keeper, send ...roles.Answer[uint16]) []trialReply {
	return []trialReply{{Name: name, Next: s, Send: send}}
}

func to(p roles.Peer, kind uint16) roles.Answer[uint16] {
	return roles.Answer[uint16]{To: p, Msg: kind}
}

// asks asks the members of a quorum.
func (t *trial) asks(s asker, q explore.Set) trialAct {
	s.Phase, s.Quorum = explore.Waiting, q
	return trialAct{Name: "ask", Kind: explore.Ask, Next: s, Stamp: roles.New, Send: roles.Stamped(roles.SendTo(q, request))}
}

func (t *trial) local(p int, s asker) (all []trialAct) {
	switch s.Phase {
	case explore.Thinking:
		if t.ask != nil {
			return t.ask(t, p, s)
		}
		for _, q := range t.lists[p] {
			all = append(all, t.asks(s, q))
		}
		return all
	case explore.Waiting:
		if t.waits != nil {
			return t.waits(t, s)
		}
	case explore.Inside:
		if t.leave != nil {
			return t.leave(t, p, s)
		}
		return t.leaves(s)
	}
	return nil
}

func (t *trial) leaves(s asker) []trialAct {
	send := roles.SendTo(s.Quorum, release)
	s.Phase, s.Quorum, s.Granted, s.Failed, s.Inquired = explore.Thinking, 0, 0, 0, 0
	return []trialAct{{Name: "leave", Kind: explore.Leave, Next: s, Send: send}}
}

func (t *trial) enters(s asker) []trialAct {
	s.Phase, s.Failed, s.Inquired = explore.Inside, 0, 0
	return []trialAct{{Name: "enter", Next: s, Stamp: roles.Drop}}
}

func (t *trial) gives(name string, s asker, members explore.Set) []trialAct {
	s.Granted &^= members
	s.Inquired &^= members
	if !t.alone {
		s.Failed |= members
	}
	return act(name, s, roles.SendTo(members, relinquish)...)
}

func (t *trial) take(_ int, s asker, from int, kind uint16, _ bool) []trialAct {
	if t.taken != nil {
		if all := t.taken(s, from, kind); all != nil {
			return all
		}
	}
	switch kind {
	case failed:
		s.Failed = s.Failed.With(from)
		return t.gives("failed", s, s.Inquired)
	case inquire:
		switch {
		case s.Phase != explore.Waiting || !s.Granted.Has(from) || s.Granted == s.Quorum:
			return act("inquired late", s)
		case s.Failed != 0:
			return t.gives("gives back", s, explore.SetOf(from))
		}
		s.Inquired = s.Inquired.With(from)
		return act("inquired", s)
	}
	if t.granted != nil {
		return t.granted(t, s, from)
	}
	return t.counts(s, from)
}

func (t *trial) counts(s asker, from int) []trialAct {
	s.Granted, s.Failed = s.Granted.With(from), s.Failed.Without(from)
	if s.Granted != s.Quorum {
		return act("counts", s)
	}
	return t.enters(s)
}

func (t *trial) member(s keeper, from roles.Peer, kind uint16, at roles.Stamp) []trialReply {
	switch kind {
	case request:
		if t.asked != nil {
			return t.asked(t, s, from, at)
		}
		return t.queues(s, from, at)
	case release, relinquish:
		if s.Holder != from {
			return []trialReply{{Name: "next", Undefined: "it was not granted"}}
		}
		if kind == relinquish {
			s.Queue = s.Queue.With(from, s.Lock)
		}
		return t.next(s, kind == release)
	}
	return t.other(t, s, from, kind)
}

func (t *trial) next(s keeper, released bool) []trialReply {
	s.Lock, s.Holder, s.Inquired = roles.Stamp{}, roles.Peer{}, false
	p := s.Queue.First(wants, roles.Stamp.Before)
	if p.None() {
		return reply("next", s)
	}
	if t.regrant != nil && released {
		return t.regrant(t, s)
	}
	return t.grants(s, p)
}

// grants gives what a member has to one of its queue.
func (t *trial) grants(s keeper, p roles.Peer) []trialReply {
	if s.Holder = p; !t.lockless {
		s.Lock = s.Queue.Of(p)
	}
	s.Queue = s.Queue.With(p, roles.Stamp{})
	return reply("next", s, to(p, grant))
}

func (t *trial) queues(s keeper, from roles.Peer, at roles.Stamp) []trialReply {
	if s.Holder.None() {
		if s.Holder = from; !t.lockless {
			s.Lock = at
		}
		return reply("grants", s, to(from, grant))
	}
	if t.keeps {
		s.Queue = s.Queue.With(from, at)
		return reply("fails", s, to(from, failed))
	}
	head := s.Queue.First(wants, roles.Stamp.Before)
	before := at.Before(s.Lock) && (head.None() || at.Before(s.Queue.Of(head)))
	s.Queue = s.Queue.With(from, at)
	switch {
	case !before:
		return reply("fails", s, to(from, failed))
	case !s.Inquired:
		s.Inquired = true
		return reply("inquires", s, to(s.Holder, inquire))
	case t.silent:
		return reply("queues", s)
	}
	return reply("displaces", s, to(head, failed))
}

func (t *trial) roles() trialProtocol {
	account := &roles.Account[asker, keeper, uint16, uint16]{
		Permit: func(m uint16) bool { return m == grant || m >= numbers }, Return: func(m uint16) bool { return m == release || m == relinquish },
		Has: func(s asker) explore.Set { return s.Granted }, Gave: func(s keeper) roles.Peers { return roles.Only(s.Holder) }, Most: 1,
	}
	if t.account != nil {
		t.account(account)
	}
	return trialProtocol{
		Name: "trial", N: t.n, Clock: explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true},
		Requester: roles.Requester[asker, uint16, uint16]{
			Local: t.local, Take: t.take, Observe: func(s asker) explore.Observation { return explore.Observation{Phase: s.Phase} },
		},
		Member: roles.Member[keeper, uint16, uint16]{Init: t.init, Take: t.member}, Safe: explore.AtMost(1), Account: account,
		Steps: slices.DeleteFunc(slices.Concat(trialSteps, t.with), func(name string) bool { return slices.Contains(t.without, name) }),
	}
}

// asksBack are the steps of permissions that are asked back.
var asksBack = []string{"gives back", "inquired", "inquired late", "inquires", "displaces"}

var trialSteps = []string{"ask", "enter", "leave", "counts", "failed", "gives back", "inquired", "inquired late", "grants", "fails", "inquires", "displaces", "next"}

func (f fault) family() everyn.Family[asker, keeper, uint16, uint16] {
	return func(n int, lists [][]explore.Set) (trialProtocol, error) {
		x := &trial{fault: f, n: n, lists: lists}
		return x.roles(), nil
	}
}

func (f fault) prove(t testing.TB) *everyn.Proof {
	return everyn.Prove(t.Context(), f.family(), everyn.Limits{Views: 20_000})
}

// search returns the verdicts of a search of an instance.
func (f fault) search(t testing.TB, n int, quorums [][]explore.Set, requests []int) map[explore.Property]verdict.Verdict {
	t.Helper()
	found, err := searched(t, f, nil, n, quorums, requests, 100_000)
	if err != nil {
		t.Fatalf("%s: %v", f.name, err)
	}
	return found
}

func trialWire() roles.Wire[letter, uint16, uint16] {
	return roles.Wire[letter, uint16, uint16]{
		Up:   func(k uint16) letter { return letter{Up: true, Kind: k} },
		Down: func(k uint16) letter { return letter{Kind: k} },
		Of:   func(w letter) (uint16, uint16, bool) { return w.Kind, w.Kind, w.Up },
	}
}

// The trial itself is proved, as the algorithm is that it is made after, though members and requesters have fields of each type that nobody uses.
func TestTrialItself(t *testing.T) {
	for _, f := range []fault{{}, yielding()} {
		p := f.prove(t)
		for _, property := range each {
			if !p.Proved(property) {
				t.Errorf("%s of %q is not proved: %s", property, f.name, short(p))
			}
		}
	}
	for property, v := range (fault{}).search(t, 3, cyclic(3), []int{1, 1, 1}) {
		if v != verdict.Holds {
			t.Errorf("%s: %s", property, v)
		}
	}
}

// cyclic has each process ask a majority.
func cyclic(n int) (lists [][]explore.Set) {
	for p := range n {
		var q explore.Set
		for i := range n/2 + 1 {
			q = q.With((p + i) % n)
		}
		lists = append(lists, []explore.Set{q})
	}
	return lists
}
