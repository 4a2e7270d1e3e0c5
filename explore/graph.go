package explore

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// A labelID is the number of a fair step, 0 for none: the deliveries of one channel
// are one step, and so are the local steps of one name at one process.
type labelID uint16

// A graph has the states that a search expanded, with the transitions between them.
type graph struct {
	s       *search
	keys    []table.StateKey
	numbers *table.StateIndex
	edges   []edge         // by source
	first   []uint64       // by state: its first edge; one more at the end
	waiting []protocol.Set // by state: the processes that wait
	stuck   []bool         // by state: nothing more has to happen
	stamps  []uint8        // by state: how many causal stamps are in use
	labels  *labels
	known   map[label]labelID           // labels that a part's worker met
	turns   []engine.Turn               // by edge: what took its end to a representative; nil without symmetry
	ends    map[table.StateID][]deadEnd // by state: the steps that are not defined; they are enabled, and lead nowhere

	floor  []uint8           // by state: the latest immortal stamp of its component, 0 for none
	mortal []engine.StampSet // working memory of raise

	cycling []table.StateID // the states that lie on cycles, once they are known

	index, low []uint32 // working memory of strong

	// If it is a part of a graph:
	base    int              // the first state's number there
	targets []table.StateKey // by edge: where it ends

	// If the states are pairs of a state of another graph and a process (see threads.go):
	origin []table.StateID
	about  []int8
	pair   []uint32 // by state of the other graph: its first pair
}

// An edge is a transition as the graph keeps it.
type edge struct {
	to    table.StateID     // the number of states for one that was not expanded
	kept  engine.StampSetID // the stamps in use afterwards, numbered as before with the fresh one in its place
	label labelID           // 0 for asking
	place uint8             // of the fresh stamp, 0 for none
	leave bool              // a Leave step
}

// A deadEnd is a fair step that is not defined.
type deadEnd struct {
	label labelID
	leave bool // a Leave step
}

// A label is what transitions that are one fair step have in common.
type label struct {
	process, from int8
	step          engine.StepID // 0 for deliveries
}

// from returns the edges from a state.
func (g *graph) from(v table.StateID) []edge { return g.edges[g.first[v]:g.first[v+1]] }

func newGraph(s *search, l *labels) *graph {
	return &graph{s: s, labels: l, known: map[label]labelID{}, ends: map[table.StateID][]deadEnd{}}
}

// add adds an edge, but for the state where it ends, from the state that was begun
// last; or what is not defined there.
func (g *graph) add(w *engine.Walker, t engine.Transition) bool {
	fair := labelID(0)
	if t.Flags&engine.IsAsk == 0 || g.s.e.Obliged {
		fair = g.label(t)
	}
	if t.Flags&engine.IsUndefined != 0 {
		if fair != 0 {
			v := table.StateID(len(g.first) - 1)
			g.ends[v] = append(g.ends[v], deadEnd{fair, t.Flags&engine.IsLeave != 0})
		}
		return false
	}
	e := edge{label: fair, leave: t.Flags&engine.IsLeave != 0, place: t.Place}
	if g.s.e.Causal {
		e.kept = g.s.e.StampSet(w.Live)
	}
	g.edges = append(g.edges, e)
	return true
}

// A sketch has the parts of a graph that workers made while they searched, as long as
// there are not too many edges.
type sketch struct {
	labels *labels
	parts  []*graph
	edges  atomic.Int64
}

// maxSketched is how many edges are kept while searching; if there are more, every state
// is expanded once more to make the graph.
const (
	maxSketched   = 1 << 24
	sketchedBytes = 22 // of an edge
)

// full reports whether there are too many edges.
func (k *sketch) full() bool { return k.edges.Load() > maxSketched }

// drop makes it full, so that it is given up.
func (k *sketch) drop() {
	if k != nil {
		k.edges.Store(maxSketched + 1)
	}
}

// sketching reports whether something is decided on the graph: some property, or that a reduced
// search has no cycle.
func (s *search) sketching() bool {
	return s.reduced && s.assumed.acyclic || !s.reduced && (s.open[protocol.StarvationFreedom] && slices.Contains(s.o.Requests, Unbounded) || len(s.goals) > 0 ||
		slices.ContainsFunc(s.requirements, func(r engine.Requirement) bool { return r.Leads != nil }))
}

