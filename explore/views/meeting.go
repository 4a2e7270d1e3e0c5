package views

import (
	"slices"

	"qcheck/explore/roles"
)

// expand adds what follows from a view.
func (c *closure) expand(at int) {
	v := c.views[at]
	c.moveBy(v, c.moves)
	if in := c.channels.all[v.in]; len(in) > 0 {
		c.take(v, 0, in[0], in[1:])
	}
	c.memberLocal(v)
	member := c.alone(v.member)
	for _, peer := range c.others(v.member) {
		key := c.focus(member, peer)
		c.seats[key] = append(c.seats[key], seat{int32(at), peer})
		for _, e := range c.events[key] {
			c.meet(v, peer, e)
		}
	}
	c.addEvent(v)
}

// addEvent makes the first message of the requester in focus known to the views of the other
// requesters.
func (c *closure) addEvent(v view) {
	in := c.channels.all[v.in]
	if len(in) == 0 {
		return
	}
	e := event{msg: in[0].msg, place: c.place(v.member, in[0].stamp)}
	key := c.focus(c.alone(v.member), 0)
	if !added(c.hasEvent, key, e) {
		return
	}
	c.events[key] = append(c.events[key], e)
	for _, s := range c.seats[key] {
		c.meet(c.views[s.view], s.peer, e)
	}
}

// place returns where a stamp is among those of a member, as in an event.
func (c *closure) place(member int32, stamp uint8) int {
	return placeAmong(c.memberStamps[member], stamp)
}

func placeAmong(set stampSet, stamp uint8) int {
	switch {
	case stamp == 0:
		return 0
	case set.has(stamp):
		return 2 * set.upTo(stamp)
	}
	return 2*set.upTo(stamp) + 1
}

// meet lets the member take a message of another requester. A stamp that the member does not
// have is another one than all of the view: the others are of the requester in focus.
func (c *closure) meet(v view, peer int, e event) {
	e.packets(c.memberStamps[v.member], c.stampsOf(v), func(k packet, by shift) { c.take(c.shiftView(v, by), peer, k, nil) })
}

// packets calls f with each message that an event may be for a view with these stamps, of which the
// member knows some, and with the shift that makes room for its stamp.
func (e event) packets(known, all stampSet, f func(k packet, by shift)) {
	switch {
	case e.place == 0:
		f(packet{msg: e.msg}, shift{})
	case e.place%2 == 0:
		f(packet{e.msg, known.at(e.place / 2)}, shift{})
	default:
		for s := uint8(1); int(s) <= all.len()+1; s++ { // the new stamp is number s
			if known.upTo(s-1) == e.place/2 {
				f(packet{e.msg, s}, shift{room: s})
			}
		}
	}
}

// take lets the member take a message from a peer. rest is what stays behind the message of
// the requester in focus.
func (c *closure) take(v view, peer int, k packet, rest []packet) {
	c.taken(v, peer, k, rest, c.normal)
}

// taken calls f with the views after a member has taken a message.
func (c *closure) taken(v view, peer int, k packet, rest []packet, f func(view)) {
	for _, r := range c.memberTakes(v.member, peer, k) {
		w := v
		w.member = r.member
		if peer == 0 {
			w.in = c.channel(rest)
		}
		w.out = c.sentOn(w.out, r.focus)
		f(w)
	}
}

func (c *closure) sentOn(ch int32, msgs []int32) int32 {
	if len(msgs) == 0 {
		return ch
	}
	list := slices.Clone(c.channels.all[ch])
	for _, m := range msgs {
		list = append(list, packet{msg: m})
	}
	return c.channel(list)
}

func (c *closure) memberLocal(v view) {
	if c.p.Member.Local == nil {
		return
	}
	for _, r := range c.memberSteps(v.member) {
		w := v
		w.member = r.member
		w.out = c.sentOn(w.out, r.focus)
		c.normal(w)
	}
}

// moveBy lets the requester in focus move.
func (c *closure) moveBy(v view, moves map[trigger][]move) {
	for _, x := range moves[trigger{v.requester, -1}] {
		c.move(v, false, x)
	}
	if out := c.channels.all[v.out]; len(out) > 0 {
		for _, x := range moves[trigger{v.requester, out[0].msg}] {
			c.move(v, true, x)
		}
	}
}

func (c *closure) move(v view, takes bool, x move) {
	if x.stamp != roles.New {
		c.moved(v, takes, x, v.own)
		return
	}
	// A fresh stamp is anywhere among the others; or it is the last one again, if the
	// clock need not tick.
	n := c.stampsOf(v).len()
	for s := uint8(1); int(s) <= n+1; s++ {
		c.moved(c.shiftView(v, shift{room: s}), takes, x, s)
	}
	if !c.ticks && v.last != 0 {
		c.moved(v, takes, x, v.last)
	}
}

// moved adds a view after a move.
func (c *closure) moved(v view, takes bool, x move, own uint8) {
	c.normal(c.after(v, takes, x, own))
}

// after returns a view after a move, in which the requester has the given stamp, or drops it.
func (c *closure) after(v view, takes bool, x move, own uint8) view {
	v.requester, v.own = x.requester, own
	switch {
	case x.stamp == roles.Drop:
		v.own = 0
	case x.stamp == roles.New && !c.ticks:
		v.last = own
	}
	if takes {
		v.out = c.channel(c.channels.all[v.out][1:])
	}
	if sent := c.sent.all[x.sent]; len(sent) > 0 {
		list := slices.Clone(c.channels.all[v.in])
		for _, s := range sent {
			k := packet{msg: s.msg}
			if s.stamped {
				k.stamp = v.own
			}
			list = append(list, k)
		}
		v.in = c.channel(list)
	}
	return v
}
