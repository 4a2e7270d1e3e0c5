package kakugawa

import (
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/explore/everyn"
	"qcheck/explore/roles"
)

// Handlers that misbehave by what they may ask of quorums, and of what members note: none is proved to be safe and well-defined.
func TestHostileForEveryNumber(t *testing.T) {
	type handlers struct {
		*algorithm
		*rolesProtocol
	}
	taking := func(h handlers, kind Kind, f func(s requester, from int) []act) {
		take := h.Requester.Take
		h.Requester.Take = func(self int, s requester, from int, k toRequester, present bool) []act {
			if Kind(k) == kind && s.Phase == Asking {
				if all := f(s, from); all != nil {
					return all
				}
			}
			return take(self, s, from, k, present)
		}
	}
	requested := func(h handlers, f func(s member, r entry) []reply) {
		asked := h.Member.Take
		h.Member.Take = func(s member, from roles.Peer, k toMember, at roles.Stamp) []reply {
			if Kind(k) == REQUEST {
				if all := f(s, entry{Stamp: at, From: from}); all != nil {
					return all
				}
			}
			return asked(s, from, k, at)
		}
	}
	enters := func(s requester) []act {
		s.Phase, s.T, s.Asked, s.Unanswered = Inside, s.Asked&^s.K, 0, 0
		return []act{{Name: stepOKEnters, Next: s, Stamp: roles.Drop}}
	}
	twice := func(s member, r entry) []reply {
		s.Holder = r
		return replies(stepRequestOK, s, answer(r.From, OK))
	}
	for _, c := range []struct {
		name   string
		change func(h handlers)
		why    string
	}{
		{"enters if it asked all", func(h handlers) {
			taking(h, WAIT, func(s requester, _ int) []act {
				if h.quorums.All(s.Asked) {
					return enters(s)
				}
				return nil
			})
		}, "without the permissions"},
		{"enters if its set is a quorum", func(h handlers) {
			taking(h, WAIT, func(s requester, _ int) []act {
				if h.quorums.Is(s.Asked) && h.quorums.Within(s.K) {
					return enters(s)
				}
				return nil
			})
		}, "without the permissions"},
		{"enters with the refusals", func(h handlers) {
			taking(h, WAIT, func(s requester, from int) []act {
				if s.K = s.K.With(from); h.quorums.Enough(s.K) {
					s.K = s.K.Without(from)
					return enters(s)
				}
				return nil
			})
		}, "without the permissions"},
		{"enters where a part is enough, and gives it back", func(h handlers) {
			taking(h, OK, func(s requester, from int) []act {
				if s.K = s.K.With(from); h.quorums.Enough(s.K) {
					all := enters(s)
					all[0].Next.K, all[0].Next.T = s.K.Without(from), s.T.With(from)
					return all
				}
				return nil
			})
		}, "that is nowhere"},
		{"asks some of what it may", func(h handlers) {
			taking(h, WAIT, func(s requester, from int) (all []act) {
				if s.Unanswered != explore.SetOf(from) {
					return nil
				}
				others := h.others(0, s)
				for i, x := range h.retry(s, others, stepWaitRetries) {
					if i == 0 {
						all = append(all, x)
					}
				}
				return all
			})
		}, "does not do what it does with each of them"},
		{"asks those again that it asked", func(h handlers) {
			taking(h, WAIT, func(s requester, _ int) []act {
				return []act{{Name: stepWaitCounted, Next: s, Send: roles.Stamped(roles.SendTo(s.T, toMember(REQUEST)))}}
			})
		}, "otherwise than once to each member"},
		{"asks others without a stamp", func(h handlers) {
			taking(h, WAIT, func(s requester, _ int) (all []act) {
				all = h.retry(s, h.others(0, s), stepWaitRetries)
				for i := range all {
					for j := range all[i].Send {
						all[i].Send[j].Stamped = false
					}
				}
				return all
			})
		}, ""},
		{"asks others with another stamp", func(h handlers) {
			taking(h, WAIT, func(s requester, _ int) (all []act) {
				all = h.retry(s, h.others(0, s), stepWaitRetries)
				for i := range all {
					all[i].Stamp = roles.New
				}
				return all
			})
		}, "otherwise than once to each member"},
		{"has members that ask for quorums", func(h handlers) {
			requested(h, func(s member, r entry) []reply {
				if h.quorums.Is(0) {
					return twice(s, r)
				}
				return nil
			})
		}, "where none is asked"},
		{"looks at quorums to see who it is", func(h handlers) {
			h.Requester.Observe = func(s requester) explore.Observation {
				if s.Phase == Inside && !h.quorums.Enough(s.K) {
					return explore.Observation{Phase: explore.Thinking}
				}
				return observe(s)
			}
		}, "where none is asked"},
		{"does not say that it looks at quorums", func(h handlers) { h.Structure = nil }, ""},
		{"gives twice if three have asked", func(h handlers) {
			requested(h, func(s member, r entry) []reply {
				n, rest := 0, s.Noted
				for ; rest.Asks(); n++ {
					rest, _ = rest.Answered(s.Holder.From)
				}
				if n == 3 {
					return twice(s, r)
				}
				return nil
			})
		}, "asks for more than"},
		{"gives twice if five wait", func(h handlers) {
			requested(h, func(s member, r entry) []reply {
				n := 0
				for rest, next := s.Noted.Serve(); !next.From.None(); rest, next = rest.Serve() {
					n++
				}
				if n == 5 {
					return twice(s, r)
				}
				return nil
			})
		}, "asks for more than"},
		{"notes a request for another one", func(h handlers) {
			requested(h, func(s member, r entry) []reply {
				if s.Holder.From.None() {
					return nil
				}
				noted, _ := s.Noted.Put(entry{Stamp: r.Stamp, From: s.Holder.From})
				s.Noted = noted
				return replies(stepRequestWait, s, answer(r.From, WAIT))
			})
		}, "a stamp that is not of its latest request"},
		{"notes it without a stamp", func(h handlers) {
			requested(h, func(s member, r entry) []reply {
				s.Noted, _ = s.Noted.Put(entry{From: r.From})
				return replies(stepRequestWait, s, answer(r.From, WAIT))
			})
		}, "without a stamp"},
		{"notes it twice", func(h handlers) {
			requested(h, func(s member, r entry) []reply {
				if s.Holder.From.None() {
					return nil
				}
				s.Noted, _ = s.Noted.Put(r)
				s.Noted, _ = s.Noted.Put(r)
				return replies(stepRequestWait, s, answer(r.From, WAIT))
			})
		}, "two requests of a peer"},
		{"notes anew, and forgets", func(h handlers) {
			requested(h, func(s member, r entry) []reply {
				if s.Holder.From.None() {
					return nil
				}
				s.Noted, _ = roles.Noted{}.Put(r)
				return replies(stepRequestWait, s, answer(r.From, WAIT))
			})
		}, "notes requests anew"},
		{"keeps what was noted in another call", func(h handlers) {
			var was roles.Noted
			requested(h, func(s member, r entry) []reply {
				if was, s.Noted = s.Noted, was; s.Holder.From.None() {
					return nil
				}
				s.Noted, _ = s.Noted.Put(r)
				return replies(stepRequestWait, s, answer(r.From, WAIT))
			})
		}, ""},
		{"asks back about one that has not got it", func(h handlers) {
			requested(h, func(s member, r entry) []reply {
				if s.Holder.From.None() {
					return nil
				}
				s.Noted, _ = s.Noted.Ask(roles.Query{For: r, Of: r})
				return replies(stepRequestQuery, s, answer(s.Holder.From, QUERY))
			})
		}, ""},
	} {
		p := everyn.Prove(t.Context(), func(n int, lists [][]explore.Set) (rolesProtocol, error) {
			a := Config{N: n, K: 1, Quorums: lists[0]}.in(reading{owed: owedAll, unheld: unheldIgnores, settle: true, first: true})
			p := a.roles()
			c.change(handlers{a, &p})
			return p, nil
		}, everyn.Limits{Views: 8000})
		why := p.Refused
		for _, x := range p.Results {
			why += " " + x.Why
		}
		t.Logf("%s: %.300s (%d views)", c.name, why, p.Views)
		if p.Proved(explore.Safety) && p.Proved(explore.WellDefined) && p.Proved(explore.DeadlockFreedom) || !strings.Contains(why, c.why) {
			t.Errorf("%s: not open since %q: %+v", c.name, c.why, p.Results)
		}
	}
}
