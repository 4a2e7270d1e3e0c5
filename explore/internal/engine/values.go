package engine

import (
	"fmt"
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

// values numbers the values of a protocol: records, packets, contents of channels, and blocks.
type values struct {
	*Engine
	P *plain.Protocol

	Records     table.Interner[RecordID, Record, recordInfo]
	Packets     table.Interner[PacketID, Packet, digest]
	contents    table.Interner[ChannelID, string, channel] // by the keys of packets
	sights      table.Interner[ObservationID, Sight, struct{}]
	seen        []seenPart // what requirements see of each process
	views       sync.Map   // of sides of views, by block
	packetTexts sync.Map   // of texts, by packet
	observing   sync.Mutex // held while Observe is called
}

// Record numbers a record.
func (b *values) Record(r Record) RecordID {
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

// Packet numbers a packet.
func (b *values) Packet(k Packet) PacketID {
	return b.Packets.ID(k, func() digest { return digestOf(b.appendPacket(nil, &k)) })
}

// channel numbers contents of a channel: on a network without order they are those that have the
// same packets.
func (b *values) channel(packets []PacketID) ChannelID {
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
func (b *values) PacketsIn(c ChannelID) []PacketID { return b.contents.With(c).packets }

// block numbers a record with contents of its channels.
func (b *values) block(rec RecordID, channels []ChannelID) BlockID {
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

func (b *values) process(block BlockID) int {
	return int(b.Records.At(b.Blocks.At(block).Record()).Process)
}

// stale returns the least stamp whose knowledge makes packets forget something: what
// the first of them that brings a stamp along brings, 0 if they do so among themselves.
func (b *values) stale(packets []PacketID) uint16 {
	least := uint16(0)
	latest := uint16(0)
	for _, id := range packets {
		k := b.Packets.At(id).known
		switch {
		case k == 0:
			continue
		case least == 0 || k < least:
			least = k
		}
		if b.heardInOrder() && k <= latest {
			return 0
		}
		latest = k
	}
	return least
}

// form returns the form of the state of a record.
func (b *values) form(r Record) *plain.Form {
	switch {
	case int(r.Process) < b.N:
		return b.P.Local
	case b.P.Watched != nil:
		return b.P.Watched
	}
	return plain.Nothing
}

// Show writes a block in protocol terms: equal ones, and no others, alike in any search.
func (b *values) Show(block BlockID) (record string, channels []string) {
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
