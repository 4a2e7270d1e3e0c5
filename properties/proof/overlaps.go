package proof

import (
	"fmt"
	"slices"

	"qcheck/properties"
	"qcheck/setsys"
)

// few is for sets that each satisfy one of the formulas, and no node of which is in
// more than most of them. It returns nil where counting does not exclude them.
func (w *writer) few(id properties.ID, formulas []*setsys.Formula, most int, asks string) *Proof {
	q := &inequalities{ctx: w.ctx}
	r := len(formulas)
	nodes := map[int]bool{}
	for _, f := range formulas {
		for _, v := range f.Nodes() {
			nodes[v] = true
		}
	}
	x := &overlaps{inequalities: q, leaf: map[int]int{}, known: map[string]overlap{}}
	for j := range formulas {
		c := newCircuit(q, fmt.Sprintf("set %d satisfies threshold %%d of its formula, %%d of %%d members", j+1))
		for v := range w.s.Universe.Len() {
			if nodes[v] {
				c.leaf[v] = q.variable("%s is in set %d", w.node(v), j+1)
			}
		}
		x.circuits = append(x.circuits, c)
	}
	for v := range w.s.Universe.Len() {
		if nodes[v] {
			var terms []term
			for _, c := range x.circuits {
				terms = append(terms, term{1, -c.leaf[v]})
			}
			x.leaf[v] = q.atLeast(r-most, terms...)
		}
	}
	x.most = r - most
	var whole []int
	for j, f := range formulas {
		z := x.circuits[j].gate(f)
		whole = append(whole, q.atLeast(1, term{1, z}))
	}
	encoding := fmt.Sprintf(`Inequalities: each node is missing in %d of the %d sets at least. A set satisfies
a threshold only if it satisfies enough of its members. Each set satisfies its
whole formula.`, r-most, r)
	if !w.prove {
		return proofOf(string(id), asks, encoding, q)
	}
	o := x.of(formulas)
	if o.bound < 1 {
		return nil
	}
	end := &sum{q: q}
	end.add(fmt.Sprint(o.line), 1)
	for _, line := range whole {
		end.add(fmt.Sprint(line), 1)
	}
	end.line(1)
	return proofOf(string(id), asks, encoding, q)
}

// overlaps derives how many of r sets fail to satisfy gates.
type overlaps struct {
	*inequalities
	circuits []*circuit
	leaf     map[int]int // by node: its inequality
	most     int         // the bound of nodes
	known    map[string]overlap
}

// An overlap is the line that bound of the sets do not satisfy their gate; 0 for
// a bound of 0, which says nothing.
type overlap struct{ line, bound int }

func (x *overlaps) of(gates []*setsys.Formula) overlap {
	v, isNode := gates[0].Node()
	alike := true
	key := ""
	for _, g := range gates {
		u, ok := g.Node()
		alike = alike && ok == isNode && u == v && g.Len() == gates[0].Len()
		key += fmt.Sprintf("%p ", g)
	}
	if isNode && alike {
		return overlap{x.leaf[v], x.most}
	}
	o, ok := x.known[key]
	if !ok {
		if alike {
			o = x.derive(gates)
		}
		for side := 0; side < 2 && len(gates) == 2 && o.bound == 0; side++ {
			o = x.divide(gates, side)
		}
		x.known[key] = o
	}
	return o
}

// divide writes the line for two sets, of which that of the side satisfies too few
// members of its gate, because the others exclude the gate of the other set.
func (x *overlaps) divide(gates []*setsys.Formula, side int) overlap {
	g := gates[side]
	total := &sum{q: x.inequalities}
	excluded, left := 0, 0 // weight
	var lines, open []term // a weight and a line, or a literal
	for i := range g.Len() {
		m, w := g.Member(i)
		members := slices.Clone(gates)
		members[side] = m
		switch {
		case w == 0:
		case x.of(members).bound > 0:
			excluded += w
			lines = append(lines, term{w, x.of(members).line})
		default:
			left += w
			open = append(open, term{w, -x.circuits[side].gate(m)})
		}
	}
	if left >= g.Need() || g.Len() == 0 {
		return overlap{}
	}
	total.add(fmt.Sprint(x.circuits[side].line[g]), 1)
	for _, t := range lines {
		total.add(fmt.Sprint(t.literal), t.coefficient)
	}
	for _, t := range open {
		total.add(name(t.literal), t.coefficient)
	}
	return overlap{total.line(max(g.Need(), excluded)), 1}
}

// derive writes the line for thresholds, whose weights must be equal.
func (x *overlaps) derive(gates []*setsys.Formula) overlap {
	r := len(gates)
	rest := 0 // the bound of the sum
	largest := 0
	for _, g := range gates {
		rest += g.Need()
		largest = max(largest, g.Need())
	}
	total := &sum{q: x.inequalities}
	for j, g := range gates {
		total.add(fmt.Sprint(x.circuits[j].line[g]), 1)
	}
	for i := range gates[0].Len() {
		members := make([]*setsys.Formula, r)
		_, w := gates[0].Member(i)
		for j, g := range gates {
			m, other := g.Member(i)
			if members[j] = m; other != w {
				return overlap{}
			}
		}
		if w == 0 {
			continue
		}
		o := x.of(members)
		rest += product(w, o.bound) - product(w, r)
		if o.bound > 0 {
			total.add(fmt.Sprint(o.line), w)
			continue
		}
		for j, m := range members {
			total.add(name(-x.circuits[j].gate(m)), w)
		}
	}
	if rest <= 0 {
		return overlap{}
	}
	return overlap{total.line(largest), (rest + largest - 1) / largest}
}
