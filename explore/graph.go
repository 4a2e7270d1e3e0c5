package explore

import "fmt"

// A stateID is the number of an expanded state: its position in the levels.
type stateID uint32

// A labelID is the number of a fair step, 0 for none: the deliveries of one channel
// are one step, and so are the local steps of one name at one process.
type labelID uint16

// A graph has the states that a search expanded, with the transitions between them.
type graph struct {
	s       *search
	keys    []stateKey
	numbers *stateIndex
	edges   []edge   // by source
	first   []uint64 // by state: its first edge; one more at the end
	waiting []Set    // by state: the processes that wait
	stuck   []bool   // by state: nothing more has to happen
	stamps  []uint8  // by state: how many causal stamps are in use
	labels  map[label]labelID
	texts   []string              // of labels, from 1 on
	ends    map[stateID][]labelID // by state: the steps that are not defined; they are enabled, and lead nowhere

	floor  []uint8    // by state: the latest immortal stamp of its component, 0 for none
	mortal []stampSet // working memory of raise

	cycling []stateID // the states that lie on cycles, once they are known

	index, low []uint32 // working memory of strong
}

// An edge is a transition as the graph keeps it.
type edge struct {
	to    stateID    // the number of states for one that was not expanded
	kept  stampSetID // the stamps in use afterwards, numbered as before with the fresh one in its place
	label labelID    // 0 for asking
	place uint8      // of the fresh stamp, 0 for none
	leave bool       // a Leave step
}

// A label is what transitions that are one fair step have in common.
type label struct {
	process, from int8
	step          stepID // 0 for deliveries
}

// from returns the edges from a state.
func (g *graph) from(v stateID) []edge { return g.edges[g.first[v]:g.first[v+1]] }

// graph expands every state once more; nil when that was interrupted.
func (s *search) graph() *graph {
	if s.explored != nil {
		return s.explored
	}
	g := &graph{s: s, labels: map[label]labelID{}, ends: map[stateID][]labelID{}}
	for _, l := range s.levels[:len(s.levels)-1] { // the last one was not expanded, or is empty
		g.keys = append(g.keys, l...)
	}
	g.numbers = newStateIndex(g.keys)
	g.first = make([]uint64, 0, len(g.keys)+1)
	g.waiting = make([]Set, 0, len(g.keys))
	w := s.newWalker()
	w.visit = func(next stateKey, t transition) {
		fair := labelID(0)
		if t.flags&isAsk == 0 || s.e.obliged {
			fair = g.label(t)
		}
		if t.flags&isUndefined != 0 {
			if fair != 0 {
				v := stateID(len(g.first) - 1)
				g.ends[v] = append(g.ends[v], fair)
			}
			return
		}
		e := edge{to: g.numbers.of(next), label: fair, leave: t.flags&isLeave != 0, place: t.place}
		if s.e.causal {
			e.kept = s.e.stampSet(w.live)
		}
		g.edges = append(g.edges, e)
	}
	for i, key := range g.keys {
		if i%1024 == 0 && s.halted() {
			return nil
		}
		g.first = append(g.first, uint64(len(g.edges)))
		w.expand(key)
		g.waiting = append(g.waiting, w.phases[Waiting])
		g.stuck = append(g.stuck, w.stuck())
		g.stamps = append(g.stamps, uint8(w.stamps(w.state).top()))
	}
	g.first = append(g.first, uint64(len(g.edges)))
	g.floor = make([]uint8, len(g.keys))
	s.explored = g
	return g
}

// cyclic reports whether the graph that the search made has a cycle.
func (s *search) cyclic() bool {
	g := s.graph()
	return g != nil && len(g.onCycles()) > 0
}

// label numbers the fair step of a transition.
func (g *graph) label(t transition) labelID {
	l := label{process: t.process, from: t.from}
	if t.from < 0 {
		l.step = t.step
	}
	id, ok := g.labels[l]
	if !ok {
		text := fmt.Sprintf("%d %d", t.process, t.from)
		if t.from < 0 {
			text += " " + g.s.e.steps.at(t.step)
		}
		g.texts = append(g.texts, text)
		id = labelID(len(g.texts))
		g.labels[l] = id
	}
	return id
}
