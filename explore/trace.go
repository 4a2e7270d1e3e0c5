package explore

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// No state remembers where it was reached from: a shortest run to a state is
// found again from the levels, backward, by expanding the level before once
// more. That costs at most as much time as the search did and no memory at
// all. Of several predecessors, the first in the order of their texts is taken,
// so that the run does not depend on the order in which states were met. Which of the
// shortest runs is shown, switches.go says; this is how one is found where it says nothing.

// first returns the state whose text, block by block in protocol terms, is the
// first: equal blocks have equal texts, in any search.
func (s *search) first(states []table.StateKey) table.StateKey {
	if len(states) == 0 || slices.Contains(states, 0) {
		s.e.lost("no state goes on to one that was found")
	}
	texts := map[blockID]string{}
	text := func(block blockID) string {
		if _, ok := texts[block]; !ok {
			record, channels := s.e.show(block)
			texts[block] = record + "|" + strings.Join(channels, "|")
		}
		return texts[block]
	}
	best := states[0]
	least, other := s.e.newVector(), s.e.newVector()
	s.e.codec.decode(best, least)
	for _, key := range states[1:] {
		s.e.codec.decode(key, other)
		for p, block := range other.blocks {
			if block == least.blocks[p] {
				continue
			}
			if text(block) < text(least.blocks[p]) {
				best = key
				least, other = other, least
			}
			break
		}
	}
	return best
}

// With symmetry, the states of a level are the members of the orbits of those kept.

// members returns the states of the orbits of the given representatives.
func (s *search) members(states []table.StateKey) []table.StateKey {
	if s.e.group == nil {
		return states
	}
	var all []table.StateKey
	for _, key := range states {
		all = append(all, s.e.imagesOf(key, func(renaming) bool { return true })...)
	}
	return all
}

// representative returns the state that is kept of the orbit of a state, and a turn
// that takes the state to it.
func (s *search) representative(key table.StateKey) (table.StateKey, turn) {
	if s.e.group == nil {
		return key, 0
	}
	v := s.e.newVector()
	s.e.codec.decode(key, v)
	o := newOrbiter(s.e)
	by, _ := o.represent(v.blocks)
	copy(v.blocks, o.best)
	return s.e.codec.encode(0, v, protocol.All(s.e.n)), by
}

// path returns a shortest run from the start to a state of the given level.
func (s *search) path(target table.StateKey, level int) []protocol.TraceStep {
	steps := make([]protocol.TraceStep, level)
	for ; level > 0; level-- {
		parents := s.parents(target, level-1)
		slices.Sort(parents)
		parents = slices.Compact(parents)
		parent := s.first(parents)
		steps[level-1] = s.transition(parent, target)
		target = parent
	}
	return steps
}

// parents returns the states of a level that have the target as a successor.
func (s *search) parents(target table.StateKey, level int) []table.StateKey {
	kept, _ := s.representative(target)
	var mu sync.Mutex
	var all []table.StateKey
	var wait sync.WaitGroup
	for _, next := range s.share(s.levels[level], 256, s.o.Workers) {
		wait.Go(func() {
			w := s.newWalker()
			var hits []table.StateKey
			w.visit = func(key table.StateKey, t transition) {
				if key == kept {
					hits = append(hits, s.preimages(w, target)...)
				}
			}
			for _, chunk := next(); len(chunk) > 0; _, chunk = next() {
				for _, key := range chunk {
					hits = hits[:0]
					w.expand(key)
					if len(hits) > 0 {
						mu.Lock()
						all = append(all, hits...)
						mu.Unlock()
					}
				}
			}
		})
	}
	wait.Wait()
	return all
}

// preimages returns the members of the orbit of the state at hand that have the target
// as a successor by the transition at hand, renamed.
func (s *search) preimages(w *walker, target table.StateKey) []table.StateKey {
	if s.e.group == nil {
		return []table.StateKey{w.key}
	}
	var all []table.StateKey
	v := s.e.newVector()
	for t := range s.e.group.renamings {
		s.e.imageOf(w.raw, turn(t), v.blocks)
		if s.e.codec.encode(0, v, protocol.All(s.e.n)) == target {
			s.e.imageOf(w.state.blocks, turn(t), v.blocks)
			all = append(all, s.e.codec.encode(0, v, protocol.All(s.e.n)))
		}
	}
	return all
}

// transition returns the first transition from one state to another.
func (s *search) transition(from, to table.StateKey) protocol.TraceStep {
	return s.firstStep(from, func(next table.StateKey) bool { return next == to })
}

// firstStep returns the first transition from a state for which f is true; f is
// called until then, without transitions that are undefined.
func (s *search) firstStep(from table.StateKey, f func(next table.StateKey) bool) protocol.TraceStep {
	var first *transition
	w := newWalker(s.e)
	w.visit = func(next table.StateKey, t transition) {
		if first == nil && t.flags&isUndefined == 0 && f(next) {
			first = &t
		}
	}
	w.expand(from)
	if first == nil {
		s.e.lost("a transition that was found is not there")
	}
	return s.traceStep(*first)
}

// traceStep returns a transition as traces show it.
func (s *search) traceStep(t transition) protocol.TraceStep {
	step := protocol.TraceStep{Process: int(t.process), From: int(t.from), Outcome: int(t.nth), Place: int(t.place), Name: s.e.steps.At(t.step)}
	if t.flags&isSame != 0 {
		step.Place = protocol.SamePlace
	}
	return step
}

// trace returns a shortest run that violates the property, and what is wrong
// at its end.
func (s *search) trace(found *firstStates, p protocol.Property) (*Trace, string) {
	steps, target := s.shortest(s.members(found.states), found.level, p == protocol.WellDefined)
	trace := &Trace{Steps: steps, Loop: -1, Shortest: !s.reduced, Process: -1}
	w := newWalker(s.e)
	w.load(target)
	seen := w.observe(make([]observationID, s.e.n))
	detail := ""
	switch p {
	case protocol.WellDefined:
		undefined := w.undefinedSteps(target)
		last := slices.IndexFunc(undefined, func(t transition) bool { return s.traceStep(t) == steps[len(steps)-1] })
		detail = s.e.texts.At(w.undefinedText(undefined[last]))
	case protocol.Safety:
		detail = s.safe.says(s.safe.text(seen))
	case protocol.DeadlockFreedom, protocol.StarvationFreedom:
		detail = "nothing can happen any more, and " + waiting(w.phases[protocol.Waiting])
		trace.Process = w.phases[protocol.Waiting].First()
	default:
		unmet := s.goalOf(p).unmet
		detail = unmet.says(unmet.text(seen)) + stays
	}
	return trace, detail
}

func waiting(ps protocol.Set) string {
	var names []string
	for _, p := range ps.Members() {
		names = append(names, fmt.Sprint(p+1))
	}
	if len(names) == 1 {
		return "process " + names[0] + " waits"
	}
	return "processes " + strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " wait"
}
