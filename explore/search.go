package explore

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// A search is one run of the breadth-first search. States are found level by
// level; the workers share a level out in chunks. A state is judged when it is
// expanded, so the search can end with the level in which the last property was
// decided, and no count depends on the order within a level.
type search struct {
	*instance
	o       Options
	assumed assumptions
	reduced bool // partial-order reduction is on
	began   time.Time

	unreduced string // why the search is not reduced
	over      bool   // nothing more is to be expanded

	seen     *stateSet
	grow     sync.RWMutex // held for reading while states are inserted
	levels   [][]stateKey // the states kept, by depth; the last level is not expanded
	within   int          // as in Result
	expanded int          // how many states were
	sizes    []int64      // by depth: the states that these stand for
	through  []int64      // by depth: the transitions from states up to there

	counts                           // of the levels expanded
	open   map[Property]bool         // still to be decided by the search
	found  map[Property]*firstStates // what decides a property

	stop             atomic.Pointer[string] // why the search ended early
	statesSoFar      atomic.Int64           // for progress: those that the states kept stand for
	transitionsSoFar atomic.Int64           // for progress
	depth            atomic.Int64           // for progress

	sketched *sketch // nil if no graph is made, or it was made
	explored *graph  // made when it is first asked for
}

// counts are what workers count.
type counts struct {
	transitions int64
	beyond      int64   // transitions to states beyond the bound of clocks
	steps       []int64 // transitions by step
	saved       int64   // enabled events that the reduction left out
	entered     Set     // processes that were inside in some state
}

// add adds what another one counted.
func (c *counts) add(d counts) {
	c.transitions += d.transitions
	c.beyond += d.beyond
	c.saved += d.saved
	c.entered |= d.entered
	for i, n := range d.steps {
		c.count(stepID(i), n)
	}
}

// count counts n transitions by a step.
func (c *counts) count(step stepID, n int64) {
	for int(step) >= len(c.steps) {
		c.steps = append(c.steps, 0)
	}
	c.steps[step] += n
}

// firstStates are the states of the first level that shows something of a property.
type firstStates struct {
	level  int
	states []stateKey
}

// assumptions are what a search takes for granted. One that proves wrong makes it
// begin anew.
type assumptions struct {
	acyclic bool // the reduced graph has no cycle
	packed  bool // blocks fit into packed keys

	renamings []renaming // keep runs runs; nil for all candidates (see symmetry.go)
	sampling  bool       // renamings are compared, and not taken for granted
}

// An ending says how a search ended.
type ending int

const (
	ended      ending = iota
	cyclic            // the graph was assumed to have no cycle, and has one
	spilled           // blocks do not fit into packed keys
	asymmetric        // not all renamings keep runs runs
)

// entering is a property of its own: whether some process ever enters.
const entering Property = "entering"

// Run searches the model. The error says that the options do not fit it.
func Run(ctx context.Context, m Model, o Options) (*Result, error) {
	o, err := o.normalize(m)
	if err != nil {
		return nil, fmt.Errorf("protocol %s: %w", m.Name(), err)
	}
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, o.Timeout, fmt.Errorf("the time limit of %v was reached", o.Timeout))
		defer cancel()
	}
	if o.MaxMemory > 0 {
		defer limitMemory(o.MaxMemory)()
	}
	assumed := assumptions{acyclic: !slices.Contains(o.Requests, Unbounded), packed: true}
	for {
		r, ending := run(ctx, m, o, assumed)
		switch ending {
		case cyclic:
			assumed.acyclic = false
		case spilled:
			assumed.packed = false
		case asymmetric:
			assumed.renamings = lessSymmetric(m, o, assumed.renamings)
		case ended:
			return r, nil
		}
	}
}

// run makes one search. There is a result only if it ended.
func run(ctx context.Context, m Model, o Options, assumed assumptions) (*Result, ending) {
	s := newSearch(m, o, assumed)
	done := make(chan struct{})
	defer close(done)
	if ctx.Err() != nil {
		s.halt(context.Cause(ctx).Error())
	}
	go s.watch(ctx, done)
	if r := s.derive(ctx, m); r != nil {
		return r, ended
	}
	s.expand()
	if s.e.broken() && ctx.Err() == nil {
		return nil, asymmetric
	}
	if s.reduced && assumed.acyclic && !s.halted() && s.cyclic() {
		return nil, cyclic
	}
	last := s
	if s.reduced && s.entered == 0 && !s.halted() {
		// The reduction may have left out all states in which a process is inside.
		o.Full, o.Check = true, []Property{entering}
		last = newSearch(m, o, assumptions{packed: assumed.packed, renamings: assumed.renamings})
		go last.watch(ctx, done)
		last.expand()
		s.entered = last.entered
		if why := last.stop.Load(); why != nil {
			s.halt(*why)
		}
	}
	if s.e.spilled.Load() || last.e.spilled.Load() {
		if ctx.Err() == nil {
			return nil, spilled
		}
		s.halt(context.Cause(ctx).Error()) // some successors were left out
	}
	r := s.result(m) // which may judge more, and compare
	if s.e.broken() || last.e.broken() {
		if ctx.Err() == nil {
			return nil, asymmetric
		}
		s.halt(context.Cause(ctx).Error())
		return s.nothing(r), ended
	}
	if o.Closure != nil && r.Within >= 0 {
		o.Closure(s.closure(r))
	}
	return r, ended
}

// lessSymmetric returns the renamings to compare after one of those tried failed: a group
// of candidates that pass all comparisons in the first states; if that was tried, none.
func lessSymmetric(m Model, o Options, tried []renaming) []renaming {
	if tried != nil {
		return []renaming{}
	}
	o.Workers, o.MaxStates, o.Full, o.Violated = 1, sampleStates, true, nil
	s := newSearch(m, o, assumptions{sampling: true})
	s.expand()
	return s.unbroken()
}

