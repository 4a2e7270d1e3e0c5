package explore

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"qcheck/explore/internal/engine"
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
		s.e.Lost("no state goes on to one that was found")
	}
	texts := map[engine.BlockID]string{}
	text := func(block engine.BlockID) string {
		if _, ok := texts[block]; !ok {
			record, channels := s.e.Show(block)
			texts[block] = record + "|" + strings.Join(channels, "|")
		}
		return texts[block]
	}
	best := states[0]
	least, other := s.e.NewVector(), s.e.NewVector()
	s.e.Codec.Decode(best, least)
	for _, key := range states[1:] {
		s.e.Codec.Decode(key, other)
		for p, block := range other.Blocks {
			if block == least.Blocks[p] {
				continue
			}
			if text(block) < text(least.Blocks[p]) {
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
	if s.e.Group == nil {
		return states
	}
	var all []table.StateKey
	for _, key := range states {
		all = append(all, s.e.ImagesOf(key, func(engine.Renaming) bool { return true })...)
	}
	return all
}

// representative returns the state that is kept of the orbit of a state, and a turn
// that takes the state to it.
func (s *search) representative(key table.StateKey) (table.StateKey, engine.Turn) {
	if s.e.Group == nil {
		return key, 0
	}
	v := s.e.NewVector()
	s.e.Codec.Decode(key, v)
	o := engine.NewOrbiter(s.e)
	by, _ := o.Represent(v.Blocks)
	copy(v.Blocks, o.Best)
	return s.e.Codec.Encode(0, v, protocol.All(s.e.N)), by
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
			w.Visit = func(key table.StateKey, t engine.Transition) {
				if key == kept {
					hits = append(hits, s.preimages(w, target)...)
				}
			}
			for _, chunk := next(); len(chunk) > 0; _, chunk = next() {
				for _, key := range chunk {
					hits = hits[:0]
					w.Expand(key)
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
func (s *search) preimages(w *engine.Walker, target table.StateKey) []table.StateKey {
	if s.e.Group == nil {
		return []table.StateKey{w.Key}
	}
	var all []table.StateKey
	v := s.e.NewVector()
	for t := range s.e.Group.Renamings {
		s.e.ImageOf(w.Raw, engine.Turn(t), v.Blocks)
		if s.e.Codec.Encode(0, v, protocol.All(s.e.N)) == target {
			s.e.ImageOf(w.State.Blocks, engine.Turn(t), v.Blocks)
			all = append(all, s.e.Codec.Encode(0, v, protocol.All(s.e.N)))
		}
	}
	return all
}

// transition returns the first transition from one state to another.
func (s *search) transition(from, to table.StateKey) protocol.TraceStep {
	return s.e.FirstStep(from, func(next table.StateKey) bool { return next == to })
}

// trace returns a shortest run that violates the property, and what is wrong
// at its end.
func (s *search) trace(found *firstStates, p protocol.Property) (*Trace, string) {
	steps, target := s.shortest(s.members(found.states), found.level, p == protocol.WellDefined)
	trace := &Trace{Steps: steps, Loop: -1, Shortest: !s.reduced, Process: -1}
	w := engine.NewWalker(s.e)
	w.Load(target)
	seen := w.Observe(make([]engine.ObservationID, s.e.N))
	detail := ""
	switch p {
	case protocol.WellDefined:
		undefined := w.UndefinedSteps(target)
		last := slices.IndexFunc(undefined, func(t engine.Transition) bool { return s.e.TraceStep(t) == steps[len(steps)-1] })
		detail = s.e.Texts.At(w.UndefinedText(undefined[last]))
	case protocol.Safety:
		detail = s.safe.Says(s.safe.Text(seen))
	case protocol.DeadlockFreedom, protocol.StarvationFreedom:
		detail = "nothing can happen any more, and " + waiting(w.Phases[protocol.Waiting])
		trace.Process = w.Phases[protocol.Waiting].First()
	default:
		unmet := s.goalOf(p).unmet
		detail = unmet.Says(unmet.Text(seen)) + stays
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
