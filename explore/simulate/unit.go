package simulate

import (
	"context"
	"slices"

	"qcheck/explore"
)

// unit lets a unit of time go by, which takes for ever where messages never stop.
// It reports false when ctx ends before.
func (s *simulation) unit(ctx context.Context) bool {
	s.moved = false
	for p := range s.turn {
		s.turn[p] = true
	}
	clear(s.refused[:s.N*s.N])
	clear(s.refused[s.reportOf(0, 0):])
	s.redeliver()
	var ready []int
	for steps := 0; !s.over(); steps++ {
		if steps%1024 == 0 && ctx.Err() != nil {
			return false
		}
		if ready = s.ready(ready[:0]); len(ready) > 0 {
			s.try(ready[s.random.IntN(len(ready))])
		} else if !s.idle() {
			break
		}
	}
	if !s.moved && !s.over() {
		s.stuck()
	}
	return true
}

// ready lists what may be tried, by its number: the channels with a message that is due,
// then the local steps of processes that do not think, and the
// turns, then the reports. On a network where messages are taken at once these are the channels alone
// until none of their messages can be taken.
func (s *simulation) ready(list []int) []int {
	for i, c := range s.at.Channels {
		if !s.refused[i] && s.comes(c) {
			list = append(list, i)
		}
	}
	if s.Network == explore.Instant && len(list) > 0 {
		return list
	}
	for p := range s.N {
		if i := s.localSteps(p); s.seen[p].Phase != explore.Thinking && !s.refused[i] {
			list = append(list, i)
		}
		if s.turn[p] {
			list = append(list, s.turnOf(p))
		}
	}
	for q, untold := range s.at.Untold {
		for _, p := range untold.Members() {
			if i := s.reportOf(q, p); s.told[q] <= s.now && !s.down(p) && !s.refused[i] {
				list = append(list, i)
			}
		}
	}
	return list
}

func (s *simulation) try(i int) {
	switch {
	case i < s.localSteps(0):
		s.refused[i] = !s.deliver(i/s.N, i%s.N)
	case i < s.turnOf(0):
		s.refused[i] = !s.act(i-s.localSteps(0), explore.Plain)
	case i < s.reportOf(0, 0):
		s.take(i - s.turnOf(0))
	default:
		i -= s.reportOf(0, 0)
		q, p := i/s.N, i%s.N
		s.refused[s.reportOf(q, p)] = !s.choose(p, -1, 0, q+1, s.Suspect(p, s.at.Local[p], q))
	}
}

// idle lets a process that thinks take a local step, and reports whether one
// did.
func (s *simulation) idle() bool {
	for _, p := range s.random.Perm(s.N) {
		if i := s.localSteps(p); s.seen[p].Phase == explore.Thinking && !s.refused[i] {
			s.refused[i] = true
			if s.act(p, explore.Plain) {
				return true
			}
		}
	}
	return false
}

// take is the turn of process p.
func (s *simulation) take(p int) {
	s.turn[p] = false
	if s.crashOrRestart(p) || s.down(p) {
		return
	}
	if s.may(p) && s.random.Float64() < s.P && s.act(p, explore.May) {
		return
	}
	asks := s.random.Float64() < s.P && s.Askers.Has(p)
	stayed := s.now-s.since[p] >= s.Stay
	switch s.seen[p].Phase {
	case explore.Thinking:
		_ = asks && s.act(p, explore.Ask) || s.inclusion && stayed && s.act(p, explore.Leave)
	case explore.Inside:
		_ = stayed && s.act(p, explore.Leave) || s.inclusion && asks && s.act(p, explore.Ask)
	}
}

// may reports whether a process has a step of kind May.
func (s *simulation) may(p int) bool {
	return slices.ContainsFunc(s.Actions(p, s.at.Local[p]), func(x step) bool { return x.Kind == explore.May })
}

// act takes a local step of the given kind, and reports whether there was one.
func (s *simulation) act(p int, kind explore.StepKind) bool {
	if s.down(p) {
		return false
	}
	var of []step
	for _, x := range s.Actions(p, s.at.Local[p]) {
		if x.Kind == kind {
			of = append(of, x)
		}
	}
	return s.choose(p, -1, 0, 0, of)
}
