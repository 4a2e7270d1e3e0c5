package protocols

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/simulate"
	"qcheck/protocols/variant"
	"qcheck/setsys"
)

// An Algorithm is a protocol with its variants, of which instances can be
// built.
type Algorithm struct {
	// Name is what commands and files call it.
	Name string
	// Summary says in a line what it is for, Source where it is from.
	Summary, Source string
	// Variants lists the readings and repairs; Default is the name of the one
	// that is taken when none is named.
	Variants []Variant
	Default  string
	// HasK says whether it has a k: how many processes may be inside.
	HasK bool
	// Parameters lists the names of the parameters that it has besides (see
	// Parameters).
	Parameters []string
	// KMeans says in a line what k is, where it is not how many processes may be
	// inside.
	KMeans string
	// NeedsStructure says that it has neither a construction nor quorums of its
	// own.
	NeedsStructure bool
	// OwnK says that k is not that of the structure.
	OwnK bool
	// Smaller has the settings of a variation with fewer states. It is what is
	// searched when the algorithm has too many and nobody asked for anything else.
	Smaller Settings
	// FixedQuorums says that each process has a quorum of its own: the structure's
	// i-th, cyclically.
	FixedQuorums bool
	// Kinds lists the kinds of structures that it runs on, the first being the
	// one it was made for; it is empty when it needs none.
	Kinds []setsys.Kind
	// Construct names the construction that gives its structure when none is
	// given, with n and, where it has one, k as parameters; empty when the
	// protocol has its own.
	Construct string

	// safe says what safety demands; nil for at most k processes inside.
	safe  func(Params) string
	goals map[explore.Property]string // what goals demand
	build func(Params) (*Instance, error)
}

// A Variant is one reading of an algorithm, or a repair of it.
type Variant = variant.Variant

// Params are the parameters of an instance.
type Params struct {
	// N is the number of processes; with a structure, the size of its universe
	// or 0.
	N int
	// K is how many processes may be inside, for algorithms with a k; with a
	// structure that has a k, that or 0.
	K int
	// Variant is the name of one of the algorithm's variants, empty for its
	// default.
	Variant string
	// Structure has the quorums, for algorithms that need some. Whether it is
	// what it claims to be is not checked here.
	Structure *setsys.Structure
	// Fixed gives process i the quorum number i of the structure, counted
	// cyclically, as its (first) choice. Otherwise a process may choose any
	// quorum at each request. Request sets are fixed in any case.
	Fixed bool
	// Settings has the values of further parameters.
	Settings Settings

	values map[string]any // what the settings mean
}

// An Instance is an algorithm with all its parameters.
type Instance struct {
	Algorithm *Algorithm
	Params    Params // completed
	Model     explore.Model

	replay   func(obvious.Options, []explore.TraceStep) (*obvious.Run, error)
	explore  func(obvious.Options) obvious.Result
	simulate func(context.Context, simulate.Options) (*simulate.Run, error)
	protocol any // the explore.Protocol, of its own types
}

// Replay takes the steps on the protocol itself, with code that shares nothing
// with the search (see [obvious.Replay]).
func (i *Instance) Replay(o obvious.Options, steps []explore.TraceStep) (*obvious.Run, error) {
	return i.replay(o, steps)
}

// Explore explores the instance with code that shares nothing with the search
// (see [obvious.Explore]); it is slow, and for small instances.
func (i *Instance) Explore(o obvious.Options) obvious.Result { return i.explore(o) }

// Lookup returns the algorithm with the given name.
func Lookup(name string) (*Algorithm, bool) {
	for _, a := range All() {
		if a.Name == name {
			return a, true
		}
	}
	return nil, false
}

