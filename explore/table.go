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

const arenaChunk = 1 << 12

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

// full reports whether no further value fits.
func (a *arena[T]) full() bool { return a.n >= 1<<14*arenaChunk-1 }

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

func (r *rows) full() bool { return r.n >= 1<<14*arenaChunk-1 }

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
// concurrently; the table grows only while no worker does (see room).
type stateSet struct {
	slots []uint64
	shift uint
	count atomic.Int64
}

func newStateSet(log uint) *stateSet {
	return &stateSet{slots: make([]uint64, 1<<log), shift: 64 - log}
}

// insert adds key and reports whether it is new.
func (s *stateSet) insert(key uint64) bool {
	mask := uint64(len(s.slots) - 1)
	for i := spread(key) >> s.shift; ; i = (i + 1) & mask {
		k := atomic.LoadUint64(&s.slots[i])
		if k == 0 {
			if atomic.CompareAndSwapUint64(&s.slots[i], 0, key) {
				return true
			}
			k = atomic.LoadUint64(&s.slots[i])
		}
		if k == key {
			return false
		}
	}
}

// has reports whether key was inserted.
func (s *stateSet) has(key uint64) bool {
	mask := uint64(len(s.slots) - 1)
	for i := spread(key) >> s.shift; ; i = (i + 1) & mask {
		switch atomic.LoadUint64(&s.slots[i]) {
		case key:
			return true
		case 0:
			return false
		}
	}
}

// crowded reports whether the table should grow before more states come.
func (s *stateSet) crowded() bool { return s.count.Load()*4 > int64(len(s.slots))*3-(1<<16) }

// grow doubles the table. No other worker may use it meanwhile.
func (s *stateSet) grow() {
	old := s.slots
	s.slots = make([]uint64, 2*len(old))
	s.shift--
	mask := uint64(len(s.slots) - 1)
	for _, k := range old {
		if k == 0 {
			continue
		}
		i := spread(k) >> s.shift
		for s.slots[i] != 0 {
			i = (i + 1) & mask
		}
		s.slots[i] = k
	}
}

func (s *stateSet) bytes() int64 { return int64(len(s.slots)) * 8 }

// rank returns how many of the stamps in the mask live (bit r-1 for stamp r)
// are at most r.
func rank(live uint64, r Stamp) Stamp {
	if r == 0 {
		return 0
	}
	return Stamp(bits.OnesCount64(live & (1<<r - 1)))
}
