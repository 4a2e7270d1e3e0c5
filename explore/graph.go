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
	labels  *labels
	turns   []turn                // by edge: what took its end to a representative; nil without symmetry
	ends    map[stateID][]labelID // by state: the steps that are not defined; they are enabled, and lead nowhere

	floor  []uint8    // by state: the latest immortal stamp of its component, 0 for none
	mortal []stampSet // working memory of raise

	cycling []stateID // the states that lie on cycles, once they are known

	index, low []uint32 // working memory of strong

	// If the states are pairs of a state of another graph and a process (see threads.go):
	origin []stateID
	about  []int8
	pair   []uint32 // by state of the other graph: its first pair
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

func newGraph(s *search, l *labels) *graph {
	return &graph{s: s, labels: l, ends: map[stateID][]labelID{}}
}

// add adds an edge, but for the state where it ends, from the state that was begun
// last; or what is not defined there.
func (g *graph) add(w *walker, t transition) bool {
	fair := labelID(0)
	if t.flags&isAsk == 0 || g.s.e.obliged {
		fair = g.labels.of(t)
	}
	if t.flags&isUndefined != 0 {
		if fair != 0 {
			v := stateID(len(g.first) - 1)
			g.ends[v] = append(g.ends[v], fair)
		}
		return false
	}
	e := edge{label: fair, leave: t.flags&isLeave != 0, place: t.place}
	if g.s.e.causal {
		e.kept = g.s.e.stampSet(w.live)
	}
	g.edges = append(g.edges, e)
	return true
}

// graph expands every state once more; nil when that was interrupted.
func (s *search) graph() *graph {
	if s.explored != nil {
		return s.explored
	}
	g := newGraph(s, &labels{e: s.e, ids: map[label]labelID{}})
	for _, l := range s.levels[:len(s.levels)-1] { // the last one was not expanded, or is empty
		g.keys = append(g.keys, l...)
	}
	g.numbers = newStateIndex(g.keys)
	g.first = make([]uint64, 0, len(g.keys)+1)
	g.waiting = make([]Set, 0, len(g.keys))
	w := s.newWalker()
	w.visit = func(next stateKey, t transition) {
		if g.add(w, t) {
			g.edges[len(g.edges)-1].to = g.numbers.of(next)
			if s.e.group != nil {
				g.turns = append(g.turns, w.turn)
			}
		}
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

// labels numbers fair steps.
type labels struct {
	e   *engine
	ids map[label]labelID
	all []label // from label 1 on
}

// of numbers the fair step of a transition.
func (ls *labels) of(t transition) labelID {
	l := label{process: t.process, from: t.from}
	if t.from < 0 {
		l.step = t.step
	}
	return ls.number(l)
}

func (ls *labels) number(l label) labelID {
	id, ok := ls.ids[l]
	if !ok {
		ls.all = append(ls.all, l)
		id = labelID(len(ls.all))
		ls.ids[l] = id
	}
	return id
}

// text writes a label, as in any other search.
func (ls *labels) text(id labelID) string {
	l := ls.all[id-1]
	text := fmt.Sprintf("%d %d", l.process, l.from)
	if l.from < 0 {
		text += " " + ls.e.steps.at(l.step)
	}
	return text
}
