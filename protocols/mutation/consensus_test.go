package mutation

import (
	"slices"

	"qcheck/explore"
	"qcheck/protocols/abd"
	"qcheck/protocols/leaselock"
	"qcheck/protocols/paxos"
	"qcheck/protocols/raftelection"
	"qcheck/protocols/twophasecommit"
)

// consensus are the packages of consensus and replication, on the network of each, and with faults.
var consensus = []subject{
	{"paxos", slices.Concat(
		of(paxos.New, causal(3, 1), paxosOf(2, 1, 1, "printed", each2, sets(12)), paxosOf(2, 1, 0, "printed", each2, sets(12))),
		of(paxos.New, causal(4, 1), paxosOf(2, 2, 1, "printed", each2, sets(12)), paxosOf(2, 2, 1, "printed", sets(12), each2),
			paxosOf(2, 2, 1, "own-value", sets(12), sets(12)), paxosOf(2, 2, 1, "no-promise", sets(12), sets(12))),
		of(paxos.New, causal(4, 1), paxosOf(2, 2, 1, "printed", sets(1), sets(2)), paxosOf(2, 2, 1, "printed", each2, each2)),
		of(paxos.New, causal(3, 1), paxosOf(1, 2, 2, "printed", sets(1), sets(1))),
		of(paxos.New, causal(5, 1), paxosOf(3, 2, 1, "printed", sets(12), sets(13))),
		with(explore.Unordered, crashes(1, 2), paxos.New, causal(4, 1), paxosOf(2, 2, 1, "printed", sets(12), each2), paxosOf(2, 2, 1, "forgets", each2, sets(12))),
		with(explore.Unordered, explore.Faults{Crash: 1, Restart: 1, Of: explore.SetOf(1)}, paxos.New, causal(2, 1), variants(paxosOf(1, 1, 2, "", sets(1), sets(1)), "printed", "forgets")...),
		with(explore.Unordered, explore.Faults{Crash: 1, Restart: 1, Of: explore.SetOf(3)}, paxos.New, causal(4, 1), variants(paxosOf(2, 2, 1, "", each2, sets(12)), "printed", "old-number")...),
		with(explore.Unordered, explore.Faults{Crash: 1, Restart: 1, Of: explore.SetOf(2)}, paxos.New, causal(3, 1), variants(paxosOf(1, 2, 1, "", sets(1), sets(1)), "old-number", "forgets-number")...),
		with(explore.Unordered, explore.Faults{Crash: 2, Restart: 2, Of: explore.SetOf(1)}, paxos.New, causal(2, 1), paxosOf(1, 1, 3, "printed", sets(1), sets(1))),
		with(explore.Duplicating, explore.Faults{}, paxos.New, causal(4, 1), paxosOf(2, 2, 1, "printed", each2, sets(12))),
		with(explore.FIFO, explore.Faults{Lose: 1}, paxos.New, causal(3, 1), paxosOf(1, 2, 2, "printed", sets(1), sets(1))),
	), ""},
	{"abd", instancesOfABD, ""},
	{"explore/linearizable", instancesOfABD, ""},
	{"raftelection", slices.Concat(
		of(raftelection.New, causal(1, 1), raftelection.Config{N: 1, Terms: 2, Quorums: sets(1)}),
		of(raftelection.New, causal(2, 1), raftelection.Config{N: 2, Terms: 2, Quorums: sets(12)}, raftelection.Config{N: 2, Terms: 1, Quorums: each2}),
		of(raftelection.New, causal(3, 1), variants(raftelection.Config{N: 3, Terms: 1, Quorums: sets(12, 13, 23)}, "printed", "votes-again")...),
		of(raftelection.New, causal(3, 1), raftelection.Config{N: 3, Terms: 1, Quorums: sets(123)}),
		with(explore.Duplicating, explore.Faults{}, raftelection.New, causal(2, 1), raftelection.Config{N: 2, Terms: 2, Quorums: sets(12)}),
		with(explore.Duplicating, explore.Faults{}, raftelection.New, causal(3, 1), raftelection.Config{N: 3, Terms: 1, Quorums: sets(12, 13, 23)}),
		with(explore.Unordered, explore.Faults{Crash: 1, Restart: 1}, raftelection.New, causal(2, 1), raftelection.Config{N: 2, Terms: 2, Quorums: sets(12)}),
		with(explore.Unordered, explore.Faults{Crash: 1, Restart: 1}, raftelection.New, causal(3, 1),
			variants(raftelection.Config{N: 3, Terms: 1, Quorums: sets(12, 13, 23)}, "printed", "volatile-vote", "volatile-term")...),
	), ""},
	{"twophasecommit", slices.Concat(
		of(twophasecommit.New, causal(2, 1), variants(twophasecommit.Config{N: 2}, "printed", "one-suffices")...),
		of(twophasecommit.New, causal(3, 1), variants(twophasecommit.Config{N: 3}, "printed", "one-suffices")...),
		with(explore.Unordered, explore.Faults{Crash: 1, Restart: 1}, twophasecommit.New, causal(2, 1), variants(twophasecommit.Config{N: 2}, "printed", "no-log", "forgets-vote")...),
		with(explore.Unordered, explore.Faults{Crash: 1, Restart: 1}, twophasecommit.New, causal(3, 1), variants(twophasecommit.Config{N: 3}, "printed", "no-log", "forgets-vote")...),
		with(explore.Unordered, explore.Faults{Crash: 2, Restart: 2, Of: explore.SetOf(0)}, twophasecommit.New, causal(2, 1), variants(twophasecommit.Config{N: 2}, "printed", "no-log")...),
		with(explore.Unordered, explore.Faults{Crash: 1, Restart: 1, Of: explore.SetOf(1)}, twophasecommit.New, causal(2, 1), variants(twophasecommit.Config{N: 2, Repeats: 1}, "printed", "no-acknowledgement")...),
		with(explore.Unordered, explore.Faults{Lose: 1}, twophasecommit.New, causal(2, 1), twophasecommit.Config{N: 2}, twophasecommit.Config{N: 2, Repeats: 1}),
		with(explore.Unordered, explore.Faults{Lose: 1}, twophasecommit.New, causal(3, 1), twophasecommit.Config{N: 3, Repeats: 1}),
		with(explore.Duplicating, explore.Faults{}, twophasecommit.New, causal(3, 1), twophasecommit.Config{N: 3}),
	), ""},
	{"leaselock", slices.Concat(
		of(leaselock.New, causal(3, 0, 1, 1), leaseOf(1, 2, 0, sets(1))),
		of(leaselock.New, causal(3, 0, explore.Unbounded, explore.Unbounded), leaseOf(1, 2, 0, sets(1))),
		of(leaselock.New, causal(3, 0, 2, 1), leaseOf(1, 2, 1, sets(1)), leaseOf(1, 2, 2, sets(1))),
		of(leaselock.New, causal(4, 0, 0, 1, 1), leaseOf(2, 2, 0, sets(12)), leaseOf(2, 2, 0, each2), leaseOf(2, 2, 1, sets(12))),
		of(leaselock.New, causal(3, 0, 2, 1), variants(leaseOf(1, 2, 1, sets(1)), "bounded-drift")...),
		of(leaselock.New, causal(4, 0, 1, 1, 0), variants(leaseOf(1, 2, 1, sets(1)), "no-fencing", "fencing")...),
		with(explore.FIFO, explore.Faults{Crash: 1, Restart: 1}, leaselock.New, causal(3, 0, 1, 1), variants(leaseOf(1, 2, 1, sets(1)), "printed", "bounded-drift", "delayed-restart")...),
		with(explore.FIFO, explore.Faults{Crash: 1, Restart: 1}, leaselock.New, causal(4, 0, 1, 1, 0), variants(leaseOf(1, 2, 1, sets(1)), "fencing")...),
		with(explore.Unordered, explore.Faults{Duplicate: 1}, leaselock.New, causal(3, 0, 2, 1), leaseOf(1, 2, 0, sets(1))),
		with(explore.Unordered, explore.Faults{Lose: 1}, leaselock.New, causal(2, 0, 2), leaseOf(1, 1, 0, sets(1))),
	), ""},
}

