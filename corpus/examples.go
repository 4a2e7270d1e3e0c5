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

// An Example is a case with its verdict on one property, or on all that it is asked for.
type Example struct {
	Entry    *Entry
	Case     Case
	All      bool   // the verdict is on all
	Property string // of all, one that is violated; empty when they hold
	Verdict  verdict.Verdict
	Witness  string // the pinned evidence of a violation

	Structure *setsys.Structure // of a case of a structure
	size      int
}

// The largest structures that are examples: what is larger is not seen at a glance.
const (
	exampleNodes   = 9
	exampleQuorums = 12
)

// smallStructures returns the structures that are examples, the smallest first, and
// smallRuns the instances: those with causal stamps first, since they are what "qcheck protocol"
// explores unless it is told otherwise, and of these the ones with the fewest states. (The integer
// clock has fewer states, and often longer runs.)
var (
	smallStructures = sync.OnceValue(func() []*Example { return examples(structuresOf) })
	smallRuns       = sync.OnceValue(func() []*Example { return examples(runsOf) })
)

// examples returns what cases are examples of, the smallest first.
func examples(of func(e *Entry, c Case) []*Example) (all []*Example) {
	for _, e := range Entries() {
		for _, c := range e.Cases {
			if !c.Long && c.Swept == "" {
				all = append(all, of(e, c)...)
			}
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].size < all[j].size })
	return all
}

// structuresOf returns a structure as the examples that it is, if it is small.
func structuresOf(e *Entry, c Case) (all []*Example) {
	if c.Build == nil || c.Nodes > exampleNodes || !slices.ContainsFunc(c.Ask, func(q Question) bool { return q.Decide == nil }) {
		return nil
	}
	s, err := c.Build()
	if err != nil || s.Universe.Len() > exampleNodes || slices.ContainsFunc(s.Families(), func(f setsys.RoleFamily) bool { return f.Family.Len() > exampleQuorums }) {
		return nil
	}
	for _, q := range c.Ask {
		if q.Decide == nil && !brokenBeside(c, q.Name) {
			all = append(all, &Example{Entry: e, Case: c, Property: q.Name, Verdict: q.Pinned, Witness: q.Witness, Structure: s, size: sizeOf(s)})
		}
	}
	return all
}

// runsOf returns an instance as the examples that it is.
func runsOf(e *Entry, c Case) (all []*Example) {
	if !c.Explored() {
		return nil
	}
	count, _, _ := strings.Cut(c.Question(entry.CountsQuestion).Counts, " ")
	states, _ := strconv.Atoi(count)
	if c.Instance.Clock != explore.Causal {
		states += 1 << 40
	}
	whole := &Example{Entry: e, Case: c, All: true, Verdict: verdict.Holds, size: states}
	for _, q := range c.Ask {
		all = append(all, &Example{Entry: e, Case: c, Property: q.Name, Verdict: q.Pinned, Witness: q.Witness, size: states})
		if q.Pinned == verdict.Violated && whole.Property == "" {
			whole.Property, whole.Verdict, whole.Witness = q.Name, q.Pinned, q.Witness
		}
	}
	return append(all, whole)
}

// sizeOf orders structures: those with several quorums, none of them empty, come first,
// and of these the ones with the fewest nodes in all quorums together.
func sizeOf(s *setsys.Structure) int {
	total := 0
	for _, f := range s.Families() {
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

// first returns the first example that is so; nil if there is none.
func first(all []*Example, is func(x *Example) bool) *Example {
	if i := slices.IndexFunc(all, is); i >= 0 {
		return all[i]
	}
	return nil
}

// StructureExample returns a small structure of a kind on which the verdict on a property is
// the given one, and no other required property is violated; nil if there is none.
func StructureExample(kind setsys.Kind, property string, want verdict.Verdict) *Example {
	return first(smallStructures(), func(x *Example) bool {
		return x.Structure.Kind == kind && x.Property == property && x.Verdict == want
	})
}

// RunExample returns the instance with the fewest states on which the verdict on a property is
// the given one, of those of an algorithm and a variant, where they are not empty; nil
// if there is none. An empty property is any one that is violated, or all that hold.
func RunExample(algorithm, variant, property string, want verdict.Verdict) *Example {
	return first(smallRuns(), func(x *Example) bool {
		a, v := runOf(x.Case.Instance)
		return (algorithm == "" || a == algorithm) && (variant == "" || v == variant) &&
			x.All == (property == "") && (x.All || x.Property == property) && x.Verdict == want
	})
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
