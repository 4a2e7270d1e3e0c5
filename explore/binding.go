package explore

import (
	"fmt"
	"slices"
	"sync"
)

// A record is one process's part of a global state, without channels.
type record[L comparable] struct {
	state   L
	known   uint16 // causal: the latest stamp known, or Fresh; integer: the clock
	same    bool   // causal: that is a stamp of its own, and its clock has not ticked since; it stays in use
	asked   uint8  // how often it has asked, when that is bounded
	process uint8
}

// A packet is a message on its way.
type packet[M comparable] struct {
	msg   M
	known uint16 // what it brings along: the latest stamp known to its sender, or the clock
}

// A recordInfo is what blocks repeat of a record.
type recordInfo struct {
	observation uint32 // as in rowObservation
	live        stampSet
}

// A channel is the contents of one.
type channel struct {
	packets   []packetID
	live      stampSet
	informing bool   // some packet brings a stamp along
	stale     uint16 // if so, as in a block's row
}

// A recordTransition is a transition as its process and those it writes to see
// it: what a branch of a handler call ends as.
type recordTransition struct {
	next  recordID
	sent  []sent
	text  textID // with isUndefined and isOverflow
	step  stepID
	flags flags
	base  Stamp // as in blockTransition
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
// calls its handlers, and changes stamps in its values. The engine's lock is held
// while it does.
type binding[L, M comparable] struct {
	*engine
	p        *Protocol[L, M]
	lAt, mAt []uintptr // where stamps are
	bound    []int     // requests of each process, negative for no bound
	clockMax int       // integer clocks: 0 for no bound
	capacity int       // of channels
	paranoid bool
	listed   bool // all names of steps are known

	records      interner[recordID, record[L]]
	infos        []recordInfo // by record
	packets      interner[packetID, packet[M]]
	contents     interner[channelID, string] // the keys of packets of channels
	channels     []channel
	blockOf      map[string]blockID // by record and channels
	observations interner[observationID, Observation]
	handled      map[callKey][]recordTransition
	views        sync.Map // of *side[L, M], by block

	symmetry *symmetry[L, M] // nil if renamings are not compared

	renumberedRecords  map[renumbering[recordID]]recordID
	renumberedChannels map[renumbering[channelID]]channelID
}

func newBinding[L, M comparable](p *Protocol[L, M], lAt, mAt []uintptr, o Options, causal, packed bool) *binding[L, M] {
	b := &binding[L, M]{
		engine: newEngine(p.N, packed), p: p, lAt: lAt, mAt: mAt,
		bound: o.Requests, clockMax: o.ClockMax, capacity: p.Capacity, paranoid: o.Paranoid,
		records: newInterner[recordID, record[L]](), packets: newInterner[packetID, packet[M]](),
		contents: newInterner[channelID, string](), blockOf: map[string]blockID{},
		observations: newInterner[observationID, Observation](), handled: map[callKey][]recordTransition{},
		renumberedRecords: map[renumbering[recordID]]recordID{}, renumberedChannels: map[renumbering[channelID]]channelID{},
	}
	if b.capacity == 0 {
		b.capacity = 255
	}
	b.causal, b.attach, b.selective, b.obliged = causal, p.Clock.Attach, p.Selective, p.Obliged
	b.queued = o.Queued
	b.engine.binding = b
	if p.Partial != nil {
		b.reduction = newReduction(b.engine, partialBinding[L, M]{b})
	}
	b.channel(nil) // is number 0
	for _, name := range p.Steps {
		b.step(name)
	}
	b.listed = len(p.Steps) > 0
	for q := range b.n {
		r := record[L]{state: p.Init(q), process: uint8(q)}
		if !causal {
			r.known = uint16(p.Clock.Start)
		}
		b.start = append(b.start, b.block(b.record(r), make([]channelID, b.n)))
	}
	return b
}

// step numbers the name of a step.
func (b *binding[L, M]) step(name string) stepID {
	known := len(b.steps.values)
	id := b.steps.id(name)
	if b.listed && int(id) == known {
		why := fmt.Sprintf("the step %q is not in the protocol's list", name)
		b.impure.Store(&why)
	}
	return id
}

// record numbers a record.
func (b *binding[L, M]) record(r record[L]) recordID {
	if id, ok := b.records.ids[r]; ok {
		return id
	}
	o := b.p.Observe(int(r.process), r.state) // first: with a renaming that is none of the protocol it may panic
	id := b.records.id(r)
	info := recordInfo{observation: uint32(b.observations.id(o))<<8 | uint32(o.Phase)}
	if b.causal {
		info.live = stampsIn(&r.state, b.lAt)
		if r.same && r.known != uint16(Fresh) {
			info.live |= 1 << (r.known - 1)
		}
	}
	b.infos = append(b.infos, info)
	return id
}

// spent reports whether a process has asked as often as it may.
func (b *binding[L, M]) spent(r record[L]) bool {
	bound := b.bound[r.process]
	return bound >= 0 && int(r.asked) >= bound
}

// channel numbers contents of a channel.
func (b *binding[L, M]) channel(packets []packetID) channelID {
	id := b.contents.id(key(packets...))
	if int(id) < len(b.channels) {
		return id
	}
	c := channel{packets: packets}
	if b.causal {
		for _, id := range packets {
			k := b.packets.at(id)
			c.live |= stampsIn(&k.msg, b.mAt)
			c.informing = c.informing || k.known != 0
		}
		c.stale = b.stale(packets)
	}
	b.channels = append(b.channels, c)
	return id
}

// block numbers a record with contents of its channels.
func (b *binding[L, M]) block(rec recordID, channels []channelID) blockID {
	key := key(uint32(rec)) + key(channels...)
	if id, ok := b.blockOf[key]; ok {
		return id
	}
	id, row := b.blocks.add()
	info := b.infos[rec]
	row[rowRecord], row[rowObservation], row[rowKnown] = uint32(rec), info.observation, uint32(b.records.at(rec).known)
	for to, c := range channels {
		row[rowChannels+to] = uint32(c)
		if c != 0 {
			row[rowReceivers] |= 1 << to
			info.live |= b.channels[c].live
			if b.channels[c].informing {
				row[rowInforming] |= 1 << to
				row[rowChannels+3*b.n+to] = uint32(b.channels[c].stale)
			}
		}
	}
	row[rowLive], row[rowLiveHigh] = uint32(info.live), uint32(info.live>>32)
	b.blockOf[key] = id
	return id
}

func (b *binding[L, M]) remove(r removal) removed {
	row := b.blocks.at(r.block)
	channels := row.channels(b.n)
	packets := b.channels[channels[r.to]].packets
	if r.place >= len(packets) {
		return removed{}
	}
	channels[r.to] = b.channel(slices.Delete(slices.Clone(packets), r.place, r.place+1))
	return removed{packets[r.place], b.block(row.record(), channels)}
}

func (b *binding[L, M]) handle(block blockID, from int, packet packetID) []blockTransition {
	row := b.blocks.at(block)
	r := b.records.at(row.record())
	key := callKey{row.record(), packet, from, row.receivers().Has(int(r.process))}
	transitions, ok := b.handled[key]
	if !ok {
		transitions = b.call(key, r)
		b.handled[key] = transitions
	}
	if b.symmetry != nil && (!ok || b.group == nil) {
		b.compare(key, transitions)
	}
	return b.apply(row, int(r.process), transitions)
}

// call runs protocol code.
func (b *binding[L, M]) call(key callKey, r record[L]) []recordTransition {
	b.calls++
	run := func() []recordTransition {
		c := &handlerCall[L, M]{b: b, p: int(r.process), before: r, busy: key.busy}
		if key.from == local {
			c.localSteps()
		} else {
			c.deliver(key.from, b.packets.at(key.packet))
		}
		return c.transitions
	}
	transitions := run()
	if b.paranoid && fmt.Sprint(run()) != fmt.Sprint(transitions) {
		why := fmt.Sprintf("process %d in state %+v gave two different answers to the same question", r.process+1, r.state)
		b.impure.Store(&why)
	}
	return transitions
}

// apply returns what the transitions of a record of process p make of its block.
func (b *binding[L, M]) apply(row blockRow, p int, transitions []recordTransition) []blockTransition {
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
				packets := b.channels[channels[s.to]].packets
				if len(packets) >= b.capacity && t.flags&isBeyond == 0 {
					t.flags |= isOverflow
					t.text = b.texts.id(fmt.Sprintf("the channel from process %d to process %d holds more than %d messages", p+1, s.to+1, b.capacity))
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

// observed returns the observations with the given numbers. It takes the lock.
func (b *binding[L, M]) observed(seen []observationID) []Observation {
	all := make([]Observation, len(seen))
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, id := range seen {
		all[i] = b.observations.at(id)
	}
	return all
}

func (b *binding[L, M]) show(block blockID) (record string, channels []string) {
	row := b.blocks.at(block)
	r := b.records.at(row.record())
	// %d: a String method may write different values alike.
	record = fmt.Sprintf("%d clock=%d same=%t asked=%d", any(r.state), r.known, r.same, r.asked)
	for _, c := range row.channels(b.n) {
		text := ""
		for _, k := range b.channels[c].packets {
			text += fmt.Sprintf("%d;", any(b.packets.at(k)))
		}
		channels = append(channels, text)
	}
	return record, channels
}
