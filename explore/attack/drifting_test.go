package attack

import (
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
)

// Causal stamps stand for all integer clocks, which may tick at any time. The
// machine with drifting clocks has just these, without any rule about fresh
// stamps below others: a clock ticks some times before it gives a fresh stamp,
// and one that is behind may tick at any time. States that differ by what makes
// no difference are one, so that a run without end is a cycle. It leaves out
// what needs wider gaps between clock values than its own: what it finds must be
// found with causal stamps; and what is found with these, it must find with some
// gap.

// violations returns the properties that a graph violates; nothing, false when
// it is too large for the automaton.
func (g *graph[L, M]) violations(limit int) (map[explore.Property]bool, bool) {
	v := map[explore.Property]bool{
		explore.Safety:          g.nearest(g.unsafe) >= 0,
		explore.WellDefined:     g.nearest(g.undefined) >= 0,
		explore.DeadlockFreedom: g.nearest(g.dead) >= 0,
	}
	v[explore.StarvationFreedom] = v[explore.DeadlockFreedom]
	for p := range g.m.p.N {
		d, ok := g.cycle(kept{func(i int) bool { return g.waits(i, p) }, true}, limit)
		if !ok {
			return nil, false
		}
		v[explore.StarvationFreedom] = v[explore.StarvationFreedom] || d >= 0
	}
	for _, goal := range g.m.p.Goals {
		unmet := func(i int) bool { return g.unmet(i, goal) }
		d, ok := g.cycle(kept{unmet, false}, limit)
		if !ok {
			return nil, false
		}
		v[goal.Name] = d >= 0 || g.nearest(func(i int) bool { return unmet(i) && g.ended(i, true) }) >= 0
	}
	c := &comparison[L, M]{g: g}
	for _, r := range g.m.p.Requires {
		got, _, ok := c.requirement(r, limit)
		if !ok {
			return nil, false
		}
		v[r.Name] = got == verdict.Violated
	}
	return v, true
}

// A drift is what a comparison with drifting clocks showed.
type drift struct {
	more []explore.Property // violated with drifting clocks, not with causal stamps
	less []explore.Property // violated with causal stamps, with drifting clocks up to the gap not
	gap  int                // the largest that was tried, 0 when one was too large
}

// drifted compares causal stamps with drifting clocks of rising gaps.
func drifted[L, M comparable](p explore.Protocol[L, M], o explore.Options, gaps []int, states int) (drift, map[explore.Property]bool, bool) {
	const nodes = 150_000
	m := machineFor(p, o)
	g := m.reach(states)
	if g == nil || g.full {
		return drift{}, nil, false
	}
	want, ok := g.violations(nodes)
	if !ok {
		return drift{}, nil, false
	}
	var d drift
	for _, gap := range gaps {
		f := *m
		f.clocks, f.gap = drifting, gap
		g := f.reach(10 * states)
		if g == nil || g.full {
			d.gap = 0
			return d, want, d.less != nil
		}
		got, ok := g.violations(nodes)
		if !ok {
			return drift{}, nil, false
		}
		d.gap, d.more, d.less = gap, nil, []explore.Property{}
		for name := range want {
			switch {
			case got[name] && !want[name]:
				d.more = append(d.more, name)
			case want[name] && !got[name]:
				d.less = append(d.less, name)
			}
		}
		slices.Sort(d.more)
		slices.Sort(d.less)
		if len(d.more) > 0 || len(d.less) == 0 {
			break
		}
	}
	return d, want, true
}

func testDrifting(t *testing.T, from, n int, fit func(x *table) bool) {
	t.Helper()
	counts := map[string]int{}
	for seed := from; counts["protocols"] < n; seed++ {
		x := draw(uint64(seed))
		if !fit(x) {
			continue
		}
		d, want, ok := drifted(x.protocol, x.options, []int{1, 2, 3, 4}, 400)
		if !ok {
			continue
		}
		counts["protocols"]++
		for name, v := range want {
			if v {
				counts[string(name)]++
			}
		}
		switch {
		case len(d.more) > 0:
			counts["more"]++
			t.Errorf("seed %d: integer clocks with gap %d violate %v, causal stamps do not (%+v, requests %v)", seed, d.gap, d.more, x.protocol.Clock, x.requests)
		case len(d.less) > 0 && d.gap > 0:
			counts["less"]++
			t.Errorf("seed %d: causal stamps violate %v, integer clocks up to gap %d do not (%+v, requests %v)", seed, d.less, d.gap, x.protocol.Clock, x.requests)
		case len(d.less) > 0:
			counts["too large"]++
		}
	}
	t.Log(counts)
}

func TestDrifting(t *testing.T) {
	testDrifting(t, 2_000_000, scale(25, 1_000), func(x *table) bool {
		x.protocol.Clock.TickOnFresh = true
		return true
	})
}

// Without a tick on a fresh stamp, a process may make its last one again.
func TestDriftingEqual(t *testing.T) {
	testDrifting(t, 3_000_000, scale(25, 1_000), func(x *table) bool {
		x.protocol.Clock.TickOnFresh = false
		return x.protocol.Clock.TickOnReceive || x.protocol.Clock.Attach == explore.NoMessage
	})
}
