package simulate

import "qcheck/explore"

// falls lets a process crash at its turn, or go on that has crashed; it reports whether it did.
func (s *simulation) falls(p int) bool {
	name := explore.Crashes
	switch {
	case s.down[p] && s.left.Restart > 0:
		name = explore.Restarts
	case s.down[p] || !s.mayFall(p):
		return false
	}
	if s.random.Float64() >= s.Chance {
		return false
	}
	x, before := explore.TraceStep{Process: p, From: -1, Name: name}, s.local[p]
	if name == explore.Crashes {
		x.Outcome = s.ownSteps(p).all
		s.crash(p)
	} else {
		s.left.Restart--
		s.down[p], s.untold[p] = false, report{}
	}
	s.fault(x)
	s.after(p, x, before)
	return true
}

// mayFall reports whether a process may crash.
func (s *simulation) mayFall(p int) bool {
	if !s.left.MayCrash(p) || s.left.When == 0 {
		return s.left.MayCrash(p)
	}
	var standing []explore.Standing
	if s.Standing != nil {
		standing = s.Standing(p, s.local[p])
	}
	return s.left.When.Has(explore.MomentOf(s.Observe(p, s.local[p]), standing))
}

func (s *simulation) crash(p int) {
	s.left.Crash--
	s.down[p] = true
	if s.Restart != nil {
		s.local[p] = s.Restart(p, s.local[p])
	} else {
		s.local[p] = s.Init(p)
	}
	s.channels[p*s.N+p] = nil
	if s.Faults.Suspect {
		s.untold[p] = report{explore.All(s.N).Without(p), s.now + s.Delay}
	}
}

// fault records a step in which something goes wrong.
func (s *simulation) fault(x explore.TraceStep) {
	s.note(x)
	s.run.Faults++
}

// ownSteps counts the alternatives of the local steps of a process, if they are recorded.
func (s *simulation) ownSteps(p int) (n tally) {
	if s.Record {
		s.count(&n, p, s.actions(p), s.begun(p).busy)
	}
	return n
}

// tell lets p be told of the crash of q, and reports whether it was.
func (s *simulation) tell(q, p int) bool {
	steps := s.Suspect(p, s.local[p], q)
	if len(steps) == 0 {
		return false
	}
	c := s.begun(p)
	c.told, c.before = q+1, s.ownSteps(p)
	if s.mayFall(p) {
		c.before.all++
	}
	for r := range q {
		if s.Record && s.untold[r].to.Has(p) {
			s.count(&c.before, p, s.Suspect(p, s.local[p], r), c.busy)
		}
	}
	s.finish(s.choose(c, steps, s.random.IntN(len(steps))))
	return true
}

// strikes lets something go wrong with a message when it is tried for the first time, and reports whether it did.
func (s *simulation) strikes(q, p, at int) bool {
	k := &s.channels[q*s.N+p][at]
	if k.tried {
		return false
	}
	k.tried = true
	switch {
	case s.left.Lose > 0 && s.random.Float64() < s.Chance:
		s.mishap(q, p, at, explore.Loses)
		s.left.Lose--
		s.remove(q, p, at)
	case s.left.Duplicate > 0 && s.random.Float64() < s.Chance:
		s.mishap(q, p, at, explore.Copies)
		s.left.Duplicate--
		s.channels[q*s.N+p] = append(s.channels[q*s.N+p], packet{msg: k.msg, clock: k.clock, heard: k.heard, due: s.now + s.Delay})
	default:
		return false
	}
	s.refused[q*s.N+p] = false
	s.forget()
	s.require()
	return true
}

// mishap records that something goes wrong with a message.
func (s *simulation) mishap(q, p, at int, name string) {
	x := explore.TraceStep{Process: p, From: q, Name: name}
	if s.Record {
		channel := s.channels[q*s.N+p]
		place, lost := at, 1 // the number of the message, and of those that might be lost
		if !s.Network.Ordered() {
			place, lost = s.numberOf(q, p, at)
		} else if s.Selective {
			lost = len(channel)
		}
		x.Outcome = s.deliveries(q, p).all + place
		if name == explore.Copies && s.left.Lose > 0 {
			x.Outcome += lost
		}
	}
	s.fault(x)
}

// numberOf returns the number of a message among the different ones of its channel, and how many these are.
func (s *simulation) numberOf(q, p, at int) (number, all int) {
	mine, list := s.number(s.channels[q*s.N+p][at], s.dense()), s.different(q, p)
	for number < len(list) && list[number].compare(mine) < 0 {
		number++
	}
	return number, len(list)
}

// deliveries counts the alternatives of taking a message from q at a process that has not crashed.
func (s *simulation) deliveries(q, p int) (n tally) {
	if !s.Network.Ordered() {
		for _, x := range s.different(q, p) {
			s.count(&n, p, s.takes(p, q, x.msg), false)
		}
		return n
	}
	for _, k := range s.channels[q*s.N+p] {
		steps := s.takes(p, q, k.msg)
		s.count(&n, p, steps, s.behind(q, p))
		if len(steps) > 0 || !s.Selective {
			break
		}
	}
	return n
}

// drop lets a message come to a process that has crashed.
func (s *simulation) drop(q, p, at int) {
	x := explore.TraceStep{Process: p, From: q, Name: explore.Drops}
	if s.Network == explore.Duplicating { // it may come again, and nothing changes
		s.remove(q, p, at)
		return
	}
	if s.Record && !s.Network.Ordered() {
		x.Outcome, _ = s.numberOf(q, p, at)
	}
	s.note(x)
	s.moved = true
	s.remove(q, p, at)
	s.forget()
	s.require()
}
