package ring

import (
	"qcheck/protocols/instance"
)

// Algorithm is what a registry has of the package.
func Algorithm() *instance.Algorithm {
	return &instance.Algorithm{
		Name: "ring", Summary: "election of a leader on a ring", Source: "Chang and Roberts, 1979",
		Variants: []instance.Variant{
			{Name: "printed", Summary: "a process passes larger numbers on, also before it starts itself"},
			{Name: "forgetful", Summary: "a process that has not started passes nothing on"},
		},
		Default: "printed",
		Goals: []instance.Goal{
			{Name: "one-leader", Meaning: "all processes that know a leader know the same one"},
			{Name: "elected", Meaning: "a leader can be elected"},
			{Name: "everybody-knows", Meaning: "in the end everybody knows the leader"},
		},
		Build: func(s *instance.Setup) (*instance.Model, error) {
			return instance.Of(New(numbers(s.N), s.Variant == "forgetful"), nil)
		},
	}
}

// numbers gives the processes numbers that neither ascend nor descend round the
// ring, where there are three or more.
func numbers(n int) []uint8 {
	var all []uint8
	for i := range n {
		all = append(all, uint8(1+(2*i+1)%n))
	}
	return all
}
