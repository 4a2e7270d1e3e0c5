package proof

import "slices"

// A refutation shows of clauses that they have no model.
//
// Proof: a search decides the variables one by one, in both ways. Before it decides one,
// it draws all conclusions from single clauses. Where a clause becomes false, the
// conclusions that led to it are resolved away; what is left is a lemma, which is
// false by what was decided before. Where the lemma does not have the last decision,
// the other way needs no search.
type refutation struct {
	*inequalities
	literal [][]int       // of clauses, and of lemmas behind them
	number  []int         // of these
	with    map[int][]int // by literal: the clauses of the formula that have it
	left    []int         // of these: how many literals are not false

	value  []int // by variable from 1: 1 true, -1 false, 0 open
	reason []int // by variable: the place of the clause that led to it, -1 for a decision
	trail  []int // variables in the order in which they got their value
}

// newRefutation is for clauses over the variables that there are.
func newRefutation(c *inequalities) *refutation {
	n := len(c.meaning) + 1
	return &refutation{inequalities: c, with: map[int][]int{}, value: make([]int, n), reason: make([]int, n)}
}

// add writes a clause of the formula.
func (g *refutation) add(literals ...int) {
	place := g.keep(literals, g.clause(literals...))
	g.left = append(g.left, len(literals))
	for _, l := range literals {
		g.with[l] = append(g.with[l], place)
	}
}

// keep keeps a clause, and returns its place.
func (g *refutation) keep(literals []int, number int) int {
	g.literal = append(g.literal, literals)
	g.number = append(g.number, number)
	return len(g.number) - 1
}

// make makes a literal true, for the reason.
func (g *refutation) make(literal, reason int) {
	v := max(literal, -literal)
	g.value[v], g.reason[v] = literal/v, reason
	g.trail = append(g.trail, v)
	for _, i := range g.with[-literal] {
		g.left[i]--
	}
}

func (g *refutation) undo(size int) {
	for _, v := range g.trail[size:] {
		for _, i := range g.with[-v*g.value[v]] {
			g.left[i]++
		}
		g.value[v] = 0
	}
	g.trail = g.trail[:size]
}

// conclude draws conclusions from single clauses until one is false, which it returns; -1
// for none. It has drawn those from all values but the last.
func (g *refutation) conclude() (conflict int) {
	var shorter []int
	if len(g.trail) == 0 {
		for i := range g.left {
			shorter = append(shorter, i)
		}
	}
	for at := len(g.trail) - 1; ; at++ {
		if at >= 0 {
			shorter = g.with[-g.trail[at]*g.value[g.trail[at]]]
		}
		for _, i := range shorter {
			g.look()
			switch g.left[i] {
			case 0:
				return i
			case 1:
				at := slices.IndexFunc(g.literal[i], func(l int) bool { return g.value[max(l, -l)]*l >= 0 })
				if l := g.literal[i][at]; g.value[max(l, -l)] == 0 {
					g.make(l, i)
				}
			}
		}
		if at+1 == len(g.trail) {
			return -1
		}
	}
}

// refute returns the place of a clause or lemma that is false by the values there
// are; with none, it is the empty clause.
func (g *refutation) refute() int {
	before := len(g.trail)
	conflict := g.conclude()
	for conflict < 0 {
		v := slices.Index(g.value[1:], 0) + 1
		if v == 0 {
			panic(modelled{})
		}
		size := len(g.trail)
		g.make(v, -1)
		conflict = g.refute()
		g.undo(size)
		if slices.Contains(g.literal[conflict], -v) {
			g.make(-v, conflict)
			conflict = g.conclude()
		}
	}
	lemma := g.resolve(conflict, before)
	g.undo(before)
	return lemma
}

// resolve returns the lemma that is left of a false clause without the values from a
// place in the trail on.
func (g *refutation) resolve(conflict, before int) int {
	literals := map[int]bool{}
	for _, l := range g.literal[conflict] {
		literals[l] = true
	}
	hints := []int{g.number[conflict]}
	for at := len(g.trail) - 1; at >= before; at-- {
		v := g.trail[at]
		wrong := -v * g.value[v]
		if !literals[wrong] {
			continue
		}
		delete(literals, wrong)
		for _, l := range g.literal[g.reason[v]] {
			if l != -wrong {
				literals[l] = true
			}
		}
		hints = append(hints, g.number[g.reason[v]])
	}
	if len(hints) == 1 {
		return conflict
	}
	slices.Reverse(hints)
	var list []int
	for l := range literals {
		list = append(list, l)
	}
	slices.Sort(list)
	return g.keep(list, g.follows(list, hints))
}
