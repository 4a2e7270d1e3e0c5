package complement

import (
	"fmt"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/protocols/raymond"
	"qcheck/protocols/ricartagrawala"
)

// Algorithm returns the entry in the registry: the complements of two algorithms
// for mutual exclusion.
func Algorithm() *instance.Algorithm {
	return &instance.Algorithm{
		Name: "complement", Summary: "l-mutual inclusion from an algorithm for (n-l)-mutual exclusion, with the two states swapped",
		Source: "Kamei and Kakugawa, the complementary theorem",
		Variants: []instance.Variant{
			{Name: "raymond", Summary: "of raymond, repaired"},
			{Name: "bounded", Summary: "of raymond, bounded: requests without bound close"},
			{Name: "ricart-agrawala", Summary: "of ricart-agrawala, for l = n-1"},
		},
		Default: "raymond", Params: []instance.Param{instance.L(1)}, Safety: instance.AtLeast,
		Small: []instance.Instance{{N: 2, Requests: []int{1}}},
		Build: func(s *instance.Setup) (*instance.Model, error) {
			l := s.Int("l")
			switch {
			case l >= s.N:
				return nil, fmt.Errorf("l is %d: it must be 0 to n-1", l)
			case s.Variant == "ricart-agrawala" && l != s.N-1:
				return nil, fmt.Errorf("l is %d, and the complement of mutual exclusion is for l = %d", l, s.N-1)
			case s.Variant == "ricart-agrawala":
				return of(ricartagrawala.New(ricartagrawala.Config{N: s.N}))
			case s.Variant == "bounded":
				return of(raymond.New(raymond.Config{N: s.N, K: s.N - l, Variant: "bounded"}))
			}
			return of(raymond.New(raymond.Config{N: s.N, K: s.N - l}))
		},
	}
}

// of makes a model of the complement of a protocol.
func of[L, M comparable](p explore.Protocol[L, M], err error) (*instance.Model, error) {
	if err != nil {
		return nil, err
	}
	return instance.Of(OfExclusion(p), nil)
}
