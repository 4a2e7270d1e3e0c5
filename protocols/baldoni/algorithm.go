package baldoni

import (
	"math"
	"slices"
	"strings"

	"qcheck/explore"
	"qcheck/explore/measure"
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
	"qcheck/setsys"
)

// Algorithm returns the entry of the algorithm in the registry: its parameters,
// variants, goals and formulas.
func Algorithm() *instance.Algorithm {
	return &instance.Algorithm{
		Name: "baldoni", Summary: "k-out of-M resource allocation by request sets and arbiters",
		Source: "Baldoni, Figure 2", Variants: variant.List(forms()), Default: "repaired",
		Params: []instance.Param{instance.M("(default that of the structure)").From(instance.StructureM), instance.Units()},
		Quorums: &instance.Needs{
			Kinds:   []setsys.Kind{setsys.RequestSets},
			Default: "every process asks all processes",
			Make: func(s *instance.Setup) (*setsys.Structure, error) {
				return instance.RequestSets("all processes", s.Int("m"), slices.Repeat([]explore.Set{explore.All(s.N)}, s.N))
			},
			M: func(s *instance.Setup) int { return s.Int("m") },
		},
		Safety:          instance.UnitsHeld("m"),
		MessageFormulas: messageFormulas,
		Small:           []instance.Instance{{N: 2, Requests: []int{2}}, {N: 2, Params: map[string]string{"m": "2", "units": instance.Any}, Requests: []int{1}}},
		Build: func(s *instance.Setup) (*instance.Model, error) {
			a, err := Config{N: s.N, M: s.Int("m"), Variant: s.Variant, Units: s.PerProcess("units"), Requests: s.Own()}.algorithm()
			if err != nil {
				return nil, err
			}
			p, err := a.protocol()
			m, err := instance.Of(p, err)
			if oneInquiry(s) {
				m, err = instance.Measured(p, err, MessageRule())
			}
			return instance.WithBooks(m, err, p, a.roles(), wire())
		},
	}
}

// oneInquiry reports whether INQUIRE is sent on REQUEST alone: an arbiter that does
// not wait, or has one unit, never sends another one on YIELD or RELEASE.
func oneInquiry(s *instance.Setup) bool {
	f, err := variant.Find(forms(), s.Variant, "repaired")
	return s.Int("m") == 1 || err == nil && f.asynchronous
}

// MessageRule says which process's request each message is sent for, in the
// variants in which INQUIRE is sent on REQUEST alone.
func MessageRule() instance.Rule[State, Message] {
	return instance.Rule[State, Message]{
		First: measure.ByName,
		Text:  "REQUEST, GRANT and RELEASE count for the request they name; INQUIRE and YIELD for the request that INQUIRE was sent for; messages to oneself do not count",
		Rule: measure.Rule[State, Message]{
			Owner: func(s measure.Sending[State, Message]) int {
				switch s.Msg.Kind {
				case GRANT:
					return s.To
				case INQUIRE:
					return s.From
				case YIELD:
					return measure.Received
				}
				return s.Process
			},
			Permits:    func(m Message) bool { return m.Kind == GRANT },
			Returns:    func(m Message) bool { return m.Kind == YIELD },
			WithoutOwn: true,
		},
	}
}

// messageFormulas: the formula as printed is for request sets that are all of one
// size, as small as can be; for others it is the same with their size.
func messageFormulas(s *instance.Setup, process int, alone bool) []instance.Formula {
	m := s.Int("m")
	root := int(math.Ceil(math.Pow(float64(s.N), float64(m)/float64(m+1)) - 1 - 1e-9))
	own := s.Own()
	others := own[process].Len() - 1 // the other members of its request set
	f := instance.Formula{Source: "Baldoni, section 8, with |R|-1 for the root", Text: "3(|R|-1) to 5(|R|-1)", Least: 3 * others, Most: 5 * others}
	if !slices.ContainsFunc(own, func(r explore.Set) bool { return r.Len()-1 != root }) {
		f.Source, f.Text = "Baldoni, section 8", "3⌈N^(M/(M+1))-1⌉ to 5⌈N^(M/(M+1))-1⌉"
	}
	if alone {
		f.Text, _, _ = strings.Cut(f.Text, " to ")
		f.Most = f.Least
	}
	return []instance.Formula{f}
}
