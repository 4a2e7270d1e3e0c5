package reduce

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

// A Dependence is what a Partial says of one record.
type Dependence struct {
	Local   Clash
	Enable  []Clash
	Ask     Clash
	Visible protocol.Events
	Enter   []Clash
	Send    [protocol.MaxProcesses]Clash
	SendOf  [MaxDerivable][]Clash // the same for each shape of a message (see clash)
	See     []Clash               // before the history sees a step
	AskSeen bool                  // the history sees asking
}

// A Clash is what may not commute with an event, or must happen before something
// does: events of the same process, and the taking of messages, by the numbers of
// their shapes; what has a shape is a matter of the knowledge that the reduction is
// derived from.
type Clash struct {
	Events  protocol.Events
	senders protocol.Set         // of the messages
	Next    [MaxDerivable]uint64 // by sender: messages that may be the next one from it
	Later   [MaxDerivable]uint64 // those that may come after the next one; empty where the order is any
	Seen    bool                 // the history sees a step of the event
}

// A Reduction keeps what a Partial says, by number.
type Reduction struct {
	e       *engine.Engine
	Partial PartialHandlers
	of      table.Arena[dependenceID, *Dependence]
	byRec   map[engine.RecordID]dependenceID
	taking  *table.Memo[clashID]
	clashes table.Arena[clashID, *Clash]
	byClash map[Clash]clashID
	inside  *table.Memo[maskID] // by contents of a channel: the shapes of its messages
	shaped  *table.Memo[maskID] // by packet and channel: its shape
	masks   *table.Numbering[maskID, uint64]
	Strange *table.Memo[protocol.Events] // nil unless what partial says is learned
}

// PartialHandlers calls the functions of a Partial. The engine's lock is held.
type PartialHandlers interface {
	Dependence(rec engine.RecordID) Dependence
	Take(rec engine.RecordID, from int, packet engine.PacketID) Clash
	Harm(seen []engine.ObservationID) []protocol.Set // without the lock
	// Strange returns the event of taking a packet if nothing is known of it.
	Strange(rec engine.RecordID, from int, packet engine.PacketID) protocol.Events
	// inside returns the shapes of the messages in a channel, of the first one or of
	// those behind.
	inside(c engine.ChannelID, from, to int, behind bool) uint64
	// shape returns that of a packet.
	shape(packet engine.PacketID, from, to int) uint64
}

func NewReduction(e *engine.Engine, partial PartialHandlers) *Reduction {
	return &Reduction{e: e, Partial: partial, byRec: map[engine.RecordID]dependenceID{}, taking: table.NewMemo[clashID](), byClash: map[Clash]clashID{}, inside: table.NewMemo[maskID](), shaped: table.NewMemo[maskID](), masks: table.NewNumbering[maskID, uint64]()}
}

// Forget forgets what was said so far, so that it is asked for again. No walker is at
// work.
func (r *Reduction) Forget() {
	clear(r.byRec)
	r.of.Cut(0)
	r.taking, r.inside, r.shaped, r.Strange = table.NewMemo[clashID](), table.NewMemo[maskID](), table.NewMemo[maskID](), table.NewMemo[protocol.Events]()
	for id := engine.BlockID(1); id <= engine.BlockID(r.e.Blocks.Len()); id++ {
		r.e.Blocks.At(id)[engine.RowDependence] = 0
	}
}

// Learn notes what the state that a walker is at shows.
func (r *Reduction) Learn(w *engine.Walker) {
	for p := range r.e.N {
		r.dependence(w.State.Blocks[p])
		for to := w.Row(p).Receivers(); to != 0; to &= to - 1 {
			if q := to.First(); r.e.Network != protocol.FIFO {
				w.EachWaiting(p, q, func(packet engine.PacketID, _ []engine.BlockTransition, _ engine.BlockID) {
					r.unknown(w.State.Blocks[q], p, packet)
				})
				continue
			}
			_, _, looked := w.Delivery(p, to.First())
			for i := range looked {
				r.unknown(w.State.Blocks[to.First()], p, r.e.Packet(w.State.Blocks[p], to.First(), i))
			}
		}
	}
}

// dependence returns the dependence of a block's record.
func (r *Reduction) dependence(block engine.BlockID) *Dependence {
	row := r.e.Blocks.At(block)
	id := atomic.LoadUint32(&row[engine.RowDependence])
	if id == 0 {
		id = r.e.FillLocked(&row[engine.RowDependence], func() uint32 {
			rec := row.Record()
			if r.byRec[rec] == 0 {
				d := r.Partial.Dependence(rec)
				r.byRec[rec] = r.of.Add(&d)
			}
			return uint32(r.byRec[rec])
		})
	}
	return *r.of.At(dependenceID(id))
}

