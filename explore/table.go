package explore

import (
	"math/bits"
	"sync/atomic"
)

// The engine's tables are read by all workers without locks and written under
// one lock (engine.mu): a reader that finds nothing takes the lock and looks
// again. What an id stands for is written before the id is published, and
// never changed.

// An arena numbers values of one type from 1 on.
type arena[T any] struct {
	chunks [1 << 14]atomic.Pointer[[arenaChunk]T]
	n      uint32 // under the engine's lock
}

const (
	arenaChunk = 1 << 12
	arenaFull  = 1<<14*arenaChunk - 1<<20
)

// add stores a value and returns its number. The engine's lock is held.
func (a *arena[T]) add(v T) uint32 {
	a.n++
	i := a.n
	c := a.chunks[i/arenaChunk].Load()
	if c == nil {
		c = new([arenaChunk]T)
		a.chunks[i/arenaChunk].Store(c)
	}
	c[i%arenaChunk] = v
	return i
}

// at returns value number i.
func (a *arena[T]) at(i uint32) *T { return &a.chunks[i/arenaChunk].Load()[i%arenaChunk] }

// full reports whether few further values fit: the search is ended a moment
// after that is seen.
func (a *arena[T]) full() bool { return a.n >= arenaFull }

// rows numbers rows of a fixed number of words from 1 on.
type rows struct {
	stride int
	chunks [1 << 14]atomic.Pointer[[]uint32]
	n      uint32
}

func (r *rows) add() (uint32, []uint32) {
	r.n++
	c := r.chunks[r.n/arenaChunk].Load()
	if c == nil {
		fresh := make([]uint32, arenaChunk*r.stride)
		c = &fresh
		r.chunks[r.n/arenaChunk].Store(c)
	}
	return r.n, r.at(r.n)
}

func (r *rows) at(i uint32) []uint32 {
	c := *r.chunks[i/arenaChunk].Load()
	o := int(i%arenaChunk) * r.stride
	return c[o : o+r.stride : o+r.stride]
}

func (r *rows) full() bool { return r.n >= arenaFull }

// A memo maps non-zero 64-bit keys to 32-bit values.
type memo struct {
	table atomic.Pointer[memoTable]
	count int
}

type memoTable struct {
	shift uint
	keys  []uint64
	vals  []uint32
}

func newMemo() *memo {
	m := &memo{}
	m.table.Store(newMemoTable(10))
	return m
}

func newMemoTable(log uint) *memoTable {
	return &memoTable{shift: 64 - log, keys: make([]uint64, 1<<log), vals: make([]uint32, 1<<log)}
}

func spread(key uint64) uint64 {
	key ^= key >> 32
	key *= 0x9e3779b97f4a7c15
	key ^= key >> 29
	return key * 0xbf58476d1ce4e5b9
}

// get returns the value of key, and whether there is one.
func (m *memo) get(key uint64) (uint32, bool) {
	t := m.table.Load()
	mask := uint64(len(t.keys) - 1)
	for i := spread(key) >> t.shift; ; i = (i + 1) & mask {
		switch k := atomic.LoadUint64(&t.keys[i]); k {
		case key:
			return atomic.LoadUint32(&t.vals[i]), true
		case 0:
			return 0, false
		}
	}
}

// put stores the value of a key that has none. The engine's lock is held.
func (m *memo) put(key uint64, val uint32) {
	t := m.table.Load()
	if 2*m.count >= len(t.keys) {
		bigger := newMemoTable(64 - t.shift + 1)
		for i, k := range t.keys {
			if k != 0 {
				bigger.put(k, t.vals[i])
			}
		}
		m.table.Store(bigger)
		t = bigger
	}
	t.put(key, val)
	m.count++
}

func (t *memoTable) put(key uint64, val uint32) {
	mask := uint64(len(t.keys) - 1)
	i := spread(key) >> t.shift
	for atomic.LoadUint64(&t.keys[i]) != 0 {
		i = (i + 1) & mask
	}
	atomic.StoreUint32(&t.vals[i], val)
	atomic.StoreUint64(&t.keys[i], key)
}

func (m *memo) bytes() int64 { return int64(len(m.table.Load().keys)) * 12 }

