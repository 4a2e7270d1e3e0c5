package kakugawa

import (
	"qcheck/explore"
	"qcheck/explore/measure"
	"qcheck/explore/roles"
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
	"qcheck/setsys"
)

// Algorithm returns the entry of the algorithm in the registry: its parameters,
// variants, goals and formulas.
func Algorithm() *instance.Algorithm {
	return &instance.Algorithm{
		Name: "kakugawa", Also: []string{"kakugawa-fujita-yamashita-ae"}, Summary: "k-mutual exclusion by a k-coterie",
		Source: "Kakugawa (thesis, 1992), section 3.2.2", Variants: variant.List(forms()), Default: "repaired",
		Params: []instance.Param{
			instance.Number(instance.K, "how many processes may be in the critical section at a time (default 1, or that of the structure)", 1).Or(1).From(instance.StructureK),
			instance.Option("no-retry", "a process stays with the first quorum it selected"),
			instance.Option("no-answer-no", "a process in the critical section leaves a QUERY unanswered"),
		},
		Quorums: &instance.Needs{
			Kinds:   []setsys.Kind{setsys.KCoterie, setsys.Coterie},
			Default: "the construction k-majority", Make: instance.Construction("k-majority", instance.K),
			M: (*instance.Setup).K,
		},
		MessageFormulas: messageFormulas,
		Small:           []instance.Instance{{N: 2, Requests: []int{2}}, {N: 3, Params: map[string]string{instance.K: "1"}, Requests: []int{1, 1, 0}, Quorums: instance.Quorums{Construct: "k-singleton"}}},
		Build: func(s *instance.Setup) (*instance.Model, error) {
			c := Config{
				N: s.N, K: s.K(), Variant: s.Variant, Quorums: s.Families()[0],
				Fixed: s.Fixed, NoRetry: s.Switch("no-retry"), NoAnswerNo: s.Switch("no-answer-no"),
			}
			if s.Structure.Kind == setsys.RequestSets {
				c.NoRetry = true // there is no other quorum to try
			}
			a, err := c.algorithm()
			if err != nil {
				return nil, err
			}
			p, err := a.protocol()
			m, err := instance.Measured(p, err, MessageRule())
			m, err = instance.WithRoles(m, err, a.roles(), wire())
			return instance.WithBooks(m, err, p, func() (explore.Requirement[State, Message], error) { return roles.Kept[State](a.roles(), wire()) })
		},
	}
}

// MessageRule says which process's request each message is sent for.
func MessageRule() instance.Rule[State, Message] {
	return instance.Rule[State, Message]{
		First: measure.ByName,
		Text:  "REQUEST, OK, WAIT and RELEASE count for the request they name or answer; QUERY and its answer for the request that the QUERY was sent for",
		Rule: measure.Rule[State, Message]{
			Owner: func(s measure.Sending[State, Message]) int {
				switch s.Msg.Kind {
				case OK, WAIT:
					return s.To
				case QUERY:
					return s.From // a QUERY is sent on a REQUEST
				case ANSWER_RELEASE, ANSWER_NO:
					return measure.Received
				}
				return s.Process
			},
			Permits: func(m Message) bool { return m.Kind == OK },
			Returns: func(m Message) bool { return m.Kind == ANSWER_RELEASE },
		},
	}
}

func messageFormulas(s *instance.Setup, process int, alone bool) []instance.Formula {
	const source = "Kakugawa, section 3.4"
	least, most := instance.Sizes(s.Quorums()[process])
	switch {
	case alone:
		return []instance.Formula{{Source: source, Text: "3|Q|", Least: 3 * least, Most: 3 * most}}
	case s.Switch("no-retry"):
		return []instance.Formula{{Source: source, Text: "3|Q| to 6|Q| without retrying", Least: 3 * least, Most: 6 * most}}
	}
	return []instance.Formula{{Source: source, Text: "3|Q| to 6n", Least: 3 * least, Most: 6 * s.N}}
}
