// Package orderedlocks is mutual exclusion by locks that are taken in an order (Havender,
// "Avoiding deadlock in multitasking systems", IBM Systems Journal 7(2), 1968): each process
// is a lock for others, and a process that wants to enter takes the locks of its set, one
// after the other by number. It is written as a requester and a member, so that local views
// can prove it for requests without bound.
package orderedlocks

import (
	"qcheck/explore"
	"qcheck/explore/roles"
)

// A requester takes locks, the members of its set. Its set depends on its process, and whom it
// asked on what it has; but a local view is of one member and a requester of any process, and
// has what the state says of that member.
type requester struct {
	Phase           explore.Phase
	Set, Asked, Has explore.Set
}

// A member is a lock: who has it, and the time stamps of those that wait for it.
type member struct {
	Holder  roles.Peer
	Waiting roles.By[roles.Stamp]
}

// A kind of message: take and free go to a member, and given comes from one.
type kind uint8

const (
	take kind = iota
	free
	given
)

func (k kind) String() string { return [...]string{"take", "free", "given"}[k] }

// A Message is what is sent. A take brings the time stamp of the request along.
type Message struct {
	Kind  kind
	Stamp explore.Stamp
}

var wire = roles.Wire[Message, kind, kind]{
	Up:   func(k kind) Message { return Message{Kind: k} },
	Down: func(k kind) Message { return Message{Kind: k} },
	Of: func(m Message) (kind, kind, bool) {
		if m.Kind == given {
			return 0, given, false
		}
		return m.Kind, 0, true
	},
}

type (
	// State is the state of a process.
	State = roles.State[requester, member]
	// Protocol has both roles.
	Protocol = roles.Protocol[requester, member, kind, kind]

	act   = roles.Act[requester, kind]
	reply = roles.Reply[member, kind]
)

// New returns the protocol in which process i takes the locks of the i-th set: in order, or,
// with together, by asking for all at once, which is a mistake.
func New(sets []explore.Set, together bool) Protocol {
	// ask has a requester ask for its next lock, or for all.
	ask := func(r requester) (requester, []roles.To[kind]) {
		next := r.Set &^ r.Asked
		if !together {
			next &= -next // the first
		}
		r.Asked |= next
		return r, roles.Stamped(roles.SendTo(next, take))
	}
	return Protocol{
		Name: "ordered-locks", N: len(sets), Steps: []string{"ask", "given", "enter", "leave", "take: given", "take: waits", "free: to the next", "free"},
		Clock: explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true},
		Requester: roles.Requester[requester, kind, kind]{
			Local: func(self int, r requester) []act {
				switch r.Phase {
				case explore.Thinking:
					r.Phase, r.Set = explore.Waiting, sets[self]
					r, send := ask(r)
					return []act{{Name: "ask", Kind: explore.Ask, Next: r, Stamp: roles.New, Send: send}}
				case explore.Inside:
					return []act{{Name: "leave", Kind: explore.Leave, Send: roles.SendTo(r.Has, free)}}
				}
				return nil
			},
			Take: func(_ int, r requester, from int, _ kind, _ bool) []act {
				r.Has = r.Has.With(from)
				if r.Has == r.Set {
					r.Phase = explore.Inside
					return []act{{Name: "enter", Next: r, Stamp: roles.Drop}}
				}
				r, send := ask(r)
				return []act{{Name: "given", Next: r, Send: send}}
			},
			Observe: func(r requester) explore.Observation { return explore.Observation{Phase: r.Phase} },
		},
		Member: roles.Member[member, kind, kind]{
			Take: func(m member, from roles.Peer, k kind, at roles.Stamp) []reply {
				switch {
				case k == take && m.Holder.None():
					m.Holder = from
					return []reply{{Name: "take: given", Next: m, Send: give(from)}}
				case k == take:
					m.Waiting = m.Waiting.With(from, at)
					return []reply{{Name: "take: waits", Next: m}}
				}
				m.Holder = m.Waiting.First(func(s roles.Stamp) bool { return !s.None() }, roles.Stamp.Before)
				if m.Holder.None() {
					return []reply{{Name: "free", Next: m}}
				}
				m.Waiting = m.Waiting.With(m.Holder, roles.Stamp{})
				return []reply{{Name: "free: to the next", Next: m, Send: give(m.Holder)}}
			},
		},
		Safe: explore.AtMost(1),
	}
}

func give(to roles.Peer) []roles.Answer[kind] { return []roles.Answer[kind]{{To: to, Msg: given}} }
