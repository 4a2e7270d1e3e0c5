package engine

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"qcheck/explore/internal/plain"
	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// What a block is, as bytes: its record, and the packets of each of its channels. The
// numbers of blocks depend on the order in which workers meet them, the bytes do not,
// so they are what files keep, and what orders blocks where the order matters.

const (
	recordHead = 5 // bytes of a record before those of its local state
	packetHead = 2
)

// bit returns 1 for true.
func bit(is bool) byte {
	if is {
		return 1
	}
	return 0
}

func (b *values) appendRecord(to []byte, r *Record) []byte {
	to = append(binary.LittleEndian.AppendUint16(to, r.known), bit(r.same), r.Asked, r.Process)
	if b.environment() {
		to = append(append(to, bit(r.down)), r.left[:]...)
	}
	if b.Faults.Suspect {
		to = binary.LittleEndian.AppendUint16(to, uint16(r.untold))
	}
	return plain.AppendParts(to, r.State, b.form(*r))
}

func (b *values) appendPacket(to []byte, k *Packet) []byte {
	return plain.AppendParts(binary.LittleEndian.AppendUint16(to, k.known), k.Msg, b.P.Message)
}

// content returns a block as bytes: equal ones, and no others, alike in any search.
func (b *values) content(block BlockID) []byte {
	row := b.Blocks.At(block)
	r := b.Records.At(row.Record())
	text := b.appendRecord(nil, &r)
	for _, c := range row.channels(b.N) {
		packets := b.PacketsIn(c)
		text = binary.AppendUvarint(text, uint64(len(packets)))
		for _, id := range packets {
			k := b.Packets.At(id)
			text = b.appendPacket(text, &k)
		}
	}
	return text
}

// BlockOf returns the block of a process that has the given content.
func (b *values) BlockOf(p int, text []byte) (BlockID, error) {
	wrong := fmt.Errorf("%d bytes are no block of process %d", len(text), p+1)
	head := recordHead
	if b.environment() {
		head += 1 + len(budget{})
	}
	if b.Faults.Suspect {
		head += 2
	}
	form := b.form(Record{Process: uint8(p)})
	if len(text) < head+form.Size() {
		return 0, wrong
	}
	r := Record{known: binary.LittleEndian.Uint16(text), same: text[2] == 1, Asked: text[3], Process: text[4]}
	if int(r.Process) != p || text[2] > 1 {
		return 0, wrong
	}
	if b.environment() {
		if r.down = text[recordHead] == 1; text[recordHead] > 1 {
			return 0, wrong
		}
		r.left = budget(text[recordHead+1:])
	}
	if b.Faults.Suspect {
		r.untold = protocol.Set(binary.LittleEndian.Uint16(text[head-2:]))
	}
	r.State, text = plain.FromParts(text[head:], form)
	channels := make([]ChannelID, b.N)
	each := packetHead + b.P.Message.Size()
	for to := range channels {
		count, n := binary.Uvarint(text)
		if n <= 0 || count > uint64(len(text[n:])/each) {
			return 0, wrong
		}
		text = text[n:]
		var packets []PacketID
		for range count {
			k := Packet{known: binary.LittleEndian.Uint16(text)}
			k.Msg, text = plain.FromParts(text[packetHead:], b.P.Message)
			packets = append(packets, b.Packet(k))
		}
		channels[to] = b.channel(packets)
	}
	if len(text) > 0 {
		return 0, wrong
	}
	return b.block(b.Record(r), channels), nil
}

// A digest is a hash of a content, the same in every process of every machine.
type digest uint64

// digestOf returns the digest of some bytes: FNV-1a, and then spread, since the last
// bytes of it hardly reach the high bits.
func digestOf(text []byte) digest {
	h := uint64(14695981039346656037)
	for _, c := range text {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return digest(table.Spread(h))
}

// with returns the digest of a content that has others as parts, in their order.
func (d digest) with(part digest) digest { return digest(table.Spread(uint64(d)*31 + uint64(part))) }

// compareBlocks orders blocks by their digests, and where these do not tell them apart, by
// their contents: an order that is the same in every search.
func (e *Engine) compareBlocks(a, b BlockID) int {
	if a == b {
		return 0
	}
	return e.compareDigests(a, e.Blocks.At(a)[rowDigest], b, e.Blocks.At(b)[rowDigest])
}

// compareDigests is compareBlocks where the digests are known.
func (e *Engine) compareDigests(a BlockID, da uint32, b BlockID, db uint32) int {
	switch {
	case a == b:
		return 0
	case da < db:
		return -1
	case da > db:
		return 1
	}
	return e.Binding.compareContents(a, b)
}

func (b *values) compareContents(x, y BlockID) int {
	return bytes.Compare(b.content(x), b.content(y))
}

// compareImages orders what a block may become at the base of the group, each given as its
// record and the contents of its channels, as compareContents would: in an order that is
// the same in every search.
func (b *values) compareImages(x, y []uint32) int {
	for i := range x {
		if x[i] == y[i] {
			continue
		}
		text := func(id uint32) []byte {
			if i == 0 {
				r := b.Records.At(RecordID(id))
				return b.appendRecord(nil, &r)
			}
			var all []byte
			for _, k := range b.PacketsIn(ChannelID(id)) {
				p := b.Packets.At(k)
				all = b.appendPacket(all, &p)
			}
			return all
		}
		return bytes.Compare(text(x[i]), text(y[i]))
	}
	return 0
}

// Shape describes the types of a binding's values for files: bytes of one shape mean
// nothing in another.
func (b *values) Shape() string {
	return fmt.Sprint(b.P.Local.Type, b.P.Local.Parts, b.P.Message.Type, b.P.Message.Parts)
}
