package attack

import (
	"slices"

	"qcheck/explore"
)

// What starves. A run that goes on for ever is one of some integer clock when
// no stamp that from some point on stays in use for ever has infinitely many
// fresh ones below it. The automaton guesses, where the run has come to its
// cycle, which of the stamps in use stay for ever, and follows them: it takes
// no edge on which one of them is lost, and none that puts a fresh stamp below
// the latest of them. Of the other stamps it sees to it that each is lost some
// time: it follows all that are there, waits until the last of them is gone,
// and begins again with those that are there then. A run is accepted that
// begins again infinitely often.

// A node is a state with a guess.
type node struct {
	state int
	stay  uint64 // the stamps that stay for ever
	leave uint64 // the stamps that are still to be lost before it begins again
}

// A kept set: which states and edges a run may have from some point on.
type kept struct {
	state func(i int) bool
	leave bool // whether Leave steps may be taken
}

// all returns the set of the stamps 1 to k.
func all(k int) uint64 { return 1<<(k+1) - 2 }

// follow returns what becomes of a set of stamps.
func follow(set uint64, becomes []int) uint64 {
	to := uint64(0)
	for r, n := range becomes {
		if set>>r&1 != 0 && n > 0 {
			to |= 1 << n
		}
	}
	return to
}

func size(set uint64) int {
	n := 0
	for ; set != 0; set &= set - 1 {
		n++
	}
	return n
}

func latest(set uint64) int {
	for r := 63; r > 0; r-- {
		if set>>r&1 != 0 {
			return r
		}
	}
	return 0
}

// cycles returns the states from which a run that is kept can go on for ever,
// fair, and along a cycle. It returns nothing, false when the automaton has
// more nodes than the limit.
func (g *graph[L, M]) cycles(keep kept, limit int) (states map[int]bool, ok bool) {
	inUse := make([]int, len(g.worlds))
	for i, w := range g.worlds {
		if g.m.clocks == causal {
			inUse[i] = len(g.m.used(w))
		}
	}
	number := map[node]int{}
	var nodes []node
	var next [][]int  // by node
	var edges [][]int // the move that each is
	add := func(v node) int {
		if i, ok := number[v]; ok {
			return i
		}
		number[v] = len(nodes)
		nodes = append(nodes, v)
		return len(nodes) - 1
	}
	for i := range g.worlds {
		if !keep.state(i) {
			continue
		}
		every := all(inUse[i])
		for stay := every; ; stay = (stay - 1) & every {
			add(node{i, stay, 0})
			if stay == 0 {
				break
			}
		}
	}
	for v := 0; v < len(nodes); v++ {
		if len(nodes) > limit {
			return nil, false
		}
		from := nodes[v]
		var to, by []int
		for j, mv := range g.moves[from.state] {
			i := g.to[from.state][j]
			if i < 0 || !keep.state(i) || mv.kind == explore.Leave && !keep.leave {
				continue
			}
			stay := follow(from.stay, mv.becomes)
			if size(stay) < size(from.stay) || mv.place > 0 && mv.place <= latest(from.stay) {
				continue
			}
			leave := follow(from.leave, mv.becomes)
			if from.leave == 0 {
				leave = all(inUse[i]) &^ stay
			}
			to, by = append(to, add(node{i, stay, leave})), append(by, j)
		}
		next, edges = append(next, to), append(edges, by)
	}
	states = map[int]bool{}
	for _, part := range components(next) {
		in := map[int]bool{}
		for _, v := range part {
			in[v] = true
		}
		// The steps that have to happen: those that are enabled everywhere, and not taken.
		var owed map[string]bool
		again, edge := false, false
		for n, v := range part {
			again = again || nodes[v].leave == 0
			here := g.fair(nodes[v].state, keep.leave)
			if n == 0 {
				owed = here
			}
			for name := range owed {
				if !here[name] {
					delete(owed, name)
				}
			}
		}
		for _, v := range part {
			for n, u := range next[v] {
				if in[u] {
					edge = true
					delete(owed, g.moves[nodes[v].state][edges[v][n]].fair)
				}
			}
		}
		if again && edge && len(owed) == 0 {
			for _, v := range part {
				states[nodes[v].state] = true
			}
		}
	}
	return states, true
}

// fair returns the steps enabled in state i that have to happen some time.
func (g *graph[L, M]) fair(i int, leaving bool) map[string]bool {
	steps := map[string]bool{}
	for _, mv := range g.moves[i] {
		if mv.fair != "" && (leaving || mv.kind != explore.Leave) {
			steps[mv.fair] = true
		}
	}
	return steps
}

// components returns the strongly connected components of a graph, by
// Kosaraju's algorithm.
func components(next [][]int) [][]int {
	type at struct{ v, edge int }
	before := make([][]int, len(next))
	for v, list := range next {
		for _, u := range list {
			before[u] = append(before[u], v)
		}
	}
	// post calls done for what is reached from v and not seen, children first.
	post := func(v int, next [][]int, seen []bool, done func(int)) {
		stack := []at{{v, 0}}
		seen[v] = true
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if top.edge == len(next[top.v]) {
				done(top.v)
				stack = stack[:len(stack)-1]
				continue
			}
			u := next[top.v][top.edge]
			top.edge++
			if !seen[u] {
				seen[u] = true
				stack = append(stack, at{u, 0})
			}
		}
	}
	var order []int
	seen := make([]bool, len(next))
	for v := range next {
		if !seen[v] {
			post(v, next, seen, func(u int) { order = append(order, u) })
		}
	}
	slices.Reverse(order)
	seen = make([]bool, len(next))
	var parts [][]int
	for _, v := range order {
		if !seen[v] {
			var part []int
			post(v, before, seen, func(u int) { part = append(part, u) })
			parts = append(parts, part)
		}
	}
	return parts
}
