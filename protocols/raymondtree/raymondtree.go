package raymondtree

import (
	"cmp"

	"qcheck/explore"
	"qcheck/protocols/instance"
	"qcheck/protocols/variant"
)

// Config is an instance. New checks the numbers in it, the tree, and that the variant
// exists.
type Config struct {
	// N is the number of processes, 1 to explore.MaxProcesses.
	N int
	// Tree is binary, line or star, with process 0 as the root; empty for binary.
	Tree string
	// Parents is another tree instead: for each process its neighbour on the way to
	// the privilege, counted from 1, and 0 for the process that has it at first.
	Parents []int
	// Variant is the name of a variant; empty for "printed".
	Variant string
}

// New returns the protocol of an instance. It fails when N is out of range, the tree
// is none, or the variant is unknown.
func New(c Config) (explore.Protocol[State, Message], error) {
	f, unknown := variant.Find(forms(), c.Variant, "printed")
	if err := cmp.Or(instance.CheckN(c.N), unknown); err != nil {
		return explore.Protocol[State, Message]{}, err
	}
	first, err := c.holders()
	if err != nil {
		return explore.Protocol[State, Message]{}, err
	}
	a := &algorithm{form: f}
	return explore.Protocol[State, Message]{
		Name:      "raymond-tree",
		N:         c.N,
		Init:      func(p int) State { return State{Holder: first[p]} },
		Actions:   a.actions,
		Deliver:   a.deliver,
		Exclusion: instance.MutualExclusion(func(s State) explore.Phase { return s.Phase }, standing),
		Steps:     a.steps(),
	}, nil
}
