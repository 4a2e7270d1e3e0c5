package property

import (
	"errors"
	"fmt"
	"slices"

	"qcheck/setsys"
)

// dominatedByFormula is dominated for a structure with families that are formulas,
// which is of its kind. The added quorums contain no quorum, and what the kind
// demands of the quorums of the result is checked for those choices that have an
// added quorum; the others are choices from the structure.
func (w *Witness) dominatedByFormula() error {
	after := map[setsys.Role]*setsys.Formula{} // all that can be chosen besides one added quorum
	for _, f := range w.Structure.Families() {
		g := f.Family.Formula()
		if g == nil {
			if f.Family.Len() == 0 || f.Family.HasEmpty() || !minimal(f.Family) {
				return errors.New("the structure violates nonempty or minimality")
			}
			g = setsys.FormulaOf(f.Family)
		}
		members := []*setsys.Formula{g}
		for i, m := range w.Added {
			if m.Role != f.Role {
				continue
			}
			if m.Set.IsEmpty() || g.Satisfied(m.Set.Words()) {
				return fmt.Errorf("the added quorum %v is empty or contains a quorum", m.Set)
			}
			if slices.ContainsFunc(w.Added[i+1:], func(o Member) bool {
				return o.Role == m.Role && (o.Set.SubsetOf(m.Set) || m.Set.SubsetOf(o.Set))
			}) {
				return fmt.Errorf("of the added quorums, %v contains another or is within it", m.Set)
			}
			members = append(members, setsys.All(setsys.OfNodes(m.Set.Nodes()...)...))
		}
		if len(w.Added) == 1 {
			members = members[:1] // to choose the added one twice changes nothing
		}
		after[f.Role] = setsys.Any(members...)
	}
	for _, m := range w.Added {
		if err := w.fits(m, after); err != nil {
			return err
		}
	}
	return nil
}

// fits checks the choices of quorums that have m.
func (w *Witness) fits(m Member, after map[setsys.Role]*setsys.Formula) error {
	x := newResiduals()
	n, k := w.Structure.Universe.Len(), w.Structure.K
	outside := m.Set.Complement()
	// share checks that quorums of the roles have a common node within m: they may
	// have all nodes outside, and must not lack those of m in turn.
	share := func(roles []setsys.Role) error {
		var s state
		for _, r := range roles {
			s.parts = append(s.parts, part{left: x.givenAll(x.of(after[r]), outside, true)})
		}
		apart, err := x.partition(m.Set, s, false)
		if err == nil && apart {
			err = fmt.Errorf("quorums with %v have no common node", m.Set)
		}
		return err
	}
	only := func(count int) []setsys.Role { return slices.Repeat([]setsys.Role{setsys.QuorumsRole}, count) }
	switch w.Structure.Kind {
	case setsys.Coterie:
		return share(only(1))
	case setsys.KArbiter:
		return share(only(min(k, n)))
	case setsys.HKArbiter:
		return patterns(k, 1, 0, nil, func(p []int) error {
			i := slices.Index(p, m.Role.Units()-1)
			if i < 0 {
				return nil
			}
			var roles []setsys.Role
			for _, h := range slices.Delete(slices.Clone(p), i, i+1) {
				roles = append(roles, setsys.UnitsRole(h+1))
			}
			return share(roles)
		})
	case setsys.KCoterie:
		// Beside m, no k disjoint quorums; and fewer than k with m leave one.
		left := x.givenAll(x.of(after[setsys.QuorumsRole]), m.Set, false)
		if k < n {
			many, err := x.partition(outside, state{parts: slices.Repeat([]part{{left: left}}, k)}, true)
			if err == nil && many {
				err = fmt.Errorf("%d quorums and %v are disjoint", k, m.Set)
			}
			if err != nil {
				return err
			}
		}
		for h := 0; h < min(k, n+1)-1; h++ {
			stuck, err := x.partition(outside, state{parts: slices.Repeat([]part{{left: left, minimal: true}}, h), rest: left}, true)
			if err == nil && stuck {
				err = fmt.Errorf("%d quorums and %v leave no quorum", h, m.Set)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("domination is not defined for kind %s", w.Structure.Kind)
}
