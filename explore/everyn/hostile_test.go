package everyn_test

import (
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/everyn"
	"qcheck/explore/roles"
	"qcheck/explore/verdict"
)

// A hostile is a fault that is changed as a protocol, which may depend on the instance.
type hostile struct {
	fault
	change   func(x *trial, p *trialProtocol)
	n        int
	quorums  [][]explore.Set
	requests []int
	violates explore.Property // by a search; empty if none is made
	why      string           // part of why something is not proved
}

func (h hostile) roles(n int, lists [][]explore.Set) trialProtocol {
	x := &trial{fault: h.fault, n: n, lists: lists}
	p := x.roles()
	if h.change != nil {
		h.change(x, &p)
	}
	return p
}

func (h hostile) family(n int, lists [][]explore.Set) (trialProtocol, error) {
	return h.roles(n, lists), nil
}

func hostiles() []hostile {
	const first = numbers // a grant to one whose stamp is noted as well
	return []hostile{
		// The peer whose stamp a member has in a field is named nowhere. What it alone sends is an effect for others, too.
		{fault: fault{
			name: "forgets whom it has granted when one says so whose stamp alone it knows", keeps: true, without: asksBack, with: []string{"ball"},
			asked: func(t *trial, s keeper, from roles.Peer, at roles.Stamp) []trialReply {
				if !s.Holder.None() {
					return t.queues(s, from, at)
				}
				kind := grant
				if s.Extra.None() {
					s.Extra, kind = at, first
				}
				s.Lock, s.Holder = at, from
				return reply("grants", s, to(from, kind))
			},
			regrant: func(t *trial, s keeper) []trialReply {
				p := s.Queue.First(wants, roles.Stamp.Before)
				all := t.grants(s, p)
				if s.Extra.None() {
					all[0].Next.Extra, all[0].Send[0].Msg = all[0].Next.Lock, first
				}
				return all
			},
			taken: func(s asker, from int, kind uint16) []trialAct {
				if kind != first {
					return nil
				}
				s.Avoid = s.Avoid.With(from)
				return (&trial{}).counts(s, from)
			},
			ask: func(t *trial, p int, s asker) (all []trialAct) {
				for _, q := range t.lists[p] {
					x := t.asks(s, q)
					x.Send = roles.Stamped(append(roles.SendTo(q&^s.Avoid, request), roles.SendTo(q&s.Avoid, ball)...))
					x.Next.Avoid &^= q
					all = append(all, x)
				}
				return all
			},
		}, change: func(x *trial, p *trialProtocol) {
			p.Member.Take = func(s keeper, from roles.Peer, kind uint16, at roles.Stamp) []trialReply {
				if kind != ball {
					return x.member(s, from, kind, at)
				}
				s.Extra, s.Holder, s.Lock = roles.Stamp{}, from, at
				return reply("ball", s, to(from, grant))
			}
		}, n: 3, quorums: one(3), requests: []int{2, 1, 0}, violates: explore.Safety},
		{fault: fault{name: "enters early if one of its quorums is what it asked", keeps: true, without: asksBack, taken: func(s asker, from int, kind uint16) []trialAct {
			if kind != failed {
				return nil
			}
			s.Avoid = s.Avoid.With(from)
			return act("failed", s)
		}}, change: func(x *trial, p *trialProtocol) {
			take := p.Requester.Take
			p.Requester.Take = func(self int, s asker, from int, kind uint16, present bool) []trialAct {
				all := take(self, s, from, kind, present)
				for _, q := range x.lists[self] {
					if kind == grant && q == s.Quorum && s.Avoid&^s.Quorum != 0 && s.Granted.With(from) != s.Quorum {
						all = append(all, x.enters(s.with(from))...)
					}
				}
				return all
			}
		}, n: 3, quorums: [][]explore.Set{{3, 6}, {3}, {3}}, requests: []int{2, 2, 0}, violates: explore.Safety, why: "depends on its quorums"},
		{fault: fault{name: "uses two units of one"}, change: func(_ *trial, p *trialProtocol) {
			p.Requester.Observe = func(s asker) explore.Observation { return explore.Observation{Phase: s.Phase, Units: 2} }
			p.Safe = units(1)
		}, n: 2, quorums: one(2), requests: []int{1, 1}, violates: explore.Safety, why: "more than"},
		{fault: fault{name: "begins with another member if there are few"}, change: func(x *trial, p *trialProtocol) {
			p.Member.Init.Count = map[bool]uint8{true: 1}[x.n < 5]
			p.Member.Take = func(s keeper, from roles.Peer, kind uint16, at roles.Stamp) []trialReply {
				if s.Count == 1 && kind == request {
					return reply("grants", s, to(from, grant))
				}
				return x.member(s, from, kind, at)
			}
		}, n: 2, quorums: one(2), requests: []int{1, 1}, violates: explore.Safety, why: "depends on"},
		{fault: fault{name: "is inside where it waits if there are few"}, change: func(x *trial, p *trialProtocol) {
			p.Requester.Observe = func(s asker) explore.Observation {
				if x.n < 5 && s.Phase == explore.Waiting {
					s.Phase = explore.Inside
				}
				return explore.Observation{Phase: s.Phase}
			}
		}, n: 2, quorums: one(2), requests: []int{1, 1}, violates: explore.Safety, why: "depends on"},
		{fault: fault{name: "grants twice where all are queued", keeps: true, lockless: true, without: asksBack}, change: everybody},
	}
}

