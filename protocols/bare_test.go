package protocols

import (
	"testing"

	"qcheck/explore"
	"qcheck/protocols/abd"
	"qcheck/protocols/paxos"
	"qcheck/protocols/prototest"
	"qcheck/protocols/raftelection"
	"qcheck/protocols/twophasecommit"
)

// The protocols of consensus are searched without a reduction, for three reasons, of which each suffices: their networks have no
// order, a history watches them, and some of their steps may happen and need not. This is what a reduction leaves of them where none
// of the three is there, so that it is known what it would be worth to do without them: channels in order, no history and nothing
// that is required of it, and each step owed.
func TestWhatReductionsWouldLeave(t *testing.T) {
	majorities := func(n int) []explore.Set { return explore.All(n).Subsets(n/2 + 1) }
	agreement := func(n int) paxos.Config {
		return paxos.Config{N: n, Proposers: 2, Ballots: 1, First: majorities(n), Second: majorities(n)}
	}
	register := func(n, writers int) abd.Config {
		return abd.Config{N: n, Writers: writers, Readers: 1, Writes: 1, Reads: 1, Read: majorities(n), Write: majorities(n)}
	}
	election := func(n, terms int) raftelection.Config {
		return raftelection.Config{N: n, Terms: terms, Quorums: majorities(n)}
	}
	gauge(t, "paxos, 2 acceptors", prototest.Build(t, paxos.New, agreement(2)), 516, 105)
	gauge(t, "paxos, 3 acceptors", prototest.Build(t, paxos.New, agreement(3)), 38837, 432)
	gauge(t, "abd, 3 replicas, 2 clients", prototest.Build(t, abd.New, register(3, 1)), 39140, 1257)
	gauge(t, "abd, 2 replicas, 3 clients", prototest.Build(t, abd.New, register(2, 2)), 24976, 3003)
	gauge(t, "raft, 3 servers", prototest.Build(t, raftelection.New, election(3, 1)), 644, 149)
	gauge(t, "raft, 2 servers, 3 terms", prototest.Build(t, raftelection.New, election(2, 3)), 612, 186)
	gauge(t, "commit, 3 participants", prototest.Build(t, twophasecommit.New, twophasecommit.Config{N: 4}), 869, 164)
	gauge(t, "commit, 4 participants", prototest.Build(t, twophasecommit.New, twophasecommit.Config{N: 5}), 7217, 557)
}

func gauge[L, M comparable](t *testing.T, name string, p explore.Protocol[L, M], all, left int64) {
	t.Helper()
	once := make([]int, p.N)
	for i := range once {
		once[i] = 1
	}
	if r := prototest.Search(t, p, explore.Options{Requests: once, Derive: true}); r.Reduced || r.Unreduced != "messages arrive in any order" {
		t.Errorf("%s: reduced %t, %q", name, r.Reduced, r.Unreduced)
	}
	p.Network = explore.FIFO
	if r := prototest.Search(t, p, explore.Options{Requests: once, Derive: true}); r.Reduced || r.Unreduced != "a history watches the steps" {
		t.Errorf("%s, in order: reduced %t, %q", name, r.Reduced, r.Unreduced)
	}
	p.History, p.Requires, p.Exclusion = nil, nil, explore.Exclusion[L]{}
	actions := p.Actions
	p.Actions = func(q int, l L) []explore.Step[L, M] {
		var owed []explore.Step[L, M]
		for _, s := range actions(q, l) {
			s.Kind = explore.Plain
			owed = append(owed, s)
		}
		return owed
	}
	full := prototest.Search(t, p, explore.Options{Requests: once, Full: true})
	reduced := prototest.Search(t, p, explore.Options{Requests: once, Derive: true})
	if full.States != all || reduced.States != left || !reduced.Reduced {
		t.Errorf("%s: %d states, of which a reduction (%t) leaves %d; want %d and %d", name, full.States, reduced.Reduced, reduced.States, all, left)
	}
}
