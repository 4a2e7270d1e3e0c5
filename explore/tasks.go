package explore

import (
	"context"
	"errors"
	"fmt"
	"os"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/space"
	"qcheck/explore/internal/table"
	"qcheck/explore/levels"
)

// Levels as tasks.
//
// With [Levels].Shards a search is made by many processes, on many machines, that see one
// directory and otherwise nothing of each other. Whatever engine a site has runs them; here
// is what they do. Each level is in N shards, and takes one task for each of these:
//
//	L i   takes what was written for shard i of level L, leaves out what shard i of some
//	      earlier level has, and writes shard i of level L; then expands its states, and
//	      writes the candidates for level L+1, parted by the shard that each belongs to, with
//	      the blocks that were met first, and what was counted and found
//
// The tasks of one level need nothing from each other. Between levels is a step that one
// process makes ([NextTasks]): it gives numbers to the new blocks, sums up what was counted,
// and says which tasks come next. The last one is [Run], which finds the whole search in the
// files, and shows what it found. So to Run, tasks are a store of levels like others (shared.go).
//
// # Shards
//
// A state belongs to the shard that a hash of its blocks' digests says, so to the same one
// in every process, and a state of an earlier level can only be in the same shard.
//
// # Numbers
//
// Keys are made of numbers of blocks (see disk.go). A task has numbers for
// the blocks of levels up to L, which are the same everywhere. It gives further numbers to
// the new blocks that it meets when it expands, and when it has met all, puts these in the order of their
// contents; so its file does not depend on how many workers it had. The step between takes
// the new blocks of all tasks together and numbers them in the order of their contents.
// All successors of a level together have the same blocks, however they are shared out, so
// numbers, and with them the keys of each level, do not depend on N. A task of the next level knows
// from the contents which number of a file is which of these. Where keys are a
// tree's, the same is done with its pairs, from the leaves up.
//
// # Files
//
// In the directory of a beginning (search-1, see disk.go), with N shards:
//
//	numbers-00007            what is numbered first in level 7; the counts of all levels
//	                         before it, and which states decided properties
//	level-00007.2-of-8       the states of shard 2
//	candidates-00007/2-of-8  what came from them; removed when level 8 is there
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
// What a search in memory decides. Cycles are looked for by Run, in the graph of all states, which is in its memory. A reduction
// is tried by NextTasks where a search in memory tries one: when so many states are kept. It is tried once, by what was
// learned there alone: tasks that went on from a level say that what was tried there was in vain.