// graph returns the graph of the states that were expanded by now; nil when that was
// interrupted, or would take too much memory.
func (s *search) graph() *graph {
	if s.explored != nil && len(s.explored.keys) == s.expanded {
		return s.explored
	}
	if !s.files.fits() {
		return nil
	}
	g := newGraph(s, &labels{e: s.e, ids: map[label]labelID{}})
	for _, l := range s.levels[:len(s.levels)-1] { // the last one was not expanded, or is empty
		g.keys = append(g.keys, s.allKeys(l)...)
	}
	g.numbers = table.NewStateIndex(g.keys)
	parts := make([]*graph, (len(g.keys)+partSize-1)/partSize)
	if sketched := s.sketched != nil && !s.sketched.full(); sketched {
		parts, g.labels = s.sketched.parts, s.sketched.labels
		slices.SortFunc(parts, func(p, q *graph) int { return p.base - q.base })
	}
	var taken atomic.Int64
	var wait sync.WaitGroup
	for range s.o.Workers {
		wait.Go(func() {
			w, known := s.newWalker(), map[label]labelID{}
			for i := int(taken.Add(1)) - 1; i < len(parts) && !s.halted(); i = int(taken.Add(1)) - 1 {
				if parts[i] == nil {
					parts[i] = g.part(w, g.keys[i*partSize:min((i+1)*partSize, len(g.keys))], known)
				}
				parts[i].number(g.numbers)
			}
		})
	}
	wait.Wait()
	s.sketched = nil
	if s.halted() {
		return nil
	}
	edges := 0
	for _, p := range parts {
		edges += len(p.edges)
	}
	g.first, g.edges = make([]uint64, 0, len(g.keys)+1), make([]edge, 0, edges)
	if s.e.Group != nil {
		g.turns = make([]engine.Turn, 0, edges)
	}
	for i, p := range parts {
		g.join(p)
		parts[i] = nil
	}
	g.first = append(g.first, uint64(len(g.edges)))
	g.floor = make([]uint8, len(g.keys))
	s.explored = g
	return g
}

// partSize is how many states a worker adds to a graph at a time.
const partSize = 1 << 14

// part returns the part of a graph that begins with the given states.
func (g *graph) part(w *engine.Walker, keys []table.StateKey, known map[label]labelID) *graph {
	p := newGraph(g.s, g.labels)
	p.known = known
	w.Visit = func(next table.StateKey, t engine.Transition) { p.follow(w, next, t) }
	for _, key := range keys {
		p.begin()
		w.Expand(key)
		p.end(w)
	}
	return p
}

// begin begins the next state of a part.
func (p *graph) begin() { p.first = append(p.first, uint64(len(p.edges))) }

// follow adds a transition of that state.
func (p *graph) follow(w *engine.Walker, next table.StateKey, t engine.Transition) {
	if p.add(w, t) {
		p.targets = append(p.targets, next)
		if p.s.e.Group != nil {
			p.turns = append(p.turns, w.Turn)
		}
	}
}

// end adds what else is known of the state once it is expanded.
func (p *graph) end(w *engine.Walker) {
	p.waiting = append(p.waiting, w.Phases[protocol.Waiting])
	p.stuck = append(p.stuck, w.Stuck())
	p.stamps = append(p.stamps, uint8(w.Stamps(w.State).Top()))
}

// number says where the edges of a part end.
func (p *graph) number(numbers *table.StateIndex) {
	for i, key := range p.targets {
		p.edges[i].to = numbers.Of(key)
	}
	p.targets = nil
}

// join adds a part.
func (g *graph) join(p *graph) {
	for v, ends := range p.ends {
		g.ends[table.StateID(len(g.first))+v] = ends
	}
	for _, first := range p.first {
		g.first = append(g.first, uint64(len(g.edges))+first)
	}
	g.edges, g.turns = append(g.edges, p.edges...), append(g.turns, p.turns...)
	g.waiting, g.stuck, g.stamps = append(g.waiting, p.waiting...), append(g.stuck, p.stuck...), append(g.stamps, p.stamps...)
}

// cyclic reports whether the graph that the search made has a cycle, as far as is known,
// if it does not fit into memory.
func (s *search) cyclic() bool {
	g := s.graph()
	if g == nil {
		return !s.halted()
	}
	return len(g.onCycles()) > 0
}

// labels numbers fair steps.
type labels struct {
	e   *engine.Engine
	mu  sync.Mutex
	ids map[label]labelID
	all []label // from label 1 on
}

func (ls *labels) number(l label) labelID {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	id, ok := ls.ids[l]
	if !ok {
		ls.all = append(ls.all, l)
		id = labelID(len(ls.all))
		ls.ids[l] = id
	}
	return id
}

// label numbers the fair step of a transition.
func (g *graph) label(t engine.Transition) labelID {
	l := label{process: t.Process, from: t.From}
	if t.From < 0 {
		l.step = t.Step
	}
	id, ok := g.known[l]
	if !ok {
		id = g.labels.number(l)
		g.known[l] = id
	}
	return id
}

// text writes a label, as in any other search.
func (ls *labels) text(id labelID) string {
	l := ls.all[id-1]
	text := fmt.Sprintf("%d %d", l.process, l.from)
	if l.from < 0 {
		text += " " + ls.e.Steps.At(l.step)
	}
	return text
}
