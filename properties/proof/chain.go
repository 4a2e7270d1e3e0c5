package proof

import (
	"slices"
	"sort"

	"qcheck/setsys"
	"qcheck/setsys/words"
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
// Proof: a search takes Q_1, then Q_2 and so on, in every way that the rules leave
// open. At a union U that has no completion it writes a lemma: U_j does not have all
// the nodes of P and none of N, where P and N are the nodes in U and not in U that
// the refutations of the branches use. Another union with all of P and none of N
// needs no search: so the order in which sets are taken does not matter, and neither
// do many of their nodes. The lemma of the empty union at level 0 is the empty clause.
type chain struct {
	*inequalities
	n        int
	levels   []*level
	grows    bool
	only     bool
	disjoint bool

	member   [][]int // by level from 1, node: the variable c(j,v); the last level has them with the rule final only
	kept     [][]int // by level from 2, node: the clause c(j-1,v) implies c(j,v)
	lemmas   [][]lemma
	branches map[branch]int // lines
}

// A level is the choice of one set.
type level struct {
	sets   setsys.Family
	text   func(i int) string // what the choice of set i means
	choice []int              // the variables s(j,i)
	one    int                // the clause
	first  []int              // by set: the first of its clauses, which follow each other as above
}

// A lemma says that a union with all nodes of in and none of out has no completion.
type lemma struct {
	number  int
	in, out []uint64
}

// A branch is a set of a level and the lemma that refutes its choice.
type branch struct{ level, set, lemma int }

// A question is what a chain asks.
type question struct {
	levels   []*level
	disjoint bool
	final    []setsys.NodeSet // nil: there is no rule final
	union    func(j int, v int) string
}

// newChain writes the formula of the question.
func newChain(c *inequalities, n int, q question) *chain {
	r := len(q.levels)
	x := &chain{
		inequalities: c, n: n, levels: q.levels, grows: q.disjoint, only: q.final != nil, disjoint: q.disjoint,
		member: make([][]int, r+1), kept: make([][]int, r+1), lemmas: make([][]lemma, r+1), branches: map[branch]int{},
	}
	for j, l := range x.levels {
		for i := range l.sets.Len() {
			l.choice = append(l.choice, c.variable("%s", l.text(i)))
		}
		if j+1 < r || q.final != nil {
			x.member[j+1] = make([]int, n)
			for v := range n {
				x.member[j+1][v] = c.variable("%s", q.union(j+1, v))
			}
		}
	}
	for j, l := range x.levels {
		x.write(j+1, l)
	}
	for _, f := range q.final {
		var literals []int
		out := make([]uint64, words.Of(n))
		for v := range f.All() {
			literals = append(literals, x.member[r][v])
			words.Add(out, v)
		}
		x.lemmas[r] = append(x.lemmas[r], lemma{c.clause(literals...), make([]uint64, words.Of(n)), out})
	}
	sort.SliceStable(x.lemmas[r], func(i, j int) bool { return words.Count(x.lemmas[r][i].out) < words.Count(x.lemmas[r][j].out) })
	return x
}

// write writes the clauses of level j.
func (x *chain) write(j int, l *level) {
	l.one = x.clause(l.choice...)
	if x.grows && j > 1 && x.member[j] != nil {
		x.kept[j] = make([]int, x.n)
		for v := range x.n {
			x.kept[j][v] = x.clause(-x.member[j-1][v], x.member[j][v])
		}
	}
	for i := range l.sets.Len() {
		set, s := l.sets.Words(i), l.choice[i]
		l.first = append(l.first, x.last+1)
		if x.grows && x.member[j] != nil {
			for v := words.Next(set, 0); v >= 0; v = words.Next(set, v+1) {
				x.clause(-s, x.member[j][v])
			}
		}
		if x.only {
			for v := range x.n {
				if words.Has(set, v) {
					continue
				}
				if j > 1 {
					x.clause(-s, -x.member[j][v], x.member[j-1][v])
				} else {
					x.clause(-s, -x.member[j][v])
				}
			}
		}
		if x.disjoint && j > 1 {
			for v := words.Next(set, 0); v >= 0; v = words.Next(set, v+1) {
				x.clause(-s, -x.member[j-1][v])
			}
		}
	}
}

// The clauses of set i of level j about node v.

func (x *chain) growsAt(j, i, v int) int { return x.levels[j-1].first[i] + x.before(j, i, v) }

func (x *chain) onlyAt(j, i, v int) int {
	at := x.levels[j-1].first[i] + v - x.before(j, i, v)
	if x.grows {
		at += words.Count(x.levels[j-1].sets.Words(i))
	}
	return at
}

func (x *chain) disjointAt(j, i, v int) int {
	size := words.Count(x.levels[j-1].sets.Words(i))
	at := x.levels[j-1].first[i] + x.before(j, i, v)
	if x.member[j] != nil {
		at += size
	}
	if x.only {
		at += x.n - size
	}
	return at
}

// before returns how many nodes of set i of level j come before v.
func (x *chain) before(j, i, v int) int {
	set := x.levels[j-1].sets.Words(i)
	return words.Count(set) - words.CountFrom(set, v)
}

// prove writes the proof.
func (x *chain) prove() {
	x.refute(0, make([]uint64, words.Of(x.n)), words.Full(x.n))
}

// refute returns a lemma that refutes the union of the nodes in at level j, of which
// those out are the others.
func (x *chain) refute(j int, in, out []uint64) lemma {
	for _, l := range x.lemmas[j] {
		if x.look(); words.Subset(l.in, in) && words.Subset(l.out, out) {
			return l
		}
	}
	if j == len(x.levels) {
		panic(modelled{})
	}
	l := lemma{in: make([]uint64, len(in)), out: make([]uint64, len(out))}
	level := x.levels[j]
	hints := make([]int, level.sets.Len())
	var met []int // sets that share a node with the union
	in2, out2 := make([]uint64, len(in)), make([]uint64, len(in))
	for i := range level.sets.Len() {
		set := level.sets.Words(i)
		if x.disjoint && !words.Disjoint(set, in) {
			met = append(met, i)
			continue
		}
		if j+1 == len(x.levels) && !x.only {
			panic(modelled{})
		}
		words.Or(in2, in, set)
		words.AndNot(out2, out, set)
		next := x.refute(j+1, slices.Clone(in2), slices.Clone(out2))
		hints[i] = x.branch(j+1, i, next)
		words.AndNot(in2, next.in, set)
		words.Or(l.in, l.in, in2)
		words.Or(l.out, l.out, next.out)
	}
	x.hit(j+1, met, in, l.in, hints)
	var literals []int
	if j > 0 {
		literals = x.negated(j, l.in, l.out)
	}
	l.number = x.follows(literals, append(hints, level.one))
	x.lemmas[j] = append(x.lemmas[j], l)
	return l
}

// hit adds to in2 nodes of in until each of the sets of level j has one, and notes
// the clauses that exclude them. Nodes of many sets come first.
func (x *chain) hit(j int, met []int, in, in2 []uint64, hints []int) {
	sets := x.levels[j-1].sets
	left := slices.Clone(met)
	note := func() {
		left = slices.DeleteFunc(left, func(i int) bool {
			set := sets.Words(i)
			for v := words.Next(set, 0); v >= 0; v = words.Next(set, v+1) {
				if words.Has(in2, v) {
					hints[i] = x.disjointAt(j, i, v)
					return true
				}
			}
			return false
		})
	}
	for note(); len(left) > 0; note() {
		counts := make([]int, x.n)
		best := -1
		for _, i := range left {
			x.look()
			set := sets.Words(i)
			for v := words.Next(set, 0); v >= 0; v = words.Next(set, v+1) {
				if words.Has(in, v) {
					if counts[v]++; best < 0 || counts[v] > counts[best] {
						best = v
					}
				}
			}
		}
		words.Add(in2, best)
	}
}

// branch writes the line that refutes set i at level j by a lemma of this level,
// or finds it.
func (x *chain) branch(j, i int, l lemma) int {
	key := branch{j, i, l.number}
	if line, ok := x.branches[key]; ok {
		return line
	}
	set := x.levels[j-1].sets.Words(i)
	rest := make([]uint64, len(set))
	words.AndNot(rest, l.in, set)
	literals := []int{-x.levels[j-1].choice[i]}
	if j > 1 {
		literals = append(literals, x.negated(j-1, rest, l.out)...)
	}
	var hints []int
	for v := words.Next(l.in, 0); v >= 0; v = words.Next(l.in, v+1) {
		if words.Has(set, v) {
			hints = append(hints, x.growsAt(j, i, v))
		} else {
			hints = append(hints, x.kept[j][v])
		}
	}
	for v := words.Next(l.out, 0); v >= 0; v = words.Next(l.out, v+1) {
		hints = append(hints, x.onlyAt(j, i, v))
	}
	line := x.follows(literals, append(hints, l.number))
	x.branches[key] = line
	return line
}

// negated returns the clause that U_j does not have all nodes in, and none of out.
func (x *chain) negated(j int, in, out []uint64) []int {
	var literals []int
	for v := words.Next(in, 0); v >= 0; v = words.Next(in, v+1) {
		literals = append(literals, -x.member[j][v])
	}
	for v := words.Next(out, 0); v >= 0; v = words.Next(out, v+1) {
		literals = append(literals, x.member[j][v])
	}
	return literals
}
