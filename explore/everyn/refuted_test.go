package everyn_test

import (
	"slices"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/roles"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

var each = []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom, explore.StarvationFreedom}

// one is a structure with process 1 as the only member, of n processes.
func one(n int) (lists [][]explore.Set) { return slices.Repeat([][]explore.Set{{explore.SetOf(0)}}, n) }

// A refuted handler must not be proved, of what a search finds violated.
type refuted struct {
	fault
	n        int
	quorums  [][]explore.Set
	requests []int
	violates []explore.Property // by a search
	why      string             // part of why something is not proved
	long     bool               // the search
}

var stamped, unstamped = roles.Stamped[uint16], func(all []roles.To[uint16]) []roles.To[uint16] { return all }

// refutedHandlers are handlers that provers of every number have proved, each of which lacked a guard; and others of their kinds.
func refutedHandlers() []refuted {
	all := []explore.Property{explore.Safety, explore.WellDefined}
	dead, starves := []explore.Property{explore.DeadlockFreedom}, []explore.Property{explore.StarvationFreedom}
	return []refuted{
		{fault{name: "a field of a stamp that nobody uses, printed", silent: true, alone: true, with: []string{"queues"}, without: []string{"displaces"}},
			3, shared(), []int{1, 1, 1}, dead, "may wait for each other", false},
		{fault{name: "a field of a stamp that nobody uses, silent", silent: true, with: []string{"queues"}, without: []string{"displaces"}},
			3, shared(), []int{1, 1, 1}, dead, "may wait for each other", true},
		{fault{name: "keeps the first stamp for ever in a field", asked: func(t *trial, s keeper, from roles.Peer, at roles.Stamp) []trialReply {
			if s.Extra.None() {
				s.Extra = at
			}
			return t.queues(s, from, at)
		}, silent: true, alone: true, with: []string{"queues"}, without: []string{"displaces"}}, 3, shared(), []int{1, 1, 1}, dead, "", true},
		{fault{name: "keeps no stamp of the holder", keeps: true, lockless: true, without: asksBack}, 3, cyclic(3), []int{1, 1, 1}, dead, "may wait for each other", false},
		{fault{name: "keeps what it has, and leaves out members that failed it", keeps: true, without: asksBack, ask: func(t *trial, p int, s asker) (all []trialAct) {
			for _, q := range t.lists[p] {
				if q&^s.Avoid != 0 {
					q &^= s.Avoid
				}
				all = append(all, t.asks(s, q))
			}
			return all
		}, taken: func(s asker, from int, kind uint16) []trialAct {
			if kind != failed {
				return nil
			}
			s.Avoid = s.Avoid.With(from)
			return act("failed", s)
		}}, 3, cyclic(3), []int{2, 2, 0}, all[:1], "", false},
		{fault{name: "leaves out members that failed it", ask: func(t *trial, p int, s asker) (all []trialAct) {
			for _, q := range t.lists[p] {
				if q&^s.Avoid != 0 {
					q &^= s.Avoid
				}
				all = append(all, t.asks(s, q))
			}
			return all
		}, taken: avoids}, 3, cyclic(3), []int{2, 2, 0}, all[:1], "", true},
		{fault{name: "does not wait for members that failed it", granted: func(t *trial, s asker, from int) []trialAct {
			s.Granted, s.Failed = s.Granted.With(from), s.Failed.Without(from)
			if s.Granted|s.Avoid != s.Quorum|s.Avoid {
				return act("counts", s)
			}
			return t.enters(s)
		}, taken: avoids}, 2, one(2), []int{2, 2}, nil, "", false},
		{fault{name: "grants twice if three are queued, in nested functions", asked: func(t *trial, s keeper, from roles.Peer, at roles.Stamp) []trialReply {
			if !s.Lock.None() && s.Queue.Any(func(x roles.Stamp) bool {
				return s.Lock.Before(x) && s.Queue.Any(func(y roles.Stamp) bool { return x.Before(y) })
			}) {
				s.Holder, s.Lock = from, at
				return reply("grants", s, to(from, grant))
			}
			return t.queues(s, from, at)
		}}, 4, one(4), []int{1, 1, 1, 1}, all, "in a function that one has called", false},
		{fault{name: "the same in the order", asked: func(t *trial, s keeper, from roles.Peer, at roles.Stamp) []trialReply {
			twice := false
			s.Queue.First(wants, func(x, y roles.Stamp) bool {
				twice = twice || s.Queue.Any(func(z roles.Stamp) bool { return x.Before(z) && z.Before(y) })
				return x.Before(y)
			})
			if twice {
				s.Holder, s.Lock = from, at
				return reply("grants", s, to(from, grant))
			}
			return t.queues(s, from, at)
		}}, 5, one(5), []int{1, 1, 1, 1, 1}, nil, "in a function that one has called", true},
		{fault{name: "grants twice by the third in order", asked: func(t *trial, s keeper, from roles.Peer, at roles.Stamp) []trialReply {
			n := 0
			for range s.Queue.InOrder(wants, roles.Stamp.Before) {
				if n++; n == 2 {
					s.Holder, s.Lock = from, at
					return reply("grants", s, to(from, grant))
				}
			}
			return t.queues(s, from, at)
		}}, 4, one(4), []int{1, 1, 1, 1}, all, "", false},
		{fault{name: "grants twice if seven are queued", asked: func(t *trial, s keeper, from roles.Peer, at roles.Stamp) []trialReply {
			if s.Queue.Total(func(x roles.Stamp) int { return map[bool]int{false: 1}[x.None()] }) == 7 {
				s.Holder, s.Lock = from, at
				return reply("grants", s, to(from, grant))
			}
			return t.queues(s, from, at)
		}}, 2, one(2), []int{1, 1}, nil, "", false},
		{fault{name: "grants twice if seven are sorted", asked: func(t *trial, s keeper, from roles.Peer, at roles.Stamp) []trialReply {
			if len(s.Queue.Sorted(wants, roles.Stamp.Before)) == 7 {
				s.Holder, s.Lock = from, at
				return reply("grants", s, to(from, grant))
			}
			return t.queues(s, from, at)
		}}, 2, one(2), []int{1, 1}, nil, "more than", false},
		{fault{name: "a request without its stamp", ask: func(t *trial, p int, s asker) (all []trialAct) {
			for _, q := range t.lists[p] {
				for _, f := range []func([]roles.To[uint16]) []roles.To[uint16]{stamped, unstamped} {
					x := t.asks(s, q)
					x.Send = f(roles.SendTo(q, request))
					all = append(all, x)
				}
			}
			return all
		}, asked: func(t *trial, s keeper, from roles.Peer, at roles.Stamp) []trialReply {
			if at.None() {
				s.Holder = from
				return reply("grants", s, to(from, grant))
			}
			return t.queues(s, from, at)
		}}, 2, one(2), []int{1, 1}, all, "", false},
		{fault{name: "a request without its stamp from the second on", ask: func(t *trial, p int, s asker) (all []trialAct) {
			for _, q := range t.lists[p] {
				x := t.asks(s, q)
				if x.Next.Flag = 1; s.Flag > 0 {
					x.Send = roles.SendTo(q, request)
				}
				all = append(all, x)
			}
			return all
		}, asked: func(t *trial, s keeper, from roles.Peer, at roles.Stamp) []trialReply {
			if at.None() {
				s.Holder = from
				return reply("grants", s, to(from, grant))
			}
			return t.queues(s, from, at)
		}}, 2, one(2), []int{2, 2}, all, "", false},
		{fault{name: "enters at once with one quorum", ask: func(t *trial, p int, s asker) (all []trialAct) {
			alone, some := true, false
			for range t.lists[p] {
				if some {
					alone = false
				}
				some = true
			}
			for _, q := range t.lists[p] {
				x := t.asks(s, q)
				if alone {
					x.Next.Phase, x.Name = explore.Inside, "enters at once"
				}
				all = append(all, x)
			}
			return all
		}, with: []string{"enters at once"}}, 2, one(2), []int{1, 1}, all, "", false},
		{fault{name: "enters at once with two quorums", ask: func(t *trial, p int, s asker) (all []trialAct) {
			for _, q := range t.lists[p] {
				x := t.asks(s, q)
				if len(t.lists[p]) == 2 {
					x.Next.Phase, x.Name = explore.Inside, "enters at once"
				}
				all = append(all, x)
			}
			return all
		}, with: []string{"enters at once"}}, 2, [][]explore.Set{{1, 3}, {1, 3}}, []int{1, 1}, all, "with a list of", false},
		{fault{name: "enters with the first permission, and leaves with all", keeps: true, without: asksBack, granted: func(t *trial, s asker, from int) []trialAct {
			if s.Granted, s.Failed = s.Granted.With(from), s.Failed.Without(from); s.Phase == explore.Waiting {
				return t.enters(s)
			}
			return act("counts", s)
		}, leave: func(t *trial, _ int, s asker) []trialAct {
			if s.Granted != s.Quorum {
				return nil
			}
			return t.leaves(s)
		}}, 2, [][]explore.Set{{3}, {3}}, []int{1, 1}, all[:1], "without the permissions", false},
		{fault{name: "asks what two quorums have together", ask: func(t *trial, p int, s asker) (all []trialAct) {
			q := t.lists[p][0]
			for _, x := range t.lists[p][1:] {
				if q&x != 0 {
					q &= x
				}
			}
			return []trialAct{t.asks(s, q)}
		}}, 3, slices.Repeat([][]explore.Set{{3, 6, 5}}, 3), []int{1, 1, 1}, nil, "with a list of", false},
		{fault{name: "asks one member of a quorum", ask: func(t *trial, p int, s asker) (all []trialAct) {
			for _, q := range t.lists[p] {
				all = append(all, t.asks(s, explore.SetOf(q.First())))
			}
			return all
		}}, 3, cyclic(3), []int{1, 1, 1}, all[:1], "", false},
		{fault{name: "a step that is undefined, always, and books of two units", asked: func(*trial, keeper, roles.Peer, roles.Stamp) []trialReply {
			return []trialReply{{Name: "grants", Undefined: "always"}}
		}, account: func(a *roles.Account[asker, keeper, uint16, uint16]) { a.Most = 2 }}, 2, one(2), []int{1, 1}, all[1:], "more than one permission", false},
		{fault{name: "a step that is undefined, always", asked: func(*trial, keeper, roles.Peer, roles.Stamp) []trialReply {
			return []trialReply{{Name: "grants", Undefined: "always"}}
		}}, 2, one(2), []int{1, 1}, all[1:], "", false},
		{fault{name: "nobody ever asks", ask: func(*trial, int, asker) []trialAct { return nil }}, 2, one(2), []int{1, 1}, nil, "never happens", false},
		{fault{name: "nobody ever leaves", leave: func(*trial, int, asker) []trialAct { return nil }}, 2, one(2), []int{1, 1}, dead, "", false},
		{fault{name: "leaves, or stays for ever", leave: func(t *trial, _ int, s asker) []trialAct {
			if s.Flag > 0 {
				return nil
			}
			stays := s
			stays.Flag = 1
			return append(t.leaves(s), act("stays", stays)...)
		}, with: []string{"stays"}}, 2, one(2), []int{1, 1}, dead, "", false},
		{fault{name: "a permission that is given at the start", init: keeper{Count: 1}, account: func(a *roles.Account[asker, keeper, uint16, uint16]) {
			a.Gave = func(s keeper) roles.Peers {
				if s.Count > 0 {
					return roles.Peers{}
				}
				return roles.Only(s.Holder)
			}
		}}, 2, one(2), []int{1, 1}, nil, "has not given a requester its permission, and that is", false},
		{fault{name: "three hundred replies, one of which lets in at once", keeps: true, without: asksBack, asked: func(t *trial, s keeper, from roles.Peer, at roles.Stamp) []trialReply {
			if !s.Holder.None() {
				return t.queues(s, from, at)
			}
			s.Lock, s.Holder = at, from
			var list []trialReply
			for i := range uint16(300) {
				list = append(list, reply("grants", s, to(from, numbers+i))...)
			}
			return list
		}, taken: func(s asker, from int, kind uint16) []trialAct {
			if s.Granted, s.Failed = s.Granted.With(from), s.Failed.Without(from); kind == numbers+290 || kind >= numbers && s.Granted == s.Quorum {
				s.Phase, s.Failed, s.Inquired = explore.Inside, 0, 0
				return []trialAct{{Name: "enter", Next: s, Stamp: roles.Drop}}
			} else if kind >= numbers {
				return act("counts", s)
			}
			return nil
		}}, 2, [][]explore.Set{{3}, {2}}, []int{1, 1}, all, "without the permissions", false},
		{fault{name: "gives back what it has while it lacks something", granted: func(t *trial, s asker, from int) []trialAct {
			s.Granted, s.Failed = s.Granted.With(from), s.Failed.Without(from)
			if s.Granted != s.Quorum {
				return t.gives("gives back", s, s.Granted)
			}
			return t.enters(s)
		}, without: []string{"counts", "inquired"}}, 3, cyclic(3), []int{1, 1, 1}, all[1:], "without end", true},
		{fault{name: "a ball to and fro", other: func(_ *trial, s keeper, from roles.Peer, kind uint16) []trialReply {
			return reply("ball", s, to(from, back))
		}, taken: func(s asker, from int, kind uint16) []trialAct {
			if kind == back {
				return act("ball", s, roles.SendTo(explore.SetOf(from), ball)...)
			}
			return nil
		}, ask: func(t *trial, p int, s asker) (all []trialAct) {
			for _, q := range t.lists[p] {
				x := t.asks(s, q)
				x.Send = append(x.Send, roles.SendTo(q, ball)...)
				all = append(all, x)
			}
			return all
		}, with: []string{"ball"}}, 2, [][]explore.Set{{1}, {1}}, []int{1, 1}, all[1:], "without end", false},
		{fault{name: "notes a stamp for somebody else", asked: func(t *trial, s keeper, from roles.Peer, at roles.Stamp) []trialReply {
			if !s.Holder.None() && s.Holder != from && !s.Queue.Of(s.Holder).None() {
				s.Queue = s.Queue.With(s.Holder, at)
			} else if !s.Holder.None() {
				s.Queue = s.Queue.With(s.Holder, at)
			}
			return t.queues(s, from, at)
		}}, 3, one(3), []int{1, 1, 1}, nil, "notes for a peer a stamp that is not of its latest request", false},
		{fault{name: "notes a request for whoever has the permission", asked: func(t *trial, s keeper, from roles.Peer, at roles.Stamp) []trialReply {
			if s.Holder.None() {
				return t.queues(s, from, at)
			}
			s.Queue = s.Queue.With(s.Holder, at)
			return reply("fails", s, to(from, failed))
		}}, 2, one(2), []int{1, 1}, dead, "notes for a peer a stamp that is not of its latest request", false},
		{fault{name: "grants twice where it is process 3", ask: func(t *trial, p int, s asker) (all []trialAct) {
			for _, q := range t.lists[p] {
				x := t.asks(s, q)
				if p == 3 {
					x.Next.Phase, x.Name = explore.Inside, "enters at once"
				}
				all = append(all, x)
			}
			return all
		}, with: []string{"enters at once"}}, 4, one(4), []int{1, 1, 1, 1}, all, "have other numbers", false},
		{fault{name: "enters by the number of a member", granted: func(t *trial, s asker, from int) []trialAct {
			if from == 2 {
				return t.enters(s)
			}
			return t.counts(s, from)
		}}, 3, slices.Repeat([][]explore.Set{{6}}, 3), []int{1, 1, 1}, nil, "have other numbers", false},
		{fault{name: "sends to a member of a number", granted: func(t *trial, s asker, from int) []trialAct {
			all := t.counts(s, from)
			all[0].Send = append(all[0].Send, roles.To[uint16]{Member: 9, Msg: relinquish})
			return all
		}}, 3, cyclic(3), []int{1, 1, 1}, nil, "that nobody gave it", false},
		{fault{name: "counts two members that are alike", granted: func(t *trial, s asker, from int) []trialAct {
			if s.Granted.Len() == 1 {
				return t.enters(s.with(from))
			}
			return t.counts(s, from)
		}}, 3, slices.Repeat([][]explore.Set{{7}}, 3), []int{1, 1, 1}, all[1:], "on how many members are alike", false},
		{fault{name: "counts members that are alike before it enters", granted: func(t *trial, s asker, from int) []trialAct {
			s.Granted, s.Failed = s.Granted.With(from), s.Failed.Without(from)
			return act("counts", s)
		}, waits: func(t *trial, s asker) []trialAct {
			if s.Granted.Len() != 2 {
				return nil
			}
			return t.enters(s)
		}}, 3, slices.Repeat([][]explore.Set{{7}}, 3), []int{1, 1, 1}, nil, "on how many members are alike", false},
		{fault{name: "has what two that are alike gave", account: func(a *roles.Account[asker, keeper, uint16, uint16]) {
			a.Has = func(s asker) explore.Set {
				if s.Granted.Len() == 2 {
					return 0
				}
				return s.Granted
			}
		}}, 3, slices.Repeat([][]explore.Set{{7}}, 3), []int{1, 1, 1}, nil, "which permissions it has, depends on numbers", false},
		{fault{name: "recovers, and goes on", asked: func(t *trial, s keeper, from roles.Peer, at roles.Stamp) []trialReply {
			more := true
			func() {
				defer func() { _ = recover() }()
				more = len(s.Queue.Sorted(wants, roles.Stamp.Before)) >= 2
			}()
			if more && !s.Holder.None() {
				s.Holder, s.Lock = from, at
				return reply("grants", s, to(from, grant))
			}
			return t.queues(s, from, at)
		}}, 4, one(4), []int{1, 1, 1, 1}, all, "", false},
		{fault{name: "gives to the last of the queue", asked: func(t *trial, s keeper, from roles.Peer, at roles.Stamp) []trialReply {
			s.Queue.First(wants, func(a, b roles.Stamp) bool { return b.Before(a) })
			return t.queues(s, from, at)
		}}, 2, one(2), []int{1, 1}, nil, "more than", false},
		{fault{name: "gives to the second of the queue", regrant: func(t *trial, s keeper) []trialReply {
			return t.second(s)
		}}, 3, one(3), nil, starves, "may wait for each other", false},
		{fault{name: "gives to the second of the queue, or to the first", regrant: func(t *trial, s keeper) []trialReply {
			return append(t.second(s), t.grants(s, s.Queue.First(wants, roles.Stamp.Before))...)
		}}, 3, one(3), nil, nil, "may wait for each other", false},
		{fault{name: "enters if it wants to", granted: func(t *trial, s asker, from int) []trialAct {
			s.Granted, s.Failed = s.Granted.With(from), s.Failed.Without(from)
			return act("counts", s)
		}, waits: func(t *trial, s asker) []trialAct {
			if s.Granted != s.Quorum {
				return nil
			}
			all := t.enters(s)
			all[0].Kind = explore.May
			return all
		}}, 2, one(2), nil, starves, "", false},
		{fault{name: "enters by steps of two names, in turn", granted: func(t *trial, s asker, from int) []trialAct {
			s.Granted, s.Failed = s.Granted.With(from), s.Failed.Without(from)
			return act("counts", s)
		}, waits: func(t *trial, s asker) []trialAct {
			if s.Granted != s.Quorum {
				return nil
			}
			s.Flag = 1 - s.Flag
			turn := act([]string{"turn", "turn back"}[s.Flag], s)
			if s.Flag == 0 {
				return turn
			}
			s.Flag = 0
			return append(turn, t.enters(s)...)
		}, with: []string{"turn", "turn back"}}, 2, one(2), nil, starves, "", false},
		{fault{name: "stays inside, now and then", leave: func(t *trial, _ int, s asker) []trialAct {
			s.Flag = 1 - s.Flag
			stays := act("stays", s)
			if s.Flag == 0 {
				return stays
			}
			return append(t.leaves(s), stays...)
		}, with: []string{"stays"}}, 2, one(2), nil, starves, "", false},
		{fault{name: "waits again, and enters again, without asking", leave: func(t *trial, _ int, s asker) []trialAct {
			again := s
			again.Phase = explore.Waiting
			return append(t.leaves(s), act("waits again", again)...)
		}, waits: func(t *trial, s asker) []trialAct {
			if s.Granted != s.Quorum {
				return nil
			}
			return t.enters(s)
		}, with: []string{"waits again"}}, 2, one(2), nil, starves, "does not ask", false},
		{fault{name: "keeps a table from one call to the next", asked: keepsTable()}, 2, one(2), []int{1, 1}, nil, "", false},
		{fault{name: "counts its calls", asked: countsCalls()}, 2, one(2), []int{1, 1}, nil, "when it is called again", false},
		{fault{name: "looks at the number of processes", asked: func(t *trial, s keeper, from roles.Peer, at roles.Stamp) []trialReply {
			if t.n == 15 && !s.Holder.None() {
				s.Holder, s.Lock = from, at
				return reply("grants", s, to(from, grant))
			}
			return t.queues(s, from, at)
		}}, 2, one(2), []int{1, 1}, nil, "when it is called again", false},
	}
}

