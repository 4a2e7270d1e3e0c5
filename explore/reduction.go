package explore

import (
	"sync/atomic"

	"qcheck/explore/internal/engine"
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
	e       *engine.Engine
	partial partialHandlers
	of      table.Arena[dependenceID, dependence]
	byRec   map[engine.RecordID]dependenceID
	taking  *table.Memo[clashID]
	clashes table.Arena[clashID, clash]
	byClash map[clash]clashID
	inside  *table.Memo[maskID] // by contents of a channel: the shapes of its messages
	masks   *table.Numbering[maskID, uint64]
	strange *table.Memo[protocol.Events] // nil unless what partial says is learned
}

// partialHandlers calls the functions of a Partial. The engine's lock is held.
type partialHandlers interface {
	dependence(rec engine.RecordID) dependence
	take(rec engine.RecordID, from int, packet engine.PacketID) clash
	harm(seen []engine.ObservationID) []protocol.Set // without the lock
	// strange returns the event of taking a packet if nothing is known of it.
	strange(rec engine.RecordID, from int, packet engine.PacketID) protocol.Events
	// inside returns the shapes of the messages in a channel, of the first one or of
	// those behind.
	inside(c engine.ChannelID, from, to int, behind bool) uint64
}

func newReduction(e *engine.Engine, partial partialHandlers) *reduction {
	return &reduction{e: e, partial: partial, byRec: map[engine.RecordID]dependenceID{}, taking: table.NewMemo[clashID](), byClash: map[clash]clashID{}, inside: table.NewMemo[maskID](), masks: table.NewNumbering[maskID, uint64]()}
}

// forget forgets what was said so far, so that it is asked for again. No walker is at
// work.
func (r *reduction) forget() {
	clear(r.byRec)
	r.of.Cut(0)
	r.taking, r.inside, r.strange = table.NewMemo[clashID](), table.NewMemo[maskID](), table.NewMemo[protocol.Events]()
	for id := engine.BlockID(1); id <= engine.BlockID(r.e.Blocks.Len()); id++ {
		r.e.Blocks.At(id)[engine.RowDependence] = 0
	}
}

// learn notes what the state that a walker is at shows.
func (r *reduction) learn(w *engine.Walker) {
	for p := range r.e.N {
		r.dependence(w.State.Blocks[p])
		for to := w.Row(p).Receivers(); to != 0; to &= to - 1 {
			_, _, looked := w.Delivery(p, to.First())
			for i := range looked {
				r.unknown(w.State.Blocks[to.First()], p, r.e.Packet(w.State.Blocks[p], to.First(), i))
			}
		}
	}
}

// dependence returns the dependence of a block's record.
func (r *reduction) dependence(block engine.BlockID) *dependence {
	row := r.e.Blocks.At(block)
	id := atomic.LoadUint32(&row[engine.RowDependence])
	if id == 0 {
		id = r.e.FillLocked(&row[engine.RowDependence], func() uint32 {
			rec := row.Record()
			if r.byRec[rec] == 0 {
				r.byRec[rec] = r.of.Add(r.partial.dependence(rec))
			}
			return uint32(r.byRec[rec])
		})
	}
	return r.of.At(dependenceID(id))
}

// take returns what may not commute with taking a packet.
func (r *reduction) take(block engine.BlockID, from int, packet engine.PacketID) *clash {
	key := engine.DeliveryKey(block, from, packet)
	id, ok := r.taking.Get(key)
	if !ok {
		id = r.taking.FillLocked(&r.e.Mu, key, func() clashID {
			c := r.partial.take(r.e.Blocks.At(block).Record(), from, packet)
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
func (r *reduction) shapesIn(block engine.BlockID, from, to int, behind bool) uint64 {
	c := r.e.Blocks.At(block)[engine.RowChannels+to]
	key := table.MemoKey(c)<<9 | table.MemoKey(from)<<5 | table.MemoKey(to)<<1
	if behind {
		key++
	}
	id, ok := r.inside.Get(key)
	if !ok {
		id = r.inside.FillLocked(&r.e.Mu, key, func() maskID {
			shapes := r.partial.inside(engine.ChannelID(c), from, to, behind)
			return r.masks.Number(shapes)
		})
	}
	return r.masks.At(id)
}

// unknown returns the event of taking a packet if nothing is known of it.
func (r *reduction) unknown(block engine.BlockID, from int, packet engine.PacketID) protocol.Events {
	if r.strange == nil {
		return protocol.NoEvents
	}
	key := engine.DeliveryKey(block, from, packet)
	ev, ok := r.strange.Get(key)
	if !ok {
		ev = r.strange.FillLocked(&r.e.Mu, key, func() protocol.Events {
			return r.partial.strange(r.e.Blocks.At(block).Record(), from, packet)
		})
	}
	return ev
}

// A partialBinding binds a reduction to a protocol.
type partialBinding struct{ *engine.Binding }

func (b partialBinding) dependence(rec engine.RecordID) dependence {
	r, h := b.Records.At(rec), b.P.Partial
	p := int(r.Process)
	all := clash{events: protocol.AllEvents}
	d := dependence{local: all, enable: []clash{all}, ask: all, visible: protocol.LocalSteps, enter: []clash{{events: protocol.LocalSteps}}}
	if h.Visible != nil {
		d.visible = h.Visible(p, r.State)
		b.compareVisible(rec, d.visible)
	}
	if h.Enter != nil {
		d.enter = clashes(h.Enter(p, r.State))
	}
	if h.Local != nil {
		d.local.events = h.Local(p, r.State)
	}
	if h.Enable != nil {
		d.enable = clashes(h.Enable(p, r.State))
	}
	if h.Ask != nil {
		d.ask.events = h.Ask(p, r.State)
	}
	for to := range b.N {
		d.send[to] = all
		if h.Send != nil {
			d.send[to].events = h.Send(p, r.State, to)
		}
	}
	if b.Spent(r) {
		d.ask.events = protocol.NoEvents // never again
	}
	return d
}

// compareVisible compares what is visible in a record with what is in renamed ones.
func (b partialBinding) compareVisible(rec engine.RecordID, visible protocol.Events) {
	for i := 1; b.Group != nil && i < b.Group.Order(); i++ {
		t := engine.Turn(i)
		r, image := b.Group.Renamings[t], b.Records.At(b.RenamedRecord(rec, t))
		same := false
		if !engine.Try(func() {
			v := engine.Code(func() protocol.Events { return b.P.Partial.Visible(int(image.Process), image.State) })
			same = v == visible&(protocol.LocalSteps|protocol.Asking)|protocol.Taking(r.Set(protocol.Set(visible)))
		}) || !same {
			b.Fail(t)
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

func (b partialBinding) strange(engine.RecordID, int, engine.PacketID) protocol.Events {
	return protocol.NoEvents
}
func (b partialBinding) inside(engine.ChannelID, int, int, bool) uint64 { return 0 }

func (b partialBinding) take(rec engine.RecordID, from int, packet engine.PacketID) clash {
	if b.P.Partial.Take == nil {
		return clash{events: protocol.AllEvents}
	}
	r := b.Records.At(rec)
	return clash{events: b.P.Partial.Take(int(r.Process), r.State, from, b.Packets.At(packet).Msg)}
}

func (b partialBinding) harm(seen []engine.ObservationID) []protocol.Set {
	if b.P.Partial.Harm == nil {
		return []protocol.Set{protocol.All(b.N)}
	}
	all := b.Observed(seen)
	return engine.Code(func() []protocol.Set { return b.P.Partial.Harm(all) })
}
