package explore

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"qcheck/explore/internal/decide"
	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/fair"
	"qcheck/explore/internal/reduce"
	"qcheck/explore/internal/space"
	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// A search is one run of the breadth-first search. States are found level by
// level; the workers share a level out in chunks. A state is judged when it is
// expanded, so the search can end with the level in which the last property was
// decided, and no count depends on the order within a level.
type search struct {
	*instance
	*space.Space
	o       Options
	assumed assumptions
	began   time.Time

	noted     *protocol.Met // of the model, which other searches have, too
	unreduced string        // why the search is not reduced
	over      bool          // nothing more is to be expanded

	seen     *table.StateSet
	grow     sync.RWMutex // held for reading while states are inserted
	within   int          // as in Result
	expanded int          // how many states were
	through  []int64      // by depth: the transitions from states up to there

	counts                                           // of the levels expanded
	open   map[protocol.Property]bool                // still to be decided by the search
	before map[protocol.Property]bool                // decided before it began: it says nothing of them
	found  map[protocol.Property]*decide.FirstStates // what decides a property

	store    store           // of the levels
	filed    engine.Numbered // what is in files
	overflow string          // the bound of the model that it passed, if so

	statesSoFar      atomic.Int64           // for progress: those that the states kept stand for
	transitionsSoFar atomic.Int64           // for progress
	depth            atomic.Int64           // for progress
	growth           atomic.Value           // for progress: the float64 that is said there
	doing            atomic.Value           // for progress: the string that is said there
	trying           atomic.Pointer[search] // for progress: the reduced search, nil for none

	sketched *fair.Sketch // nil if no graph is made, or it was made
	explored *fair.Graph  // made when it is first asked for
}

// counts are what workers count.
type counts struct {
	transitions int64
	beyond      int64        // transitions to states beyond the bound of clocks
	steps       []int64      // transitions by step
	saved       int64        // enabled events that the reduction left out
	resting     int64        // states in which no message can be taken, where messages are taken at once
	entered     protocol.Set // processes that were inside in some state
}

// add adds what another one counted.
func (c *counts) add(d counts) {
	c.transitions += d.transitions
	c.beyond += d.beyond
	c.saved += d.saved
	c.resting += d.resting
	c.entered |= d.entered
	for i, n := range d.steps {
		c.count(engine.StepID(i), n)
	}
}

// count counts n transitions by a step.
func (c *counts) count(step engine.StepID, n int64) {
	for int(step) >= len(c.steps) {
		c.steps = append(c.steps, 0)
	}
	c.steps[step] += n
}

func newSearch(m Model, o Options, assumed assumptions) *search {
	in := within(m).instance(o, assumed)
	plain := 0
	if o.Levels == nil || o.Levels.Shards == 0 { // tasks need keys that are next to each other
		plain = cmp.Or(o.dense.plain, table.MostPlain)
	}
	s := &search{
		instance: in, o: o, assumed: assumed, began: time.Now(), noted: m.Met(), store: memory{},
		seen: table.NewStateSet(cmp.Or(o.dense.slots, 1<<12), plain), open: map[protocol.Property]bool{}, before: map[protocol.Property]bool{}, found: map[protocol.Property]*decide.FirstStates{},
	}
	s.Space = &space.Space{
		Outcome: &space.Outcome{Polled: o.dense.polled}, Engine: in.e, Walker: s.newWalker, Workers: o.Workers, Coded: o.dense.coded, Most: o.dense.marked,
		Reduced: in.reduction != nil && !o.Full,
	}
	in.e.Direct = !in.e.Causal && in.e.Group == nil && assumed.packed && !s.Reduced && o.Levels == nil && !in.e.Selective && in.e.Network == protocol.FIFO && !in.e.Watched
	for _, p := range o.Check {
		s.open[p] = true
	}
	if s.sketching() {
		s.sketched = fair.NewSketch(s.e)
		if o.dense.sketchless {
			s.sketched.Drop()
		}
	}
	return s
}

// expand searches level by level, until the search ends, or at the limit on the states kept.
func (s *search) expand() {
	most := cmp.Or(s.o.MaxOrbits, math.MaxInt64)
	if s.expandTo(most); s.Kept > most && !s.ended() {
		s.Halt(fmt.Sprintf("the limit of %d states kept was reached", most))
		s.over = true
	}
}

// expandTo goes on with the search until it ends, or until more states are kept.
func (s *search) expandTo(limit int64) {
	if s.Levels == nil {
		s.within = -1
		s.begin()
	}
	for depth := len(s.Levels) - 1; s.Levels[depth].Len() > 0 && s.Kept <= limit && !s.over; depth++ {
		if s.depth.Store(int64(depth)); depth > 0 {
			s.growth.Store(float64(s.Sizes[depth]) / float64(s.Sizes[depth-1]))
		}
		s.next(depth + 1)
		if s.seen.IsCompact() && !s.sketched.Kept() { // there are many states, and nobody asks in which order they were
			s.Pack(depth)
		}
		if !s.Halted() {
			s.within = depth
		}
		if s.over = s.Halted() || s.e.Broken() || !s.undecided() || s.o.Levels != nil && s.e.Spilled.Load(); s.over {
			return
		}
		if s.over = s.passes(0); s.over {
			return
		}
	}
}

// ended reports whether the search has nothing left to expand.
func (s *search) ended() bool {
	return s.over || s.e.Spilled.Load() || s.Levels[len(s.Levels)-1].Len() == 0
}

