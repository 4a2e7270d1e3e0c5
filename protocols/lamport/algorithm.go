package lamport

import (
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
)

// Algorithm returns the entry of the algorithm in the registry: its parameters,
// variants, goals and formulas.
func Algorithm() *instance.Algorithm {
	return &instance.Algorithm{
		Name: "lamport", Also: []string{"timestamp queue"}, Summary: "mutual exclusion by queues of time-stamped requests",
		Source: "Lamport, 1978", Variants: variant.List(forms()), Default: "printed",
		MessageFormulas: func(s *instance.Setup, _ int, _ bool) []instance.Formula {
			return instance.Exactly("Lamport, 1978", "3(n-1)", 3*(s.N-1))
		},
		Small: []instance.Instance{{N: 2, Requests: []int{2}}},
		Build: func(s *instance.Setup) (*instance.Model, error) {
			p, err := New(Config{N: s.N, Variant: s.Variant})
			return instance.Measured(p, err, MessageRule())
		},
	}
}

// MessageRule says which process's request each message is sent for.
func MessageRule() instance.Rule[State, Message] {
	return instance.Answers[State]("REQUEST and RELEASE count for their sender, ACKNOWLEDGE for the request that it answers", func(m Message) bool { return m.Kind == ACKNOWLEDGE })
}
