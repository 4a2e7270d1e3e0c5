package proof

import (
	"fmt"
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
//
// Disjoint quorums that leave no further one. In a formula in which each node occurs
// once, with weights of 1, the minimal sets are those that satisfy just d members of a
// threshold that they use, and no node of one that they do not use: Σ z_i = d·z. What
// the sets leave has inequalities of the other direction:
//
//	(W-d+1)·u + Σ w_i·¬u_i ≥ W-d+1   if u is false, too few members are satisfied
//
// Proof: for every gate Σ_j z(j) + c·u ≥ c, that is, it is satisfied by what is left, or by
// c of the sets, because all its members are: of s members with at least c' each, it has
// c = (s-d+1)·c'/d, rounded up.
func (w *writer) ofFormulas(id properties.ID) *Proof {
	s := w.s
	n := s.Universe.Len()
	k, fewer := min(s.K, n), min(s.K-1, n)
	if id == properties.NonIntersection || id == properties.WriteNonIntersection || id == properties.StrongNonIntersection {
		w.chosen(s.K)
	}
	switch id {
	case properties.NonEmpty, properties.Minimality, properties.WriteMinimality, properties.ReadMinimality:
		evident("the quorums are the minimal sets of a formula, by definition neither empty nor within each other")
	case properties.Intersection:
		switch s.Kind {
		case setsys.Coterie:
			return w.few(id, same(s.Quorums, 2), 1, "2 disjoint quorums")
		case setsys.KCoterie:
			return w.few(id, same(s.Quorums, k+1), 1, fmt.Sprintf("%d pairwise disjoint quorums", k+1))
		case setsys.KArbiter:
			return w.few(id, same(s.Quorums, k+1), k, fmt.Sprintf("%d quorums, repeats allowed, without a common node", k+1))
		}
	case properties.WriteIntersection:
		r := max(k, 1) + 1
		return w.few(id, same(s.Write, r), 1, fmt.Sprintf("%d pairwise disjoint write quorums", r))
	case properties.ReadIntersection:
		return w.few(id, same(s.Read, 2), 1, "2 disjoint read quorums")
	case properties.WriteReadIntersection:
		return w.few(id, []*setsys.Formula{s.Write.Formula(), s.Read.Formula()}, 1, "a write quorum and a read quorum that are disjoint")
	case properties.NonIntersection:
		return w.leave(id, s.Quorums, fewer, "quorum", true)
	case properties.WriteNonIntersection:
		return w.leave(id, s.Write, fewer, "write quorum", true)
	case properties.StrongNonIntersection:
		return w.leave(id, s.Quorums, fewer, "quorum", false)
	case properties.Nondomination:
		if s.Kind == setsys.Coterie {
			return w.undividable(id, s.Quorums.Formula())
		}
	}
	return nil
}

func same(f setsys.Family, r int) []*setsys.Formula {
	return slices.Repeat([]*setsys.Formula{f.Formula()}, r)
}

// A circuit has the variables of the gates of one formula, for one set.
type circuit struct {
	*inequalities
	at   map[*setsys.Formula]int // of thresholds
	leaf map[int]int             // by node
	// write writes the inequality of a threshold with the variable z.
	write func(f *setsys.Formula, z int, member func(i int) int) int
	line  map[*setsys.Formula]int // the number of the inequality
	text  string
}

// gate returns the variable of the gate, and writes its inequalities when it is new.
func (c *circuit) gate(f *setsys.Formula) int {
	if v, ok := f.Node(); ok {
		return c.leaf[v]
	}
	z, ok := c.at[f]
	if !ok {
		for i := range f.Len() {
			m, _ := f.Member(i)
			c.gate(m)
		}
		z = c.variable(c.text, len(c.at)+1, f.Need(), f.Len())
		c.at[f] = z
		c.line[f] = c.write(f, z, func(i int) int {
			m, _ := f.Member(i)
			return c.gate(m)
		})
	}
	return z
}

func newCircuit(q *inequalities, text string) *circuit {
	return &circuit{inequalities: q, at: map[*setsys.Formula]int{}, leaf: map[int]int{}, line: map[*setsys.Formula]int{}, text: text}
}

// implied writes that a true gate has enough true members.
func (c *circuit) implied(f *setsys.Formula, z int, member func(int) int) int {
	terms := []term{{f.Need(), -z}}
	for i := range f.Len() {
		if _, w := f.Member(i); w > 0 {
			terms = append(terms, term{w, member(i)})
		}
	}
	return c.atLeast(f.Need(), terms...)
}

// implies writes that a false gate has too few true members.
func (c *circuit) implies(f *setsys.Formula, z int, member func(int) int) int {
	slack := weight(f) - f.Need() + 1
	terms := []term{{slack, z}}
	for i := range f.Len() {
		if _, w := f.Member(i); w > 0 {
			terms = append(terms, term{w, -member(i)})
		}
	}
	return c.atLeast(slack, terms...)
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

// leave is for 0 to r quorums that leave no further one disjoint from them. It
// returns nil where counting does not exclude that, and for formulas that have a node
// twice or other weights than 1.
func (w *writer) leave(id properties.ID, f setsys.Family, r int, what string, disjoint bool) *Proof {
	g := f.Formula()
	if !readOnce(g) {
		return nil
	}
	q := &inequalities{ctx: w.ctx}
	var sets []*circuit
	exact := map[*setsys.Formula][]int{} // by set: the line that it has no more members than needed
	nodes := slices.Sorted(slices.Values(g.Nodes()))
	for j := range r {
		c := newCircuit(q, fmt.Sprintf("set %d uses threshold %%d, %%d of %%d members", j+1))
		c.write = func(f *setsys.Formula, z int, member func(int) int) int {
			line := c.implied(f, z, member)
			terms := []term{{f.Need(), z}}
			for i := range f.Len() {
				terms = append(terms, term{1, -member(i)})
			}
			exact[f] = append(exact[f], c.atLeast(f.Len(), terms...))
			return line
		}
		for _, v := range nodes {
			c.leaf[v] = q.variable("%s is in set %d", w.node(v), j+1)
		}
		c.gate(g)
		sets = append(sets, c)
	}
	left := newCircuit(q, "what is left satisfies threshold %d, %d of %d members")
	left.write = left.implies
	leaf := map[int]int{}
	for _, v := range nodes {
		left.leaf[v] = q.variable("%s is left", w.node(v))
		terms, apart := []term{{1, left.leaf[v]}}, []term{}
		for _, c := range sets {
			terms, apart = append(terms, term{1, c.leaf[v]}), append(apart, term{1, -c.leaf[v]})
		}
		leaf[v] = q.atLeast(1, terms...)
		if disjoint {
			q.atLeast(r-1, apart...)
		}
	}
	none := q.atLeast(1, term{1, -left.gate(g)})
	which := "pairwise disjoint"
	if !disjoint {
		which = "disjoint or not"
	}
	asks := fmt.Sprintf("up to %d %ss, %s, that leave no further one disjoint from them", r, what, which)
	const encoding = `Inequalities: a set that uses a threshold has just as many of its members as it
needs, and none of one that it does not use. A node that is in no set is left.
If enough members of a threshold are left, it is. The whole formula is not left.`
	if !w.prove {
		return proofOf(string(id), asks, encoding, q)
	}
	// derive returns the line Σ_j z(j) + c·u ≥ c of the gate, and c.
	var derive func(g *setsys.Formula) (line, c int)
	derive = func(g *setsys.Formula) (line, c int) {
		if v, ok := g.Node(); ok {
			return leaf[v], 1
		}
		lines, counts := make([]int, g.Len()), make([]int, g.Len())
		for i := range g.Len() {
			m, _ := g.Member(i)
			lines[i], counts[i] = derive(m)
		}
		least := slices.Min(counts)
		total := &sum{q: q}
		for i, line := range lines {
			m, _ := g.Member(i)
			total.add(fmt.Sprint(line), 1)
			total.add(name(-left.gate(m)), counts[i]-least)
		}
		for _, line := range exact[g] {
			total.add(fmt.Sprint(line), 1)
		}
		total.add(fmt.Sprint(left.line[g]), least)
		d := g.Need()
		return total.line(d), (least*(g.Len()-d+1) + d - 1) / d
	}
	line, c := derive(g)
	if c <= r {
		return nil
	}
	end := &sum{q: q}
	end.add(fmt.Sprint(line), 1)
	end.add(fmt.Sprint(none), c)
	for _, set := range sets {
		end.add(name(-set.gate(g)), 1)
	}
	end.line(1)
	return proofOf(string(id), asks, encoding, q)
}

// readOnce reports whether no node occurs twice, and all weights are 1.
func readOnce(f *setsys.Formula) bool {
	seen := map[int]bool{}
	var visit func(f *setsys.Formula) bool
	visit = func(f *setsys.Formula) bool {
		if v, ok := f.Node(); ok {
			twice := seen[v]
			seen[v] = true
			return !twice
		}
		for i := range f.Len() {
			if m, w := f.Member(i); w != 1 || !visit(m) {
				return false
			}
		}
		return true
	}
	return visit(f)
}