// Tasks are those of one level that are to be run, in any order or at the same time.
type Tasks struct {
	Level  int
	Shards []int // from 1 on; none when the search is over
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
func begun(m Model, o Options) (*shared, error) {
	assumed := firstAssumptions()
	for beginning := 1; ; beginning++ {
		within := o
		within.Levels = o.Levels.in(fmt.Sprintf("search-%d", beginning))
		s := newSearch(m, within, assumed)
		if err := s.openStore(); err != nil {
			return nil, err
		}
		e, err := s.store.ending()
		if e == ended || err != nil {
			return s.store.(*shared), err
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
		tasks, from, err := nextLevel(ctx, m, o)
		if err != nil || len(tasks.Shards) == 0 || from > small {
			return tasks, err
		}
		for _, shard := range tasks.Shards {
			if err := RunTask(ctx, m, o, tasks.Level, shard); err != nil {
				return Tasks{}, err
			}
		}
	}
}

// nextLevel sums up what tasks have done, and returns those to be run next, and how many
// states kept the level has that they come from.
func nextLevel(ctx context.Context, m Model, o Options) (todo Tasks, from int64, err error) {
	for {
		f, err := begun(m, o)
		if err != nil {
			return Tasks{}, 0, err
		}
		s := f.s
		f.summing = true
		stop := context.AfterFunc(ctx, func() { s.Halt(context.Cause(ctx).Error()) })
		reduced := derive(ctx, s, m)
		if reduced == nil {
			s.expand()
		}
		stop()
		if s.e.Broken() {
			f.begins = asymmetric
		} else if s.e.Spilled.Load() {
			f.begins = spilled
		}
		switch err := s.Failure(); {
		case err != nil:
			return Tasks{}, 0, err
		case ctx.Err() != nil:
			return Tasks{}, 0, &Unfinished{context.Cause(ctx).Error()}
		case reduced != nil:
			return Tasks{}, 0, nil
		case f.begins != ended:
			if err := f.end(f.begins); err != nil {
				return Tasks{}, 0, err
			}
			continue
		}
		return f.todo, int64(s.Levels[max(f.todo.Level-1, 0)].Len()), nil
	}
}

// RunTask runs the task of a shard of a level. It does nothing if what it is to make is there.
func RunTask(ctx context.Context, m Model, o Options, level, shard int) error {
	o, err := o.byTasks(m)
	if err != nil {
		return err
	}
	if level < 0 || shard < 1 || shard > o.Levels.Shards {
		return fmt.Errorf("there is no task for level %d of shard %d of %d", level, shard, o.Levels.Shards)
	}
	if o.Timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, o.Timeout, fmt.Errorf("the time limit of %v was reached", o.Timeout))
		defer cancel()
	}
	if o.MaxMemory > 0 {
		defer limitMemory(o.MaxMemory)()
	}
	f, err := begun(m, o)
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return &Unfinished{context.Cause(ctx).Error()}
	}
	done := make(chan struct{})
	defer close(done)
	go f.s.watch(ctx, done)
	if made, err := f.made(level, shard); made || err != nil {
		return err
	}
	err = f.make(level, shard)
	if err != nil && !f.s.Halted() {
		// The same task may have run elsewhere, and the level be finished.
		if made, again := f.made(level, shard); made && again == nil {
			return nil
		}
	}
	return err
}

// made reports whether the task of a shard of a level has nothing to make: its states are there, and nothing is to be expanded,
// or its candidates are there, or the level that they lead to.
func (f *shared) made(level, shard int) (bool, error) {
	file, states, err := f.open(f.statesPath(level, shard), statesKind, level, shard)
	if file == nil || err != nil {
		return false, err
	}
	if file, _, err := f.open(f.candidatesPath(level, shard), candidatesKind, level, shard); file != nil || err != nil {
		return err == nil, err
	}
	file, h, err := f.open(f.numbersPath(level), numbersKind, level, 0)
	if err != nil || file != nil && (h.Last || states.Ending != ended) {
		return err == nil, err
	}
	if file, _, err := f.open(f.numbersPath(level+1), numbersKind, level+1, 0); file == nil || err != nil {
		return false, err
	}
	for shard := range f.Shards {
		if file, _, err := f.open(f.statesPath(level+1, shard+1), statesKind, level+1, shard+1); file == nil || err != nil {
			return false, err
		}
	}
	return true, nil
}

// make makes a shard of a level, if it is not there, and expands it, if what comes of it is not there.
func (f *shared) make(level, shard int) error {
	s := f.s
	var h *header
	var known engine.Numbered
	for depth := range level + 1 {
		known = s.filed
		var err error
		if h, err = f.readNumbers(depth); err == nil && h == nil {
			err = missing(f.numbersPath(depth))
		}
		if err != nil {
			return err
		}
	}
	file, states, err := f.openStates(level, shard)
	if file == nil && err == nil {
		file, states, err = f.makeStates(h, known, level, shard)
	}
	if err != nil || h.Last || states.Ending != ended {
		return err
	}
	if made, err := f.made(level, shard); made || err != nil {
		return err
	}
	return f.expandShard(level, shard, file)
}

