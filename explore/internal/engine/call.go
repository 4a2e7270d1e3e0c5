package engine

import (
	"fmt"
	"slices"

	"qcheck/explore/internal/plain"
	"qcheck/explore/protocol"
)

// A handlerCall is one call of protocol code and what follows from it within the
// same atomic step: clocks, a fresh stamp, and messages to oneself.
type handlerCall struct {
	b           *Binding
	p           int
	before      Record
	busy        bool // messages to oneself wait in a channel, and further ones wait behind them
	transitions []recordTransition
	last        string // the step that is being taken; empty before there is one
}

// A branch is an alternative of a handler call in the making.
type branch struct {
	first     protocol.Step[plain.Value, plain.Value] // for its name and kind
	state     plain.Value
	known     uint16         // as in record
	same      bool           // as in record
	fresh     bool           // a fresh stamp was made
	stamp     protocol.Stamp // the fresh stamp, with integer clocks or if it equals an earlier one
	base      uint16         // with causal stamps: what was known before it
	toSelf    []plain.Value  // messages to oneself, not handled yet
	refused   []plain.Value  // messages to oneself that were not taken
	handled   int            // number of messages to oneself that were handled
	out       []protocol.Out[plain.Value]
	undefined string // as in Step
	overflow  string // as in Step
}

// Bounds on one step: the messages to oneself that are handled in it, one after
// the other, and its transitions.
const (
	maxHandled     = 1000
	maxTransitions = 1<<16 - 1
)

// localSteps makes the branches of the local steps.
func (c *handlerCall) localSteps() {
	spent := false
	for _, s := range c.b.P.Actions(c.p, c.before.State) {
		if s.Kind == protocol.Ask && s.Undefined == "" && s.Overflow == "" {
			c.b.Asks.Store(true)
		}
		if s.Kind == protocol.Ask && c.b.spent(c.before) {
			spent = true
			continue
		}
		c.take(branch{first: s, known: c.before.known, same: c.before.same}, s)
	}
	if spent && c.b.Obliged {
		// Last, so that the numbers of the others are what they are without.
		c.transitions = append(c.transitions, recordTransition{Next: c.b.Record(c.before), Flags: IsAsk | IsSpent})
	}
}

// deliver makes the branches of the delivery of a packet.
func (c *handlerCall) deliver(from int, k Packet) {
	br := branch{known: c.before.known, same: c.before.same}
	c.learn(&br, k.Msg, k.known)
	for _, s := range c.b.P.Deliver(c.p, c.before.State, from, k.Msg) {
		br.first = s
		c.take(br, s)
	}
}

// learn raises the clock to what a message brings along.
func (c *handlerCall) learn(br *branch, msg plain.Value, brought uint16) {
	switch c.b.P.Clock.Attach {
	case protocol.NoMessage:
		return
	case protocol.StampedMessages:
		var latest protocol.Stamp
		msg.EachStamp(c.b.P.Message, func(s protocol.Stamp) protocol.Stamp {
			latest = max(latest, s)
			return s
		})
		if latest == 0 {
			return
		}
		brought = uint16(latest)
		if !c.b.Causal && latest != protocol.Fresh {
			brought = uint16(latest >> protocol.StampBits)
		}
	}
	if brought == uint16(protocol.Fresh) && !c.b.Causal {
		brought = br.known
	}
	br.known = max(br.known, brought)
	br.same = false // here, a clock that does not tick for a fresh stamp ticks
	if !c.b.Causal && c.b.P.Clock.TickOnReceive {
		br.known++
	}
}

// take makes the branch go on by a step, and commits all branches that follow.
func (c *handlerCall) take(br branch, s protocol.Step[plain.Value, plain.Value]) {
	if len(c.transitions) > maxTransitions {
		return
	}
	c.last = br.first.Name
	if s.Undefined != "" || s.Overflow != "" {
		br.undefined, br.overflow = s.Undefined, s.Overflow
		c.finish(br)
		return
	}
	br.state = s.Next
	uses := false
	find := func(x protocol.Stamp) protocol.Stamp {
		uses = uses || x == protocol.Fresh
		return x
	}
	br.state.EachStamp(c.b.P.Local, find)
	for _, o := range s.Send {
		o.Msg.EachStamp(c.b.P.Message, find)
	}
	if !uses || br.fresh {
		c.send(br, s)
		return
	}
	again := br
	br.fresh, br.base = true, br.known
	if c.b.Causal {
		br.known, br.same = uint16(protocol.Fresh), !c.b.P.Clock.TickOnFresh
	} else {
		if c.b.P.Clock.TickOnFresh {
			br.known++
		}
		if br.known > protocol.MaxClock+1 { // from there on stamps would be those of low clocks
			br.overflow = fmt.Sprintf("the clock of process %d passes %d", c.p+1, protocol.MaxClock)
		}
		br.stamp = protocol.IntegerStamp(br.known, c.p)
	}
	c.send(br, s)
	if again.same {
		again.fresh, again.stamp = true, protocol.Stamp(again.known)
		c.send(again, s)
	}
}

