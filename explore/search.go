package explore

import (
	"context"
	"fmt"
	"runtime/metrics"
	"slices"
	"sort"
	"sync"
	"sync/atomic"
	"time"

	"qcheck/explore/verdict"
)

// search is one run of the breadth-first search. States are found level by
// level; the workers share a level out in chunks. A state is judged when it is
// expanded, so the search can end with the level in which the last property
// was decided, and no count depends on the order within a level.
type search struct {
	e     *engine
	t     *tree
	o     Options
	judge func([]uint32) string
	goals []goal
	needs []requirement
	safe  *memo // by numbers of observations
	texts []string

	seen    *stateSet
	grow    sync.RWMutex // held for reading while states are inserted
	levels  [][]uint64
	began   time.Time
	stop    atomic.Pointer[string]
	spanned int64 // transitions
	beyond  int64
	counts  []int64
	entered Set
	open    map[Property]bool // still to be decided by the search
	found   map[Property]*violation
	live    atomic.Int64 // progress: transitions
	deep    atomic.Int64 // progress: level
	reduced bool
	acyclic bool // the reduction takes it that the graph has no cycle
	saved   int64
	known   *graph // when it was asked for

	observes bool // there are processes that wait and enter
}

// A violation is what a level showed of a property: the states, of which the
// first in a fixed order is taken.
type violation struct {
	level  int
	states []uint64
}

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
	acyclic, packed := !slices.Contains(o.Requests, Unbounded), true
	for {
		r, again := run(ctx, m, o, acyclic, packed)
		switch again {
		case cyclic:
			acyclic = false
		case spilled:
			packed = false
		default:
			return r, nil
		}
	}
}

// Why a search must be made again, with less taken for granted.
const (
	cyclic  = 1 + iota // its graph has a cycle
	spilled            // blocks do not fit into packed keys
)

// entering is what a search for no property, but for whether anybody ever
// enters, checks.
const entering Property = "entering"

func newSearch(m Model, o Options, acyclic, packed bool) (*search, func() (calls int64, impure string)) {
	e, judge, calls := m.instance(o, packed)
	s := &search{
		e: e, t: newTree(e.n), o: o, judge: judge, goals: m.judges(e, o), needs: m.requirements(e, o), safe: newMemo(), texts: []string{""},
		seen: newStateSet(1<<13, o.Workers), began: time.Now(), acyclic: acyclic, observes: m.observes(),
		open: map[Property]bool{}, found: map[Property]*violation{},
	}
	for _, p := range o.Check {
		s.open[p] = true
	}
	s.reduced = e.partial != nil && !o.Full && m.reducible(o)
	return s, calls
}

// run makes one search; the number is 0, or says why to make it again.
func run(ctx context.Context, m Model, o Options, acyclic, packed bool) (*Result, int) {
	s, calls := newSearch(m, o, acyclic, packed)
	done := make(chan struct{})
	defer close(done)
	if ctx.Err() != nil {
		s.halt(context.Cause(ctx).Error())
	}
	go s.watch(ctx, done)
	s.run()
	if s.reduced && s.acyclic && s.stop.Load() == nil && s.cyclic() {
		return nil, cyclic
	}
	last := s
	if s.reduced && s.entered == 0 && s.stop.Load() == nil {
		// The reduction may have left out all states where somebody is inside.
		o.Full, o.Check = true, []Property{entering}
		last, _ = newSearch(m, o, false, packed)
		go last.watch(ctx, done)
		last.run()
		s.entered = last.entered
		if why := last.stop.Load(); why != nil {
			s.halt(*why)
		}
	}
	if packed && (s.e.packed.spill.Load() || last.e.packed.spill.Load()) {
		if ctx.Err() == nil {
			return nil, spilled
		}
		s.halt(context.Cause(ctx).Error()) // some successors were left out
	}
	return s.result(m, calls), 0
}

// halt ends the search with the given reason.
func (s *search) halt(why string) { s.stop.CompareAndSwap(nil, &why) }

