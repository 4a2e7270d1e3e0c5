package diagram

import (
	"math"
	"slices"

	"qcheck/setsys"
)

// Of returns the family of the sets that satisfy the formula.
func (d *Diagram) Of(f *setsys.Formula) Family {
	if v, ok := f.Node(); ok {
		return d.Node(v)
	}
	if g, ok := d.formulas[f]; ok {
		return g
	}
	t := &counter{d: d, left: make([]int, f.Len()+1), ranges: make([][]needs, f.Len())}
	for i := range f.Len() {
		m, weight := f.Member(i)
		t.members, t.weights = append(t.members, d.Of(m)), append(t.weights, weight)
	}
	for i := f.Len() - 1; i >= 0; i-- {
		t.left[i] = t.left[i+1] + t.weights[i]
	}
	g := t.from(0, f.Need()).family
	d.formulas[f] = g
	return g
}

// A counter makes a threshold, member by member. What the members before leave
// open is only how much weight is still needed; and needs that the members from
// there on meet alike, such as 5 and 6 if their weights are even, are one range.
type counter struct {
	d       *Diagram
	members []Family
	weights []int
	left    []int     // weight of the members from one on
	ranges  [][]needs // by member, ascending and disjoint
}

// A needs says that the members from one on meet a need of low to high if and only
// if the set is in the family.
type needs struct {
	low, high int
	family    Family
}

// beyond is more than any sum of weights.
const beyond = math.MaxInt / 4

func (t *counter) from(i, need int) needs {
	switch {
	case need <= 0:
		return needs{-beyond, 0, Every}
	case need > t.left[i]:
		return needs{t.left[i] + 1, beyond, None}
	}
	find := func() (int, bool) {
		return slices.BinarySearchFunc(t.ranges[i], need, func(r needs, need int) int {
			switch {
			case r.high < need:
				return -1
			case r.low > need:
				return 1
			}
			return 0
		})
	}
	if at, ok := find(); ok {
		return t.ranges[i][at]
	}
	t.d.step()
	w := t.weights[i]
	with := t.from(i+1, need-w)
	without := t.from(i+1, need)
	r := needs{
		low: max(with.low+w, without.low), high: min(with.high+w, without.high),
		family: t.d.choice(t.members[i], with.family, without.family),
	}
	at, _ := find()
	t.ranges[i] = slices.Insert(t.ranges[i], at, r)
	return r
}
