package explore_test

import (
	"testing"

	"qcheck/explore"
)

// Published counts of models in which processes act together, as processes and messages on a network
// where messages are taken at once. The states that TLC counts are those in which no message can be taken.

// A tokenNode is a node of EWD840 (Dijkstra's detection of termination on a ring, as the TLA+ Examples have it).
// The token is at one of them.
type tokenNode struct{ Active, Black, Token, BlackToken bool }

// An errand activates a node, or is the token.
type errand struct{ Token, Black bool }

func ewd840(n int) explore.Protocol[tokenNode, errand] {
	type step = explore.Step[tokenNode, errand]
	return explore.Protocol[tokenNode, errand]{
		Name: "EWD840", N: n, Network: explore.Instant,
		Starts: func() (all []explore.Start[tokenNode, errand]) {
			for bits := range 1 << (2 * n) {
				for token := range n {
					s := explore.Start[tokenNode, errand]{Locals: make([]tokenNode, n)}
					for p := range n {
						s.Locals[p] = tokenNode{Active: bits>>p&1 == 1, Black: bits>>(n+p)&1 == 1, Token: p == token, BlackToken: p == token}
					}
					all = append(all, s)
				}
			}
			return all
		},
		Actions: func(p int, l tokenNode) (all []step) {
			pass := func(name string, to int, black bool) {
				next := l
				next.Black, next.Token, next.BlackToken = false, false, false
				all = append(all, step{Name: name, Next: next, Send: explore.SendTo(explore.SetOf(to), errand{Token: true, Black: black})})
			}
			switch {
			case p == 0 && l.Token && (l.BlackToken || l.Black):
				pass("initiate a probe", n-1, false)
			case p > 0 && l.Token && (!l.Active || l.Black || l.BlackToken):
				pass("pass the token", p-1, l.BlackToken || l.Black)
			}
			if !l.Active {
				return all
			}
			for to := range n {
				if to != p {
					next := l
					next.Black = l.Black || to > p
					all = append(all, step{Name: "activate", Kind: explore.May, Next: next, Send: explore.SendTo(explore.SetOf(to), errand{})})
				}
			}
			next := l
			next.Active = false
			return append(all, step{Name: "deactivate", Kind: explore.May, Next: next})
		},
		Deliver: func(_ int, l tokenNode, _ int, m errand) []step {
			if m.Token {
				l.Token, l.BlackToken = true, m.Black
				return []step{{Name: "get the token", Next: l}}
			}
			l.Active = true
			return []step{{Name: "become active", Next: l}}
		},
		Requires: []explore.Requirement[tokenNode, errand]{
			explore.Always("detection", func(v explore.View[tokenNode, errand]) string {
				if l := v.Locals[0]; !l.Token || l.BlackToken || l.Black || l.Active {
					return ""
				}
				for _, l := range v.Locals {
					if l.Active {
						return "termination is detected, and a node is active"
					}
				}
				return ""
			}),
			explore.Sometimes("a detection", func(v explore.View[tokenNode, errand]) bool {
				l := v.Locals[0]
				return l.Token && !l.BlackToken && !l.Black && !l.Active
			}),
		},
	}
}

// TLC counts 302 states with three nodes, 192 of them initial; 1,566 with four (EWD840_json).
func TestEWD840(t *testing.T) {
	for n, want := range map[int]int64{3: 302, 4: 1566} {
		p := ewd840(n)
		r := search(t, p, explore.Options{})
		if r.Resting != want || r.Levels[0] != int64(n)<<(2*n) || !r.Complete {
			t.Errorf("%d nodes: %d states at rest, %d initial ones, complete %t", n, r.Resting, r.Levels[0], r.Complete)
		}
		for _, pr := range r.Properties[1:] {
			if pr.Verdict.String() != "holds" {
				t.Errorf("%d nodes: %+v", n, pr)
			}
		}
		// Who does not blacken itself when it activates a node behind the token is not seen by it.
		actions := p.Actions
		p.Actions = func(q int, l tokenNode) []explore.Step[tokenNode, errand] {
			all := actions(q, l)
			for i := range all {
				if all[i].Name == "activate" {
					all[i].Next.Black = l.Black
				}
			}
			return all
		}
		if r := search(t, p, explore.Options{}); r.Properties[1].Verdict.String() != "violated" {
			t.Errorf("%d nodes, and no node blackens itself: %+v", n, r.Properties[1])
		}
	}
}

// Paxos as MCPaxosTiny of the TLA+ Examples has it: three acceptors, two values, and a leader for each of the
// ballots 1 and 2 (there 0 and 1). What has been sent is seen by all from then on: a leader remembers it, and
// tells an acceptor of it at any time; what the acceptor answers, the leader has at once.
type paxosNode struct {
	Ballot, Voted, Value uint8 // of an acceptor: its largest ballot, and its last vote; 0 for none
	// Of a leader:
	Begun    bool
	Promises explore.PerProcess[lastVote]
	Chosen   uint8 // the value that it proposes, 0 for none
	Votes    explore.Set
}