// avoids notes who failed a requester.
func avoids(s asker, from int, kind uint16) []trialAct {
	if kind != failed {
		return nil
	}
	s.Avoid = s.Avoid.With(from)
	s.Failed = s.Failed.With(from)
	return (&trial{}).gives("failed", s, s.Inquired)
}

func (s asker) with(from int) asker {
	s.Granted = s.Granted.With(from)
	return s
}

// second gives to the second of the queue, if there is one, and asks at once for what was given.
func (t *trial) second(s keeper) []trialReply {
	var first roles.Peer
	for p := range s.Queue.InOrder(wants, roles.Stamp.Before) {
		if first.None() {
			first = p
			continue
		}
		all := t.grants(s, p)
		all[0].Next.Inquired = true
		all[0].Send = append(all[0].Send, to(p, inquire))
		return all
	}
	return t.grants(s, first)
}

func keepsTable() func(t *trial, s keeper, from roles.Peer, at roles.Stamp) []trialReply {
	var kept roles.By[roles.Stamp]
	return func(t *trial, s keeper, from roles.Peer, at roles.Stamp) []trialReply {
		kept.Any(wants)
		kept = s.Queue
		return t.queues(s, from, at)
	}
}

func countsCalls() func(t *trial, s keeper, from roles.Peer, at roles.Stamp) []trialReply {
	calls := 0
	return func(t *trial, s keeper, from roles.Peer, at roles.Stamp) []trialReply {
		if calls++; calls%2 == 1 && !s.Holder.None() {
			s.Holder, s.Lock = from, at
			return reply("grants", s, to(from, grant))
		}
		return t.queues(s, from, at)
	}
}

