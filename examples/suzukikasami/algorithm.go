package suzukikasami

import "qcheck/protocols/instance"

// Algorithm is what a registry has of the package.
func Algorithm() *instance.Algorithm {
	return &instance.Algorithm{
		Name: "suzuki-kasami", Summary: "mutual exclusion by a token that is asked for", Source: "Suzuki and Kasami, 1985",
		Goals: []instance.Goal{
			{Name: "one-token", Meaning: "there is exactly one token, at a process or on its way"},
			{Name: "somebody-queues", Meaning: "a process can be in the queue of the token"},
		},
		Build: func(s *instance.Setup) (*instance.Model, error) {
			return instance.Of(New(s.N), nil)
		},
	}
}
