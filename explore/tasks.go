package explore

import (
	"context"
	"errors"
	"fmt"
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
// Keys are made of numbers of blocks (see levelstore.go). A task that expands has numbers for
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
// In the directory of a beginning (search-1, see levelstore.go), with N shards:
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
	assumed := firstAssumptions()
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
	f *levelStore
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
