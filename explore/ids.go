package explore

import "qcheck/explore/internal/table"

// Numbers of what an engine keeps. Blocks, lists, sets of stamps and pairs count from 1, and 0 stands for none; channel contents 0 are empty.
type (
	blockID       uint32
	recordID      uint32
	packetID      uint32
	channelID     uint32 // of a channel's contents
	observationID uint32
	listID        uint32 // of a list of block transitions
	stampSetID    uint32
	pairID        uint32 // of an inner node of the tree
	textID        uint32
	stepID        uint16 // of the name of a step
)

func deliveryKey(block blockID, from int, packet packetID) table.MemoKey {
	return table.MemoKey(block)<<32 | table.MemoKey(from)<<28 | table.MemoKey(packet)
}

func imageKey[I blockID | recordID | packetID | channelID](of I, t turn) table.MemoKey {
	return table.MemoKey(of)<<32 | table.MemoKey(t)
}

func renumberKey[I blockID | recordID | channelID](of I, op stampOp) table.MemoKey {
	return table.MemoKey(of)<<32 | table.MemoKey(op)
}

// observationsKey packs what is observed of all processes, if it fits.
func observationsKey(seen []observationID) (key table.MemoKey, ok bool) {
	if len(seen) > 7 {
		return 0, false
	}
	key = 1
	for _, o := range seen {
		if o > 0xff {
			return 0, false
		}
		key = key<<8 | table.MemoKey(o)
	}
	return key, true
}
