package mutin

import (
	"qcheck/explore"
	"qcheck/explore/measure"
	"qcheck/protocols/csobject"
	"qcheck/protocols/instance"
	"qcheck/protocols/maekawa"
	"qcheck/protocols/variant"
	"qcheck/setsys"
)

// Algorithm returns the entry of the algorithm in the registry: its parameters,
// variants, goals and formulas.
func Algorithm() *instance.Algorithm {
	return &instance.Algorithm{
		Name: "mutin", Summary: "l-mutual inclusion by a coterie",
		Source: "Kamei and Kakugawa, Algorithms 1 and 2", Variants: variant.List(forms()), Default: "repaired",
		Params: []instance.Param{instance.L(1), instance.InCS(), instance.Mutex()},
		Quorums: &instance.Needs{
			Kinds: []setsys.Kind{setsys.Coterie}, Choices: []string{instance.Fixed},
			Default: instance.Cyclic, Make: instance.CyclicMajorities,
		},
		Safety: instance.AtLeast,
		MessageFormulas: func(s *instance.Setup, process int, _ bool) []instance.Formula {
			if s.Text("mutex") != "lock" {
				return nil // what mx sends is O(|Q|)
			}
			least, most := instance.Sizes(s.Quorums()[process])
			return []instance.Formula{{Source: "Kamei and Kakugawa, Lemma 3, and 3 for the lock", Text: "5|Q| to 6|Q|, and mx", Least: 5*least + 3, Most: 6*most + 3}}
		},
		DelayFormulas: func(*instance.Setup, int, bool, bool) []instance.Formula {
			return []instance.Formula{{Source: "Kamei and Kakugawa, Lemma 4", Text: "7", Least: instance.None, Most: 7}}
		},
		Small: []instance.Instance{{N: 2, Params: map[string]string{"in-cs": "1,2"}, Requests: []int{1}}, {N: 2, Params: map[string]string{"mutex": "maekawa"}, Requests: []int{1}}},
		Build: func(s *instance.Setup) (*instance.Model, error) {
			l := s.Int("l")
			c := Config{N: s.N, L: l, Quorums: s.Own(), InCS: s.Processes("in-cs", explore.All(l)), Variant: s.Variant}
			if s.Text("mutex") == "maekawa" {
				p, err := NewWithMaekawa(c)
				return instance.Measured(p, err, MessageRule(maekawa.MessageRule(), "; the messages of mx as in maekawa"))
			}
			p, err := NewWithLock(c)
			return instance.Measured(p, err, MessageRule(LockRule(), "; the lock has REQUEST, GRANT and RELEASE"))
		},
	}
}

// LockRule says which process's request each message of a lock is sent for.
func LockRule() instance.Rule[csobject.LockState, csobject.LockMessage] {
	return instance.Answers[csobject.LockState]("", func(m csobject.LockMessage) bool { return m == csobject.GRANT })
}

// MessageRule says which process's request each message is sent for, over an
// object with the given rule, about which the text says more.
func MessageRule[X, Y comparable](mx instance.Rule[X, Y], text string) instance.Rule[State[X], Message[Y]] {
	return instance.Rule[State[X], Message[Y]]{
		First: measure.ByName,
		Text:  "Query, Acquire, Release and what mx sends count for their sender, Response1, Ack and Response2 for the process they answer; Exit and Entry together are one entry" + text,
		Rule: measure.Rule[State[X], Message[Y]]{
			Owner: func(s measure.Sending[State[X], Message[Y]]) int {
				switch s.Msg.Kind {
				case Response1, Response2, Ack:
					return s.To
				case Mx:
					return mx.Owner(measure.Sending[X, Y]{
						Process: s.Process, From: s.From, Taken: s.Taken.Mx, Before: s.Before.Mx, To: s.To, Msg: s.Msg.Mx,
					})
				}
				return s.Process
			},
			Inquires: ofMx(mx.Inquires),
			Permits:  ofMx(mx.Permits),
			Returns:  ofMx(mx.Returns),
		},
	}
}

// ofMx says of messages what is said of those of the object.
func ofMx[Y comparable](what func(Y) bool) func(Message[Y]) bool {
	if what == nil {
		return nil
	}
	return func(m Message[Y]) bool { return m.Kind == Mx && what(m.Mx) }
}
