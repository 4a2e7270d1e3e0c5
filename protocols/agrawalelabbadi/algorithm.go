package agrawalelabbadi

import (
	"embed"
	"fmt"

	"qcheck/explore/measure"
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

//go:embed agrawalelabbadi.go algorithm.go doc.go halves.go member.go requester.go standing.go state.go variants.go
var files embed.FS

// Algorithm returns the entry of the algorithm in the registry: its quorums, variants and
// formulas.
func Algorithm() *instance.Algorithm {
	return &instance.Algorithm{
		Name: "agrawal-el-abbadi", Also: []string{"tree quorum", "tree quorums"}, Summary: "mutual exclusion by the quorums of a tree",
		Source: "Agrawal and El Abbadi, 1991", Variants: variant.List(forms()), Default: "printed",
		Quorums: &instance.Needs{
			Kinds:   []setsys.Kind{setsys.Coterie},
			Default: "the tree quorums of a complete tree (construct tree), binary for 1, 3, 7 or 15 processes; for others each node has as few children as it can",
			Make:    tree,
		},
		MessageFormulas: func(s *instance.Setup, process int, alone bool) []instance.Formula {
			if !alone {
				return nil
			}
			least, most := s.N, 0
			for _, q := range s.Quorums()[process] {
				others := q.Without(process).Len()
				least, most = min(least, others), max(most, others)
			}
			return []instance.Formula{{Source: "Agrawal and El Abbadi, 1991", Text: "3 for each other member of a quorum", Least: 3 * least, Most: 3 * most}}
		},
		Small: []instance.Instance{{N: 1, Requests: []int{2}}, {N: 3, Requests: []int{1, 1, 0}}},
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

// tree makes the quorums of a complete tree, of those with so many nodes the one in which nodes have the fewest children.
func tree(s *instance.Setup) (*setsys.Structure, error) {
	for degree := 2; degree <= max(2, s.N-1); degree++ {
		depth, n := 0, 1
		for level := degree; n < s.N; level *= degree {
			depth, n = depth+1, n+level
		}
		if n != s.N {
			continue
		}
		params := map[string]any{"depth": depth}
		if degree > 2 { // which nobody has to say
			params["degree"] = degree
		}
		return construct.Build("tree", params, setsys.DefaultMaxSets)
	}
	return nil, fmt.Errorf("no complete tree has %d nodes: other quorums are given by --construct (such as majority) or --structure", s.N)
}

func config(s *instance.Setup) Config {
	return Config{N: s.N, Quorums: s.Quorums(), Variant: s.Variant}
}

// MessageRule says which process's request each message is sent for.
func MessageRule() instance.Rule[State, Message] {
	return instance.Rule[State, Message]{
		First: measure.ByName,
		Text:  "REQUEST, REPLY and RELINQUISH count for the request they name; INQUIRE and YIELD for the request that INQUIRE was sent for; messages to oneself do not count",
		Rule: measure.Rule[State, Message]{
			Owner: func(s measure.Sending[State, Message]) int {
				switch s.Msg.Kind {
				case REPLY:
					return s.To
				case INQUIRE:
					return s.From
				case YIELD:
					return measure.Inquired
				}
				return s.Process
			},
			Inquires:   func(m Message) bool { return m.Kind == INQUIRE },
			Permits:    func(m Message) bool { return m.Kind == REPLY },
			Returns:    func(m Message) bool { return m.Kind == YIELD },
			WithoutOwn: true,
		},
	}
}
