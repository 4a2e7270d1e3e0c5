package engine

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// A blockRow is what the engine keeps of a block, in words: those below, then n
// channels, then, for each channel, its first packet, the block without it, and, with
// causal stamps, the least stamp whose knowledge makes its packets forget something, or, in a
// direct search (direct.go), the number of the block without the packet.
type blockRow []uint32

const (
	rowRecord       = iota
	rowObservation  // phase in the low 8 bits, number of the observation above
	rowReceivers    // the processes to which messages are on their way
	rowLocal        // list of the local steps, 0 when not known yet
	rowLive         // the stamps in use, low half
	rowLiveHigh     // high half
	rowKnown        // the latest stamp that the process knows; none in the block is later
	rowInforming    // the processes to which messages that bring a stamp along are on their way
	rowNumber       // number among the blocks of its process, 0 when it has none yet
	rowLeader       // see leader, 0 when not known yet
	rowRenamings    // number of a list of renamings, with that
	rowLeaderDigest // rowDigest of the leader, with that
	rowDigest       // of the content
	RowChannels
)

// rowSize returns the number of words of a row.
func rowSize(n int) int { return RowChannels + 4*n }

func (r blockRow) Record() RecordID           { return RecordID(r[rowRecord]) }
func (r blockRow) phase() protocol.Phase      { return protocol.Phase(r[rowObservation] & 3) }
func (r blockRow) Observation() ObservationID { return ObservationID(r[rowObservation] >> 8) }
func (r blockRow) Receivers() protocol.Set    { return protocol.Set(r[rowReceivers]) }
func (r blockRow) live() StampSet             { return StampSet(r[rowLive]) | StampSet(r[rowLiveHigh])<<32 }
func (r blockRow) known() protocol.Stamp      { return protocol.Stamp(r[rowKnown]) }
func (r blockRow) informing() protocol.Set    { return protocol.Set(r[rowInforming]) }

// channels returns a copy of the channels to n processes.
func (r blockRow) channels(n int) []ChannelID {
	all := make([]ChannelID, n)
	for to := range all {
		all[to] = ChannelID(r[RowChannels+to])
	}
	return all
}

// head returns the words for the first packet of a channel and the block without
// it, which is 0 when not known yet.
func (r blockRow) head(n, to int) (packet, rest *uint32) {
	at := RowChannels + n + 3*to
	return &r[at], &r[at+1]
}

// third returns the third word of a channel.
func (r blockRow) third(n, to int) *uint32 { return &r[RowChannels+n+3*to+2] }

// stale reports whether packets to a process bring something along that it knows, if
// the latest stamp that it knows is the given one.
func (r blockRow) stale(n, to int, known protocol.Stamp) bool {
	return uint32(known) >= *r.third(n, to)
}

// A blockTable numbers rows of a fixed size from 1 on, and finds them by what they are:
// a record and contents of channels.
type blockTable struct {
	n     int // processes
	size  int
	lists [table.ArenaLists]atomic.Pointer[[table.ArenaList]atomic.Pointer[[]uint32]] // of chunks, as in table.Arena
	index atomic.Pointer[[]uint32]                                                    // numbers, by open addressing
	_     table.Apart
	mu    sync.Mutex // held while a row is added
	count atomic.Uint32
	_     table.Apart
}

// init makes an empty table for rows of n processes.
func (t *blockTable) init(n int) {
	index := make([]uint32, 1<<10)
	t.n, t.size = n, rowSize(n)
	t.index.Store(&index)
}

// home returns where a row belongs in an index.
func home(record RecordID, channels []ChannelID, index []uint32) uint64 {
	h := table.Spread(uint64(record) + 1)
	for _, c := range channels {
		h = table.Spread(h ^ uint64(c))
	}
	hi, _ := bits.Mul64(h, uint64(len(index)))
	return hi
}

// find returns the number of a row, 0 if it has none yet.
func (t *blockTable) find(record RecordID, channels []ChannelID) BlockID {
	index := *t.index.Load()
	for i := home(record, channels, index); ; {
		id := BlockID(atomic.LoadUint32(&index[i]))
		if id == 0 || t.At(id).is(record, channels) {
			return id
		}
		if i++; i == uint64(len(index)) {
			i = 0
		}
	}
}

// is reports whether a row is that of a record and contents of channels.
func (r blockRow) is(record RecordID, channels []ChannelID) bool {
	if r.Record() != record {
		return false
	}
	for to, c := range channels {
		if r[RowChannels+to] != uint32(c) {
			return false
		}
	}
	return true
}

// add numbers a row, which fill writes, unless another worker did.
func (t *blockTable) add(record RecordID, channels []ChannelID, fill func(blockRow)) BlockID {
	t.mu.Lock()
	defer t.mu.Unlock()
	if id := t.find(record, channels); id != 0 {
		return id
	}
	id := t.count.Load() + 1
	list := &t.lists[id/(table.ArenaList*table.ArenaChunk)]
	if list.Load() == nil {
		list.Store(new([table.ArenaList]atomic.Pointer[[]uint32]))
	}
	if chunk := &list.Load()[id/table.ArenaChunk%table.ArenaList]; chunk.Load() == nil {
		fresh := make([]uint32, table.ArenaChunk*t.size)
		chunk.Store(&fresh)
	}
	fill(t.At(BlockID(id)))
	index := *t.index.Load()
	if 3*int(id) >= 2*len(index) {
		bigger := make([]uint32, 2*len(index))
		for before := BlockID(1); before < BlockID(id); before++ {
			row := t.At(before)
			table.Put(bigger, home(row.Record(), row.channels(t.n), bigger), uint32(before))
		}
		t.index.Store(&bigger)
		index = bigger
	}
	table.Put(index, home(record, channels, index), id)
	t.count.Store(id)
	return BlockID(id)
}

func (t *blockTable) At(id BlockID) blockRow {
	c := *t.lists[id/(table.ArenaList*table.ArenaChunk)].Load()[id/table.ArenaChunk%table.ArenaList].Load()
	o := int(id%table.ArenaChunk) * t.size
	return c[o : o+t.size : o+t.size]
}

// Len returns how many rows there are.
func (t *blockTable) Len() int { return int(t.count.Load()) }

func (t *blockTable) full() bool { return t.Len() >= table.ArenaFull }