// watch notices the limits.
func (s *search) watch(ctx context.Context, done chan struct{}) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	last := time.Now()
	for {
		select {
		case <-done:
			return
		case <-ctx.Done():
			s.halt(context.Cause(ctx).Error())
			return
		case <-tick.C:
		}
		if s.o.MaxMemory > 0 {
			metrics.Read(sample)
			if used := int64(sample[0].Value.Uint64()); used > s.o.MaxMemory {
				s.halt(fmt.Sprintf("the memory limit of %d bytes was reached", s.o.MaxMemory))
			}
		}
		if s.e.packed != nil && s.e.packed.spill.Load() {
			s.halt("the time was over before the search could begin anew")
		}
		if s.e.full.Load() {
			s.halt("a table of the search is full")
		}
		if s.o.Progress != nil && time.Since(last) > time.Second {
			last = time.Now()
			s.o.Progress(Progress{States: s.seen.count.Load(), Transitions: s.live.Load(), Depth: int(s.deep.Load()), Elapsed: time.Since(s.began)})
		}
	}
}

// run searches level by level.
func (s *search) run() {
	w := newWalker(s.e, s.t)
	copy(w.next, s.e.start)
	start := s.e.encode(s.t, 0, w.next, 1<<s.e.n-1)
	s.seen.insert(start)
	s.seen.count.Store(1)
	s.levels = [][]uint64{{start}}
	for depth := 0; len(s.levels[depth]) > 0; depth++ {
		s.deep.Store(int64(depth))
		next := s.level(depth)
		s.levels = append(s.levels, next)
		if s.stop.Load() != nil {
			return
		}
		undecided := false
		for p, open := range s.open {
			if v := s.found[p]; v != nil {
				if open && s.o.Violated != nil {
					s.o.Violated(p, v.level)
				}
				s.open[p] = false
			} else if open {
				undecided = true
			}
		}
		if !undecided {
			return
		}
		if s.o.MaxStates > 0 && s.seen.count.Load() > s.o.MaxStates {
			s.halt(fmt.Sprintf("the limit of %d states was reached", s.o.MaxStates))
			return
		}
	}
}

// A worker's part of a level.
type part struct {
	next                        []uint64
	transitions, beyond         int64
	counts                      []int64
	entered                     Set
	unsafe, deadlocks, undefins []uint64
	unmet                       [][]uint64 // by goal
	met                         [][]uint64 // by requirement: the states that decide it
	saved                       int64
	overflows                   []uint32
}

// level expands the states of one level and returns the new ones.
func (s *search) level(depth int) []uint64 {
	states := s.levels[depth]
	workers := min(s.o.Workers, len(states)/64+1)
	parts := make([]part, workers)
	var at atomic.Int64
	var wait sync.WaitGroup
	for i := range parts {
		run := func() { s.work(states, &at, &parts[i]) }
		if workers == 1 {
			run()
			continue
		}
		wait.Go(run)
	}
	wait.Wait()
	var next []uint64
	var overflows []uint32
	total := 0
	for _, p := range parts {
		total += len(p.next)
	}
	if workers == 1 && cap(parts[0].next) < total+total/8 {
		next = parts[0].next
	} else {
		next = make([]uint64, 0, total) // levels are kept, so without slack
	}
	keep := len(next)
	for _, p := range parts {
		if keep == 0 {
			next = append(next, p.next...)
		}
		s.spanned += p.transitions
		s.beyond += p.beyond
		s.saved += p.saved
		s.entered |= p.entered
		for len(s.counts) < len(p.counts) {
			s.counts = append(s.counts, 0)
		}
		for i, c := range p.counts {
			s.counts[i] += c
		}
		s.note(Safety, depth, p.unsafe)
		s.note(WellDefined, depth, p.undefins)
		s.note(DeadlockFreedom, depth, p.deadlocks)
		s.note(StarvationFreedom, depth, p.deadlocks) // whoever waits there waits for ever
		for i, states := range p.unmet {
			s.note(s.goals[i].name, depth, states)
		}
		for i, states := range p.met {
			s.note(s.needs[i].name, depth, states)
		}
		overflows = append(overflows, p.overflows...)
		if s.entered != 0 {
			s.note(entering, depth, states[:1])
		}
	}
	if len(overflows) > 0 {
		var texts []string
		for _, id := range overflows {
			texts = append(texts, s.e.texts[id])
		}
		s.halt(slices.Min(texts))
	}
	return next
}

