package raymond

import (
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
)

// Algorithm returns the entry of the algorithm in the registry: its parameters,
// variants, goals and formulas.
func Algorithm() *instance.Algorithm {
	return &instance.Algorithm{
		Name: "raymond", Also: []string{"raymond-k"}, Summary: "k-mutual exclusion by permission of all but k-1 of the others",
		Source: "Kakugawa (thesis, 1992), section 4.1, after Raymond, 1989", Variants: variant.List(readings()), Default: "repaired",
		Params: []instance.Param{instance.Number(instance.K, "how many processes may be in the critical section at a time (default 1)", 1).Or(1)},
		MessageFormulas: func(s *instance.Setup, _ int, _ bool) []instance.Formula {
			return instance.Exactly("Raymond, 1989, all REPLYs counted", "2(n-1)", 2*(s.N-1))
		},
		Small: []instance.Instance{{N: 2, Requests: []int{2}}, {N: 2, Params: map[string]string{instance.K: "2"}, Requests: []int{2}}},
		Build: func(s *instance.Setup) (*instance.Model, error) {
			p, err := New(Config{N: s.N, K: s.K(), Variant: s.Variant})
			return instance.Measured(p, err, MessageRule())
		},
	}
}

// MessageRule says which process's request each message is sent for.
func MessageRule() instance.Rule[State, Message] {
	return instance.Answers[State]("REQUEST counts for its sender, REPLY for the request that it answers", func(m Message) bool { return m.Kind == REPLY })
}
