package explore

import (
	"sync"
	"sync/atomic"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/table"
)

// A space has the states that a search kept, level by level, and finds shortest runs to them.
type space struct {
	*outcome
	engine  *engine.Engine
	walker  func() *engine.Walker // returns one that follows the transitions that the search follows
	reduced bool                  // that are not all
	workers int
	coded   int   // so many states of a level are coded at once
	most    int64 // states on shortest runs are marked, 0 for the usual

	levels []level // the states kept, by depth; the last level is not expanded
	kept   int64   // how many these are
	packed int     // up to which depth they are coded, exclusively
	sizes  []int64 // by depth: the states that these stand for
}

// addLevel adds a level, of states that stand for so many.
func (s *space) addLevel(l level, size int64) {
	s.levels, s.sizes = append(s.levels, l), append(s.sizes, size)
	s.kept += int64(l.len())
}

// states returns how many states those kept stand for.
func (s *space) states() int64 {
	all := int64(0)
	for _, n := range s.sizes {
		all += n
	}
	return all
}

// levelOf returns the level of a state by its number, the number of levels when
// there is no such state.
func (s *space) levelOf(v int) int {
	for d, l := range s.levels {
		if v < l.len() {
			return d
		}
		v -= l.len()
	}
	return len(s.levels)
}

const chunkOfGraph = 1 << 14

// each calls f for the numbers below n, by all workers, and returns the first error.
func (s *space) each(n int, f func(i int) error) error {
	var taken atomic.Int64
	var failed atomic.Pointer[error]
	var wait sync.WaitGroup
	for range min(s.workers, n) {
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

// stateCount returns how many states those kept stand for.
func (s *space) stateCount(kept []uint64) int64 {
	if s.engine.Group == nil {
		return int64(len(kept))
	}
	const part = 1 << 12
	var total atomic.Int64
	s.each((len(kept)+part-1)/part, func(i int) error {
		v, o, sum := s.engine.NewVector(), engine.NewOrbiter(s.engine), 0
		for _, key := range kept[i*part : min((i+1)*part, len(kept))] {
			s.engine.Codec.Decode(table.StateKey(key), v)
			_, size := o.Represent(v.Blocks)
			sum += size
		}
		total.Add(int64(sum))
		return nil
	})
	return total.Load()
}
