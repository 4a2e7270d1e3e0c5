package tuples

import (
	"slices"

	"qcheck/explore"
	"qcheck/explore/internal/plain"
)

// spread is how far apart stamps are when handlers are called, so that a fresh one fits
// between two.
const spread = 8

// apart returns a stamp with its place spread, and more behind it.
func apart(s, more explore.Stamp) explore.Stamp {
	if s == 0 {
		return 0
	}
	return at(place(s)*spread+more, owner(s))
}

// acts adds what follows from the local steps of a process with that half: those of its own,
// and taking its first message to itself, where these are queued.
func (c *closure) acts(p int, id int32) {
	h := c.halves.All[id]
	c.room(len(c.stampsOf(h)))
	x := world{process: p, from: nobody, id: id, half: h, clock: apart(h.Clock, 1)}
	c.inHalf(&x.half, func(s *explore.Stamp) { *s = apart(*s, 0) })
	x.half.Clock = x.clock
	x.before = x.half
	for _, step := range c.call(x.half, nil, func(l plain.Value, _ plain.Value) []explore.Step[plain.Value, plain.Value] { return c.p.Actions(p, l) }) {
		if step.Kind > explore.Leave {
			c.Refuse("the step %q is of kind %v, which local views do not tell from steps that must happen", step.Name, step.Kind)
		}
		if step.Kind == explore.Ask {
			c.local[[2]int32{int32(p), id}] |= asks
		} else {
			c.local[[2]int32{int32(p), id}] |= moves
		}
		c.step(&x, course{half: x.half}, step)
	}
	if h.Selfs == 0 {
		return
	}
	x.from, x.msg = p, x.half.Self[0]
	copy(x.half.Self[:], x.half.Self[1:])
	var none plain.Value
	x.half.Self[h.Selfs-1] = none
	x.half.Selfs--
	steps := c.call(x.half, &x.msg, func(l plain.Value, m plain.Value) []explore.Step[plain.Value, plain.Value] {
		return c.p.Deliver(p, l, p, m)
	})
	if len(steps) == 0 {
		c.waits(p, x.half)
	}
	for _, step := range steps {
		c.local[[2]int32{int32(p), id}] |= moves
		at := course{half: x.half}
		c.hears(&at.half, x.msg)
		c.step(&x, at, step)
	}
}

// takes adds what follows when a process with that half takes what q offers in a tuple.
func (c *closure) takes(p, q, by int, id int32, o offer) {
	c.work = append(c.work, func() {
		h, face, msg := c.halves.All[id], c.halves.All[o.half], c.msgs.All[o.msg]
		shown := c.stampsOf(c.cut(h, c.tuples[by].of))
		known, brought := c.stampsOf(face), c.stampsIn(msg)
		all, own := distinct(slices.Concat(known, brought)), c.stampsOf(h)
		c.room(len(own) + len(all))
		m := merge{
			base: sequence{own, h.Clock}, other: sequence{all, face.Clock},
			shared: make([]int, len(all)+1),
		}
		for i, s := range known {
			m.shared[place(s)] = int(place(shown[i]))
		}
		m.each(func() {
			x := world{process: p, from: q, by: by, id: id, half: h, msg: msg, clock: apart(at(m.clock(), anyOwner), 1), takes: o}
			c.inHalf(&x.half, func(s *explore.Stamp) { *s = apart(m.laid(m.ofBase, *s), 0) })
			c.inMsg(&x.msg, func(s *explore.Stamp) { *s = apart(m.laid(m.ofOther, *s), 0) })
			x.half.Clock = x.clock
			x.before = x.half
			steps := c.call(x.half, &x.msg, func(l plain.Value, m plain.Value) []explore.Step[plain.Value, plain.Value] {
				return c.p.Deliver(p, l, q, m)
			})
			if len(steps) == 0 {
				c.waits(p, x.half)
			}
			for _, step := range steps {
				at := course{half: x.half}
				c.hears(&at.half, x.msg)
				if c.counts[step.Name] {
					at.half.Seen = at.half.Seen.With(q)
				}
				c.step(&x, at, step)
			}
		})
	})
}

// room ends the closure where so many stamps cannot be spread in all the ways that handlers
// are called with.
func (c *closure) room(stamps int) {
	if stamps > maxKnown {
		c.Limit("a process and a message have more than %d stamps", maxKnown)
	}
}

const nobody = -1

// A world is that in which a process takes a step: its half before it, and without the message
// that it takes; the message; whose it is, and the tuple that offers it.
type world struct {
	process, from int
	by            int
	id            int32
	before, half  half
	msg           plain.Value
	clock         explore.Stamp
	takes         offer
}

