package simulate

import (
	"fmt"
	"slices"

	"qcheck/explore"
)

// A course is a step as far as it has come.
type course struct {
	p, from, at int // from: the sender of the message, -1 for none; at: its place in the channel
	told        int // of the crash of which process it is told, counted from 1; 0 for none
	name        string
	kind        explore.StepKind
	before      tally // the alternatives before it; when recorded
	state       value
	clock       uint64
	heard       uint64
	fresh       explore.Stamp // the rank of the fresh stamp, 0 for none
	place       int           // of the fresh stamp among those that were in use, from 1
	own         []value       // messages to oneself, not handled yet
	sent        []out
	selfSent    int64  // messages to oneself that were handled
	busy        bool   // messages to oneself wait in a channel, and further ones behind them
	undefined   string // why the step is not defined
	overflow    string // which bound of the model it passes
}

// begun is a step of a process that takes no message, before anything of it happened.
func (s *simulation) begun(p int) course {
	return course{p: p, from: -1, clock: s.clock[p], heard: s.heard[p], busy: s.Network.Ordered() && len(s.channels[p*s.N+p]) > 0}
}

// choose goes on with one of several alternatives, then with the messages that
// the process sends to itself.
func (s *simulation) choose(c course, steps []step, i int) course {
	if c.name == "" {
		c.name, c.kind = steps[i].Name, steps[i].Kind
	}
	if s.Record {
		for _, x := range steps[:i] {
			s.endings(ending{p: c.p, step: x, own: c.own, busy: c.busy, fresh: c.fresh}, c.before.add)
		}
	}
	c.undefined, c.overflow = steps[i].Undefined, steps[i].Overflow
	if c.undefined != "" || c.overflow != "" {
		return c
	}
	c.state = steps[i].Next
	var sent []out
	for _, m := range steps[i].Send {
		if m.To == c.p {
			c.own = append(c.own, m.Msg)
		} else {
			sent = append(sent, m)
		}
	}
	c.sent = append(c.sent, sent...)
	if s.stamp(&c); c.overflow != "" {
		return c
	}
	for len(c.own) > 0 {
		m := c.own[0]
		if !c.busy {
			if next := s.ask(call{c.p, c.p, c.state, m}); len(next) > 0 {
				c.own = slices.Clone(c.own[1:])
				c.selfSent++
				s.hear(&c, packet{msg: m, clock: c.clock})
				return s.choose(c, next, s.random.IntN(len(next)))
			}
			c.busy = s.Network.Ordered()
		}
		c.own = c.own[1:]
		c.sent = append(c.sent, out{To: c.p, Msg: m})
	}
	return c
}

// A tally counts alternatives, and those with a fresh stamp, which may be the last one of the process again.
type tally struct{ all, fresh int }

func (t *tally) add(e ending) {
	if t.all++; e.fresh > 0 {
		t.fresh++
	}
}

// An ending is a way in which a step can end, with the messages that the process sends to itself.
type ending struct {
	p     int
	step  step    // the alternative taken last; Next is the state
	own   []value // messages to oneself, not handled yet
	sent  []out
	busy  bool
	fresh explore.Stamp // the fresh stamp, Fresh where it has no place yet; 0 for none
	ended bool          // it is not defined, or passes a bound of the model
}

// endings calls f for each way in which a step can end.
func (s *simulation) endings(e ending, f func(ending)) {
	if e.step.Undefined != "" || e.step.Overflow != "" {
		e.ended = true
		f(e)
		return
	}
	if e.fresh == 0 && s.hasFresh(e.step) {
		e.fresh = explore.Fresh
	}
	e.step = s.given(e.step, e.fresh)
	e.own, e.sent = slices.Clone(e.own), slices.Clone(e.sent)
	for _, m := range e.step.Send {
		if m.To == e.p {
			e.own = append(e.own, m.Msg)
		} else {
			e.sent = append(e.sent, m)
		}
	}
	for ; len(e.own) > 0; e.own = e.own[1:] {
		if !e.busy {
			if next := s.ask(call{e.p, e.p, e.step.Next, e.own[0]}); len(next) > 0 {
				rest := e.own[1:]
				for _, x := range next {
					e.step, e.own = x, rest
					s.endings(e, f)
				}
				return
			}
			e.busy = s.Network.Ordered()
		}
		e.sent = append(e.sent, out{To: e.p, Msg: e.own[0]})
	}
	f(e)
}

// finish carries out the step.
func (s *simulation) finish(c course) {
	x := explore.TraceStep{Process: c.p, From: c.from, Outcome: c.before.all, Place: c.place, Name: c.name}
	if c.place == explore.SamePlace {
		x.Outcome = c.before.fresh
	}
	if c.undefined != "" {
		x.Place = 0
	}
	s.note(x)
	if c.overflow != "" {
		s.run.Overflow = fmt.Sprintf("process %d: %s", c.p+1, c.overflow)
		return
	}
	if c.undefined != "" {
		s.run.Violated, s.run.Detail = explore.WellDefined, fmt.Sprintf("process %d: %s", c.p+1, c.undefined)
		return
	}
	s.moved = s.moved || c.kind != explore.Ask && c.kind != explore.May
	if c.from >= 0 {
		s.remove(c.from, c.p, c.at)
	}
	if c.told > 0 {
		r := &s.untold[c.told-1]
		r.to = r.to.Without(c.p)
	}
	before := s.local[c.p]
	s.local[c.p], s.clock[c.p], s.heard[c.p] = c.state, c.clock, c.heard
	s.run.Messages += int64(len(c.sent)) + c.selfSent
	s.run.Own += c.selfSent
	for _, m := range c.sent {
		k := packet{msg: m.Msg, due: s.now + s.Delay}
		if s.Clock.Attach == explore.EveryMessage {
			k.clock, k.heard = c.clock, c.heard
		}
		if m.To == c.p {
			s.run.Own++
		}
		s.put(c.p, m.To, k)
		s.refused[c.p*s.N+m.To] = false
	}
	s.after(c.p, x, before)
}

// note counts a step, and records it.
func (s *simulation) note(x explore.TraceStep) {
	s.run.Steps++
	if s.Record {
		s.run.Trace = append(s.run.Trace, x)
	}
}

// remove takes the message at a place out of a channel, unless it may come again.
func (s *simulation) remove(from, to, at int) {
	channel := &s.channels[from*s.N+to]
	if s.Network == explore.Duplicating {
		(*channel)[at].due = never
		return
	}
	*channel = slices.Delete(*channel, at, at+1)
}

// after follows a step of a process, which was in a state before it: what was refused may be done now, and the properties look.
func (s *simulation) after(p int, x explore.TraceStep, before value) {
	for q := range s.N {
		s.refused[q*s.N+p], s.refused[s.reportOf(q, p)] = false, false
	}
	s.refused[s.localSteps(p)] = false
	s.forget()
	s.observe(p)
	s.watch(x, before)
	s.require()
}

// observe notes what the step changed for the properties.
func (s *simulation) observe(p int) {
	before, after := s.seen[p], explore.Observation{}
	if !s.down[p] {
		after = s.Observe(p, s.local[p])
	}
	s.seen[p] = after
	if before.Phase != after.Phase {
		if before.Phase == explore.Waiting {
			s.run.Waited = max(s.run.Waited, s.now-s.since[p])
		}
		if after.Phase == explore.Inside {
			s.run.Entries++
		}
		s.since[p] = s.now
	}
	if before != after {
		s.judge()
	}
}