// note keeps the violations of a property that is still to be decided.
func (s *search) note(p Property, depth int, states []uint64) {
	if len(states) == 0 || !s.open[p] {
		return
	}
	if s.found[p] == nil {
		s.found[p] = &violation{level: depth}
	}
	s.found[p].states = append(s.found[p].states, states...)
}

// work expands chunks of the level until there are none left.
func (s *search) work(states []uint64, at *atomic.Int64, p *part) {
	const chunk = 64
	w := s.walker()
	seen := make([]uint32, s.e.n)
	p.unmet, p.met = make([][]uint64, len(s.goals)), make([][]uint64, len(s.needs))
	counted := 0 // of p.next, in seen.count
	tally := func() {
		s.seen.count.Add(int64(len(p.next) - counted))
		counted = len(p.next)
		if s.seen.crowded() {
			s.grow.RUnlock()
			s.grow.Lock()
			for s.seen.crowded() {
				s.seen.grow()
			}
			s.grow.Unlock()
			s.grow.RLock()
		}
	}
	// Successors are inserted some at a time: their slots are far apart in
	// memory, and touching them all first lets the processor wait for them
	// together.
	var batch [32]uint64
	waiting := 0
	flush := func() {
		s.seen.touch(batch[:waiting])
		for _, key := range batch[:waiting] {
			if s.seen.insert(key) {
				p.next = append(p.next, key)
				if len(p.next)-counted == tallyEvery {
					tally()
				}
			}
		}
		waiting = 0
	}
	w.found = func(key uint64, ed edge) {
		if ed.flags&oUndefined != 0 {
			return
		}
		p.transitions++
		for int(ed.name) >= len(p.counts) {
			p.counts = append(p.counts, 0)
		}
		p.counts[ed.name]++
		if waiting == len(batch) {
			flush()
		}
		batch[waiting] = key
		waiting++
	}
	for s.stop.Load() == nil {
		from := int(at.Add(chunk)) - chunk
		if from >= len(states) {
			break
		}
		s.grow.RLock()
		tally()
		spanned := p.transitions
		for _, key := range states[from:min(from+chunk, len(states))] {
			w.expand(key)
			p.entered |= w.phases[Inside]
			for i := range seen {
				seen[i] = s.e.block.at(w.val[i])[rowSeen] >> 8
			}
			if s.wrong(seen) != 0 {
				p.unsafe = append(p.unsafe, key)
			}
			if w.stuck() && w.phases[Waiting] != 0 {
				p.deadlocks = append(p.deadlocks, key)
			}
			for i, g := range s.goals {
				if w.quiet() && g.unmet(seen) != "" {
					p.unmet[i] = append(p.unmet[i], key)
				}
			}
			for i, r := range s.needs {
				if r.meets(w.val) {
					p.met[i] = append(p.met[i], key)
				}
			}
			if w.undefined {
				p.undefins = append(p.undefins, key)
			}
		}
		flush()
		tally()
		s.live.Add(p.transitions - spanned)
		s.grow.RUnlock()
	}
	p.beyond, p.overflows = w.beyond, w.overflows
	if w.pick != nil {
		p.saved = w.pick.saved
	}
}

// walker returns a walker that takes the edges that the search takes.
func (s *search) walker() *walker {
	w := newWalker(s.e, s.t)
	if s.reduced {
		w.pick = &chooser{
			e: s.e, harms: map[uint64][]Set{}, seen: make([]uint32, s.e.n),
			safety: slices.Contains(s.o.Check, Safety), dead: slices.Contains(s.o.Check, DeadlockFreedom), acyclic: s.acyclic,
		}
	}
	return w
}

