package twophasecommit

import (
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
)

// Algorithm returns the entry of the algorithm in the registry: its variants and requirements.
func Algorithm() *instance.Algorithm {
	return &instance.Algorithm{
		Name: "two-phase-commit", Also: []string{"2pc", "atomic commit"}, Summary: "commitment of a transaction by a coordinator and participants",
		Source: "Gray, 1978; Mohan, Lindsay and Obermarck, 1986, section 2", Variants: variant.List(forms()), Default: "printed",
		Params: []instance.Param{
			instance.Number("repeats", "how often each process sends again what was not answered: a decision, or a question for it (default 1)", 0).Bounds(1),
		},
		Goals: []instance.Goal{
			{Name: AtomicCommitment, Meaning: "it never happens that one process commits and another one aborts"},
			{Name: CommitValidity, Meaning: "nobody commits unless all participants have voted YES"},
			{Name: Commitment, Meaning: "in some run, all commit"},
		},
		Small: []instance.Instance{{N: 2}, {N: 3}},
		Build: func(s *instance.Setup) (*instance.Model, error) {
			return instance.Of(New(Config{N: s.N, Repeats: s.Int("repeats"), Variant: s.Variant}))
		},
	}
}
