package explore

import (
	"math/bits"
	"sync/atomic"
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
// same set of canonical successors, up to what is heard of: when a stamp goes out
// of use that not everybody has heard of, asking with a stamp below it before
// leaves those who had heard of the old one with the new one, asking after does
// not. The state with the lower clocks allows all that the other does, as it leaves
// fresh stamps more places, and is the same to all properties; so the runs below
// end in states that are the same but for lower clocks, which is enough for
// verdicts. With integer clocks a process's clock is
// part of its local state. What is left between processes is enabling: only the
// sender's events can fill an empty channel.
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
// Deadlocks. A state is terminal when nothing but asking is enabled in it. Let T
// have an enabled event other than asking. Every run from s to a terminal state
// has an event of T, since by (1) no event outside T disables the one that is
// enabled in T; moving the first one to the front leaves a run to the same state
// that is one event shorter. By induction on the length, the search that takes
// just the enabled events of T in each state reaches every terminal state. (In a
// terminal state, all asking events are taken.)
//
// Safety. An event is visible when it may change what Safe sees; Partial says
// which ones are, by default just local steps. Let T have, besides, an up-set: events of which one must happen
// before Safe can fail (from a state in which it does not). Every run from s to
// a state in which Safe fails has an event of T; moving the first one to the
// front leaves a shorter run to the same state from a state that the search
// meets. No proviso for cycles is needed: each step of the search is one event
// nearer (Kristensen, Schmidt, Valmari: "Question-guided stubborn set methods
// for state properties", 2006, for the up-sets; Valmari, "Stubborn sets for
// reduced state space generation", 1991, for the rest).
//
// Also sound for safety, when the graph that the search makes has no cycle, is a
// T with an enabled event other than asking and without an enabled visible one.
// Let w be a run from s in which Safe fails at the end. If w has an event of T,
// moving it to the front leaves a shorter run as before. Otherwise let t be an
// enabled event of T: t w is a run too, and Safe fails at its end, since t is
// not visible. So the search takes a step, with a run of the same length to
// go; it can do so only finitely often before the run becomes shorter. This is
// used with bounded requests; afterwards the graph is checked for cycles, and
// if there is one, the search is made again without such sets.
//
// A message to oneself that is not taken at once (see Options.Queued) waits in its channel, and later
// ones wait behind it. So where one waits, taking it may not commute with any step
// of its process that sends itself another: all events of the process are taken to
// depend on each other there.
//
// Starvation is decided without reduction, and well-definedness too unless the
// protocol has no undefined steps.
//
// What commutes within a process, what can enable a local step and who may
// send to whom is the protocol's to say, by a [Partial]; without one there is
// no reduction. The tests check it: from states where the set is smaller, they
// walk outside of it and compare.

// Events is a set of events of one process.
type Events uint32

// The events of a process that are not the taking of a message.
const (
	LocalSteps Events = 1 << (MaxProcesses + iota) // its local steps other than asking
	Asking
	// NoEvents and AllEvents are what they say.
	NoEvents  Events = 0
	AllEvents Events = 1<<(MaxProcesses+2) - 1
)

// Taking returns the events of taking messages from the given processes.
func Taking(from Set) Events { return Events(from) }

// A Partial says what the reduction may rely on about a protocol. All its
// functions are pure. A nil function stands for the answer that is always
// right, but for Visible and Enter. Larger sets are always right too.
type Partial[L, M comparable] struct {
	// Defined says that no step of the protocol is undefined.
	Defined bool
	// Take returns the events at process p that may not commute with taking
	// message m from process from, in state l or in a state that p can come to
	// without taking m. Clocks count: where m raises the clock, taking it does
	// not commute with making a fresh stamp, which is what asking mostly does. So do
	// messages to oneself: a step that may leave one waiting in its channel does not
	// commute with one that sends another.
	Take func(p int, l L, from int, m M) Events
	// Local returns the events at process p that may not commute with its local
	// steps, some of which are enabled in l, in l or in a state that p can come
	// to without them.
	Local func(p int, l L) Events
	// Enable returns sets, each of which has one of the events at p that must
	// happen before some local step of p is enabled, when none is in l.
	Enable func(p int, l L) []Events
	// Ask returns the events at p of which one must happen before p can ask,
	// when it cannot in l (for another reason than its bound).
	Ask func(p int, l L) Events
	// Send returns the events at p of which one must happen before p sends to
	// process to.
	Send func(p int, l L, to int) Events
	// Visible returns the events at p that may change what Safe sees of p, in l
	// or in a state that p can come to; events that can only make Safe fail, such
	// as entering, may be left out. Nil stands for its local steps: entering and
	// leaving are steps of their own.
	Visible func(p int, l L) Events
	// Enter returns sets, each of which has one of the events at p that must
	// happen before what Safe sees of p changes. Nil stands for its local steps.
	Enter func(p int, l L) []Events
	// Harm returns sets of processes, each of which has a process of which Safe
	// must see a change before it fails, when it does not for what is observed.
	Harm func(all []Observation) []Set
}

// A tie is what a Partial says of one record.
type tie struct {
	local   Events
	enable  []Events
	ask     Events
	visible Events
	enter   []Events
	send    [MaxProcesses]Events
}

// partials is the part of a Partial that knows no protocol types.
type partials interface {
	tie(block uint32) tie
	take(block uint32, from int, msg uint32) Events
	harm(seen []uint32) []Set
}

// ties returns what is known of a block's record.
func (e *engine) ties(block uint32) *tie {
	row := e.block.at(block)
	if id := atomic.LoadUint32(&row[rowTie]); id != 0 {
		return e.tieOf.at(id)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if row[rowTie] == 0 {
		rec := row[rowRecord]
		id, ok := e.tieID[rec]
		if !ok {
			id = e.tieOf.add(e.partial.tie(block))
			e.tieID[rec] = id
		}
		atomic.StoreUint32(&row[rowTie], id)
	}
	return e.tieOf.at(row[rowTie])
}

// takes returns the events that may not commute with taking a message.
func (e *engine) takes(block uint32, from int, msg uint32) Events {
	key := uint64(block)<<32 | uint64(from)<<28 | uint64(msg)
	if ev, ok := e.takeOf.get(key); ok {
		return Events(ev)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if ev, ok := e.takeOf.get(key); ok {
		return Events(ev)
	}
	ev := e.partial.take(block, from, msg)
	e.takeOf.put(key, uint32(ev))
	return ev
}

func (y *layer[L, M]) tie(block uint32) tie {
	r := y.recordOf[y.block.at(block)[rowRecord]]
	p, h := int(r.process), y.p.Partial
	t := tie{local: AllEvents, enable: []Events{AllEvents}, ask: AllEvents, visible: LocalSteps, enter: []Events{LocalSteps}}
	if h.Visible != nil {
		t.visible = h.Visible(p, r.state)
	}
	if h.Enter != nil {
		t.enter = h.Enter(p, r.state)
	}
	if h.Local != nil {
		t.local = h.Local(p, r.state)
	}
	if h.Enable != nil {
		t.enable = h.Enable(p, r.state)
	}
	if h.Ask != nil {
		t.ask = h.Ask(p, r.state)
	}
	for to := range y.n {
		t.send[to] = AllEvents
		if h.Send != nil {
			t.send[to] = h.Send(p, r.state, to)
		}
	}
	if y.bound[p] >= 0 && int(r.asked) >= y.bound[p] {
		t.ask = NoEvents // never again
	}
	return t
}

func (y *layer[L, M]) take(block uint32, from int, msg uint32) Events {
	r := y.recordOf[y.block.at(block)[rowRecord]]
	if y.p.Partial.Take == nil {
		return AllEvents
	}
	return y.p.Partial.Take(int(r.process), r.state, from, y.packetOf[msg].msg)
}

func (y *layer[L, M]) harm(seen []uint32) []Set {
	if y.p.Partial.Harm == nil {
		return []Set{All(y.n)}
	}
	y.mu.Lock()
	defer y.mu.Unlock()
	all := make([]Observation, len(seen))
	for i, s := range seen {
		all[i] = y.seenOf[s]
	}
	return y.p.Partial.Harm(all)
}

// A chooser finds stubborn sets.
type chooser struct {
	e      *engine
	safety bool // whether an up-set must be in
	dead   bool // whether an enabled event other than asking must be in
	// acyclic allows sets without an up-set that are sound when the search has
	// no cycle.
	acyclic bool

	// Of the state at hand, by process:
	val     []uint32
	enabled [MaxProcesses]Events
	filled  [MaxProcesses]Events // messages are there to be taken

	set, best [MaxProcesses]Events
	stack     []int32 // process<<8 | bit
	harms     map[uint64][]Set
	seen      []uint32
	saved     int64 // enabled events that were left out
}

// choose stores a stubborn set in best, the one with the fewest enabled events
// among those tried.
func (c *chooser) choose() {
	n := c.e.n
	total, moves := 0, 0
	for p := range n {
		total += bits.OnesCount32(uint32(c.enabled[p]))
		moves += bits.OnesCount32(uint32(c.enabled[p] &^ Asking))
	}
	all := func() {
		for p := range n {
			c.best[p] = AllEvents
		}
	}
	// Where nothing but asking is enabled, all is taken, so that what is a
	// terminal state for deadlocks is not passed over for another one.
	if total <= 1 || moves == 0 {
		all()
		return
	}
	least := total
	all()
	try := func() {
		count, moving := 0, false
		for p := range n {
			on := c.set[p] & c.enabled[p]
			count += bits.OnesCount32(uint32(on))
			moving = moving || on&^Asking != 0
		}
		if count < least && (moving || !c.dead) {
			least = count
			c.best = c.set
		}
	}
	// Without an up-set, from one enabled event.
	if !c.safety || c.acyclic {
		for p := range n {
			for ev := uint32(c.enabled[p] &^ Asking); ev != 0; ev &= ev - 1 {
				c.set = [MaxProcesses]Events{}
				c.add(p, Events(ev&-ev))
				c.close()
				if c.safety && c.visible() {
					continue
				}
				try()
				if least == 1 {
					return
				}
			}
		}
	}
	if !c.safety {
		return
	}
	for _, harm := range c.harm() {
		c.set = [MaxProcesses]Events{}
		for _, p := range harm.Members() {
			c.add(p, c.cheapest(p, c.e.ties(c.val[p]).enter))
		}
		c.close()
		base := c.set
		some := false
		for p := range n {
			some = some || base[p]&c.enabled[p]&^Asking != 0
		}
		if some || !c.dead {
			try()
			continue
		}
		for p := range n {
			for ev := uint32(c.enabled[p] &^ Asking); ev != 0; ev &= ev - 1 {
				c.set = base
				c.add(p, Events(ev&-ev))
				c.close()
				try()
			}
		}
	}
}

// visible reports whether the set has an enabled visible event.
func (c *chooser) visible() bool {
	for p := range c.e.n {
		if c.set[p]&c.enabled[p]&c.e.ties(c.val[p]).visible != 0 {
			return true
		}
	}
	return false
}

// harm returns what Harm says of what is observed.
func (c *chooser) harm() []Set {
	key := uint64(1)
	for p := range c.e.n {
		c.seen[p] = c.e.block.at(c.val[p])[rowSeen] >> 8
		key = key<<8 | uint64(c.seen[p]&0xff)
		if c.seen[p] > 0xff || p > 6 {
			return c.e.partial.harm(c.seen)
		}
	}
	sets, ok := c.harms[key]
	if !ok {
		sets = c.e.partial.harm(c.seen)
		c.harms[key] = sets
	}
	return sets
}

// add puts events of a process into the set.
func (c *chooser) add(p int, ev Events) {
	fresh := ev &^ c.set[p]
	if p < 0 || fresh == 0 {
		return
	}
	c.set[p] |= fresh
	for ; fresh != 0; fresh &= fresh - 1 {
		if b := bits.TrailingZeros32(uint32(fresh)); b < c.e.n || b >= MaxProcesses {
			c.stack = append(c.stack, int32(p)<<8|int32(b))
		}
	}
}

// close adds what (1) and (2) ask for.
func (c *chooser) close() {
	e := c.e
	for len(c.stack) > 0 {
		top := c.stack[len(c.stack)-1]
		c.stack = c.stack[:len(c.stack)-1]
		p, b := int(top>>8), int(top&0xff)
		ev := Events(1) << b
		block := c.val[p]
		if own := Taking(SetOf(p)); !e.queued && c.filled[p]&own != 0 && c.enabled[p]&ev != 0 {
			// Behind a message to oneself that waits in its channel the next ones wait,
			// too, which are handled at once when it is gone.
			c.add(p, AllEvents)
		}
		switch on := c.enabled[p]&ev != 0; {
		case on && ev == Asking:
			c.add(p, AllEvents)
		case on && ev == LocalSteps:
			c.add(p, e.ties(block).local)
		case on:
			msg, _ := e.pop(c.val[b], p)
			c.add(p, e.takes(block, b, msg))
		case ev == Asking:
			c.add(p, e.ties(block).ask)
		case ev == LocalSteps:
			c.add(p, c.cheapest(p, e.ties(block).enable))
		case c.filled[p]&ev != 0: // it is there, but is not taken in this state
			c.add(p, AllEvents)
		default:
			c.add(b, e.ties(c.val[b]).send[p])
		}
	}
}

// cheapest returns the set that adds the least to what is chosen: by enabled
// events, then by all.
func (c *chooser) cheapest(p int, sets []Events) Events {
	best, cost := NoEvents, int(^uint(0)>>1)
	for _, set := range sets {
		fresh := set &^ c.set[p]
		x := 64*bits.OnesCount32(uint32(fresh&c.enabled[p])) + bits.OnesCount32(uint32(fresh))
		if x < cost {
			best, cost = set, x
		}
	}
	return best
}