// shared has three requesters with the quorum of the first two, one of whom is in the middle.
func shared() [][]explore.Set { return slices.Repeat([][]explore.Set{{3}}, 3) }

// No handler is proved to have what a search finds violated; and those that go beyond the argument are refused, or open, for the reason given.
func TestRefuted(t *testing.T) {
	violated := 0
	for _, x := range refutedHandlers() {
		p := x.prove(t)
		if !slices.ContainsFunc(each, func(property explore.Property) bool { return !p.Proved(property) }) {
			t.Errorf("%s: all is proved", x.name)
		}
		if text := short(p); !strings.Contains(text, x.why) {
			t.Errorf("%s: not open since %q: %s", x.name, x.why, text)
		}
		if x.violates == nil || x.long && !slow.Tests() {
			continue
		}
		found := x.search(t, x.n, x.quorums, x.requests)
		for _, property := range x.violates {
			if found[property] != verdict.Violated {
				t.Errorf("%s: a search finds %v, not that %s is violated", x.name, found, property)
			}
			violated++
		}
		for property, v := range found {
			if v == verdict.Violated && p.Proved(property) {
				t.Errorf("%s: %s is proved and violated", x.name, property)
			}
		}
	}
	if violated < 25 {
		t.Errorf("searches find %d violations", violated)
	}
}
