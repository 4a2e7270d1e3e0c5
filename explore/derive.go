package explore

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/reduce"
	"qcheck/explore/protocol"
)

// When a reduction is derived, and what it may cost. All limits are numbers of states, of transitions and of
// handler calls, so that results do not depend on the machine.
const (
	// fullFirst is how many states are searched in full before a reduction is tried: what closes until then needs none.
	// When the reduced search does not end with as much work as the full one had, that one goes on to more times as many, and then
	// the reduced one from where it was. With more than fewRenamings each state costs more in full, and stands for more
	// where it is reduced: it is tried after fewer, by the square. On a network without order each costs dearer times as much in full:
	// it is tried after the least, or fewer where more than one renaming is not the identity.
	fullFirst    = 50_000
	dearer       = 8
	fewRenamings = 6
	fullLeast    = 3_000
	more         = 2
	// manyStates, and manyRenamings, are so many that the full search will cost more than what is tried, whatever that is.
	manyStates    = 800_000
	manyRenamings = 24
	// Of the events at most so many of a hundred may be taken, from some states on: a
	// state costs about four times as much with the reduction as without. When the full search
	// has shown that it has many states, less has to be saved of each.
	mostTaken, mostTakenLater = 50, 75
	fromState                 = 4_000
	// maxPasses is how often the reduced search is made with more knowledge.
	maxPasses = 4

	seedWalks, seedSteps = 400, 400      // random runs that knowledge begins with, and steps of each, at most
	leastWork, leastKept = 5_000, 10_000 // what costs nothing

	// shownStates is how many states the full search keeps, at most, to find a shortest run where the reduced one has found
	// something wrong.
	shownStates = 1_000_000
)

// A derivation derives a reduction for a search in full.
type derivation struct {
	full   *search
	m      Model
	o      Options
	learn  reduce.Learner
	packed bool
	taken  int64         // of a hundred events, at most
	steps  int64         // of random runs, at most
	work   int64         // to learn, at most
	cost   int64         // of a state of the full search, by that of one whose channels keep their order
	group  *engine.Group // by which states are taken as one
	fewer  bool          // these are fewer than the full search had when this began
	trial  bool          // whatever it costs
	left   *search       // a reduced search whose choices were right as far as it went, to go on with
}

// firstTry returns after how many states kept a reduction is tried, by the number of renamings, and by what a state costs.
func firstTry(renamings int, cost int64) int64 {
	if by := int64(max(renamings, fewRenamings)); cost == 1 {
		return max(fullFirst*fewRenamings/by*fewRenamings/by, fullLeast)
	}
	return max(fullLeast*2/int64(max(renamings, 2)), fullLeast/cost)
}

// derive goes on with a search, and searches with a reduction that is derived, if there are many states. Nil means that the search is to go on as it was.
func derive(ctx context.Context, s *search, m Model) *Result {
	if s.unreduced = "it is switched off"; s.o.Full {
		return nil
	}
	if s.unreduced = within(m).derivable(s.o); s.unreduced != "" {
		return nil
	}
	d := &derivation{full: s, m: m, group: s.e.Group}
	if d.cost = 1; within(m).plain().Network != protocol.FIFO {
		d.cost = dearer
	}
	first := cmp.Or(s.o.dense.first, firstTry(d.group.Order(), d.cost))
	limit, most := first, s.o.MaxOrbits
	s.unreduced = fewStates
	if s.o.Derive {
		d.trial, limit = true, 0
	}
	if !d.trial && most > 0 && most <= first {
		return nil
	}
	for ; ; limit *= more {
		// A limit on the states kept is one on each of the searches: the reduced one is tried before
		// the full one ends there.
		last := most > 0 && limit >= most
		if last {
			limit = most
		}
		if s.expandTo(limit); s.ended() {
			return nil
		}
		if s.store.passed() {
			if s.unreduced = inVain; last || d.trial {
				return nil
			}
			continue
		}
		reach := d.allow(limit)
		if last || d.trial { // there is nothing to lose but time
			reach, d.taken, d.steps, d.work = limit, 100, math.MaxInt64, math.MaxInt64
		}
		s.doing.Store(isLearned)
		if d.learn == nil {
			d.begin(seedWalks)
		} else {
			unknown := d.learn.Failure() != nil
			if d.learn.AtMost(d.work); unknown {
				d.walk(seedWalks)
			}
		}
		t, why := d.search(ctx, reach)
		s.doing.Store("")
		switch {
		case t == nil:
			if s.unreduced = why.Text; s.Halted() || d.trial || last || !why.Later {
				return nil
			}
		case t.entered|s.entered == 0 && s.Enters && len(t.found) < len(s.o.Check):
			s.unreduced = "no process entered"
			return nil
		case len(t.found) > 0 && !within(m).exact():
			s.unreduced = "something is wrong with clocks that allow more"
			return nil
		default:
			for _, p := range s.good() {
				if t.found[p] == nil {
					s.e.Lost("a reduced search does not meet what the full one met")
				}
			}
			t.entered |= s.entered
			t.began = s.began
			s.doing.Store(isLooked)
			if r := t.result(m); !t.e.Spilled.Load() {
				return d.join(t, r)
			}
			d.packed = false
		}
	}
}

