package space

import (
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

// First returns the state whose text, block by block in protocol terms, is the
// first: equal blocks have equal texts, in any search.
func (s *Space) First(states []table.StateKey) table.StateKey {
	if len(states) == 0 || slices.Contains(states, 0) {
		s.Engine.Lost("no state goes on to one that was found")
	}
	texts := map[engine.BlockID]string{}
	text := func(block engine.BlockID) string {
		if _, ok := texts[block]; !ok {
			record, channels := s.Engine.Binding.Show(block)
			texts[block] = record + "|" + strings.Join(channels, "|")
		}
		return texts[block]
	}
	best := states[0]
	least, other := s.Engine.NewVector(), s.Engine.NewVector()
	s.Engine.Codec.Decode(best, least)
	for _, key := range states[1:] {
		s.Engine.Codec.Decode(key, other)
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

// Members returns the states of the orbits of the given representatives.
func (s *Space) Members(states []table.StateKey) []table.StateKey {
	if s.Engine.Group == nil {
		return states
	}
	var all []table.StateKey
	for _, key := range states {
		all = append(all, s.Engine.ImagesOf(key, func(engine.Renaming) bool { return true })...)
	}
	return all
}

// Representative returns the state that is kept of the orbit of a state, and a renaming
// that takes the state to it.
func (s *Space) Representative(key table.StateKey) (table.StateKey, engine.RenamingID) {
	if s.Engine.Group == nil {
		return key, 0
	}
	v := s.Engine.NewVector()
	s.Engine.Codec.Decode(key, v)
	o := engine.NewOrbiter(s.Engine)
	by, _ := o.Represent(v.Blocks)
	copy(v.Blocks, o.Best)
	return s.Engine.Codec.Encode(0, v, s.Engine.AllBlocks()), by
}

// A Run is the steps from one of the starts.
type Run struct {
	Start int
	Steps []protocol.TraceStep
}

// startOf returns the number of an initial state.
func (s *Space) startOf(key table.StateKey) int { return slices.Index(s.Engine.Begins(), key) }

// Path returns a shortest run from a start to a state of the given level.
func (s *Space) Path(target table.StateKey, level int) Run {
	steps := make([]protocol.TraceStep, level)
	for ; level > 0; level-- {
		parent := s.First(s.Parents(s.Levels[level-1], target))
		steps[level-1] = s.Transition(parent, target)
		target = parent
	}
	return Run{s.startOf(target), steps}
}

// Parents returns the states of the orbits of some that are kept that have the target as a successor, perhaps some of them
// more than once.
func (s *Space) Parents(l Level, target table.StateKey) []table.StateKey {
	kept, _ := s.Representative(target)
	var mu sync.Mutex
	var all []table.StateKey
	var wait sync.WaitGroup
	for _, next := range s.Share(l, 256, s.Workers) {
		wait.Go(func() {
			w := s.Walker()
			w.Visit = func(key table.StateKey, _ engine.Transition) {
				if key == kept {
					hits := s.preimages(w, target)
					mu.Lock()
					all = append(all, hits...)
					mu.Unlock()
				}
			}
			for _, chunk := next(); len(chunk) > 0; _, chunk = next() {
				for _, key := range chunk {
					w.Expand(key)
				}
			}
		})
	}
	wait.Wait()
	return all
}

// preimages returns the members of the orbit of the state at hand that have the target
// as a successor by the transition at hand, renamed.
func (s *Space) preimages(w *engine.Walker, target table.StateKey) []table.StateKey {
	if s.Engine.Group == nil {
		return []table.StateKey{w.Key}
	}
	var all []table.StateKey
	v := s.Engine.NewVector()
	for t := range s.Engine.Group.Renamings {
		s.Engine.ImageOf(w.Raw, engine.RenamingID(t), v.Blocks)
		if s.Engine.Codec.Encode(0, v, s.Engine.AllBlocks()) == target {
			s.Engine.ImageOf(w.State.Blocks, engine.RenamingID(t), v.Blocks)
			all = append(all, s.Engine.Codec.Encode(0, v, s.Engine.AllBlocks()))
		}
	}
	return all
}

// Transition returns the first transition from one state to another.
func (s *Space) Transition(from, to table.StateKey) protocol.TraceStep {
	return s.Engine.FirstStep(from, func(next table.StateKey) bool { return next == to })
}
