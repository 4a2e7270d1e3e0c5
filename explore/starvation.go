package explore

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"qcheck/explore/verdict"
)

// Starvation of a process p: a run that goes on for ever in which p waits from
// some point on, although every step that stays enabled is eventually taken
// (weak fairness), that is: each delivery of a channel, and each local step of
// a process other than asking, by name. With finitely many states it is a run
// into a cycle along which p waits, and on which each of these steps is taken
// or somewhere not enabled.
//
// The search: restrict the graph of states to those in which p waits, and take
// its strongly connected components. A cycle through all states and edges of a
// component is as fair as any cycle in it can be: if some step is enabled in
// every state of the component and taken by none of its edges, no cycle in it
// is fair; otherwise that cycle is.
//
// Causal stamps are dense: between two stamps there is room for any number of
// new ones. Clocks are integers, so infinitely many fresh stamps below a stamp
// that stays in use are no run of the protocol. A process that waits
// throughout a component keeps its stamp in use; so edges that put a fresh
// stamp below it can be taken only finitely often, and are dropped; then the
// components of what is left are taken, and so on until nothing changes.
//
// With bounded requests every run ends, and only a deadlock makes a process
// wait for ever. A step that is not defined ends the run: where one is enabled
// throughout a component, no cycle in it is fair.
func (s *search) starvation(ctx context.Context) PropertyResult {
	pr := PropertyResult{Property: Starvation}
	unbounded := false
	for _, r := range s.o.Requests {
		unbounded = unbounded || r == Unbounded
	}
	switch {
	case !unbounded:
		pr.Verdict, pr.Detail = verdict.Unknown, "requests are bounded: no process waits for ever, but with more requests one might"
		return pr
	case s.e.obliged && slices.ContainsFunc(s.o.Requests, func(r int) bool { return r != Unbounded }):
		pr.Verdict, pr.Detail = verdict.Unknown, "some processes may ask just so often, and others rely on it that they ask again"
		return pr
	case s.beyond > 0:
		pr.Verdict, pr.Detail = verdict.Unknown, "runs that go on for ever pass the bound of the clocks"
		return pr
	}
	g := s.graph()
	if g == nil {
		pr.Verdict, pr.Detail = verdict.Unknown, s.reason()
		return pr
	}
	for p := range s.e.n {
		waits := func(v uint32) bool { return g.waiting[v].Has(p) }
		if fair := g.fairComponents(component{}, waits); len(fair) > 0 {
			pr.Verdict = verdict.Violated
			pr.Trace, _ = s.lasso(g, fair, p)
			pr.Detail = fmt.Sprintf("process %d waits for ever, in a run in which every step that stays enabled is taken", p+1)
			return pr
		}
		if s.stop.Load() != nil {
			pr.Verdict, pr.Detail = verdict.Unknown, s.reason()
			return pr
		}
	}
	pr.Verdict = verdict.Holds
	return pr
}

// A graph is the whole graph of states, for searches that need edges. State
// numbers are positions in the levels.
type graph struct {
	s       *search
	keys    []uint64
	edges   []arc    // by source
	first   []uint64 // by state: its first edge; one more at the end
	waiting []Set    // by state: the processes that wait
	labels  map[uint32]uint16
	texts   []string            // of labels, from 1 on
	ends    map[uint32][]uint16 // by state: the steps that are not defined; they are enabled, and lead nowhere

	index, low []uint32 // working memory of strong
}

// An arc is an edge: where it leads, which fair step it is (0 for asking), who
// gets a fresh stamp (0 for nobody, otherwise process+1), and the processes
// that wait with a stamp above it.
type arc struct {
	to    uint32
	label uint16
	fresh uint8
	leave bool // a Leave step
	below Set
}

// graph expands every state once more; nil when that was interrupted.
func (s *search) graph() *graph {
	g := &graph{s: s, labels: map[uint32]uint16{}, ends: map[uint32][]uint16{}}
	for _, l := range s.levels {
		g.keys = append(g.keys, l...)
	}
	number := newIndexOf(g.keys)
	g.first = make([]uint64, 0, len(g.keys)+1)
	g.waiting = make([]Set, 0, len(g.keys))
	w := s.walker()
	w.found = func(key uint64, ed edge) {
		if ed.flags&oUndefined != 0 {
			if ed.flags&oAsk == 0 || s.e.obliged {
				at := uint32(len(g.first) - 1)
				g.ends[at] = append(g.ends[at], g.label(ed))
			}
			return
		}
		if !number.has(key) {
			return
		}
		a := arc{to: number.of(key), leave: ed.flags&oLeave != 0}
		if ed.flags&oAsk == 0 || s.e.obliged {
			a.label = g.label(ed)
		}
		if ed.place > 0 {
			a.fresh = uint8(ed.process) + 1
			for _, q := range w.phases[Waiting].Members() {
				if stamp := s.e.block.at(w.val[q])[rowStamp]; stamp != 0 && uint32(ed.place) <= stamp {
					a.below = a.below.With(q)
				}
			}
		}
		g.edges = append(g.edges, a)
	}
	for i, key := range g.keys {
		if i%1024 == 0 && s.stop.Load() != nil {
			return nil
		}
		g.first = append(g.first, uint64(len(g.edges)))
		w.expand(key)
		g.waiting = append(g.waiting, w.phases[Waiting])
	}
	g.first = append(g.first, uint64(len(g.edges)))
	return g
}

