package fair

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/graph"
	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// A LabelID is the number of a fair step, 0 for none: the deliveries of one channel
// are one step, and so are the local steps of one name at one process. On a network without
// order the deliveries of one message are (see messages.go).
type LabelID uint16

const maxLabels = 1<<16 - 1

// A Graph has the states that a search expanded, with the transitions between them.
type Graph struct {
	e         *engine.Engine
	halted    func() bool // the search was
	Keys      []table.StateKey
	Numbers   *table.StateIndex
	edges     []Edge         // by source
	First     []uint64       // by state: its first edge; one more at the end
	Waiting   []protocol.Set // by state: the processes that wait
	Stuck     []bool         // by state: nothing more has to happen
	Stamps    []uint8        // by state: how many causal stamps are in use
	Labels    *labels
	known     map[label]LabelID           // labels that a part's worker met
	Renamings []engine.RenamingID         // by edge: what took its end to a representative; nil without symmetry
	Ends      map[table.StateID][]deadEnd // by state: the steps that are not defined; they are enabled, and lead nowhere

	floor     []uint8           // by state: the latest permanent stamp of its component, 0 for none
	transient []engine.StampSet // working memory of raise

	cycling []table.StateID // the states that lie on cycles, once they are known

	memory *graph.Memory // of strong, and of those that are followed in a component; nil before it is needed

	// If it is a part of a graph:
	base    int              // the first state's number there
	targets []table.StateKey // by edge: where it ends

	// If the states are pairs of a state of another graph and a process (see threads.go):
	origin []table.StateID
	About  []int8
	pair   []uint32 // by state of the other graph: its first pair
}

// An Edge is a transition as the graph keeps it.
type Edge struct {
	To    table.StateID     // the number of states for one that was not expanded
	Kept  engine.StampSetID // the stamps in use afterwards, numbered as before with the fresh one in its place
	Label LabelID           // 0 for asking
	Place uint8             // of the fresh stamp, 0 for none
	Leave bool              // a Leave step
}

// A deadEnd is a fair step that is not defined.
type deadEnd struct {
	Label LabelID
	Leave bool // a Leave step
}

// A label is what transitions that are one fair step have in common.
type label struct {
	process, from int8
	step          engine.StepID   // 0 for deliveries
	packet        engine.PacketID // on a network without order, where each message is one by itself: 1 + its number
}

// From returns the edges from a state.
func (g *Graph) From(v table.StateID) []Edge { return g.edges[g.First[v]:g.First[v+1]] }

func newGraph(e *engine.Engine, halted func() bool, l *labels) *Graph {
	return &Graph{e: e, halted: halted, Labels: l, known: map[label]LabelID{}, Ends: map[table.StateID][]deadEnd{}}
}

// add adds an edge, except for the state where it ends, from the state that was begun
// last; or what is not defined there.
func (g *Graph) add(w *engine.Walker, t engine.Transition) bool {
	fair := LabelID(0)
	if t.Flags&(engine.IsAsk|engine.IsMay) == 0 || t.Flags&engine.IsAsk != 0 && g.e.Obliged {
		fair = g.label(w, t)
	}
	if t.Flags&engine.IsUndefined != 0 {
		if fair != 0 {
			v := table.StateID(len(g.First) - 1)
			g.Ends[v] = append(g.Ends[v], deadEnd{fair, t.Flags&engine.IsLeave != 0})
		}
		return false
	}
	e := Edge{Label: fair, Leave: t.Flags&engine.IsLeave != 0, Place: t.Place}
	if g.e.Causal {
		e.Kept = g.e.StampSet(w.Live)
	}
	g.edges = append(g.edges, e)
	return true
}

