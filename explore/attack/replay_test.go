package attack

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"qcheck/explore"
)

// A stretch is a run that was replayed: the states it goes through, and the
// moves between them.
type stretch[L, M comparable] struct {
	states []int
	moves  []move[L, M]
}

// replay takes the steps of a trace. A last step that is undefined leads nowhere.
func (g *graph[L, M]) replay(start int, steps []explore.TraceStep) (stretch[L, M], error) {
	s := stretch[L, M]{states: []int{g.starts[start]}}
	for n, step := range steps {
		at := s.states[len(s.states)-1]
		j := slices.IndexFunc(g.moves[at], func(mv move[L, M]) bool {
			return mv.process == step.Process && mv.from == step.From && mv.outcome == step.Outcome && mv.place == step.Place && mv.name == step.Name &&
				!mv.spent && !mv.beyond
		})
		if j < 0 {
			return s, fmt.Errorf("step %d, %+v, cannot be taken", n+1, step)
		}
		s.moves = append(s.moves, g.moves[at][j])
		if g.to[at][j] < 0 {
			if n < len(steps)-1 {
				return s, fmt.Errorf("step %d, %+v, leads nowhere", n+1, step)
			}
			break
		}
		s.states = append(s.states, g.to[at][j])
	}
	return s, nil
}

// shows reports whether a trace shows that a property is violated.
func (c *comparison[L, M]) shows(name explore.Property, t *explore.Trace) error {
	g := c.g
	s, err := g.replay(t.Start, t.Steps)
	if err != nil {
		return err
	}
	last := s.states[len(s.states)-1]
	loop := t.Loop >= 0
	if r, ok := g.required(name); ok {
		return g.shownRequirement(r, s, t.Loop)
	}
	goal := slices.IndexFunc(g.m.p.Goals, func(x explore.Goal) bool { return x.Name == name })
	switch {
	case name == explore.Safety && (loop || !g.unsafe(last)):
		return fmt.Errorf("it does not end in an unsafe state")
	case name == explore.WellDefined && (loop || len(s.moves) == 0 || s.moves[len(s.moves)-1].undefined == ""):
		return fmt.Errorf("it does not end with an undefined step")
	case name == explore.DeadlockFreedom && (loop || !g.dead(last)), name == explore.StarvationFreedom && !loop && !g.dead(last):
		return fmt.Errorf("it does not end in a deadlock")
	case (name == explore.DeadlockFreedom || name == explore.StarvationFreedom) && !g.waits(last, t.Process):
		return fmt.Errorf("process %d does not wait at its end", t.Process)
	case goal >= 0 && !loop && !(g.ended(last, true) && g.unmet(last, g.m.p.Goals[goal])):
		return fmt.Errorf("it does not end in a state where the goal stays unmet")
	}
	if !loop {
		return nil
	}
	if g.m.clocks == causal && g.m.p.Clock.TickOnFresh {
		if err := g.integers(t); err != nil {
			return err
		}
	}
	round := stretch[L, M]{s.states[t.Loop:], s.moves[t.Loop:]}
	if name == explore.StarvationFreedom {
		return g.shown(round, true, func(i int) bool { return g.waits(i, t.Process) })
	}
	return g.shown(round, false, func(i int) bool { return g.unmet(i, g.m.p.Goals[goal]) })
}

// shown reports whether a round can go on for ever, and is fair.
func (g *graph[L, M]) shown(r stretch[L, M], leaving bool, state func(i int) bool) error {
	if len(r.moves) == 0 || r.states[0] != r.states[len(r.states)-1] {
		return fmt.Errorf("it does not end with a cycle")
	}
	owed := g.fair(r.states[0], leaving)
	if !ordered(g.m.p.Network) { // of messages below
		maps.DeleteFunc(owed, func(name string, _ bool) bool { return strings.Contains(name, " hears ") })
		if err := g.arrives(r); err != nil {
			return err
		}
	}
	for n, i := range r.states {
		if !state(i) {
			return fmt.Errorf("state %d of the cycle is not one that violates it", n)
		}
		here := g.fair(i, leaving)
		for name := range owed {
			if !here[name] || n > 0 && r.moves[n-1].fair == name {
				delete(owed, name)
			}
		}
		if n > 0 && !leaving && r.moves[n-1].kind == explore.Leave {
			return fmt.Errorf("somebody leaves along the cycle")
		}
	}
	for name := range owed {
		return fmt.Errorf("the cycle is not fair: %s", name)
	}
	if g.m.clocks != causal {
		return nil
	}
	// The stamps that are left after as many rounds as there are stamps stay for
	// ever.
	k := len(g.m.used(g.worlds[r.states[0]]))
	stay := all(k)
	for range k + 1 {
		for _, mv := range r.moves {
			stay = follow(stay, mv.becomes)
		}
	}
	for n, mv := range r.moves {
		if mv.place > 0 && mv.place <= latest(stay) {
			return fmt.Errorf("step %d of the cycle puts a fresh stamp below one that stays for ever", n+1)
		}
		stay = follow(stay, mv.becomes)
	}
	return nil
}
