package engine

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"qcheck/explore/internal/plain"
	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// A Record is one process's part of a global state, without channels.
type Record struct {
	State   plain.Value
	known   uint16 // causal: the latest stamp known, or Fresh; integer: the clock
	same    bool   // causal: that is a stamp of its own, and its clock has not ticked since; it stays in use
	Asked   uint8  // how often it has asked, when that is bounded
	Process uint8
	down    bool         // it has crashed, and State is what it goes on with
	left    budget       // of the environment
	untold  protocol.Set // of one that has crashed: the processes that are still to be told
}

// A Packet is a message on its way.
type Packet struct {
	Msg   plain.Value
	known uint16 // what it brings along: the latest stamp known to its sender, or the clock
}

// A recordInfo is what blocks repeat of a record.
type recordInfo struct {
	Observation uint32 // as in rowObservation
	live        StampSet
	digest      digest
}

// A channel is the contents of one.
type channel struct {
	packets   []PacketID
	live      StampSet
	informing bool   // some packet brings a stamp along
	stale     uint16 // if so, as in a block's row
	digest    digest
}

// A recordTransition is a transition as its process and those it writes to see
// it: what a branch of a handler call ends as.
type recordTransition struct {
	Next  RecordID
	Sent  []Sent
	text  textID // with isUndefined and isOverflow
	step  StepID
	Flags flags
	base  protocol.Stamp // as in blockTransition
}

type Sent struct {
	To     int
	Packet PacketID
}

// A CallKey says what a handler is called for.
type CallKey struct {
	Record RecordID
	Packet PacketID
	From   int  // or local
	busy   bool // messages to itself are on their way
}

// A Binding binds an engine to a protocol: it numbers the protocol's values,
// calls its handlers, and changes stamps in its values.
type Binding struct {
	*Engine
	P        *plain.Protocol
	bound    []int // requests of each process, negative for no bound
	clockMax int   // integer clocks: 0 for no bound
	halted   func() bool

	Records     table.Interner[RecordID, Record, recordInfo]
	Packets     table.Interner[PacketID, Packet, digest]
	contents    table.Interner[ChannelID, string, channel] // by the keys of packets
	sights      table.Interner[ObservationID, Sight, struct{}]
	seen        []seenPart           // what requirements see of each process
	handled     sync.Map             // of []recordTransition, by callKey
	views       sync.Map             // of sides of views, by block
	packetTexts sync.Map             // of texts, by packet
	histories   sync.Map             // of watched, by watching of records
	moments     sync.Map             // of protocol.Moments, by RecordID
	crashed     *table.Memo[BlockID] // and those that go on, by block
	observing   sync.Mutex           // held while Observe is called

	Symmetry *symmetry // nil if renamings are not compared

	renumberedRecords  *table.Memo[RecordID]
	renumberedChannels *table.Memo[ChannelID]
}

// A Config says what of a protocol is searched, and how states are numbered.
type Config struct {
	Requests []int // of each process, negative for no bound
	Causal   bool  // stamps are causal
	ClockMax int   // integer clocks: 0 for no bound
	Queued   bool  // messages to oneself go through a channel
	Packed   bool  // keys are of numbers of blocks next to each other
	Filed    bool  // numbers are kept in files
	Bits     uint  // of a packed key, for the number of a block; 0 for what fits

	Halted func() bool // reports whether the search is over before it began; nil for never
}

func NewBinding(p *plain.Protocol, c Config) *Binding {
	b := &Binding{
		Engine: NewEngine(p.N, width(p), c.Packed, c.Filed), P: p,
		bound: c.Requests, clockMax: c.ClockMax, seen: seenParts(p.Requirements),
		crashed: table.NewMemo[BlockID](), renumberedRecords: table.NewMemo[RecordID](), renumberedChannels: table.NewMemo[ChannelID](),
	}
	b.Capacity = cmp.Or(p.Capacity, 255)
	if c.Bits > 0 && b.Numbers != nil {
		b.Numbers.bits = c.Bits
	}
	b.Causal, b.attach, b.Selective, b.Network, b.Obliged = c.Causal, p.Clock.Attach, p.Selective, p.Network, p.Obliged
	b.Faults, b.Watched = p.Faults, p.Watched != nil
	b.Queued, b.halted = c.Queued, c.Halted
	if b.halted == nil {
		b.halted = func() bool { return false }
	}
	b.Engine.Binding = b
	b.channel(nil) // is number 0
	for _, name := range p.Steps {
		b.step(name)
	}
	for i, start := range b.starts() {
		if i > 0 && b.halted() {
			break
		}
		b.Starts = append(b.Starts, b.began(start))
	}
	return b
}

