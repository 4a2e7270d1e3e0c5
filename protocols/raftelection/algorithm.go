package raftelection

import (
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
	"qcheck/setsys"
)

// Algorithm returns the entry of the algorithm in the registry: its parameters, variants and requirements.
func Algorithm() *instance.Algorithm {
	return &instance.Algorithm{
		Name: "raft-election", Also: []string{"raft", "leader election", "etcd"},
		Summary: "election of leaders by votes in terms",
		Source:  "Ongaro and Ousterhout, 2014, sections 5.1 and 5.2", Variants: variant.List(forms()), Default: "printed",
		Params: []instance.Param{instance.Number("terms", "how many terms there may be (default 2)", 1).Bounds(2)},
		Quorums: &instance.Needs{
			Kinds: []setsys.Kind{setsys.Coterie}, Choices: []string{instance.Any}, Awaited: true,
			Relies:  "every two quorums share a node",
			Default: "all majorities of the servers", Make: instance.Construction("majority"),
		},
		Goals: []instance.Goal{
			{Name: ElectionSafety, Meaning: "at most one leader is elected in a term"},
			{Name: Election, Meaning: "in some run, a leader is elected"},
		},
		Small: []instance.Instance{{N: 2}},
		Build: func(s *instance.Setup) (*instance.Model, error) {
			return instance.Of(New(Config{N: s.N, Terms: s.Int("terms"), Quorums: s.Families()[0], Variant: s.Variant}))
		},
	}
}