func newSearch(m Model, o Options, assumed assumptions) *search {
	in := m.instance(o, assumed)
	s := &search{
		instance: in, o: o, assumed: assumed,
		reduced: in.e.reduction != nil && !o.Full && (o.learner != nil || !o.Derive && m.reducible(o)), began: time.Now(),
		seen: newStateSet(1<<13, o.Workers), open: map[Property]bool{}, found: map[Property]*firstStates{},
	}
	for _, p := range o.Check {
		s.open[p] = true
	}
	if s.sketching() {
		s.sketched = &sketch{labels: &labels{e: s.e, ids: map[label]labelID{}}}
	}
	return s
}

// expand searches level by level.
func (s *search) expand() { s.expandTo(math.MaxInt64) }

// expandTo goes on with the search until it ends, or until more states are kept.
func (s *search) expandTo(limit int64) {
	if s.levels == nil {
		v := s.e.newVector()
		copy(v.blocks, s.e.start)
		start, _ := s.representative(s.e.codec.encode(0, v, All(s.e.n)))
		s.seen.insert(start)
		s.seen.count.Store(1)
		s.statesSoFar.Store(1)
		s.sizes, s.within = []int64{1}, -1
		s.levels = [][]stateKey{{start}}
	}
	for depth := len(s.levels) - 1; len(s.levels[depth]) > 0 && s.seen.count.Load() <= limit && !s.over; depth++ {
		s.depth.Store(int64(depth))
		s.levels = append(s.levels, s.level(depth))
		if !s.halted() {
			s.within = depth
		}
		if s.over = s.halted() || s.e.broken() || !s.undecided(); s.over {
			return
		}
		if s.o.MaxStates > 0 && s.statesSoFar.Load() > s.o.MaxStates {
			s.halt(fmt.Sprintf("the limit of %d states was reached", s.o.MaxStates))
			s.over = true
			return
		}
		if s.o.MaxOrbits > 0 && s.seen.count.Load() > s.o.MaxOrbits {
			s.halt(fmt.Sprintf("the limit of %d states kept was reached", s.o.MaxOrbits))
			s.over = true
			return
		}
	}
}

// undecided closes the properties that were decided, and reports whether others
// are open.
func (s *search) undecided() bool {
	undecided := false
	for _, p := range s.o.Check {
		open, found := s.open[p], s.found[p]
		good := slices.ContainsFunc(s.requirements, func(r requirement) bool { return r.name == p && r.happens != nil })
		if open && found != nil && !good && s.o.Violated != nil {
			s.o.Violated(s.decide(p, false))
		}
		s.open[p] = open && found == nil
		undecided = undecided || s.open[p]
	}
	return undecided
}

// level expands the states of one level and returns the new ones.
func (s *search) level(depth int) []stateKey {
	states := s.levels[depth]
	workers := make([]*worker, min(s.o.Workers, len(states)/64+1))
	next := chunks(states, 64, len(workers))
	var wait sync.WaitGroup
	for i := range workers {
		w := newWorker(s)
		workers[i] = w
		if len(workers) == 1 {
			w.work(next[i])
			continue
		}
		wait.Go(func() { w.work(next[i]) })
	}
	wait.Wait()
	var overflows []string
	size := int64(0)
	for _, w := range workers {
		if s.sketched != nil {
			for _, p := range w.parts {
				p.base += s.expanded
			}
			s.sketched.parts = append(s.sketched.parts, w.parts...)
		}
		size += w.size
		s.counts.add(w.counts)
		for p, states := range w.deciding {
			s.note(p, depth, states)
		}
		for _, id := range w.walker.overflows {
			overflows = append(overflows, s.e.texts.at(id))
		}
	}
	if s.expanded += len(states); s.sketched != nil && s.sketched.full() {
		s.sketched.parts = nil
	}
	s.sizes, s.through = append(s.sizes, size), append(s.through, s.transitions)
	s.entered = s.e.group.orbit(s.entered)
	if s.entered != 0 {
		s.note(entering, depth, states[:1])
	}
	if len(overflows) > 0 {
		s.halt(slices.Min(overflows))
	}
	return joinNext(workers)
}

// joinNext returns the new states of all workers. Levels are kept, so it has
// little slack.
func joinNext(workers []*worker) []stateKey {
	total := 0
	for _, w := range workers {
		total += len(w.next)
	}
	if first := workers[0].next; len(workers) == 1 && cap(first) < total+total/8 {
		return first
	}
	next := make([]stateKey, 0, total)
	for _, w := range workers {
		next = append(next, w.next...)
	}
	return next
}

// note keeps states that decide a property, if it is still open.
func (s *search) note(p Property, depth int, states []stateKey) {
	if !s.open[p] {
		return
	}
	if s.found[p] == nil {
		s.found[p] = &firstStates{level: depth}
	}
	s.found[p].states = append(s.found[p].states, states...)
}

// newWalker returns a walker that follows the transitions that the search follows.
func (s *search) newWalker() *walker {
	w := newWalker(s.e)
	if s.e.group != nil {
		w.orbits, w.raw = newOrbiter(s.e), make([]blockID, s.e.n)
	}
	if s.reduced {
		w.stubborn = &stubbornSet{
			e: s.e, harms: map[memoKey][]Set{}, seen: make([]observationID, s.e.n),
			safety: slices.Contains(s.o.Check, Safety), deadlocks: slices.Contains(s.o.Check, DeadlockFreedom) || s.o.learner != nil, acyclic: s.assumed.acyclic,
		}
	}
	return w
}
