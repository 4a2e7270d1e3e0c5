package simulate

import (
	"slices"

	"qcheck/explore"
)

// What processes have heard of. On networks without order, the search tells messages apart by what they
// bring along, and where messages come again, it has to be seen whether one tells its receiver anything: so
// the latest time stamp that each process and message has heard of is kept as causal stamps have it (see
// package obvious). On channels with order nothing depends on that.

// hear raises the clock of a course by a message that brings one along.
func (s *simulation) hear(c *course, k packet) {
	if !s.brings(k) {
		return
	}
	clock, heard := k.clock, k.heard
	if s.Clock.Attach == explore.StampedMessages {
		heard = s.latest(k.msg)
		clock = heard >> processBits
	}
	c.clock, c.heard = max(c.clock, clock), max(c.heard, heard)
	if s.Clock.TickOnReceive {
		c.clock++
	}
}

// brings reports whether a message brings a clock along.
func (s *simulation) brings(k packet) bool {
	switch s.Clock.Attach {
	case explore.NoMessage:
		return false
	case explore.StampedMessages:
		return s.latest(k.msg) > 0
	}
	return true
}

// latest returns the latest time stamp in a message; 0 for none.
func (s *simulation) latest(m value) uint64 {
	var latest explore.Stamp
	m.EachStamp(s.Message, func(x explore.Stamp) explore.Stamp {
		latest = max(latest, x)
		return x
	})
	if latest == 0 {
		return 0
	}
	return s.stamps[latest-1]
}

// news reports whether a message tells a process of a time stamp that it has not heard of, or that its own last one is one of the past.
func (s *simulation) news(p int, k packet) bool {
	if !s.brings(k) {
		return false
	}
	heard := k.heard
	if s.Clock.Attach == explore.StampedMessages {
		heard = s.latest(k.msg)
	}
	return heard > s.heard[p] || !s.Clock.TickOnFresh && s.rank(stampOf(p, s.clock[p])) > 0
}

// brought returns what a message brings along to a process whose sender has heard of a time stamp.
func (s *simulation) brought(to int, heard uint64) uint64 {
	if s.Clock.Attach != explore.EveryMessage || heard <= s.heard[to] {
		return 0
	}
	return heard
}

// forget makes of each time stamp that was heard of the latest one in use that is not later, and what messages have heard of
// nothing where their receiver has heard of as much.
func (s *simulation) forget() {
	if !s.follows {
		return
	}
	var used []uint64
	for i, is := range s.inUse() {
		if is {
			used = append(used, s.stamps[i])
		}
	}
	floor := func(x uint64) uint64 {
		at, _ := slices.BinarySearch(used, x+1)
		if at == 0 {
			return 0
		}
		return used[at-1]
	}
	for p := range s.heard {
		s.heard[p] = floor(s.heard[p])
	}
	for i, channel := range s.channels {
		for at := range channel {
			channel[at].heard = s.brought(i%s.N, floor(channel[at].heard))
		}
		if s.Network == explore.Duplicating {
			s.merge(i)
		}
	}
}

// merge makes one message of those of a channel that are the same by now.
func (s *simulation) merge(i int) {
	all := s.channels[i]
	s.channels[i] = nil
	for _, k := range all {
		s.put(i/s.N, i%s.N, k)
	}
}
