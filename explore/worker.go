package explore

import (
	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/fair"
	"qcheck/explore/internal/space"
	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// A worker expands states of one level.
type worker struct {
	s      *search
	walker *engine.Walker
	counts
	next     []table.StateKey // new states
	fresh    int              // how many there were
	size     int64            // of the orbits of these
	deciding map[protocol.Property][]table.StateKey
	seen     []engine.ObservationID // of the state at hand

	sketcher fair.Sketcher

	tallied int                             // of these, in the count of the set of states
	sized   int64                           // of size, in the count of states for progress
	batch   [table.BatchSize]table.StateKey // successors, to be inserted together
	sizes   [table.BatchSize]int            // of their orbits
	isNew   [table.BatchSize]bool
	queued  int // of batch
}

func newWorker(s *search) *worker {
	k := &worker{s: s, walker: s.newWalker(), deciding: map[protocol.Property][]table.StateKey{}, sketcher: s.sketched.Sketcher(), seen: make([]engine.ObservationID, s.e.N)}
	k.walker.Visit = k.visit
	return k
}

// work expands the chunks that next returns.
func (k *worker) work(next func() (at int, chunk []table.StateKey)) {
	s := k.s
	for !s.Halted() {
		at, chunk := next()
		if len(chunk) == 0 {
			break
		}
		k.sketcher.Chunk(at, s.e, s.Halted)
		part := k.sketcher.At
		s.grow.RLock()
		k.tally()
		before := k.transitions
		for _, key := range chunk {
			if part != nil {
				part.Begin()
			}
			if k.walker.Expand(key); part != nil {
				part.End(k.walker)
			}
			if s.e.Network == protocol.Instant && !k.walker.Hurried {
				k.resting += k.walker.OrbitSize
			}
			k.judge(key)
		}
		k.flush()
		k.tally()
		s.transitionsSoFar.Add(k.transitions - before)
		k.sketcher.Count()
		s.grow.RUnlock()
	}
	k.beyond = k.walker.Beyond
	k.saved = k.walker.Saved
}

// visit counts a transition, and puts its successor into the batch.
func (k *worker) visit(next table.StateKey, t engine.Transition) {
	if k.sketcher.At != nil {
		k.sketcher.At.Follow(k.walker, next, t)
	}
	if t.Flags&engine.IsUndefined != 0 {
		return
	}
	k.transitions += k.walker.OrbitSize
	k.count(t.Step, k.walker.OrbitSize)
	if k.queued == len(k.batch) {
		k.flush()
	}
	k.batch[k.queued], k.sizes[k.queued] = next, k.walker.Size
	k.queued++
}

// flush inserts the batch.
func (k *worker) flush() {
	batch := k.batch[:k.queued]
	k.queued = 0
	k.s.seen.InsertAll(batch, &k.isNew)
	for i, key := range batch {
		if k.isNew[i] {
			k.next = append(k.next, key)
			k.fresh++
			k.size += int64(k.sizes[i])
			if k.fresh-k.tallied == table.TallyEvery {
				k.tally()
			}
		}
	}
}

// tally adds to the count of states, and makes room for more.
func (k *worker) tally() {
	s := k.s
	s.seen.Tally(int64(k.fresh - k.tallied))
	s.statesSoFar.Add(k.size - k.sized)
	k.tallied, k.sized = k.fresh, k.size
	if s.o.learner != nil { // within a level, too: it is given up then, and another search decides
		s.passes(s.o.MaxOrbits)
	}
	if s.seen.Crowded() {
		s.grow.RUnlock()
		s.grow.Lock()
		for s.seen.Crowded() {
			s.seen.Grow()
		}
		s.grow.Unlock()
		s.grow.RLock()
	}
}

// judge notes which properties the state last expanded decides.
func (k *worker) judge(key table.StateKey) {
	s, w := k.s, k.walker
	defer func() {
		if p := recover(); p != nil {
			w.Mistakes = append(w.Mistakes, engine.MistakeAt{Mistake: protocol.MistakeOf(p), State: key})
		}
	}()
	decides := func(p protocol.Property) { k.deciding[p] = append(k.deciding[p], key) }
	k.entered |= w.Phases[protocol.Inside]
	seen := w.Observe(k.seen)
	if s.Safe.Text(seen) != engine.SafeText {
		decides(protocol.Safety)
	}
	if w.Undefined {
		decides(protocol.WellDefined)
	}
	if w.Stuck() && w.Phases[protocol.Waiting] != 0 {
		decides(protocol.DeadlockFreedom)
		decides(protocol.StarvationFreedom) // processes that wait there wait for ever
	}
	for _, g := range s.Goals {
		if w.Quiet() && g.Unmet.Text(seen) != engine.SafeText {
			decides(g.Name)
		}
	}
	for _, r := range s.Requirements {
		if r.Leads != nil {
			w.CompareLeads(r)
		} else if w.Meets(r, seen) {
			decides(r.Name)
		}
	}
}

// joined returns the level of the new states of all workers. Levels are kept, so it has
// little slack.
func joined(workers []*worker) space.Level {
	var l space.Level
	for _, w := range workers {
		l.Count += len(w.next)
	}
	if first := workers[0].next; len(workers) == 1 && cap(first) < l.Count+l.Count/8 {
		l.Keys = first
		return l
	}
	l.Keys = make([]table.StateKey, 0, l.Count)
	for _, w := range workers {
		l.Keys = append(l.Keys, w.next...)
	}
	return l
}
