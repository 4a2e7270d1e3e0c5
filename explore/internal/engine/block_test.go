package engine

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
	"qcheck/setsys/slow"
)

// TestBlockWorkers has workers number the same rows, and an interner the same values.
func TestBlockWorkers(t *testing.T) {
	const n, kinds = 3, 40 * table.ArenaChunk
	var rows blockTable
	rows.init(n)
	var names table.Interner[uint32, string, int]
	content := func(i int) (RecordID, []ChannelID) {
		return RecordID(i % 97), []ChannelID{ChannelID(i / 97 % 11), ChannelID(i / 97 / 11), 0}
	}
	var made atomic.Int64
	var wait sync.WaitGroup
	for w := range 4 {
		wait.Go(func() {
			r := rand.New(rand.NewPCG(8, uint64(w)))
			for range 2 * kinds {
				i := r.IntN(kinds)
				record, channels := content(i)
				id := rows.find(record, channels)
				if id == 0 {
					id = rows.add(record, channels, func(row blockRow) {
						made.Add(1)
						row[rowRecord], row[RowChannels], row[RowChannels+1] = uint32(record), uint32(channels[0]), uint32(channels[1])
					})
				}
				if !rows.At(id).is(record, channels) || rows.find(record, channels) != id {
					t.Errorf("row %d is %v, not of %d, %v", id, rows.At(id), record, channels)
				}
				name := fmt.Sprint(i)
				if at := names.ID(name, func() int { return i }); names.At(at) != name || *names.With(at) != i {
					t.Errorf("value %d is %s with %d, not %s", at, names.At(at), *names.With(at), name)
				}
			}
		})
	}
	wait.Wait()
	ids := map[BlockID]int{}
	for i := range kinds {
		record, channels := content(i)
		if id := rows.find(record, channels); id != 0 {
			if ids[id]++; ids[id] > 1 {
				t.Errorf("row %d is %d, %v, too", id, record, channels)
			}
		}
	}
	if len(ids) != rows.Len() || int(made.Load()) != rows.Len() || names.Len() != rows.Len() || rows.full() {
		t.Errorf("%d rows, %d found, %d made, %d names", rows.Len(), len(ids), made.Load(), names.Len())
	}
}

func TestRank(t *testing.T) {
	for _, r := range []*rand.Rand{rand.New(rand.NewPCG(4, 4)), slow.Random(t, 4900)} {
		for range 2000 {
			live := StampSet(r.Uint64() & r.Uint64() >> 1)
			for stamp := protocol.Stamp(0); stamp <= MaxStamps+1; stamp++ {
				want := protocol.Stamp(0)
				for x := protocol.Stamp(1); x <= stamp; x++ {
					if live>>(x-1)&1 != 0 {
						want++
					}
				}
				if got := live.Rank(stamp); got != want {
					t.Fatalf("rank of %d in %b is %d, want %d", stamp, live, got, want)
				}
			}
			highest, dense := protocol.Stamp(0), protocol.Stamp(0)
			for x := protocol.Stamp(1); x <= 63; x++ {
				if live>>(x-1)&1 != 0 {
					highest = x
					if dense == x-1 {
						dense = x
					}
				}
			}
			if live.Top() != highest || live.dense() != dense {
				t.Fatalf("top of %b is %d, want %d; it is dense to %d, want %d", live, live.Top(), highest, live.dense(), dense)
			}
		}
	}
}

// Rows have numbers in order, beyond a list of chunks.
func TestManyBlocks(t *testing.T) {
	var rows blockTable
	rows.init(1)
	const many = table.ArenaList*table.ArenaChunk + 2*table.ArenaChunk
	for i := range many {
		if id := rows.add(RecordID(i), []ChannelID{0}, func(r blockRow) { r[rowRecord] = uint32(i) }); int(id) != i+1 {
			t.Fatalf("row %d has number %d", i, id)
		}
	}
	for i := range many {
		if id := rows.find(RecordID(i), []ChannelID{0}); int(id) != i+1 || rows.At(id).Record() != RecordID(i) {
			t.Fatalf("row %d has number %d", i, id)
		}
	}
}