// allow sets what a reduction may cost by what the full search has cost, which keeps more than the limit, and returns how many
// states the reduced one may keep. A piece of work costs as much as an event of a state that is kept where that is renamed often or
// has channels without order, otherwise some times as much, and a step of a run likewise; a state of the reduced search costs as
// much as one, two, or up to eight of the full one.
func (d *derivation) allow(limit int64) (reach int64) {
	renamings := int64(d.full.e.Group.Order())
	events := d.full.transitions / renamings * d.cost
	if d.taken = mostTaken; limit > 4*manyStates {
		d.taken = mostTakenLater
	}
	each, least := int64(8), cmp.Or(d.full.o.dense.work, leastWork)
	switch d.steps, d.work = events/50, max(events, least); {
	case renamings > manyRenamings: // to find out what renamings make of a state is most of what it costs
		d.steps, d.work, each = events/5, max(8*events, least), 2
	case d.cost > 1:
		each = 1
	case renamings > fewRenamings || limit >= manyStates:
		each = 2
	default:
		d.work = max(events/4, least)
	}
	return max(d.full.Kept, leastKept/d.cost) / each
}

// join puts what the full search has found into the result of the reduced one. It goes on to what that has found
// alone, for runs that are shortest, unless the reduction was to be tried whatever it costs: a run that it does not come to, since it
// keeps too much or its renamings fail, is the reduced search's, and not said to be a shortest. The result is nil where what it found
// before cannot be shown: it has to begin anew.
func (d *derivation) join(t *search, r *Result) *Result {
	s := d.full
	shown := s.shown()
	if shown == nil {
		return nil
	}
	for _, p := range s.o.Check {
		s.open[p] = t.found[p] != nil && s.found[p] == nil
	}
	if s.doing.Store(""); !d.trial && s.undecided() {
		s.expandTo(min(shownStates, cmp.Or(s.o.MaxOrbits, shownStates)))
		if more := s.shown(); more != nil {
			shown = more
		}
	}
	for i, pr := range r.Properties {
		if found, is := shown[pr.Property]; is {
			r.Properties[i] = found
		} else if t.before[pr.Property] {
			s.e.Lost("what was found to be wrong is not shown")
		}
	}
	return r
}

// begin begins to learn.
func (d *derivation) begin(walks int) {
	d.o, d.packed, d.left = d.full.o, d.full.assumed.packed, nil
	d.o.Levels, d.o.Violated, d.o.Progress = nil, nil, nil // the full search, which waits, says how far it is
	d.learn = within(d.m).learner(d.o, d.group, d.full.Halted)
	d.o.learner = d.learn
	d.learn.AtMost(d.work)
	d.walk(walks)
}

// walk learns what some random runs meet.
func (d *derivation) walk(walks int) {
	alone := newSearch(d.m, d.o, assumptions{packed: d.packed, renamings: []engine.Renaming{}})
	seed(alone, walks, d.steps, func() bool { return d.full.Halted() || d.learn.Failure() != nil })
	d.learn.Learn()
}

