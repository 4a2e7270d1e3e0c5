package explore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/space"
	"qcheck/explore/levels"
)

// Levels as tasks.
//
// With [Levels].Shards a search is made by many processes, on many machines, that see one
// directory and otherwise nothing of each other. Whatever engine a site has runs them; here
// is what they do. Each level is in N shards, and takes two tasks for each of these:
//
//	expand L i   expands the states of shard i of level L, and writes the candidates for
//	             level L+1, parted by the shard that each belongs to, with the blocks that
//	             were met first, and what was counted and found
//	settle L j   takes what was written for shard j of level L, leaves out what shard j of
//	             some earlier level has, and writes shard j of level L
//
// The tasks of one kind and level need nothing from each other. Between them is a step
// that one process makes ([NextTasks]): it gives numbers to the new blocks, sums up what
// was counted, and says which tasks come next. The last one is [Run], which finds the whole
// search in the files, and shows what it found.
//
// # Shards
//
// A state belongs to the shard that a hash of its blocks' digests says, so to the same one
// in every process, and a state of an earlier level can only be in the same shard.
//
// # Numbers
//
// Keys are made of numbers of blocks (see filing.go). A task that expands has numbers for
// the blocks of levels up to L, which are the same everywhere. It gives further numbers to
// the new blocks that it meets, and when it has met all, puts these in the order of their
// contents; so its file does not depend on how many workers it had. The step between takes
// the new blocks of all tasks together and numbers them in the order of their contents.
// All successors of a level together have the same blocks, however they are shared out, so
// numbers, and with them the keys of each level, do not depend on N. A task that settles
// knows from the contents which number of a file is which of these. Where keys are a
// tree's, the same is done with its pairs, from the leaves up.
//
// # Files
//
// In the directory of a beginning (search-1, see filing.go), with N shards:
//
//	numbers-00007            what is numbered first in level 7; the counts of all levels
//	                         before it, and which states decided properties
//	level-00007.2-of-8       the states of shard 2
//	expanded-00006/2-of-8    what came from shard 2 of level 6; removed when level 7 is there
//	ending                   the search has to begin anew, in the next directory
//
// Each file says which search it is of and which part of it, and identifies the files
// that it was made from. Since all of it is determined by these, a file that is made again
// is the same, byte for byte. So it does not matter whether a task is killed, run twice, or
// run at the same time as itself. A file that is torn, or of something else, is refused by
// its name; when it is removed, NextTasks asks for the tasks that make it again.
//
// # What is decided
//
// Whatever is seen at one state. There is no graph of all states, so starvation-freedom,
// goals and leads-to requirements are unknown, unless a state in which nothing more happens
// violates them. Partial-order reduction is not used: what it may leave out depends on what
// else is found.

// A TaskKind is what a task does.
type TaskKind string

const (
	ExpandTask TaskKind = "expand"
	SettleTask TaskKind = "settle"
)

// Tasks are those of one kind and level that are to be run, in any order or at the same
// time.
type Tasks struct {
	Kind   TaskKind // "" when none is left: the search is over
	Level  int
	Shards []int // from 1 on
}

// An Unfinished error says why a task was given up. It leaves nothing behind, and can be
// run again.
type Unfinished struct{ Why string }

func (u *Unfinished) Error() string { return u.Why }

// byTasks checks the options of a search by tasks.
func (o Options) byTasks(m Model) (Options, error) {
	o, err := o.normalize(m)
	if err == nil && (o.Levels == nil || o.Levels.Shards < 1) {
		err = errors.New("a search by tasks has levels in shards")
	}
	if err != nil {
		return o, fmt.Errorf("protocol %s: %w", m.Name(), err)
	}
	o.Violated, o.Closure = nil, nil
	return o, nil
}

// begun returns the last beginning of a search by tasks.
func begun(m Model, o Options) (*search, error) {
	assumed := firstAssumptions(o)
	for beginning := 1; ; beginning++ {
		within := o
		within.Levels = o.Levels.in(fmt.Sprintf("search-%d", beginning))
		s := newSearch(m, within, assumed)
		if err := s.file(); err != nil {
			return nil, err
		}
		e, err := s.files.ending()
		if e == ended || err != nil {
			return s, err
		}
		assumed = assumed.after(e, m, o)
	}
}

// NextTasks sums up what tasks have done in the directory of a search, and returns those
// to be run next. When there is nothing yet, the search begins. One process may do this at
// a time, while no task runs. It runs the tasks itself that come from a level of at most
// so many states kept.
func NextTasks(ctx context.Context, m Model, o Options, small int64) (Tasks, error) {
	o, err := o.byTasks(m)
	if err != nil {
		return Tasks{}, err
	}
	for {
		tasks, from, err := sumUpTasks(m, o)
		if err != nil || tasks.Kind == "" || from > small {
			return tasks, err
		}
		for _, shard := range tasks.Shards {
			if err := RunTask(ctx, m, o, tasks.Kind, tasks.Level, shard); err != nil {
				return Tasks{}, err
			}
		}
	}
}

