package property

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"qcheck/setsys"
)

// errUndecided says that there are too many choices to confirm something.
var errUndecided = errors.New("too many choices to confirm it")

// IsUndecided reports whether the error of Confirm says that it could not decide,
// which it can always for listed families.
func IsUndecided(err error) bool { return errors.Is(err, errUndecided) }

// What is left of a formula once the nodes before one are known to be in a set or
// not: true, false, a node, or a threshold of what is left of its members. It is
// the second way, besides decision diagrams, to go through all sets of nodes.
type residual struct {
	need    int // 0: true; impossible: false; of a node: 1
	node    int // -1: a threshold
	members []*residual
	weights []int
	key     string // equal residuals have equal keys
}

var (
	always = &residual{node: -1, key: "1"}
	never  = &residual{need: 1, node: -1, key: "0"}
)

func residualOf(f *setsys.Formula) *residual {
	if v, ok := f.Node(); ok {
		return &residual{need: 1, node: v, key: "n" + strconv.Itoa(v)}
	}
	r := &residual{need: f.Need(), node: -1}
	for i := range f.Len() {
		m, w := f.Member(i)
		r.members, r.weights = append(r.members, residualOf(m)), append(r.weights, w)
	}
	return r.simple()
}

// simple returns the threshold without members that are decided.
func (r *residual) simple() *residual {
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
			fmt.Fprintf(&key, "%d*%s,", r.weights[i], m.key)
		}
	}
	switch {
	case s.need <= 0:
		return always
	case s.need > left:
		return never
	}
	s.key = fmt.Sprintf("(%d:%s)", s.need, key.String())
	return s
}

// given returns what is left when the node is in the set, or not.
func (r *residual) given(v int, in bool) *residual {
	switch {
	case r.node == v && in:
		return always
	case r.node == v:
		return never
	case r.node >= 0 || r == always || r == never:
		return r
	}
	s := &residual{need: r.need, node: -1, weights: r.weights, members: make([]*residual, len(r.members))}
	changed := false
	for i, m := range r.members {
		s.members[i] = m.given(v, in)
		changed = changed || s.members[i] != m
	}
	if !changed {
		return r
	}
	return s.simple()
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
func (p part) given(v int, in bool) (q part, possible bool) {
	q = part{left: p.left.given(v, in), minimal: p.minimal}
	if q.left == never {
		return q, false
	}
	if !p.minimal {
		return q, true
	}
	less := make([]*residual, 0, len(p.less)+1)
	for _, r := range p.less {
		less = append(less, r.given(v, in))
	}
	if in {
		less = append(less, p.left.given(v, false))
	}
	for _, r := range less {
		if r == always {
			return q, false
		}
		if r != never && !slices.ContainsFunc(q.less, func(o *residual) bool { return o.key == r.key }) {
			q.less = append(q.less, r)
		}
	}
	slices.SortFunc(q.less, func(a, b *residual) int { return strings.Compare(a.key, b.key) })
	return q, true
}

func (p part) key() string {
	key := p.left.key
	for _, r := range p.less {
		key += "-" + r.key
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

// partition reports whether each of the nodes below n can be given to one of the
// parts, or to the rest, such that each satisfies its formula and the rest does
// not satisfy its one. With alone false, a node goes to all parts but one instead,
// and there is no rest.
func partition(n int, from state, alone bool) (bool, error) {
	now := map[string]state{"": from}
	for v := range n {
		next := map[string]state{}
		for _, s := range now {
			for chosen := range len(s.parts) + 1 {
				if chosen == len(s.parts) && s.rest == nil {
					break
				}
				t := state{parts: make([]part, len(s.parts)), rest: s.rest}
				possible := true
				for i := range s.parts {
					var ok bool
					t.parts[i], ok = s.parts[i].given(v, (i == chosen) == alone)
					possible = possible && ok
				}
				if s.rest != nil {
					t.rest = s.rest.given(v, chosen == len(s.parts))
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
					keys = append(keys, t.rest.key)
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

// dominatedByFormula is dominated for a structure with families that are formulas:
// the added quorums contain no quorum, and the families with them have what the
// kind demands.
func (w *Witness) dominatedByFormula() error {
	after := map[setsys.Role]*setsys.Formula{}
	for _, f := range w.Structure.Families() {
		g := f.Family.Formula()
		if g == nil {
			if f.Family.Len() == 0 || f.Family.Canonical().At(0).IsEmpty() || !minimal(f.Family) {
				return fmt.Errorf("the result violates nonempty or minimality")
			}
			g = setsys.FormulaOf(f.Family)
		}
		members := []*setsys.Formula{g}
		for _, m := range w.Added {
			if m.Role != f.Role {
				continue
			}
			if m.Set.IsEmpty() || g.Satisfied(m.Set.Words()) {
				return fmt.Errorf("the added quorum %v is empty or contains a quorum", m.Set)
			}
			if slices.ContainsFunc(w.Added, func(o Member) bool {
				return o.Role == m.Role && !o.Set.Equal(m.Set) && o.Set.SubsetOf(m.Set)
			}) {
				return fmt.Errorf("the added quorum %v contains another", m.Set)
			}
			members = append(members, setsys.All(setsys.OfNodes(m.Set.Nodes()...)...))
		}
		after[f.Role] = setsys.Any(members...)
	}
	n, k := w.Structure.Universe.Len(), w.Structure.K
	apart := func(alone bool, roles ...setsys.Role) error {
		var s state
		for _, r := range roles {
			s.parts = append(s.parts, part{left: residualOf(after[r])})
		}
		found, err := partition(n, s, alone)
		if err == nil && found {
			err = fmt.Errorf("quorums of the result have no common node, or too many are disjoint")
		}
		return err
	}
	only := func(count int) []setsys.Role { return slices.Repeat([]setsys.Role{setsys.QuorumsRole}, count) }
	switch w.Structure.Kind {
	case setsys.Coterie:
		return apart(true, only(2)...)
	case setsys.KArbiter:
		return apart(false, only(min(k, n)+1)...)
	case setsys.HKArbiter:
		return patterns(k, 1, 0, nil, func(p []int) error {
			var roles []setsys.Role
			for _, i := range p {
				roles = append(roles, setsys.UnitsRole(i+1))
			}
			return apart(false, roles...)
		})
	}
	if k < n {
		if err := apart(true, only(k+1)...); err != nil {
			return err
		}
	}
	g := residualOf(after[setsys.QuorumsRole])
	for h := 1; h < min(k, n+1); h++ {
		stuck, err := partition(n, state{parts: slices.Repeat([]part{{left: g, minimal: true}}, h), rest: g}, true)
		if err == nil && stuck {
			err = fmt.Errorf("%d disjoint quorums of the result leave none", h)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
