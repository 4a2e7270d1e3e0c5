package instance

import (
	"slices"

	"qcheck/explore"
	"qcheck/setsys"
	"qcheck/setsys/construct"
)

// A Setup is what an algorithm builds from: an instance with its parameters read
// and its defaults filled in.
type Setup struct {
	Variant string
	N       int
	// Structure has the quorums, nil for an algorithm that needs none; Fixed says
	// that each process has one of its own.
	Structure *setsys.Structure
	Fixed     bool
	// Unreliable says that there may be faults, or that messages overtake each other.
	Unreliable bool

	values map[string]any
	lists  [][]explore.Set // of quorums by process, where there is no structure
}

// Has reports whether a parameter has a value, given or by default.
func (s *Setup) Has(name string) bool { _, ok := s.values[name]; return ok }

// Int returns an integer, 0 for none.
func (s *Setup) Int(name string) int { return valueOf[int](s, name) }

// K returns the parameter K, 1 for an algorithm without it.
func (s *Setup) K() int {
	if s.Has(K) {
		return s.Int(K)
	}
	return 1
}

// Text returns a word, empty for none.
func (s *Setup) Text(name string) string { return valueOf[string](s, name) }

// Switch reports whether a switch is there.
func (s *Setup) Switch(name string) bool { return valueOf[bool](s, name) }

// PerProcess returns the integers of the processes, nil for none.
func (s *Setup) PerProcess(name string) []int { return valueOf[[]int](s, name) }

// Processes returns a set of processes, and otherwise for none.
func (s *Setup) Processes(name string, otherwise explore.Set) explore.Set {
	if !s.Has(name) {
		return otherwise
	}
	return valueOf[explore.Set](s, name)
}

func valueOf[T any](s *Setup, name string) T {
	v, _ := s.values[name].(T)
	return v
}

// Quorums returns, by process, the quorums that it may choose from; nil without a
// structure.
func (s *Setup) Quorums() [][]explore.Set {
	if s.Structure == nil {
		return s.lists
	}
	all := s.Families()[0]
	quorums := make([][]explore.Set, s.N)
	for p := range quorums {
		quorums[p] = all
		if s.Fixed && len(all) > 0 {
			quorums[p] = all[p%len(all):][:1]
		}
	}
	return quorums
}

// Common returns the quorums that all processes may choose from.
func (s *Setup) Common() []explore.Set {
	if s.Structure == nil {
		return slices.Concat(s.lists[:min(1, len(s.lists))]...)
	}
	return s.Families()[0]
}

// Own returns, by process, its own quorum if choices are fixed; nil without a
// structure.
func (s *Setup) Own() []explore.Set {
	var own []explore.Set
	for _, all := range s.Quorums() {
		own = append(own, all[:min(1, len(all))]...)
	}
	return own
}

// Family returns the quorums of a role as sets of processes; of a structure without read and write quorums,
// all of its quorums.
func (s *Setup) Family(role setsys.Role) []explore.Set {
	all := s.Families()
	for i, f := range s.Structure.Families() {
		if f.Role == role {
			return all[i]
		}
	}
	return all[0]
}

// Distinct returns the sets of several lists, each once.
func Distinct(lists [][]explore.Set) []explore.Set {
	all := slices.Concat(lists...)
	slices.Sort(all)
	return slices.Compact(all)
}

// HasQuorum reports whether a set has a whole quorum.
func HasQuorum(s explore.Set, quorums []explore.Set) bool {
	return slices.ContainsFunc(quorums, s.Contains)
}

// Families returns the families of the structure, in its order, as sets of
// processes. Request sets are a family with the set of process i in place i.
func (s *Setup) Families() [][]explore.Set {
	var all [][]explore.Set
	for _, f := range s.Structure.Families() {
		var sets []explore.Set
		for _, q := range f.Family.All() {
			sets = append(sets, explore.SetOf(q.Nodes()...))
		}
		all = append(all, sets)
	}
	return all
}

// Construction makes the default quorums of an algorithm by a construction with
// the parameters n, and those named of the algorithm.
func Construction(name string, params ...string) func(*Setup) (*setsys.Structure, error) {
	return func(s *Setup) (*setsys.Structure, error) {
		args := map[string]any{"n": s.N}
		for _, p := range params {
			args[p] = s.Int(p)
		}
		return construct.Build(name, args, setsys.DefaultMaxSets)
	}
}

// RequestSets makes request sets for m resources of the sets of the processes, in
// their order.
func RequestSets(name string, m int, sets []explore.Set) (*setsys.Structure, error) {
	u, err := setsys.Numbered(len(sets))
	if err != nil {
		return nil, err
	}
	b := setsys.NewFamilyBuilder(u.Len())
	for _, s := range sets {
		b.Add(setsys.NewNodeSet(u.Len(), s.Members()...))
	}
	return &setsys.Structure{Name: name, Kind: setsys.RequestSets, M: m, Universe: u, Requests: b.Family()}, nil
}

// CyclicMajorities are the sets of n processes of which each has the majority
// that follows it cyclically.
func CyclicMajorities(s *Setup) (*setsys.Structure, error) {
	return RequestSets("cyclic majorities", 1, CyclicSets(s.N))
}

// CyclicSets returns for each of n processes its own majority: process i has i to
// i+floor(n/2).
func CyclicSets(n int) []explore.Set {
	sets := make([]explore.Set, n)
	for p := range sets {
		for i := range n/2 + 1 {
			sets[p] = sets[p].With((p + i) % n)
		}
	}
	return sets
}
