package certify

import (
	"math/bits"

	"qcheck/explore"
)

// Halves and channels are numbers here: each value has one, and what is done with it is done once.

// A pool numbers values.
type pool struct {
	number map[value]int32
	all    []value
}

func (p *pool) of(v value) int32 {
	i, ok := p.number[v]
	if !ok {
		if p.number == nil {
			p.number = map[value]int32{}
		}
		i = int32(len(p.all))
		p.number[v] = i
		p.all = append(p.all, v)
	}
	return i
}

// A set of stamps has stamp s as bit s.
type stampSet uint64

func setOf(s explore.Stamp) stampSet { return 1 << s &^ 1 }

func (x stampSet) has(s explore.Stamp) bool { return x&setOf(s) != 0 }
func (x stampSet) len() int                 { return bits.OnesCount64(uint64(x)) }
func (x stampSet) below(s explore.Stamp) int {
	return (x & (1<<s - 1)).len()
}

// at returns the i-th, from 0.
func (x stampSet) at(i int) explore.Stamp {
	for ; i > 0; i-- {
		x &= x - 1
	}
	return explore.Stamp(bits.TrailingZeros64(uint64(x)))
}

// position says where a stamp is among others: 0 for none, 2i at the i-th of them, and 2i+1
// between it and the next.
func (x stampSet) position(s explore.Stamp) int {
	switch {
	case s == 0:
		return 0
	case x.has(s):
		return 2 * (x.below(s) + 1)
	}
	return 2*x.below(s) + 1
}

// A shift changes stamps and keeps their order: they become their places among some, or these again, or make room for one.
type shift struct {
	among stampSet
	back  bool
	room  explore.Stamp
}

func (f shift) of(s explore.Stamp) explore.Stamp {
	switch {
	case s == 0:
		return 0
	case f.back:
		return f.among.at(int(s) - 1)
	case f.room == 0:
		return explore.Stamp(f.among.position(s) / 2)
	case s >= f.room:
		return s + 1
	}
	return s
}

// none reports whether it leaves all stamps of a set as they are.
func (f shift) none(of stampSet) bool {
	if f.room > 0 {
		return of>>f.room == 0
	}
	return f.among&(f.among+2) == 0 // they are 1, 2, ...
}

// member returns the number of a member's half. Its stamps are small, since they are known.
func (c *checker) member(m value) int32 {
	i := c.members.of(m)
	if int(i) == len(c.stamped) {
		var set stampSet
		restamped(&c.at, m, func(s explore.Stamp) explore.Stamp {
			set |= setOf(s)
			return s
		})
		c.stamped, c.renamedTo = append(c.stamped, set), append(c.renamedTo, nil)
	}
	return i
}

// renamed returns a member's half with the requesters renamed by names number by.
func (c *checker) renamed(m int32, by int) int32 {
	if c.renamedTo[m] == nil {
		c.renamedTo[m] = make([]int32, len(c.names)) // one more than the number, 0 if it is not known
	}
	if c.renamedTo[m][by] == 0 {
		to := c.member(renamed(&c.at, c.members.all[m], c.names[by])) + 1
		c.renamedTo[m][by] = to
	}
	return c.renamedTo[m][by] - 1
}

type shifted struct {
	value int32
	by    shift
}

// restamped returns a member's half with other stamps.
func (c *checker) restamped(m int32, by shift) int32 {
	if by.none(c.stamped[m]) || c.stamped[m] == 0 {
		return m
	}
	k := shifted{m, by}
	to, ok := c.shiftedTo[k]
	if !ok {
		to = c.member(restamped(&c.at, c.members.all[m], by.of))
		c.shiftedTo[k] = to
	}
	return to
}

// half returns the number of a requester's half, whole or cut.
func (c *checker) halfNumber(h value) int32 {
	i := c.requesters.of(h)
	if int(i) == len(c.observed) {
		c.observed, c.cuts = append(c.observed, c.p.Requester.Observe(h)), append(c.cuts, nil)
	}
	return i
}

// cut returns of a requester's half what concerns a member.
func (c *checker) cut(h int32, member int) int32 {
	if c.cuts[h] == nil {
		var all []int32
		for m := range c.p.N {
			all = append(all, c.halfNumber(cutOf(c.of.requester.Type, c.requesters.all[h], m)))
		}
		c.cuts[h] = all
	}
	return c.cuts[h][member]
}

// channel returns the number of one to a member, and tail that of one without its first message.
func (c *checker) channel(in value) int32 {
	i := c.channels.of(in)
	if int(i) == len(c.brought) {
		var set stampSet
		for at := 1; at < len(in); at += 2 {
			set |= setOf(explore.Stamp(in[at]))
		}
		c.brought = append(c.brought, set)
	}
	return i
}

// stampsOf returns those of a view.
func (c *checker) stampsOf(v view) stampSet {
	return c.stamped[v.member] | c.brought[v.in] | setOf(v.own)
}

// shifted returns a view with other stamps.
func (c *checker) shifted(v view, by shift) view {
	v.member, v.own, v.last = c.restamped(v.member, by), by.of(v.own), by.of(v.last)
	if set := c.brought[v.in]; set != 0 && !by.none(set) {
		k := shifted{^v.in, by}
		to, ok := c.shiftedTo[k]
		if !ok {
			list := []byte(c.channels.all[v.in])
			for i := 1; i < len(list); i += 2 {
				list[i] = byte(by.of(explore.Stamp(list[i])))
			}
			to = c.channel(value(list))
			c.shiftedTo[k] = to
		}
		v.in = to
	}
	return v
}

// normal returns a view with its stamps as their places among those in it.
func (c *checker) normal(v view) view {
	all := c.stampsOf(v)
	if !all.has(v.last) {
		v.last = 0
	}
	return c.shifted(v, shift{among: all})
}
