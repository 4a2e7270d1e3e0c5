package setsys

import "fmt"

// Unlisted returns the family of the minimal sets of a formula over nodes below
// n, without listing them. Its sets can be asked for only by [Family.Formula] and
// [Family.List]; the methods that go through them panic. At most limit sets are
// listed by List.
func Unlisted(n int, formula *Formula, limit int) Family {
	for _, v := range formula.Nodes() {
		if v >= n {
			panic(fmt.Sprintf("setsys: node index %d in a universe of %d", v, n))
		}
	}
	return Family{n: n, formula: formula, limit: limit}
}

// Formula returns the formula of an unlisted family, and nil for one whose sets
// are listed.
func (f Family) Formula() *Formula { return f.formula }

// List returns the family with its sets listed. For an unlisted one they are in
// canonical order; when they are more than its limit, the error wraps an
// [ErrTooMany].
func (f Family) List() (Family, error) {
	if f.formula == nil {
		return f, nil
	}
	return f.formula.expand(f.n, f.limit)
}

// listed panics when the family is a formula.
func (f Family) listed() {
	if f.formula != nil {
		panic("setsys: the sets of the family are not listed")
	}
}

// IsListed reports whether the sets of every family are listed.
func (s *Structure) IsListed() bool {
	for _, f := range s.Families() {
		if f.Family.formula != nil {
			return false
		}
	}
	return true
}

// List returns the structure with every family listed, or the error of
// [Family.List].
func (s *Structure) List() (*Structure, error) {
	if s.IsListed() {
		return s, nil
	}
	t := *s
	t.ByUnits = append([]Family{}, s.ByUnits...)
	families := []*Family{&t.Quorums, &t.Write, &t.Read, &t.Requests}
	for i := range t.ByUnits {
		families = append(families, &t.ByUnits[i])
	}
	for _, f := range families {
		g, err := f.List()
		if err != nil {
			return nil, err
		}
		*f = g
	}
	return &t, nil
}