// take returns what may not commute with taking a packet.
func (r *Reduction) take(block engine.BlockID, from int, packet engine.PacketID) *Clash {
	key := engine.DeliveryKey(block, from, packet)
	id, ok := r.taking.Get(key)
	if !ok {
		id = r.taking.FillLocked(&r.e.Mu, key, func() clashID {
			c := r.Partial.Take(r.e.Blocks.At(block).Record(), from, packet)
			if r.byClash[c] == 0 {
				r.byClash[c] = r.clashes.Add(&c)
			}
			return r.byClash[c]
		})
	}
	return *r.clashes.At(id)
}

// shapesIn returns the shapes of the messages from a block's process to another, of
// the first one or of those behind.
func (r *Reduction) shapesIn(block engine.BlockID, from, to int, behind bool) uint64 {
	c := r.e.Blocks.At(block)[engine.RowChannels+to]
	key := table.MemoKey(c)<<9 | table.MemoKey(from)<<5 | table.MemoKey(to)<<1
	if behind {
		key++
	}
	id, ok := r.inside.Get(key)
	if !ok {
		id = r.inside.FillLocked(&r.e.Mu, key, func() maskID {
			shapes := r.Partial.inside(engine.ChannelID(c), from, to, behind)
			return r.masks.Number(shapes)
		})
	}
	return r.masks.At(id)
}

// shape returns the shape of a packet.
func (r *Reduction) shape(packet engine.PacketID, from, to int) uint64 {
	key := table.MemoKey(packet)<<9 | table.MemoKey(from)<<5 | table.MemoKey(to)<<1
	id, ok := r.shaped.Get(key)
	if !ok {
		id = r.shaped.FillLocked(&r.e.Mu, key, func() maskID { return r.masks.Number(r.Partial.shape(packet, from, to)) })
	}
	return r.masks.At(id)
}

// unknown returns the event of taking a packet if nothing is known of it.
func (r *Reduction) unknown(block engine.BlockID, from int, packet engine.PacketID) protocol.Events {
	if r.Strange == nil {
		return protocol.NoEvents
	}
	key := engine.DeliveryKey(block, from, packet)
	ev, ok := r.Strange.Get(key)
	if !ok {
		ev = r.Strange.FillLocked(&r.e.Mu, key, func() protocol.Events {
			return r.Partial.Strange(r.e.Blocks.At(block).Record(), from, packet)
		})
	}
	return ev
}

// A PartialBinding binds a reduction to a protocol.
type PartialBinding struct{ *engine.Binding }

func (b PartialBinding) Dependence(rec engine.RecordID) Dependence {
	r, h := b.Records.At(rec), b.P.Partial
	p := int(r.Process)
	all := Clash{Events: protocol.AllEvents}
	d := Dependence{Local: all, Enable: []Clash{all}, Ask: all, Visible: protocol.LocalSteps, Enter: []Clash{{Events: protocol.LocalSteps}}}
	if h.Visible != nil {
		d.Visible = h.Visible(p, r.State)
		b.compareVisible(rec, d.Visible)
	}
	if h.Enter != nil {
		d.Enter = clashes(h.Enter(p, r.State))
	}
	if h.Local != nil {
		d.Local.Events = h.Local(p, r.State)
	}
	if h.Enable != nil {
		d.Enable = clashes(h.Enable(p, r.State))
	}
	if h.Ask != nil {
		d.Ask.Events = h.Ask(p, r.State)
	}
	for to := range b.N {
		d.Send[to] = all
		if h.Send != nil {
			d.Send[to].Events = h.Send(p, r.State, to)
		}
	}
	if b.Spent(r) {
		d.Ask.Events = protocol.NoEvents // never again
	}
	return d
}

// compareVisible compares what is visible in a record with what is in renamed ones.
func (b PartialBinding) compareVisible(rec engine.RecordID, visible protocol.Events) {
	for i := 1; b.Group != nil && i < b.Group.Order(); i++ {
		t := engine.RenamingID(i)
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
func clashes(sets []protocol.Events) []Clash {
	var list []Clash
	for _, ev := range sets {
		list = append(list, Clash{Events: ev})
	}
	return list
}

func (b PartialBinding) Strange(engine.RecordID, int, engine.PacketID) protocol.Events {
	return protocol.NoEvents
}
func (b PartialBinding) inside(engine.ChannelID, int, int, bool) uint64 { return 0 }
func (b PartialBinding) shape(engine.PacketID, int, int) uint64         { return 0 }

func (b PartialBinding) Take(rec engine.RecordID, from int, packet engine.PacketID) Clash {
	if b.P.Partial.Take == nil {
		return Clash{Events: protocol.AllEvents}
	}
	r := b.Records.At(rec)
	return Clash{Events: b.P.Partial.Take(int(r.Process), r.State, from, b.Packets.At(packet).Msg)}
}

func (b PartialBinding) Harm(seen []engine.ObservationID) []protocol.Set {
	if b.P.Partial.Harm == nil {
		return []protocol.Set{protocol.All(b.N)}
	}
	all := b.Observed(seen)
	return engine.Code(func() []protocol.Set { return b.P.Partial.Harm(all) })
}
