package setsys

import (
	"errors"
	"fmt"

	"qcheck/setsys/words"
)

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

// Trusting returns the family of the minimal quorums of a trust graph, without
// listing them. If there is one, the sets can be asked for only when a formula of
// theirs is known, see [Family.WithFormula].
func Trusting(t *Trust) Family { return Family{n: t.n, trust: t} }

// Trust returns the trust graph of the family, nil if it has none.
func (f Family) Trust() *Trust { return f.trust }

// WithFormula returns the family of a trust graph with the formula of its minimal
// quorums, which package diagram finds. At most limit sets are listed by List.
func (f Family) WithFormula(formula *Formula, limit int) Family {
	g := Unlisted(f.n, formula, limit)
	g.trust = f.trust
	return g
}

// Formula returns the formula of an unlisted family, and nil for one whose sets
// are listed, or of a trust graph that has none yet.
func (f Family) Formula() *Formula { return f.formula }

// IsListed reports whether the sets of the family are listed. Those of a trust graph
// without a quorum are: there are none.
func (f Family) IsListed() bool {
	return f.formula == nil && (f.trust == nil || words.Empty(f.trust.Greatest(words.Full(f.n), nil)))
}

// List returns the family with its sets listed. For an unlisted one they are in
// canonical order; when they are more than its limit, the error wraps an
// [ErrTooMany].
func (f Family) List(step ...Step) (Family, error) {
	switch {
	case f.IsListed():
		return f, nil
	case f.formula == nil:
		return f, errors.New("the minimal quorums of the trust graph are not known")
	}
	return f.formula.expand(f.n, f.limit, stepOf(step))
}

// Within returns the family of the quorums within the set: those that are left when the
// other nodes are down. That of a trust graph is the graph of the nodes that are left.
func (f Family) Within(set NodeSet) Family {
	switch {
	case f.trust != nil:
		return Trusting(f.trust.Within(set.Words()))
	case f.formula != nil:
		if g := f.formula.within(set.Words()); g != nil {
			return Unlisted(f.n, g, f.limit)
		}
		return NewFamily(f.n)
	}
	b := NewFamilyBuilder(f.n)
	for i := range f.len {
		if words.Subset(f.Words(i), set.Words()) {
			b.AddWords(f.Words(i))
		}
	}
	return b.Family()
}

// listed panics when the family is a formula or a trust graph.
func (f Family) listed() {
	if f.formula != nil || f.trust != nil && !f.IsListed() {
		panic("setsys: the sets of the family are not listed")
	}
}

// IsListed reports whether the sets of every family are listed.
func (s *Structure) IsListed() bool {
	for _, f := range s.Families() {
		if !f.Family.IsListed() {
			return false
		}
	}
	return true
}

// List returns the structure with every family listed, or the error of
// [Family.List].
func (s *Structure) List(step ...Step) (*Structure, error) {
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
		g, err := f.List(step...)
		if err != nil {
			return nil, err
		}
		*f = g
	}
	return &t, nil
}
