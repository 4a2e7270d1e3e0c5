package raymondtree

import (
	"qcheck/explore"
	"qcheck/explore/measure"
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
	"qcheck/setsys/construct"
)

// Algorithm returns the entry of the algorithm in the registry: its parameters,
// variants and formulas.
func Algorithm() *instance.Algorithm {
	return &instance.Algorithm{
		Name: "raymond-tree", Also: []string{"token tree"}, Summary: "mutual exclusion by a privilege that moves along the edges of a tree",
		Source: "Raymond, A Tree-Based Algorithm, 1989", Variants: variant.List(forms()), Default: "printed",
		Params: params(),
		MessageFormulas: func(s *instance.Setup, process int, alone bool) []instance.Formula {
			first, err := config(s).holders()
			if err != nil || !alone {
				return nil
			}
			return instance.Exactly("Raymond, 1989", "2d, with d edges to the privilege", 2*distance(first, process))
		},
		Small: []instance.Instance{{N: 2, Requests: []int{2}}, {N: 3, Requests: []int{1}}, {N: 3, Params: map[string]string{"tree": "line"}, Requests: []int{1}}},
		Build: func(s *instance.Setup) (*instance.Model, error) {
			p, err := New(config(s))
			return instance.Measured(p, err, MessageRule())
		},
	}
}

func config(s *instance.Setup) Config {
	return Config{N: s.N, Tree: s.Text("tree"), Parents: s.PerProcess("parents"), Variant: s.Variant}
}

// MessageRule says which process's request each message is sent for. A REQUEST stands
// for all requests that come to its sender until it is answered, so this is one way
// to count of several.
func MessageRule() instance.Rule[State, Message] {
	return instance.Rule[State, Message]{
		Text: "REQUEST counts for the request that it is first sent for, PRIVILEGE for the one whose REQUEST it answers, and so does a REQUEST that goes with it",
		Rule: measure.Rule[State, Message]{
			Owner: func(s measure.Sending[State, Message]) int {
				switch {
				case s.Msg.Kind == PRIVILEGE, s.Before.Phase == explore.Inside, s.From >= 0 && s.Taken.Kind == PRIVILEGE:
					return measure.Inquired
				case s.From >= 0:
					return measure.Received
				}
				return s.Process
			},
			Inquires: func(m Message) bool { return m.Kind == REQUEST },
		},
	}
}

// params are the parameters: a tree by its name, or by its parents.
func params() []instance.Param {
	parents := instance.List("parents", "another tree: for each process its neighbour on the way to the privilege, 0 for the one that has it, such as 0,1,1,2")
	parents.Min = 0
	return []instance.Param{
		{Param: construct.Param{
			Name: "tree", Doc: "the tree, with process 1 as the root, which has the privilege at first: binary, line or star (default binary)",
			Type: construct.Text, Choices: treeNames, Default: treeNames[0],
		}},
		parents,
	}
}
