package explore

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"qcheck/explore/internal/plain"
	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// A record is one process's part of a global state, without channels.
type record struct {
	state   plain.Value
	known   uint16 // causal: the latest stamp known, or Fresh; integer: the clock
	same    bool   // causal: that is a stamp of its own, and its clock has not ticked since; it stays in use
	asked   uint8  // how often it has asked, when that is bounded
	process uint8
}

// A packet is a message on its way.
type packet struct {
	msg   plain.Value
	known uint16 // what it brings along: the latest stamp known to its sender, or the clock
}

// A recordInfo is what blocks repeat of a record.
type recordInfo struct {
	observation uint32 // as in rowObservation
	live        stampSet
	digest      digest
}

// A channel is the contents of one.
type channel struct {
	packets   []packetID
	live      stampSet
	informing bool   // some packet brings a stamp along
	stale     uint16 // if so, as in a block's row
	digest    digest
}

// A recordTransition is a transition as its process and those it writes to see
// it: what a branch of a handler call ends as.
type recordTransition struct {
	next  recordID
	sent  []sent
	text  textID // with isUndefined and isOverflow
	step  stepID
	flags flags
	base  protocol.Stamp // as in blockTransition
}

type sent struct {
	to     int
	packet packetID
}

// A callKey says what a handler is called for.
type callKey struct {
	record recordID
	packet packetID
	from   int  // or local
	busy   bool // messages to itself are on their way
}

// A binding binds an engine to a protocol: it numbers the protocol's values,
// calls its handlers, and changes stamps in its values.
type binding struct {
	*engine
	p        *plain.Protocol
	bound    []int // requests of each process, negative for no bound
	clockMax int   // integer clocks: 0 for no bound

	records      table.Interner[recordID, record, recordInfo]
	packets      table.Interner[packetID, packet, digest]
	contents     table.Interner[channelID, string, channel] // by the keys of packets
	observations table.Interner[observationID, protocol.Observation, struct{}]
	handled      sync.Map   // of []recordTransition, by callKey
	views        sync.Map   // of sides of views, by block
	observing    sync.Mutex // held while Observe is called

	symmetry *symmetry // nil if renamings are not compared

	renumberedRecords  *table.Memo[recordID]
	renumberedChannels *table.Memo[channelID]
}

// A config says what of a protocol is searched, and how states are numbered.
type config struct {
	requests []int // of each process, negative for no bound
	causal   bool  // stamps are causal
	clockMax int   // integer clocks: 0 for no bound
	queued   bool  // messages to oneself go through a channel
	packed   bool  // keys are of numbers of blocks next to each other
	filed    bool  // numbers are kept in files
	bits     uint  // of a packed key, for the number of a block; 0 for what fits
}

func newBinding(p *plain.Protocol, c config) *binding {
	b := &binding{
		engine: newEngine(p.N, c.packed, c.filed), p: p,
		bound: c.requests, clockMax: c.clockMax,
		renumberedRecords: table.NewMemo[recordID](), renumberedChannels: table.NewMemo[channelID](),
	}
	b.capacity = cmp.Or(p.Capacity, 255)
	if c.bits > 0 && b.numbers != nil {
		b.numbers.bits = c.bits
	}
	b.causal, b.attach, b.selective, b.obliged = c.causal, p.Clock.Attach, p.Selective, p.Obliged
	b.queued = c.queued
	b.engine.binding = b
	b.channel(nil) // is number 0
	for _, name := range p.Steps {
		b.step(name)
	}
	for q := range b.n {
		r := record{state: p.Init(q), process: uint8(q)}
		if !c.causal {
			r.known = uint16(p.Clock.Start)
		}
		b.start = append(b.start, b.block(b.record(r), make([]channelID, b.n)))
	}
	return b
}

// maxLabels bounds the numbers of labels, and with them those of the names of steps: each process may
// have a label for each name, and one for each channel.
const maxLabels = 1<<16 - 1

// step numbers the name of a step.
func (b *binding) step(name string) stepID {
	id := b.steps.ID(name, nil)
	if b.n*(b.n+int(id)+1) > maxLabels {
		panic(&protocol.Mistake{Function: "Steps", At: fmt.Sprintf("the step %q", name), What: "has too many names of steps"})
	}
	return id
}

// record numbers a record.
func (b *binding) record(r record) recordID {
	return b.records.ID(r, func() recordInfo {
		o := b.observe(r)
		info := recordInfo{observation: uint32(b.observations.ID(o, nil))<<8 | uint32(o.Phase), digest: digestOf(b.appendRecord(nil, &r))}
		if b.causal {
			info.live = stampsIn(r.state, b.p.Local)
			if r.same && r.known != uint16(protocol.Fresh) {
				info.live |= 1 << (r.known - 1)
			}
		}
		return info
	})
}

// observe returns what is observed of a record.
func (b *binding) observe(r record) protocol.Observation {
	b.observing.Lock()
	defer b.observing.Unlock()
	return b.p.Observe(int(r.process), r.state)
}

// spent reports whether a process has asked as often as it may.
func (b *binding) spent(r record) bool {
	bound := b.bound[r.process]
	return bound >= 0 && int(r.asked) >= bound
}

// packet numbers a packet.
func (b *binding) packet(k packet) packetID {
	return b.packets.ID(k, func() digest { return digestOf(b.appendPacket(nil, &k)) })
}

// channel numbers contents of a channel.
func (b *binding) channel(packets []packetID) channelID {
	return b.contents.ID(table.Key(packets...), func() channel {
		c := channel{packets: packets}
		for _, id := range packets {
			c.digest = c.digest.with(*b.packets.With(id))
		}
		if b.causal {
			for _, id := range packets {
				k := b.packets.At(id)
				c.live |= stampsIn(k.msg, b.p.Message)
				c.informing = c.informing || k.known != 0
			}
			c.stale = b.stale(packets)
		}
		return c
	})
}

