package protocols

import (
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols/abd"
	"qcheck/protocols/paxos"
	"qcheck/protocols/prototest"
	"qcheck/protocols/raftelection"
	"qcheck/protocols/twophasecommit"
	"qcheck/setsys/slow"
)

// The protocols of consensus have networks without order, histories and steps that need not happen. What a reduction
// that is derived leaves of them, without symmetry, and that it decides the same.
func TestReducedConsensus(t *testing.T) {
	majorities := func(n int) []explore.Set { return explore.All(n).Subsets(n/2 + 1) }
	agreement := func(n int) paxos.Config {
		return paxos.Config{N: n, Proposers: 2, Ballots: 1, First: majorities(n), Second: majorities(n)}
	}
	apart := func(n int) paxos.Config {
		c := agreement(n)
		c.First, c.Second = []explore.Set{explore.SetOf(0)}, []explore.Set{explore.SetOf(1)}
		return c
	}
	register := func(n, writers int) abd.Config {
		return abd.Config{N: n, Writers: writers, Readers: 1, Writes: 1, Reads: 1, Read: majorities(n), Write: majorities(n)}
	}
	election := func(n, terms int) raftelection.Config {
		return raftelection.Config{N: n, Terms: terms, Quorums: majorities(n)}
	}
	reducedTo(t, "paxos, 2 acceptors", prototest.Build(t, paxos.New, agreement(2)), 516, 286)
	if slow.Tests() {
		reducedTo(t, "paxos, 3 acceptors", prototest.Build(t, paxos.New, agreement(3)), 101408, 36814)
		reducedTo(t, "paxos, quorums apart, and one in none", prototest.Build(t, paxos.New, apart(3)), 165954, 32503, paxos.Agreement)
	}
	reducedTo(t, "paxos, quorums apart", prototest.Build(t, paxos.New, apart(2)), 2018, 845, paxos.Agreement)
	reducedTo(t, "abd, 2 replicas, 3 clients", prototest.Build(t, abd.New, register(2, 2)), 29782, 10441)
	reducedTo(t, "raft, 3 servers", prototest.Build(t, raftelection.New, election(3, 1)), 1108, 128)
	reducedTo(t, "raft, 2 servers, 3 terms", prototest.Build(t, raftelection.New, election(2, 3)), 5544, 1724)
	reducedTo(t, "commit, 3 participants", prototest.Build(t, twophasecommit.New, twophasecommit.Config{N: 4}), 4255, 921)
	reducedTo(t, "commit, 2 participants, told twice", prototest.Build(t, twophasecommit.New, twophasecommit.Config{N: 3, Repeats: 1}), 1264, 401)
}

func reducedTo[L, M comparable](t *testing.T, name string, p explore.Protocol[L, M], all, left int64, violated ...explore.Property) {
	t.Helper()
	o := explore.Options{Asymmetric: true, Check: []explore.Property{explore.WellDefined}}
	for _, r := range p.Requires {
		if r.Recorded() {
			o.Check = append(o.Check, r.Name)
		}
	}
	want := map[explore.Property]verdict.Verdict{}
	for _, c := range o.Check {
		want[c] = verdict.Holds
	}
	for _, v := range violated {
		want[v] = verdict.Violated
	}
	for _, o.Derive = range []bool{false, true} {
		o.Full = !o.Derive
		r := prototest.Search(t, p, o)
		if states := map[bool]int64{false: all, true: left}[o.Derive]; r.States != states || r.Reduced != o.Derive {
			t.Errorf("%s: %d states, reduced %t (%s); want %d", name, r.States, r.Reduced, r.Unreduced, states)
		}
		for _, x := range r.Properties {
			if x.Verdict != want[x.Property] {
				t.Errorf("%s, reduced %t: %s %s, want %s", name, r.Reduced, x.Property, x.Verdict, want[x.Property])
			}
		}
	}
}