// cyclic reports whether the graph that the search made has a cycle, by taking
// away states without predecessors for as long as there are any.
func (s *search) cyclic() bool {
	g := s.graph()
	if g == nil {
		return false
	}
	before := make([]uint32, len(g.keys))
	for _, a := range g.edges {
		before[a.to]++
	}
	var free []uint32
	for v, n := range before {
		if n == 0 {
			free = append(free, uint32(v))
		}
	}
	taken := 0
	for ; len(free) > 0; taken++ {
		v := free[len(free)-1]
		free = free[:len(free)-1]
		for _, a := range g.edges[g.first[v]:g.first[v+1]] {
			if before[a.to]--; before[a.to] == 0 {
				free = append(free, a.to)
			}
		}
	}
	return taken < len(g.keys)
}

// label numbers the fair steps from 1 on: the deliveries of one channel are
// one step, and so are the local steps of one name at one process.
func (g *graph) label(ed edge) uint16 {
	key := uint32(ed.process)<<8 | uint32(uint8(ed.from))
	if ed.from < 0 {
		key = uint32(ed.process)<<8 | 1<<16 | uint32(ed.name)<<17
	}
	l, ok := g.labels[key]
	if !ok {
		l = uint16(len(g.labels) + 1)
		g.labels[key] = l
		text := fmt.Sprintf("%d %d", ed.process, ed.from)
		if ed.from < 0 {
			text += " " + g.s.e.names[ed.name]
		}
		g.texts = append(g.texts, text)
	}
	return l
}

// indexOf finds the position of a key.
type indexOf struct {
	slots []uint32
	shift uint
	keys  []uint64
}

func newIndexOf(keys []uint64) *indexOf {
	log := uint(4)
	for 1<<log < 2*len(keys) {
		log++
	}
	x := &indexOf{slots: make([]uint32, 1<<log), shift: 64 - log, keys: keys}
	for n, k := range keys {
		i := spread(k) >> x.shift
		for x.slots[i] != 0 {
			i = (i + 1) & uint64(len(x.slots)-1)
		}
		x.slots[i] = uint32(n) + 1
	}
	return x
}

// has reports whether key is among the keys.
func (x *indexOf) has(key uint64) bool {
	for i := spread(key) >> x.shift; x.slots[i] != 0; i = (i + 1) & uint64(len(x.slots)-1) {
		if x.keys[x.slots[i]-1] == key {
			return true
		}
	}
	return false
}

func (x *indexOf) of(key uint64) uint32 {
	for i := spread(key) >> x.shift; ; i = (i + 1) & uint64(len(x.slots)-1) {
		if n := x.slots[i] - 1; x.keys[n] == key {
			return n
		}
	}
}

// A component is a strongly connected set of states, with the processes for
// which edges below their stamps are dropped.
type component struct {
	states  []uint32
	dropped Set
	staying bool // Leave steps are dropped, too
}

// drops reports whether an edge is not one of the component's graph.
func (c component) drops(a arc) bool { return a.below&c.dropped != 0 || c.staying && a.leave }

// fairComponents returns the components of the given states that have a fair
// cycle. Start, without states, says what is dropped from the beginning.
func (g *graph) fairComponents(start component, has func(v uint32) bool) []component {
	in := make([]uint32, len(g.keys)) // by state: number of its component, 0 for none
	for i := range g.keys {
		if has(uint32(i)) {
			in[i] = 1
			start.states = append(start.states, uint32(i))
		}
	}
	var fair []component
	count := uint32(1)
	for work := []component{start}; len(work) > 0; {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		if len(c.states) == 0 {
			continue
		}
		for _, states := range g.strong(c, in) {
			count++
			for _, v := range states {
				in[v] = count
			}
			d := component{states: states, dropped: c.dropped, staying: c.staying}
			stay := g.stay(d, in)
			if more := stay &^ d.dropped; more != 0 && g.hasBelow(d, in, more) {
				d.dropped |= more
				work = append(work, d)
				continue
			}
			if g.isFair(d, in) {
				fair = append(fair, d)
			}
		}
	}
	return fair
}

