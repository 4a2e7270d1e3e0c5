package paxos

import (
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
	"qcheck/setsys"
)

// Algorithm returns the entry of the algorithm in the registry: its parameters, variants and requirements.
func Algorithm() *instance.Algorithm {
	return &instance.Algorithm{
		Name: "paxos", Also: []string{"flexible-paxos", "single-decree paxos", "synod", "consensus", "fpaxos"},
		Summary: "consensus on quorums of two phases (Flexible Paxos, on a read-write structure)",
		Source:  "Lamport, 2001, section 2; quorums: Howard, Malkhi and Spiegelman, 2016, section 3", Variants: variant.List(forms()), Default: "printed",
		Params: []instance.Param{
			instance.Number("proposers", "how many processes propose a value (default 2)", 1).Or(2),
			instance.Number("ballots", "how many proposals each of them may make (default 1)", 1).Bounds(1),
		},
		Quorums: &instance.Needs{
			Kinds: []setsys.Kind{setsys.ReadWrite, setsys.Coterie}, Choices: []string{instance.Any}, Awaited: true,
			Relies:  "every quorum of phase 2 (write) shares a node with every quorum of phase 1 (read)",
			Default: "all majorities of the acceptors", Make: instance.Construction("majority"),
		},
		Outside: &instance.Outside{
			Count: func(s *instance.Setup) int { return s.Int("proposers") },
			Node:  "acceptor", Other: "proposer",
		},
		Goals: []instance.Goal{
			{Name: Agreement, Meaning: "no two different values are chosen: accepted by a quorum, with one number"},
			{Name: Validity, Meaning: "each value that is chosen was proposed"},
			{Name: Learning, Meaning: "each value that is learned was chosen"},
			{Name: Choice, Meaning: "in some run, a value is learned"},
		},
		Small: []instance.Instance{{N: 2}},
		Build: func(s *instance.Setup) (*instance.Model, error) {
			return instance.Of(New(Config{
				N: s.N, Proposers: s.Int("proposers"), Ballots: s.Int("ballots"), Variant: s.Variant,
				First: s.Family(setsys.ReadRole), Second: s.Family(setsys.WriteRole),
			}))
		},
	}
}
