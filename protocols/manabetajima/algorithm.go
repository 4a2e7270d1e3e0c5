package manabetajima

import (
	"math"
	"slices"

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
		Name: "manabe-tajima", Summary: "h-out of-k mutual exclusion by an (h,k)-arbiter",
		Source: "Manabe and Tajima, section 4.1 and Figure 1", Variants: variant.List(readings()), Default: "repaired",
		Params: []instance.Param{
			instance.Number(instance.K, "how many units there are (default 1, or that of the structure)", 1).Or(1).From(instance.StructureK),
			instance.Units(),
		},
		Quorums: &instance.Needs{
			Kinds:   []setsys.Kind{setsys.HKArbiter},
			Default: "the construction uniform-hk-arbiter", Make: instance.Construction("uniform-hk-arbiter", instance.K),
			M: resources,
		},
		Safety:          instance.UnitsHeld(instance.K),
		MessageFormulas: messageFormulas,
		Small:           []instance.Instance{{N: 2, Requests: []int{1}}, {N: 2, Params: map[string]string{instance.K: "2", "units": instance.Any}, Requests: []int{1}}},
		Build: func(s *instance.Setup) (*instance.Model, error) {
			c := Config{N: s.N, K: s.K(), Variant: s.Variant, Units: s.PerProcess("units"), Quorums: quorums(s), Fixed: s.Fixed}
			a, err := c.algorithm()
			if err != nil {
				return nil, err
			}
			p, err := a.protocol()
			m, err := instance.Measured(p, err, MessageRule())
			return instance.WithBooks(m, err, p, a.roles(), wire())
		},
	}
}

// quorums returns the quorums by number of units. A request set is for any number.
func quorums(s *instance.Setup) [][]explore.Set {
	all := s.Families()
	if s.Structure.Kind == setsys.RequestSets {
		all = slices.Repeat(all, s.K())
	}
	return all
}

// resources: where a request may be for several units, two requests may be too
// many.
func resources(s *instance.Setup) int {
	if slices.ContainsFunc(s.PerProcess("units"), func(h int) bool { return h != 1 }) {
		return 1
	}
	return s.K()
}

// MessageRule says which process's request each message is sent for.
func MessageRule() instance.Rule[State, Message] {
	return instance.Rule[State, Message]{
		First: measure.ByCause,
		Text:  "request, OK and release count for the request they name; cancel and cancelled for the request that the OK was taken back for",
		Rule: measure.Rule[State, Message]{
			Owner: func(s measure.Sending[State, Message]) int {
				switch s.Msg.Kind {
				case OK:
					return s.To
				case Cancel:
					return s.From // a cancel is sent on a request
				case Cancelled:
					return measure.Received
				}
				return s.Process
			},
			Permits: func(m Message) bool { return m.Kind == OK },
			Returns: func(m Message) bool { return m.Kind == Cancelled },
		},
	}
}

func messageFormulas(s *instance.Setup, process int, alone bool) []instance.Formula {
	first, last := 1, s.K()
	if h := s.PerProcess("units")[process]; h != 0 {
		first, last = h, h
	}
	f := instance.Formula{Source: "Manabe and Tajima, section 4.3", Text: "3|q| to (3h+3)|q|", Least: math.MaxInt}
	for h := first; h <= last; h++ {
		least, most := instance.Sizes(quorums(s)[h-1])
		factor := 3*h + 3
		if alone {
			factor, f.Text = 3, "3|q|"
		}
		f.Least, f.Most = min(f.Least, 3*least), max(f.Most, factor*most)
	}
	return []instance.Formula{f}
}