// A course is a step as far as it has come.
type course struct {
	half  half
	sent  []explore.Out[plain.Value] // to others, and what is still to be handled by the process itself
	fresh explore.Stamp              // the fresh stamp, if there is one
	isNew bool                       // and it is not the last one again
	own   int                        // how many messages to itself were handled
}

// call returns the steps of a handler. A second call, with stamps that are spread otherwise,
// must have the same answer.
func (c *closure) call(h half, m *plain.Value, f func(plain.Value, plain.Value) []explore.Step[plain.Value, plain.Value]) []explore.Step[plain.Value, plain.Value] {
	var msg plain.Value
	if m != nil {
		msg = *m
	}
	steps := f(h.L, msg)
	other := func(s *explore.Stamp) {
		if *s != 0 && *s != explore.Fresh {
			n := place(*s) / spread
			*s = at(3*place(*s)+n*n, 7)
		}
	}
	given := map[explore.Stamp]bool{0: true, explore.Fresh: true}
	gives := func(s *explore.Stamp) { given[*s] = true }
	c.inHalf(&h, gives)
	c.inMsg(&msg, gives)
	of, with := h, msg
	c.inHalf(&of, other)
	c.inMsg(&with, other)
	again := f(of.L, with)
	same := len(steps) == len(again)
	for i, step := range steps {
		checked := func(s *explore.Stamp) {
			if !given[*s] {
				c.Refuse("the step %q has a stamp that its handler was not given", step.Name)
			}
			other(s)
		}
		next := half{L: step.Next}
		c.inHalf(&next, checked)
		send := slices.Clone(step.Send)
		for j := range send {
			c.inMsg(&send[j].Msg, checked)
		}
		if same {
			a := again[i]
			same = step.Name == a.Name && step.Kind == a.Kind && next.L == a.Next && slices.Equal(send, a.Send) && step.Undefined == a.Undefined && step.Overflow == a.Overflow
		}
	}
	if !same {
		c.Refuse("a handler does more with stamps than to compare them, or answers differently when asked again: in state %+v", c.p.Local.Typed(h.L))
	}
	return steps
}

// mostOwn is how many messages to itself a process handles in one step, as in a search.
const mostOwn = 1000

// step goes on with an outcome.
func (c *closure) step(x *world, at course, step explore.Step[plain.Value, plain.Value]) {
	switch {
	case step.Overflow != "":
		c.Limit("%s", step.Overflow)
	case step.Undefined != "":
		c.Undefine("%s: %s", step.Name, step.Undefined)
		return
	}
	at.half.L = step.Next
	at.sent = slices.Concat(at.sent, step.Send)
	if step.Kind == explore.Ask {
		at.half.Seen = 0
	}
	needed := false
	isFresh := func(s *explore.Stamp) { needed = needed || *s == explore.Fresh }
	c.inHalf(&at.half, isFresh)
	for i := range at.sent {
		c.inMsg(&at.sent[i].Msg, isFresh)
	}
	if !needed || at.fresh != 0 {
		c.with(x, at)
		return
	}
	// The process has taken or made all stamps that it has: its clock has passed them.
	before := at.half
	at.fresh, at.isNew = freshAfter(before.Clock, x.process), true
	at.half.Clock = at.fresh
	if !c.p.Clock.TickOnFresh {
		at.half.Last = at.fresh
	}
	c.with(x, at)
	if !c.p.Clock.TickOnFresh && before.Last != 0 {
		at.half, at.fresh, at.isNew = before, before.Last, false
		c.with(x, at)
	}
}

// freshAfter returns the first stamp of process p after a clock.
func freshAfter(clock explore.Stamp, p int) explore.Stamp {
	return at(place(clock)+1, explore.Stamp(p+1))
}

// with goes on with a course whose fresh stamp is known: with its messages to itself, where
// these are handled at once.
func (c *closure) with(x *world, at course) {
	set := func(t *explore.Stamp) {
		if *t == explore.Fresh {
			*t = at.fresh
		}
	}
	c.inHalf(&at.half, set)
	at.sent = slices.Clone(at.sent)
	for i := range at.sent {
		c.inMsg(&at.sent[i].Msg, set)
	}
	first := slices.IndexFunc(at.sent, func(o explore.Out[plain.Value]) bool { return o.To == x.process })
	if c.queued || first < 0 {
		c.ends(x, at)
		return
	}
	if at.own++; at.own > mostOwn {
		c.Undefine("a process sends itself messages without end")
		return
	}
	m := at.sent[first].Msg
	at.sent = slices.Delete(at.sent, first, first+1)
	steps := c.call(at.half, &m, func(l plain.Value, m plain.Value) []explore.Step[plain.Value, plain.Value] {
		return c.p.Deliver(x.process, l, x.process, m)
	})
	if len(steps) == 0 {
		c.Refuse("a message of a process to itself, which is handled at once, is not taken in state %+v", c.p.Local.Typed(at.half.L))
	}
	c.hears(&at.half, m)
	for _, step := range steps {
		c.step(x, at, step)
	}
}

