package naimitrehel

import (
	"qcheck/explore/measure"
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
)

// Algorithm returns the entry of the algorithm in the registry: its variants and
// formulas.
func Algorithm() *instance.Algorithm {
	return &instance.Algorithm{
		Name: "naimi-trehel", Also: []string{"token path reversal", "trehel-naimi"}, Summary: "mutual exclusion by a token that is found along a path, which requests turn round",
		Source: "Naimi, Trehel and Arnold, 1996", Variants: variant.List(forms()), Default: "printed",
		MessageFormulas: func(s *instance.Setup, process int, alone bool) []instance.Formula {
			const source = "Naimi, Trehel and Arnold, 1996"
			switch {
			case alone && process == 0:
				return instance.Exactly(source, "0 with the token", 0)
			case alone:
				return instance.Exactly(source, "2 to a father with the token", 2)
			}
			return []instance.Formula{{Source: source, Text: "at most n: a path through all, and the token", Least: instance.None, Most: s.N}}
		},
		Small: []instance.Instance{{N: 2, Requests: []int{2}}, {N: 3, Requests: []int{1}}},
		Build: func(s *instance.Setup) (*instance.Model, error) {
			p, err := New(Config{N: s.N, Variant: s.Variant})
			return instance.Measured(p, err, MessageRule())
		},
	}
}

// MessageRule says which process's request each message is sent for.
func MessageRule() instance.Rule[State, Message] {
	return instance.Rule[State, Message]{
		Text: "REQUEST counts for the process that it is of, whoever forwards it, and TOKEN for its receiver",
		Rule: measure.Rule[State, Message]{Owner: func(s measure.Sending[State, Message]) int {
			if s.Msg.Kind == REQUEST {
				return s.Msg.Of.Index()
			}
			return s.To
		}},
	}
}
