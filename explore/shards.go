package explore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/space"
	"qcheck/explore/levels"
)

// A role says what a file is: which search it is of, and which part.
type role struct {
	Search string `json:"search"`
	Build  string `json:"build"`
	About  string `json:"about"`
	Kind   string `json:"kind"`
	Level  int    `json:"level"`
	Shard  int    `json:"shard,omitempty"`
}

func (p *role) is() *role { return p }

// The kinds of files.
const (
	numbersKind  = "numbers"
	shardKind    = "states"
	expandedKind = "candidates"
	endingKind   = "ending"
)

// role returns what the header of a file says.
func (f *levelStore) role(kind string, level, shard int) role {
	return role{f.search, f.Build, f.about, kind, level, shard}
}

func (f *levelStore) numbersPath(level int) string {
	return filepath.Join(f.Dir, fmt.Sprintf("numbers-%05d", level))
}

func (f *levelStore) shardPath(level, shard int) string {
	return fmt.Sprintf("%s.%d-of-%d", f.path(level), shard, f.Shards)
}

func (f *levelStore) expandedDir(level int) string {
	return filepath.Join(f.Dir, fmt.Sprintf("expanded-%05d", level))
}

func (f *levelStore) expandedPath(level, shard int) string {
	return filepath.Join(f.expandedDir(level), fmt.Sprintf("%d-of-%d", shard, f.Shards))
}

