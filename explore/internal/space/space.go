// Package space has the states that a search kept, level by level, in memory, coded or in files, and
// finds shortest runs to them. It knows nothing of what is checked; an [Outcome] says why a search
// ended early.
package space

import (
	"sync"
	"sync/atomic"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/table"
)

// A Space has the states that a search kept, level by level, and finds shortest runs to them.
type Space struct {
	*Outcome
	Engine  *engine.Engine
	Walker  func() *engine.Walker // returns one that follows the transitions that the search follows
	Reduced bool                  // that are not all
	Workers int
	Coded   int   // so many states of a level are coded at once
	Most    int64 // States on shortest runs are marked, 0 for the usual

	Levels []Level // the states kept, by depth; the last level is not expanded
	Kept   int64   // how many these are
	packed int     // up to which depth they are coded, exclusively
	Sizes  []int64 // by depth: the states that these stand for
}

// AddLevel adds a level, of states that stand for so many.
func (s *Space) AddLevel(l Level, size int64) {
	s.Levels, s.Sizes = append(s.Levels, l), append(s.Sizes, size)
	s.Kept += int64(l.Len())
}

// LevelOf returns the level of a state by its number, the number of levels when
// there is no such state.
func (s *Space) LevelOf(v int) int {
	for d, l := range s.Levels {
		if v < l.Len() {
			return d
		}
		v -= l.Len()
	}
	return len(s.Levels)
}

const chunkOfGraph = 1 << 14

// Each calls f for the numbers below n, by all workers, and returns the first error.
func (s *Space) Each(n int, f func(i int) error) error {
	var taken atomic.Int64
	var failed atomic.Pointer[error]
	var wait sync.WaitGroup
	for range min(s.Workers, n) {
		wait.Go(func() {
			for i := int(taken.Add(1)) - 1; i < n && failed.Load() == nil; i = int(taken.Add(1)) - 1 {
				if err := f(i); err != nil {
					failed.CompareAndSwap(nil, &err)
				}
			}
		})
	}
	wait.Wait()
	if err := failed.Load(); err != nil {
		return *err
	}
	return nil
}

// StateCount returns how many states those kept stand for.
func (s *Space) StateCount(kept []uint64) int64 {
	if s.Engine.Group == nil {
		return int64(len(kept))
	}
	const part = 1 << 12
	var total atomic.Int64
	s.Each((len(kept)+part-1)/part, func(i int) error {
		v, o, sum := s.Engine.NewVector(), engine.NewOrbiter(s.Engine), 0
		for _, key := range kept[i*part : min((i+1)*part, len(kept))] {
			s.Engine.Codec.Decode(table.StateKey(key), v)
			_, size := o.Represent(v.Blocks)
			sum += size
		}
		total.Add(int64(sum))
		return nil
	})
	return total.Load()
}

// Complete reports whether every state was expanded.
func (s *Space) Complete() bool { return !s.Halted() && s.Levels[len(s.Levels)-1].Len() == 0 }
