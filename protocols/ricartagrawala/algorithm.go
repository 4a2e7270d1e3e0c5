package ricartagrawala

import (
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
)

// Algorithm returns the entry of the algorithm in the registry: its parameters,
// variants, goals and formulas.
func Algorithm() *instance.Algorithm {
	return &instance.Algorithm{
		Name: "ricart-agrawala", Summary: "mutual exclusion by permission of all others",
		Source: "Ricart and Agrawala, 1981", Variants: variant.List(forms()), Default: "printed",
		MessageFormulas: func(s *instance.Setup, _ int, _ bool) []instance.Formula {
			return instance.Exactly("Ricart and Agrawala, 1981", "2(n-1)", 2*(s.N-1))
		},
		Small: []instance.Instance{{N: 2, Requests: []int{3}}, {N: 3, Requests: []int{1, 1, 0}}},
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
