package explore

import "fmt"

// A turn is one call into the protocol and what follows from it within the
// same atomic step: clocks, a fresh stamp, and messages to oneself.
type turn[L, M comparable] struct {
	y      *layer[L, M]
	p      int
	before record[L]
	busy   bool // messages to oneself wait in a channel, and further ones wait behind them
}

// A course is one alternative of a turn, as far as it has come.
type course[L, M comparable] struct {
	first Step[L, M] // for its name and kind
	state L
	heard uint16
	fresh bool   // a fresh stamp was made
	stamp Stamp  // with integer clocks, the one
	base  uint16 // with causal stamps: what was heard of before it
	own   []M    // messages to oneself, not handled yet
	late  []M    // messages to oneself that were not taken
	out   []Out[M]
	wrong string // undefined
	over  string // a bound is passed
}

func (t *turn[L, M]) actions() []result {
	if t.y.p.Actions == nil {
		return nil
	}
	var results []result
	spent := false
	for _, s := range t.y.p.Actions(t.p, t.before.state) {
		if s.Kind == Ask && t.y.bound[t.p] >= 0 && int(t.before.asked) >= t.y.bound[t.p] {
			spent = true
			continue
		}
		c := course[L, M]{first: s, heard: t.before.heard}
		results = append(results, t.finish(t.take(c, s))...)
	}
	if spent && t.y.obliged {
		// Last, so that the numbers of the others are what they are without.
		results = append(results, result{record: t.y.recordID(t.before), flags: oAsk | oSpent})
	}
	return results
}

func (t *turn[L, M]) deliver(from int, k packet[M]) []result {
	heard := t.hear(t.before.heard, k.msg, k.heard)
	var results []result
	for _, s := range t.y.p.Deliver(t.p, t.before.state, from, k.msg) {
		c := course[L, M]{first: s, heard: heard}
		results = append(results, t.finish(t.take(c, s))...)
	}
	return results
}

// hear returns the clock after a message was received.
func (t *turn[L, M]) hear(clock uint16, msg M, brought uint16) uint16 {
	switch t.y.p.Clock.Attach {
	case NoMessage:
		return clock
	case StampedMessages:
		var latest Stamp
		eachStamp(&msg, t.y.mAt, func(s Stamp) Stamp {
			latest = max(latest, s)
			return s
		})
		if latest == 0 {
			return clock
		}
		brought = uint16(latest)
		if !t.y.causal && latest != Fresh {
			brought = uint16(latest >> stampBits)
		}
	}
	if brought == uint16(Fresh) && !t.y.causal {
		brought = clock
	}
	clock = max(clock, brought)
	if !t.y.causal && t.y.p.Clock.TickOnReceive {
		clock++
	}
	return clock
}

// stampBits is how many low bits of an integer-clock stamp are the process.
const stampBits = 5

// integerStamp returns the stamp of a clock value at a process; it is not zero,
// which stands for none.
func integerStamp(clock uint16, p int) Stamp { return Stamp(clock)<<stampBits | Stamp(p+1) }

// maxClock is the largest integer clock that stamps can hold.
const maxClock = 1<<(16-stampBits) - 2

// take lets the course go through a step.
func (t *turn[L, M]) take(c course[L, M], s Step[L, M]) course[L, M] {
	if s.Undefined != "" || s.Overflow != "" {
		c.wrong, c.over = s.Undefined, s.Overflow
		return c
	}
	c.state = s.Next
	uses := false
	find := func(x Stamp) Stamp {
		uses = uses || x == Fresh
		return x
	}
	eachStamp(&c.state, t.y.lAt, find)
	sends := append([]Out[M](nil), s.Send...)
	for i := range sends {
		eachStamp(&sends[i].Msg, t.y.mAt, func(x Stamp) Stamp {
			if x != 0 && t.y.p.Clock.Attach == NoMessage {
				// Its receiver could hold a stamp that it has not heard of, later than a
				// fresh one of its own; but Fresh is later than all it is compared with.
				c.over = fmt.Sprintf("the step %q sends a stamp, and no message brings the clock along (ClockRule.Attach)", s.Name)
			}
			return find(x)
		})
	}
	if c.over != "" {
		return c
	}
	if uses && !c.fresh {
		c.fresh = true
		c.base = c.heard
		if t.y.causal {
			c.heard = uint16(Fresh)
		} else {
			if t.y.p.Clock.TickOnFresh {
				c.heard++
			}
			c.stamp = integerStamp(c.heard, t.p)
		}
	}
	if c.fresh && !t.y.causal {
		give := func(x Stamp) Stamp {
			if x == Fresh {
				return c.stamp
			}
			return x
		}
		eachStamp(&c.state, t.y.lAt, give)
		for i := range sends {
			eachStamp(&sends[i].Msg, t.y.mAt, give)
		}
	}
	for _, o := range sends {
		if o.To < 0 || o.To >= t.y.n {
			c.over = fmt.Sprintf("the step %q sends to process %d of %d", s.Name, o.To+1, t.y.n)
			return c
		}
		if o.To == t.p && !t.y.queued {
			c.own = append(append([]M(nil), c.own...), o.Msg)
		} else {
			c.out = append(append([]Out[M](nil), c.out...), o)
		}
	}
	return c
}

// finish handles the messages to oneself and returns the results, one for each
// alternative.
func (t *turn[L, M]) finish(c course[L, M]) []result {
	for rounds := 0; len(c.own) > 0 && c.wrong == "" && c.over == ""; rounds++ {
		if rounds > 1000 {
			c.wrong = "a process sends itself messages without end"
			break
		}
		msg := c.own[0]
		c.own = c.own[1:]
		var steps []Step[L, M]
		if !t.busy && len(c.late) == 0 {
			steps = t.y.p.Deliver(t.p, c.state, t.p, msg)
		}
		switch len(steps) {
		case 0:
			c.late = append(append([]M(nil), c.late...), msg)
		case 1:
			c.heard = t.hear(c.heard, msg, c.heard)
			c = t.take(c, steps[0])
		default:
			c.heard = t.hear(c.heard, msg, c.heard)
			var results []result
			for _, s := range steps {
				results = append(results, t.finish(t.take(c, s))...)
			}
			return results
		}
	}
	return []result{t.settle(c)}
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
	next := record[L]{state: c.state, heard: c.heard, asked: t.before.asked, process: t.before.process}
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
	if c.fresh && y.causal {
		r.flags |= oFresh
		r.heard = Stamp(c.base)
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