// Build returns the graph of states that were expanded, from the sketch of them, if it is
// there and not full; nil when that was halted. Each of the walkers works by itself.
func Build(e *engine.Engine, keys []table.StateKey, sketched *Sketch, walkers []*engine.Walker, halted func() bool) *Graph {
	parts := make([]*Graph, (len(keys)+partSize-1)/partSize)
	if sketched == nil || sketched.full() {
		sketched = NewSketch(e)
	} else {
		parts = sketched.Parts
		slices.SortFunc(parts, func(p, q *Graph) int { return p.base - q.base })
	}
	g := newGraph(e, halted, sketched.labels)
	g.Keys, g.Numbers = keys, table.NewStateIndex(keys)
	var taken atomic.Int64
	var wait sync.WaitGroup
	for _, w := range walkers {
		wait.Go(func() {
			known := map[label]LabelID{}
			for i := int(taken.Add(1)) - 1; i < len(parts) && !halted(); i = int(taken.Add(1)) - 1 {
				if parts[i] == nil {
					parts[i] = g.part(w, keys[i*partSize:min((i+1)*partSize, len(keys))], known)
				}
				parts[i].number(g.Numbers)
			}
		})
	}
	wait.Wait()
	if halted() {
		return nil
	}
	edges := 0
	for _, p := range parts {
		edges += len(p.edges)
	}
	g.First, g.edges = make([]uint64, 0, len(keys)+1), make([]Edge, 0, edges)
	if e.Group != nil {
		g.Renamings = make([]engine.RenamingID, 0, edges)
	}
	for i, p := range parts {
		g.join(p)
		parts[i] = nil
	}
	g.First = append(g.First, uint64(len(g.edges)))
	g.floor = make([]uint8, len(keys))
	return g
}

// partSize is how many states a worker adds to a graph at a time.
const partSize = 1 << 14

// part returns the part of a graph that begins with the given states.
func (g *Graph) part(w *engine.Walker, keys []table.StateKey, known map[label]LabelID) *Graph {
	p := newGraph(g.e, g.halted, g.Labels)
	p.known = known
	w.Visit = func(next table.StateKey, t engine.Transition) { p.Follow(w, next, t) }
	for _, key := range keys {
		p.Begin()
		w.Expand(key)
		p.End(w)
	}
	return p
}

// Begin begins the next state of a part.
func (p *Graph) Begin() { p.First = append(p.First, uint64(len(p.edges))) }

// Follow adds a transition of that state.
func (p *Graph) Follow(w *engine.Walker, next table.StateKey, t engine.Transition) {
	if p.add(w, t) {
		p.targets = append(p.targets, next)
		if p.e.Group != nil {
			p.Renamings = append(p.Renamings, w.Renaming)
		}
	}
}

// End adds what else is known of the state once it is expanded.
func (p *Graph) End(w *engine.Walker) {
	p.Waiting = append(p.Waiting, w.Phases[protocol.Waiting])
	p.Stuck = append(p.Stuck, w.Stuck())
	p.Stamps = append(p.Stamps, uint8(w.Stamps(w.State).Top()))
}

// number says where the edges of a part end.
func (p *Graph) number(numbers *table.StateIndex) {
	for i, key := range p.targets {
		p.edges[i].To = numbers.Of(key)
	}
	p.targets = nil
}

// join adds a part.
func (g *Graph) join(p *Graph) {
	for v, ends := range p.Ends {
		g.Ends[table.StateID(len(g.First))+v] = ends
	}
	for _, first := range p.First {
		g.First = append(g.First, uint64(len(g.edges))+first)
	}
	g.edges, g.Renamings = append(g.edges, p.edges...), append(g.Renamings, p.Renamings...)
	g.Waiting, g.Stuck, g.Stamps = append(g.Waiting, p.Waiting...), append(g.Stuck, p.Stuck...), append(g.Stamps, p.Stamps...)
}

// labels numbers fair steps.
type labels struct {
	e     *engine.Engine
	mu    sync.Mutex
	ids   map[label]LabelID
	all   []label // from label 1 on
	over  bool    // there are more than maxLabels
	after map[carrying]LabelID
}

func (ls *labels) number(l label) LabelID {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	id, ok := ls.ids[l]
	if !ok && len(ls.all) == maxLabels {
		ls.over = true
		return maxLabels
	}
	if !ok {
		ls.all = append(ls.all, l)
		id = LabelID(len(ls.all))
		ls.ids[l] = id
	}
	return id
}

// label numbers the fair step of a transition.
func (g *Graph) label(w *engine.Walker, t engine.Transition) LabelID {
	l := label{process: t.Process, from: t.From}
	switch {
	case t.From < 0:
		l.step = t.Step
	case g.e.Followed():
		l.packet = w.Packet + 1
	}
	id, ok := g.known[l]
	if !ok {
		id = g.Labels.number(l)
		g.known[l] = id
	}
	return id
}

// Text writes a label, as in any other search.
func (ls *labels) Text(id LabelID) string {
	l := ls.all[id-1]
	text := fmt.Sprintf("%d %d", l.process, l.from)
	if l.from < 0 {
		text += " " + ls.e.Steps.At(l.step)
	}
	if l.packet > 0 {
		text += " " + ls.e.Binding.PacketText(l.packet-1)
	}
	return text
}
