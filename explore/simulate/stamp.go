package simulate

import (
	"slices"

	"qcheck/explore"
)

// processBits is how many low bits of a time stamp are the process, from 1.
const processBits = 5

// all replaces every stamp of the global state.
func (s *simulation) all(f func(explore.Stamp) explore.Stamp) {
	for p := range s.local {
		s.local[p].EachStamp(s.Local, f)
	}
	for _, c := range s.channels {
		for i := range c {
			c[i].msg.EachStamp(s.Message, f)
		}
	}
}

// begins turns the stamps of the initial state, clock values with processes,
// into ranks.
func (s *simulation) begins() {
	s.all(func(x explore.Stamp) explore.Stamp {
		if x != 0 {
			s.stamps = append(s.stamps, uint64(x))
		}
		return x
	})
	slices.Sort(s.stamps)
	s.stamps = slices.Compact(s.stamps)
	s.all(func(x explore.Stamp) explore.Stamp { return s.rank(uint64(x)) })
}

// rank returns the rank of a time stamp; that of 0, which is none, is 0.
func (s *simulation) rank(x uint64) explore.Stamp {
	i, ok := slices.BinarySearch(s.stamps, x)
	if !ok {
		return 0
	}
	return explore.Stamp(i + 1)
}

// hear returns what a clock becomes by a message that brought another along.
func (s *simulation) hear(clock uint64, m value, brought uint64) uint64 {
	switch s.Clock.Attach {
	case explore.NoMessage:
		return clock
	case explore.StampedMessages:
		var latest explore.Stamp
		m.EachStamp(s.Message, func(x explore.Stamp) explore.Stamp {
			latest = max(latest, x)
			return x
		})
		if latest == 0 {
			return clock
		}
		brought = s.stamps[latest-1] >> processBits
	}
	clock = max(clock, brought)
	if s.Clock.TickOnReceive {
		clock++
	}
	return clock
}

// stamp puts the fresh stamp of a course where Fresh stands. The stamps that no
// state and no message has are forgotten then.
func (s *simulation) stamp(c *course) {
	fresh := false
	find := func(x explore.Stamp) explore.Stamp {
		fresh = fresh || x == explore.Fresh
		return x
	}
	s.in(c, find)
	if !fresh {
		return
	}
	if c.fresh == 0 {
		if s.Clock.TickOnFresh {
			c.clock++
		}
		s.insert(c, c.clock<<processBits|uint64(c.p+1))
	}
	s.in(c, func(x explore.Stamp) explore.Stamp {
		if x == explore.Fresh {
			return c.fresh
		}
		return x
	})
}

// in replaces every stamp of a course.
func (s *simulation) in(c *course, f func(explore.Stamp) explore.Stamp) {
	c.state.EachStamp(s.Local, f)
	for i := range c.own {
		c.own[i].EachStamp(s.Message, f)
	}
	for i := range c.sent {
		c.sent[i].Msg.EachStamp(s.Message, f)
	}
}

// inUse reports of each stamp whether it is in use: in a state or a message, or because its process may make it
// again, since its clock has not ticked since.
func (s *simulation) inUse() []bool {
	used := make([]bool, len(s.stamps))
	note := func(x explore.Stamp) explore.Stamp {
		if x != 0 {
			used[x-1] = true
		}
		return x
	}
	s.all(note)
	for p, clock := range s.clock {
		if !s.Clock.TickOnFresh {
			note(s.rank(clock<<processBits | uint64(p+1)))
		}
	}
	return used
}

// insert makes room for a time stamp and renumbers all others. The course has
// none that is not in the global state, which is still that before the step.
func (s *simulation) insert(c *course, stamp uint64) {
	used := s.inUse()
	old := s.stamps
	s.stamps = nil
	for i, x := range old {
		if used[i] {
			s.stamps = append(s.stamps, x)
		}
	}
	at, known := slices.BinarySearch(s.stamps, stamp)
	if !known {
		s.stamps = slices.Insert(s.stamps, at, stamp)
	}
	c.fresh, c.place = explore.Stamp(at+1), at+1
	if known {
		c.place = explore.SamePlace
	}
	renumber := func(x explore.Stamp) explore.Stamp {
		if x == 0 || x == explore.Fresh {
			return x
		}
		return s.rank(old[x-1])
	}
	s.all(renumber)
	s.in(c, renumber)
}