// begin adds the first level.
func (s *search) begin() {
	starts := s.e.Begins()
	if s.load(0) {
		return
	}
	var l space.Level
	states := map[table.StateKey]bool{}
	for i, key := range starts {
		if i > 0 && (s.Halted() || s.e.Spilled.Load()) {
			break
		}
		kept, _ := s.Representative(key)
		if kept == 0 {
			break // it begins anew
		}
		if states[key] = true; s.seen.Crowded() {
			s.seen.Grow()
		}
		if s.seen.Insert(kept) {
			s.seen.Tally(1)
			l.Keys = append(l.Keys, kept)
		}
		s.statesSoFar.Store(int64(len(states)))
	}
	l.Count = len(l.Keys)
	s.AddLevel(l, int64(len(states)))
	s.keep(0)
	s.over = s.Halted() || s.e.Spilled.Load() || s.passes(0)
}

// next adds the level at a depth, and counts what leads to it.
func (s *search) next(depth int) {
	if s.load(depth) {
		return
	}
	s.AddLevel(s.level(depth - 1))
	s.keep(depth)
}

// good returns the properties of which a state was found that shows that they hold.
func (s *search) good() (all []protocol.Property) {
	for _, r := range s.Requirements {
		if r.Happens != nil && s.found[r.Name] != nil {
			all = append(all, r.Name)
		}
	}
	return all
}

// wrongs returns the properties of which a state was found that shows that they are violated.
func (s *search) wrongs() (all []protocol.Property) {
	good := s.good()
	for _, p := range s.o.Check {
		if s.found[p] != nil && !slices.Contains(good, p) {
			all = append(all, p)
		}
	}
	return all
}

// shown decides the properties that the states found show; nil where the search has to begin anew.
func (s *search) shown() map[protocol.Property]protocol.PropertyResult {
	shown := map[protocol.Property]protocol.PropertyResult{}
	for _, p := range s.o.Check {
		if s.e.Broken() || s.e.Spilled.Load() {
			break
		}
		if s.found[p] != nil {
			shown[p] = s.findings().Decide(p, false)
		}
	}
	if s.e.Broken() || s.e.Spilled.Load() {
		return nil
	}
	return shown
}

// undecided closes the properties that were decided, and reports whether others
// are open.
func (s *search) undecided() bool {
	if s.o.Levels != nil {
		defer s.e.Cut(s.filed) // what showing a run has numbered
	}
	undecided := false
	for _, p := range s.o.Check {
		open, found := s.open[p], s.found[p]
		if open && found != nil && !slices.Contains(s.good(), p) && s.o.Violated != nil {
			if r := s.findings().Decide(p, false); !s.e.Spilled.Load() && !s.e.Broken() {
				s.o.Violated(r)
			}
		}
		s.open[p] = open && found == nil
		undecided = undecided || s.open[p]
	}
	return undecided
}

// level expands the states of one level and returns the new ones, and how many states
// these stand for.
func (s *search) level(depth int) (found space.Level, size int64) {
	states := s.Levels[depth]
	workers := make([]*worker, min(s.o.Workers, states.Len()/64+1))
	s.seen.Workers(len(workers))
	next := s.Share(states, 64, len(workers))
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
	var mistakes []engine.MistakeAt
	for _, w := range workers {
		s.sketched.Join(s.expanded, &w.sketcher)
		size += w.size
		s.counts.add(w.counts)
		for p, states := range w.deciding {
			s.note(p, depth, states)
		}
		for _, id := range w.walker.Overflows {
			overflows = append(overflows, s.e.Texts.At(id))
		}
		mistakes = append(mistakes, w.walker.Mistakes...)
	}
	s.expanded += states.Len()
	s.through = append(s.through, s.transitions)
	s.entered = s.e.Group.Orbit(s.entered)
	if len(mistakes) > 0 && !s.e.Broken() && !s.e.Spilled.Load() { // or the search begins anew
		s.Fail(s.led(mistakes, depth))
	}
	if len(overflows) > 0 {
		s.overflow = slices.Min(overflows)
		s.Halt(s.overflow)
	}
	return joined(workers), size
}

// led returns the first of the mistakes found in states of a level, with a run that leads there.
func (s *search) led(all []engine.MistakeAt, depth int) *protocol.Mistake {
	m := *slices.MinFunc(all, func(a, b engine.MistakeAt) int { return strings.Compare(a.Error(), b.Error()) }).Mistake
	if s.Levels[0].Len() == 0 { // a task does not have the levels before
		return &m
	}
	var states []table.StateKey
	for _, x := range all {
		if x.Error() == m.Error() {
			states = append(states, x.State)
		}
	}
	m.Steps = s.Path(s.First(states), depth).Steps
	return &m
}

// note keeps states that decide a property, if it is still open.
func (s *search) note(p protocol.Property, depth int, states []table.StateKey) {
	if !s.open[p] {
		return
	}
	if s.found[p] == nil {
		s.found[p] = &decide.FirstStates{Level: depth}
	}
	s.found[p].States = append(s.found[p].States, states...)
}

// newWalker returns a walker that follows the transitions that the search follows.
func (s *search) newWalker() *engine.Walker {
	w := engine.NewWalker(s.e)
	if s.e.Group != nil {
		w.Orbits, w.Raw = engine.NewOrbiter(s.e), make([]engine.BlockID, s.e.Width)
	}
	if s.Reduced {
		seen := slices.Contains(s.o.Check, protocol.Safety) || slices.ContainsFunc(s.Requirements, func(r engine.Requirement) bool { return r.Of != nil })
		w.Reducer = reduce.NewStubbornSet(s.reduction, seen)
	}
	return w
}