// Build returns an instance. The error names the parameter that does not fit.
func (a *Algorithm) Build(p Params) (*Instance, error) {
	if p.Variant == "" {
		p.Variant = a.Default
	}
	if !slices.ContainsFunc(a.Variants, func(v Variant) bool { return v.Name == p.Variant }) {
		var names []string
		for _, v := range a.Variants {
			names = append(names, v.Name)
		}
		return nil, fmt.Errorf("algorithm %s has no variant %q; it has %s", a.Name, p.Variant, strings.Join(names, ", "))
	}
	if s := p.Structure; s != nil {
		if len(a.Kinds) == 0 {
			return nil, fmt.Errorf("algorithm %s runs on no structure", a.Name)
		}
		if !slices.Contains(a.Kinds, s.Kind) {
			return nil, fmt.Errorf("algorithm %s runs on a structure of kind %s, not %s", a.Name, kindList(a.Kinds), s.Kind)
		}
		if p.N != 0 && p.N != s.Universe.Len() {
			return nil, fmt.Errorf("n is %d, but the structure has %d nodes", p.N, s.Universe.Len())
		}
		p.N = s.Universe.Len()
		if a.HasK && !a.OwnK {
			k := 1 // of a coterie
			if s.Kind.HasK() {
				k = s.K
			}
			if p.K != 0 && p.K != k {
				return nil, fmt.Errorf("k is %d, but the structure's is %d", p.K, k)
			}
			p.K = k
		}
		if _, given := p.Settings["m"]; !given && s.Kind == setsys.RequestSets && slices.Contains(a.Parameters, "m") {
			p.Settings = maps.Clone(p.Settings)
			if p.Settings == nil {
				p.Settings = Settings{}
			}
			p.Settings["m"] = fmt.Sprint(s.M)
		}
		p.Fixed = p.Fixed || a.FixedQuorums
	}
	if a.NeedsStructure && p.Structure == nil {
		return nil, fmt.Errorf("algorithm %s needs a structure of kind %s", a.Name, kindList(a.Kinds))
	}
	if p.N < 1 || p.N > explore.MaxProcesses {
		return nil, fmt.Errorf("n is %d: a protocol has 1 to %d processes", p.N, explore.MaxProcesses)
	}
	if a.HasK && p.K == 0 {
		p.K = 1
	}
	if !a.HasK && p.K > 1 {
		return nil, fmt.Errorf("algorithm %s has no k", a.Name)
	}
	if err := p.settle(a.Name, a.Parameters); err != nil {
		return nil, err
	}
	i, err := a.build(p)
	if err != nil {
		return nil, fmt.Errorf("algorithm %s: %w", a.Name, err)
	}
	i.Algorithm, i.Params = a, p
	return i, nil
}

// Goals returns the names of the goals that the algorithm has besides the
// properties of all, in the order of their names.
func (a *Algorithm) Goals() []explore.Property { return slices.Sorted(maps.Keys(a.goals)) }

// Goal says what a goal demands.
func (a *Algorithm) Goal(p explore.Property) string { return a.goals[p] }

// M returns the number of units or resources that the structure of an instance
// must be for.
func (p Params) M() int { return of(p, "m", max(p.K, 1)) }

// Meaning says what a property demands of the instance, for properties that mean
// different things to different algorithms; otherwise it is empty.
func (i *Instance) Meaning(p explore.Property) string {
	switch {
	case p != explore.Safety:
		return i.Algorithm.Goal(p)
	case i.Algorithm.safe != nil:
		return i.Algorithm.safe(i.Params)
	case i.Params.K > 1:
		return fmt.Sprintf("at most %d processes are inside at a time", i.Params.K)
	}
	return "at most 1 process is inside at a time"
}

func kindList(kinds []setsys.Kind) string {
	var names []string
	for _, k := range kinds {
		names = append(names, string(k))
	}
	return strings.Join(names, " or ")
}

// instance makes an instance of a protocol of any types.
func instance[L, M comparable](p explore.Protocol[L, M], err error) (*Instance, error) {
	if err != nil {
		return nil, err
	}
	m, err := explore.NewModel(p)
	if err != nil {
		return nil, err
	}
	return &Instance{Model: m, replay: func(o obvious.Options, steps []explore.TraceStep) (*obvious.Run, error) {
		return obvious.Replay(p, o, steps)
	}, explore: func(o obvious.Options) obvious.Result { return obvious.Explore(p, o) },
		simulate: func(ctx context.Context, o simulate.Options) (*simulate.Run, error) {
			return simulate.Simulate(ctx, p, o)
		}, protocol: p}, nil
}

// own returns, by process, its own quorum, nil without a structure.
func own(p Params) []explore.Set {
	if p.Structure == nil {
		return nil
	}
	p.Fixed = true
	var all []explore.Set
	for _, q := range choices(p) {
		all = append(all, q[0])
	}
	return all
}

// sets returns the sets of a family, which is over at most
// explore.MaxProcesses nodes.
func sets(f setsys.Family) []explore.Set {
	var all []explore.Set
	for _, q := range f.All() {
		all = append(all, explore.SetOf(q.Nodes()...))
	}
	return all
}

// choices returns, by process, the quorums that it may choose from.
func choices(p Params) [][]explore.Set {
	s := p.Structure
	if s == nil {
		return nil
	}
	var all [][]explore.Set
	for i := range p.N {
		switch {
		case s.Kind == setsys.RequestSets:
			all = append(all, []explore.Set{sets(s.Requests)[i]})
		case p.Fixed:
			q := sets(s.Quorums)
			all = append(all, []explore.Set{q[i%len(q)]})
		default:
			all = append(all, sets(s.Quorums))
		}
	}
	return all
}
