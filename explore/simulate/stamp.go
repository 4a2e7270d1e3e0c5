package simulate

import (
	"slices"

	"qcheck/explore"
)

// processBits is how many low bits of a time stamp are the process, from 1.
const processBits = 5

// maxStamps is how many time stamps may be in use: ranks are of type explore.Stamp.
const maxStamps = int(explore.Fresh) - 2

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

// stampOf returns the time stamp of a clock value at a process.
func stampOf(p int, clock uint64) uint64 { return clock<<processBits | uint64(p+1) }

// stamp puts the fresh stamp of a course where Fresh stands. The stamps that no
// state and no message has are forgotten then.
func (s *simulation) stamp(c *course) {
	fresh := false
	s.in(c, find(&fresh))
	if !fresh {
		return
	}
	if c.fresh == 0 {
		if s.Clock.TickOnFresh {
			c.clock++
		}
		c.heard = stampOf(c.p, c.clock)
		if s.insert(c, c.heard); c.overflow != "" {
			return
		}
	}
	s.in(c, func(x explore.Stamp) explore.Stamp {
		if x == explore.Fresh {
			return c.fresh
		}
		return x
	})
}

// find returns a function that finds out whether it is called with Fresh.
func find(fresh *bool) func(explore.Stamp) explore.Stamp {
	return func(x explore.Stamp) explore.Stamp {
		*fresh = *fresh || x == explore.Fresh
		return x
	}
}

// hasFresh reports whether a step makes a fresh stamp.
func (s *simulation) hasFresh(x step) bool {
	fresh := false
	x.Next.EachStamp(s.Local, find(&fresh))
	for _, o := range x.Send {
		o.Msg.EachStamp(s.Message, find(&fresh))
	}
	return fresh
}

// given returns a step with its fresh stamp, if it has one.
func (s *simulation) given(x step, fresh explore.Stamp) step {
	if fresh == 0 || fresh == explore.Fresh || !s.hasFresh(x) {
		return x
	}
	give := func(y explore.Stamp) explore.Stamp {
		if y == explore.Fresh {
			return fresh
		}
		return y
	}
	x.Next.EachStamp(s.Local, give)
	x.Send = slices.Clone(x.Send)
	for i := range x.Send {
		x.Send[i].Msg.EachStamp(s.Message, give)
	}
	return x
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
			note(s.rank(stampOf(p, clock)))
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
	if len(s.stamps) >= maxStamps {
		c.overflow = "too many time stamps are in use"
		return
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
