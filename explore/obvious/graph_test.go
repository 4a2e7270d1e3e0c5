package obvious_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/setsys/slow"
)

// TestProject compares a projected state space with what Explore says of the whole one,
// on random protocols, and its edges with runs that the engine finds.
func TestProject(t *testing.T) {
	compared, cut := 0, 0
	seen := map[explore.Property]int{}
	seeds := uint64(100)
	if slow.Tests() {
		seeds = 1500
	}
	for seed := range seeds {
		p, o := random(seed)
		options := explore.Options{Requests: o.Requests, ClockMax: o.ClockMax, Queued: o.Queued, MaxStates: 500, Check: []explore.Property{explore.Safety}}
		if o.Integer {
			options.Clock = explore.Integer
		}
		m, err := explore.NewModel(p)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := explore.Run(context.Background(), m, options); err != nil || !r.Complete {
			continue
		}
		p.Safe = twoInside
		whole := obvious.Explore(p, o)
		g := obvious.Project(context.Background(), p, o, 1_000_000)
		compared++
		states, unsafe, stuck, undefined := 0, 0, 0, 0
		found := map[string]bool{}
		for _, x := range g.Nodes {
			states, unsafe, stuck, undefined = states+x.States, unsafe+x.Unsafe, stuck+x.Stuck, undefined+x.Undefined
			key := fmt.Sprint(x.Phases)
			if found[key] || max(x.Unsafe, x.Stuck, x.Undefined) > x.States || x.States == 0 {
				t.Errorf("seed %d: %+v", seed, x)
			}
			found[key] = true
		}
		if whole.Overflow != "" {
			if g.Complete {
				t.Errorf("seed %d: complete, although %s", seed, whole.Overflow)
			}
			continue
		}
		if !g.Complete || states != whole.States || g.States != whole.States || g.Depth != whole.Depth {
			t.Errorf("seed %d: %d states of nodes, %d states to depth %d, want %d to depth %d", seed, states, g.States, g.Depth, whole.States, whole.Depth)
		}
		phases := map[string]bool{}
		for all := range whole.Observations {
			phases[fmt.Sprint(regexp.MustCompile(`thinking|waiting|inside`).FindAllString(all, -1))] = true
		}
		if len(phases) != len(found) {
			t.Errorf("seed %d: %d nodes, want %d", seed, len(found), len(phases))
		}
		for property, n := range map[explore.Property]int{explore.Safety: unsafe, explore.DeadlockFreedom: stuck, explore.WellDefined: undefined} {
			if _, violated := whole.Violations[string(property)]; violated != (n > 0) {
				t.Errorf("seed %d: %d states violate %s", seed, n, property)
			}
			if n > 0 {
				seen[property]++
			}
		}
		edges := map[string]bool{}
		reached := map[int]bool{0: true}
		for range g.Nodes {
			for _, e := range g.Edges {
				reached[e.To] = reached[e.To] || reached[e.From]
			}
		}
		for _, e := range g.Edges {
			for _, s := range e.Steps {
				edges[fmt.Sprint(g.Nodes[e.From].Phases, g.Nodes[e.To].Phases, s)] = true
				for q, phase := range g.Nodes[e.From].Phases { // a step is one of its process
					if changed := g.Nodes[e.To].Phases[q] != phase; changed != (q == s.Process) {
						t.Errorf("seed %d: %+v leads from %v to %v", seed, s, g.Nodes[e.From].Phases, g.Nodes[e.To].Phases)
					}
				}
				if whole.Steps[s.Name] == 0 {
					t.Errorf("seed %d: %s is never taken", seed, s.Name)
				}
			}
		}
		if len(reached) != len(g.Nodes) {
			t.Errorf("seed %d: %d of %d nodes are reached", seed, len(reached), len(g.Nodes))
		}
		for _, property := range []explore.Property{explore.Safety, explore.DeadlockFreedom} {
			options.Check = []explore.Property{property}
			m, err := explore.NewModel(p)
			if err != nil {
				t.Fatal(err)
			}
			r, err := explore.Run(context.Background(), m, options)
			if err != nil {
				t.Fatal(err)
			}
			trace := r.Properties[0].Trace
			if trace == nil {
				continue
			}
			run, err := obvious.Replay(p, o, trace.Steps)
			if err != nil {
				t.Fatal(err)
			}
			for i, move := range run.Moves {
				before, after := phasesOf(run.Configs[i]), phasesOf(run.Configs[i+1])
				if !slices.Equal(before, after) && !edges[fmt.Sprint(before, after, obvious.GraphStep{Process: move.Process, Name: move.Name})] {
					t.Errorf("seed %d: no edge for step %d", seed, i+1)
				}
			}
		}
		if whole.States > 10 {
			part := obvious.Project(context.Background(), p, o, whole.States/2)
			if part.Complete || part.Cut == "" || part.States > whole.States || part.Depth > whole.Depth {
				if part.States != whole.States { // the limit may be passed in the last level
					t.Errorf("seed %d: %d of %d states, complete: %t", seed, part.States, whole.States, part.Complete)
				}
			} else {
				cut++
			}
		}
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	p, o := random(0)
	if g := obvious.Project(stopped, p, o, 1000); g.Complete {
		t.Error("complete, although it was stopped")
	}
	if compared < 20 || cut < 7 || seen[explore.Safety] == 0 || seen[explore.DeadlockFreedom] == 0 || seen[explore.WellDefined] == 0 {
		t.Errorf("%d compared, %d cut, violations: %v", compared, cut, seen)
	}
}

func phasesOf(c obvious.Config) []explore.Phase {
	var all []explore.Phase
	for _, o := range c.Observations {
		all = append(all, o.Phase)
	}
	return all
}
