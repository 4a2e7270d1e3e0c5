package explore_test

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

// The peer's lock: k-mutual exclusion in the style of Ricart, Agrawala and
// Raymond, with the steps of the models that other checkers (SPIN, TLC, Murphi)
// were run on. A process inside defers every request, one reply with a count
// answers all deferred ones of a process, just requests bring a clock along.

type peerState struct {
	Phase       explore.Phase
	Stamp       explore.Stamp
	Owed, Defer explore.PerProcess[uint8] // replies that are to come, and to be sent
}

type peerMessage struct {
	Replies uint8 // 0 for a request
	Stamp   explore.Stamp
}

func peerLock(n, k int) explore.Protocol[peerState, peerMessage] {
	type step = explore.Step[peerState, peerMessage]
	type out = explore.Out[peerMessage]
	return explore.Protocol[peerState, peerMessage]{
		Name: "peer", N: n,
		Clock: explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true},
		Steps: []string{"ask", "enter", "leave", "request", "reply"},
		Init:  func(int) peerState { return peerState{} },
		Actions: func(p int, l peerState) []step {
			var send []out
			switch l.Phase {
			case explore.Thinking:
				l.Phase, l.Stamp = explore.Waiting, explore.Fresh
				for q := range n {
					if q != p {
						l.Owed[q]++
						send = append(send, out{To: q, Msg: peerMessage{Stamp: explore.Fresh}})
					}
				}
				return []step{{Name: "ask", Kind: explore.Ask, Next: l, Send: send}}
			case explore.Waiting:
				permissions := 0
				for q := range n {
					if q != p && l.Owed[q] == 0 {
						permissions++
					}
				}
				if permissions < n-k {
					return nil
				}
				l.Phase, l.Stamp = explore.Inside, 0
				return []step{{Name: "enter", Next: l}}
			}
			for q, count := range l.Defer {
				if count > 0 {
					send = append(send, out{To: q, Msg: peerMessage{Replies: count}})
				}
			}
			l.Phase, l.Defer = explore.Thinking, explore.PerProcess[uint8]{}
			return []step{{Name: "leave", Kind: explore.Leave, Next: l, Send: send}}
		},
		Deliver: func(p int, l peerState, from int, m peerMessage) []step {
			if m.Replies > 0 {
				l.Owed[from] -= m.Replies
				return []step{{Name: "reply", Next: l}}
			}
			if l.Phase == explore.Inside || l.Phase == explore.Waiting && l.Stamp < m.Stamp {
				l.Defer[from]++
				return []step{{Name: "request", Next: l}}
			}
			return []step{{Name: "request", Next: l, Send: []out{{To: from, Msg: peerMessage{Replies: 1}}}}}
		},
		Exclusion: explore.Exclusion[peerState]{
			Observe: func(p int, l peerState) explore.Observation {
				return explore.Observation{Phase: l.Phase}
			},
			Safe: func(all []explore.Observation) string { return crowd(all, k) },
		},
	}
}

// crowd is what is wrong when more than k processes are inside.
func crowd(all []explore.Observation, k int) string {
	in := 0
	for _, o := range all {
		if o.Phase == explore.Inside {
			in++
		}
	}
	if in > k {
		return fmt.Sprintf("%d processes are inside", in)
	}
	return ""
}

// TestPeers compares counts with those of SPIN 6.5.2, which TLC and Murphi
// confirm but for the last row. SPIN counts the start as a transition.
func TestPeers(t *testing.T) {
	for _, x := range []struct {
		n, k, requests      int
		states, transitions int64
		long                bool
	}{
		{2, 1, 1, 40, 53, false},
		{2, 1, 2, 171, 244, false},
		{3, 1, 1, 2355, 6280, false},
		{3, 2, 1, 12651, 41914, false},
		{3, 1, 2, 29199, 80962, false},
		{4, 1, 1, 1470648, 7729454, true},
		{3, 2, 2, 2789374, 11092832, true},
		{4, 2, 1, 5593504, 29769092, true},
	} {
		if x.long && !slow.Tests() {
			continue
		}
		t.Run(fmt.Sprintf("n=%d k=%d requests=%d", x.n, x.k, x.requests), func(t *testing.T) {
			o := explore.Options{Requests: slices.Repeat([]int{x.requests}, x.n), Clock: explore.Integer, Workers: 2, Full: true}
			r := search(t, peerLock(x.n, x.k), o)
			if r.States != x.states || r.Transitions+1 != x.transitions {
				t.Errorf("%d states and %d transitions, want %d and %d", r.States, r.Transitions, x.states, x.transitions-1)
			}
			if r.Verdict() != verdict.Holds || !r.Complete || len(r.NeverRan) > 0 {
				t.Errorf("%s, complete %v, never ran %q", r.Verdict(), r.Complete, r.NeverRan)
			}
		})
	}
}

