package obvious

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"

	"qcheck/explore"
)

// A Graph is a state space in which all states with the same phases of the processes
// are one node. Steps that change no phase are left out.
type Graph struct {
	Nodes []GraphNode // in the order in which they are first reached; the first has the start
	Edges []GraphEdge // by From, then To
	// States is how many states were explored, and Depth the length of the longest
	// shortest path to one of them. Complete says that there are no others; if it is
	// false, Cut says why.
	States, Depth int
	Complete      bool
	Cut           string
}

// A GraphNode stands for all states with these phases.
type GraphNode struct {
	Phases []explore.Phase // by process
	States int
	// How many of the states are unsafe; how many are such that some process waits and
	// nothing but asking can happen; and in how many some step is not defined.
	Unsafe, Stuck, Undefined int
}

// A GraphEdge stands for all steps from states of one node to those of another.
type GraphEdge struct {
	From, To int
	Steps    []GraphStep // by process and name, each once
}

// A GraphStep is a step of a process.
type GraphStep struct {
	Process int
	Name    string
}

// Project explores a protocol. It ends after the level in which more than so many
// states are known, or when ctx ends.
func Project[L, M comparable](ctx context.Context, p explore.Protocol[L, M], o Options, limit int) *Graph {
	return erased(p).Project(ctx, o, limit)
}

// Project is [Project] of the protocol.
func (x Erased) Project(ctx context.Context, o Options, limit int) *Graph {
	w, starts := begin(x, o)
	g := &Graph{Complete: true}
	nodes := map[string]int{}
	node := func(s State) int {
		var phases []explore.Phase
		for i := range s.Local {
			phases = append(phases, w.seen(s, i).Phase)
		}
		key := fmt.Sprint(phases)
		at, ok := nodes[key]
		if !ok {
			at = len(g.Nodes)
			nodes[key] = at
			g.Nodes = append(g.Nodes, GraphNode{Phases: phases})
		}
		return at
	}
	type ends struct{ from, to int }
	edges := map[ends]map[GraphStep]bool{}
	seen, first := map[string]bool{}, []State(nil)
	for _, s := range starts {
		if !seen[s.Key()] {
			first = append(first, s)
		}
		seen[s.Key()] = true
	}
	for level := first; len(level) > 0; g.Depth++ {
		var next []State
		for _, s := range level {
			at := node(s)
			fair, undefined := w.from(s, func(c course, t State) {
				if key := t.Key(); !seen[key] {
					seen[key] = true
					next = append(next, t)
				}
				to := node(t)
				if to == at {
					return
				}
				e := ends{at, to}
				if edges[e] == nil {
					edges[e] = map[GraphStep]bool{}
				}
				edges[e][GraphStep{c.p, c.first.Name}] = true
			}, func(overflow string) { g.Complete, g.Cut = false, "a bound of the model is passed: "+overflow })
			x := &g.Nodes[at]
			x.States++
			g.States++
			all := w.observed(s)
			if w.Safe != nil && w.Safe(all) != "" {
				x.Unsafe++
			}
			if !fair && slices.ContainsFunc(all, func(o explore.Observation) bool { return o.Phase == explore.Waiting }) {
				x.Stuck++
			}
			if undefined {
				x.Undefined++
			}
			if ctx.Err() != nil {
				g.Complete, g.Cut = false, "the search was stopped"
			}
			if !g.Complete {
				break
			}
		}
		if g.Complete && len(next) > 0 && len(seen) > limit {
			g.Complete, g.Cut = false, fmt.Sprintf("there are more than %d states", limit)
		}
		if len(next) == 0 || !g.Complete {
			break
		}
		level = next
	}
	for e, steps := range edges {
		edge := GraphEdge{From: e.from, To: e.to}
		for step := range steps {
			edge.Steps = append(edge.Steps, step)
		}
		sort.Slice(edge.Steps, func(i, j int) bool {
			a, b := edge.Steps[i], edge.Steps[j]
			return cmp.Or(a.Process-b.Process, cmp.Compare(a.Name, b.Name)) < 0
		})
		g.Edges = append(g.Edges, edge)
	}
	sort.Slice(g.Edges, func(i, j int) bool { return cmp.Or(g.Edges[i].From-g.Edges[j].From, g.Edges[i].To-g.Edges[j].To) < 0 })
	return g
}

// observed is what is observed of all processes.
func (w world) observed(s State) []explore.Observation {
	var all []explore.Observation
	for i := range s.Local {
		all = append(all, w.seen(s, i))
	}
	return all
}

// from calls each for every state that follows s. It reports whether a step is
// enabled that is taken eventually, and whether one is not defined.
func (w world) from(s State, each func(course, State), overflow func(string)) (fair, undefined bool) {
	w.steps(s, func(c course) {
		if w.idle(s, c) {
			return
		}
		fair = fair || w.owed(c)
		switch over := w.overflow(s, c); {
		case over != "":
			overflow(over)
		case c.spent:
		case c.undefined:
			undefined = true
		case w.Integer && w.ClockMax > 0 && int(c.clock) > w.ClockMax:
		default:
			for _, t := range w.after(s, c) {
				each(c, t)
			}
		}
	})
	return fair, undefined
}
