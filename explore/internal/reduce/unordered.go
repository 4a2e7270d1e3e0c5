package reduce

import (
	"qcheck/explore/internal/engine"
	"qcheck/explore/protocol"
)

// On a network without order each message that waits is an event of its own (see derived.go). Those of
// a channel are numbered in the order in which the walker meets them.

// maxWaiting is how many different messages of a channel a set tells apart: where more wait, all
// events are taken.
const maxWaiting = 64

// A waitingMessage is one of those that wait in a channel.
type waitingMessage struct {
	packet  engine.PacketID
	shape   uint64
	enabled bool
}

// A channelEvents has the messages that wait in a channel.
type channelEvents struct {
	messages []waitingMessage
	known    uint64 // those that were looked up, by number
	clashes  [maxWaiting]*Clash
	enabled  uint64
	in, best uint64 // those in the set at hand, and in the best one
	base     uint64 // those in a set that others are made from
}

// wait notes the messages that wait from q for p. It reports whether all steps are defined, and whether
// there are as few as can be told apart.
func (c *StubbornSet) wait(w *engine.Walker, q, p int) (defined, few bool) {
	ch := &c.waiting[p][q]
	defined, few = true, true
	w.EachWaiting(q, p, func(packet engine.PacketID, list []engine.BlockTransition, _ engine.BlockID) {
		if len(ch.messages) == maxWaiting {
			few = false
			return
		}
		for _, t := range list {
			defined = defined && t.Flags&engine.IsUndefined == 0
		}
		if len(list) > 0 {
			ch.enabled |= 1 << len(ch.messages)
			c.enabled[p] |= Taking(q)
		}
		c.unknown[p] |= c.r.unknown(w.State.Blocks[p], q, packet)
		ch.messages = append(ch.messages, waitingMessage{packet, c.r.shape(packet, q, p), len(list) > 0})
	})
	c.filled[p] |= Taking(q)
	return defined, few
}

// addMessages puts the taking of messages of such shapes from q into the set of process p: of those that
// wait, and, for those that may be sent, events of which one must happen before.
func (c *StubbornSet) addMessages(p, q int, shapes uint64) {
	ch := &c.waiting[p][q]
	for i, m := range ch.messages {
		if m.shape&shapes != 0 {
			c.addMessage(p, q, i)
		}
	}
	if shapes == everyShape && c.sent[p][q] != everyShape {
		c.sent[p][q] = everyShape
		c.addClash(q, &c.dependence(q).Send[p])
	}
	c.addSending(p, q, shapes)
}

const everyShape = ^uint64(0)

// addMessage puts the taking of a message that waits into the set of process p.
func (c *StubbornSet) addMessage(p, q, i int) {
	ch := &c.waiting[p][q]
	if ch.in>>i&1 != 0 {
		return
	}
	ch.in |= 1 << i
	if ch.messages[i].enabled {
		c.count++
	}
	c.stack = append(c.stack, pendingEvent{process: int8(p), bit: int8(q), place: int8(i)})
}

// addTakingOf puts into the set of process p what does not commute with taking the message, and what may
// let it be taken where it is not.
func (c *StubbornSet) addTakingOf(p, q, i int) {
	ch := &c.waiting[p][q]
	if ch.known>>i&1 == 0 {
		ch.known |= 1 << i
		ch.clashes[i] = c.r.take(c.blocks[p], q, ch.messages[i].packet)
	}
	x := ch.clashes[i]
	if x.Seen && ch.messages[i].enabled {
		c.addSeen()
	}
	c.addClash(p, x)
}

// addSeen puts into the set, by process, events of which one must happen before the history sees a step:
// in what order it sees two matters.
func (c *StubbornSet) addSeen() {
	if c.seeing {
		return
	}
	c.seeing = true
	for p := range c.r.e.N {
		c.addClash(p, c.cheapest(p, c.dependence(p).See))
	}
}

// Follows reports whether the best set takes the message, one of those that wait from q for p.
func (c *StubbornSet) Follows(p, q int, packet engine.PacketID) bool {
	ch := &c.waiting[p][q]
	for i, m := range ch.messages {
		if m.packet == packet {
			return ch.best>>i&1 != 0
		}
	}
	return len(ch.messages) == maxWaiting && ch.best == everyShape // more wait than are told apart, and all are taken
}

// eachChannel calls f for each channel in which messages wait, on a network without order.
func (c *StubbornSet) eachChannel(f func(p, q int, ch *channelEvents)) {
	if c.r.e.Network == protocol.FIFO {
		return
	}
	for p := range c.r.e.N {
		for in := c.filled[p].senders(); in != 0; in &= in - 1 {
			f(p, in.First(), &c.waiting[p][in.First()])
		}
	}
}