// packetsIn returns the packets of contents of a channel.
func (b *binding) packetsIn(c channelID) []packetID { return b.contents.With(c).packets }

// block numbers a record with contents of its channels.
func (b *binding) block(rec recordID, channels []channelID) blockID {
	if id := b.blocks.find(rec, channels); id != 0 {
		return id
	}
	return b.blocks.add(rec, channels, func(row blockRow) {
		r := b.records.Entry(rec)
		live, sum := r.With.live, r.With.digest
		row[rowRecord], row[rowObservation], row[rowKnown] = uint32(rec), r.With.observation, uint32(r.Value.known)
		for to, c := range channels {
			row[rowChannels+to] = uint32(c)
			sum = sum.with(b.contents.With(c).digest)
			if c != 0 {
				contents := b.contents.With(c)
				row[rowReceivers] |= 1 << to
				live |= contents.live
				if contents.informing {
					row[rowInforming] |= 1 << to
					*row.third(b.n, to) = uint32(contents.stale)
				}
			}
		}
		row[rowLive], row[rowLiveHigh] = uint32(live), uint32(live>>32)
		row[rowDigest] = uint32(sum)
	})
}

func (b *binding) process(block blockID) int {
	return int(b.records.At(b.blocks.at(block).record()).process)
}

func (b *binding) remove(r removal) removed {
	row := b.blocks.at(r.block)
	channels := row.channels(b.n)
	packets := b.packetsIn(channels[r.to])
	if r.place >= len(packets) {
		return removed{}
	}
	channels[r.to] = b.channel(slices.Delete(slices.Clone(packets), r.place, r.place+1))
	return removed{packets[r.place], b.block(row.record(), channels)}
}

func (b *binding) handle(block blockID, from int, packet packetID) []blockTransition {
	row := b.blocks.at(block)
	p := int(b.records.Entry(row.record()).Value.process)
	key := callKey{row.record(), packet, from, row.receivers().Has(p)}
	known, ok := b.handled.Load(key)
	if !ok || b.symmetry != nil && b.group == nil {
		known = b.handleAnew(key)
	}
	return b.apply(row, p, known.([]recordTransition))
}

// handleAnew calls a handler that was not called for this before, and compares what it
// does with what it does for renamings.
func (b *binding) handleAnew(key callKey) any {
	b.mu.Lock()
	defer b.mu.Unlock()
	known, ok := b.handled.Load(key)
	if !ok {
		known = b.call(key, b.records.At(key.record))
		b.handled.Store(key, known)
	}
	if b.symmetry != nil && (!ok || b.group == nil) {
		b.compare(key, known.([]recordTransition))
	}
	return known
}

// call runs protocol code. The engine's lock is held.
func (b *binding) call(key callKey, r record) (transitions []recordTransition) {
	b.calls++
	c := &handlerCall{b: b, p: int(r.process), before: r, busy: key.busy}
	defer func() {
		if p := recover(); p != nil {
			m := protocol.MistakeOf(p)
			if c.last != "" {
				m.At += fmt.Sprintf(" within the step %q", c.last)
			}
			text := b.texts.ID(m.Error(), nil)
			b.mistakes.Store(text, m)
			transitions = []recordTransition{{flags: isOverflow, text: text}}
		}
	}()
	if key.from == local {
		c.localSteps()
	} else {
		c.deliver(key.from, b.packets.At(key.packet))
	}
	return c.transitions
}

// apply returns what the transitions of a record of process p make of its block.
func (b *binding) apply(row blockRow, p int, transitions []recordTransition) []blockTransition {
	var list []blockTransition
	var alternatives [2]uint16 // without isSame, and with it
	for _, r := range transitions {
		nth := &alternatives[0]
		if r.flags&isSame != 0 {
			nth = &alternatives[1]
		}
		t := blockTransition{text: r.text, step: r.step, flags: r.flags, base: r.base, nth: *nth}
		*nth++
		if r.flags&(isUndefined|isOverflow) == 0 {
			channels := row.channels(b.n)
			for _, s := range r.sent {
				packets := b.packetsIn(channels[s.to])
				if len(packets) >= b.capacity && t.flags&isBeyond == 0 {
					t.flags |= isOverflow
					t.text = b.texts.ID(fmt.Sprintf("the channel from process %d to process %d holds more than %d messages", p+1, s.to+1, b.capacity), nil)
				}
				channels[s.to] = b.channel(append(packets[:len(packets):len(packets)], s.packet))
			}
			if t.flags&isOverflow == 0 {
				t.next = b.block(r.next, channels)
			}
		}
		list = append(list, t)
	}
	return list
}

// observed returns the observations with the given numbers.
func (b *binding) observed(seen []observationID) []protocol.Observation {
	all := make([]protocol.Observation, len(seen))
	for i, id := range seen {
		all[i] = b.observations.At(id)
	}
	return all
}

func (b *binding) show(block blockID) (record string, channels []string) {
	row := b.blocks.at(block)
	r := b.records.At(row.record())
	// %d: a String method may write different values alike.
	record = fmt.Sprintf("%d clock=%d same=%t asked=%d", b.p.Local.Typed(r.state), r.known, r.same, r.asked)
	for _, c := range row.channels(b.n) {
		text := ""
		for _, k := range b.packetsIn(c) {
			x := b.packets.At(k)
			text += fmt.Sprintf("{%d %d};", b.p.Message.Typed(x.msg), x.known)
		}
		channels = append(channels, text)
	}
	return record, channels
}
