package sets

import (
	"encoding/binary"
	"slices"

	"qcheck/explore"
)

// An outcome is what a handler answers.
type outcome struct {
	explore.Step[any, any] // without Next and Send
	next                   value
	send                   []out
}

type out struct {
	to int
	value
}

// made is the place of a stamp that is made in a step: above all that its process knows.
const made = farthest / 2

// call asks a handler: Actions, or if there is a message Deliver, from a process.
func (c *checker) call(p int, l value, from int, msg []value) []outcome {
	c.Pause()
	given := points(scene{halves: []half{{local: l}}, msgs: [][]value{msg}}.marks())
	rank := func(m mark) int { return 1 + slices.Index(given, m) }
	b := binary.AppendVarint(binary.AppendVarint(nil, int64(p)), int64(from))
	for _, v := range append([]value{l}, msg...) {
		b = binary.AppendVarint(b, int64(v.shape))
		for _, m := range v.marks {
			b = binary.AppendVarint(binary.AppendVarint(b, int64(rank(m))), int64(m.of))
		}
	}
	all, ok := c.calls[string(b)]
	if !ok {
		near := func(m mark) explore.Stamp { return explore.Stamp(rank(m)*3<<ownerBits | m.of) }
		far := func(m mark) explore.Stamp { return explore.Stamp((1+rank(m)*rank(m))<<ownerBits | 9) }
		all = c.ask(p, l, from, msg, given, near)
		if again := c.ask(p, l, from, msg, given, far); !same(all, again) {
			c.Fail("a handler of process %d does not answer the same again, where stamps have other numbers: %+v", p+1, c.typed(l, near))
		}
		c.calls[string(b)] = all
	}
	back := func(m mark) mark { // from numbers
		if m.at < made {
			m.at = given[m.at].at
		}
		return m
	}
	all = slices.Clone(all)
	for i := range all {
		all[i].next = all[i].next.moved(back)
		all[i].send = slices.Clone(all[i].send)
		for j := range all[i].send {
			all[i].send[j].value = all[i].send[j].value.moved(back)
		}
	}
	return all
}

// enabled returns what a process with a half may do: one that may not ask any more does not, or, where asking is owed, in vain.
func (c *checker) enabled(p int, h half, from int, msg []value) (all []outcome) {
	for _, s := range c.call(p, h.local, from, msg) {
		if s.Kind == explore.Ask && h.left == 0 {
			if !c.p.Obliged {
				continue
			}
			s = outcome{Step: explore.Step[any, any]{Name: s.Name, Kind: s.Kind}, next: h.local}
		}
		all = append(all, s)
	}
	return all
}

// ask is call with stamps of some numbers. Those of the answer are by their numbers among those that were given, in order.
func (c *checker) ask(p int, l value, from int, msg []value, given []mark, as func(mark) explore.Stamp) (all []outcome) {
	of := func(s explore.Stamp) mark {
		i := slices.IndexFunc(given, func(m mark) bool { return as(m) == s })
		switch {
		case s == explore.Fresh:
			return mark{made, p + 1}
		case s != 0 && i < 0:
			c.Fail("a handler of process %d has a stamp that it was not given", p+1)
		case s != 0:
			return mark{i, given[i].of}
		}
		return mark{}
	}
	var steps []explore.Step[any, any]
	if len(msg) == 0 {
		steps = c.p.Actions(p, c.typed(l, as))
	} else {
		steps = c.p.Deliver(p, c.typed(l, as), from, c.typed(msg[0], as))
	}
	for _, s := range steps {
		x := outcome{Step: s, next: c.parse(s.Next, of)}
		for _, o := range s.Send {
			x.send = append(x.send, out{o.To, c.parse(o.Msg, of)})
		}
		x.Next, x.Send = nil, nil
		if s.Kind > explore.Leave {
			c.Fail("the step %q is of a kind that sets of views are not about", s.Name)
		}
		all = append(all, x)
	}
	return all
}

func same(a, b []outcome) bool {
	alike := func(x, y value) bool { return x.shape == y.shape && slices.Equal(x.marks, y.marks) }
	return slices.EqualFunc(a, b, func(x, y outcome) bool {
		return x.Name == y.Name && x.Kind == y.Kind && x.Undefined == y.Undefined && x.Overflow == y.Overflow && alike(x.next, y.next) &&
			slices.EqualFunc(x.send, y.send, func(x, y out) bool { return x.to == y.to && alike(x.value, y.value) })
	})
}

// A course is a step as far as it has come: what is sent, and is not handled; the stamp that was made, and whether
// it is the last one again.
type course struct {
	half
	sent  []out
	fresh mark
	again bool
	own   int
}

// A deed is what a step does: to the half of a process, by what it takes of another, or of itself (p), or nobody (-1).
type deed struct {
	p, from       int
	before, after half
	taken         []value
	sent          []out
	fresh         bool // a stamp was made that was not there
}

