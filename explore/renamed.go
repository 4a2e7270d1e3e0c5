package explore

import (
	"encoding/binary"
	"slices"
	"sync/atomic"

	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// set returns the processes that those of a set become.
func (r renaming) set(of protocol.Set) protocol.Set { return of.Renamed(r) }

// takes reports whether sets of processes become the others, in any order.
func (r renaming) takes(sets, others []protocol.Set) bool {
	var renamed []protocol.Set
	for _, s := range sets {
		renamed = append(renamed, r.set(s))
	}
	return slices.Equal(ordered(renamed), ordered(others))
}

// ordered returns sets in order, each once.
func ordered(sets []protocol.Set) []protocol.Set {
	return slices.Compact(slices.Sorted(slices.Values(sets)))
}

// A symmetry is what a binding knows of the group that it compares.
type symmetry struct {
	group  *group
	broken []atomic.Bool // by turn: a comparison failed

	records  *table.Memo[recordID] // renamed
	packets  *table.Memo[packetID]
	channels *table.Memo[channelID]
	compared map[callKey]bool // while nothing is taken for granted
}

func newSymmetry(g *group) *symmetry {
	return &symmetry{
		group: g, broken: make([]atomic.Bool, g.order()), compared: map[callKey]bool{},
		records: table.NewMemo[recordID](), packets: table.NewMemo[packetID](), channels: table.NewMemo[channelID](),
	}
}

// compareBy makes the binding compare each handler call under the given renamings,
// and the engine take states for the same that these take to each other, unless
// nothing is to be taken for granted.
func (b *binding) compareBy(list []renaming, granted bool) {
	g := newGroup(list)
	if g == nil {
		return
	}
	b.symmetry = newSymmetry(g)
	if granted {
		b.group, b.renamed = g, g.orbit(protocol.SetOf(g.base))
	}
}

// unbroken returns a group of renamings that passed all comparisons (see groupWithin).
func (b *binding) unbroken() []renaming {
	list := []renaming{}
	if b.symmetry == nil {
		return list
	}

	for t, r := range b.symmetry.group.renamings {
		if !b.symmetry.broken[t].Load() {
			list = append(list, r)
		}
	}
	return groupWithin(list)
}

// candidates returns the renamings that take initial states and bounds of requests to
// each other.
func (b *binding) candidates() []renaming {
	return renamings(b.n, func(r renaming) bool {
		for p, q := range r {
			if b.p.Init(p).Renamed(b.p.Local, r) != b.p.Init(q) || b.bound[p] != b.bound[q] {
				return false
			}
		}
		return true
	})
}

// fail notes that a renaming failed a comparison.
func (b *binding) fail(t turn) {
	b.symmetry.broken[t].Store(true)
	b.asymmetric.Store(true)
}

// renamedRecord returns a record, renamed.
func (b *binding) renamedRecord(rec recordID, t turn) recordID {
	if t == 0 {
		return rec
	}
	s := b.symmetry
	key := imageKey(rec, t)
	id, ok := s.records.Get(key)
	if ok {
		return id
	}
	return s.records.Fill(key, func() recordID {
		id := rec
		by, r := s.group.renamings[t], b.records.At(rec)
		r.process = uint8(by[r.process])
		r.state = r.state.Renamed(b.p.Local, by)
		if !try(func() { id = b.record(r) }) || b.records.With(id).observation != b.records.With(rec).observation {
			b.fail(t)
		}
		return id
	})
}

// renamedPacket returns a packet, renamed.
func (b *binding) renamedPacket(packet packetID, t turn) packetID {
	if t == 0 {
		return packet
	}
	s := b.symmetry
	key := imageKey(packet, t)
	id, ok := s.packets.Get(key)
	if ok {
		return id
	}
	return s.packets.Fill(key, func() packetID {
		k := b.packets.At(packet)
		k.msg = k.msg.Renamed(b.p.Message, s.group.renamings[t])
		return b.packet(k)
	})
}

// renamedChannel returns contents of a channel, renamed.
func (b *binding) renamedChannel(c channelID, t turn) channelID {
	if t == 0 {
		return c
	}
	key := imageKey(c, t)
	id, ok := b.symmetry.channels.Get(key)
	if ok {
		return id
	}
	return b.symmetry.channels.Fill(key, func() channelID {
		var packets []packetID
		for _, k := range b.packetsIn(c) {
			packets = append(packets, b.renamedPacket(k, t))
		}
		return b.channel(packets)
	})
}

// renamedChannels returns the channels of a process, renamed.
func (b *binding) renamedChannels(row blockRow, t turn) []channelID {
	before := row.channels(b.n)
	all := make([]channelID, b.n)
	for to, c := range before {
		if c != 0 {
			c = b.renamedChannel(c, t)
		}
		all[b.symmetry.group.renamings[t][to]] = c
	}
	return all
}

func (b *binding) image(block blockID, t turn) blockID {
	row := b.blocks.at(block)
	return b.block(b.renamedRecord(row.record(), t), b.renamedChannels(row, t))
}

func (b *binding) leader(block blockID) (blockID, turnsID) {
	row, g := b.blocks.at(block), b.symmetry.group
	p := b.records.Entry(row.record()).Value.process
	var least []uint32
	var by []byte
	for i, r := range g.renamings {
		if r[p] != g.base {
			continue
		}
		t := turn(i)
		content := []uint32{uint32(b.renamedRecord(row.record(), t))}
		for _, c := range b.renamedChannels(row, t) {
			content = append(content, uint32(c))
		}
		order := -1
		if least != nil {
			order = b.compareImages(content, least)
		}
		if order < 0 {
			least, by = content, nil
		}
		if order <= 0 {
			by = binary.LittleEndian.AppendUint16(by, uint16(t))
		}
	}
	id := b.turns.ID(string(by), func() (turns []turn) {
		for ; len(by) > 0; by = by[2:] {
			turns = append(turns, turn(binary.LittleEndian.Uint16(by)))
		}
		return turns
	})
	var channels []channelID
	for _, c := range least[1:] {
		channels = append(channels, channelID(c))
	}
	return b.block(recordID(least[0]), channels), id
}

// compare calls a handler for each renaming of what it was called for, and notes the
// renamings for which the outcomes are not the same, renamed. The engine's lock is held.
func (b *binding) compare(key callKey, transitions []recordTransition) {
	s := b.symmetry
	if b.group == nil { // images of calls may not be taken for granted, and are compared when they come up
		if s.compared[key] {
			return
		}
		s.compared[key] = true
	}
	for i := 1; i < s.group.order(); i++ {
		t := turn(i)
		if s.broken[t].Load() {
			continue
		}
		image := callKey{record: b.renamedRecord(key.record, t), from: key.from, busy: key.busy}
		if key.from != local {
			image.packet, image.from = b.renamedPacket(key.packet, t), s.group.renamings[t][key.from]
		}
		known, ok := b.handled.Load(image)
		if !ok {
			if known, ok = b.tryCall(image); ok {
				b.handled.Store(image, known)
			}
		}
		if !ok || !slices.Equal(b.outcomes(transitions, t), b.outcomes(known.([]recordTransition), 0)) {
			b.fail(t)
		}
	}
}

// tryCall runs protocol code for what may never happen; ok is false if it panics.
func (b *binding) tryCall(key callKey) (transitions []recordTransition, ok bool) {
	ok = try(func() { transitions = b.call(key, b.records.At(key.record)) })
	return transitions, ok
}

// try calls f, which runs protocol code for what may never happen, and reports whether
// it returned: the code may well panic. A panic of anything else goes on.
func try(f func()) (ok bool) {
	defer func() {
		switch p := recover().(type) {
		case nil, *protocol.Mistake:
		default:
			panic(p)
		}
	}()
	f()
	return true
}

// code returns what a Partial of a protocol returns. A panic in it becomes a Mistake.
func code[T any](f func() T) T {
	defer protocol.Blame("Partial", func() string { return "a state" })
	return f()
}

// outcomes writes transitions of records, renamed, so that lists which differ only in
// the order of transitions, and of messages to different processes, are the same.
// Texts name processes, and are left out.
func (b *binding) outcomes(transitions []recordTransition, t turn) []string {
	var all []string
	to := make([][]uint32, b.n)
	for _, x := range transitions {
		content := []uint32{uint32(x.flags), uint32(x.step), uint32(x.base)}
		if x.flags&(isUndefined|isOverflow) == 0 {
			for p := range to {
				to[p] = to[p][:0]
			}
			for _, m := range x.sent {
				p := m.to
				if t != 0 {
					m.packet, p = b.renamedPacket(m.packet, t), b.symmetry.group.renamings[t][p]
				}
				to[p] = append(to[p], uint32(m.packet))
			}
			content = append(content, uint32(b.renamedRecord(x.next, t)))
			for _, packets := range to {
				content = append(append(content, uint32(len(packets))), packets...)
			}
		}
		all = append(all, table.Key(content...))
	}
	slices.Sort(all)
	return all
}
