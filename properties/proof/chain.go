package proof

import (
	"slices"

	"qcheck/setsys"
)

// A chain is a question about sets Q_1, ..., Q_r, each of a family of its own: can
// they be chosen such that their union is as asked for? It is put into clauses level
// by level.
//
//	s(j,i)   Q_j is set i of family j
//	c(j,v)   node v is in U_j, the union of Q_1, ..., Q_j
//
//	one      s(j,1) or s(j,2) or ...
//	grows    s(j,i) implies c(j,v)                  for v in the set
//	         c(j-1,v) implies c(j,v)
//	only     s(j,i) and c(j,v) imply c(j-1,v)       for v not in the set
//	disjoint s(j,i) implies not c(j-1,v)            for v in the set
//	final    c(r,v) for one of the nodes v          of each of some sets
//
// Which of the rules there are depends on the question: the rule disjoint needs the
// rule grows, and the rule final the rule only. Two sets of a level may be true: then
// the model is one as well with either of them alone.
//
// Proof: a refutation with the levels of the choices. It chooses Q_1, then Q_2 and so on; its lemmas are
// about nodes in the union or not: so the order in which sets are taken does not matter, and
// neither do many of their nodes.
type chain struct {
	*refutation
	n      int
	q      question
	choice [][]int // by level and set: the variable s(j,i)
	member [][]int // by level and node: the variable c(j,v); the last level has them with the rule final only
}

// A level is the choice of one set.
type level struct {
	sets setsys.Family
	text func(i int) string // what the choice of set i means
}

// A question is what a chain asks.
type question struct {
	levels   []*level
	disjoint bool
	final    []setsys.NodeSet // nil: there is no rule final
	union    func(j int, v int) string
}

// newChain writes the formula of the question, which is to be refuted.
func newChain(c *inequalities, n int, q question) *refutation {
	r := len(q.levels)
	x := &chain{n: n, q: q, choice: make([][]int, r), member: make([][]int, r)}
	var of []int // by variable: its level
	for j, l := range q.levels {
		for i := range l.sets.Len() {
			x.choice[j] = append(x.choice[j], c.variable("%s", l.text(i)))
		}
		if j+1 < r || q.final != nil {
			for v := range n {
				x.member[j] = append(x.member[j], c.variable("%s", q.union(j+1, v)))
			}
		}
		of = append(of, slices.Repeat([]int{j + 1}, len(c.meaning)-len(of))...)
	}
	x.refutation = newRefutation(c)
	copy(x.level[1:], of)
	for j, l := range q.levels {
		x.write(j, l)
	}
	for _, f := range q.final {
		var literals []int
		for v := range f.All() {
			literals = append(literals, x.member[r-1][v])
		}
		x.add(literals...)
	}
	return x.refutation
}

// write writes the clauses of level j.
func (x *chain) write(j int, l *level) {
	x.add(x.choice[j]...)
	if x.q.disjoint && j > 0 && x.member[j] != nil {
		for v := range x.n {
			x.add(-x.member[j-1][v], x.member[j][v])
		}
	}
	for i, set := range l.sets.All() {
		s := -x.choice[j][i]
		for v := range set.All() {
			if x.q.disjoint && x.member[j] != nil {
				x.add(s, x.member[j][v])
			}
		}
		for v := range x.n {
			switch {
			case x.q.final == nil || set.Has(v):
			case j > 0:
				x.add(s, -x.member[j][v], x.member[j-1][v])
			default:
				x.add(s, -x.member[j][v])
			}
		}
		for v := range set.All() {
			if x.q.disjoint && j > 0 {
				x.add(s, -x.member[j-1][v])
			}
		}
	}
}
