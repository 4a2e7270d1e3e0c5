package reduce

import (
	"math"
	"math/bits"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// Partial-order reduction by strong stubborn sets.
//
// Events. In every state, process p has these events: to take the next message
// of a channel to it (one event for each sender), to take a local step other
// than asking (one event for all of them), and to ask. An event is enabled when
// some step of it can be taken.
//
// Events at different processes commute in every state in which both are
// enabled, and neither disables the other: a step changes only the local state
// of its process and appends to channels that only this process writes, and a
// delivery removes the head of a channel that only its receiver reads; an
// append never disables a delivery and never changes the head of a channel
// that is not empty. With causal stamps that is so up to renumbering: asking is
// one event with a set of outcomes, one for each place of the fresh stamp, and
// a stamp that goes out of use, or another fresh one, before or after makes the
// same set of canonical successors, up to the stamps known: when a stamp goes out
// of use that some process does not know, asking with a stamp below it before
// leaves those that knew the old one with the new one, asking after does not. So the
// runs below end in states that are the same except for lower clocks, which suffices
// for verdicts; see Clocks. With integer clocks a process's clock is part of its local
// state. What is left between processes is enabling: only the sender's events can fill
// an empty channel.
//
// Clocks. Let a stamp be a real number, and a clock c(p) too: the greatest stamp that p
// made or took with a message, whether that is in use or not. (Where the search is reduced,
// clocks are causal, only stamps bring a clock along, and each fresh stamp ticks, or there
// are no stamps. See derived.go.) A fresh stamp of p is any number above c(p)
// that was not given yet; all it changes is p's local state, c(p), and channels that p writes. In
// these dense states, events of different processes commute exactly, each with the number that it
// gives. Handlers see which stamps are in use, and in which order, and that a fresh one is above
// those of their state and message, which are at most c(p). So they see no clock.
//
// A state s of the search stands for a dense state d, s <= d, when they have the same local
// states and messages, up to numbers in the same order, and each process of s knows at most
// the stamp floor(c(p)): the latest in use that is at most c(p), or none.
//
// (i) If s <= d and d goes to d' by an event, s goes to some s' <= d' by it. The handler
// gives the same. A fresh number x has a place among the stamps in use; it is above what p
// knows in s, which is at most floor(c(p)) <= c(p) < x: so s has that place, too. What p
// takes raises both clocks by the same, what others know is a stamp as before, and at most floor(c)
// of their clock. When stamps go out of use, what was known is replaced by the latest below it that
// is left, and the floor of the same clock is that of fewer stamps: at most stays at most.
//
// (ii) Each run of the search from s is one of dense states from the d with c(p) = what p
// knows in s, such that each process knows exactly floor(c(p)) all along: a fresh stamp gets
// a number just below the next stamp in use above its place, so above all that are no longer in
// use there, and above all clocks that are below that next stamp. No process then knows it
// by its floor that did not know a stamp above it.
//
// Let v t be a run of the search from s, t at p, v at other processes, and t enabled in s.
// By (ii) it is a dense run, in which t can be moved to the front: its handler is given the
// same, its message is at the front of its channel in s, and its number is above c(p), which v
// does not change. The dense end is the same. By (i) the search has t v from s, with an end s' <= that
// dense end, of which the end of v t has the floors: s' is the end of v t, except for
// lower clocks. By (i) again, it goes on by all that the end of v t goes on by. So it is with
// events v of p that commute with t in dense states, which is what (1) demands. A state is
// terminal, wrong, or has a step that is not defined, whatever its clocks are, since the
// handlers and Observe see none, and a fresh stamp always has the highest place. (Moved, an
// event may meet more stamps in use than there may be: see Result.Asked.)
//
// A set T of events is stubborn in state s when
//
//	(1) for each enabled event of T, T has every event at the same process that
//	    does not commute with it, in s or in any state that can be reached from
//	    s without events of T;
//	(2) for each event of T that is not enabled, T has a necessary enabling set:
//	    events of which one must happen before it can become enabled.
//
// Let w be a run from s whose first event of T is t, w = v t u with v outside T.
// Then t is enabled in s, by (2): nothing in v can have enabled it. By (1) t
// commutes with all of v, so t v u is a run from s to the same state. Hence:
//
// Deadlocks. A state is terminal when no step except asking is enabled in it. Let T
// have an enabled event other than asking. Every run from s to a terminal state
// has an event of T, since by (1) no event outside T disables the one that is
// enabled in T; moving the first one to the front leaves a run to the same state
// that is one event shorter. By induction on the length, the search that takes
// only the enabled events of T in each state reaches every terminal state. (In a
// terminal state, all asking events are taken.)
//
// Safety. An event is visible when it may make something right that Safe sees as wrong.
// Let T have, besides, an up-set: events of which one must happen before Safe can fail (from a
// state in which it does not). Every run from s to a state in which Safe fails has an event of T;
// moving the first one to the front leaves a shorter run to the same state from a
// state that the search meets. No proviso for cycles is needed: each step of the search is one event
// nearer (Kristensen, Schmidt, Valmari: "Question-guided stubborn set methods
// for state properties", 2006, for the up-sets; Valmari, "Stubborn sets for
// reduced state space generation", 1991, for the rest).
//
// Also sound for safety, since the graph that the search makes has no cycle, is a
// T with an enabled event other than asking and without an enabled visible one.
// Let w be a run from s in which Safe fails at the end. If w has an event of T,
// moving it to the front leaves a shorter run as before. Otherwise let t be an
// enabled event of T: t w is a run too, and Safe fails at its end, since t is
// not visible. So the search takes a step, with a run of the same length to
// go; it can do so only finitely often before the run becomes shorter. That there is no
// cycle is checked in the end; if there is one, the reduced search decides nothing.
//
// A message to oneself that is not taken at once (see Options.Queued) waits in its
// channel, and later ones wait behind it. So where one waits, taking it may not commute with any step
// of its process that sends itself another: all events of the process are taken to
// depend on each other there.
//
// Starvation is decided without reduction; derived.go has well-definedness.
//
// What commutes within a process, what can enable a local step and who may
// send to whom is derived from the handlers (derived.go). The tests check it: from states where the set is smaller, they
// walk outside of it and compare.

// A StubbornSet finds, for one state after another, a stubborn set.
type StubbornSet struct {
	r      *Reduction
	Safety bool // something that is seen in a state is looked for

	// Of the state, by process:
	blocks  []engine.BlockID
	enabled [protocol.MaxProcesses]Events
	filled  [protocol.MaxProcesses]Events                     // the deliveries for which there is a message
	unknown [protocol.MaxProcesses]Events                     // the deliveries of which nothing was learned
	looked  [protocol.MaxProcesses][protocol.MaxProcesses]int // by receiver and sender: messages up to the one taken, or all if none is (see derived.go)

	// What was looked up for the state:
	depends [protocol.MaxProcesses]*Dependence                      // nil if it was not
	takes   [protocol.MaxProcesses][protocol.MaxProcesses]*Clash    // by receiver and sender: of the next message; nil if it was not
	shapes  [protocol.MaxProcesses][protocol.MaxProcesses][2]uint64 // by sender and receiver: of the next message, and of those behind it
	shaped  [protocol.MaxProcesses]protocol.Set                     // by sender: the receivers of which it was

	waiting [][]channelEvents // on a network without order, by receiver and sender

	owed      [protocol.MaxProcesses]Events // of the enabled events, those that must happen
	set, Best [protocol.MaxProcesses]Events
	seeing    bool                                        // the set has what the history sees first
	sent      [protocol.MaxProcesses][MaxDerivable]uint64 // the messages, by receiver and sender, with what must happen before they are sent
	events    []pendingEvent                              // those that must happen, of the enabled ones
	stack     []pendingEvent                              // added to the set, and not looked at by close yet
	count     int                                         // enabled events of the set
	least     int                                         // of the best one
	harms     map[table.MemoKey][]protocol.Set
	seen      []engine.ObservationID
}

// A pendingEvent is an event at a process, by the number of its bit, and of the message on a network without order.
type pendingEvent struct{ process, bit, place int8 }

// NewStubbornSet returns one for a walker. The set has an enabled event other than asking; where something is looked
// for that is seen in a state, it has an up-set, or no enabled event that is visible.
func NewStubbornSet(r *Reduction, safety bool) *StubbornSet {
	c := &StubbornSet{
		r: r, Safety: safety,
		harms: map[table.MemoKey][]protocol.Set{}, seen: make([]engine.ObservationID, r.e.N),
	}
	for range r.e.N {
		if r.e.Network == protocol.FIFO {
			break
		}
		c.waiting = append(c.waiting, make([]channelEvents, r.e.N))
	}
	return c
}

// Expand follows the enabled events of a stubborn set.
func (c *StubbornSet) Expand(w *engine.Walker) {
	e, r := c.r.e, c.r
	c.blocks = w.State.Blocks
	c.begin()
	defined, ordered := true, e.Network == protocol.FIFO
	for p := range e.N {
		c.dependence(p) // so that it is learned
		for _, t := range e.LocalSteps(w.State.Blocks[p]) {
			if t.Flags&engine.IsSpent != 0 {
				w.Asks++ // no event: nothing is done
				continue
			}
			c.enabled[p] |= localEvent(t)
			if t.Flags&(engine.IsAsk|engine.IsMay) == 0 {
				c.owed[p] |= LocalSteps
			}
			defined = defined && t.Flags&engine.IsUndefined == 0
		}
		for to := w.Row(p).Receivers(); to != 0; to &= to - 1 {
			q := to.First()
			if !ordered {
				all, few := c.wait(w, p, q)
				defined = defined && all && few
				continue
			}
			c.filled[q] |= 1 << p
			list, _, looked := w.Delivery(p, q)
			if c.looked[q][p] = looked; len(list) > 0 {
				c.enabled[q] |= 1 << p
			}
			for _, t := range list {
				defined = defined && t.Flags&engine.IsUndefined == 0
			}
			for i := range looked {
				c.unknown[q] |= r.unknown(w.State.Blocks[q], p, e.Packet(w.State.Blocks[p], q, i))
			}
		}
	}
	for p := range e.N {
		c.owed[p] |= c.enabled[p] &^ (Asking | LocalSteps)
	}
	c.choose(defined)
	c.eachChannel(func(p, q int, ch *channelEvents) {
		left := bits.OnesCount64(ch.enabled &^ ch.best)
		w.Saved += int64(left) * w.OrbitSize
		w.Enabled += left
	})
	for p := range e.N {
		left := c.enabled[p] &^ c.Best[p]
		if !ordered {
			left &= Asking | LocalSteps
		}
		w.Saved += int64(left.count()) * w.OrbitSize
		w.Enabled += (left & c.owed[p]).count()
		on := c.Best[p] & c.enabled[p]
		if on&(Asking|LocalSteps) != 0 {
			for _, t := range e.LocalSteps(w.State.Blocks[p]) {
				if on&localEvent(t) != 0 {
					w.Follow(p, engine.Local, t, 0)
				}
			}
		}
		if !ordered {
			continue
		}
		for from := on.senders(); from != 0; from &= from - 1 {
			w.FollowDelivery(from.First(), p)
		}
	}
	c.eachChannel(func(p, q int, ch *channelEvents) {
		w.FollowSome(q, p, func(packet engine.PacketID) bool { return c.Follows(p, q, packet) })
	})
}

// localEvent returns the event of a local step.
func localEvent(t engine.BlockTransition) Events {
	if t.Flags&engine.IsAsk != 0 {
		return Asking
	}
	return LocalSteps
}

// choose stores a stubborn set in best, the one with the fewest enabled events
// among those tried; all events where a step is not defined: nothing is learned of what comes
// after that step (see derived.go).
func (c *StubbornSet) choose(defined bool) {
	total, moves := 0, 0
	counted := AllEvents
	if c.r.e.Network != protocol.FIFO {
		counted = Asking | LocalSteps
	}
	for p := range c.r.e.N {
		total += (c.enabled[p] & counted).count()
		moves += c.owed[p].count()
		c.Best[p] = AllEvents
	}
	c.eachChannel(func(_, _ int, ch *channelEvents) {
		total += bits.OnesCount64(ch.enabled)
		ch.best = everyShape
	})
	// If no step except asking is enabled, all is taken, so that the reduced search has
	// the same terminal states.
	if total <= 1 || moves == 0 || !defined {
		return
	}
	c.least = total
	try := func() {
		if c.count < c.least && c.moving() {
			c.least = c.count
			c.Best = c.set
			c.eachChannel(func(_, _ int, ch *channelEvents) { ch.best = ch.in })
		}
	}
	c.events = c.events[:0]
	for p := range c.r.e.N {
		for ev := c.enabled[p] & c.owed[p] & counted; ev != 0; ev &= ev - 1 {
			c.events = append(c.events, pendingEvent{int8(p), int8(bits.TrailingZeros32(uint32(ev))), 0})
		}
	}
	c.eachChannel(func(p, q int, ch *channelEvents) {
		for left := ch.enabled; left != 0; left &= left - 1 {
			c.events = append(c.events, pendingEvent{int8(p), int8(q), int8(bits.TrailingZeros64(left))})
		}
	})
	// Without an up-set, from one enabled event.
	for _, ev := range c.events {
		c.start()
		if c.addEvent(ev); c.close() && !(c.Safety && c.visible()) {
			try()
		}
		if c.least == 1 {
			return
		}
	}
	if !c.Safety {
		return
	}
	for _, harm := range c.mustChange() {
		c.start()
		for ; harm != 0; harm &= harm - 1 {
			p := harm.First()
			c.addClash(p, c.cheapest(p, c.dependence(p).Enter))
		}
		if !c.close() {
			continue
		}
		if c.moving() {
			try()
			continue
		}
		base, sent, count, seeing := c.set, c.sent, c.count, c.seeing
		c.eachChannel(func(_, _ int, ch *channelEvents) { ch.base = ch.in })
		for _, ev := range c.events {
			c.set, c.sent, c.count, c.seeing = base, sent, count, seeing
			c.eachChannel(func(_, _ int, ch *channelEvents) { ch.in = ch.base })
			if c.addEvent(ev); c.close() {
				try()
			}
		}
	}
}

// moving reports whether the set has an enabled event that must happen.
func (c *StubbornSet) moving() bool {
	moving := false
	for p := range c.r.e.N {
		moving = moving || c.set[p]&c.enabled[p]&c.owed[p] != 0
	}
	c.eachChannel(func(_, _ int, ch *channelEvents) { moving = moving || ch.in&ch.enabled != 0 })
	return moving
}

func (c *StubbornSet) dependence(p int) *Dependence {
	if c.depends[p] == nil {
		c.depends[p] = c.r.dependence(c.blocks[p])
	}
	return c.depends[p]
}

// begin forgets what was looked up for the state before.
func (c *StubbornSet) begin() {
	n := c.r.e.N
	clear(c.enabled[:n])
	clear(c.filled[:n])
	clear(c.unknown[:n])
	clear(c.owed[:n])
	clear(c.depends[:n])
	clear(c.shaped[:n])
	for p := range n {
		clear(c.takes[p][:n])
	}
	for p := range c.waiting {
		for q := range c.waiting[p] {
			ch := &c.waiting[p][q]
			ch.messages, ch.known, ch.enabled = ch.messages[:0], 0, 0
		}
	}
}

// shapesIn returns the shapes of the next message from q to p, and of those behind it.
func (c *StubbornSet) shapesIn(q, p int) [2]uint64 {
	if !c.shaped[q].Has(p) {
		c.shaped[q] = c.shaped[q].With(p)
		c.shapes[q][p] = c.r.shapesIn(c.blocks[q], q, p)
	}
	return c.shapes[q][p]
}

// take returns what may not commute with taking the next message from q at p, or one behind it.
func (c *StubbornSet) take(p, q, place int) *Clash {
	if place > 0 {
		return c.r.take(c.blocks[p], q, c.r.e.Packet(c.blocks[q], p, place))
	}
	if c.takes[p][q] == nil {
		c.takes[p][q] = c.r.take(c.blocks[p], q, c.r.e.Packet(c.blocks[q], p, 0))
	}
	return c.takes[p][q]
}

// visible reports whether the set has an enabled visible event.
func (c *StubbornSet) visible() bool {
	for p := range c.r.e.N {
		if c.set[p]&c.enabled[p]&(c.dependence(p).Visible|c.unknown[p]) != 0 {
			return true
		}
	}
	visible := false
	c.eachChannel(func(p, q int, ch *channelEvents) {
		visible = visible || ch.in&ch.enabled != 0 && Taking(q)&(c.dependence(p).Visible|c.unknown[p]) != 0
	})
	return visible
}

// mustChange returns sets of processes, each of which has one that must change before something is wrong.
func (c *StubbornSet) mustChange() []protocol.Set {
	for p, block := range c.blocks[:c.r.e.N] {
		c.seen[p] = c.r.e.Blocks.At(block).Observation()
	}
	key, ok := engine.ObservationsKey(c.seen)
	if !ok {
		return c.r.of.MustChange(c.seen)
	}
	sets, ok := c.harms[key]
	if !ok {
		sets = c.r.of.MustChange(c.seen)
		c.harms[key] = sets
	}
	return sets
}

// add puts events of a process into the set.
func (c *StubbornSet) add(p int, ev Events) {
	fresh := ev &^ c.set[p]
	c.set[p] |= fresh
	if c.r.e.Network != protocol.FIFO {
		for from := fresh.senders() & protocol.All(c.r.e.N); from != 0; from &= from - 1 {
			c.addMessages(p, from.First(), everyShape)
		}
		fresh &= Asking | LocalSteps
	}
	c.count += (fresh & c.enabled[p]).count()
	for ; fresh != 0; fresh &= fresh - 1 {
		if b := bits.TrailingZeros32(uint32(fresh)); b < c.r.e.N || b >= protocol.MaxProcesses {
			c.stack = append(c.stack, pendingEvent{process: int8(p), bit: int8(b)})
		}
	}
}

// addEvent puts one event into the set.
func (c *StubbornSet) addEvent(ev pendingEvent) {
	if p, bit := int(ev.process), int(ev.bit); c.r.e.Network != protocol.FIFO && bit < protocol.MaxProcesses {
		c.addMessage(p, bit, int(ev.place))
	} else {
		c.add(p, Events(1)<<bit)
	}
}

// start begins a set anew.
func (c *StubbornSet) start() {
	c.set, c.count, c.stack, c.seeing = [protocol.MaxProcesses]Events{}, 0, c.stack[:0], false
	clear(c.sent[:c.r.e.N])
	c.eachChannel(func(_, _ int, ch *channelEvents) { ch.in = 0 })
}

// addClash puts what does not commute with an event of a process into the set.
func (c *StubbornSet) addClash(p int, x *Clash) {
	c.add(p, x.Events)
	for from := x.senders; from != 0; from &= from - 1 {
		q := from.First()
		next, later := x.Next[q], x.Later[q]
		if c.r.e.Network != protocol.FIFO {
			c.addMessages(p, q, next|later)
			continue
		}
		taking := Taking(q)
		if c.set[p]&taking != 0 {
			continue
		}
		if c.filled[p]&taking != 0 {
			if c.r.e.Selective { // any one may be taken next
				next, later = next|later, next|later
			}
			if in := c.shapesIn(q, p); next&in[0]|later&in[1] != 0 {
				c.add(p, taking)
				continue
			}
			next = 0 // another one is next
		}
		c.addSending(p, q, next|later)
	}
}

// addSending puts into the set events of process q of which one must happen before it sends messages of such shapes to p.
func (c *StubbornSet) addSending(p, q int, shapes uint64) {
	fresh := shapes &^ c.sent[p][q]
	c.sent[p][q] |= fresh
	for ; fresh != 0; fresh &= fresh - 1 {
		d := c.dependence(q)
		before := &d.Send[p]
		if at := bits.TrailingZeros64(fresh); at < len(d.SendOf[p]) {
			before = &d.SendOf[p][at]
		}
		c.addClash(q, before)
	}
}

// close adds events until (1) and (2) hold. It gives up, and reports that, when the set
// has no fewer enabled events than the best one.
func (c *StubbornSet) close() bool {
	for len(c.stack) > 0 {
		if c.count >= c.least {
			c.stack = c.stack[:0]
			return false
		}
		top := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		p, q := int(top.process), int(top.bit) // q is the sender, if a message is taken
		if c.r.e.Network != protocol.FIFO && q < protocol.MaxProcesses {
			if c.waiting[p][q].messages[top.place].enabled && !c.r.e.Queued && c.filled[p]&Taking(p) != 0 {
				c.add(p, AllEvents)
			}
			c.addTakingOf(p, q, int(top.place))
			continue
		}
		ev := Events(1) << q
		if c.enabled[p]&ev != 0 && !c.r.e.Queued && c.filled[p]&Taking(p) != 0 {
			c.add(p, AllEvents) // messages to oneself wait behind the one that waits
		}
		switch on := c.enabled[p]&ev != 0; {
		case on && ev == Asking:
			c.add(p, AllEvents)
			if c.dependence(p).AskSeen {
				c.addSeen()
			}
		case on && ev == LocalSteps:
			if c.dependence(p).Local.Seen {
				c.addSeen()
			}
			c.addClash(p, &c.dependence(p).Local)
		case on:
			c.addTaking(p, q)
		case ev == Asking:
			c.addClash(p, &c.dependence(p).Ask)
		case ev == LocalSteps:
			c.addClash(p, c.cheapest(p, c.dependence(p).Enable))
		case c.filled[p]&ev != 0 && c.r.e.Selective: // there are messages that are not taken in this state
			c.addTaking(p, q)
			c.addClash(q, &c.dependence(q).Send[p])
		case c.filled[p]&ev != 0:
			c.add(p, AllEvents)
		default:
			c.addClash(q, &c.dependence(q).Send[p])
		}
	}
	return c.count < c.least
}

// addTaking puts into the set of process p what does not commute with taking the next
// message from q, and what may let p take one of those before it.
func (c *StubbornSet) addTaking(p, q int) {
	for i := range c.looked[p][q] {
		x := c.take(p, q, i)
		if x.Seen && c.enabled[p]&Taking(q) != 0 {
			c.addSeen()
		}
		c.addClash(p, x)
	}
}

// cheapest returns the set that adds the fewest enabled events to the chosen ones,
// and among these the one that adds the fewest events.
func (c *StubbornSet) cheapest(p int, sets []Clash) *Clash {
	best, least := &Clash{}, math.MaxInt
	for i := range sets {
		fresh := (sets[i].Events | Events(sets[i].senders)) &^ c.set[p]
		if cost := 64*(fresh&c.enabled[p]).count() + fresh.count(); cost < least {
			best, least = &sets[i], cost
		}
	}
	return best
}
