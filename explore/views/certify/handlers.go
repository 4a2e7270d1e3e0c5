package certify

import (
	"fmt"
	"reflect"
	"slices"

	"qcheck/explore"
	"qcheck/explore/roles"
)

func (c *checker) half(what string, h int32) int32 {
	at, ok := c.isHalf[h]
	if !ok {
		c.Fail("%s: the requester's half that follows is not there: %+v", what, c.requester(h))
	}
	return at
}

// requester returns a half as messages have it.
func (c *checker) requester(h int32) any { return c.of.requester.of(c.requesters.all[h]) }

// acts checks what a requester does by itself (member < 0), or with a message. It returns the names of
// its local steps but asking, as bits.
func (c *checker) acts(self int, h int32, member int, b byte) (local uint64) {
	half := c.requesters.all[h]
	ask := func() []roles.Act[value, value] {
		if member < 0 {
			return c.p.Requester.Local(self, half)
		}
		return c.p.Requester.Take(self, half, member, c.downs.all[b], false)
	}
	all := ask()
	if !reflect.DeepEqual(all, ask()) {
		c.Fail("a requester in state %+v answers differently when it is asked again", c.requester(h))
	}
	if member >= 0 && len(all) == 0 {
		c.block("a requester in state %+v does not take %+v", c.requester(h), c.of.down.of(c.downs.all[b]))
	}
	for _, x := range all {
		if x.Kind > explore.Leave {
			c.Fail("the step %q is of kind %v, and need not happen", x.Name, x.Kind)
		}
		if member >= 0 && (x.Kind != explore.Plain || x.Stamp == roles.New) || x.Stamp > roles.New {
			c.Fail("the step %q takes a message, and asks, leaves or makes a fresh stamp", x.Name)
		}
		if c.undefined(x.Name, x.Undefined, x.Overflow) {
			continue
		}
		next := c.halfNumber(x.Next)
		step := pace{from: c.isHalf[h], to: c.half(x.Name, next), fresh: x.Stamp == roles.New}
		if member < 0 && x.Kind != explore.Ask {
			step.name = c.bit(x.Name)
			local |= step.name
		}
		for m := range c.p.N {
			y := move{from: c.cut(h, m), half: c.cut(next, m), takes: -1, stamp: x.Stamp}
			if m == member {
				y.takes = int(b)
			}
			for _, o := range x.Send {
				if o.Member < 0 || o.Member >= c.p.N || o.Stamped && c.p.Clock.Attach == explore.NoMessage {
					c.Fail("the step %q sends to nobody, or a stamp without a clock", x.Name)
				}
				if o.Member == m {
					list := []byte{number(&c.ups, o.Msg), 0}
					if o.Stamped {
						list[1] = 1
					}
					y.sends += value(list)
				}
			}
			id, ok := c.moveOf[y]
			if !ok {
				id = int32(len(c.moves))
				c.moveOf[y], c.moves = id, append(c.moves, y)
				c.movesOf[y.from] = append(c.movesOf[y.from], id)
			}
			step.moves[m] = id
		}
		if !c.isPace[step] {
			c.isPace[step] = true
			c.paces = append(c.paces, step)
		}
	}
	return local
}

// bit returns that of the name of a local step.
func (c *checker) bit(name string) uint64 {
	at := slices.Index(c.local, name)
	if at < 0 {
		at = len(c.local)
		if c.local = append(c.local, name); at == 60 {
			c.Fail("there are more than 60 local steps")
		}
	}
	return 1 << at
}

// undefined notes a step that is not defined.
func (c *checker) undefined(name, why, overflow string) bool {
	if len(c.p.Steps) > 0 && !slices.Contains(c.p.Steps, name) {
		c.Fail("a step is named %q, which is none of the protocol", name)
	}
	if overflow != "" {
		c.Fail("a bound of the model is passed: %s", overflow)
	}
	if why != "" {
		c.missing = name + ": " + why
	}
	return why != ""
}

func (c *checker) block(format string, args ...any) {
	c.blocked = fmt.Sprintf(format, args...)
	if c.p.Selective {
		c.Fail("messages are taken from behind others: %s", c.blocked)
	}
}

