package explore

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"qcheck/explore/internal/space"
	"qcheck/explore/internal/table"
	"qcheck/explore/levels"
)

// Levels as files.
//
// With [Options.Levels] a search keeps each level that is finished as a file, too (see package
// levels), and begins with the levels that are there already. Since a level appears whole
// or not at all, a search that was killed goes on from the last one, and comes to what it
// would have come to: counts, verdicts and runs are the same.
//
// # What a file has
//
// The keys of the level's states; the blocks that were met first in this level, as bytes
// and by process, and, where keys are a tree's, its pairs; and a header: what is searched,
// by which build, which file comes before, and what the search knew when the level was
// finished (counts, and which states decided properties).
//
// Keys are made of numbers of blocks, which are given in the order in which workers meet
// blocks. Numbers are given to blocks of states of some level and to no others, and a
// file's blocks stand in their order; so who reads the files one after the other gives the
// same numbers, and the keys mean the same. What is numbered to show a run while the
// search still goes on is taken back afterwards (see cut). Numbers of other tables, of
// lists or of renumberings, are in no key. Which state of an orbit is kept depends on
// contents alone (see orbit.go of the engine).
//
// # Beginnings
//
// Run may begin anew (with keys of a tree, with fewer renamings, without the assumption
// that there is no cycle). Each beginning has a directory of its own, search-1, search-2
// and so on; one that has ended has a file, ending, that says why the next one began. All of it is determined by the model
// and the options. So to go on, Run does everything once more and reads levels where they are. Two things are not kept, and
// are done once more: a search with a reduction that is derived, of at most half as many states as were searched in full by
// then; and the graph in which cycles are looked for.

// disk is a store: the levels are in memory and in files.
type disk struct{ files }

// newDisk opens the store, and looks at what is there.
func newDisk(s *search) (*disk, error) {
	f, err := newFiles(s)
	d := &disk{f}
	if err == nil {
		err = errors.Join(levels.Tidy(d.Dir), d.contiguous())
	}
	return d, err
}

// contiguous reports a level that is missing.
func (d *disk) contiguous() error {
	names, err := filepath.Glob(d.path(0)[:len(d.path(0))-5] + "?????")
	slices.Sort(names)
	for i, name := range names {
		if name != d.path(i) {
			return &levels.Error{File: d.path(i), Why: "the level is missing, and later ones are there"}
		}
	}
	return err
}

func (f *files) path(depth int) string { return filepath.Join(f.Dir, fmt.Sprintf("level-%05d", depth)) }

func (d *disk) passed() bool { return false } // what was tried is tried again

func (d *disk) keep(depth int) error {
	s, path := d.s, d.path(depth)
	keys := space.Words(s.Levels[depth].Keys)
	levels.Sort(keys)
	h := &header{Kind: statesKind, Level: depth, States: s.Sizes[depth]}
	err := d.write(path, h, func(w *levels.Writer) error { return errors.Join(w.Add(keys), d.addKnown(w, h)) })
	if err != nil {
		return err
	}
	file, err := levels.Open(path)
	if err == nil {
		d.after, s.filed = file.ID(), s.e.Numbered()
	}
	return err
}

func (d *disk) load(depth int) (*space.Level, int64, error) {
	file, h, err := d.open(d.path(depth), statesKind, depth, 0)
	if file == nil || err != nil {
		return nil, 0, err
	}
	if err := d.follow(file, h); err != nil {
		return nil, 0, err
	}
	seen := d.s.seen
	l := &space.Level{Keys: make([]table.StateKey, 0, file.Len()), Count: int(file.Len())}
	var chunk []uint64
	for i := range file.Chunks() {
		if chunk, err = file.Chunk(i, chunk); err != nil {
			return nil, 0, err
		}
		l.Keys = append(l.Keys, space.Keys(chunk)...)
		seen.Tally(int64(len(chunk)))
		for seen.Crowded() {
			seen.Grow()
		}
		for _, key := range chunk {
			seen.Insert(table.StateKey(key))
		}
	}
	return l, h.States, nil
}
