package explore_test

import (
	"fmt"
	"math/rand/v2"

	"qcheck/explore"
)

// Random locks: protocols in which processes ask each other for permission, and
// the rules for answering are drawn at random. Most of them go round for ever,
// some starve somebody, and some never do.

type lockState struct {
	Phase explore.Phase
	Mine  explore.Stamp
	Other explore.Stamp // of a request that was deferred
	Need  explore.Set   // who has not answered
	Owe   explore.Set   // whom to answer when leaving
}

type lockMessage struct {
	Answer bool
	T      explore.Stamp
}

type lockProtocol = explore.Protocol[lockState, lockMessage]

type lock struct {
	seed uint64
	p    lockProtocol
	o    explore.Options
}

func (l lock) String() string {
	return fmt.Sprintf("lock %d (n=%d, clock %+v, requests %v)", l.seed, l.p.N, l.p.Clock, l.o.Requests)
}

// newLock returns the lock of a seed.
func newLock(seed uint64) lock {
	r := rand.New(rand.NewPCG(seed, 1))
	n := 2 + r.IntN(3)/2
	k := lock{seed: seed}
	for range n {
		k.o.Requests = append(k.o.Requests, explore.Unbounded)
	}
	if n > 2 || r.IntN(8) == 0 {
		k.o.Requests[r.IntN(n)] = 1
	}
	var defers [3][6]bool
	for phase := range defers {
		for order := range defers[phase] {
			defers[phase][order] = r.IntN(4) == 0
			if phase == int(explore.Inside) || phase == int(explore.Waiting) && order == 3 {
				defers[phase][order] = r.IntN(8) > 0
			}
		}
	}
	var (
		separate  = r.IntN(2) == 0 // entering is a step of its own
		renews    = r.IntN(3) == 0 // a waiting process may take a new stamp
		remembers = r.IntN(2) == 0 // the stamp of a deferred request stays in use
		idles     = r.IntN(4) == 0 // a thinking process may do something else
		shares    = r.IntN(4) == 0 // one may enter with a permission fewer
		either    = r.IntN(4) == 0 // a request may be answered when it should be deferred
		partly    = r.IntN(6) == 0 // leaving may answer one request only
	)
	enter := func(l lockState) (lockState, bool) {
		missing := l.Need.Len()
		if l.Phase != explore.Waiting || missing > 1 || missing == 1 && !shares {
			return l, false
		}
		l.Phase, l.Mine, l.Need = explore.Inside, 0, 0
		return l, true
	}
	type step = explore.Step[lockState, lockMessage]
	k.p = lockProtocol{
		Name: "lock", N: n, Capacity: 3,
		Clock: explore.ClockRule{Attach: explore.Attach(1 + r.IntN(2)), TickOnFresh: true},
		Steps: []string{"ask", "enter", "leave", "leave partly", "renew", "idle", "answer", "defer", "answered"},
		Init:  func(int) lockState { return lockState{} },
		Actions: func(p int, l lockState) []step {
			switch l.Phase {
			case explore.Thinking:
				next := l
				next.Phase, next.Mine, next.Need = explore.Waiting, explore.Fresh, explore.All(n).Without(p)
				ask := step{Name: "ask", Kind: explore.Ask, Next: next}
				for q := range n {
					if q != p {
						ask.Send = append(ask.Send, explore.Out[lockMessage]{To: q, Msg: lockMessage{T: explore.Fresh}})
					}
				}
				if idles {
					return []step{{Name: "idle", Next: l}, ask}
				}
				return []step{ask}
			case explore.Waiting:
				var steps []step
				if next, ok := enter(l); ok && separate {
					steps = append(steps, step{Name: "enter", Next: next})
				}
				if renews {
					l.Mine = explore.Fresh
					steps = append(steps, step{Name: "renew", Next: l})
				}
				return steps
			}
			l.Phase, l.Other = explore.Thinking, 0
			answer := lockMessage{Answer: true}
			var steps []step
			if partly && l.Owe.Len() > 1 {
				for _, q := range l.Owe.Members() {
					next := l
					next.Owe = l.Owe.Without(q)
					steps = append(steps, step{Name: "leave partly", Next: next, Send: []explore.Out[lockMessage]{{To: q, Msg: answer}}})
				}
			}
			leave := step{Name: "leave", Kind: explore.Leave}
			for _, q := range l.Owe.Members() {
				leave.Send = append(leave.Send, explore.Out[lockMessage]{To: q, Msg: answer})
			}
			l.Owe = 0
			leave.Next = l
			return append(steps, leave)
		},
		Deliver: func(p int, l lockState, from int, m lockMessage) []step {
			if m.Answer {
				l.Need = l.Need.Without(from)
				if next, ok := enter(l); ok && !separate {
					l = next
				}
				return []step{{Name: "answered", Next: l}}
			}
			answer := step{Name: "answer", Next: l, Send: []explore.Out[lockMessage]{{To: from, Msg: lockMessage{Answer: true}}}}
			if !defers[l.Phase][order(l.Mine, m.T)] {
				return []step{answer}
			}
			l.Owe = l.Owe.With(from)
			if remembers {
				l.Other = m.T
			}
			steps := []step{{Name: "defer", Next: l}}
			if either {
				steps = append(steps, answer)
			}
			return steps
		},
		Exclusion: explore.Exclusion[lockState]{
			Observe: func(p int, l lockState) explore.Observation {
				return explore.Observation{Phase: l.Phase}
			},
			Safe: func(all []explore.Observation) string {
				in := 0
				for _, o := range all {
					if o.Phase == explore.Inside {
						in++
					}
				}
				if in > 1 {
					return "two are inside"
				}
				return ""
			},
		},
	}
	return k
}
