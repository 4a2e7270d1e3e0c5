package setsys

import (
	"strings"
	"unicode"

	"qcheck/setsys/words"
)

const (
	maxArgument     = 1_000_000_000 // of an integer argument, in absolute value
	maxArgumentText = echoLimit     // characters of a text argument, and of a name
)

// construct builds the structure of the construction at the offset, which has
// these members.
func (d *decoder) construct(at int, members []member) (*Structure, error) {
	return d.constructAs(at, members, false)
}

// constructAs is construct for what may be a part of a formula.
func (d *decoder) constructAs(at int, members []member, part bool) (*Structure, error) {
	var name string
	args := make(map[string]any)
	for _, m := range members {
		if err := d.short(m.keyAt, m.key); err != nil {
			return nil, err
		}
		var err error
		if m.key == keyConstruct {
			name, err = d.shortStringAt(m.at, "the name of a construction (a string)")
		} else {
			args[m.key], err = d.argument(m.at)
		}
		if err != nil {
			return nil, err
		}
	}
	if d.opts.Construct == nil {
		return nil, d.errorf(at, "construct %s: constructions are not available here", Quote(name))
	}
	s, err := d.built(name, args, part)
	if err != nil {
		return nil, d.failed(at, "", err)
	}
	if err := s.Validate(); err != nil {
		return nil, d.failed(at, "construct "+Quote(name)+": ", err)
	}
	if !s.Universe.IsNumbered() {
		return nil, d.errorf(at, "construct %s: its nodes are not numbered", Quote(name))
	}
	return s, nil
}

// failed is the error that says the prefix and err of what stands at the
// offset, and wraps err.
func (d *decoder) failed(at int, prefix string, err error) error {
	line, column := place(d.data, at)
	return &FileError{File: d.file, Line: line, Column: column, Msg: prefix + oneLine(err.Error()), cause: err}
}

func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
}

// short is an error when s, the string at the offset, is longer than keys and
// texts of constructions are.
func (d *decoder) short(at int, s string) error {
	if len([]rune(s)) > maxArgumentText {
		return d.errorf(at, "%s is longer than %d characters", Quote(s), maxArgumentText)
	}
	return nil
}

func (d *decoder) shortStringAt(at int, want string) (string, error) {
	s, err := d.stringAt(at, want)
	if err != nil {
		return "", err
	}
	return s, d.short(at, s)
}

// argument reads the value at the offset as an argument of a construction.
func (d *decoder) argument(at int) (any, error) {
	switch d.data[at] {
	case '"':
		return d.shortStringAt(at, "")
	case '[':
		list := []int{}
		_, err := d.elements(at, func(at int) (int, error) {
			v, err := d.argumentInt(at, "an integer")
			list = append(list, v)
			return d.skip(at), err
		})
		return list, err
	case '{':
		members, err := d.object(at)
		if err != nil {
			return nil, err
		}
		if _, ok := find(members, keyConstruct); ok {
			return d.construct(at, members)
		}
		return d.inner(at)
	}
	return d.argumentInt(at, "an integer, a list of integers, a string or a structure")
}

func (d *decoder) argumentInt(at int, want string) (int, error) {
	v, err := d.integerAt(at, want)
	if err == nil && (v < -maxArgument || v > maxArgument) {
		err = d.errorf(at, "%s is beyond the largest argument, %d", clip(string(d.number(at))), maxArgument)
	}
	return v, err
}

// constructed returns the family with the role from the construction at the
// offset: that of the structure built, or its only one.
func (f *familyDecoder) constructed(at int, members []member, role Role, units int) (Family, error) {
	if _, ok := find(members, keyOn); ok {
		t, err := f.constructedFormula(at, members)
		if err != nil {
			return Family{}, err
		}
		return f.minimalSets(at, "the construction", t)
	}
	s, err := f.construct(at, members)
	if err != nil {
		return Family{}, err
	}
	families := s.Families()
	for _, rf := range families {
		if rf.Role == role {
			return f.fit(at, s, rf.Family)
		}
	}
	if families[0].Role == QuorumsRole {
		return f.fit(at, s, families[0].Family)
	}
	if units > 0 && s.Kind == HKArbiter {
		return Family{}, f.errorf(at, "the construction has k = %d and no quorums for %d units", s.K, units)
	}
	what := string(role)
	if units > 0 {
		what = keyQuorums
	}
	return Family{}, f.errorf(at, "the construction is of kind %s, which cannot stand for %q here", s.Kind, what)
}

// constructedByUnits returns Q_1 to Q_k from the construction at the offset.
func (f *familyDecoder) constructedByUnits(at int, members []member, k int) ([]Family, error) {
	s, err := f.construct(at, members)
	if err != nil {
		return nil, err
	}
	if s.Kind != HKArbiter {
		return nil, f.errorf(at, "the construction is of kind %s, where quorums by units need %s", s.Kind, HKArbiter)
	}
	if s.K != k {
		return nil, f.errorf(at, "the construction has k = %d, the structure k = %d", s.K, k)
	}
	families := make([]Family, k)
	for i := range families {
		if families[i], err = f.fit(at, s, s.ByUnits[i]); err != nil {
			return nil, err
		}
	}
	return families, nil
}

// constructedRequestSets returns the sets by process from the construction at
// the offset.
func (f *familyDecoder) constructedRequestSets(at int, members []member) (Family, error) {
	s, err := f.construct(at, members)
	if err != nil {
		return Family{}, err
	}
	if s.Kind != RequestSets {
		return Family{}, f.errorf(at, "the construction is of kind %s, not %s", s.Kind, RequestSets)
	}
	if n := s.Universe.Len(); n != f.universe.Len() {
		return Family{}, f.errorf(at, "the construction has %d request sets, the universe %d nodes", n, f.universe.Len())
	}
	return f.fit(at, s, s.Requests)
}

// fit returns the family g of s, which the construction at the offset built,
// over the universe of f.
func (f *familyDecoder) fit(at int, s *Structure, g Family) (Family, error) {
	n := f.universe.Len()
	if s.Universe.Len() > n {
		return Family{}, f.errorf(at, "the construction has %d nodes, the universe %d", s.Universe.Len(), n)
	}
	if g.formula != nil {
		return Unlisted(n, g.formula, f.opts.MaxSets), nil
	}
	if g.Len() > f.opts.MaxSets {
		return Family{}, f.failed(at, "the construction has ", ErrTooMany{f.opts.MaxSets})
	}
	if g.n == n {
		return g, nil
	}
	b := NewFamilyBuilder(n)
	row := make([]uint64, words.Of(n))
	for i := range g.Len() {
		clear(row)
		copy(row, g.Words(i))
		b.AddWords(row)
	}
	return b.Family(), nil
}

// inner reads the structure at the offset, of which a construction is made. What
// is made of it would have nothing of what it says of its nodes.
func (d *decoder) inner(at int) (*Structure, error) {
	s, err := d.structure(at)
	if err != nil || s.Domains == nil && s.Reliabilities == nil && s.Capacities == nil {
		return s, err
	}
	members, err := d.object(at)
	if err != nil {
		return nil, err
	}
	for _, key := range clusterKeys() {
		if m, ok := find(members, key); ok {
			return nil, d.errorf(m.keyAt, "key %q belongs to the whole structure, not to a part of it", key)
		}
	}
	return s, nil
}
