package explore

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"qcheck/explore/internal/plain"
	"qcheck/explore/internal/table"
)

// What a block is, as bytes: its record, and the packets of each of its channels. The
// numbers of blocks depend on the order in which workers meet them, the bytes do not,
// so they are what files keep, and what orders blocks where the order matters.

const (
	recordHead = 5 // bytes of a record before those of its local state
	packetHead = 2
)

func (b *binding) appendRecord(to []byte, r *record) []byte {
	same := byte(0)
	if r.same {
		same = 1
	}
	to = append(binary.LittleEndian.AppendUint16(to, r.known), same, r.asked, r.process)
	return plain.AppendParts(to, r.state, b.p.Local)
}

func (b *binding) appendPacket(to []byte, k *packet) []byte {
	return plain.AppendParts(binary.LittleEndian.AppendUint16(to, k.known), k.msg, b.p.Message)
}

// content returns a block as bytes.
func (b *binding) content(block blockID) []byte {
	row := b.blocks.at(block)
	r := b.records.At(row.record())
	text := b.appendRecord(nil, &r)
	for _, c := range row.channels(b.n) {
		packets := b.packetsIn(c)
		text = binary.AppendUvarint(text, uint64(len(packets)))
		for _, id := range packets {
			k := b.packets.At(id)
			text = b.appendPacket(text, &k)
		}
	}
	return text
}

// blockOf returns the block of a process that has the given content.
func (b *binding) blockOf(p int, text []byte) (blockID, error) {
	wrong := fmt.Errorf("%d bytes are no block of process %d", len(text), p+1)
	if len(text) < recordHead+b.p.Local.Size() {
		return 0, wrong
	}
	r := record{known: binary.LittleEndian.Uint16(text), same: text[2] == 1, asked: text[3], process: text[4]}
	if int(r.process) != p || text[2] > 1 {
		return 0, wrong
	}
	r.state, text = plain.FromParts(text[recordHead:], b.p.Local)
	channels := make([]channelID, b.n)
	each := packetHead + b.p.Message.Size()
	for to := range channels {
		count, n := binary.Uvarint(text)
		if n <= 0 || count > uint64(len(text[n:])/each) {
			return 0, wrong
		}
		text = text[n:]
		var packets []packetID
		for range count {
			k := packet{known: binary.LittleEndian.Uint16(text)}
			k.msg, text = plain.FromParts(text[packetHead:], b.p.Message)
			packets = append(packets, b.packet(k))
		}
		channels[to] = b.channel(packets)
	}
	if len(text) > 0 {
		return 0, wrong
	}
	return b.block(b.record(r), channels), nil
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
func (e *engine) compareBlocks(a, b blockID) int {
	if a == b {
		return 0
	}
	return e.compareDigests(a, e.blocks.at(a)[rowDigest], b, e.blocks.at(b)[rowDigest])
}

// compareDigests is compareBlocks where the digests are known.
func (e *engine) compareDigests(a blockID, da uint32, b blockID, db uint32) int {
	switch {
	case a == b:
		return 0
	case da < db:
		return -1
	case da > db:
		return 1
	}
	return e.binding.compareContents(a, b)
}

func (b *binding) compareContents(x, y blockID) int {
	return bytes.Compare(b.content(x), b.content(y))
}

// compareImages orders what a block may become at the base of the group, each given as its
// record and the contents of its channels, as compareContents would: in an order that is
// the same in every search.
func (b *binding) compareImages(x, y []uint32) int {
	for i := range x {
		if x[i] == y[i] {
			continue
		}
		text := func(id uint32) []byte {
			if i == 0 {
				r := b.records.At(recordID(id))
				return b.appendRecord(nil, &r)
			}
			var all []byte
			for _, k := range b.packetsIn(channelID(id)) {
				p := b.packets.At(k)
				all = b.appendPacket(all, &p)
			}
			return all
		}
		return bytes.Compare(text(x[i]), text(y[i]))
	}
	return 0
}

// shape describes the types of a binding's values for files: bytes of one shape mean
// nothing in another.
func (b *binding) shape() string {
	return fmt.Sprint(b.p.Local.Type, b.p.Local.Parts, b.p.Message.Type, b.p.Message.Parts)
}