// waits notes that a process with that half does not take the message that is first.
func (c *closure) waits(p int, h half) {
	if c.p.Selective {
		c.Refuse("process %d in state %+v takes messages from behind one that it does not take", p+1, c.p.Local.Typed(h.L))
	}
	c.blocked = true
}

// hears raises the clock of a half by a message.
func (c *closure) hears(h *half, m plain.Value) {
	switch c.p.Clock.Attach {
	case explore.NoMessage:
		return
	case explore.StampedMessages:
		if len(c.stampsIn(m)) == 0 {
			return
		}
	}
	h.Last = 0
	for _, s := range c.stampsIn(m) {
		h.Clock = max(h.Clock, s)
	}
}

// ends adds the half that a step comes to, and its effects on views. The values of stamps
// are in one order with those of the world in which it was taken.
func (c *closure) ends(x *world, end course) {
	p, next := x.process, end.half
	for _, o := range end.sent {
		if o.To == p {
			if next.Selfs == maxSelf {
				c.Limit("more than %d messages of a process to itself are on their way", maxSelf)
			}
			next.Self[next.Selfs] = o.Msg
			next.Selfs++
		}
	}
	to := c.addHalf(p, next)
	c.moves(x, to)
	if x.from == p {
		own := [2]int32{int32(p), x.id}
		if !slices.Contains(c.loops[own], to) {
			c.loops[own] = append(c.loops[own], to)
		}
	}
	for i := range c.tuples {
		if t := &c.tuples[i]; t.of.Has(p) && c.follows(x, t) {
			c.effect(x, i, next, end)
		}
	}
}

// follows reports whether views of a tuple follow from what another offers: the tuple itself, if
// the sender is in it, and otherwise the one in which the sender stands for the first of the
// others.
func (c *closure) follows(x *world, t *tuple) bool {
	switch {
	case x.from == nobody || x.from == x.process:
		return true
	case t.of.Has(x.from):
		return t.of == c.tuples[x.by].of
	}
	first := t.members[0]
	if first == x.process {
		first = t.members[1]
	}
	return t.of.Without(first).With(x.from) == c.tuples[x.by].of
}

// effect adds what a step does in a tuple.
func (c *closure) effect(x *world, i int, next half, end course) {
	t := &c.tuples[i]
	p, n := x.process, len(t.members)
	before := c.cut(x.before, t.of)
	f := frame{half: []half{c.cut(next, t.of)}, msgs: make([][]plain.Value, n)}
	for _, o := range end.sent {
		if o.To != p && t.of.Has(o.To) {
			s := t.position(o.To)
			f.msgs[s] = append(f.msgs[s], o.Msg)
		}
	}
	anchors := c.stampsOf(before)
	e := effect{from: nobody}
	switch {
	case x.from == nobody || x.from == p:
	case t.of.Has(x.from):
		e.from, e.takes[t.position(p)] = int8(x.from), x.takes
		anchors = distinct(append(anchors, c.stampsIn(x.msg)...))
	case c.outsiders():
		e.from = int8(x.from)
		for s, q := range t.members {
			if q != p {
				e.takes[s] = c.offerOf(x.before, x.msg, t.of.Without(q))
			}
		}
	}
	more := slices.Clone(anchors)
	stays := next.Clock == x.clock
	if !stays {
		more = append(more, next.Clock)
	}
	all := c.number(&f, more...)
	if len(all) > maxStamps {
		c.Limit("a step is about more than %d stamps", maxStamps)
	}
	e.n = uint8(len(all))
	for i, t := range all {
		e.stamps[i] = among(all, t)
	}
	for _, a := range anchors {
		e.anchors |= 1 << (below(all, a) - 1)
	}
	e.before = at(below(all, x.clock), anyOwner)
	if !stays {
		e.clock = among(all, next.Clock)
	}
	if end.isNew && slices.Contains(all, end.fresh) {
		e.fresh = among(all, end.fresh)
	}
	f.half[0].Clock = anyOwner
	e.next = c.halves.Of(f.half[0])
	for s, sent := range f.msgs {
		e.sent[s] = c.lineID(sent)
	}
	s := t.position(p)
	c.addEffect(i, s, c.face(i, s, before), e)
}
