package explore

// Numbers of what an engine keeps. Blocks, lists, sets of stamps, dependences, clashes and
// pairs count from 1, and 0 stands for none; channel contents 0 are empty.
type (
	blockID       uint32
	recordID      uint32
	packetID      uint32
	channelID     uint32 // of a channel's contents
	observationID uint32
	listID        uint32 // of a list of block transitions
	stampSetID    uint32
	dependenceID  uint32
	clashID       uint32
	maskID        uint32 // of a set of shapes of messages
	pairID        uint32 // of an inner node of the tree
	textID        uint32
	stepID        uint16 // of the name of a step
)

// A stateKey stands for a global state (see codec); 0 for none.
type stateKey uint64

// A memoKey is what a memo is asked for; it is not 0.
type memoKey uint64

func deliveryKey(block blockID, from int, packet packetID) memoKey {
	return memoKey(block)<<32 | memoKey(from)<<28 | memoKey(packet)
}

func imageKey[I blockID | recordID | packetID | channelID](of I, t turn) memoKey {
	return memoKey(of)<<32 | memoKey(t)
}

func renumberKey[I blockID | recordID | channelID](of I, op stampOp) memoKey {
	return memoKey(of)<<32 | memoKey(op)
}

// observationsKey packs what is observed of all processes, if it fits.
func observationsKey(seen []observationID) (key memoKey, ok bool) {
	if len(seen) > 7 {
		return 0, false
	}
	key = 1
	for _, o := range seen {
		if o > 0xff {
			return 0, false
		}
		key = key<<8 | memoKey(o)
	}
	return key, true
}
