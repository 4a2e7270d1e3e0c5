package explore

import (
	"sync/atomic"

	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// Numbers of what a reduction keeps; they count from 1.
type (
	dependenceID uint32
	clashID      uint32
	maskID       uint32 // of a set of shapes of messages
)

// A dependence is what a Partial says of one record.
type dependence struct {
	local   clash
	enable  []clash
	ask     clash
	visible protocol.Events
	enter   []clash
	send    [protocol.MaxProcesses]clash
	sendOf  [maxDerivable][]clash // the same for each shape of a message (see clash)
}

// A clash is what may not commute with an event, or must happen before something
// does: events of the same process, and the taking of messages, by the numbers of
// their shapes; what has a shape is a matter of the knowledge that the reduction is
// derived from.
type clash struct {
	events  protocol.Events
	senders protocol.Set         // of the messages
	next    [maxDerivable]uint64 // by sender: messages that may be the next one from it
	later   [maxDerivable]uint64 // those that may come after the next one
}

// A reduction keeps what a Partial says, by number.
type reduction struct {
	e       *engine
	partial partialHandlers
	of      table.Arena[dependenceID, dependence]
	byRec   map[recordID]dependenceID
	taking  *table.Memo[clashID]
	clashes table.Arena[clashID, clash]
	byClash map[clash]clashID
	inside  *table.Memo[maskID] // by contents of a channel: the shapes of its messages
	masks   *table.Numbering[maskID, uint64]
	strange *table.Memo[protocol.Events] // nil unless what partial says is learned
}

// partialHandlers calls the functions of a Partial. The engine's lock is held.
type partialHandlers interface {
	dependence(rec recordID) dependence
	take(rec recordID, from int, packet packetID) clash
	harm(seen []observationID) []protocol.Set // without the lock
	// strange returns the event of taking a packet if nothing is known of it.
	strange(rec recordID, from int, packet packetID) protocol.Events
	// inside returns the shapes of the messages in a channel, of the first one or of
	// those behind.
	inside(c channelID, from, to int, behind bool) uint64
}

func newReduction(e *engine, partial partialHandlers) *reduction {
	return &reduction{e: e, partial: partial, byRec: map[recordID]dependenceID{}, taking: table.NewMemo[clashID](), byClash: map[clash]clashID{}, inside: table.NewMemo[maskID](), masks: table.NewNumbering[maskID, uint64]()}
}

// forget forgets what was said so far, so that it is asked for again. No walker is at
// work.
func (r *reduction) forget() {
	clear(r.byRec)
	r.of.Cut(0)
	r.taking, r.inside, r.strange = table.NewMemo[clashID](), table.NewMemo[maskID](), table.NewMemo[protocol.Events]()
	for id := blockID(1); id <= blockID(r.e.blocks.len()); id++ {
		r.e.blocks.at(id)[rowDependence] = 0
	}
}

// learn notes what the state that a walker is at shows.
func (r *reduction) learn(w *walker) {
	for p := range r.e.n {
		r.dependence(w.state.blocks[p])
		for to := w.row(p).receivers(); to != 0; to &= to - 1 {
			_, _, looked := w.delivery(p, to.First())
			for i := range looked {
				r.unknown(w.state.blocks[to.First()], p, r.e.packet(w.state.blocks[p], to.First(), i))
			}
		}
	}
}

// dependence returns the dependence of a block's record.
func (r *reduction) dependence(block blockID) *dependence {
	row := r.e.blocks.at(block)
	id := atomic.LoadUint32(&row[rowDependence])
	if id == 0 {
		id = r.e.fillLocked(&row[rowDependence], func() uint32 {
			rec := row.record()
			if r.byRec[rec] == 0 {
				r.byRec[rec] = r.of.Add(r.partial.dependence(rec))
			}
			return uint32(r.byRec[rec])
		})
	}
	return r.of.At(dependenceID(id))
}

// take returns what may not commute with taking a packet.
func (r *reduction) take(block blockID, from int, packet packetID) *clash {
	key := deliveryKey(block, from, packet)
	id, ok := r.taking.Get(key)
	if !ok {
		id = r.taking.FillLocked(&r.e.mu, key, func() clashID {
			c := r.partial.take(r.e.blocks.at(block).record(), from, packet)
			if r.byClash[c] == 0 {
				r.byClash[c] = r.clashes.Add(c)
			}
			return r.byClash[c]
		})
	}
	return r.clashes.At(id)
}

// shapesIn returns the shapes of the messages from a block's process to another, of
// the first one or of those behind.
func (r *reduction) shapesIn(block blockID, from, to int, behind bool) uint64 {
	c := r.e.blocks.at(block)[rowChannels+to]
	key := table.MemoKey(c)<<9 | table.MemoKey(from)<<5 | table.MemoKey(to)<<1
	if behind {
		key++
	}
	id, ok := r.inside.Get(key)
	if !ok {
		id = r.inside.FillLocked(&r.e.mu, key, func() maskID {
			shapes := r.partial.inside(channelID(c), from, to, behind)
			return r.masks.Number(shapes)
		})
	}
	return r.masks.At(id)
}

// unknown returns the event of taking a packet if nothing is known of it.
func (r *reduction) unknown(block blockID, from int, packet packetID) protocol.Events {
	if r.strange == nil {
		return protocol.NoEvents
	}
	key := deliveryKey(block, from, packet)
	ev, ok := r.strange.Get(key)
	if !ok {
		ev = r.strange.FillLocked(&r.e.mu, key, func() protocol.Events {
			return r.partial.strange(r.e.blocks.at(block).record(), from, packet)
		})
	}
	return ev
}

// A partialBinding binds a reduction to a protocol.
type partialBinding struct{ *binding }

func (b partialBinding) dependence(rec recordID) dependence {
	r, h := b.records.At(rec), b.p.Partial
	p := int(r.process)
	all := clash{events: protocol.AllEvents}
	d := dependence{local: all, enable: []clash{all}, ask: all, visible: protocol.LocalSteps, enter: []clash{{events: protocol.LocalSteps}}}
	if h.Visible != nil {
		d.visible = h.Visible(p, r.state)
		b.compareVisible(rec, d.visible)
	}
	if h.Enter != nil {
		d.enter = clashes(h.Enter(p, r.state))
	}
	if h.Local != nil {
		d.local.events = h.Local(p, r.state)
	}
	if h.Enable != nil {
		d.enable = clashes(h.Enable(p, r.state))
	}
	if h.Ask != nil {
		d.ask.events = h.Ask(p, r.state)
	}
	for to := range b.n {
		d.send[to] = all
		if h.Send != nil {
			d.send[to].events = h.Send(p, r.state, to)
		}
	}
	if b.spent(r) {
		d.ask.events = protocol.NoEvents // never again
	}
	return d
}

// compareVisible compares what is visible in a record with what is in renamed ones.
func (b partialBinding) compareVisible(rec recordID, visible protocol.Events) {
	for i := 1; b.group != nil && i < b.group.order(); i++ {
		t := turn(i)
		r, image := b.group.renamings[t], b.records.At(b.renamedRecord(rec, t))
		same := false
		if !try(func() {
			v := code(func() protocol.Events { return b.p.Partial.Visible(int(image.process), image.state) })
			same = v == visible&(protocol.LocalSteps|protocol.Asking)|protocol.Taking(r.set(protocol.Set(visible)))
		}) || !same {
			b.fail(t)
		}
	}
}

// clashes returns sets of events as clashes.
func clashes(sets []protocol.Events) []clash {
	var list []clash
	for _, ev := range sets {
		list = append(list, clash{events: ev})
	}
	return list
}

func (b partialBinding) strange(recordID, int, packetID) protocol.Events { return protocol.NoEvents }
func (b partialBinding) inside(channelID, int, int, bool) uint64         { return 0 }

func (b partialBinding) take(rec recordID, from int, packet packetID) clash {
	if b.p.Partial.Take == nil {
		return clash{events: protocol.AllEvents}
	}
	r := b.records.At(rec)
	return clash{events: b.p.Partial.Take(int(r.process), r.state, from, b.packets.At(packet).msg)}
}

func (b partialBinding) harm(seen []observationID) []protocol.Set {
	if b.p.Partial.Harm == nil {
		return []protocol.Set{protocol.All(b.n)}
	}
	all := b.observed(seen)
	return code(func() []protocol.Set { return b.p.Partial.Harm(all) })
}
