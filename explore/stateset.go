package explore

import (
	"math/bits"
	"sync/atomic"
)

// A stateSet is the set of states met: open addressing with linear probing, the
// keys themselves in the table. Workers insert
// concurrently; the table grows only while no worker does (see crowded). It doubles
// while it is small, and then grows by half, so that it is never much emptier than it
// needs to be. A large one becomes compact.
type stateSet struct {
	slots   []stateKey
	compact *compactSet  // instead of slots, if not nil
	plain   int          // with more slots than this, it becomes compact
	count   atomic.Int64 // without the last tallyEvery or fewer that each worker met
	slack   int64        // what all workers that insert may leave uncounted together
}

// mostPlain is how many slots a table has that is not compact: up to here it is faster,
// and takes no more than 256 MiB.
const mostPlain = 1 << 25

// mostDoubled is below how many slots a table doubles: there are half as many keys to move
// then, and fewer pages to be had from the system, and the memory hardly matters.
const mostDoubled = 1 << 22

// tallyEvery is how many new states a worker may insert between two looks at
// whether the table is crowded.
const tallyEvery = 1 << 10

func newStateSet(size int) *stateSet { return &stateSet{slots: make([]stateKey, size)} }

// workers says how many workers insert from now on, at the same time. Before it inserts,
// each looks whether the table is crowded.
func (s *stateSet) workers(n int) { s.slack = int64(n) * tallyEvery }

// home returns the slot where a key belongs.
func (s *stateSet) home(key stateKey) uint64 {
	hi, _ := bits.Mul64(spread(uint64(key)), uint64(len(s.slots)))
	return hi
}

// batchSize is how many keys are inserted at once: their slots are far apart in memory,
// and reading them all first lets the processor wait for them together.
const batchSize = 32

// insert adds a key and reports whether it is new.
func (s *stateSet) insert(key stateKey) bool {
	var fresh [batchSize]bool
	s.insertAll([]stateKey{key}, &fresh)
	return fresh[0]
}

// insertAll adds up to batchSize keys and says of each whether it is new.
func (s *stateSet) insertAll(keys []stateKey, fresh *[batchSize]bool) {
	if s.compact != nil {
		s.compact.insertAll(keys, fresh)
		return
	}
	for _, key := range keys {
		atomic.LoadUint64((*uint64)(&s.slots[s.home(key)]))
	}
	for i, key := range keys {
		if s.slack > tallyEvery {
			fresh[i] = s.insertPlain(key)
		} else {
			fresh[i] = s.insertAlone(key)
		}
	}
}

// insertAlone is insertPlain for one worker, which does not pay for the others.
func (s *stateSet) insertAlone(key stateKey) bool {
	slots := s.slots
	for i := s.home(key); ; {
		switch slots[i] {
		case 0:
			slots[i] = key
			return true
		case key:
			return false
		}
		if i++; i == uint64(len(slots)) {
			i = 0
		}
	}
}

// insertPlain adds a key to a table that is not compact.
func (s *stateSet) insertPlain(key stateKey) bool {
	slots := s.slots
	for i := s.home(key); ; {
		k := stateKey(atomic.LoadUint64((*uint64)(&slots[i])))
		if k == 0 {
			if atomic.CompareAndSwapUint64((*uint64)(&slots[i]), 0, uint64(key)) {
				return true
			}
			k = stateKey(atomic.LoadUint64((*uint64)(&slots[i])))
		}
		if k == key {
			return false
		}
		if i++; i == uint64(len(slots)) {
			i = 0
		}
	}
}

// crowded reports whether the table should grow before more states come: there
// must be room for what all workers find between two looks.
func (s *stateSet) crowded() bool {
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

// grow makes the table larger. No other worker may use it meanwhile.
func (s *stateSet) grow() {
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
	s.slots = make([]stateKey, size)
	for _, k := range old {
		if k != 0 {
			s.insertAlone(k)
		}
	}
}

// clear takes all keys out of a table that is not compact. No worker may use it meanwhile.
func (s *stateSet) clear() {
	clear(s.slots)
	s.count.Store(0)
}

// keys returns the keys, in the memory of the table, which is to be cleared. The table is
// not compact.
func (s *stateSet) keys() []stateKey {
	n := 0
	for _, k := range s.slots {
		if k != 0 {
			s.slots[n] = k
			n++
		}
	}
	return s.slots[:n]
}

func (s *stateSet) bytes() int64 {
	if s.compact != nil {
		return s.compact.bytes()
	}
	return int64(len(s.slots)) * 8
}