// TestNamed compares the explorers on protocols that make sense.
func TestNamed(t *testing.T) {
	requests := func(xs ...int) explore.Options { return explore.Options{Requests: xs} }
	limit := 800
	if slow.Tests() {
		limit = 60000
	}
	for _, o := range []explore.Options{requests(1, 1), requests(2, 2), requests(2, 1), requests(-1, -1), requests(-1, 2)} {
		for _, clock := range []explore.ClockMode{explore.Causal, explore.Integer} {
			o.Clock = clock
			for k := 1; k <= 2; k++ {
				compareNamed(t, peerLock(2, k), o, limit)
			}
		}
	}
	for _, o := range []explore.Options{requests(1, 1, 1), requests(2, 0, 1), requests(-1, -1, -1), requests(2, 1, 1)} {
		for k := 1; k <= 3; k++ {
			compareNamed(t, peerLock(3, k), o, limit)
		}
	}
	for seed := range uint64(15) {
		lock := newLock(seed)
		compareNamed(t, lock.p, lock.o, 400)
	}
	for _, n := range []int{1, 4, 6, 7, 9, 16} {
		compareNamed(t, ring(n), explore.Options{}, limit)
	}
}

// compareNamed compares the explorers, and reports whether that is so: whether
// there are no more states than the limit.
func compareNamed[L, M comparable](t *testing.T, p explore.Protocol[L, M], o explore.Options, limit int) bool {
	t.Helper()
	if o.Requests == nil {
		o.Requests = slices.Repeat([]int{1}, p.N)
	}
	g, ok := newMachine(p, o).explored(limit)
	if !ok {
		return false
	}
	name := fmt.Sprintf("%s with %d processes, %+v", p.Name, p.N, o)
	compare(t, name, p, o, g)
	if len(g.states) < limit/4 {
		compareStarvation(t, name, p, o, g)
	}
	return true
}

// ring passes one token around; who has it may enter. It has few states even
// with many processes.
func ring(n int) explore.Protocol[explore.Phase, uint8] {
	type step = explore.Step[explore.Phase, uint8]
	pass := func(p int) []explore.Out[uint8] { return []explore.Out[uint8]{{To: (p + 1) % n, Msg: 1}} }
	const holding = 3 // the token, thinking: only process 1, at first
	return explore.Protocol[explore.Phase, uint8]{
		Name: "ring", N: n, Steps: []string{"ask", "leave", "begin", "pass", "enter"},
		Init: func(p int) explore.Phase {
			if p == 0 {
				return holding
			}
			return explore.Thinking
		},
		Actions: func(p int, l explore.Phase) []step {
			switch {
			case l == holding:
				return []step{{Name: "begin", Next: explore.Thinking, Send: pass(p)}}
			case l == explore.Inside:
				return []step{{Name: "leave", Kind: explore.Leave, Next: explore.Thinking, Send: pass(p)}}
			case l == explore.Thinking && p%3 == 0:
				return []step{{Name: "ask", Kind: explore.Ask, Next: explore.Waiting}}
			}
			return nil
		},
		Deliver: func(p int, l explore.Phase, from int, _ uint8) []step {
			if l == explore.Waiting {
				return []step{{Name: "enter", Next: explore.Inside}}
			}
			if n == 1 {
				return nil // or the token would go round within one step
			}
			return []step{{Name: "pass", Next: l, Send: pass(p)}}
		},
		Exclusion: explore.Exclusion[explore.Phase]{
			Observe: func(p int, l explore.Phase) explore.Observation {
				return explore.Observation{Phase: l % holding, Resource: uint8(p)}
			},
			Safe: func(all []explore.Observation) string { return crowd(all, 1) },
		},
	}
}
