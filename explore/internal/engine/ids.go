package engine

import "qcheck/explore/internal/table"

// Numbers of what an engine keeps. Blocks, lists, sets of stamps and pairs count from 1, and 0 stands for none; channel contents 0 are empty.
type (
	BlockID       uint32
	RecordID      uint32
	PacketID      uint32
	ChannelID     uint32 // of a channel's contents
	ObservationID uint32 // of a sight
	listID        uint32 // of a list of block transitions
	StampSetID    uint32
	PairID        uint32 // of an inner node of the tree
	textID        uint32
	StepID        uint16 // of the name of a step
)

func DeliveryKey(block BlockID, from int, packet PacketID) table.MemoKey {
	return table.MemoKey(block)<<32 | table.MemoKey(from)<<28 | table.MemoKey(packet)
}

// ObservationsKey packs what is seen of all processes, if it fits.
func ObservationsKey(seen []ObservationID) (key table.MemoKey, ok bool) {
	bits := 63 / len(seen)
	key = 1
	for _, o := range seen {
		if o>>bits != 0 {
			return 0, false
		}
		key = key<<bits | table.MemoKey(o)
	}
	return key, true
}