// A lastVote is the last vote of an acceptor that promised.
type lastVote struct {
	Made         bool
	Voted, Value uint8
}

type paxosMessage struct {
	Kind                 uint8 // phase 1a, 1b, 2a, 2b
	Ballot, Voted, Value uint8
}

const (
	phase1a = iota + 1
	phase1b
	phase2a
	phase2b
)

func tinyPaxos(safe bool) explore.Protocol[paxosNode, paxosMessage] {
	type step = explore.Step[paxosNode, paxosMessage]
	const acceptors, leaders, values = 3, 2, 2
	ballot := func(p int) uint8 { return uint8(p - acceptors + 1) }
	one := func(p int) explore.Set { return explore.SetOf(p) }
	return explore.Protocol[paxosNode, paxosMessage]{
		Name: "paxos", N: acceptors + leaders, Network: explore.Instant,
		Init: func(int) paxosNode { return paxosNode{} },
		Actions: func(p int, l paxosNode) (all []step) {
			if p < acceptors {
				return nil
			}
			if !l.Begun {
				next := l
				next.Begun = true
				return []step{{Name: "1a", Kind: explore.May, Next: next}}
			}
			latest, count := lastVote{}, 0
			for a := range acceptors {
				if x := l.Promises[a]; !x.Made {
					all = append(all, step{Name: "tell of 1a", Kind: explore.May, Next: l, Send: explore.SendTo(one(a), paxosMessage{Kind: phase1a, Ballot: ballot(p)})})
				} else if count++; x.Voted > latest.Voted {
					latest = x
				}
				if l.Chosen > 0 && !l.Votes.Has(a) {
					all = append(all, step{Name: "tell of 2a", Kind: explore.May, Next: l, Send: explore.SendTo(one(a), paxosMessage{Kind: phase2a, Ballot: ballot(p), Value: l.Chosen})})
				}
			}
			if l.Chosen > 0 {
				return all
			}
			for v := uint8(1); v <= values; v++ {
				if allowed(l, v, acceptors) || !safe && count >= 2 {
					next := l
					next.Chosen = v
					all = append(all, step{Name: "2a", Kind: explore.May, Next: next})
				}
			}
			return all
		},
		Deliver: func(p int, l paxosNode, from int, m paxosMessage) []step {
			switch {
			case m.Kind == phase1b:
				l.Promises[from] = lastVote{true, m.Voted, m.Value}
			case m.Kind == phase2b:
				l.Votes = l.Votes.With(from)
			case m.Kind == phase1a && m.Ballot > l.Ballot:
				l.Ballot = m.Ballot
				return []step{{Name: "1b", Next: l, Send: explore.SendTo(one(from), paxosMessage{phase1b, m.Ballot, l.Voted, l.Value})}}
			case m.Kind == phase2a && m.Ballot >= l.Ballot:
				l.Ballot, l.Voted, l.Value = m.Ballot, m.Ballot, m.Value
				return []step{{Name: "2b", Next: l, Send: explore.SendTo(one(from), paxosMessage{Kind: phase2b, Ballot: m.Ballot})}}
			}
			return []step{{Name: "hear", Next: l}}
		},
		Requires: []explore.Requirement[paxosNode, paxosMessage]{
			explore.Always("agreement", func(v explore.View[paxosNode, paxosMessage]) string {
				a, b := v.Locals[acceptors], v.Locals[acceptors+1]
				if a.Votes.Len() >= 2 && b.Votes.Len() >= 2 && a.Chosen != b.Chosen {
					return "two values are chosen"
				}
				return ""
			}),
		},
	}
}

// allowed reports whether a leader may propose a value: whether some two acceptors promised, of which none voted, or
// the last one that did, for the value.
func allowed(l paxosNode, v uint8, acceptors int) bool {
	for a := range acceptors {
		for b := range a {
			x, y := l.Promises[a], l.Promises[b]
			if !x.Made || !y.Made {
				continue
			}
			if x.Voted < y.Voted {
				x, y = y, x
			}
			if x.Voted == 0 || x.Value == v || y.Voted == x.Voted && y.Value == v {
				return true
			}
		}
	}
	return false
}

// TLC counts 3,921 states.
func TestTinyPaxos(t *testing.T) {
	for _, o := range []explore.Options{{}, {Asymmetric: true}} {
		r := search(t, tinyPaxos(true), o)
		if r.Resting != 3921 || !r.Complete || r.Properties[1].Verdict.String() != "holds" {
			t.Errorf("%d states at rest of %d, complete %t, %+v", r.Resting, r.States, r.Complete, r.Properties)
		}
		if want := map[bool]int{true: 1, false: 6}[o.Asymmetric]; r.Symmetry != want {
			t.Errorf("%d renamings of the processes, not %d", r.Symmetry, want)
		}
	}
	if r := search(t, tinyPaxos(false), explore.Options{}); r.Properties[1].Verdict.String() != "violated" {
		t.Errorf("leaders propose what they like: %+v", r.Properties[1])
	}
}
