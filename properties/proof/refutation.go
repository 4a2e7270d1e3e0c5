package proof

import "slices"

// A refutation shows of clauses that they have no model.
//
// Proof: a search decides the variables one by one, in both ways. Before it decides one,
// it draws all conclusions from single clauses and lemmas. Where one of these becomes false,
// the conclusions that led to it are resolved away; what is left is a lemma, which is
// false by what was decided before. Where the lemma does not have the last decision,
// the other way needs no search.
//
// Variables may have levels, such that those of a level say of the lower ones all that the
// higher ones ask. Then there is a lemma before that one, in which only variables up to the
// level of the last decision are left: other decisions come to the same.
type refutation struct {
	*inequalities
	literal [][]int       // of clauses, and of lemmas behind them
	number  []int         // of these
	with    map[int][]int // by literal: those that have it
	left    []int         // how many literals of each are not false
	given   int           // how many are clauses
	level   []int         // by variable from 1; 0 without levels

	value  []int  // by variable: 1 true, -1 false, 0 open
	reason []int  // by variable: the place of the clause that led to it, -1 for a decision
	trail  []int  // variables in the order in which they got their value
	place  []int  // by variable: where it is in the trail
	in     []bool // by variable: the lemma in the making has it
}

// newRefutation is for clauses over the variables that there are.
func newRefutation(c *inequalities) *refutation {
	n := len(c.meaning) + 1
	return &refutation{
		inequalities: c, with: map[int][]int{}, level: make([]int, n),
		value: make([]int, n), reason: make([]int, n), place: make([]int, n), in: make([]bool, n),
	}
}

// add writes a clause of the formula.
func (g *refutation) add(literals ...int) {
	g.keep(slices.Clone(literals), g.clause(literals...))
	g.given++
}

// keep keeps a clause or a lemma, and returns its place.
func (g *refutation) keep(literals []int, number int) int {
	place := len(g.number)
	left := 0
	for _, l := range literals {
		g.with[l] = append(g.with[l], place)
		if g.value[max(l, -l)]*l >= 0 {
			left++
		}
	}
	g.literal, g.number, g.left = append(g.literal, literals), append(g.number, number), append(g.left, left)
	return place
}

// make makes a literal true, for the reason.
func (g *refutation) make(literal, reason int) {
	v := max(literal, -literal)
	g.value[v], g.reason[v] = literal/v, reason
	g.place[v] = len(g.trail)
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
		for i := range g.number {
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
// are; with none, it is the empty clause. The clauses before that of the place from are true.
func (g *refutation) refute(from int) int {
	before := len(g.trail)
	conflict := g.conclude()
	for conflict < 0 {
		var literal int
		literal, from = g.open(from)
		size := len(g.trail)
		g.make(literal, -1)
		conflict = g.refute(from)
		g.undo(size)
		if slices.Contains(g.literal[conflict], -literal) {
			g.make(-literal, conflict)
			conflict = g.conclude()
		}
	}
	level := 0
	if before > 0 {
		level = g.level[g.trail[before-1]]
	}
	lemma := g.resolve(conflict, len(g.trail), level)
	lemma = g.resolve(lemma, before, max(level-1, 0))
	g.undo(before)
	return lemma
}

// open returns a literal that makes the first clause true that is not, and its place.
func (g *refutation) open(from int) (literal, place int) {
	for i := from; i < g.given; i++ {
		g.look()
		if !slices.ContainsFunc(g.literal[i], func(l int) bool { return g.value[max(l, -l)]*l > 0 }) {
			at := slices.IndexFunc(g.literal[i], func(l int) bool { return g.value[max(l, -l)] == 0 })
			return g.literal[i][at], i
		}
	}
	panic(modelled{})
}

// resolve returns the lemma that is left of a false clause without the conclusions from a place
// in the trail on, and without those about variables above the level.
func (g *refutation) resolve(conflict, before, level int) int {
	var met []int // variables
	left := 0     // of these, to be resolved away
	add := func(clause int) {
		for _, l := range g.literal[clause] {
			if v := max(l, -l); !g.in[v] {
				g.in[v] = true
				met = append(met, v)
				if g.resolvable(v, before, level) {
					left++
				}
			}
		}
	}
	add(conflict)
	hints := []int{g.number[conflict]}
	for at := len(g.trail) - 1; left > 0; at-- {
		if v := g.trail[at]; g.in[v] && g.resolvable(v, before, level) {
			add(g.reason[v])
			hints = append(hints, g.number[g.reason[v]])
			left--
		}
	}
	slices.Reverse(hints)
	slices.Sort(met)
	var rest []int
	for _, v := range met {
		if g.in[v] = false; !g.resolvable(v, before, level) {
			rest = append(rest, -v*g.value[v])
		}
	}
	if len(hints) == 1 {
		return conflict
	}
	return g.keep(rest, g.follows(rest, hints))
}

func (g *refutation) resolvable(v, before, level int) bool {
	return g.reason[v] >= 0 && (g.place[v] >= before || g.level[v] > level)
}
