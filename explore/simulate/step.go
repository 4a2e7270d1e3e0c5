package simulate

import (
	"fmt"
	"slices"

	"qcheck/explore"
)

// A course is a step as far as it has come.
type course struct {
	p, from, at int // from: the sender of the message, -1 for none; at: its place in the channel
	name        string
	kind        explore.StepKind
	outcome     int // among the alternatives; when recorded
	state       value
	clock       uint64
	fresh       explore.Stamp // the rank of the fresh stamp, 0 for none
	place       int           // of the fresh stamp among those that were in use, from 1
	own         []value       // messages to oneself, not handled yet
	sent        []out
	selfSent    int64  // messages to oneself that were handled
	busy        bool   // messages to oneself wait in a channel, and further ones behind them
	undefined   string // why the step is not defined
	overflow    string // which bound of the model it passes
}

// choose goes on with one of several alternatives, then with the messages that
// the process sends to itself.
func (s *simulation) choose(c course, steps []step, i int) course {
	if c.name == "" {
		c.name, c.kind = steps[i].Name, steps[i].Kind
	}
	if s.Record {
		for _, step := range steps[:i] {
			c.outcome += s.endings(c.p, step, c.own, c.busy)
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
	s.stamp(&c)
	for len(c.own) > 0 {
		m := c.own[0]
		if !c.busy {
			if next := s.ask(call{c.p, c.p, c.state, m}); len(next) > 0 {
				c.own = slices.Clone(c.own[1:])
				c.selfSent++
				c.clock = s.hear(c.clock, m, c.clock)
				return s.choose(c, next, s.random.IntN(len(next)))
			}
			c.busy = s.Network == explore.FIFO
		}
		c.own = c.own[1:]
		c.sent = append(c.sent, out{To: c.p, Msg: m})
	}
	return c
}

// endings counts the ways in which a step can end, with the messages that the
// process sends to itself.
func (s *simulation) endings(p int, step step, own []value, busy bool) int {
	if step.Undefined != "" || step.Overflow != "" || busy {
		return 1
	}
	own = slices.Clone(own)
	for _, m := range step.Send {
		if m.To == p {
			own = append(own, m.Msg)
		}
	}
	if len(own) == 0 {
		return 1
	}
	next := s.ask(call{p, p, step.Next, own[0]})
	if len(next) == 0 {
		return 1
	}
	n := 0
	for _, step := range next {
		n += s.endings(p, step, own[1:], false)
	}
	return n
}

// finish carries out the step.
func (s *simulation) finish(c course) {
	s.run.Steps++
	if s.Record {
		s.run.Trace = append(s.run.Trace, explore.TraceStep{
			Process: c.p, From: c.from, Outcome: c.outcome, Place: c.place, Name: c.name,
		})
	}
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
		channel := &s.channels[c.from*s.N+c.p]
		*channel = slices.Delete(*channel, c.at, c.at+1)
	}
	s.local[c.p], s.clock[c.p] = c.state, c.clock
	s.run.Messages += int64(len(c.sent)) + c.selfSent
	s.run.Own += c.selfSent
	for _, m := range c.sent {
		k := packet{msg: m.Msg, due: s.now + s.Delay}
		if s.Clock.Attach == explore.EveryMessage {
			k.clock = c.clock
		}
		if m.To == c.p {
			s.run.Own++
		}
		i := c.p*s.N + m.To
		s.channels[i] = append(s.channels[i], k)
		s.refused[i] = false
	}
	for q := range s.N {
		s.refused[q*s.N+c.p] = false
	}
	s.refused[s.N*s.N+c.p] = false
	s.observe(c.p)
}

// observe notes what the step changed for the properties.
func (s *simulation) observe(p int) {
	before, after := s.seen[p], s.Observe(p, s.local[p])
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