// inside calls f for every edge within a component.
func (g *graph) inside(c component, in []uint32, f func(from uint32, a arc)) {
	for _, v := range c.states {
		for _, a := range g.edges[g.first[v]:g.first[v+1]] {
			if in[a.to] == in[v] && !c.drops(a) {
				f(v, a)
			}
		}
	}
}

// stay returns the processes that wait throughout a component with one stamp.
func (g *graph) stay(c component, in []uint32) Set {
	stay := All(g.s.e.n)
	for _, v := range c.states {
		stay &= g.waiting[v]
	}
	g.inside(c, in, func(_ uint32, a arc) {
		if a.fresh > 0 {
			stay = stay.Without(int(a.fresh) - 1)
		}
	})
	return stay
}

func (g *graph) hasBelow(c component, in []uint32, stay Set) bool {
	below := false
	g.inside(c, in, func(_ uint32, a arc) { below = below || a.below&stay != 0 })
	return below
}

// isFair reports whether every fair step is taken in the component or somewhere
// not enabled.
func (g *graph) isFair(c component, in []uint32) bool {
	return len(g.unfair(c, in)) == 0
}

// unfair returns the steps that are enabled throughout and not taken within.
func (g *graph) unfair(c component, in []uint32) []uint16 {
	always := g.enabled(c, c.states[0])
	for _, v := range c.states[1:] {
		if len(always) == 0 {
			break
		}
		here := g.enabled(c, v)
		for l := range always {
			if !here[l] {
				delete(always, l)
			}
		}
	}
	g.inside(c, in, func(_ uint32, a arc) { delete(always, a.label) })
	var ls []uint16
	for l := range always {
		ls = append(ls, l)
	}
	return ls
}

// enabled returns the fair steps that are enabled in a state; without those of
// leaving, where nobody leaves.
func (g *graph) enabled(c component, v uint32) map[uint16]bool {
	ls := map[uint16]bool{}
	for _, a := range g.edges[g.first[v]:g.first[v+1]] {
		if a.label != 0 && !(c.staying && a.leave) {
			ls[a.label] = true
		}
	}
	for _, l := range g.ends[v] {
		ls[l] = true
	}
	return ls
}

// strong returns the strongly connected parts of a component that have an
// edge, by Tarjan's algorithm without recursion.
func (g *graph) strong(c component, in []uint32) [][]uint32 {
	const (
		unseen = math.MaxUint32
		done   = math.MaxUint32 - 1 // as low: its part is complete
	)
	if g.index == nil {
		g.index, g.low = make([]uint32, len(g.keys)), make([]uint32, len(g.keys))
	}
	for _, v := range c.states {
		g.index[v], g.low[v] = unseen, unseen
	}
	type frame struct {
		v    uint32
		edge uint64
	}
	var parts [][]uint32
	var stack []uint32
	next := uint32(0)
	for _, root := range c.states {
		if g.index[root] != unseen {
			continue
		}
		g.index[root], g.low[root] = next, next
		next++
		stack = append(stack, root)
		for frames := []frame{{root, g.first[root]}}; len(frames) > 0; {
			f := &frames[len(frames)-1]
			if f.edge < g.first[f.v+1] {
				a := g.edges[f.edge]
				f.edge++
				if in[a.to] != in[root] || c.drops(a) {
					continue
				}
				if g.index[a.to] == unseen {
					g.index[a.to], g.low[a.to] = next, next
					next++
					stack = append(stack, a.to)
					frames = append(frames, frame{a.to, g.first[a.to]})
				} else if g.low[a.to] != done {
					g.low[f.v] = min(g.low[f.v], g.index[a.to])
				}
				continue
			}
			v := f.v
			frames = frames[:len(frames)-1]
			if len(frames) > 0 {
				u := frames[len(frames)-1].v
				g.low[u] = min(g.low[u], g.low[v])
			}
			if g.low[v] != g.index[v] {
				continue
			}
			cut := len(stack) - 1
			for stack[cut] != v {
				cut--
			}
			part := append([]uint32(nil), stack[cut:]...)
			stack = stack[:cut]
			for _, x := range part {
				g.low[x] = done
			}
			if len(part) > 1 || g.loops(v, c) {
				parts = append(parts, part)
			}
		}
	}
	return parts
}

// loops reports whether a state has an edge to itself.
func (g *graph) loops(v uint32, c component) bool {
	for _, a := range g.edges[g.first[v]:g.first[v+1]] {
		if a.to == v && !c.drops(a) {
			return true
		}
	}
	return false
}

