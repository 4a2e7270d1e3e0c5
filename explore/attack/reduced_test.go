package attack

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
)

func (t *table) eachRule(f func(p int, r *rule)) {
	for p := range t.n {
		for at := range nodes {
			for c := range sorts {
				for i := range t.act[p][at][c] {
					f(p, &t.act[p][at][c][i])
				}
				for q := range t.n {
					for k := range kinds {
						for i := range t.take[p][q][at][k][c] {
							f(p, &t.take[p][q][at][k][c][i])
						}
					}
				}
			}
		}
	}
}

// TestReduced compares reduced searches with full ones: deadlocks, and for each
// way in which runs end, and some other observations, whether they are found.
func TestReduced(t *testing.T) {
	counts := map[string]int{}
	for nth := 0; counts["protocols"] < scale(14, 800); nth++ {
		seed := 5_000_000 + nth
		if nth == 0 {
			seed = 5_000_335 // processes alike, but for what Safe says of states that a reduced search leaves out
		}
		d := newDice(uint64(seed))
		x := draw(uint64(seed))
		x.protocol.Selective, x.protocol.Obliged = false, false
		if x.clock.Attach == explore.EveryMessage {
			x.clock.Attach = explore.StampedMessages
		}
		x.clock.TickOnFresh = true
		x.protocol.Clock = x.clock
		undefined := false
		x.eachRule(func(p int, r *rule) {
			undefined = undefined || r.Undefined
			for i := range r.Send {
				r.Send[i].Carry[1] = nowhere
			}
		})
		if undefined {
			continue
		}
		for i := range x.requests {
			x.requests[i] = 1 + d.IntN(2)
		}
		if d.chance(30) {
			x.options.Clock = explore.Integer
			x.protocol.Clock.TickOnReceive = false
			x.protocol.Clock.TickOnFresh = d.chance(70)
		}
		g := machineFor(x.protocol, x.options).reach(1500)
		if g == nil || g.full {
			continue
		}
		counts["protocols"]++
		counts["states"] += len(g.worlds)
		x.reduced(t, d, seed, g, counts)
	}
	t.Log(counts)
	if counts["smaller"]*4 < counts["searches"] || counts["searches"] < 2*(counts["not reduced"]-counts["no process entered"]) {
		t.Errorf("%v: the test does not test what it should", counts)
	}
}

// reduced compares reduced searches for one table.
func (x *table) reduced(t *testing.T, d dice, seed int, g *graph[local, letter], counts map[string]int) {
	c := &comparison[local, letter]{g: g}
	p := x.protocol
	phases := d.chance(50)
	observe := p.Observe
	p.Observe = func(q int, l local) explore.Observation {
		o := explore.Observation{Phase: observe(q, l).Phase}
		if !phases {
			o.Units = l.Node
		}
		return o
	}
	g.m.p.Observe = p.Observe
	try := func(what string, want bool, shows func(i int) bool, check ...explore.Property) {
		o := x.options
		o.Check, o.Derive = check, true
		r := c.run(p, o)
		if r == nil || !r.Reduced {
			counts["not reduced"]++
			if r != nil && r.Unreduced == "no process entered" {
				counts["no process entered"]++
			}
			return
		}
		counts["searches"]++
		if r.Saved > 0 {
			counts["smaller"]++
		}
		if r.Symmetry > 1 {
			counts["with symmetry"]++
		}
		got := r.Properties[0]
		if (got.Verdict == verdict.Violated) != want {
			c.find("%s is %v with %d states, and that it is violated with all %d is %t", what, got.Verdict, r.States, len(g.worlds), want)
		}
		if got.Trace != nil {
			s, err := g.replay(0, got.Trace.Steps)
			if err != nil || !shows(s.states[len(s.states)-1]) {
				c.find("%s: the trace does not show it: %v", what, err)
			}
		}
	}
	dead := func(i int) bool { return g.dead(i) }
	try("deadlock", g.nearest(dead) >= 0, dead, explore.DeadlockFreedom)

	ends := map[string][]explore.Observation{}
	for i := range g.worlds {
		if seen := g.observed(i); g.ended(i, false) || d.IntN(len(g.worlds)) < 3 {
			ends[fmt.Sprint(seen)] = seen
		}
	}
	// One that may not be reachable.
	var some []explore.Observation
	for q := range x.n {
		some = append(some, p.Observe(q, local{Node: uint8(d.IntN(nodes))}))
	}
	ends[fmt.Sprint(some)] = some
	keys := make([]string, 0, len(ends))
	for k := range ends {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		end := ends[k]
		p.Safe = func(all []explore.Observation) string {
			if slices.Equal(all, end) {
				return "all stand as they may not"
			}
			return ""
		}
		is := func(i int) bool { return slices.Equal(g.observed(i), end) }
		check := []explore.Property{explore.Safety}
		if d.chance(30) {
			check = append(check, explore.DeadlockFreedom)
		}
		try("observing "+k, g.nearest(is) >= 0, is, check...)
	}
	if len(c.findings) > 0 {
		t.Errorf("seed %d (%d processes, %d states, %+v, requests %v, queued %t):", seed, x.n, len(g.worlds), x.clock, x.requests, x.queued)
		for _, f := range c.findings {
			t.Errorf("    %s", f)
		}
	}
}
