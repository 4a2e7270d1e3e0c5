package reduce

import (
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

// A Dependence is what a reduction needs of one record. Each set of events or messages holds in the record, and in what its
// process can come to by others.
type Dependence struct {
	Local   Clash                        // what may not commute with its local steps
	Enable  []Clash                      // each has one that must happen before a local step is enabled, when none is
	Ask     Clash                        // of which one must happen before it can ask, when it cannot
	Visible Events                       // those that may make something right that properties see as wrong
	Enter   []Clash                      // each has one that must happen before what properties see changes
	Send    [protocol.MaxProcesses]Clash // of which one must happen before it sends to a process
	SendOf  [MaxDerivable][]Clash        // the same for each shape of a message (see clash)
	See     []Clash                      // before the history sees a step
	AskSeen bool                         // the history sees asking
}

// A Clash is what may not commute with an event, or must happen before something
// does: events of the same process, and the taking of messages, by the numbers of
// their shapes; what has a shape is a matter of the knowledge that the reduction is
// derived from.
type Clash struct {
	Events  Events
	senders protocol.Set         // of the messages
	Next    [MaxDerivable]uint64 // by sender: messages that may be the next one from it
	Later   [MaxDerivable]uint64 // those that may come after the next one; empty where the order is any
	Seen    bool                 // the history sees a step of the event
}

// A Reduction keeps what handlers say, by number.
type Reduction struct {
	e       *engine.Engine
	of      Handlers
	depends table.Arena[dependenceID, *Dependence]
	byRec   *table.Memo[dependenceID]
	taking  *table.Memo[clashID]
	clashes table.Arena[clashID, *Clash]
	byClash map[Clash]clashID
	shaped  *table.Memo[maskID] // by packet and channel: its shape
	masks   *table.Numbering[maskID, uint64]
	strange *table.Memo[Events]
}

// Handlers say what is known of a protocol. The engine's lock is held.
type Handlers interface {
	Dependence(rec engine.RecordID) Dependence
	// Take returns what may not commute with taking a packet.
	Take(rec engine.RecordID, from int, packet engine.PacketID) Clash
	// MustChange returns sets of processes, each of which has one that must change before something is wrong. The lock is not held.
	MustChange(seen []engine.ObservationID) []protocol.Set
	// Strange returns the event of taking a packet if nothing is known of it.
	Strange(rec engine.RecordID, from int, packet engine.PacketID) Events
	// shape returns that of a packet.
	shape(packet engine.PacketID, from, to int) uint64
}

// NewReduction returns one that knows nothing yet of the states of an engine.
func NewReduction(e *engine.Engine, of Handlers) *Reduction {
	r := &Reduction{e: e, of: of, byClash: map[Clash]clashID{}, masks: table.NewNumbering[maskID, uint64]()}
	r.Forget()
	return r
}

// Forget forgets what was said so far, so that it is asked for again. No walker is at
// work.
func (r *Reduction) Forget() {
	r.depends.Cut(0)
	r.byRec, r.taking, r.shaped, r.strange = table.NewMemo[dependenceID](), table.NewMemo[clashID](), table.NewMemo[maskID](), table.NewMemo[Events]()
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
	rec := r.e.Blocks.At(block).Record()
	return *r.depends.At(r.byRec.OfLocked(&r.e.Mu, table.MemoKey(rec), func() dependenceID {
		d := r.of.Dependence(rec)
		return r.depends.Add(&d)
	}))
}

// take returns what may not commute with taking a packet.
func (r *Reduction) take(block engine.BlockID, from int, packet engine.PacketID) *Clash {
	return *r.clashes.At(r.taking.OfLocked(&r.e.Mu, engine.DeliveryKey(block, from, packet), func() clashID {
		c := r.of.Take(r.e.Blocks.At(block).Record(), from, packet)
		if r.byClash[c] == 0 {
			r.byClash[c] = r.clashes.Add(&c)
		}
		return r.byClash[c]
	}))
}

// shapesIn returns the shapes of the messages from a block's process to another: of the first one, and of those behind it.
func (r *Reduction) shapesIn(block engine.BlockID, from, to int) (in [2]uint64) {
	for i, packet := range r.e.Binding.PacketsIn(engine.ChannelID(r.e.Blocks.At(block)[engine.RowChannels+to])) {
		in[min(i, 1)] |= r.shape(packet, from, to)
	}
	return in
}

// shape returns the shape of a packet.
func (r *Reduction) shape(packet engine.PacketID, from, to int) uint64 {
	key := table.MemoKey(packet)<<9 | table.MemoKey(from)<<5 | table.MemoKey(to)<<1
	return r.masks.At(r.shaped.OfLocked(&r.e.Mu, key, func() maskID { return r.masks.Number(r.of.shape(packet, from, to)) }))
}

// unknown returns the event of taking a packet if nothing is known of it.
func (r *Reduction) unknown(block engine.BlockID, from int, packet engine.PacketID) Events {
	return r.strange.OfLocked(&r.e.Mu, engine.DeliveryKey(block, from, packet), func() Events {
		return r.of.Strange(r.e.Blocks.At(block).Record(), from, packet)
	})
}
