package orderedlocks

import (
	"qcheck/explore/roles"
	"qcheck/protocols/instance"
)

// Algorithm is what a registry has of the package.
func Algorithm() *instance.Algorithm {
	return &instance.Algorithm{
		Name: "ordered-locks", Summary: "mutual exclusion by locks that are taken in an order", Source: "Havender, 1968",
		Variants: []instance.Variant{
			{Name: "in-order", Summary: "a process asks for a lock when it has those before"},
			{Name: "together", Summary: "a process asks for all locks at once"},
		},
		Default: "in-order",
		Build: func(s *instance.Setup) (*instance.Model, error) {
			p := New(instance.CyclicSets(s.N), s.Variant == "together")
			composed, err := roles.Compose[State](p, wire)
			m, err := instance.Of(composed, err)
			return instance.WithRoles(m, err, p, wire)
		},
	}
}