// alone begins anew without symmetry: with it, too much is known of processes that may
// differ.
func (d *derivation) alone() {
	d.group = nil
	d.begin(seedWalks)
}

// lessSymmetric begins anew with the renamings that hold in the first states, if they were not
// tried, otherwise without any.
func (d *derivation) lessSymmetric() {
	if d.fewer {
		d.alone()
		return
	}
	d.fewer = true
	d.group = engine.NewGroup(lessSymmetric(d.m, d.full.o, d.full.assumed.renamings))
	d.begin(seedWalks)
}

func (d *derivation) make() *search {
	assumed := assumptions{packed: d.packed, renamings: []engine.Renaming{}}
	if d.group != nil {
		assumed.renamings = d.group.Renamings
	}
	return newSearch(d.m, d.o, assumed)
}

const (
	fewStates = "there are few states"
	inVain    = "it was tried between the tasks, and left too many states, or could not be used"
)

// What is done, for progress.
const (
	isLearned = "a reduction is learned"
	isTried   = "a reduced search is tried"
	isLooked  = "what was found is looked through"
)

var (
	tooMany  = &reduce.Reason{Text: "it leaves too many states", Later: true}
	learning = &reduce.Reason{Text: "after some searches, others still met something new", Later: true}
)

// search returns a reduced search in which all choices were right, or why there is
// none.
func (d *derivation) search(ctx context.Context, limit int64) (*search, *reduce.Reason) {
	passes := maxPasses
	if d.trial {
		passes *= 3
	}
	for range passes {
		if why := d.learn.Failure(); why != nil && why.Alone && d.group != nil {
			d.alone()
		}
		if why := d.learn.Failure(); why != nil { // of the knowledge that there is now
			return nil, why
		}
		t := d.left
		if d.left = nil; t == nil {
			t = d.make()
		}
		for _, p := range d.full.wrongs() { // what is reachable it shows by itself
			t.before[p], t.open[p] = true, false
		}
		right, why := d.pass(ctx, t, limit)
		switch {
		case t.e.Spilled.Load() && d.packed:
			d.packed = false
		case t.e.Broken(): // in what only this search met
			d.lessSymmetric()
		case why != nil && why.Alone && d.group != nil:
			d.alone()
		case t.Halted():
			return nil, reduce.Because("the reduced search did not end either: %s", t.reason())
		case why != nil:
			if right { // and there is no failure
				d.left = t
			}
			return nil, why
		case right && t.cyclic():
			return nil, reduce.Because("processes can go round")
		case right:
			return t, nil
		}
	}
	return nil, learning
}

// pass goes on with a reduced search, and learns on the way. It reports whether all choices
// were right, and why the search was given up, if so.
func (d *derivation) pass(ctx context.Context, t *search, limit int64) (right bool, why *reduce.Reason) {
	done := make(chan struct{})
	defer close(done)
	go t.watch(ctx, done)
	right = true
	next := int64(fromState)
	if d.trial {
		next, limit = 16, cmp.Or(t.o.MaxOrbits, math.MaxInt64)
	}
	for ; ; next *= 2 {
		d.full.trying.Store(t)
		d.full.doing.Store(isTried)
		t.expandTo(min(next, limit))
		d.full.trying.Store(nil)
		d.full.doing.Store(isLearned)
		if t.Halted() && !t.e.Spilled.Load() && !t.e.Broken() {
			return false, nil
		}
		if !d.learn.Learn() {
			right = false
			t.reduction.Forget()
		}
		switch {
		case d.learn.Failure() != nil:
			return false, d.learn.Failure()
		case t.ended():
			return right, nil
		case !d.trial && t.transitions*100 > d.taken*(t.transitions+t.saved):
			return right, &reduce.Reason{Text: fmt.Sprintf("it takes %d of %d events", t.transitions, t.transitions+t.saved), Later: true}
		case t.Kept >= limit:
			return right, tooMany
		}
	}
}
