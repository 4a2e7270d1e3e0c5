package explore

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// No state remembers where it was reached from: a shortest run to a state is
// found again from the levels, backward, by expanding the level before once
// more. That costs at most as much time as the search did and no memory at
// all. Of several predecessors, the first in the order of their texts is taken,
// so that the run does not depend on the order in which states were met.

// first returns the state whose text, block by block in protocol terms, is the
// first: equal blocks have equal texts, in any search.
func (s *search) first(states []uint64) uint64 {
	texts := map[uint32]string{}
	text := func(block uint32) string {
		t, ok := texts[block]
		if !ok {
			v := s.e.calls.show(block)
			t = v.record + "|" + strings.Join(v.chans, "|")
			texts[block] = t
		}
		return t
	}
	best := states[0]
	least, val := make([]uint32, 2*s.e.n-1), make([]uint32, 2*s.e.n-1)
	s.e.decode(s.t, best, least)
	for _, key := range states[1:] {
		s.e.decode(s.t, key, val)
		for p := range s.e.n {
			if val[p] == least[p] {
				continue
			}
			if text(val[p]) < text(least[p]) {
				best = key
				least, val = val, least
			}
			break
		}
	}
	return best
}

// path returns a shortest run from the start to a state of the given level.
func (s *search) path(target uint64, level int) []TraceStep {
	steps := make([]TraceStep, level)
	for ; level > 0; level-- {
		parents := s.parents(target, level-1)
		slices.Sort(parents)
		parents = slices.Compact(parents)
		parent := s.first(parents)
		steps[level-1] = s.step(parent, target)
		target = parent
	}
	return steps
}

// parents returns the states of a level that have the target as a successor.
func (s *search) parents(target uint64, level int) []uint64 {
	states := s.levels[level]
	var mu sync.Mutex
	var all []uint64
	var at atomic.Int64
	var wait sync.WaitGroup
	for range s.o.Workers {
		wait.Go(func() {
			w := s.walker()
			hit := false
			w.found = func(key uint64, ed edge) { hit = hit || key == target }
			const chunk = 256
			for {
				from := int(at.Add(chunk)) - chunk
				if from >= len(states) {
					return
				}
				for _, key := range states[from:min(from+chunk, len(states))] {
					hit = false
					w.expand(key)
					if hit {
						mu.Lock()
						all = append(all, key)
						mu.Unlock()
					}
				}
			}
		})
	}
	wait.Wait()
	return all
}

// step returns the first step from one state to another.
func (s *search) step(from, to uint64) TraceStep {
	var step *TraceStep
	w := newWalker(s.e, s.t)
	w.found = func(key uint64, ed edge) {
		if step == nil && key == to && ed.flags&oUndefined == 0 {
			t := s.traceStep(ed)
			step = &t
		}
	}
	w.expand(from)
	return *step
}

func (s *search) traceStep(ed edge) TraceStep {
	t := TraceStep{Process: int(ed.process), From: int(ed.from), Outcome: int(ed.outcome), Place: int(ed.place), Name: s.e.names[ed.name]}
	if ed.flags&oSame != 0 {
		t.Place = SamePlace
	}
	return t
}

// trace returns a shortest run that violates the property, and what is wrong
// at its end.
func (s *search) trace(v *violation, p Property) (*Trace, string) {
	target := s.first(v.states)
	t := &Trace{Steps: s.path(target, v.level), Loop: -1, Shortest: !s.reduced, Process: -1}
	w := newWalker(s.e, s.t)
	detail := ""
	w.found = func(key uint64, ed edge) {
		if ed.flags&oUndefined != 0 && detail == "" && p == WellDefined {
			t.Steps = append(t.Steps, s.traceStep(ed))
			detail = s.e.texts[s.undefinedText(w, ed)]
		}
	}
	w.expand(target)
	switch p {
	case Safety:
		detail = s.texts[s.wrong(s.seenAt(w))]
	case DeadlockFreedom, StarvationFreedom:
		detail = "nothing can happen any more, and " + waiting(w.phases[Waiting])
		t.Process = w.phases[Waiting].Members()[0]
	case WellDefined:
	default:
		detail = stays(s.goalOf(p).unmet(s.seenAt(w)))
	}
	return t, detail
}

// seenAt returns the numbers of what is observed in the state that a walker is
// at.
func (s *search) seenAt(w *walker) []uint32 {
	seen := make([]uint32, s.e.n)
	for i := range seen {
		seen[i] = s.e.block.at(w.val[i])[rowSeen] >> 8
	}
	return seen
}

// undefinedText finds the text of an undefined outcome again.
func (s *search) undefinedText(w *walker, ed edge) uint32 {
	p, q := int(ed.process), int(ed.from)
	list := s.e.acts(w.val[p])
	if q >= 0 {
		list, _ = w.taking(q, p)
	}
	return list[slices.IndexFunc(list, func(o outcome) bool {
		return o.nth == ed.outcome && o.flags&oSame == ed.flags&oSame
	})].block
}

func waiting(ps Set) string {
	var names []string
	for _, p := range ps.Members() {
		names = append(names, fmt.Sprint(p+1))
	}
	if len(names) == 1 {
		return "process " + names[0] + " waits"
	}
	return "processes " + strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " wait"
}
