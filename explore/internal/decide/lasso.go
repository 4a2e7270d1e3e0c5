package decide

import (
	"math"

	"qcheck/explore/internal/fair"
	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// lasso returns a run into a fair cycle of one of the components, the one that
// is reached first, at the best level, and the state where the cycle begins.
func (s *Findings) lasso(g *fair.Graph, fair []fair.Component, best, p int) (t *protocol.Trace, entry table.StateKey) {
	var entries []table.StateKey
	type place struct {
		component int
		state     table.StateID
	}
	at := map[table.StateKey]place{}
	for i, c := range fair {
		for _, v := range c.States {
			if s.LevelOf(g.Of(v)) == best {
				for _, key := range g.Members(v, p) {
					entries = append(entries, key)
					at[key] = place{i, v}
				}
			}
		}
	}
	stem, entry := s.Shortest(entries, best, false)
	c, start := fair[at[entry].component], at[entry].state
	t = &protocol.Trace{Start: stem.Start, Steps: stem.Steps, Process: p}
	t.Loop = len(t.Steps)
	if g.Renamings != nil {
		g, c, start = g.Unfold(c, start, entry, p)
	}
	t.Steps = append(t.Steps, g.Cycle(c, start)...)
	return t, entry
}

// nearestLevel returns the least level of the states of components, the largest
// number if there are none.
func (s *Findings) nearestLevel(g *fair.Graph, cs []fair.Component) int {
	best := math.MaxInt
	for _, c := range cs {
		for _, v := range c.States {
			best = min(best, s.LevelOf(g.Of(v)))
		}
	}
	return best
}

// firstFollowed returns the first process that some member of the pairs at a level
// follows.
func (s *Findings) firstFollowed(g *fair.Graph, cs []fair.Component, level int) int {
	var all protocol.Set
	for _, c := range cs {
		for _, v := range c.States {
			if s.LevelOf(g.Of(v)) == level {
				all = all.With(int(g.About[v]))
			}
		}
	}
	return s.Engine.Group.Orbit(all).First()
}
