package explore

import "sync/atomic"

// A blockRow is what the engine keeps of a block, in words: those below, then n
// channels, then, for each channel, its first packet and the block without it, then
// for each channel the least stamp whose knowledge makes its packets forget something.
type blockRow []uint32

const (
	rowRecord      = iota
	rowObservation // phase in the low 8 bits, number of the observation above
	rowReceivers   // the processes to which messages are on their way
	rowLocal       // list of the local steps, 0 when not known yet
	rowLive        // the stamps in use, low half
	rowLiveHigh    // high half
	rowKnown       // the latest stamp that the process knows
	rowInforming   // the processes to which messages that bring a stamp along are on their way
	rowNumber      // number among the blocks of its process, 0 when it has none yet
	rowDependence  // dependence of the record, 0 when not known yet
	rowLeader      // see leader, 0 when not known yet
	rowTurns       // number of a list of turns, with that
	rowChannels
)

// rowSize returns the number of words of a row.
func rowSize(n int) int { return rowChannels + 4*n }

func (r blockRow) record() recordID           { return recordID(r[rowRecord]) }
func (r blockRow) phase() Phase               { return Phase(r[rowObservation] & 3) }
func (r blockRow) observation() observationID { return observationID(r[rowObservation] >> 8) }
func (r blockRow) receivers() Set             { return Set(r[rowReceivers]) }
func (r blockRow) live() stampSet             { return stampSet(r[rowLive]) | stampSet(r[rowLiveHigh])<<32 }
func (r blockRow) known() Stamp               { return Stamp(r[rowKnown]) }
func (r blockRow) informing() Set             { return Set(r[rowInforming]) }

// latest returns the latest stamp that the block depends on, and Fresh if packets
// bring stamps along.
func (r blockRow) latest() Stamp {
	if r[rowInforming] != 0 {
		return Fresh
	}
	return max(r.known(), r.live().top())
}

// channels returns a copy of the channels to n processes.
func (r blockRow) channels(n int) []channelID {
	all := make([]channelID, n)
	for to := range all {
		all[to] = channelID(r[rowChannels+to])
	}
	return all
}

// head returns the words for the first packet of a channel and the block without
// it, which is 0 when not known yet.
func (r blockRow) head(n, to int) (packet, rest *uint32) {
	at := rowChannels + n + 2*to
	return &r[at], &r[at+1]
}

// stale reports whether packets to a process bring something along that it knows, if
// the latest stamp that it knows is the given one.
func (r blockRow) stale(n, to int, known Stamp) bool { return uint32(known) >= r[rowChannels+3*n+to] }

// A blockTable numbers rows of a fixed size from 1 on.
type blockTable struct {
	size   int
	chunks [1 << 14]atomic.Pointer[[]uint32]
	n      uint32
}

func (t *blockTable) add() (blockID, blockRow) {
	t.n++
	c := t.chunks[t.n/arenaChunk].Load()
	if c == nil {
		fresh := make([]uint32, arenaChunk*t.size)
		c = &fresh
		t.chunks[t.n/arenaChunk].Store(c)
	}
	return blockID(t.n), t.at(blockID(t.n))
}

func (t *blockTable) at(id blockID) blockRow {
	c := *t.chunks[id/arenaChunk].Load()
	o := int(id%arenaChunk) * t.size
	return c[o : o+t.size : o+t.size]
}

func (t *blockTable) full() bool { return t.n >= arenaFull }
