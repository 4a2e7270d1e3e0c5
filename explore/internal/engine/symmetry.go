package engine

import (
	"slices"

	"qcheck/explore/protocol"
)

// Symmetry. A renaming is a permutation of the processes. It renames a global state:
// what process p had, its new number has, and processes that local states and
// messages name are renamed in them. If a renaming takes the initial state to itself
// and every transition to a transition, it takes runs to runs. The renamings that do
// so form a group, and the states that its members take to each other are an orbit.
// The search keeps one state of each orbit, its representative, and expands only
// this one: the transitions of the others are those of the representative, renamed.
//
// # Which renamings
//
// Nobody declares the group. Where a local state or a message names processes follows
// from its type: a [Process], a [Set], a [PerProcess]. Candidates are the renamings of
// the first maxRenamed processes that take the initial states and the bounds of
// requests to each other. Whether a candidate takes transitions to transitions is
// compared: each time a handler is called, it is called for the renamed record and
// packet too, for each renaming, and must have the same outcomes, renamed, in any
// order; messages to one process must be sent in the same order. What is observed of
// a record must be observed of the renamed one. Since a transition is a handler call,
// changes of channels, and changes of stamps, which do not depend on numbers of
// processes, that compares all transitions of all representatives. By induction on
// the length of runs every state that the search meets can be reached, and every
// state that can be reached has its orbit met: if a renaming takes the reachable state
// x to the representative y, each transition from x, renamed, is one of y. When a
// comparison fails, the search ends and begins anew with a smaller group: one
// of candidates that pass all comparisons in the first states (sampleStates), found
// without taking any for granted. If one of these fails too, there is no third
// attempt, and the search is made without symmetry.
//
// Safe and Unmet must give their verdicts on observations in any order of a renaming;
// that is compared as well. Requirements of kind Always and Sometimes are judged at
// all members of an orbit, and need not be symmetric: Always of what is seen of each process
// is asked of what is seen, renamed. What a leads-to requirement says of a state that is kept must be
// what it says of all members of its orbit, which is compared: then runs that owe something, and fair
// cycles that never give it, are those among orbits (see package decide).
//
// With causal stamps two stamps are never equal unless one process made both, so ties
// are never broken, and a stamp has no process in it. With integer clocks ties are
// broken by the numbers of processes; no renaming but the identity would pass, and
// none is tried.
//
// # What is found
//
// The sizes of orbits are known, so counts are those of all states. Properties of
// states are the same throughout an orbit. A shortest run to a state is found
// backward, among all members of the orbits of the level before (see trace.go), so
// that traces name processes as the protocol does and do not depend on the symmetry.
// Combined with a stubborn set: the set chosen at a representative, renamed, is one at
// each member of its orbit, so the quotient is that of a reduced graph (Emerson, Jha
// and Peled). That takes more than the verdicts of Safe on what is met, since a reduced
// search may leave out all states that tell. So where sets are chosen by what Safe says, it is
// compared on everything that may be observed (see package reduce).
//
// Fair cycles need care: in the graph of representatives a cycle may come back with
// the processes permuted. Each edge is annotated with the renaming that took the
// successor to its representative, and what is fair to whom is followed along these
// (see package fair).

const (
	// maxRenamed is how many processes, the first, are renamed: they have 720
	// renamings.
	maxRenamed = 6
	// SampleStates is how many states are compared without taking symmetry for
	// granted once a comparison failed.
	SampleStates = 5000
)

// A Renaming says which process each one becomes.
type Renaming []int

// A RenamingID is the number of a renaming in a group; 0 is the identity.
type RenamingID uint16

// A Group is a group of renamings.
type Group struct {
	Renamings []Renaming
	base      int // the first process that is renamed
}

// NewGroup returns the group with the given renamings, the identity first; nil for
// the trivial one.
func NewGroup(renamings []Renaming) *Group {
	if len(renamings) < 2 {
		return nil
	}
	g := &Group{Renamings: renamings}
	for g.fixed(g.base) {
		g.base++
	}
	return g
}

func (g *Group) fixed(p int) bool {
	return !slices.ContainsFunc(g.Renamings, func(r Renaming) bool { return r[p] != p })
}

// Order returns the number of renamings.
func (g *Group) Order() int {
	if g == nil {
		return 1
	}
	return len(g.Renamings)
}

// Orbit returns the processes that one of the given processes may become.
func (g *Group) Orbit(of protocol.Set) protocol.Set {
	if g == nil {
		return of
	}
	var all protocol.Set
	for _, r := range g.Renamings {
		for _, p := range of.Members() {
			all = all.With(r[p])
		}
	}
	return all
}

// renamings returns the permutations of the first processes of n for which keep is
// true, the identity first.
func renamings(n int, keep func(Renaming) bool) []Renaming {
	var all []Renaming
	r := make(Renaming, n)
	for p := range r {
		r[p] = p
	}
	var place func(p int)
	place = func(p int) {
		if p == min(n, maxRenamed) {
			if keep(r) {
				all = append(all, slices.Clone(r))
			}
			return
		}
		for q := p; q < min(n, maxRenamed); q++ {
			r[p], r[q] = r[q], r[p]
			place(p + 1)
			r[p], r[q] = r[q], r[p]
		}
	}
	place(0)
	return all
}

// groupWithin returns a group within a set of renamings that has the identity first:
// that generated by the renamings, in their order, which lead to none outside of it. It
// is the whole set if that is a group.
func groupWithin(all []Renaming) []Renaming {
	in, by := map[string]bool{}, all[:1:1]
	for _, r := range all {
		in[r.name()] = true
	}
	found := generated(by, in)
	for _, r := range all {
		if !found[r.name()] {
			if more := generated(append(by, r), in); more != nil {
				found, by = more, append(by, r)
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(r Renaming) bool { return !found[r.name()] })
}

// generated returns the names of the group that renamings generate; nil if one of it is not among those that are
// wanted, which may be nil for all.
func generated(by []Renaming, wanted map[string]bool) map[string]bool {
	all, work := map[string]bool{}, slices.Clone(by)
	for len(work) > 0 {
		a := work[len(work)-1]
		work = work[:len(work)-1]
		switch key := a.name(); {
		case all[key]:
			continue
		case wanted != nil && !wanted[key]:
			return nil
		default:
			all[key] = true
		}
		for _, b := range by {
			c := make(Renaming, len(a))
			for p := range c {
				c[p] = b[a[p]]
			}
			work = append(work, c)
		}
	}
	return all
}

// name tells a renaming from others.
func (r Renaming) name() string {
	text := make([]byte, len(r))
	for p, q := range r {
		text[p] = byte(q)
	}
	return string(text)
}

// Set returns the processes that those of a set become.
func (r Renaming) Set(of protocol.Set) protocol.Set { return of.Renamed(r) }
