package suzukikasami

import (
	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
)

// Algorithm returns the entry of the algorithm in the registry: its variants and
// formulas.
func Algorithm() *instance.Algorithm {
	return &instance.Algorithm{
		Name: "suzuki-kasami", Also: []string{"token broadcast"}, Summary: "mutual exclusion by a token that is asked of all others",
		Source: "Suzuki and Kasami, 1985", Variants: variant.List(forms()), Default: "printed",
		MessageFormulas: func(s *instance.Setup, process int, alone bool) []instance.Formula {
			const source = "Suzuki and Kasami, 1985"
			switch {
			case process == 0 && alone:
				return instance.Exactly(source, "0 with the token", 0)
			case process == 0:
				return []instance.Formula{{Source: source, Text: "at most n", Least: 0, Most: s.N}}
			}
			return instance.Exactly(source, "n: n-1 REQUESTs and the token", s.N)
		},
		Small: []instance.Instance{{N: 2, Requests: []int{2}}, {N: 3, Requests: []int{1}}},
		Build: func(s *instance.Setup) (*instance.Model, error) {
			c := Config{N: s.N, Variant: s.Variant}
			if s.Variant == stamps {
				p, err := NewStamped(c)
				return instance.Measured(p, err, MessageRule[explore.Stamp]())
			}
			p, err := New(c)
			return instance.Measured(p, err, MessageRule[uint8]())
		},
	}
}

// MessageRule says which process's request each message is sent for.
func MessageRule[N Number]() instance.Rule[State[N], Message[N]] {
	return instance.Answers[State[N]]("REQUEST counts for its sender, PRIVILEGE for the request that it answers", func(m Message[N]) bool { return m.Kind == PRIVILEGE })
}
