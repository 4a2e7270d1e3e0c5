package setsys

import (
	"errors"
	"maps"
	"slices"

	"qcheck/setsys/near"
)

// threshold reads the threshold at the offset, which has these members, and
// returns its minimal sets.
func (f *familyDecoder) threshold(at int, members []member) (Family, error) {
	t, err := f.parseThreshold(at, members)
	if err != nil {
		return Family{}, err
	}
	return f.minimalSets(at, "the threshold", t)
}

// minimalSets returns the family of the formula of what stands at the offset:
// listed, or where it is too large to list and may stay one, the formula.
func (f *familyDecoder) minimalSets(at int, what string, t *Formula) (Family, error) {
	n, limit := f.universe.Len(), f.opts.MaxSets
	if f.opts.MaxListed > 0 {
		limit = min(limit, f.opts.MaxListed)
	}
	g, err := t.expand(n, limit, stepOf(nil))
	switch {
	case err == nil:
		return g, nil
	case f.opts.MaxListed > 0:
		return Unlisted(n, t, f.opts.MaxSets), nil
	}
	return Family{}, f.failed(at, what+" is too large to expand: ", err)
}

func (f *familyDecoder) parseThreshold(at int, members []member) (*Formula, error) {
	known := []string{keyThreshold, keyOf, keyWeights}
	for _, m := range members {
		if !slices.Contains(known, m.key) {
			return nil, f.errorf(m.keyAt, "unknown key %s in a threshold%s", Quote(m.key), near.Hint(m.key, known))
		}
	}
	need, ok := find(members, keyThreshold)
	if !ok {
		return nil, f.errorf(at, "key %q is missing", keyThreshold)
	}
	of, ok := find(members, keyOf)
	if !ok {
		return nil, f.errorf(at, "key %q is missing", keyOf)
	}
	t, err := f.integerAt(need.at, "a number for \"threshold\"")
	if err != nil {
		return nil, err
	}
	list, err := f.formulas(of.at, "a list of nodes and thresholds", "in the threshold")
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, f.errorf(of.at, "a threshold of no members")
	}
	w, weighted := find(members, keyWeights)
	if !weighted {
		if t < 1 || t > len(list) {
			return nil, f.errorf(need.at, "threshold %s of %d members: want 1 to %d", clip(string(f.number(need.at))), len(list), len(list))
		}
		return AtLeast(t, list...), nil
	}
	weights, err := f.weights(w.at, len(list))
	if err != nil {
		return nil, err
	}
	total := 0
	for _, w := range weights {
		total += w
	}
	if t < 1 || t > total {
		return nil, f.errorf(need.at, "threshold %s of members that weigh %d together: want 1 to %d", clip(string(f.number(need.at))), total, total)
	}
	return Weighted(t, list, weights), nil
}

// weights reads the weights of so many members.
func (f *familyDecoder) weights(at, count int) ([]int, error) {
	if f.data[at] != '[' {
		return nil, f.wrongType(at, "a list of weights")
	}
	weights, total := []int{}, 0
	_, err := f.elements(at, func(at int) (int, error) {
		w, err := f.integerAt(at, "a weight (an integer)")
		if err == nil && (w < 0 || w > MaxWeight) {
			err = f.errorf(at, "a weight is 0 to %d, not %s", MaxWeight, clip(string(f.number(at))))
		}
		weights, total = append(weights, w), total+w
		return f.skip(at), err
	})
	switch {
	case err != nil:
		return nil, err
	case len(weights) != count:
		return nil, f.errorf(at, "%d weights for %d members", len(weights), count)
	case total == 0:
		return nil, f.errorf(at, "all weights are 0")
	}
	return weights, nil
}

// formulas reads the list of nodes, thresholds and constructions at the offset.
// No node may be in it twice.
func (f *familyDecoder) formulas(at int, want, where string) ([]*Formula, error) {
	if f.data[at] != '[' {
		return nil, f.wrongType(at, want)
	}
	var list []*Formula
	seen := map[int]bool{}
	_, err := f.elements(at, func(at int) (int, error) {
		if f.data[at] == '{' {
			m, err := f.formula(at)
			list = append(list, m)
			return f.skip(at), err
		}
		v, end, err := f.node(at, " or a threshold")
		if err != nil {
			return 0, err
		}
		if seen[v] {
			return 0, f.errorf(at, "node %s is %s twice", f.display(v), where)
		}
		seen[v] = true
		list = append(list, OfNode(v))
		return end, nil
	})
	return list, err
}

// formula reads the threshold or the construction at the offset.
func (f *familyDecoder) formula(at int) (*Formula, error) {
	members, err := f.object(at)
	if err != nil {
		return nil, err
	}
	if _, ok := find(members, keyConstruct); ok {
		return f.constructedFormula(at, members)
	}
	return f.parseThreshold(at, members)
}

// constructedFormula returns the formula of the quorums of the construction at
// the offset, whose node i is member i of the list with the key "on"; without the
// list it is node i of the universe.
func (f *familyDecoder) constructedFormula(at int, members []member) (*Formula, error) {
	on, placed := find(members, keyOn)
	members = slices.DeleteFunc(slices.Clone(members), func(m member) bool { return m.key == keyOn })
	s, err := f.constructAs(at, members, true)
	if err != nil {
		return nil, err
	}
	families := s.Families()
	if families[0].Role != QuorumsRole {
		return nil, f.errorf(at, "the construction is of kind %s, which is not one family of quorums", s.Kind)
	}
	g := families[0].Family
	if g.formula == nil {
		for _, q := range g.All() {
			if q.IsEmpty() {
				return nil, f.errorf(at, "the construction has an empty quorum")
			}
		}
		if g.Len() == 0 {
			return nil, f.errorf(at, "the construction has no quorum")
		}
	}
	formula := FormulaOf(g)
	if !placed {
		if s.Universe.Len() > f.universe.Len() {
			return nil, f.errorf(at, "the construction has %d nodes, the universe %d", s.Universe.Len(), f.universe.Len())
		}
		return formula, nil
	}
	list, err := f.formulas(on.at, "a list of nodes and thresholds", "in the list")
	if err != nil {
		return nil, err
	}
	if len(list) != s.Universe.Len() {
		return nil, f.errorf(on.at, "%d members for the %d nodes of the construction", len(list), s.Universe.Len())
	}
	return formula.Substitute(func(i int) *Formula { return list[i] }), nil
}

// built returns the structure of a construction: with listed families, when these
// are small or must be listed, otherwise with formulas. Formulas come first where
// the construction is a part of one.
func (d *decoder) built(name string, args map[string]any, part bool) (*Structure, error) {
	if d.opts.Formula == nil || d.opts.MaxListed <= 0 {
		return d.opts.Construct(name, args, d.opts.MaxSets)
	}
	unlisted := false
	for _, v := range args {
		s, ok := v.(*Structure)
		unlisted = unlisted || ok && !s.IsListed()
	}
	if !unlisted && !part {
		s, err := d.opts.Construct(name, args, min(d.opts.MaxListed, d.opts.MaxSets))
		if !errors.As(err, new(ErrTooMany)) {
			return s, err
		}
	}
	if s, err := d.opts.Formula(name, args, d.opts.MaxSets); s != nil || err != nil {
		return s, err
	}
	if unlisted {
		args = maps.Clone(args)
		for key, v := range args {
			if s, ok := v.(*Structure); ok {
				t, err := s.List()
				if err != nil {
					return nil, err
				}
				args[key] = t
			}
		}
	}
	return d.opts.Construct(name, args, d.opts.MaxSets)
}