// maxLabels bounds the numbers of labels, and with them those of the names of steps: each process may
// have a label for each name, and one for each channel.
const maxLabels = 1<<16 - 1

// step numbers the name of a step.
func (b *Binding) step(name string) StepID {
	id := b.Steps.ID(name, nil)
	if b.N*(b.N+int(id)+1) > maxLabels {
		panic(&protocol.Mistake{Function: "Steps", At: fmt.Sprintf("the step %q", name), What: "has too many names of steps"})
	}
	return id
}

// Record numbers a record.
func (b *Binding) Record(r Record) RecordID {
	return b.Records.ID(r, func() recordInfo {
		s := b.sight(r)
		info := recordInfo{Observation: uint32(b.numberSight(s))<<8 | uint32(s.Phase), digest: digestOf(b.appendRecord(nil, &r))}
		if b.Causal {
			info.live = stampsIn(r.State, b.form(r))
			if r.same && r.known != uint16(protocol.Fresh) {
				info.live |= 1 << (r.known - 1)
			}
		}
		return info
	})
}

// Spent reports whether a process has asked as often as it may.
func (b *Binding) Spent(r Record) bool {
	bound := b.bound[r.Process]
	return bound >= 0 && int(r.Asked) >= bound
}

// Packet numbers a packet.
func (b *Binding) Packet(k Packet) PacketID {
	return b.Packets.ID(k, func() digest { return digestOf(b.appendPacket(nil, &k)) })
}

// channel numbers contents of a channel: on a network without order they are those that have the
// same packets.
func (b *Binding) channel(packets []PacketID) ChannelID {
	if !b.Network.Ordered() && len(packets) > 1 {
		packets = b.unordered(packets)
	}
	return b.contents.ID(table.Key(packets...), func() channel {
		c := channel{packets: packets}
		for _, id := range packets {
			c.digest = c.digest.with(*b.Packets.With(id))
		}
		if b.Causal {
			for _, id := range packets {
				k := b.Packets.At(id)
				c.live |= stampsIn(k.Msg, b.P.Message)
				c.informing = c.informing || k.known != 0
			}
			c.stale = b.stale(packets)
		}
		return c
	})
}

// PacketsIn returns the packets of contents of a channel.
func (b *Binding) PacketsIn(c ChannelID) []PacketID { return b.contents.With(c).packets }

// block numbers a record with contents of its channels.
func (b *Binding) block(rec RecordID, channels []ChannelID) BlockID {
	if id := b.Blocks.find(rec, channels); id != 0 {
		return id
	}
	return b.Blocks.add(rec, channels, func(row blockRow) {
		r := b.Records.Entry(rec)
		live, sum := r.With.live, r.With.digest
		row[rowRecord], row[rowObservation], row[rowKnown] = uint32(rec), r.With.Observation, uint32(r.Value.known)
		for to, c := range channels {
			row[RowChannels+to] = uint32(c)
			sum = sum.with(b.contents.With(c).digest)
			if c != 0 {
				contents := b.contents.With(c)
				row[rowReceivers] |= 1 << to
				live |= contents.live
				if contents.informing {
					row[rowInforming] |= 1 << to
					*row.third(b.N, to) = uint32(contents.stale)
				}
			}
		}
		row[rowLive], row[rowLiveHigh] = uint32(live), uint32(live>>32)
		row[rowDigest] = uint32(sum)
	})
}

func (b *Binding) process(block BlockID) int {
	return int(b.Records.At(b.Blocks.At(block).Record()).Process)
}

func (b *Binding) remove(r removal) removed {
	row := b.Blocks.At(r.block)
	channels := row.channels(b.N)
	packets := b.PacketsIn(channels[r.to])
	if r.place >= len(packets) {
		return removed{}
	}
	if b.Network == protocol.Duplicating { // it may come again
		return removed{packets[r.place], r.block}
	}
	channels[r.to] = b.channel(slices.Delete(slices.Clone(packets), r.place, r.place+1))
	return removed{packets[r.place], b.block(row.Record(), channels)}
}

