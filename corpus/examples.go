package corpus

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	"qcheck/corpus/entry"
	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols"
	"qcheck/protocols/instance"
	"qcheck/setsys"
)

// Examples for people who ask what a name means: cases of the corpus in which a
// property holds, and others in which it is violated, each the smallest of its kind.
// Every run of the corpus judges them again.

// An Example is a case with its verdict on one property.
type Example struct {
	Entry    *Entry
	Case     Case
	Property string
	Verdict  verdict.Verdict
	Witness  string // the pinned evidence of a violation

	Structure *setsys.Structure // of a case of a structure
}

// The largest structures that are examples: what is larger is not seen at a glance.
const (
	exampleNodes   = 9
	exampleQuorums = 12
)

// smallStructures returns the structures that are examples, the smallest first, and
// smallRuns the instances, those with the fewest states first.
var (
	smallStructures = sync.OnceValue(func() []*Example {
		var all []*Example
		for _, e := range Entries() {
			for _, c := range e.Cases {
				if !c.Long && c.Swept == "" && c.Build != nil && c.Nodes <= exampleNodes {
					all = append(all, structuresOf(e, c)...)
				}
			}
		}
		sort.SliceStable(all, func(i, j int) bool { return all[i].size() < all[j].size() })
		return all
	})
	smallRuns = sync.OnceValue(func() []*Example {
		var all []*Example
		states := map[*Example]int{}
		for _, e := range Entries() {
			for _, c := range e.Cases {
				if c.Long || c.Swept != "" || !c.Explored() {
					continue
				}
				count, _, _ := strings.Cut(c.Question(entry.CountsQuestion).Counts, " ")
				run := &Example{Entry: e, Case: c}
				states[run], _ = strconv.Atoi(count)
				all = append(all, run)
			}
		}
		sort.SliceStable(all, func(i, j int) bool { return states[all[i]] < states[all[j]] })
		return all
	})
)

// structuresOf returns a structure as the examples that it is, if it is small.
func structuresOf(e *Entry, c Case) (all []*Example) {
	if !slices.ContainsFunc(c.Ask, func(q Question) bool { return q.Decide == nil }) {
		return nil
	}
	s, err := c.Build()
	if err != nil || s.Universe.Len() > exampleNodes || slices.ContainsFunc(s.Families(), func(f setsys.RoleFamily) bool { return f.Family.Len() > exampleQuorums }) {
		return nil
	}
	for _, q := range c.Ask {
		if q.Decide == nil && !brokenBeside(c, q.Name) {
			all = append(all, &Example{Entry: e, Case: c, Property: q.Name, Verdict: q.Pinned, Witness: q.Witness, Structure: s})
		}
	}
	return all
}

// size orders structures: those with several quorums, none of them empty, come first,
// and of these the ones with the fewest nodes in all quorums together.
func (x *Example) size() int {
	total := 0
	for _, f := range x.Structure.Families() {
		if f.Family.Len() < 2 {
			total += 1000
		}
		for _, q := range f.Family.All() {
			total += 1 + q.Len()
			if q.Len() == 0 {
				total += 1000
			}
		}
	}
	return total
}

// StructureExample returns a small structure of a kind on which the verdict on a property is
// the given one, and no other required property is violated; nil if there is none.
func StructureExample(kind setsys.Kind, property string, want verdict.Verdict) *Example {
	all := smallStructures()
	i := slices.IndexFunc(all, func(e *Example) bool {
		return e.Structure.Kind == kind && e.Property == property && e.Verdict == want
	})
	if i < 0 {
		return nil
	}
	return all[i]
}

// RunExample returns the instance with the fewest states on which the verdict on a property is
// the given one, of those of an algorithm and a variant, where they are not empty; nil
// if there is none. An empty property is any one that is violated, or all that hold.
//
// Instances with causal stamps come first: they are what "qcheck protocol" explores unless
// it is told otherwise. The integer clock has fewer states, and often longer runs.
func RunExample(algorithm, variant, property string, want verdict.Verdict) *Example {
	var integer *Example
	for _, run := range smallRuns() {
		if a, v := runOf(run.Case.Instance); algorithm != "" && a != algorithm || variant != "" && v != variant {
			continue
		}
		switch e := exampleOf(run.Entry, run.Case, property, want); {
		case e != nil && run.Case.Instance.Clock == explore.Causal:
			return e
		case integer == nil:
			integer = e
		}
	}
	return integer
}

// brokenBeside reports whether another property than this one is violated.
func brokenBeside(c Case, property string) bool {
	return slices.ContainsFunc(c.Ask, func(q Question) bool {
		return q.Name != property && q.Decide == nil && q.Pinned == verdict.Violated
	})
}

// runOf returns the names of the algorithm and the variant of an instance.
func runOf(in *instance.Instance) (algorithm, variant string) {
	a, _ := protocols.All().Lookup(in.Algorithm)
	return a.Name, cmp.Or(in.Variant, a.Default)
}

// exampleOf returns a case of a protocol as an example, nil if it is none.
func exampleOf(e *Entry, c Case, property string, want verdict.Verdict) *Example {
	x := &Example{Entry: e, Case: c, Property: property, Verdict: want}
	if property != "" {
		q := c.Question(property)
		if q == nil || q.Pinned != want {
			return nil
		}
		x.Witness = q.Witness
		return x
	}
	for _, q := range c.Ask {
		if q.Pinned == verdict.Violated {
			x.Property, x.Witness = q.Name, q.Witness
			break
		}
	}
	if (x.Property != "") != (want == verdict.Violated) {
		return nil
	}
	return x
}
