package abd

import (
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
	"qcheck/setsys"
)

// Algorithm returns the entry of the algorithm in the registry: its parameters, variants and requirements.
func Algorithm() *instance.Algorithm {
	return &instance.Algorithm{
		Name: "abd", Also: []string{"atomic register", "attiya-bar-noy-dolev", "lynch-shvartsman", "quorum register", "dynamo"},
		Summary: "an atomic register on read and write quorums of replicas",
		Source:  "Attiya, Bar-Noy and Dolev, 1995; for several writers Lynch and Shvartsman, 1997", Variants: variant.List(forms()), Default: "printed",
		Params: []instance.Param{
			instance.Number("writers", "how many clients write (default 1)", 0).Or(1),
			instance.Number("readers", "how many clients read (default 1)", 0).Or(1),
			instance.Number("writes", "how many writes each of them makes (default 1)", 0).Bounds(1),
			instance.Number("reads", "how many reads each of them makes (default 2)", 0).Bounds(2),
		},
		Quorums: &instance.Needs{
			Kinds: []setsys.Kind{setsys.ReadWrite, setsys.Coterie}, Choices: []string{instance.Any}, Awaited: true,
			Relies:  "every write quorum shares a node with every read quorum",
			Default: "all majorities of the replicas", Make: instance.Construction("majority"),
		},
		Outside: &instance.Outside{
			Count: func(s *instance.Setup) int { return s.Int("writers") + s.Int("readers") },
			Node:  "replica", Other: "client",
		},
		Goals: []instance.Goal{
			{Name: Atomicity, Meaning: "reads and writes are linearizable: each takes effect at one moment between its beginning and its end"},
			{Name: Completion, Meaning: "in some run, every operation returns"},
		},
		Small: []instance.Instance{{N: 2, Params: map[string]string{"reads": "1"}}},
		Build: func(s *instance.Setup) (*instance.Model, error) {
			return instance.Of(New(Config{
				N: s.N, Writers: s.Int("writers"), Readers: s.Int("readers"), Writes: s.Int("writes"), Reads: s.Int("reads"),
				Read: s.Family(setsys.ReadRole), Write: s.Family(setsys.WriteRole), Variant: s.Variant,
			}))
		},
	}
}