// sumUpTasks sums up what tasks have done, and returns those to be run next, and how many
// states kept the level has that they come from.
func sumUpTasks(m Model, o Options) (todo Tasks, from int64, err error) {
	for {
		s, err := begun(m, o)
		if err != nil {
			return Tasks{}, 0, err
		}
		f := s.files
		f.summing = true
		s.expand()
		if s.e.Broken() {
			f.begins = asymmetric
		} else if s.e.Spilled.Load() {
			f.begins = spilled
		}
		if err = s.Failure(); err == nil && f.begins != ended {
			err = f.end(f.begins)
		}
		f.close()
		if err == nil && f.begins != ended {
			continue
		}
		if f.todo.Kind != "" {
			from = int64(s.Levels[f.todo.Kind.from(f.todo.Level)].Len())
		}
		return f.todo, from, err
	}
}

// A task is what one process does, with a search of its own.
type task struct {
	s *search
	f *filing
}

// from returns the level that the tasks of a level come from.
func (k TaskKind) from(level int) int {
	if k == SettleTask {
		return level - 1
	}
	return level
}

// RunTask runs one task. It does nothing if what it is to make is there.
func RunTask(ctx context.Context, m Model, o Options, kind TaskKind, level, shard int) error {
	o, err := o.byTasks(m)
	if err != nil {
		return err
	}
	least := 0
	if kind == SettleTask {
		least = 1 // level 0 is there from the beginning
	}
	if level < least || shard < 1 || shard > o.Levels.Shards {
		return fmt.Errorf("there is no task to %s level %d of shard %d of %d", kind, level, shard, o.Levels.Shards)
	}
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, o.Timeout, fmt.Errorf("the time limit of %v was reached", o.Timeout))
		defer cancel()
	}
	if most := o.collectorLimit(); most > 0 {
		defer limitMemory(most)()
	}
	s, err := begun(m, o)
	if err != nil {
		return err
	}
	f := s.files
	defer f.close()
	done := make(chan struct{})
	defer close(done)
	if ctx.Err() != nil {
		return &Unfinished{context.Cause(ctx).Error()}
	}
	go s.watch(ctx, done)
	f.scratchDir = f.expandedDir(kind.from(level))
	x := task{s, f}
	there, make := f.expanded, x.expand
	if kind == SettleTask {
		there, make = f.settled, x.settle
	}
	if is, err := there(level, shard); is || err != nil {
		return err
	}
	err = make(level, shard)
	if err != nil && !s.Halted() {
		// The same task may have run elsewhere, and the level be finished.
		if is, again := there(level, shard); is && again == nil {
			return nil
		}
	}
	return err
}

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
func (f *filing) role(kind string, level, shard int) role {
	return role{f.search, f.Build, f.about, kind, level, shard}
}

func (f *filing) numbersPath(level int) string {
	return filepath.Join(f.Dir, fmt.Sprintf("numbers-%05d", level))
}

func (f *filing) shardPath(level, shard int) string {
	return fmt.Sprintf("%s.%d-of-%d", f.path(level), shard, f.Shards)
}

func (f *filing) expandedDir(level int) string {
	return filepath.Join(f.Dir, fmt.Sprintf("expanded-%05d", level))
}

func (f *filing) expandedPath(level, shard int) string {
	return filepath.Join(f.expandedDir(level), fmt.Sprintf("%d-of-%d", shard, f.Shards))
}

// open opens a file, reads its header, and checks that it is the one that belongs there.
// The error is fs.ErrNotExist if there is none.
func (f *filing) open(path string, at role, header interface{ is() *role }) (*levels.File, error) {
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
func (f *filing) there(path string, at role) (bool, error) {
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
func (f *filing) expanded(level, shard int) (bool, error) {
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
func (f *filing) settled(level, shard int) (bool, error) {
	return f.there(f.shardPath(level, shard), f.role(shardKind, level, shard))
}

// An endingHeader says how a search ended that has to begin anew.
type endingHeader struct {
	role
	Ending ending `json:"ending"`
}

// ending returns how the search ended: ended unless it has to begin anew.
func (f *filing) ending() (ending, error) {
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

func (f *filing) endingPath() string { return filepath.Join(f.Dir, "ending") }

// end writes that the search has to begin anew.
func (f *filing) end(e ending) error {
	w, err := levels.Create(f.endingPath())
	if err != nil {
		return err
	}
	return w.Commit(endingHeader{f.role(endingKind, 0, 0), e})
}

// remaining says why the search is not complete.
func (f *filing) remaining() string {
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
func (f *filing) loadNumbers(level int) (*numbersHeader, error) {
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
func (f *filing) loadTo(level int) (last *numbersHeader, before engine.Numbered, err error) {
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
func (f *filing) openShard(level, shard int) (*levels.File, *shardHeader, error) {
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
func (f *filing) loadShards(depth int) (*space.Level, int64, error) {
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
func (f *filing) ask(tasks Tasks) error {
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
