package proof

import (
	"slices"

	"qcheck/properties"
	"qcheck/setsys"
)

// Proofs by counting, for families that are formulas (package properties decides by
// the same counts, see its counting.go). Each gate, that is each threshold or node of
// a formula, has a variable for each set that is asked for: the set satisfies the
// gate. A threshold that needs d of members with the weights w_i has the inequality
//
//	d·¬z + Σ w_i·z_i ≥ d        if z is true, enough members are
//
// Sets that share few nodes. Each of r sets satisfies its formula, and each node is
// missing in at least one of them, or in all but one:
//
//	Σ_j ¬x(j,v) ≥ D             by node
//
// Proof: the same for gates, from the members up. Σ_j of the inequalities of a gate,
// with w_i times those for its members, is Σ_j d·¬z(j) ≥ R, which divided by d is an
// inequality of the same form. For the gates of the whole formulas, which all r sets
// satisfy, it is a contradiction where the bound is 1 or more. The formulas may
// differ in what their thresholds need. For two disjoint sets, a second way to derive
// ¬z + ¬y ≥ 1, for any gates z of one set and y of the other: where it is known for
// members of z and y, and the other members of z weigh less than d.
//
// A set that neither has a quorum nor has one outside of it, for nondomination of
// coteries: it and its complement both meet every quorum, so they are disjoint sets that
// satisfy the dual formula, whose thresholds need W-d+1, with W the sum of the weights.
func (w *writer) ofFormulas(id properties.ID) *Proof {
	switch id {
	case properties.NonEmpty, properties.Minimality, properties.WriteMinimality, properties.ReadMinimality:
		evident("the quorums are the minimal sets of a formula, by definition neither empty nor within each other")
	case properties.Nondomination:
		if w.s.Kind == setsys.Coterie {
			return w.undividable(id, w.s.Quorums.Formula())
		}
	}
	v, ok := w.violation(id)
	if !ok || v.rule >= blocking {
		return nil
	}
	var formulas []*setsys.Formula
	for _, f := range v.from {
		formulas = append(formulas, f.family.Formula())
	}
	most := 1
	if v.rule == apart {
		most = len(formulas) - 1
	}
	return w.few(id, formulas, most, v.asks)
}

// A circuit has the variables of the gates of one formula, for one set.
type circuit struct {
	*inequalities
	at   map[*setsys.Formula]int // of thresholds
	leaf map[int]int             // by node
	line map[*setsys.Formula]int // the number of the inequality
	text string
}

func newCircuit(q *inequalities, text string) *circuit {
	return &circuit{inequalities: q, at: map[*setsys.Formula]int{}, leaf: map[int]int{}, line: map[*setsys.Formula]int{}, text: text}
}

// gate returns the variable of the gate, and writes its inequalities when it is new: a true
// gate has enough true members.
func (c *circuit) gate(f *setsys.Formula) int {
	if v, ok := f.Node(); ok {
		return c.leaf[v]
	}
	z, ok := c.at[f]
	if !ok {
		var terms []term
		for i := range f.Len() {
			if m, w := f.Member(i); w > 0 {
				terms = append(terms, term{w, c.gate(m)})
			} else {
				c.gate(m)
			}
		}
		z = c.variable(c.text, len(c.at)+1, f.Need(), f.Len())
		c.at[f] = z
		c.line[f] = c.atLeast(f.Need(), slices.Insert(terms, 0, term{f.Need(), -z})...)
	}
	return z
}

// weight returns the sum of the weights of the members.
func weight(f *setsys.Formula) int {
	sum := 0
	for i := range f.Len() {
		_, w := f.Member(i)
		sum += w
	}
	return sum
}

// undividable is for a set that contains no quorum and whose complement contains none. It
// returns nil where counting does not exclude that.
func (w *writer) undividable(id properties.ID, f *setsys.Formula) *Proof {
	p := w.few(id, slices.Repeat([]*setsys.Formula{dual(f, map[*setsys.Formula]*setsys.Formula{})}, 2), 1,
		"2 disjoint sets that each meet every quorum, so that neither contains one")
	if p != nil {
		p.Encoding += `
The formula is that of the sets that meet every quorum: d of members with the
weights W together have become W-d+1 of them in each threshold.`
	}
	return p
}

// dual returns the formula of the sets that meet every quorum of f.
func dual(f *setsys.Formula, known map[*setsys.Formula]*setsys.Formula) *setsys.Formula {
	if _, ok := f.Node(); ok {
		return f
	}
	if known[f] == nil {
		var members []*setsys.Formula
		var weights []int
		for i := range f.Len() {
			m, w := f.Member(i)
			members, weights = append(members, dual(m, known)), append(weights, w)
		}
		known[f] = setsys.Weighted(weight(f)-f.Need()+1, members, weights)
	}
	return known[f]
}