// makeStates makes a shard of a level, whose numbers are h, of the candidates for it. Before them, known was numbered.
func (f *shared) makeStates(h *header, known engine.Numbered, level, shard int) (*levels.File, header, error) {
	s := f.s
	x := header{Kind: statesKind, Level: level, Shard: shard, After: f.numberings[level]}
	keys, err := f.candidates(h, known, level, shard)
	if err == nil && level == 0 {
		start, _ := s.Representative(s.e.Begins()[0])
		v := s.e.NewVector()
		if s.e.Codec.Decode(start, v); s.e.Owner(v, f.Shards) == shard-1 {
			keys = []uint64{uint64(start)}
		}
	}
	marked := make([]bool, len(keys))
	for before := 0; before < level && err == nil; before++ {
		var file *levels.File
		if file, _, err = f.openStates(before, shard); file == nil && err == nil {
			err = missing(f.statesPath(before, shard))
		}
		if err == nil {
			err = file.Mark(keys, func(i int) { marked[i] = true })
		}
	}
	if err != nil {
		return nil, x, err
	}
	fresh := keys[:0]
	for i, key := range keys {
		if !marked[i] {
			fresh = append(fresh, key)
		}
	}
	if x.States = s.StateCount(fresh); s.e.Broken() {
		x.States, x.Ending, fresh = 0, asymmetric, nil
	} else if s.Halted() {
		return nil, x, &Unfinished{s.reason()}
	}
	s.e.Cut(s.filed)
	if err := f.write(f.statesPath(level, shard), &x, func(w *levels.Writer) error { return w.Add(fresh) }); err != nil {
		return nil, x, err
	}
	return f.openStates(level, shard)
}

// expandShard expands the states of a shard, and writes what was found, a part for each shard that it belongs to.
func (f *shared) expandShard(level, shard int, file *levels.File) error {
	s, known := f.s, f.s.filed
	for p := range s.found {
		s.open[p] = false
	}
	s.found, s.counts = found{}, counts{}
	s.Levels = make([]space.Level, level+1)
	s.Levels[level] = space.Level{Files: []*levels.File{file}, Count: int(file.Len())}
	s.level(level)
	if err := s.Failure(); err != nil {
		return err
	}
	h := header{Kind: candidatesKind, Level: level, Shard: shard, After: file.ID(), Counts: s.tally(), Deciding: s.found, Stop: s.overflow}
	switch {
	case s.e.Broken():
		h.Ending = asymmetric
	case s.e.Spilled.Load():
		h.Ending = spilled
	case s.Halted() && s.reason() != s.overflow:
		return &Unfinished{s.reason()}
	}
	if h.Ending != ended { // how far it came depends on the workers
		h.Counts, h.Deciding = tally{}, nil
		s.seen.Clear()
		s.e.Cut(known)
	}
	for _, d := range h.Deciding {
		levels.Sort(space.Words(d.States))
	}
	t, blocks, pairs := s.e.InOrder(known)
	parts, err := f.parted(s.seen.Keys(), t)
	if err == nil {
		err = os.MkdirAll(f.candidatesDir(level), 0o777)
	}
	if err != nil {
		return err
	}
	return f.write(f.candidatesPath(level, shard), &h, func(w *levels.Writer) error {
		for j, part := range parts {
			if len(part) > 0 {
				err = errors.Join(err, w.Section(partSection(j+1), levels.Append(nil, space.Words(part))))
			}
		}
		return errors.Join(err, w.Section(engine.BlocksSection, blocks), w.Section(engine.PairsSection, pairs))
	})
}

// parted returns keys, translated, by the shards that they belong to, in order.
func (f *shared) parted(found []table.StateKey, t *engine.Translation) ([][]table.StateKey, error) {
	const part = 1 << 14
	s := f.s
	owners := make([]uint16, len(found))
	err := s.Each((len(found)+part-1)/part, func(i int) error {
		v := s.e.NewVector()
		for k := i * part; k < min((i+1)*part, len(found)); k++ {
			s.e.Codec.Decode(found[k], v)
			owners[k] = uint16(s.e.Owner(v, f.Shards))
			found[k] = s.e.Codec.Translate(found[k], t)
		}
		return nil
	})
	by := make([][]table.StateKey, f.Shards)
	for k, j := range owners {
		by[j] = append(by[j], found[k])
	}
	for j := range by {
		levels.Sort(space.Words(by[j]))
	}
	return by, err
}
