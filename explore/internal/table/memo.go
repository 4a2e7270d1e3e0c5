package table

import (
	"sync"
	"sync/atomic"
)

// A Memo keeps the answers to what it was asked.
type Memo[V ~uint32 | ~uint64] struct {
	table atomic.Pointer[memoTable]
	_     Apart
	mu    sync.Mutex // held while an answer is added
	count int
	_     Apart
}

// A memoTable maps keys to values by open addressing.
type memoTable struct {
	shift uint
	slots []memoSlot
}

// A memoSlot has a key beside its value: a look-up touches one line of memory. A slot is free while its
// entry is 0, which is the value and 1: so there is no key that a memo cannot have.
type memoSlot struct{ key, entry uint64 }

func NewMemo[V ~uint32 | ~uint64]() *Memo[V] {
	m := &Memo[V]{}
	m.table.Store(newMemoTable(7))
	return m
}

func newMemoTable(log uint) *memoTable {
	return &memoTable{shift: 64 - log, slots: make([]memoSlot, 1<<log)}
}

func Spread(key uint64) uint64 {
	key ^= key >> 32
	key *= 0x9e3779b97f4a7c15
	key ^= key >> 29
	return key * 0xbf58476d1ce4e5b9
}

// Get returns the value of a key, and whether there is one.
func (m *Memo[V]) Get(key MemoKey) (V, bool) {
	v, ok := m.table.Load().get(uint64(key))
	return V(v), ok
}

// Fill returns the value of a key, which f makes if there is none. Several workers may
// make it at the same time; the first one counts.
func (m *Memo[V]) Fill(key MemoKey, f func() V) V {
	v := f()
	m.mu.Lock()
	defer m.mu.Unlock()
	if first, ok := m.Get(key); ok {
		return first
	}
	m.put(key, v)
	return v
}

// Of returns the value of a key, which f makes if there is none.
func (m *Memo[V]) Of(key MemoKey, f func() V) V {
	if v, ok := m.Get(key); ok {
		return v
	}
	return m.Fill(key, f)
}

// OfLocked is Of where f is to be called under a lock.
func (m *Memo[V]) OfLocked(lock *sync.Mutex, key MemoKey, f func() V) V {
	if v, ok := m.Get(key); ok {
		return v
	}
	lock.Lock()
	defer lock.Unlock()
	return m.Of(key, f)
}

func (t *memoTable) get(key uint64) (uint64, bool) {
	mask := uint64(len(t.slots) - 1)
	for i := Spread(key) >> t.shift; ; i = (i + 1) & mask {
		slot := &t.slots[i]
		entry := atomic.LoadUint64(&slot.entry)
		if entry == 0 {
			return 0, false
		}
		if slot.key == key { // it was written before the entry, and stays
			return entry - 1, true
		}
	}
}

// put stores the value of a key that has none. The memo's lock is held.
func (m *Memo[V]) put(key MemoKey, val V) {
	if uint64(val)+1 == 0 {
		panic("table: a memo cannot keep the largest value")
	}
	t := m.table.Load()
	if 2*m.count >= len(t.slots) {
		bigger := newMemoTable(64 - t.shift + 1)
		for _, slot := range t.slots {
			if slot.entry != 0 {
				bigger.put(slot.key, slot.entry)
			}
		}
		m.table.Store(bigger)
		t = bigger
	}
	t.put(uint64(key), uint64(val)+1)
	m.count++
}

func (t *memoTable) put(key, entry uint64) {
	mask := uint64(len(t.slots) - 1)
	i := Spread(key) >> t.shift
	for t.slots[i].entry != 0 {
		i = (i + 1) & mask
	}
	t.slots[i].key = key
	atomic.StoreUint64(&t.slots[i].entry, entry)
}

func (m *Memo[V]) Bytes() int64 { return int64(len(m.table.Load().slots)) * 16 }
