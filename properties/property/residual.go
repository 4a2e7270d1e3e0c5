package property

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"qcheck/setsys"
)

// errUndecided says that there are too many choices to confirm something.
var errUndecided = errors.New("too many choices to confirm it")

// IsUndecided reports whether the error of Confirm says that it could not decide,
// which it can always for listed families.
func IsUndecided(err error) bool { return errors.Is(err, errUndecided) }

// A residual is what is left of a formula once some nodes are known to be in a set
// or not: true, false, a node, or a threshold of what is left of its members. It is
// the second way, besides decision diagrams, to go through all sets of nodes.
type residual struct {
	id      int // equal residuals are one
	need    int
	node    int // -1: a threshold
	members []*residual
	weights []int
}

var (
	always = &residual{id: 0, node: -1}
	never  = &residual{id: 1, node: -1}
)

// residuals has each residual once.
type residuals struct {
	known map[string]*residual
	steps map[step]*residual
}

type step struct {
	from *residual
	node int
	in   bool
}

func newResiduals() *residuals {
	return &residuals{known: map[string]*residual{}, steps: map[step]*residual{}}
}

func (x *residuals) of(f *setsys.Formula) *residual {
	if v, ok := f.Node(); ok {
		return x.once(fmt.Sprintf("n%d", v), &residual{need: 1, node: v})
	}
	r := &residual{need: f.Need(), node: -1}
	for i := range f.Len() {
		m, w := f.Member(i)
		r.members, r.weights = append(r.members, x.of(m)), append(r.weights, w)
	}
	return x.simple(r)
}

func (x *residuals) once(key string, r *residual) *residual {
	if old, ok := x.known[key]; ok {
		return old
	}
	r.id = len(x.known) + 2
	x.known[key] = r
	return r
}

// simple returns the threshold without members that are decided.
func (x *residuals) simple(r *residual) *residual {
	s := &residual{need: r.need, node: -1}
	left := 0
	var key strings.Builder
	for i, m := range r.members {
		switch {
		case r.weights[i] == 0 || m == never:
		case m == always:
			s.need -= r.weights[i]
		default:
			s.members, s.weights = append(s.members, m), append(s.weights, r.weights[i])
			left += r.weights[i]
			fmt.Fprintf(&key, ",%d*%d", r.weights[i], m.id)
		}
	}
	switch {
	case s.need <= 0:
		return always
	case s.need > left:
		return never
	}
	return x.once(fmt.Sprint(s.need)+key.String(), s)
}

// given returns what is left when the node is in the set, or not.
func (x *residuals) given(r *residual, v int, in bool) *residual {
	switch {
	case r.node == v && in:
		return always
	case r.node == v:
		return never
	case r.node >= 0 || r == always || r == never:
		return r
	}
	if s, ok := x.steps[step{r, v, in}]; ok {
		return s
	}
	s := &residual{need: r.need, node: -1, weights: r.weights, members: make([]*residual, len(r.members))}
	changed := false
	for i, m := range r.members {
		s.members[i] = x.given(m, v, in)
		changed = changed || s.members[i] != m
	}
	if !changed {
		s = r
	} else {
		s = x.simple(s)
	}
	x.steps[step{r, v, in}] = s
	return s
}

// givenAll is given for all nodes of the set.
func (x *residuals) givenAll(r *residual, set setsys.NodeSet, in bool) *residual {
	for v := range set.All() {
		r = x.given(r, v, in)
	}
	return r
}

// A part is one of several sets that are chosen together, each by a formula. A part
// that must be minimal has also what is left of its formula without one of its
// nodes, for each.
type part struct {
	left    *residual
	minimal bool
	less    []*residual
}

// given returns the part when the node is in its set, or not; possible is false
// when it cannot satisfy its formula, or not minimally.
func (x *residuals) part(p part, v int, in bool) (q part, possible bool) {
	q = part{left: x.given(p.left, v, in), minimal: p.minimal}
	if q.left == never {
		return q, false
	}
	if !p.minimal {
		return q, true
	}
	less := make([]*residual, 0, len(p.less)+1)
	for _, r := range p.less {
		less = append(less, x.given(r, v, in))
	}
	if in {
		less = append(less, x.given(p.left, v, false))
	}
	for _, r := range less {
		if r == always {
			return q, false
		}
		if r != never && !slices.Contains(q.less, r) {
			q.less = append(q.less, r)
		}
	}
	slices.SortFunc(q.less, func(a, b *residual) int { return a.id - b.id })
	return q, true
}

func (p part) key() string {
	key := fmt.Sprint(p.left.id)
	for _, r := range p.less {
		key += fmt.Sprint("-", r.id)
	}
	return key
}

// A state is what is left of parts that are chosen together, and of a formula
// that the nodes in no part must not satisfy; nil is none.
type state struct {
	parts []part
	rest  *residual
}

// most is the most states at a node before the search gives up.
const most = 20_000

// partition reports whether each of the nodes can be given to one of the parts, or
// to the rest, such that each satisfies its formula and the rest does not satisfy
// its one. With alone false, a node goes to all parts but one instead, and there is
// no rest. The other nodes are decided in all formulas.
func (x *residuals) partition(nodes setsys.NodeSet, from state, alone bool) (bool, error) {
	if from.rest == always || slices.ContainsFunc(from.parts, func(p part) bool { return p.left == never }) {
		return false, nil
	}
	now := map[string]state{"": from}
	for v := range nodes.All() {
		next := map[string]state{}
		for _, s := range now {
			for chosen := range len(s.parts) + 1 {
				if chosen == len(s.parts) && s.rest == nil && len(s.parts) > 0 {
					break
				}
				t := state{parts: make([]part, len(s.parts)), rest: s.rest}
				possible := true
				for i := range s.parts {
					var ok bool
					t.parts[i], ok = x.part(s.parts[i], v, (i == chosen) == alone)
					possible = possible && ok
				}
				if s.rest != nil {
					t.rest = x.given(s.rest, v, chosen == len(s.parts))
					possible = possible && t.rest != always
				}
				if !possible {
					continue
				}
				keys := make([]string, len(t.parts))
				for i, p := range t.parts {
					keys[i] = p.key()
				}
				slices.Sort(keys) // parts of one formula have no order
				if t.rest != nil {
					keys = append(keys, fmt.Sprint(t.rest.id))
				}
				if next[strings.Join(keys, "|")] = t; len(next) > most {
					return false, errUndecided
				}
			}
		}
		now = next
	}
	return len(now) > 0, nil
}