// open opens a file, reads its header, and checks that it is the one that belongs there.
// The error is fs.ErrNotExist if there is none.
func (f *levelStore) open(path string, at role, header interface{ is() *role }) (*levels.File, error) {
	file, err := levels.Open(path)
	if err != nil {
		return nil, err
	}
	why := ""
	if err = file.Header(header); err == nil {
		switch is := header.is(); {
		case is.Build != at.Build:
			why = "it was written by another build: " + is.Build
		case is.Search != at.Search:
			why = "it is of another search: " + is.About
		case *is != at:
			why = fmt.Sprintf("it belongs elsewhere: it has %s of level %d, shard %d", is.Kind, is.Level, is.Shard)
		}
	}
	if why != "" {
		err = &levels.Error{File: path, Why: why}
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// absent makes an error of a file that is not there.
func absent(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return &levels.Error{File: path, Why: "it is missing"}
	}
	return err
}

// there reports whether a file is there that is what it should be.
func (f *levelStore) there(path string, at role) (bool, error) {
	file, err := f.open(path, at, &role{})
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, file.Close()
}

// expanded reports whether a shard of a level was expanded: its candidates are there, or
// the level that they lead to is.
func (f *levelStore) expanded(level, shard int) (bool, error) {
	if there, err := f.there(f.expandedPath(level, shard), f.role(expandedKind, level, shard)); there || err != nil {
		return there, err
	}
	if there, err := f.there(f.numbersPath(level+1), f.role(numbersKind, level+1, 0)); !there || err != nil {
		return false, err
	}
	for shard := range f.Shards {
		if there, err := f.settled(level+1, shard+1); !there || err != nil {
			return false, err
		}
	}
	return true, nil
}

// settled reports whether a shard of a level is there.
func (f *levelStore) settled(level, shard int) (bool, error) {
	return f.there(f.shardPath(level, shard), f.role(shardKind, level, shard))
}

// An endingHeader says how a search ended that has to begin anew.
type endingHeader struct {
	role
	Ending ending `json:"ending"`
}

// ending returns how the search ended: ended unless it has to begin anew.
func (f *levelStore) ending() (ending, error) {
	if f.Shards == 0 {
		return ended, nil
	}
	var h endingHeader
	file, err := f.open(f.endingPath(), f.role(endingKind, 0, 0), &h)
	if errors.Is(err, fs.ErrNotExist) {
		return ended, nil
	}
	if err != nil {
		return ended, err
	}
	return h.Ending, file.Close()
}

func (f *levelStore) endingPath() string { return filepath.Join(f.Dir, "ending") }

// end writes that the search has to begin anew.
func (f *levelStore) end(e ending) error {
	w, err := levels.Create(f.endingPath())
	if err != nil {
		return err
	}
	return w.Commit(endingHeader{f.role(endingKind, 0, 0), e})
}

// remaining says why the search is not complete.
func (f *levelStore) remaining() string {
	return fmt.Sprintf("tasks still have to make level %d", len(f.s.Levels)-1)
}

// A numbersHeader is what a file of numbers says besides the blocks.
type numbersHeader struct {
	role
	After    string   `json:"after"`    // identifies the numbers of the level before
	Shards   []string `json:"shards"`   // identify the states of the level before
	Expanded []string `json:"expanded"` // identify what these lead to
	Blocks   []int    `json:"blocks"`   // by process: how many there were before
	Pairs    int      `json:"pairs"`
	Counts   tally    `json:"counts"`
	Deciding []met    `json:"deciding"`
	Stop     string   `json:"stop,omitempty"` // the search ends before the next level
}

// A shardHeader is what a shard of a level says besides its states.
type shardHeader struct {
	role
	After  string `json:"after"`  // identifies the numbers
	States int64  `json:"states"` // that those kept stand for
	Ending ending `json:"ending"`
}

// loadNumbers reads what is numbered first in a level, and what was known then; nil if
// that is not there.
func (f *levelStore) loadNumbers(level int) (*numbersHeader, error) {
	h := &numbersHeader{}
	file, err := f.open(f.numbersPath(level), f.role(numbersKind, level, 0), h)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	s := f.s
	wrong := func(why string) (*numbersHeader, error) { return nil, &levels.Error{File: file.Path(), Why: why} }
	switch {
	case h.After != f.after:
		return wrong("it does not follow the level before it")
	case level > 0 && (len(h.Shards) != f.Shards || len(h.Expanded) != f.Shards):
		return wrong("it is not of so many shards")
	}
	if f.summing || len(s.Levels) > 0 { // all shards were read
		for i := range h.Shards {
			if file := s.Levels[level-1].Files[i]; file.ID() != h.Shards[i] {
				return nil, &levels.Error{File: file.Path(), Why: "it is another one than that from which later levels were made"}
			}
		}
	}
	if err := s.e.Number(file, s.filed, engine.Numbered{Blocks: h.Blocks, Pairs: h.Pairs}); err != nil {
		return nil, err
	}
	s.filed = s.e.Numbered()
	s.counts = counts{}
	s.recall(h.Counts, h.Deciding)
	f.after = file.ID()
	f.numberings = append(f.numberings, f.after)
	return h, nil
}

// loadTo reads what is numbered first in all levels up to one.
func (f *levelStore) loadTo(level int) (last *numbersHeader, before engine.Numbered, err error) {
	for depth := 0; depth <= level; depth++ {
		before = f.s.filed
		if last, err = f.loadNumbers(depth); err == nil && last == nil {
			err = &levels.Error{File: f.numbersPath(depth), Why: "it is missing"}
		}
		if err != nil {
			return nil, before, err
		}
	}
	return last, before, nil
}

// openShard opens a shard of a level. Its numbers were read.
func (f *levelStore) openShard(level, shard int) (*levels.File, *shardHeader, error) {
	h := &shardHeader{}
	path := f.shardPath(level, shard)
	file, err := f.open(path, f.role(shardKind, level, shard), h)
	if err == nil && h.After != f.numberings[level] {
		file.Close()
		err = &levels.Error{File: path, Why: "it does not follow the level before it"}
	}
	if err != nil {
		return nil, nil, err
	}
	return file, h, nil
}

// loadShards reads a level and what was known then. There is none without an error if
// tasks have not made it.
func (f *levelStore) loadShards(depth int) (*space.Level, int64, error) {
	h, err := f.loadNumbers(depth)
	if h == nil && err == nil && f.summing {
		if err = f.sumUp(depth); err == nil && f.todo.Kind == "" && f.begins == ended {
			h, err = f.loadNumbers(depth)
		}
	}
	if h == nil || err != nil {
		return nil, 0, err
	}
	l, states := &space.Level{}, int64(0)
	var missing []int
	for shard := 1; shard <= f.Shards; shard++ {
		file, x, err := f.openShard(depth, shard)
		if errors.Is(err, fs.ErrNotExist) && f.summing && depth == 0 {
			if err = f.writeFirst(shard); err == nil {
				file, x, err = f.openShard(depth, shard)
			}
		}
		if errors.Is(err, fs.ErrNotExist) {
			missing = append(missing, shard)
			continue
		}
		if err != nil {
			return nil, 0, err
		}
		if err := file.Rest(); err != nil {
			return nil, 0, err
		}
		if x.Ending != ended {
			f.begins = x.Ending
		}
		l.Files, l.Count, states = append(l.Files, file), l.Count+int(file.Len()), states+x.States
	}
	if len(missing) > 0 && f.summing && f.begins == ended {
		err = f.ask(Tasks{SettleTask, depth, missing})
	}
	if len(missing) > 0 || f.begins != ended || err != nil {
		return nil, 0, err
	}
	if f.summing && depth > 0 {
		if err := os.RemoveAll(f.expandedDir(depth - 1)); err != nil {
			return nil, 0, err
		}
	}
	f.s.statesSoFar.Add(states)
	f.s.transitionsSoFar.Store(f.s.transitions)
	if h.Stop != "" {
		f.s.Halt(h.Stop)
	}
	return l, states, nil
}

// ask asks for tasks that settle, or, where they lack something, for those that make it.
func (f *levelStore) ask(tasks Tasks) error {
	f.todo = tasks
	var missing []int
	for shard := 1; shard <= f.Shards; shard++ {
		there, err := f.there(f.expandedPath(tasks.Level-1, shard), f.role(expandedKind, tasks.Level-1, shard))
		if err != nil {
			return err
		}
		if !there {
			missing = append(missing, shard)
		}
	}
	if len(missing) > 0 {
		f.todo = Tasks{ExpandTask, tasks.Level - 1, missing}
	}
	return nil
}