// everybody has members that keep all in their queue, and grant once more where that has everybody.
func everybody(x *trial, p *trialProtocol) {
	p.Member.Take = func(s keeper, from roles.Peer, kind uint16, at roles.Stamp) []trialReply {
		switch {
		case kind == request && s.Holder.None():
			s.Holder, s.Queue = from, s.Queue.With(from, at)
			return reply("grants", s, to(from, grant))
		case kind == request:
			s.Queue = s.Queue.With(from, at)
			if !s.Queue.Any(func(t roles.Stamp) bool { return t.None() }) {
				s.Holder = from
				return reply("fails", s, to(from, grant))
			}
			return reply("fails", s, to(from, failed))
		case s.Holder != from:
			return []trialReply{{Name: "next", Undefined: "it was not granted"}}
		}
		s.Queue = s.Queue.With(from, roles.Stamp{})
		s.Holder = s.Queue.First(wants, roles.Stamp.Before)
		if s.Holder.None() {
			return reply("next", s)
		}
		return reply("next", s, to(s.Holder, grant))
	}
}

func units(most int) func([]explore.Observation) string {
	return func(all []explore.Observation) string {
		sum := 0
		for _, o := range all {
			if o.Phase == explore.Inside {
				sum += int(o.Units)
			}
		}
		if sum <= most {
			return ""
		}
		return "too many units"
	}
}

func TestHostile(t *testing.T) {
	for _, h := range hostiles() {
		p := everyn.Prove(t.Context(), h.family, everyn.Limits{Views: 20_000})
		t.Logf("%s: %s", h.name, short(p))
		if !strings.Contains(short(p), h.why) {
			t.Errorf("%s: not open since %q: %s", h.name, h.why, short(p))
		}
		if h.violates == "" {
			continue
		}
		c, err := roles.Compose[roles.State[asker, keeper]](h.roles(h.n, h.quorums), trialWire())
		if err != nil {
			t.Fatal(err)
		}
		m, err := explore.NewModel(c)
		if err != nil {
			t.Fatal(err)
		}
		r, err := explore.Run(t.Context(), m, explore.Options{Requests: h.requests, MaxStates: 100_000})
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range r.Properties {
			if found.Property == h.violates && found.Verdict != verdict.Violated {
				t.Errorf("%s: a search finds %s %v", h.name, found.Property, found.Verdict)
			}
			if found.Verdict == verdict.Violated && p.Proved(found.Property) {
				t.Errorf("%s: %s is proved and violated", h.name, found.Property)
			}
		}
	}
}

// With 16 processes, the largest number that searches have, all may be queued.
func TestEverybody(t *testing.T) {
	const n = explore.MaxProcesses
	c, err := roles.Compose[roles.State[asker, keeper]](hostile{fault: fault{keeps: true, lockless: true}, change: everybody}.roles(n, one(n)), trialWire())
	if err != nil {
		t.Fatal(err)
	}
	l, grants := c.Init(0), 0
	for from := range n {
		step := c.Deliver(0, l, from, letter{Up: true, Kind: request, Stamp: explore.Stamp(from + 1)})[0]
		l = step.Next
		for _, o := range step.Send {
			if o.Msg.Kind == grant {
				grants++
			}
		}
	}
	if grants != 1 {
		t.Errorf("%d grants", grants)
	}
}
