package simulate

import (
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/explore/obvious"
)

// processBits is how many low bits of a time stamp are the process, from 1.
const processBits = 5

// choose takes one of the alternatives that a process has by itself, told of the crash of another (counted from 1; 0 for none),
// or with the message at a place in the channel from another; each is as likely as others. It reports whether there was one.
func (s *simulation) choose(p, from, at, told int, steps []step) bool {
	if len(steps) == 0 {
		return false
	}
	var all []obvious.Outcome
	s.semantics.Step(s.at, p, from, at, told, steps[s.random.IntN(len(steps))], s.random.IntN, func(o obvious.Outcome) { all = append(all, o) })
	o := all[0]
	clock, stamp := s.clocks(o)
	if len(all) > 1 && slices.Contains(s.stamps, stamp) { // the last one of the process again
		o = all[1]
		clock, stamp = s.clocks(o)
	}
	s.finish(o, clock, stamp)
	return true
}

// clocks returns the clock of the process after an outcome, and the time stamp that is made.
func (s *simulation) clocks(o obvious.Outcome) (clock, stamp uint64) {
	p, from, _ := o.Step()
	clock = s.clock[p]
	hear := func(msg any, brought uint64) {
		switch s.Clock.Attach {
		case explore.NoMessage:
			return
		case explore.StampedMessages:
			switch x := obvious.Latest(msg); x {
			case 0:
				return
			case explore.Fresh:
				brought = stamp >> processBits
			default:
				brought = s.stamps[x-1] >> processBits
			}
		}
		if clock = max(clock, brought); s.Clock.TickOnReceive {
			clock++
		}
	}
	if from >= 0 {
		k := s.at.Channels[from*s.N+p][o.Taken()]
		hear(k.Msg, k.Flight.Clock)
	}
	made, _, behind := o.Fresh()
	for i := 0; ; i++ {
		if made && i == behind {
			if s.Clock.TickOnFresh {
				clock++
			}
			stamp = clock<<processBits | uint64(p+1)
		}
		if i == len(o.Handled()) {
			return clock, stamp
		}
		hear(o.Handled()[i].Msg, clock)
	}
}

// finish carries out a step, after which the process has that clock, and which makes that time stamp.
func (s *simulation) finish(o obvious.Outcome, clock, stamp uint64) {
	p, from, _ := o.Step()
	place := 0
	if made, equal, _ := o.Fresh(); made && !equal {
		place, _ = slices.BinarySearch(s.stamps, stamp)
		place++
	}
	var x explore.TraceStep
	if s.Record {
		x = o.Numbered(place)
	}
	switch {
	case o.Overflow() != "":
		s.note(x)
		s.run.Overflow = fmt.Sprintf("process %d: %s", p+1, o.Overflow())
		return
	case o.Undefined():
		x.Place = min(x.Place, 0) // a stamp that would be new has none
		s.note(x)
		s.run.Violated, s.run.Detail = explore.WellDefined, fmt.Sprintf("process %d: %s", p+1, o.Why())
		return
	}
	if from >= 0 && s.Network == explore.Duplicating && (o.Fault() == "" || o.Fault() == explore.Drops) {
		s.flight(from*s.N+p, o.Taken()).Due = never
	}
	next, changes := o.Move(place, obvious.Flight{Clock: clock, Due: s.now + s.Delay})
	if !changes {
		return
	}
	s.note(x)
	s.moved = s.moved || o.Kind() != explore.Ask && o.Kind() != explore.May
	switch o.Fault() {
	case "", explore.Drops:
	case explore.Crashes:
		s.told[p] = s.now + s.Delay
		fallthrough
	default:
		s.run.Faults++
	}
	s.run.Messages += int64(len(o.Sent()) + len(o.Handled()))
	s.run.SelfSent += int64(len(o.Handled()))
	for _, m := range o.Sent() {
		if m.To == p {
			s.run.SelfSent++
		}
		s.refused[p*s.N+m.To] = false
	}
	s.at, s.clock[p], s.stamps = next.State, clock, obvious.Kept(next, s.stamps, stamp)
	if from < 0 || o.Fault() == "" { // the process may do now what it could not
		for q := range s.N {
			s.refused[q*s.N+p], s.refused[s.reportOf(q, p)] = false, false
		}
		s.refused[s.localSteps(p)] = false
	}
	s.observe(p)
}

// note counts a step, and records it.
func (s *simulation) note(x explore.TraceStep) {
	if s.run.Steps++; s.Record {
		s.run.Trace = append(s.run.Trace, x)
	}
}

// observe notes what a step of a process changed for the properties.
func (s *simulation) observe(p int) {
	before, after := s.seen[p], s.semantics.Seen(s.at, p)
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
	s.judge(before != after)
}

// judge ends a run that is not safe, or in a state that is wrong for a requirement.
func (s *simulation) judge(changed bool) {
	if s.Safe != nil && changed {
		if wrong := s.Safe(s.seen); wrong != "" {
			s.run.Violated, s.run.Detail = explore.Safety, wrong
		}
	}
	for _, r := range s.Requires {
		if s.over() {
			return
		}
		if wrong := r.Wrong(s.semantics.View(s.at)); wrong != "" {
			s.run.Violated, s.run.Detail = r.Name, wrong
		}
	}
}

// stuck ends a run in which a process waits, and no step has to be taken.
func (s *simulation) stuck() {
	waiter := slices.IndexFunc(s.seen, func(o explore.Observation) bool { return o.Phase == explore.Waiting })
	if waiter < 0 {
		return
	}
	can, goes := "can", false
	if s.at.Left != (obvious.Budget{}) {
		can = "has to"
	}
	s.semantics.Outcomes(s.at, func(o obvious.Outcome) {
		goes = goes || o.Fair()
		if o.Kind() == explore.May {
			can = "has to"
		}
	})
	if !goes {
		s.run.Violated, s.run.Detail = explore.DeadlockFreedom, fmt.Sprintf("process %d waits, and nothing %s happen", waiter+1, can)
	}
}