// answers returns what a member does.
func (c *checker) answers(k call) []reply {
	if k.peer < 0 && c.p.Member.Local == nil {
		return nil
	}
	all, ok := c.replies[k]
	if ok {
		return all
	}
	places := shift{among: c.stamped[k.member] | setOf(k.stamp)}
	for _, r := range c.asks(call{c.restamped(k.member, places), k.peer, k.msg, places.of(k.stamp)}) {
		all = append(all, reply{c.restamped(r.next, shift{among: places.among, back: true}), r.out})
	}
	c.replies[k] = all
	return all
}

// spreads are numbers for so many stamps, in their order: as they are, with gaps, as large as can be, and on both sides of
// numbers that have fewer digits than the next.
func spreads(stamps int) (all []func(explore.Stamp) explore.Stamp) {
	n := explore.Stamp(stamps)
	for _, least := range []explore.Stamp{1, explore.Fresh - n + 1, 9, 99, 999, 9999, 127, 255, 32767} {
		all = append(all, func(s explore.Stamp) explore.Stamp { return least + s - 1 })
	}
	return append(all, func(s explore.Stamp) explore.Stamp { return 3 * s }, func(s explore.Stamp) explore.Stamp {
		if s == n {
			return explore.Fresh
		}
		return 2 * s
	})
}

// asks checks that a member does the same for all renamings of the requesters, and with stamps of
// other numbers.
func (c *checker) asks(k call) []reply {
	if all, ok := c.asked[k]; ok {
		return all
	}
	known := c.stamped[k.member] | setOf(k.stamp)
	half := c.members.all[k.member]
	handle := func(to []int, f func(explore.Stamp) explore.Stamp) []roles.Reply[value, value] {
		m := renamed(&c.at, restamped(&c.at, half, f), to)
		if k.peer < 0 {
			return c.p.Member.Local(m)
		}
		at := k.stamp
		if at != 0 {
			at = f(at)
		}
		return c.p.Member.Take(m, peer(to[k.peer]), c.ups.all[k.msg], stampOf(at))
	}
	numbers := spreads(known.len())
	all := handle(c.names[0], numbers[0])
	for i := range max(len(c.names), len(numbers)) {
		to, f := c.names[i%len(c.names)], numbers[i%len(numbers)]
		if !slices.Equal(c.outcomes(all, to, f), c.outcomes(handle(to, f), c.names[0], numbers[0])) {
			c.Fail("a member in state %+v does not do the same when requesters, or stamps, have other numbers", c.of.member.of(half))
		}
	}
	if k.peer >= 0 && len(all) == 0 {
		c.block("a member in state %+v does not take %+v", c.of.member.of(half), c.of.up.of(c.ups.all[k.msg]))
	}
	replies := []reply{}
	for _, x := range all {
		if c.undefined(x.Name, x.Undefined, x.Overflow) {
			continue
		}
		restamped(&c.at, x.Next, func(s explore.Stamp) explore.Stamp {
			if !known.has(s) {
				c.Fail("the step %q makes up a time stamp", x.Name)
			}
			return s
		})
		r := reply{next: c.member(x.Next)}
		for _, o := range x.Send {
			if i := indexOf(o.To); i < 0 || i >= c.p.N || !o.Stamp.None() {
				c.Fail("the step %q sends to nobody, or answers with a stamp", x.Name)
			} else if i == 0 {
				r.out += value([]byte{number(&c.downs, o.Msg)})
			}
		}
		replies = append(replies, r)
	}
	c.asked[k] = replies
	return replies
}

// outcomes returns what comes of replies, with the requesters renamed and other numbers for stamps, in order.
func (c *checker) outcomes(all []roles.Reply[value, value], to []int, f func(explore.Stamp) explore.Stamp) (list []string) {
	for _, x := range all {
		text := []byte(x.Name + "\n" + x.Undefined + "\n" + x.Overflow + "\n")
		if x.Undefined == "" && x.Overflow == "" {
			if !within(&c.at, x.Next, c.p.N) {
				c.Fail("the step %q names a process that there is not", x.Name)
			}
			text = append(text, renamed(&c.at, restamped(&c.at, x.Next, f), to)...)
			for i := range c.p.N {
				text = append(text, '>')
				for _, a := range x.Send {
					if p := indexOf(a.To); p >= 0 && p < c.p.N && to[p] == i {
						text = append(text, number(&c.downs, a.Msg))
					}
				}
			}
		}
		list = append(list, string(text))
	}
	slices.Sort(list)
	return list
}
