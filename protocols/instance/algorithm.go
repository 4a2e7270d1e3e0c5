package instance

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"

	"qcheck/explore"
	"qcheck/explore/everyn"
	"qcheck/protocols/variant"
	"qcheck/setsys"
	"qcheck/setsys/near"
)

// An Algorithm is a protocol with all that is known of it. Name and Build must be
// there; what else is zero has the meaning that is said.
type Algorithm struct {
	// Name is what commands and files call it.
	Name string `json:"name"`
	// Also lists what else people call it, of whom a wrong name is told its own.
	Also []string `json:"-"`
	// Summary describes the algorithm in a line, Source names the paper.
	Summary string `json:"summary"`
	Source  string `json:"source"`
	// Variants lists the readings and repairs, Default is the one that is taken
	// when none is named; none when there is only one form of it.
	Variants []Variant `json:"variants"`
	Default  string    `json:"default"`
	// Params lists its parameters besides the number of processes.
	Params []Param `json:"-"`
	// Quorums says which it runs on; nil when it needs none.
	Quorums *Needs `json:"-"`
	// Outside says which processes are no nodes of the structure; nil when all are.
	Outside *Outside `json:"-"`
	// Queued lets messages to oneself go through a channel unless an instance says otherwise.
	// Where several roles of a process send each other messages, as proposers and acceptors do,
	// runs are left out when these are handled at once.
	Queued bool `json:"-"`
	// Safety is the requirement of safety on an instance, in words; nil for at
	// most k processes inside, or 1.
	Safety func(s *Setup) string `json:"-"`
	// Goals describes the goals and requirements of its protocol, in words.
	Goals []Goal `json:"goals"`
	// MessageFormulas returns the papers' formulas for the number of messages of
	// an entry of a process, when it asks alone or not; DelayFormulas the same
	// of the time that it waits, where messages to oneself are queued or not.
	// Nil: they say nothing.
	MessageFormulas func(s *Setup, process int, alone bool) []Formula         `json:"-"`
	DelayFormulas   func(s *Setup, process int, alone, queued bool) []Formula `json:"-"`
	// Small lists instances with few states, which tests explore in every variant.
	Small []Instance `json:"-"`
	// Files has the files of its package, tests apart, if package gate checks them.
	Files embed.FS `json:"-"`
	// Every proves properties of a variant for every number of processes (see [Every]); nil if that is not asked.
	Every func(ctx context.Context, variant string, limits everyn.Limits) *everyn.Proof `json:"-"`
	// Build makes the protocol of an instance.
	Build func(s *Setup) (*Model, error) `json:"-"`
}

// A Variant is one reading of an algorithm, or a repair of it.
type Variant = variant.Variant

// A Goal is the name of an [explore.Goal] or [explore.Requirement], with what it
// demands.
type Goal struct {
	Name    explore.Property `json:"name"`
	Meaning string           `json:"meaning"`
}

// Needs says which quorums an algorithm runs on.
type Needs struct {
	// Kinds lists the kinds of structures; the algorithm was made for the first.
	// Every algorithm runs on request sets, too.
	Kinds []setsys.Kind
	// Choices lists how processes may choose, the default first; nil for Any and
	// Fixed. With request sets it is Fixed.
	Choices []string
	// Awaited says that processes choose no quorum, but wait until a whole one of a family has answered. Then
	// request sets are none of the kinds.
	Awaited bool
	// Relies is the property of the structure that the algorithm relies on, in words for the header; empty for
	// the properties of its kind.
	Relies string
	// Make makes the quorums of an instance that has none, and Default says which
	// these are. They are verified like others. Nil: quorums must be given.
	Default string
	Make    func(s *Setup) (*setsys.Structure, error)
	// M returns for how many resources request sets must be, at least 1: any M+1
	// processes then have a common member. Nil for 1.
	M func(s *Setup) int
}

// An Outside says which processes are no nodes of the structure, such as clients: they come after the nodes.
type Outside struct {
	// Count returns how many there are.
	Count func(s *Setup) int
	// Node is what a process that is a node is called, Other what another one is.
	Node, Other string
	// Also returns what further processes are called, which come last; nil for none.
	Also func(s *Setup) []string
}

// kinds returns all kinds that the algorithm runs on.
func (q *Needs) kinds() []setsys.Kind {
	if q.Awaited || slices.Contains(q.Kinds, setsys.RequestSets) {
		return q.Kinds
	}
	return append(slices.Clone(q.Kinds), setsys.RequestSets)
}

// Kinds lists the kinds of structures that the algorithm runs on; none when it
// needs no quorums.
func (a *Algorithm) Kinds() []setsys.Kind {
	if a.Quorums == nil {
		return nil
	}
	return a.Quorums.kinds()
}

// Param returns the parameter of the given name.
func (a *Algorithm) Param(name string) (Param, bool) {
	for _, p := range a.Params {
		if p.Name == name {
			return p, true
		}
	}
	return Param{}, false
}

// Named returns the variant of the given name, or the default.
func (a *Algorithm) Named(name string) (Variant, error) {
	if name == "" {
		name = a.Default
	}
	var names []string
	for _, v := range a.Variants {
		if v.Name == name {
			return v, nil
		}
		names = append(names, v.Name)
	}
	if name == "" {
		return Variant{}, nil
	}
	if names == nil {
		return Variant{}, fmt.Errorf("algorithm %s has no variants, and so no %q", a.Name, name)
	}
	return Variant{}, fmt.Errorf("algorithm %s has no variant %q; it has %s%s", a.Name, name, strings.Join(names, ", "), near.Meant(name, names))
}

// A Registry is a list of algorithms, in listing order. The first is the one
// that an instance is of which names none.
type Registry []*Algorithm

// Lookup returns the algorithm of the given name, or the first for no name.
func (r Registry) Lookup(name string) (*Algorithm, bool) {
	for _, a := range r {
		if a.Name == name || name == "" {
			return a, true
		}
	}
	return nil, false
}

// Params returns the parameters of all algorithms, each name once.
func (r Registry) Params() []Param {
	var all []Param
	for _, a := range r {
		for _, p := range a.Params {
			if !slices.ContainsFunc(all, func(q Param) bool { return q.Name == p.Name }) {
				all = append(all, p)
			}
		}
	}
	return all
}
