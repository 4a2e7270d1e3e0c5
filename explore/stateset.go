package explore

import (
	"math/bits"
	"sync/atomic"
)

// A stateSet is the set of states met: open addressing with linear probing, the
// keys themselves in the table. Workers insert
// concurrently; the table grows only while no worker does (see crowded). It
// grows by half, so that it is never much emptier than it needs to be.
type stateSet struct {
	slots []stateKey
	count atomic.Int64 // without the last tallyEvery or fewer that each worker met
	slack int64        // what all workers together may leave uncounted
}

// tallyEvery is how many new states a worker may insert between two looks at
// whether the table is crowded.
const tallyEvery = 1 << 10

func newStateSet(size, workers int) *stateSet {
	return &stateSet{slots: make([]stateKey, size), slack: int64(workers) * tallyEvery}
}

// home returns the slot where a key belongs.
func (s *stateSet) home(key stateKey) uint64 {
	hi, _ := bits.Mul64(spread(uint64(key)), uint64(len(s.slots)))
	return hi
}

// insert adds key and reports whether it is new.
func (s *stateSet) insert(key stateKey) bool {
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

// touch reads the slots where the keys belong.
func (s *stateSet) touch(keys []stateKey) {
	slots := s.slots
	for _, key := range keys {
		hi, _ := bits.Mul64(spread(uint64(key)), uint64(len(slots)))
		atomic.LoadUint64((*uint64)(&slots[hi]))
	}
}

// crowded reports whether the table should grow before more states come: there
// must be room for what all workers find between two looks.
func (s *stateSet) crowded() bool { return (s.count.Load()+s.slack)*5 > int64(len(s.slots))*4 }

// grow makes the table half as large again. No other worker may use it
// meanwhile.
func (s *stateSet) grow() {
	old := s.slots
	s.slots = make([]stateKey, len(old)+len(old)/2)
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

// clear takes all keys out. No worker may use the table meanwhile.
func (s *stateSet) clear() {
	clear(s.slots)
	s.count.Store(0)
}

// compact returns the keys, in the memory of the table, which is to be cleared.
func (s *stateSet) compact() []stateKey {
	n := 0
	for _, k := range s.slots {
		if k != 0 {
			s.slots[n] = k
			n++
		}
	}
	return s.slots[:n]
}

func (s *stateSet) bytes() int64 { return int64(len(s.slots)) * 8 }
