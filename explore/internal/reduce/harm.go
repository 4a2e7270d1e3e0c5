package reduce

import (
	"fmt"
	"slices"

	"qcheck/explore/internal/engine"
	"qcheck/explore/protocol"
)

// What Safe makes of what is observed: found out by asking it about everything that
// may be observed of the processes.
//
// Where that is too much, sets are chosen as if Safe might say anything: every change of what is
// observed is visible, and of all processes one must change before something is wrong that was
// not (harm). Both are the same, renamed; so a set chosen at the state that is kept is, renamed, one
// for each state of its orbit, whether or not Safe is symmetric. Let Safe fail in z, at the end of a run
// w from a state s that stands for its orbit in the search, where it does not fail in s. (It fails in all of an
// orbit that is met or in none: judge compares that, and the renaming is dropped otherwise.) With an up-set,
// what some process shows changes in w, so w has an event of the set. Without one, by an
// enabled event t that is not visible: if w has no event of the set, all processes show at the end
// of "t, w" what they show at the end of w, as t changes nothing that is observed on its walk. In both
// cases z, or a state that shows the same of each process, is at the end of a run from a later state of the search, and
// the search comes to a state with an orbit that has one in which Safe fails. That is met,
// so Safe is asked about the state that is kept and about all that renamings make of it: it fails in all
// of them, which is a violation, or the renaming is dropped. No step asks what Safe makes of a renamed
// state that is not met.

// judgments are what Safe says of everything that may be observed together.
type judgments struct {
	domain [][]protocol.Observation // by process
	bad    [][]protocol.Observation // what Safe finds wrong
	many   bool                     // too many to ask about each
}

// maxJudged bounds how many observations of all processes Safe is asked about.
const maxJudged = 1 << 14

func newJudgments(domain [][]protocol.Observation, safe func([]protocol.Observation) string) *judgments {
	j := &judgments{domain: domain}
	count := 1
	for _, list := range domain {
		if count *= len(list); count > maxJudged {
			j.many = true
			return j
		}
	}
	if safe == nil {
		return j
	}
	all := make([]protocol.Observation, len(domain))
	var fill func(p int)
	fill = func(p int) {
		if p == len(domain) {
			if safe(slices.Clone(all)) != "" {
				j.bad = append(j.bad, slices.Clone(all))
			}
			return
		}
		for _, o := range domain[p] {
			all[p] = o
			fill(p + 1)
		}
	}
	fill(0)
	return j
}

// symmetric reports whether everything that may be observed is judged as it is in the order
// of a renaming; perhaps not, once it is halted.
func (j *judgments) symmetric(by []engine.Renaming, halted func() bool) bool {
	if j.many {
		return true // then it is of no importance what Safe says
	}
	wrong := map[string]bool{}
	for _, all := range j.bad {
		wrong[fmt.Sprint(all)] = true
	}
	other := make([]protocol.Observation, len(j.domain))
	return !slices.ContainsFunc(by, func(r engine.Renaming) bool {
		return halted() || slices.ContainsFunc(j.bad, func(all []protocol.Observation) bool {
			for p, o := range all {
				other[r[p]] = o
			}
			return !wrong[fmt.Sprint(other)]
		})
	})
}

// mends reports whether a change of a process may make something that is wrong right.
func (j *judgments) mends(p int, c change) bool {
	if j.many {
		return true
	}
	return slices.ContainsFunc(j.bad, func(all []protocol.Observation) bool {
		if all[p] != c.from {
			return false
		}
		other := slices.Clone(all)
		other[p] = c.to
		return !slices.ContainsFunc(j.bad, func(x []protocol.Observation) bool { return slices.Equal(x, other) })
	})
}

// harm returns the smallest sets of processes of which each has one that must change
// before something is wrong.
func (j *judgments) harm(seen []protocol.Observation) []protocol.Set {
	n := len(seen)
	known := !j.many
	for p, o := range seen {
		known = known && slices.Contains(j.domain[p], o)
	}
	if !known {
		return []protocol.Set{protocol.All(n)}
	}
	var differ []protocol.Set
	for _, all := range j.bad {
		var d protocol.Set
		for p, o := range all {
			if o != seen[p] {
				d = d.With(p)
			}
		}
		if d == 0 {
			return []protocol.Set{protocol.All(n)} // it is wrong already
		}
		if !slices.Contains(differ, d) {
			differ = append(differ, d)
		}
	}
	var sets []protocol.Set
	for size := 0; size <= n; size++ {
		for s := range protocol.All(n) + 1 {
			if s.Len() != size || slices.ContainsFunc(sets, func(t protocol.Set) bool { return s.Contains(t) }) {
				continue
			}
			if !slices.ContainsFunc(differ, func(d protocol.Set) bool { return d&s == 0 }) {
				sets = append(sets, s)
			}
		}
	}
	return sets
}
