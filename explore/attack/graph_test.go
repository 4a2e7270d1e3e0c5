package attack

import (
	"qcheck/explore"
)

// A graph is what a machine reaches, in breadth-first order.
type graph[L, M comparable] struct {
	m      *machine[L, M]
	worlds []*world[L, M]
	depth  []int
	moves  [][]move[L, M]
	to     [][]int // by state and move; -1 where it leads nowhere
	number map[string]int
	starts []int // by the protocol's
	beyond bool
	full   bool // a channel is, or another bound of the model is passed
}

// reach returns the graph; nil when it has more states than the limit.
func (m *machine[L, M]) reach(limit int) *graph[L, M] {
	g := &graph[L, M]{m: m, number: map[string]int{}}
	add := func(w *world[L, M], depth int) int {
		key := m.key(w)
		if i, ok := g.number[key]; ok {
			return i
		}
		i := len(g.worlds)
		g.number[key] = i
		g.worlds = append(g.worlds, w)
		g.depth = append(g.depth, depth)
		return i
	}
	for _, w := range m.starts() {
		if m.clocks == drifting {
			w = m.relative(w)
		}
		g.starts = append(g.starts, add(w, 0))
	}
	for i := 0; i < len(g.worlds); i++ {
		moves := m.moves(g.worlds[i])
		to := make([]int, len(moves))
		for j := range moves {
			to[j] = -1
			g.beyond = g.beyond || moves[j].beyond
			if moves[j].overflow != "" {
				g.full = true
				return g
			}
			if moves[j].next != nil {
				to[j] = add(moves[j].next, g.depth[i]+1)
			}
		}
		g.moves, g.to = append(g.moves, moves), append(g.to, to)
		if len(g.worlds) > limit {
			return nil
		}
	}
	return g
}

func (g *graph[L, M]) observed(i int) []explore.Observation {
	all := make([]explore.Observation, g.m.p.N)
	for p := range all {
		if !g.worlds[i].Down[p] {
			all[p] = g.m.p.Observe(p, g.worlds[i].Local[p])
		}
	}
	return all
}

func (g *graph[L, M]) waits(i, p int) bool { return g.observed(i)[p].Phase == explore.Waiting }

func (g *graph[L, M]) unsafe(i int) bool {
	return g.m.p.Safe != nil && g.m.p.Safe(g.observed(i)) != ""
}

func (g *graph[L, M]) undefined(i int) bool {
	for _, mv := range g.moves[i] {
		if mv.undefined != "" {
			return true
		}
	}
	return false
}

// ended reports whether nothing more has to happen in state i; staying, if
// nobody leaves.
func (g *graph[L, M]) ended(i int, staying bool) bool {
	for _, mv := range g.moves[i] {
		if mv.fair != "" && !(staying && mv.kind == explore.Leave) {
			return false
		}
	}
	return true
}

func (g *graph[L, M]) dead(i int) bool {
	if !g.ended(i, false) {
		return false
	}
	for p := range g.m.p.N {
		if g.waits(i, p) {
			return true
		}
	}
	return false
}

// unmet reports whether a goal is unmet in state i.
func (g *graph[L, M]) unmet(i int, goal explore.Goal) bool { return goal.Unmet(g.observed(i)) != "" }

// nearest returns the least depth of a state that f holds of, -1 for none.
func (g *graph[L, M]) nearest(f func(i int) bool) int {
	for i := range g.worlds {
		if f(i) {
			return g.depth[i]
		}
	}
	return -1
}

// entered reports whether anybody ever is inside.
func (g *graph[L, M]) entered() bool {
	return g.nearest(func(i int) bool {
		for _, o := range g.observed(i) {
			if o.Phase == explore.Inside {
				return true
			}
		}
		return false
	}) >= 0
}

// levels returns the number of states by depth.
func (g *graph[L, M]) levels() []int64 {
	var all []int64
	for _, d := range g.depth {
		for len(all) <= d {
			all = append(all, 0)
		}
		all[d]++
	}
	return all
}

// counts returns the number of edges, in all and by name.
func (g *graph[L, M]) counts() (int64, map[string]int64) {
	all, by := int64(0), map[string]int64{}
	for i := range g.moves {
		for j, mv := range g.moves[i] {
			if g.to[i][j] >= 0 {
				all++
				by[mv.name]++
			}
		}
	}
	return all, by
}

// beyonds returns the number of edges to states that are not entered.
func (g *graph[L, M]) beyonds() int64 {
	n := int64(0)
	for _, moves := range g.moves {
		for _, mv := range moves {
			if mv.beyond {
				n++
			}
		}
	}
	return n
}
