package engine

import (
	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// A stampOp is a change of stamps in a block: a kind and its argument.
type stampOp uint32

const (
	opPlace  stampOp = (1 + iota) << 28 // make room for a stamp, and let Fresh be it
	opKeep                              // keep only the stamps of a set, and number them anew
	opForget                            // take stamps out of packets whose receiver knows them
	opKinds  stampOp = 0xf << 28
)

func placing(s protocol.Stamp) stampOp            { return opPlace | stampOp(s) }
func keeping(id StampSetID) stampOp               { return opKeep | stampOp(id) }
func forgetting(to int, s protocol.Stamp) stampOp { return opForget | stampOp(to)<<8 | stampOp(s) }
func (op stampOp) kind() stampOp                  { return op & opKinds }
func (op stampOp) stamp() protocol.Stamp          { return protocol.Stamp(op &^ opKinds) }
func (op stampOp) set() StampSetID                { return StampSetID(op &^ opKinds) }
func (op stampOp) known() (int, uint16)           { return int(op &^ opKinds >> 8), uint16(op & 0xff) }

// renumber returns the block with its stamps changed.
func (b *Binding) renumber(block BlockID, op stampOp) BlockID {
	row := b.Blocks.At(block)
	switch op.kind() {
	case opForget:
		return b.forget(row, op)
	case opPlace:
		place := op.stamp()
		return b.change(row, op, func(s protocol.Stamp) protocol.Stamp {
			switch {
			case s == protocol.Fresh:
				return place
			case s >= place:
				return s + 1
			}
			return s
		})
	default:
		return b.change(row, op, b.StampSets.At(op.set()).Rank)
	}
}

// forget takes the stamps that the receiver knows out of the packets to it.
func (b *Binding) forget(row blockRow, op stampOp) BlockID {
	to, known := op.known()
	channels := row.channels(b.N)
	var packets []PacketID
	for _, id := range b.PacketsIn(channels[to]) {
		k := b.Packets.At(id)
		if k.known <= known {
			k.known = 0
		} else if b.heardInOrder() {
			known = k.known
		}
		packets = append(packets, b.Packet(k))
	}
	channels[to] = b.channel(packets)
	return b.block(row.Record(), channels)
}

// change returns the block with every stamp replaced by what f returns.
func (b *Binding) change(row blockRow, op stampOp, f func(protocol.Stamp) protocol.Stamp) BlockID {
	rec := b.renumberedRecords.Of(renumberKey(row.Record(), op), func() RecordID {
		r := b.Records.At(row.Record())
		r.State.EachStamp(b.form(r), f)
		r.known = uint16(f(protocol.Stamp(r.known)))
		return b.Record(r)
	})
	channels := row.channels(b.N)
	for to, c := range channels {
		if c == 0 {
			continue
		}
		channels[to] = b.renumberedChannels.Of(renumberKey(c, op), func() ChannelID {
			var packets []PacketID
			for _, id := range b.PacketsIn(c) {
				k := b.Packets.At(id)
				k.Msg.EachStamp(b.P.Message, f)
				k.known = uint16(f(protocol.Stamp(k.known)))
				packets = append(packets, b.Packet(k))
			}
			return b.channel(packets)
		})
	}
	return b.block(rec, channels)
}

func renumberKey[I BlockID | RecordID | ChannelID](of I, op stampOp) table.MemoKey {
	return table.MemoKey(of)<<32 | table.MemoKey(op)
}
