package table

import (
	"math/bits"
	"sync/atomic"
)

// A StateSet is the set of states met: open addressing with linear probing, the
// keys themselves in the table. Workers insert
// concurrently; the table grows only while no worker does (see crowded). It doubles
// while it is small, and then grows by half, so that it is never much emptier than it
// needs to be. A large one becomes compact.
type StateSet struct {
	slots   []StateKey
	compact *compactSet  // instead of slots, if not nil
	plain   int          // with more slots than this, it becomes compact
	count   atomic.Int64 // without the last tallyEvery or fewer that each worker met
	slack   int64        // what all workers that insert may leave uncounted together
}

// MostPlain is how many slots a table has that is not compact: up to here it is faster,
// and takes no more than 256 MiB.
const MostPlain = 1 << 25

// mostDoubled is below how many slots a table doubles: there are half as many keys to move
// then, and fewer pages to be had from the system, and the memory hardly matters.
const mostDoubled = 1 << 22

// TallyEvery is how many new states a worker may insert between two looks at
// whether the table is crowded.
const TallyEvery = 1 << 10

// NewStateSet returns an empty set. With more slots than plain it becomes compact, unless that
// is 0: then its keys stay next to each other.
func NewStateSet(size, plain int) *StateSet {
	return &StateSet{slots: make([]StateKey, size), plain: plain}
}

// Tally counts so many new keys, which were inserted; len returns how many were counted.
func (s *StateSet) Tally(n int64) { s.count.Add(n) }
func (s *StateSet) Len() int64    { return s.count.Load() }

// Size returns how many slots a table has that is not compact, and isCompact whether it is.
func (s *StateSet) Size() int       { return len(s.slots) }
func (s *StateSet) IsCompact() bool { return s.compact != nil }

// Workers says how many workers insert from now on, at the same time. Before it inserts,
// each looks whether the table is crowded.
func (s *StateSet) Workers(n int) { s.slack = int64(n) * TallyEvery }

// home returns the slot where a key belongs.
func (s *StateSet) home(key StateKey) uint64 {
	hi, _ := bits.Mul64(Spread(uint64(key)), uint64(len(s.slots)))
	return hi
}

// BatchSize is how many keys are inserted at once: their slots are far apart in memory,
// and reading them all first lets the processor wait for them together.
const BatchSize = 32

// Insert adds a key and reports whether it is new.
func (s *StateSet) Insert(key StateKey) bool {
	var fresh [BatchSize]bool
	s.InsertAll([]StateKey{key}, &fresh)
	return fresh[0]
}

// InsertAll adds up to batchSize keys and says of each whether it is new.
func (s *StateSet) InsertAll(keys []StateKey, fresh *[BatchSize]bool) {
	if s.compact != nil {
		s.compact.insertAll(keys, fresh)
		return
	}
	for _, key := range keys {
		atomic.LoadUint64((*uint64)(&s.slots[s.home(key)]))
	}
	for i, key := range keys {
		fresh[i] = s.insertPlain(key)
	}
}

// insertPlain adds a key to a table that is not compact.
func (s *StateSet) insertPlain(key StateKey) bool {
	slots := s.slots
	for i, again := s.home(key), false; ; {
		k := StateKey(atomic.LoadUint64((*uint64)(&slots[i])))
		if k == 0 {
			if key == 0 {
				panic("table: 0 is the key of no state")
			}
			if atomic.CompareAndSwapUint64((*uint64)(&slots[i]), 0, uint64(key)) {
				return true
			}
			k = StateKey(atomic.LoadUint64((*uint64)(&slots[i])))
		}
		if k == key {
			return false
		}
		if i++; i == uint64(len(slots)) {
			if again {
				panic("table: a set of states is full, and nobody looked whether it is crowded")
			}
			i, again = 0, true
		}
	}
}

// Crowded reports whether the table should grow before more states come: there
// must be room for what all workers find between two looks.
func (s *StateSet) Crowded() bool {
	n := s.count.Load() + s.slack
	if s.compact != nil {
		return n > s.compact.room()
	}
	return n*5 > int64(len(s.slots))*4
}

// grown returns how many slots a table that is not compact has once it has grown.
func grown(slots int) int {
	if slots < mostDoubled {
		return 2 * slots
	}
	return slots + slots/2
}

// Grow makes the table larger. No other worker may use it meanwhile.
func (s *StateSet) Grow() {
	if s.compact != nil {
		s.compact.grow()
		return
	}
	old := s.slots
	size := grown(len(old))
	if s.plain > 0 && size > s.plain {
		s.compact, s.slots = newCompactSet(s.count.Load()+s.slack), nil
		for _, k := range old {
			if k != 0 {
				s.compact.add(mixed(k))
			}
		}
		return
	}
	s.slots = make([]StateKey, size)
	for _, k := range old {
		if k != 0 {
			s.insertPlain(k)
		}
	}
}

// Clear takes all keys out of a table that is not compact. No worker may use it meanwhile.
func (s *StateSet) Clear() {
	clear(s.slots)
	s.count.Store(0)
}

// Keys returns the keys, in the memory of the table, which is to be cleared. The table is
// not compact.
func (s *StateSet) Keys() []StateKey {
	n := 0
	for _, k := range s.slots {
		if k != 0 {
			s.slots[n] = k
			n++
		}
	}
	return s.slots[:n]
}

func (s *StateSet) Bytes() int64 {
	if s.compact != nil {
		return s.compact.bytes()
	}
	return int64(len(s.slots)) * 8
}