// send replaces Fresh in the branch's state and in the messages of the step by the
// branch's stamp, sends the messages, and finishes the branch.
func (c *handlerCall) send(br branch, s protocol.Step[plain.Value, plain.Value]) {
	give := func(x protocol.Stamp) protocol.Stamp {
		if x == protocol.Fresh && br.stamp != 0 {
			return br.stamp
		}
		return x
	}
	br.state.EachStamp(c.b.P.Local, give)
	for _, o := range s.Send {
		o.Msg.EachStamp(c.b.P.Message, give)
		if o.To == c.p {
			c.b.ToSelf.Store(true)
		}
		if o.To == c.p && !c.b.Queued {
			br.toSelf = append(slices.Clone(br.toSelf), o.Msg)
		} else {
			br.out = append(slices.Clone(br.out), o)
		}
	}
	c.finish(br)
}

// finish handles the messages to oneself, and commits the branch, or all branches
// that these lead to.
func (c *handlerCall) finish(br branch) {
	for len(br.toSelf) > 0 && br.undefined == "" && br.overflow == "" {
		if br.handled++; br.handled > maxHandled {
			br.undefined = "a process sends itself messages without end"
			break
		}
		msg := br.toSelf[0]
		br.toSelf = br.toSelf[1:]
		var steps []protocol.Step[plain.Value, plain.Value]
		if !c.busy && (len(br.refused) == 0 || !c.b.Network.Ordered()) {
			steps = c.b.P.Deliver(c.p, br.state, c.p, msg)
		}
		if len(steps) == 0 {
			br.refused = append(slices.Clone(br.refused), msg)
			continue
		}
		c.learn(&br, msg, br.known)
		for _, s := range steps {
			c.take(br, s)
		}
		return
	}
	if len(c.transitions) == maxTransitions {
		br.overflow = fmt.Sprintf("a step has more than %d outcomes", maxTransitions)
	}
	if len(c.transitions) <= maxTransitions {
		c.transitions = append(c.transitions, c.commit(br))
	}
}

// commit numbers what a branch has led to.
func (c *handlerCall) commit(br branch) recordTransition {
	b := c.b
	t := recordTransition{step: b.step(br.first.Name)}
	fail := func(flag flags, format string, args ...any) recordTransition {
		t.Flags |= flag
		t.text = b.Texts.ID(fmt.Sprintf(format, args...), nil)
		return t
	}
	switch br.first.Kind {
	case protocol.Ask:
		t.Flags |= IsAsk
	case protocol.Leave:
		t.Flags |= IsLeave
	case protocol.May:
		t.Flags |= IsMay
	}
	if br.fresh && b.Causal {
		if br.stamp != 0 {
			t.Flags |= isSame
		} else {
			t.Flags |= IsFresh
			t.base = protocol.Stamp(br.base)
		}
	}
	if br.overflow != "" {
		return fail(IsOverflow, "process %d: %s", c.p+1, br.overflow)
	}
	if br.undefined != "" {
		return fail(IsUndefined, "process %d: %s", c.p+1, br.undefined)
	}
	next := Record{State: br.state, known: br.known, same: br.same, Asked: c.before.Asked, Process: c.before.Process}
	if br.first.Kind == protocol.Ask && b.bound[c.p] >= 0 {
		next.Asked++
	}
	if !b.Causal {
		if b.clockMax > 0 && int(br.known) > b.clockMax {
			t.Flags |= isBeyond
		} else if br.known > protocol.MaxClock {
			return fail(IsOverflow, "the clock of process %d passes %d", c.p+1, protocol.MaxClock)
		}
	}
	t.Next = b.Record(next)
	for _, m := range br.refused {
		br.out = append(br.out, protocol.Out[plain.Value]{To: c.p, Msg: m})
	}
	for _, o := range br.out {
		k := Packet{Msg: o.Msg}
		if b.P.Clock.Attach == protocol.EveryMessage {
			k.known = br.known
		}
		t.Sent = append(t.Sent, Sent{o.To, b.Packet(k)})
	}
	return t
}
