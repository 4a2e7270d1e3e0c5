package certify

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"qcheck/explore"
	"qcheck/explore/roles"
)

func (c *checker) half(what string, h value) int32 {
	at, ok := c.isHalf[h]
	if !ok {
		c.fail("%s: the requester's half that follows is not there: %+v", what, c.of.requester.of(h))
	}
	return at
}

// acts checks what a requester does by itself (member < 0), or with a message. It returns the names of
// its local steps but asking, as bits.
func (c *checker) acts(self int, h value, member int, b byte) (local uint64) {
	ask := func() []roles.Act[value, value] {
		if member < 0 {
			return c.p.Requester.Local(self, h)
		}
		return c.p.Requester.Take(self, h, member, c.downs.all[b], false)
	}
	all := ask()
	if !reflect.DeepEqual(all, ask()) {
		c.fail("a requester in state %+v answers differently when it is asked again", c.of.requester.of(h))
	}
	if member >= 0 && len(all) == 0 {
		c.block("a requester in state %+v does not take %+v", c.of.requester.of(h), c.of.down.of(c.downs.all[b]))
	}
	for _, x := range all {
		if x.Kind > explore.Leave {
			c.fail("the step %q is of kind %v, and need not happen", x.Name, x.Kind)
		}
		if member >= 0 && (x.Kind != explore.Plain || x.Stamp == roles.New) || x.Stamp > roles.New {
			c.fail("the step %q takes a message, and asks, leaves or makes a fresh stamp", x.Name)
		}
		if c.undefined(x.Name, x.Undefined, x.Overflow) {
			continue
		}
		step := pace{from: c.isHalf[h], to: c.half(x.Name, x.Next), fresh: x.Stamp == roles.New}
		if member < 0 && x.Kind != explore.Ask {
			step.name = c.bit(x.Name)
			local |= step.name
		}
		for m := range c.p.N {
			y := move{from: c.cut(h, m), half: c.cut(x.Next, m), stamp: x.Stamp}
			if m == member {
				y.takes = string([]byte{b})
			}
			for _, o := range x.Send {
				if o.Member < 0 || o.Member >= c.p.N || o.Stamped && c.p.Clock.Attach == explore.NoMessage {
					c.fail("the step %q sends to nobody, or a stamp without a clock", x.Name)
				}
				if o.Member == m {
					list := []byte{number(&c.ups, o.Msg), 0}
					if o.Stamped {
						list[1] = 1
					}
					y.sends += string(list)
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
			c.fail("there are more than 60 local steps")
		}
	}
	return 1 << at
}

// undefined notes a step that is not defined.
func (c *checker) undefined(name, why, overflow string) bool {
	if len(c.p.Steps) > 0 && !slices.Contains(c.p.Steps, name) {
		c.fail("a step is named %q, which is none of the protocol", name)
	}
	if overflow != "" {
		c.fail("a bound of the model is passed: %s", overflow)
	}
	if why != "" {
		c.missing = name + ": " + why
	}
	return why != ""
}

func (c *checker) block(format string, args ...any) {
	c.blocked = fmt.Sprintf(format, args...)
	if c.p.Selective {
		c.fail("messages are taken from behind others: %s", c.blocked)
	}
}

// answers returns what a member does.
func (c *checker) answers(k call) (all []reply) {
	if k.peer < 0 && c.p.Member.Local == nil {
		return nil
	}
	stamps := c.stamps(k.member, k.stamp)
	f := rankIn(stamps)
	k.member, k.stamp = restamped(&c.at, k.member, f), f(k.stamp)
	for _, r := range c.asked(k) {
		r.next = restamped(&c.at, r.next, func(s explore.Stamp) explore.Stamp { return stamps[s-1] })
		all = append(all, r)
	}
	return all
}

// asked checks that a member does the same for all renamings of the requesters, and with stamps of
// other numbers.
func (c *checker) asked(k call) []reply {
	if all, ok := c.replies[k]; ok {
		return all
	}
	handle := func(to []int, times explore.Stamp) []roles.Reply[value, value] {
		m := renamed(&c.at, c.spread(k.member, times), to)
		if k.peer < 0 {
			return c.p.Member.Local(m)
		}
		return c.p.Member.Take(m, peer(to[k.peer]), c.ups.all[k.msg], stampOf(k.stamp*times))
	}
	all := handle(c.names[0], 1)
	for i, to := range c.names {
		times := explore.Stamp(1 + i%3)
		if !maps.Equal(c.outcomes(all, to, times), c.outcomes(handle(to, times), c.names[0], 1)) {
			c.fail("a member in state %+v does not do the same when requesters, or stamps, have other numbers", c.of.member.of(k.member))
		}
	}
	if k.peer >= 0 && len(all) == 0 {
		c.block("a member in state %+v does not take %+v", c.of.member.of(k.member), c.of.up.of(c.ups.all[k.msg]))
	}
	known := c.stamps(k.member, k.stamp)
	replies := []reply{}
	for _, x := range all {
		if c.undefined(x.Name, x.Undefined, x.Overflow) {
			continue
		}
		r := reply{next: x.Next}
		for _, o := range x.Send {
			if i := indexOf(o.To); i < 0 || i >= c.p.N || !o.Stamp.None() {
				c.fail("the step %q sends to nobody, or answers with a stamp", x.Name)
			} else if i == 0 {
				r.out += string([]byte{number(&c.downs, o.Msg)})
			}
		}
		for _, s := range c.stamps(x.Next) {
			if !slices.Contains(known, s) {
				c.fail("the step %q makes up a time stamp", x.Name)
			}
		}
		replies = append(replies, r)
	}
	c.replies[k] = replies
	return replies
}

func (c *checker) spread(m value, times explore.Stamp) value {
	return restamped(&c.at, m, func(s explore.Stamp) explore.Stamp { return s * times })
}

// outcomes returns what comes of replies, with the requesters renamed and stamps times as
// large, and how often.
func (c *checker) outcomes(all []roles.Reply[value, value], to []int, times explore.Stamp) map[outcome]int {
	count := map[outcome]int{}
	for _, x := range all {
		o := outcome{says: x.Name + "\n" + x.Undefined + "\n" + x.Overflow}
		if x.Undefined == "" && x.Overflow == "" {
			if !within(&c.at, x.Next, c.p.N) {
				c.fail("the step %q names a process that there is not", x.Name)
			}
			o.next = renamed(&c.at, c.spread(x.Next, times), to)
			sends := make([]string, c.p.N)
			for _, a := range x.Send {
				if i := indexOf(a.To); i >= 0 && i < c.p.N {
					sends[to[i]] += roles.Text(c.of.down.Type, string(a.Msg)) + ","
				}
			}
			o.says += fmt.Sprintf("\n%q", sends)
		}
		count[o]++
	}
	return count
}
