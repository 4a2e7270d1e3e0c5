package explore

import (
	"fmt"
	"sync/atomic"

	"qcheck/explore/internal/space"
	"qcheck/explore/internal/table"
	"qcheck/explore/levels"
)

// States that are in files alone.
//
// When a search that keeps its levels in files would use more memory than it may, it drops
// what is in files. From then on the table of states has what was found from the level at
// hand and nothing else: new states and states of earlier levels. When it is full it is
// written as a sorted run. At the end of the level the runs are merged, what some earlier
// level has is left out, and the rest is the next level. Only then it is known how many
// states that has.
//
// Every level is read once for each level that comes after it, so the time that this takes
// grows with the number of levels times the number of states. Both are read in order.
//
// A run is shown as in memory: by expanding the levels once more, backward. Cycles are
// looked for if the graph of all states fits into the memory; otherwise starvation-freedom,
// goals and leads-to requirements are unknown.

// leastMemory is the least limit that the garbage collector is given: below, it would do
// nothing else.
const leastMemory = 64 << 20

// needed estimates the memory that the search has in use when the table has so many more
// states and grows.
func (f *levelStore) needed(more int64) int64 {
	s := f.s
	n := s.seen.Size()
	for more > 0 && (s.seen.Len()+more)*5 > int64(n)*4 {
		n = table.Grown(n)
	}
	return int64(n)*8*5/3 + (s.seen.Len()+more)*16 + s.e.Bytes()
}

// mayGrow reports whether there is memory for the table of states and for the larger one that it
// grows into. All workers wait.
func (f *levelStore) mayGrow() bool {
	if f == nil || f.Memory == 0 {
		return !f.tight()
	}
	return !f.tight() && f.s.seen.Bytes()+int64(table.Grown(f.s.seen.Size()))*8+f.s.seen.Len()*16+f.s.e.Bytes() <= f.Memory
}

// tight reports whether tests keep the table small.
func (f *levelStore) tight() bool { return f != nil && f.slots > 0 }

// leaveMemory drops the states that are in files.
func (f *levelStore) leaveMemory() {
	f.external = true
	f.s.sketched.Drop()
	for i := range f.s.Levels {
		if l := &f.s.Levels[i]; len(l.Files) > 0 {
			l.Keys = nil
		}
	}
	f.s.seen.Clear()
}

// spill writes the states in the table as a run. All workers wait.
func (f *levelStore) spill() error {
	keys := f.s.seen.Keys()
	levels.Sort(space.Words(keys), f.s.o.Workers)
	run, err := f.scratch(func(w *levels.Writer) error { return w.Add(space.Words(keys)) })
	if err != nil {
		return err
	}
	f.runs = append(f.runs, run)
	f.leaveMemory()
	return nil
}

// scratch writes a file that goes with the search.
func (f *levelStore) scratch(add func(*levels.Writer) error) (*levels.File, error) {
	w, err := levels.Scratch(f.scratchDir)
	if err != nil {
		return nil, err
	}
	if err := add(w); err != nil {
		w.Abort()
		return nil, err
	}
	return w.Run()
}

// clearRuns removes the runs.
func (f *levelStore) clearRuns() {
	for _, run := range f.runs {
		run.Remove()
	}
	f.runs = nil
}

// portionOf is how many of the bytes of memory a portion has one key for.
const portionOf = 64

// mergeLevel makes the level at a depth of what was found, writes it, and returns it.
func (f *levelStore) mergeLevel(depth int) (l space.Level, size int64, err error) {
	defer f.clearRuns()
	s := f.s
	rest := s.seen.Keys()
	levels.Sort(space.Words(rest), s.o.Workers)
	sources := []*levels.Cursor{levels.CursorOf(space.Words(rest))}
	for _, run := range f.runs {
		sources = append(sources, levels.NewCursor(run))
	}
	var earlier []*levels.Cursor
	for _, l := range s.Levels {
		for _, file := range l.Files {
			earlier = append(earlier, levels.NewCursor(file))
		}
	}
	most := len(rest)
	for _, run := range f.runs {
		most += int(run.Len())
	}
	most = min(most, int(min(max(f.Memory/portionOf, 1<<12), 1<<24)))
	add := func(w *levels.Writer) error { return f.mergeFresh(w, sources, most, earlier, &size) }
	var file *levels.File
	if s.Halted() {
		file, err = f.scratch(add)
	} else {
		file, err = f.write(depth, &size, add)
	}
	if err != nil {
		return space.Level{}, 0, err
	}
	s.statesSoFar.Store(s.States() + size)
	return space.Level{Files: []*levels.File{file}, Count: int(file.Len())}, size, nil
}

// mergeFresh adds what the sources have and earlier levels do not, and adds to size how
// many states these stand for.
func (f *levelStore) mergeFresh(w *levels.Writer, sources []*levels.Cursor, most int, earlier []*levels.Cursor, size *int64) error {
	return levels.Merge(sources, most, func(portion []uint64) error {
		fresh, err := f.leaveOut(portion, earlier)
		if err != nil {
			return err
		}
		*size += f.s.StateCount(fresh)
		return w.Add(fresh)
	})
}

// leaveOut takes the keys that earlier levels have out of a portion.
func (f *levelStore) leaveOut(portion []uint64, earlier []*levels.Cursor) ([]uint64, error) {
	marks := make([]uint64, (len(portion)+63)/64)
	err := f.s.Each(len(earlier), func(i int) error {
		return earlier[i].Mark(portion, func(k int) { atomic.OrUint64(&marks[k/64], 1<<(k%64)) })
	})
	if err != nil {
		return nil, err
	}
	fresh := portion[:0]
	for i, key := range portion {
		if marks[i/64]>>(i%64)&1 == 0 {
			fresh = append(fresh, key)
		}
	}
	return fresh, nil
}

// fits reports whether the graph of all states fits into the memory, as far as that is
// bounded.
func (f *levelStore) fits() bool {
	if f == nil || !f.external || f.Memory == 0 && f.Shards == 0 {
		return true
	}
	if f.Shards > 0 {
		f.large = "the states were found by tasks, which make no graph of them"
		return false
	}
	s := f.s
	edges := s.transitions / s.States() * s.Kept
	if need := s.Kept*40 + edges*32 + s.e.Bytes(); need > f.Memory {
		f.large = fmt.Sprintf("the graph of all states would take about %d bytes, more than the %d of memory that there are", need, f.Memory)
		return false
	}
	return true
}
