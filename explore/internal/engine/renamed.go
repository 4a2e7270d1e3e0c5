package engine

import (
	"encoding/binary"
	"slices"
	"sync/atomic"

	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// A symmetry is what a binding knows of the group that it compares.
type symmetry struct {
	group  *Group
	Broken []atomic.Bool // by renaming: a comparison failed

	records  *table.Memo[RecordID] // renamed
	packets  *table.Memo[PacketID]
	channels *table.Memo[ChannelID]
	compared map[CallKey]bool // while nothing is taken for granted
}

func newSymmetry(g *Group) *symmetry {
	return &symmetry{
		group: g, Broken: make([]atomic.Bool, g.Order()), compared: map[CallKey]bool{},
		records: table.NewMemo[RecordID](), packets: table.NewMemo[PacketID](), channels: table.NewMemo[ChannelID](),
	}
}

// CompareBy makes the binding compare each handler call under the given renamings,
// and the engine take states for the same that these take to each other, unless
// nothing is to be taken for granted.
func (b *Binding) CompareBy(list []Renaming, granted bool) {
	g := NewGroup(b.wide(list))
	if g == nil {
		return
	}
	b.Symmetry = newSymmetry(g)
	if granted {
		b.Group, b.renamed = g, g.Orbit(protocol.SetOf(g.base))
	}
}

// Unbroken returns a group of renamings that passed all comparisons (see groupWithin).
func (b *Binding) Unbroken() []Renaming {
	list := []Renaming{}
	if b.Symmetry == nil {
		return list
	}

	for t, r := range b.Symmetry.group.Renamings {
		if !b.Symmetry.Broken[t].Load() {
			list = append(list, r)
		}
	}
	return groupWithin(list)
}

// Candidates returns the renamings that take initial states and bounds of requests to
// each other.
func (b *Binding) Candidates() []Renaming {
	permutes := b.permuting()
	list := renamings(b.N, func(r Renaming) bool {
		if of := b.P.Faults.Of; r.Set(of) != of {
			return false
		}
		if w := b.P.Watched; w != nil && b.P.WatchedStart.Renamed(w, r) != b.P.WatchedStart {
			return false
		}
		for p, q := range r {
			if b.bound[p] != b.bound[q] {
				return false
			}
		}
		return permutes(r)
	})
	if b.halted() {
		return nil // not all were asked for
	}
	return list
}

// fail notes that a renaming failed a comparison.
func (b *Binding) fail(t RenamingID) {
	b.Symmetry.Broken[t].Store(true)
	b.Asymmetric.Store(true)
}

// compare drops the renamings for which same is false, or panics: it runs protocol code for what may never happen, which may well panic. A
// panic of anything else goes on.
func (b *Binding) compare(same func(t RenamingID, by Renaming) bool) {
	if b.Symmetry == nil {
		return
	}
	for i, by := range b.Symmetry.group.Renamings {
		if t := RenamingID(i); t != 0 && !b.Symmetry.Broken[t].Load() {
			alike := false
			if !Try(func() { alike = same(t, by) }) || !alike {
				b.fail(t)
			}
		}
	}
}

// RenamedRecord returns a record, renamed.
func (b *Binding) RenamedRecord(rec RecordID, t RenamingID) RecordID {
	if t == 0 {
		return rec
	}
	s := b.Symmetry
	return s.records.Of(imageKey(rec, t), func() RecordID {
		id := rec
		by, r := s.group.Renamings[t], b.Records.At(rec)
		r.Process = uint8(by[r.Process])
		r.State, r.untold = r.State.Renamed(b.form(r), by), r.untold.Renamed(by)
		if !Try(func() { id = b.Record(r) }) || !b.SightsAgree(rec, id, by) {
			b.fail(t)
		}
		return id
	})
}

// renamedPacket returns a packet, renamed.
func (b *Binding) renamedPacket(packet PacketID, t RenamingID) PacketID {
	if t == 0 {
		return packet
	}
	s := b.Symmetry
	return s.packets.Of(imageKey(packet, t), func() PacketID {
		k := b.Packets.At(packet)
		k.Msg = k.Msg.Renamed(b.P.Message, s.group.Renamings[t])
		return b.Packet(k)
	})
}

// renamedChannel returns contents of a channel, renamed.
func (b *Binding) renamedChannel(c ChannelID, t RenamingID) ChannelID {
	if t == 0 {
		return c
	}
	return b.Symmetry.channels.Of(imageKey(c, t), func() ChannelID {
		var packets []PacketID
		for _, k := range b.PacketsIn(c) {
			packets = append(packets, b.renamedPacket(k, t))
		}
		return b.channel(packets)
	})
}

// renamedChannels returns the channels of a process, renamed.
func (b *Binding) renamedChannels(row blockRow, t RenamingID) []ChannelID {
	before := row.channels(b.N)
	all := make([]ChannelID, b.N)
	for to, c := range before {
		if c != 0 {
			c = b.renamedChannel(c, t)
		}
		all[b.Symmetry.group.Renamings[t][to]] = c
	}
	return all
}

// image returns a block, renamed.
func (b *Binding) image(block BlockID, t RenamingID) BlockID {
	row := b.Blocks.At(block)
	return b.block(b.RenamedRecord(row.Record(), t), b.renamedChannels(row, t))
}

// leader returns the leader of a block, and the renamings that take the block to it.
func (b *Binding) leader(block BlockID) (BlockID, renamingsID) {
	row, g := b.Blocks.At(block), b.Symmetry.group
	p := b.Records.Entry(row.Record()).Value.Process
	var least []uint32
	var by []byte
	for i, r := range g.Renamings {
		if r[p] != g.base {
			continue
		}
		t := RenamingID(i)
		content := []uint32{uint32(b.RenamedRecord(row.Record(), t))}
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
	id := b.renamingLists.ID(string(by), func() (turns []RenamingID) {
		for ; len(by) > 0; by = by[2:] {
			turns = append(turns, RenamingID(binary.LittleEndian.Uint16(by)))
		}
		return turns
	})
	var channels []ChannelID
	for _, c := range least[1:] {
		channels = append(channels, ChannelID(c))
	}
	return b.block(RecordID(least[0]), channels), id
}

// Compare calls a handler for each renaming of what it was called for, and notes the
// renamings for which the outcomes are not the same, renamed. The engine's lock is held.
func (b *Binding) Compare(key CallKey, transitions []recordTransition) {
	s := b.Symmetry
	if b.Group == nil { // images of calls may not be taken for granted, and are compared when they come up
		if s.compared[key] {
			return
		}
		s.compared[key] = true
	}
	b.compare(func(t RenamingID, by Renaming) bool {
		image := CallKey{Record: b.RenamedRecord(key.Record, t), From: key.From, busy: key.busy}
		if key.From < Local {
			image.From = reportOf(by[crashOf(key.From)])
		} else if key.From != Local {
			image.Packet, image.From = b.renamedPacket(key.Packet, t), by[key.From]
		}
		known, ok := b.handled.Load(image)
		if !ok {
			known = b.Call(image, b.Records.At(image.Record))
			b.handled.Store(image, known)
		}
		return slices.Equal(b.outcomes(transitions, t), b.outcomes(known.([]recordTransition), 0))
	})
}

// Try calls f, which runs protocol code for what may never happen, and reports whether
// it returned: the code may well panic. A panic of anything else goes on.
func Try(f func()) (ok bool) {
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

// outcomes writes transitions of records, renamed, so that lists which differ only in
// the order of transitions, and of messages to different processes, are the same.
// Texts name processes, and are left out.
func (b *Binding) outcomes(transitions []recordTransition, t RenamingID) []string {
	var all []string
	to := make([][]uint32, b.N)
	for _, x := range transitions {
		content := []uint32{uint32(x.Flags), uint32(x.step), uint32(x.base)}
		if x.Flags&(IsUndefined|IsOverflow) == 0 {
			for p := range to {
				to[p] = to[p][:0]
			}
			for _, m := range x.Sent {
				p := m.To
				if t != 0 {
					m.Packet, p = b.renamedPacket(m.Packet, t), b.Symmetry.group.Renamings[t][p]
				}
				to[p] = append(to[p], uint32(m.Packet))
			}
			content = append(content, uint32(b.RenamedRecord(x.Next, t)))
			for _, packets := range to {
				content = append(append(content, uint32(len(packets))), packets...)
			}
		}
		all = append(all, table.Key(content...))
	}
	slices.Sort(all)
	return all
}

func imageKey[I BlockID | RecordID | PacketID | ChannelID](of I, t RenamingID) table.MemoKey {
	return table.MemoKey(of)<<32 | table.MemoKey(t)
}
