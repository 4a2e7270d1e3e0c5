package explore

import (
	"sync"
	"sync/atomic"
)

// A memo keeps the answers to what it was asked.
type memo[V ~uint32] struct {
	table atomic.Pointer[memoTable]
	count int
}

// A memoTable maps non-zero keys to values by open addressing.
type memoTable struct {
	shift uint
	keys  []uint64
	vals  []uint32
}

func newMemo[V ~uint32]() *memo[V] {
	m := &memo[V]{}
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

// get returns the value of a key, and whether there is one.
func (m *memo[V]) get(key memoKey) (V, bool) {
	v, ok := m.table.Load().get(uint64(key))
	return V(v), ok
}

// fill returns the value of a key, which f makes if there is none. It takes the
// lock for that.
func (m *memo[V]) fill(lock *sync.Mutex, key memoKey, f func() V) V {
	lock.Lock()
	defer lock.Unlock()
	v, ok := m.get(key)
	if !ok {
		v = f()
		m.put(key, v)
	}
	return v
}

func (t *memoTable) get(key uint64) (uint32, bool) {
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

// put stores the value of a key that has none. The lock is held.
func (m *memo[V]) put(key memoKey, val V) {
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
	t.put(uint64(key), uint32(val))
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

func (m *memo[V]) bytes() int64 { return int64(len(m.table.Load().keys)) * 12 }
