package raynal

import (
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
)

// Algorithm returns the entry of the algorithm in the registry: its parameters,
// variants, goals and formulas.
func Algorithm() *instance.Algorithm {
	return &instance.Algorithm{
		Name: "raynal", Summary: "k-out of-M resource allocation by permission of all others",
		Source: "Raynal, 1991", Variants: variant.List(forms()), Default: counted,
		Params: []instance.Param{instance.M("(default 1)"), instance.Units()},
		Safety: instance.UnitsHeld("m"),
		MessageFormulas: func(s *instance.Setup, _ int, _ bool) []instance.Formula {
			return []instance.Formula{{Source: "Baldoni, section 8", Text: "3(N-1)", Least: instance.None, Most: 3 * (s.N - 1)}}
		},
		Small: []instance.Instance{{N: 2, Params: map[string]string{"m": "2"}, Requests: []int{2}}},
		Build: func(s *instance.Setup) (*instance.Model, error) {
			p, err := New(Config{N: s.N, M: s.Int("m"), Variant: s.Variant, Units: s.PerProcess("units")})
			return instance.Measured(p, err, MessageRule())
		},
	}
}

// MessageRule says which process's request each message is sent for.
func MessageRule() instance.Rule[State, Message] {
	return instance.Answers[State]("REQUEST counts for its sender, NOT_USED for the request that it answers", func(m Message) bool { return m.Kind == NOT_USED })
}
