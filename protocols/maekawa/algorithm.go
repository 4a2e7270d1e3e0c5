package maekawa

import (
	"embed"

	"qcheck/explore/measure"
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
	"qcheck/setsys"
)

//go:embed algorithm.go doc.go halves.go maekawa.go member.go requester.go standing.go state.go steps.go variants.go
var files embed.FS

// Algorithm returns the entry of the algorithm in the registry: its parameters,
// variants, goals and formulas.
func Algorithm() *instance.Algorithm {
	return &instance.Algorithm{
		Name: "maekawa", Also: []string{"voting", "square root", "sanders"}, Summary: "mutual exclusion by a coterie, with preemption",
		Source: "Maekawa, 1985, with the correction of Sanders, 1987", Variants: variant.List(forms()), Default: "repaired",
		Quorums: &instance.Needs{
			Kinds:   []setsys.Kind{setsys.Coterie},
			Default: instance.Cyclic, Make: instance.CyclicMajorities,
		},
		Small: []instance.Instance{{N: 2, Requests: []int{2}}, {N: 3, Requests: []int{1}}},
		Files: files,
		Every: instance.Every(config, Roles),
		Build: func(s *instance.Setup) (*instance.Model, error) {
			a, err := config(s).algorithm()
			if err != nil {
				return nil, err
			}
			p, err := a.protocol()
			m, err := instance.Measured(p, err, MessageRule())
			return instance.WithBooks(m, err, p, a.roles(), wire())
		},
	}
}

func config(s *instance.Setup) Config {
	return Config{N: s.N, Quorums: s.Quorums(), Variant: s.Variant}
}

// MessageRule says which process's request each message is sent for.
func MessageRule() instance.Rule[State, Message] {
	return instance.Rule[State, Message]{
		First: measure.ByName,
		Text:  "REQUEST, GRANT, FAILED and RELEASE count for the request they name; INQUIRE and RELINQUISH for the request that INQUIRE was sent for; messages to oneself do not count",
		Rule: measure.Rule[State, Message]{
			Owner: func(s measure.Sending[State, Message]) int {
				switch s.Msg.Kind {
				case GRANT, FAILED:
					return s.To
				case INQUIRE:
					return s.From
				case RELINQUISH:
					return measure.Inquired
				}
				return s.Process
			},
			Inquires:   func(m Message) bool { return m.Kind == INQUIRE },
			Permits:    func(m Message) bool { return m.Kind == GRANT },
			Returns:    func(m Message) bool { return m.Kind == RELINQUISH },
			WithoutOwn: true,
		},
	}
}