// lasso returns a run into a fair cycle of one of the components, the one that
// is reached first, and the state where the cycle begins.
func (s *search) lasso(g *graph, fair []component, p int) (t *Trace, entry uint64) {
	level := func(v uint32) int {
		for d, l := range s.levels {
			if int(v) < len(l) {
				return d
			}
			v -= uint32(len(l))
		}
		panic("explore: a state beyond the last level")
	}
	best := math.MaxInt
	var entries []uint64
	owner := map[uint64]int{}
	for i, c := range fair {
		for _, v := range c.states {
			switch d := level(v); {
			case d < best:
				best, entries = d, nil
				fallthrough
			case d == best:
				entries = append(entries, g.keys[v])
				owner[g.keys[v]] = i
			}
		}
	}
	entry = s.first(entries)
	c := fair[owner[entry]]
	t = &Trace{Steps: s.path(entry, best), Process: p}
	t.Loop = len(t.Steps)
	start := uint32(0)
	for _, v := range c.states {
		if g.keys[v] == entry {
			start = v
		}
	}
	t.Steps = append(t.Steps, g.cycle(c, start)...)
	return t, entry
}

// cycle returns a fair cycle through a state of a fair component: to each step
// that is enabled all along so far and not taken, the nearest edge that takes
// it or state where it is not enabled, and at last back. It may then stay in a
// part of the component where a process waits that elsewhere does not, and put
// a fresh stamp below that one's; the cycle goes on until that is not so.
func (g *graph) cycle(c component, start uint32) []TraceStep {
	in := make([]uint32, len(g.keys))
	for _, v := range c.states {
		in[v] = 1
	}
	var steps []TraceStep
	at := start
	pending := g.enabled(c, start)
	stay, below := g.waiting[start], Set(0) // so far: who waits with one stamp, and above a fresh one
	walk := func(path []hop) {
		for _, h := range path {
			steps = append(steps, g.step(at, h.arc))
			stay &= g.waiting[h.arc.to]
			if h.arc.fresh > 0 {
				stay = stay.Without(int(h.arc.fresh) - 1)
			}
			below |= h.arc.below
			delete(pending, h.arc.label)
			at = h.arc.to
			here := g.enabled(c, at)
			for l := range pending {
				if !here[l] {
					delete(pending, l)
				}
			}
		}
	}
	for len(pending) > 0 {
		var labels []uint16
		for l := range pending {
			labels = append(labels, l)
		}
		// Numbers of labels depend on the order of states.
		l := slices.MinFunc(labels, func(a, b uint16) int { return strings.Compare(g.texts[a-1], g.texts[b-1]) })
		walk(g.nearest(c, in, at, func(h hop) bool { return h.arc.label == l || !g.enabled(c, h.arc.to)[l] }))
	}
	if at != start || len(steps) == 0 {
		walk(g.nearest(c, in, at, func(h hop) bool { return h.arc.to == start }))
	}
	for stay&below != 0 {
		q := (stay & below).Members()[0]
		walk(g.nearest(c, in, at, func(h hop) bool { return int(h.arc.fresh) == q+1 || !g.waiting[h.arc.to].Has(q) }))
		if at != start {
			walk(g.nearest(c, in, at, func(h hop) bool { return h.arc.to == start }))
		}
	}
	return steps
}

// A hop is an edge on a path, with where it comes from.
type hop struct {
	from uint32
	arc  arc
}

// nearest returns a shortest non-empty path within a component whose last hop
// satisfies the goal.
func (g *graph) nearest(c component, in []uint32, start uint32, goal func(hop) bool) []hop {
	came := map[uint32]hop{}
	for queue := []uint32{start}; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		for _, a := range g.edges[g.first[v]:g.first[v+1]] {
			if in[a.to] == 0 || c.drops(a) {
				continue
			}
			h := hop{v, a}
			if goal(h) {
				path := []hop{h}
				for v != start {
					path = append([]hop{came[v]}, path...)
					v = came[v].from
				}
				return path
			}
			if _, ok := came[a.to]; !ok && a.to != start {
				came[a.to] = h
				queue = append(queue, a.to)
			}
		}
	}
	panic("explore: a component is not connected")
}

// step returns the step that an edge is.
func (g *graph) step(from uint32, a arc) TraceStep {
	var step *TraceStep
	i := g.first[from]
	w := newWalker(g.s.e, g.s.t)
	w.found = func(_ uint64, ed edge) {
		if ed.flags&oUndefined != 0 {
			return
		}
		if step == nil && g.edges[i] == a {
			t := g.s.traceStep(ed)
			step = &t
		}
		i++
	}
	w.expand(g.keys[from])
	return *step
}
