package explore

import (
	"fmt"
	"slices"
)

// What Safe makes of what is observed: found out by asking it about everything that
// may be observed of the processes.

// judgments are what Safe says of everything that may be observed together.
type judgments struct {
	domain [][]Observation // by process
	bad    [][]Observation // what Safe finds wrong
	many   bool            // too many to ask about each
}

// maxJudged bounds how many observations of all processes Safe is asked about.
const maxJudged = 1 << 14

func newJudgments(domain [][]Observation, safe func([]Observation) string) *judgments {
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
	all := make([]Observation, len(domain))
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
// of a renaming.
func (j *judgments) symmetric(by []renaming) bool {
	if j.many {
		return true // then it is of no importance what Safe says
	}
	wrong := map[string]bool{}
	for _, all := range j.bad {
		wrong[fmt.Sprint(all)] = true
	}
	other := make([]Observation, len(j.domain))
	return !slices.ContainsFunc(by, func(r renaming) bool {
		return slices.ContainsFunc(j.bad, func(all []Observation) bool {
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
	return slices.ContainsFunc(j.bad, func(all []Observation) bool {
		if all[p] != c.from {
			return false
		}
		other := slices.Clone(all)
		other[p] = c.to
		return !slices.ContainsFunc(j.bad, func(x []Observation) bool { return slices.Equal(x, other) })
	})
}

// harm returns the smallest sets of processes of which each has one that must change
// before something is wrong.
func (j *judgments) harm(seen []Observation) []Set {
	n := len(seen)
	known := !j.many
	for p, o := range seen {
		known = known && slices.Contains(j.domain[p], o)
	}
	if !known {
		return []Set{All(n)}
	}
	var differ []Set
	for _, all := range j.bad {
		var d Set
		for p, o := range all {
			if o != seen[p] {
				d = d.With(p)
			}
		}
		if d == 0 {
			return []Set{All(n)} // it is wrong already
		}
		if !slices.Contains(differ, d) {
			differ = append(differ, d)
		}
	}
	var sets []Set
	for size := 0; size <= n; size++ {
		for s := range All(n) + 1 {
			if s.Len() != size || slices.ContainsFunc(sets, func(t Set) bool { return s.Contains(t) }) {
				continue
			}
			if !slices.ContainsFunc(differ, func(d Set) bool { return d&s == 0 }) {
				sets = append(sets, s)
			}
		}
	}
	return sets
}
