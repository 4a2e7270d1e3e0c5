package carvalhoroucairol

import (
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
)

// Algorithm returns the entry of the algorithm in the registry: its variants and
// formulas.
func Algorithm() *instance.Algorithm {
	return &instance.Algorithm{
		Name: "carvalho-roucairol", Also: []string{"roucairol-carvalho"}, Summary: "mutual exclusion by permission of all others, which stays valid until it is asked for",
		Source: "Carvalho and Roucairol, 1983", Variants: variant.List(forms()), Default: "printed",
		MessageFormulas: func(s *instance.Setup, process int, alone bool) []instance.Formula {
			const source = "Carvalho and Roucairol, 1983"
			switch {
			case alone && s.Variant == "given":
				return instance.Exactly(source, "2 for each permission that is not held", 2*process)
			case alone:
				return instance.Exactly(source, "2(n-1) at first", 2*(s.N-1))
			}
			return []instance.Formula{{Source: source, Text: "between 0 and 2(n-1)", Least: 0, Most: 2 * (s.N - 1)}}
		},
		Small: []instance.Instance{{N: 2, Requests: []int{2}}, {N: 3, Requests: []int{1, 1, 0}}},
		Build: func(s *instance.Setup) (*instance.Model, error) {
			p, err := New(Config{N: s.N, Variant: s.Variant})
			return instance.Measured(p, err, MessageRule())
		},
	}
}

// MessageRule says which process's request each message is sent for.
func MessageRule() instance.Rule[State, Message] {
	return instance.Answers[State]("REQUEST counts for its sender, REPLY for the request that it answers", func(m Message) bool { return m.Kind == REPLY })
}
