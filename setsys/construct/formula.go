package construct

import (
	"fmt"

	"qcheck/setsys"
)

// Formula is [Build] for constructions that have a form as a threshold formula:
// the families of the structure are not listed (see [setsys.Unlisted]), and limit
// is that of listing them. The minimal sets of the formulas are the quorums that
// Build gives. For constructions without such a form, or with arguments for which
// there is none, it returns nil and no error.
func Formula(name string, values map[string]any, limit int) (*setsys.Structure, error) {
	c, ok := Lookup(name)
	if _, form := values[as]; !ok || form || c.formula == nil {
		return nil, nil
	}
	a, err := c.accept(values, limit, "quorums")
	var s *setsys.Structure
	if err == nil {
		s, err = c.formula(a)
	}
	if err != nil {
		return nil, fmt.Errorf("construction %s: %w", name, err)
	}
	if s == nil {
		return nil, nil
	}
	s.Name = c.Name + a.describe(c.Params)
	s.Source = c.Source
	return s, s.Validate()
}

// unlisted is quorums for the minimal sets of a formula over n nodes.
func (a args) unlisted(kind setsys.Kind, k, n int, f *setsys.Formula) (*setsys.Structure, error) {
	return quorums(kind, k, setsys.Unlisted(n, f, a.limit))
}

// uniform returns the formula of all sets of size nodes.
func uniform(n, size int) *setsys.Formula { return setsys.AtLeast(size, nodes(0, n)...) }

// nodes returns the formulas of count nodes from first on.
func nodes(first, count int) []*setsys.Formula {
	list := make([]*setsys.Formula, count)
	for i := range list {
		list[i] = setsys.OfNode(first + i)
	}
	return list
}

// formulaOf returns a formula for the family, and whether its quorums are such
// minimal sets as a formula has.
func formulaOf(f setsys.Family) (*setsys.Formula, bool) {
	if g := f.Formula(); g != nil {
		return g, true
	}
	if f.Len() == 0 || f.HasEmpty() || f.Minimal().Len() < f.Len() {
		return nil, false
	}
	return setsys.FormulaOf(f), true
}

// formulasOf is formulaOf for several families.
func formulasOf(families ...setsys.Family) ([]*setsys.Formula, bool) {
	var list []*setsys.Formula
	for _, f := range families {
		g, ok := formulaOf(f)
		if !ok {
			return nil, false
		}
		list = append(list, g)
	}
	return list, true
}

// shifted returns the formula with its nodes moved by so many places.
func shifted(f *setsys.Formula, by int) *setsys.Formula {
	return f.Substitute(func(i int) *setsys.Formula { return setsys.OfNode(i + by) })
}
