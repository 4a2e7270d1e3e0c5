package gcs

import (
	"fmt"

	"qcheck/explore"
	"qcheck/explore/measure"
	"qcheck/protocols/instance"
	"qcheck/protocols/mutin"
	"qcheck/protocols/variant"
	"qcheck/setsys"
)

// Algorithm returns the entry of the algorithm in the registry: its parameters,
// variants, goals and formulas.
func Algorithm() *instance.Algorithm {
	return &instance.Algorithm{
		Name: "gcs", Summary: "the (l,k)-critical section: at least l and at most k processes in it, by a coterie",
		Source: "Kamei and Kakugawa, Algorithm 3", Variants: variant.List(forms()), Default: "repaired",
		Params: []instance.Param{
			instance.Number(instance.K, "how many processes may be in the critical section at a time, whatever the coterie (default 1)", 1).Or(1),
			instance.L(0), instance.InCS(), instance.Mutex(),
		},
		Quorums: &instance.Needs{
			Kinds: []setsys.Kind{setsys.Coterie}, Choices: []string{instance.Fixed},
			Default: instance.Cyclic, Make: instance.CyclicMajorities,
		},
		Safety: func(s *instance.Setup) string {
			return fmt.Sprintf("at least %d and at most %s in the critical section at a time", s.Int("l"), instance.Are(s.K(), "process", "processes"))
		},
		DelayFormulas: func(*instance.Setup, int, bool, bool) []instance.Formula {
			return []instance.Formula{{Source: "Kamei and Kakugawa, section 5", Text: "9", Least: instance.None, Most: 9}}
		},
		Small: []instance.Instance{{N: 2, Params: map[string]string{"l": "1", instance.K: "2"}, Requests: []int{1}}},
		Build: func(s *instance.Setup) (*instance.Model, error) {
			l := s.Int("l")
			c := Config{N: s.N, L: l, K: s.K(), Quorums: s.Own(), InCS: s.Processes("in-cs", explore.All(l)), Variant: s.Variant}
			if s.Text("mutex") == "maekawa" {
				return instance.Of(NewWithMaekawa(c))
			}
			p, err := NewWithLock(c)
			return instance.Measured(p, err, MessageRule(mutin.MessageRule(mutin.LockRule(), "; the same in both objects, each with a lock")))
		},
	}
}

// MessageRule says which process's request each message is sent for, over two
// objects with the given rule, in which no permission is taken back: the objects
// would have to remember that each for itself.
func MessageRule[A, X comparable](r instance.Rule[A, X]) instance.Rule[State[A, A], Message[X, X]] {
	return instance.Rule[State[A, A], Message[X, X]]{
		First: r.First, Text: r.Text,
		Rule: measure.Rule[State[A, A], Message[X, X]]{
			Owner: func(s measure.Sending[State[A, A], Message[X, X]]) int {
				part := measure.Sending[A, X]{
					Process: s.Process, From: s.From, Taken: s.Taken.Lmin, Before: s.Before.Lmin, To: s.To, Msg: s.Msg.Lmin,
				}
				if s.Msg.Object == Kmex {
					part.Taken, part.Before, part.Msg = s.Taken.Kmex, s.Before.Kmex, s.Msg.Kmex
				}
				return r.Owner(part)
			},
		},
	}
}