func (b *Binding) handle(block BlockID, from int, packet PacketID) []BlockTransition {
	row := b.Blocks.At(block)
	p := int(b.Records.Entry(row.Record()).Value.Process)
	key := CallKey{row.Record(), packet, from, b.Network.Ordered() && row.Receivers().Has(p)}
	known, ok := b.handled.Load(key)
	if !ok || b.Symmetry != nil && b.Group == nil {
		known = b.handleAnew(key)
	}
	return b.apply(row, p, known.([]recordTransition))
}

// handleAnew calls a handler that was not called for this before, and compares what it
// does with what it does for renamings.
func (b *Binding) handleAnew(key CallKey) any {
	b.Mu.Lock()
	defer b.Mu.Unlock()
	known, ok := b.handled.Load(key)
	if !ok {
		known = b.Call(key, b.Records.At(key.Record))
		b.handled.Store(key, known)
	}
	if b.Symmetry != nil && (!ok || b.Group == nil) {
		b.Compare(key, known.([]recordTransition))
	}
	return known
}

// Call runs protocol code. The engine's lock is held.
func (b *Binding) Call(key CallKey, r Record) (transitions []recordTransition) {
	b.Calls++
	c := &handlerCall{b: b, p: int(r.Process), before: r, busy: key.busy}
	defer func() {
		if p := recover(); p != nil {
			m := protocol.MistakeOf(p)
			if c.last != "" {
				m.At += fmt.Sprintf(" within the step %q", c.last)
			}
			text := b.Texts.ID(m.Error(), nil)
			b.mistakes.Store(text, m)
			transitions = []recordTransition{{Flags: IsOverflow, text: text}}
		}
	}()
	switch {
	case r.down:
		c.drop(key.From)
	case key.From == Local:
		c.localSteps()
	case key.From < Local:
		c.told(crashOf(key.From))
	default:
		c.deliver(key.From, b.Packets.At(key.Packet))
	}
	return c.transitions
}

// apply returns what the transitions of a record of process p make of its block.
func (b *Binding) apply(row blockRow, p int, transitions []recordTransition) []BlockTransition {
	var list []BlockTransition
	var alternatives [2]uint16 // without isSame, and with it
	for _, r := range transitions {
		nth := &alternatives[0]
		if r.Flags&IsSame != 0 {
			nth = &alternatives[1]
		}
		t := BlockTransition{text: r.text, step: r.step, Flags: r.Flags, base: r.base, nth: *nth}
		*nth++
		if r.Flags&(IsUndefined|IsOverflow) == 0 {
			channels := row.channels(b.N)
			for _, s := range r.Sent {
				packets := b.PacketsIn(channels[s.To])
				channels[s.To] = b.channel(append(packets[:len(packets):len(packets)], s.Packet))
				if len(b.PacketsIn(channels[s.To])) > b.Capacity && t.Flags&isBeyond == 0 {
					t.Flags |= IsOverflow
					t.text = b.Texts.ID(fmt.Sprintf("the channel from process %d to process %d holds more than %d messages", p+1, s.To+1, b.Capacity), nil)
				}
			}
			if t.Flags&IsOverflow == 0 {
				t.next = b.block(r.Next, channels)
			}
		}
		list = append(list, t)
	}
	return list
}

func (b *Binding) show(block BlockID) (record string, channels []string) {
	row := b.Blocks.At(block)
	r := b.Records.At(row.Record())
	// %d: a String method may write different values alike.
	record = fmt.Sprintf("%d clock=%d same=%t asked=%d", b.form(r).Typed(r.State), r.known, r.same, r.Asked)
	if b.environment() {
		record += fmt.Sprintf(" down=%t left=%d", r.down, r.left)
	}
	if b.Faults.Suspect {
		record += fmt.Sprintf(" untold=%016b", r.untold)
	}
	for _, c := range row.channels(b.N) {
		text := ""
		for _, k := range b.PacketsIn(c) {
			x := b.Packets.At(k)
			text += fmt.Sprintf("{%d %d};", b.P.Message.Typed(x.Msg), x.known)
		}
		channels = append(channels, text)
	}
	return record, channels
}
