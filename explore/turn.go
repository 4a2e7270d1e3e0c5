package explore

import "fmt"

// A turn is one call into the protocol and what follows from it within the
// same atomic step: clocks, a fresh stamp, and messages to oneself.
type turn[L, M comparable] struct {
	y       *layer[L, M]
	p       int
	before  record[L]
	busy    bool // messages to oneself wait in a channel, and further ones wait behind them
	results []result
}

// A course is one alternative of a turn, as far as it has come.
type course[L, M comparable] struct {
	first Step[L, M] // for its name and kind
	state L
	heard uint16
	same  bool   // as in record
	fresh bool   // a fresh stamp was made
	stamp Stamp  // the one, with integer clocks or when it equals an earlier one
	base  uint16 // with causal stamps: what was heard of before it
	own   []M    // messages to oneself, not handled yet
	late  []M    // messages to oneself that were not taken
	taken int    // how many messages to oneself were handled
	out   []Out[M]
	wrong string // undefined
	over  string // a bound is passed
}

// Bounds on what one step may lead to: how many messages to oneself are handled
// in it, one after the other, and how many outcomes it has.
const (
	maxTaken    = 1000
	maxOutcomes = 1<<16 - 1
)

func (t *turn[L, M]) actions() []result {
	if t.y.p.Actions == nil {
		return nil
	}
	spent := false
	for _, s := range t.y.p.Actions(t.p, t.before.state) {
		if s.Kind == Ask && t.y.bound[t.p] >= 0 && int(t.before.asked) >= t.y.bound[t.p] {
			spent = true
			continue
		}
		t.take(course[L, M]{first: s, heard: t.before.heard, same: t.before.same}, s)
	}
	if spent && t.y.obliged {
		// Last, so that the numbers of the others are what they are without.
		t.results = append(t.results, result{record: t.y.recordID(t.before), flags: oAsk | oSpent})
	}
	return t.results
}

func (t *turn[L, M]) deliver(from int, k packet[M]) []result {
	c := course[L, M]{heard: t.before.heard, same: t.before.same}
	t.hear(&c, k.msg, k.heard)
	for _, s := range t.y.p.Deliver(t.p, t.before.state, from, k.msg) {
		c.first = delivered(s)
		t.take(c, c.first)
	}
	return t.results
}

// delivered returns a step by which a message is taken. It is no asking and no
// leaving: these are local steps, and what is said of them is not so for
// deliveries.
func delivered[L, M comparable](s Step[L, M]) Step[L, M] {
	if s.Kind != Plain && s.Undefined == "" {
		s.Overflow = fmt.Sprintf("the step %q is of kind %v and takes a message, but only local steps ask or leave", s.Name, s.Kind)
	}
	s.Kind = Plain
	return s
}

// hear lets a course go through the receiving of a message.
func (t *turn[L, M]) hear(c *course[L, M], msg M, brought uint16) {
	switch t.y.p.Clock.Attach {
	case NoMessage:
		return
	case StampedMessages:
		var latest Stamp
		eachStamp(&msg, t.y.mAt, func(s Stamp) Stamp {
			latest = max(latest, s)
			return s
		})
		if latest == 0 {
			return
		}
		brought = uint16(latest)
		if !t.y.causal && latest != Fresh {
			brought = uint16(latest >> stampBits)
		}
	}
	if brought == uint16(Fresh) && !t.y.causal {
		brought = c.heard
	}
	c.heard = max(c.heard, brought)
	c.same = false // here, a clock that does not tick for a fresh stamp ticks
	if !t.y.causal && t.y.p.Clock.TickOnReceive {
		c.heard++
	}
}

// stampBits is how many low bits of an integer-clock stamp are the process.
const stampBits = 5

// integerStamp returns the stamp of a clock value at a process; it is not zero,
// which stands for none.
func integerStamp(clock uint16, p int) Stamp { return Stamp(clock)<<stampBits | Stamp(p+1) }

// maxClock is the largest integer clock that stamps can hold.
const maxClock = 1<<(16-stampBits) - 2

