package views

import (
	"math/bits"

	"qcheck/explore"
)

// The stamps in a view are their places in the order, from 1: stamp i is bit i-1 of a set.
type stampSet uint64

// mostStamps is how many stamps a view has room for. More end the proof.
const mostStamps = 60

func (s stampSet) has(stamp uint8) bool { return stamp != 0 && s>>(stamp-1)&1 != 0 }

func (s stampSet) with(stamp uint8) stampSet {
	if stamp == 0 {
		return s
	}
	return s | 1<<(stamp-1)
}

func (s stampSet) len() int { return bits.OnesCount64(uint64(s)) }

// upTo returns how many stamps of the set are not later than the given one.
func (s stampSet) upTo(stamp uint8) int {
	return bits.OnesCount64(uint64(s) & (1<<stamp - 1))
}

// at returns the i-th stamp of the set, from 1.
func (s stampSet) at(i int) uint8 {
	for ; i > 1; i-- {
		s &= s - 1
	}
	return uint8(bits.TrailingZeros64(uint64(s))) + 1
}

// dense reports whether the stamps are 1 to some number.
func (s stampSet) dense() bool { return s&(s+1) == 0 }

// A shift is a monotone change of stamps: to the places within a set, or to make room; or none, if it
// is zero.
type shift struct {
	within stampSet // to the places in it, if room is 0
	room   uint8    // stamps from this one on become later by one
}

func (f shift) of(s uint8) uint8 {
	switch {
	case s == 0 || f == shift{}:
		return s
	case f.room == 0:
		return uint8(f.within.upTo(s))
	case s >= f.room:
		return s + 1
	}
	return s
}

type shifted struct {
	value int32
	by    shift
}

// shiftMember returns a member's state with other stamps.
func (c *stock) shiftMember(m int32, by shift) int32 {
	if c.memberStamps[m] == 0 {
		return m
	}
	key := shifted{m, by}
	if to, ok := c.shiftedMembers[key]; ok {
		return to
	}
	v := c.members.All[m]
	v.EachStamp(c.p.member, func(s explore.Stamp) explore.Stamp { return explore.Stamp(by.of(uint8(s))) })
	to := c.member(v)
	c.shiftedMembers[key] = to
	return to
}

// shiftChannel returns a channel with other stamps.
func (c *stock) shiftChannel(ch int32, by shift) int32 {
	if c.channelStamps[ch] == 0 {
		return ch
	}
	key := shifted{ch, by}
	if to, ok := c.shiftedChannels[key]; ok {
		return to
	}
	var list []packet
	for _, k := range c.channels.all[ch] {
		list = append(list, packet{k.msg, by.of(k.stamp)})
	}
	to := c.channel(list)
	c.shiftedChannels[key] = to
	return to
}

// shiftView returns a view with other stamps.
func (c *stock) shiftView(v view, by shift) view {
	if by == (shift{}) {
		return v
	}
	v.member = c.shiftMember(v.member, by)
	v.in = c.shiftChannel(v.in, by)
	v.own, v.last = by.of(v.own), by.of(v.last)
	return v
}

// stampsOf returns the stamps in a view: those of the member, of the messages to it, and
// the requester's own. Its last one counts where it is one of these.
func (c *stock) stampsOf(v view) stampSet {
	return (c.memberStamps[v.member] | c.channelStamps[v.in]).with(v.own)
}