// A stateSet is the set of states met, as non-zero 64-bit keys: open addressing
// with linear probing, the keys themselves in the table. Workers insert
// concurrently; the table grows only while no worker does (see crowded). It
// grows by half, so that it is never much emptier than it needs to be.
type stateSet struct {
	slots []uint64
	count atomic.Int64 // without the last tallyEvery or fewer that each worker met
	slack int64        // what all workers together may leave uncounted
}

// tallyEvery is how many new states a worker may insert between two looks at
// whether the table is crowded.
const tallyEvery = 1 << 10

func newStateSet(size, workers int) *stateSet {
	return &stateSet{slots: make([]uint64, size), slack: int64(workers) * tallyEvery}
}

// home returns the slot where a key belongs.
func (s *stateSet) home(key uint64) uint64 {
	hi, _ := bits.Mul64(spread(key), uint64(len(s.slots)))
	return hi
}

// insert adds key and reports whether it is new.
func (s *stateSet) insert(key uint64) bool {
	slots := s.slots
	for i := s.home(key); ; {
		k := atomic.LoadUint64(&slots[i])
		if k == 0 {
			if atomic.CompareAndSwapUint64(&slots[i], 0, key) {
				return true
			}
			k = atomic.LoadUint64(&slots[i])
		}
		if k == key {
			return false
		}
		if i++; i == uint64(len(slots)) {
			i = 0
		}
	}
}

// touch reads the slots where the keys belong.
func (s *stateSet) touch(keys []uint64) {
	slots := s.slots
	for _, key := range keys {
		hi, _ := bits.Mul64(spread(key), uint64(len(slots)))
		atomic.LoadUint64(&slots[hi])
	}
}

// crowded reports whether the table should grow before more states come: there
// must be room for what all workers find between two looks.
func (s *stateSet) crowded() bool { return (s.count.Load()+s.slack)*5 > int64(len(s.slots))*4 }

// grow makes the table half as large again. No other worker may use it
// meanwhile.
func (s *stateSet) grow() {
	old := s.slots
	s.slots = make([]uint64, len(old)+len(old)/2)
	for _, k := range old {
		if k == 0 {
			continue
		}
		i := s.home(k)
		for s.slots[i] != 0 {
			if i++; i == uint64(len(s.slots)) {
				i = 0
			}
		}
		s.slots[i] = k
	}
}

func (s *stateSet) bytes() int64 { return int64(len(s.slots)) * 8 }

// pairTable numbers 64-bit pairs from 1 on.
type pairTable struct {
	slots atomic.Pointer[[]uint32]
	pairs arena[uint64]
}

func newPairTable() *pairTable {
	t := &pairTable{}
	slots := make([]uint32, 1<<10)
	t.slots.Store(&slots)
	return t
}

// get returns the number of a pair, 0 when it has none yet.
func (t *pairTable) get(pair uint64) uint32 {
	slots := *t.slots.Load()
	hi, _ := bits.Mul64(spread(pair), uint64(len(slots)))
	for i := hi; ; {
		id := atomic.LoadUint32(&slots[i])
		if id == 0 || *t.pairs.at(id) == pair {
			return id
		}
		if i++; i == uint64(len(slots)) {
			i = 0
		}
	}
}

// add numbers a pair that has no number. The engine's lock is held.
func (t *pairTable) add(pair uint64) uint32 {
	slots := *t.slots.Load()
	if 3*int(t.pairs.n) >= 2*len(slots) {
		bigger := make([]uint32, len(slots)+len(slots)/2)
		for _, id := range slots {
			if id != 0 {
				t.put(bigger, id)
			}
		}
		t.slots.Store(&bigger)
		slots = bigger
	}
	id := t.pairs.add(pair)
	t.put(slots, id)
	return id
}

func (t *pairTable) put(slots []uint32, id uint32) {
	i, _ := bits.Mul64(spread(*t.pairs.at(id)), uint64(len(slots)))
	for atomic.LoadUint32(&slots[i]) != 0 {
		if i++; i == uint64(len(slots)) {
			i = 0
		}
	}
	atomic.StoreUint32(&slots[i], id)
}

func (t *pairTable) bytes() int64 { return int64(len(*t.slots.Load()))*4 + int64(t.pairs.n)*8 }

// rank returns how many of the stamps in the mask live (bit r-1 for stamp r)
// are at most r.
func rank(live uint64, r Stamp) Stamp {
	if r == 0 {
		return 0
	}
	return Stamp(bits.OnesCount64(live & (1<<r - 1)))
}
