package reduce

import (
	"fmt"
	"slices"

	"qcheck/explore/internal/engine"
	"qcheck/explore/protocol"
)

// What properties make of what is seen: Safe of what is observed, and requirements that see something of each process
// of that. It is found out by asking them about everything that may be seen of the processes.
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
//
// Of a requirement that sees something of each process, what is asked where states of an orbit are one is whether it is
// wrong after some renaming. (It is wrong in a state that can be reached if, and only if, that is so of one.) So what is wrong
// is taken with all that renamings make of it, and it is of no importance how the requirement judges processes
// that change places.
//
// With several properties, a step is visible when it may mend one of them; and of each set of harm one process must
// change before any of them is wrong that was not. So each run to where one of them is wrong has its own argument.

// judgments are what properties say of everything that may be seen together.
type judgments struct {
	domain [][]engine.Sight   // by process
	bad    [][][]engine.Sight // by property: what is wrong
	many   bool               // too many to ask about each
}

// maxJudged bounds how many sights of all processes the properties are asked about.
const maxJudged = 1 << 14

func newJudgments(domain [][]engine.Sight, wrongs []func([]engine.Sight) string) *judgments {
	j := &judgments{domain: domain, bad: make([][][]engine.Sight, len(wrongs))}
	count := 1
	for _, list := range domain {
		if count *= len(list); count > maxJudged {
			j.many = true
			return j
		}
	}
	all := make([]engine.Sight, len(domain))
	var fill func(p int)
	fill = func(p int) {
		if p == len(domain) {
			for i, wrong := range wrongs {
				if wrong(slices.Clone(all)) != "" {
					j.bad[i] = append(j.bad[i], slices.Clone(all))
				}
			}
			return
		}
		for _, s := range domain[p] {
			all[p] = s
			fill(p + 1)
		}
	}
	fill(0)
	return j
}

// closeUnderSymmetry adds what renamings make of what is wrong to it, and reports whether that changes nothing; perhaps not all of
// it, once it is halted.
func (j *judgments) closeUnderSymmetry(property int, by []engine.Renaming, image func(engine.Sight, engine.Renaming) engine.Sight, halted func() bool) bool {
	if j.many {
		return true // then it is of no importance what is wrong
	}
	wrong := map[string]bool{}
	for _, all := range j.bad[property] {
		wrong[fmt.Sprint(all)] = true
	}
	before := len(j.bad[property])
	for _, all := range j.bad[property][:before] {
		for _, r := range by {
			if halted() {
				return false
			}
			other := make([]engine.Sight, len(all))
			for p, s := range all {
				other[r[p]] = image(s, r)
			}
			if text := fmt.Sprint(other); !wrong[text] {
				wrong[text] = true
				j.bad[property] = append(j.bad[property], other)
			}
		}
	}
	return len(j.bad[property]) == before
}

// mayRepair reports whether a change of a process may make something that is wrong right.
func (j *judgments) mayRepair(p int, c change) bool {
	if j.many {
		return true
	}
	return slices.ContainsFunc(j.bad, func(bad [][]engine.Sight) bool {
		return slices.ContainsFunc(bad, func(all []engine.Sight) bool {
			if all[p] != c.from {
				return false
			}
			other := slices.Clone(all)
			other[p] = c.to
			return !slices.ContainsFunc(bad, func(x []engine.Sight) bool { return slices.Equal(x, other) })
		})
	})
}

// mustChange returns the smallest sets of processes of which each has one that must change
// before something is wrong.
func (j *judgments) mustChange(seen []engine.Sight) []protocol.Set {
	n := len(seen)
	known := !j.many
	for p, s := range seen {
		known = known && slices.Contains(j.domain[p], s)
	}
	if !known {
		return []protocol.Set{protocol.All(n)}
	}
	var differ []protocol.Set
	for _, all := range slices.Concat(j.bad...) {
		var d protocol.Set
		for p, s := range all {
			if s != seen[p] {
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

// sight returns what the properties see of a local state.
func (k *Knowledge) sight(x Node) engine.Sight {
	return k.judged(engine.Sight{Observation: k.b.P.Observe(int(x.process), x.state), Seen: k.b.Seen(int(x.process), x.state)})
}

// judged returns a sight without what is not judged.
func (k *Knowledge) judged(s engine.Sight) engine.Sight {
	if !k.safe {
		s.Observation = protocol.Observation{}
	}
	return s
}