// hears raises the clock of a half by a message.
func (c *checker) hears(h half, msg value) half {
	marks := value{marks: msg.marks}.moved(func(m mark) mark { h.clock = max(h.clock, m.at); return m }).marks
	switch none := !slices.ContainsFunc(marks, func(m mark) bool { return m.of != 0 }); c.p.Clock.Attach {
	case explore.StampedMessages:
		if none {
			return h
		}
	case explore.NoMessage:
		if !none {
			c.Fail("a message without a clock has a stamp")
		}
		return h
	}
	h.last = mark{}
	return h
}

// acts calls f for all local steps of a process with a half, and says which it has.
func (c *checker) acts(p int, h half, f func(deed)) (has can) {
	for _, s := range c.enabled(p, h, -1, nil) {
		if s.Kind == explore.Ask {
			has.asks = true
		} else {
			has.moves = true
		}
		c.step(deed{p: p, from: -1, before: h}, course{half: h}, s, f)
	}
	if len(h.own) > 0 {
		x := deed{p: p, from: p, before: h, taken: h.own[:1]}
		h.own = h.own[1:]
		has.moves = c.takes(x, h, f) || has.moves
	}
	return has
}

// takes calls f for all steps that take a message, and reports whether there are some.
func (c *checker) takes(x deed, h half, f func(deed)) bool {
	steps := c.enabled(x.p, h, x.from, x.taken)
	if len(steps) == 0 {
		if c.p.Selective {
			c.Fail("process %d takes messages from behind one that it does not take", x.p+1)
		}
		c.blocked = "a message is not taken in some state of its receiver"
	}
	for _, s := range steps {
		at := course{half: c.hears(h, x.taken[0])}
		if x.from != x.p && slices.Contains(c.sets.Counts, s.Name) {
			at.seen = at.seen.With(x.from)
		}
		c.step(x, at, s, f)
	}
	return len(steps) > 0
}

// step goes on with an outcome.
func (c *checker) step(x deed, at course, s outcome, f func(deed)) {
	switch {
	case s.Overflow != "":
		c.Fail("%s", s.Overflow)
	case s.Undefined != "":
		c.missing = s.Name + ": " + s.Undefined
		return
	}
	if at.local, at.sent = s.next, slices.Concat(at.sent, s.send); s.Kind == explore.Ask {
		if at.seen = 0; at.left > 0 {
			at.left--
		}
	}
	now := scene{halves: []half{at.half}}
	for _, o := range at.sent {
		now.msgs = append(now.msgs, []value{o.value})
	}
	if slices.ContainsFunc(now.marks(), func(m mark) bool { return m.at != made && m.at > at.clock }) {
		c.Fail("process %d knows a stamp that its clock has not passed", x.p+1)
	}
	if at.fresh.of != 0 || !slices.ContainsFunc(now.marks(), func(m mark) bool { return m.at == made }) {
		c.goesOn(x, at, f)
		return
	}
	before := at
	at.fresh = mark{made, x.p + 1}
	if at.clock = made; !c.p.Clock.TickOnFresh {
		at.last = at.fresh
	}
	c.goesOn(x, at, f)
	if !c.p.Clock.TickOnFresh && before.last.of != 0 {
		before.fresh, before.again = before.last, true
		c.goesOn(x, before, f)
	}
}

// goesOn goes on with a course whose stamp is known: with its messages to itself, if these are handled at once.
func (c *checker) goesOn(x deed, at course, f func(deed)) {
	set := func(m mark) mark {
		if m.at == made {
			return at.fresh
		}
		return m
	}
	at.half, at.sent = at.half.moved(set), slices.Clone(at.sent)
	for i := range at.sent {
		at.sent[i].value = at.sent[i].value.moved(set)
	}
	i := slices.IndexFunc(at.sent, func(o out) bool { return o.to == x.p })
	if i < 0 || c.sets.Queued {
		for _, o := range at.sent {
			if o.to == x.p {
				at.half.own = append(slices.Clip(at.half.own), o.value)
			} else {
				x.sent = append(x.sent, o)
			}
		}
		x.after, x.fresh = at.half, at.fresh.of != 0 && !at.again
		f(x)
		return
	}
	if at.own++; at.own > 1000 {
		c.missing = "a process sends itself messages without end"
		return
	}
	msg := at.sent[i].value
	at.sent = slices.Delete(at.sent, i, i+1)
	steps := c.enabled(x.p, at.half, x.p, []value{msg})
	if len(steps) == 0 {
		c.Fail("a message of process %d to itself, which is handled at once, is not taken", x.p+1)
	}
	at.half = c.hears(at.half, msg)
	for _, s := range steps {
		c.step(x, at, s, f)
	}
}