// instancesOfABD are for what judges its histories, too.
var instancesOfABD = slices.Concat(
	of(abd.New, causal(4, 1), variants(abdOf(2, 1, 1, 1, 2, sets(12), sets(12)), "printed", "single-writer", "no-write-back")...),
	of(abd.New, causal(4, 1), abdOf(2, 1, 1, 1, 1, each2, sets(12)), abdOf(2, 1, 1, 1, 1, sets(1), sets(2))),
	of(abd.New, causal(4, 1), abdOf(2, 1, 1, 1, 2, each2, sets(12)), abdOf(2, 1, 1, 2, 1, sets(12), each2)),
	of(abd.New, causal(4, 1), variants(abdOf(2, 1, 1, 2, 1, sets(12), sets(12)), "printed", "single-writer")...),
	of(abd.New, causal(3, 1), variants(abdOf(1, 2, 0, 2, 0, sets(1), sets(1)), "printed", "no-query")...),
	of(abd.New, causal(4, 1), abdOf(1, 2, 1, 1, 1, sets(1), sets(1))),
	with(explore.Unordered, crashes(1, 2), abd.New, causal(4, 1), variants(abdOf(2, 1, 1, 1, 1, each2, sets(12)), "printed", "forgets")...),
	with(explore.Duplicating, explore.Faults{}, abd.New, causal(4, 1), abdOf(2, 1, 1, 1, 1, sets(12), sets(12))),
	with(explore.Unordered, explore.Faults{Crash: 1, Restart: 1, Of: explore.SetOf(1, 2)}, abd.New, causal(3, 1), abdOf(1, 1, 1, 2, 1, sets(1), sets(1))),
)

var each2 = sets(1, 2)

func paxosOf(n, proposers, ballots int, variant string, first, second []explore.Set) paxos.Config {
	return paxos.Config{N: n, Proposers: proposers, Ballots: ballots, Variant: variant, First: first, Second: second}
}

func abdOf(n, writers, readers, writes, reads int, read, write []explore.Set) abd.Config {
	return abd.Config{N: n, Writers: writers, Readers: readers, Writes: writes, Reads: reads, Read: read, Write: write}
}

func leaseOf(n, clients, expiries int, quorums []explore.Set) leaselock.Config {
	return leaselock.Config{N: n, Clients: clients, Expiries: expiries, Quorums: quorums}
}

// crashes lets one of so many first processes crash, and restart.
func crashes(count uint8, of int) explore.Faults {
	return explore.Faults{Crash: count, Restart: count, Of: explore.All(of)}
}

// with returns the instances on a network, with faults.
func with[C any, L, M comparable](network explore.Network, faults explore.Faults, make func(C) (explore.Protocol[L, M], error), o explore.Options, configs ...C) []instance {
	all := of(func(c C) (explore.Protocol[L, M], error) {
		p, err := make(c)
		p.Network, p.Faults = network, faults
		return p, err
	}, o, configs...)
	for i := range all {
		all[i].name += ", " + network.String() + " " + faults.Sentence()
	}
	return all
}