// take lets the course go through a step, and then to its ends.
func (t *turn[L, M]) take(c course[L, M], s Step[L, M]) {
	if len(t.results) > maxOutcomes {
		return
	}
	if s.Undefined != "" || s.Overflow != "" {
		c.wrong, c.over = s.Undefined, s.Overflow
		t.finish(c)
		return
	}
	c.state = s.Next
	uses := false
	find := func(x Stamp) Stamp {
		uses = uses || x == Fresh
		return x
	}
	eachStamp(&c.state, t.y.lAt, find)
	for _, o := range s.Send {
		eachStamp(&o.Msg, t.y.mAt, func(x Stamp) Stamp {
			if x != 0 && t.y.p.Clock.Attach == NoMessage {
				// Its receiver could hold a stamp that it has not heard of, later than a
				// fresh one of its own; but Fresh is later than all it is compared with.
				c.over = fmt.Sprintf("the step %q sends a stamp, and no message brings the clock along (ClockRule.Attach)", s.Name)
			}
			return find(x)
		})
	}
	if c.over != "" || !uses || c.fresh {
		t.send(c, s)
		return
	}
	again := c
	c.fresh, c.base = true, c.heard
	switch {
	case t.y.causal:
		c.heard, c.same = uint16(Fresh), !t.y.p.Clock.TickOnFresh
	default:
		if t.y.p.Clock.TickOnFresh {
			c.heard++
		}
		c.stamp = integerStamp(c.heard, t.p)
	}
	t.send(c, s)
	if again.same {
		again.fresh, again.stamp = true, Stamp(again.heard)
		t.send(again, s)
	}
}

// send puts the stamp of the course where Fresh stands in its state and in the
// messages that the step sends, lets it send them, and goes on to its ends.
func (t *turn[L, M]) send(c course[L, M], s Step[L, M]) {
	give := func(x Stamp) Stamp {
		if x == Fresh && c.stamp != 0 {
			return c.stamp
		}
		return x
	}
	eachStamp(&c.state, t.y.lAt, give)
	for _, o := range s.Send {
		if o.To < 0 || o.To >= t.y.n {
			c.over = fmt.Sprintf("the step %q sends to process %d of %d", s.Name, o.To+1, t.y.n)
			break
		}
		eachStamp(&o.Msg, t.y.mAt, give)
		if o.To == t.p && !t.y.queued {
			c.own = append(append([]M(nil), c.own...), o.Msg)
		} else {
			c.out = append(append([]Out[M](nil), c.out...), o)
		}
	}
	t.finish(c)
}

// finish handles the messages to oneself and adds the results, one for each
// alternative.
func (t *turn[L, M]) finish(c course[L, M]) {
	for len(c.own) > 0 && c.wrong == "" && c.over == "" {
		if c.taken++; c.taken > maxTaken {
			c.wrong = "a process sends itself messages without end"
			break
		}
		msg := c.own[0]
		c.own = c.own[1:]
		var steps []Step[L, M]
		if !t.busy && len(c.late) == 0 {
			steps = t.y.p.Deliver(t.p, c.state, t.p, msg)
		}
		if len(steps) == 0 {
			c.late = append(append([]M(nil), c.late...), msg)
			continue
		}
		t.hear(&c, msg, c.heard)
		for _, s := range steps {
			t.take(c, delivered(s))
		}
		return
	}
	if len(t.results) == maxOutcomes {
		c.over = fmt.Sprintf("a step has more than %d outcomes", maxOutcomes)
	}
	if len(t.results) <= maxOutcomes {
		t.results = append(t.results, t.settle(c))
	}
}

// settle numbers what came out.
func (t *turn[L, M]) settle(c course[L, M]) result {
	y := t.y
	r := result{name: y.step(c.first.Name)}
	switch c.first.Kind {
	case Ask:
		r.flags |= oAsk
	case Leave:
		r.flags |= oLeave
	}
	if c.fresh && y.causal {
		if c.stamp != 0 {
			r.flags |= oSame
		} else {
			r.flags |= oFresh
			r.heard = Stamp(c.base)
		}
	}
	if c.over != "" {
		r.flags |= oOverflow
		r.text = y.text(fmt.Sprintf("process %d: %s", t.p+1, c.over))
		return r
	}
	if c.wrong != "" {
		r.flags |= oUndefined
		r.text = y.text(fmt.Sprintf("process %d: %s", t.p+1, c.wrong))
		return r
	}
	next := record[L]{state: c.state, heard: c.heard, same: c.same, asked: t.before.asked, process: t.before.process}
	if c.first.Kind == Ask && y.bound[t.p] >= 0 {
		next.asked++
	}
	if !y.causal {
		if y.clockMax > 0 && int(c.heard) > y.clockMax {
			r.flags |= oBeyond
		} else if c.heard > maxClock {
			r.flags |= oOverflow
			r.text = y.text(fmt.Sprintf("the clock of process %d passes %d", t.p+1, maxClock))
			return r
		}
	}
	r.record = y.recordID(next)
	for _, o := range append(c.out, own(t.p, c.late)...) {
		k := packet[M]{msg: o.Msg}
		if y.p.Clock.Attach == EveryMessage {
			k.heard = c.heard
		}
		r.sends = append(r.sends, send{o.To, y.packetID(k)})
	}
	return r
}

func own[M comparable](p int, msgs []M) []Out[M] {
	var outs []Out[M]
	for _, m := range msgs {
		outs = append(outs, Out[M]{p, m})
	}
	return outs
}
