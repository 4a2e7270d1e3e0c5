package proof

import (
	"slices"

	"qcheck/setsys"
)

// A gap is the question whether there is a set that contains none of some sets, and
// meets each of others. Its only variables are those of the nodes: node v is variable
// v+1.
//
// Proof: a search decides the nodes one by one, in both ways. Before it decides one,
// it draws all conclusions from single clauses. Where a clause becomes false, the
// conclusions that led to it are resolved away; what is left is a lemma, which is
// false by what was decided before. Where the lemma does not have the last decision,
// the other way needs no search.
type gap struct {
	*inequalities
	given   int     // clauses of the formula
	literal [][]int // of clauses, and of lemmas behind them
	number  []int   // of these

	value  []int // by node: 1 in the set, -1 not, 0 open
	reason []int // by node: the place of the clause that led to it, -1 for a decision
	trail  []int // nodes in the order in which they got their value
}

func newGap(c *inequalities, n int) *gap {
	return &gap{inequalities: c, value: make([]int, n), reason: make([]int, n)}
}

// add writes the clause that some node of the set is in (sign 1) or is not in
// (sign -1) the set that is asked for.
func (g *gap) add(set setsys.NodeSet, sign int) {
	var literals []int
	for v := range set.All() {
		literals = append(literals, sign*(v+1))
	}
	g.keep(literals, g.clause(literals...))
	g.given++
}

// keep keeps a clause, and returns its place.
func (g *gap) keep(literals []int, number int) int {
	g.literal = append(g.literal, literals)
	g.number = append(g.number, number)
	return len(g.number) - 1
}

// split returns the node of a literal, and the value that makes it true.
func split(literal int) (node, value int) {
	if literal < 0 {
		return -literal - 1, -1
	}
	return literal - 1, 1
}

func (g *gap) set(node, value, reason int) {
	g.value[node], g.reason[node] = value, reason
	g.trail = append(g.trail, node)
}

// conclude draws conclusions from single clauses until one is false, which it
// returns; -1 for none.
func (g *gap) conclude() (conflict int) {
	for again := true; again; {
		again = false
		for i, c := range g.literal[:g.given] {
			g.look()
			switch open := g.open(c); len(open) {
			case 0:
				return i
			case 1:
				node, value := split(open[0])
				g.set(node, value, i)
				again = true
			}
		}
	}
	return -1
}

// open returns the first two literals that are open, or twice one that is true.
func (g *gap) open(c []int) []int {
	var open []int
	for _, l := range c {
		node, value := split(l)
		switch g.value[node] {
		case value:
			return []int{l, l}
		case 0:
			if open = append(open, l); len(open) == 2 {
				return open
			}
		}
	}
	return open
}

// refute returns the place of a clause or lemma that is false by the values there
// are; with none, it is the empty clause.
func (g *gap) refute() int {
	before := len(g.trail)
	conflict := g.conclude()
	if conflict < 0 {
		v := slices.Index(g.value, 0)
		if v < 0 {
			panic(modelled{})
		}
		size := len(g.trail)
		g.set(v, 1, -1)
		conflict = g.refute()
		g.undo(size)
		if slices.Contains(g.literal[conflict], -(v + 1)) {
			g.set(v, -1, conflict)
			conflict = g.refute()
		}
	}
	lemma := g.resolve(conflict, before)
	g.undo(before)
	return lemma
}

func (g *gap) undo(size int) {
	for _, v := range g.trail[size:] {
		g.value[v] = 0
	}
	g.trail = g.trail[:size]
}

// resolve returns the lemma that is left of a false clause without the values from a
// place in the trail on.
func (g *gap) resolve(conflict, before int) int {
	literals := map[int]bool{}
	for _, l := range g.literal[conflict] {
		literals[l] = true
	}
	hints := []int{g.number[conflict]}
	for at := len(g.trail) - 1; at >= before; at-- {
		v := g.trail[at]
		wrong := -(v + 1) * g.value[v]
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