// wrong returns the number of the text that says what is wrong with states in
// which this is observed, 0 for nothing.
func (s *search) wrong(seen []uint32) uint32 {
	key := uint64(1)
	for _, o := range seen {
		if o > 0xff || len(seen) > 7 {
			key = 0
			break
		}
		key = key<<8 | uint64(o)
	}
	if key != 0 {
		if id, ok := s.safe.get(key); ok {
			return id
		}
	}
	text := s.judge(seen)
	s.e.mu.Lock()
	defer s.e.mu.Unlock()
	if key != 0 {
		if id, ok := s.safe.get(key); ok {
			return id
		}
	}
	id := slices.Index(s.texts, text)
	if id < 0 {
		id = len(s.texts)
		s.texts = append(s.texts, text)
	}
	if key != 0 {
		s.safe.put(key, uint32(id))
	}
	return uint32(id)
}

// result puts together what was found.
func (s *search) result(m Model, calls func() (int64, string)) *Result {
	r := &Result{Transitions: s.spanned, Beyond: s.beyond, Reduced: s.reduced, Saved: s.saved}
	callCount, impure := calls()
	if impure != "" {
		s.stop.Store(&impure)
	}
	complete := s.complete()
	for _, l := range s.levels {
		if len(l) > 0 {
			r.Levels = append(r.Levels, int64(len(l)))
			r.States += int64(len(l))
		}
	}
	r.Depth = len(r.Levels) - 1
	r.Complete = complete
	if why := s.stop.Load(); why != nil {
		r.Stopped = *why
	}
	for i, name := range s.e.names {
		c := StepCount{Name: name}
		if i < len(s.counts) {
			c.Count = s.counts[i]
		}
		r.Steps = append(r.Steps, c)
		if c.Count == 0 && !s.reduced {
			r.NeverRan = append(r.NeverRan, name)
		}
	}
	for p := range s.e.n {
		if !s.entered.Has(p) && s.o.Requests[p] != 0 && !s.reduced && s.observes {
			r.NeverRan = append(r.NeverRan, fmt.Sprintf("process %d never entered", p+1))
		}
	}
	for _, p := range append(Properties(), m.Goals()...) {
		if slices.Contains(s.o.Check, p) {
			r.Properties = append(r.Properties, s.propertyResult(p, complete))
		}
	}
	sort.Strings(r.NeverRan)
	r.Stats = Stats{
		Elapsed: time.Since(s.began), HandlerCalls: callCount,
		Blocks: int64(s.e.block.n), Pairs: int64(s.e.mids.pairs.n),
		Bytes: s.bytes(),
	}
	return r
}

// bytes returns what the search's tables hold.
func (s *search) bytes() int64 {
	b := s.seen.bytes() + s.e.bytes()
	for _, l := range s.levels {
		b += int64(cap(l)) * 8
	}
	return b
}

// complete reports whether every state was expanded.
func (s *search) complete() bool {
	return s.stop.Load() == nil && len(s.levels[len(s.levels)-1]) == 0
}

func (s *search) propertyResult(p Property, complete bool) PropertyResult {
	pr := PropertyResult{Property: p}
	need := slices.IndexFunc(s.needs, func(r requirement) bool { return r.name == p })
	switch v := s.found[p]; {
	case p == StarvationFreedom:
		pr = s.starvation()
	case need >= 0:
		return s.requirement(s.needs[need])
	case !slices.Contains(Properties(), p):
		pr = s.goal(p)
	case v != nil:
		pr.Verdict = verdict.Violated
		pr.Trace, pr.Detail = s.trace(v, p)
	case !complete:
		pr.Verdict, pr.Detail = verdict.Unknown, s.reason()
	default:
		pr.Verdict = verdict.Holds
	}
	if pr.Verdict == verdict.Holds && s.entered == 0 && s.observes {
		pr.Verdict, pr.Detail = verdict.Unknown, "no process ever entered, so there was nothing to see"
	}
	return pr
}

// reason says why the search is not complete.
func (s *search) reason() string {
	if why := s.stop.Load(); why != nil {
		return *why
	}
	return "the search ended when all other properties were decided"
}
