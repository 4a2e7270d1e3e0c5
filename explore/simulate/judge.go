package simulate

import (
	"fmt"
	"slices"

	"qcheck/explore"
)

// stuck decides whether a process waits and no step except of kind Ask can be
// taken; where asking is fair, not even those.
func (s *simulation) stuck() {
	waiter := slices.IndexFunc(s.seen, func(o explore.Observation) bool { return o.Phase == explore.Waiting })
	if waiter < 0 {
		return
	}
	for p := range s.N {
		if !s.down[p] && slices.ContainsFunc(s.actions(p), s.owed) {
			return
		}
		for q, r := range s.untold {
			if r.to.Has(p) && !s.down[p] && len(s.Suspect(p, s.local[p], q)) > 0 {
				return
			}
		}
	}
	for i, c := range s.channels {
		q, p := i/s.N, i%s.N
		for _, k := range c {
			if s.stirs(q, p, k) {
				return
			}
			if !s.Selective && s.Network.Ordered() {
				break
			}
		}
	}
	can := "can"
	if f := s.left; f.Crash+f.Restart+f.Lose+f.Duplicate > 0 {
		can = "has to"
	}
	for p := range s.N {
		if !s.down[p] && s.may(p) {
			can = "has to"
		}
	}
	s.run.Violated, s.run.Detail = explore.DeadlockFreedom, fmt.Sprintf("process %d waits, and nothing %s happen", waiter+1, can)
}

// owed reports whether a local step has to be taken when it stays enabled.
func (s *simulation) owed(x step) bool {
	return x.Kind != explore.May && (x.Kind != explore.Ask || s.Obliged)
}

// stirs reports whether a message that is on its way can arrive, and if it may come again, change anything.
func (s *simulation) stirs(q, p int, k packet) bool {
	if s.down[p] {
		return s.Network != explore.Duplicating
	}
	steps := s.takes(p, q, k.msg)
	if s.Network != explore.Duplicating {
		return len(steps) > 0
	}
	some := false
	for _, x := range steps {
		s.endings(ending{p: p, step: x}, func(e ending) { some = some || s.changes(explore.TraceStep{Process: p, From: q, Name: x.Name}, k, e) })
	}
	return some
}

// changes reports whether a message that may come again changes anything by an ending of the step that takes it.
func (s *simulation) changes(x explore.TraceStep, k packet, e ending) bool {
	p := x.Process
	if e.ended || e.fresh > 0 || e.step.Next != s.local[p] || s.news(p, k) {
		return true
	}
	if next, overflow := s.remembers(x, s.local[p], e.step.Next); next != s.history || overflow != "" {
		return true
	}
	return slices.ContainsFunc(e.sent, func(o out) bool {
		return s.place(p, o.To, packet{msg: o.Msg, heard: s.brought(o.To, s.heard[p])}) < 0
	})
}

// judge ends a run that is not safe, or is in a state that it may not be in.
func (s *simulation) judge() {
	if s.Safe != nil {
		if wrong := s.Safe(s.seen); wrong != "" {
			s.run.Violated, s.run.Detail = explore.Safety, wrong
		}
	}
}

// require ends a run in a state that is wrong for a requirement.
func (s *simulation) require() {
	var sides []any
	for _, r := range s.Requirements {
		if r.Wrong == nil || s.over() {
			continue
		}
		if sides == nil {
			sides = s.sides()
		}
		if wrong := r.Wrong(sides); wrong != "" {
			s.run.Violated, s.run.Detail = r.Name, wrong
		}
	}
}

// sides returns the parts of the state, as requirements see it.
func (s *simulation) sides() []any {
	var sides []any
	for p := range s.N {
		var channels [][]value
		for to := range s.N {
			var list []value
			for _, k := range s.channels[p*s.N+to] {
				list = append(list, k.msg)
			}
			channels = append(channels, list)
		}
		sides = append(sides, s.SideOf(s.local[p], channels, s.down[p]))
	}
	if s.Watched != nil {
		sides = append(sides, s.Watched.Typed(s.history))
	}
	return sides
}

// watch lets the history see a step; what it says of a bound ends the run.
func (s *simulation) watch(x explore.TraceStep, before value) {
	if s.over() {
		return
	}
	next, overflow := s.remembers(x, before, s.local[x.Process])
	if s.history = next; overflow != "" {
		s.run.Overflow = "the history: " + overflow
	}
}

// remembers returns the history after a step.
func (s *simulation) remembers(x explore.TraceStep, before, after value) (next value, overflow string) {
	if s.Watched == nil {
		return s.history, ""
	}
	for _, l := range []*value{&before, &after} {
		l.EachStamp(s.Local, func(explore.Stamp) explore.Stamp { return 0 })
	}
	return s.WatchedAfter(s.history, explore.Event[value]{Process: x.Process, From: x.From, Step: x.Name, Before: before, After: after})
}
