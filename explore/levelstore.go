package explore

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"

	"qcheck/explore/internal/decide"
	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/space"
	"qcheck/explore/internal/table"
	"qcheck/explore/levels"
)

// Levels as files.
//
// With [Options.Levels] a search keeps each level that is finished as a file (see package
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
// # Attempts
//
// Run may begin anew (with keys of a tree, with fewer renamings, without the assumption
// that there is no cycle). Each beginning has a directory of its own, search-1, search-2
// and so on. All of it is determined by the model and the options. So to go on, Run does
// everything once more and reads levels where they are, and an attempt that failed fails
// again in its last level. Two things are not kept, and are done once more: a search with
// a reduction that is derived, of at most half as many states as were searched in full by
// then; and the graph in which cycles are looked for.

// A levelStore keeps the levels of one search in files.
type levelStore struct {
	Levels
	s      *search
	search string // identifies what is searched
	about  string // says it
	after  string // identifies the last file

	external bool // states are in files alone
	runs     []*levels.File
	large    string // why there is no graph

	// If tasks make the levels:
	start      table.StateKey // the initial state
	scratchDir string         // where unfinished files are
	numberings []string       // by depth: what identifies the file of numbers
	summing    bool           // what tasks did is summed up
	todo       Tasks          // what was missing
	begins     ending         // why the search has to begin anew, if so
}

// file makes the search keep its levels in files.
func (s *search) file() (err error) {
	s.filed = engine.Numbered{Blocks: make([]int, s.e.Width)}
	s.files, err = newLevelStore(s)
	if err == nil && s.files.external {
		s.sketched.Drop()
	}
	return err
}

// load adds the level at a depth if its file is there.
func (s *search) load(depth int) bool {
	if s.files == nil || s.Failure() != nil {
		return false
	}
	load := s.files.load
	if s.files.Shards > 0 {
		load = s.files.loadShards
	}
	l, size, err := load(depth)
	if err != nil {
		s.Fail(err)
	}
	if l == nil {
		return false
	}
	s.AddLevel(*l, size)
	return true
}

// keep writes the level at a depth, which is the last, if it was finished.
func (s *search) keep(depth int) {
	if s.files == nil || s.Halted() || s.e.Broken() || s.e.Spilled.Load() {
		return
	}
	if err := s.files.keep(depth); err != nil {
		s.Fail(err)
	}
}

// mergeLevel adds the level at a depth, of states that are in files alone.
func (s *search) mergeLevel(depth int) {
	defer s.seen.Clear()
	if s.interrupted || s.e.Broken() || s.e.Spilled.Load() || s.Failure() != nil {
		s.files.clearRuns()
		s.AddLevel(space.Level{}, 0)
		return
	}
	l, size, err := s.files.mergeLevel(depth)
	if err != nil {
		s.Fail(err)
	}
	s.AddLevel(l, size)
}

// makeRoom makes room in the table of states. All workers wait.
func (s *search) makeRoom() {
	for s.seen.Crowded() {
		if s.seen.Len() == 0 || s.files.mayGrow() {
			s.seen.Grow()
		} else if err := s.files.spill(); err != nil {
			s.Fail(err)
			s.seen.Grow()
		}
	}
}

// tally returns what was counted.
func (s *search) tally() tally {
	t := tally{
		Transitions: s.transitions, Beyond: s.beyond, Saved: s.saved, Resting: s.resting, Entered: s.entered,
		Asks: s.e.Asks.Load(), ToSelf: s.e.ToSelf.Load(), Steps: map[string]int64{},
	}
	for i := range s.e.Steps.Len() {
		count := int64(0)
		if i < len(s.counts.steps) {
			count = s.counts.steps[i]
		}
		t.Steps[s.e.Steps.At(engine.StepID(i))] = count
	}
	return t
}

// deciding returns what decides properties.
func (s *search) deciding() []met {
	all := []met{}
	for _, p := range slices.Sorted(maps.Keys(s.found)) {
		all = append(all, met{p, s.found[p].Level, s.found[p].States})
	}
	return all
}

// recall adds what was counted and found.
func (s *search) recall(t tally, deciding []met) {
	s.counts.add(counts{transitions: t.Transitions, beyond: t.Beyond, saved: t.Saved, resting: t.Resting, entered: t.Entered})
	if t.Asks {
		s.e.Asks.Store(true)
	}
	if t.ToSelf {
		s.e.ToSelf.Store(true)
	}
	s.noted.Note(t.Asks, t.ToSelf)
	for _, name := range slices.Sorted(maps.Keys(t.Steps)) {
		s.count(s.e.Steps.ID(name, nil), t.Steps[name])
	}
	for _, d := range deciding {
		s.found[d.Property] = &decide.FirstStates{Level: d.Level, States: d.States}
	}
}

// close closes the files, and removes those that are no levels.
func (f *levelStore) close() {
	f.clearRuns()
	for _, l := range f.s.Levels {
		for _, file := range l.Files {
			file.Done()
		}
	}
}

// identifying names the options that files are of one search by. No other decides which states
// a level has, and what is counted: a test has the list of these.
var identifying = []string{"Requests", "Check", "Clock", "ClockMax", "Queued", "Full", "Derive", "Asymmetric"}

// newLevelStore makes the directory, and looks at what is there.
func newLevelStore(s *search) (*levelStore, error) {
	f := &levelStore{Levels: *s.o.Levels, s: s, external: s.o.Levels.external || s.o.Levels.Shards > 0}
	f.scratchDir = f.Dir
	o := s.o
	f.about = fmt.Sprintf("%d processes, requests %v, clock %v up to %d, queued %t, network %v, faults %v, of %v; renamings %v, packed %t; %s",
		s.e.N, o.Requests, o.Clock, o.ClockMax, o.Queued, s.e.Network, s.e.Faults, o.Check, s.assumed.renamings, s.assumed.packed, f.Levels.Instance)
	if f.Shards > 0 {
		f.about = fmt.Sprintf("%d shards, %s", f.Shards, f.about)
	}
	text := fmt.Appendf(nil, "%s\n%s\n%s\n%s", f.about, f.Build, runtime.GOARCH, s.e.Binding.Shape())
	for _, name := range identifying {
		text = fmt.Appendf(text, "\n%s %v", name, reflect.ValueOf(o).FieldByName(name))
	}
	sum := sha256.Sum256(text)
	f.search = hex.EncodeToString(sum[:])
	if err := os.MkdirAll(f.Dir, 0o777); err != nil {
		return nil, err
	}
	if f.Shards > 0 { // others may be writing
		return f, nil
	}
	return f, errors.Join(levels.Tidy(f.Dir), f.contiguous())
}

// contiguous reports a level that is missing.
func (f *levelStore) contiguous() error {
	names, err := filepath.Glob(f.path(0)[:len(f.path(0))-5] + "?????")
	slices.Sort(names)
	for i, name := range names {
		if name != f.path(i) {
			return &levels.Error{File: f.path(i), Why: "the level is missing, and later ones are there"}
		}
	}
	return err
}

func (f *levelStore) path(depth int) string {
	return filepath.Join(f.Dir, fmt.Sprintf("level-%05d", depth))
}

// keep writes the last level, which is in memory.
func (f *levelStore) keep(depth int) error {
	l := &f.s.Levels[depth]
	levels.Sort(space.Words(l.Keys), f.s.o.Workers)
	file, err := f.write(depth, &f.s.Sizes[depth], func(w *levels.Writer) error { return w.Add(space.Words(l.Keys)) })
	if err == nil {
		l.Files = []*levels.File{file}
	}
	return err
}

// load reads a level and what was known then. There is none without an error if it was not
// finished.
func (f *levelStore) load(depth int) (*space.Level, int64, error) {
	file, err := levels.Open(f.path(depth))
	if errors.Is(err, os.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	wrong := func(format string, args ...any) (*space.Level, int64, error) {
		file.Close()
		return nil, 0, &levels.Error{File: file.Path(), Why: fmt.Sprintf(format, args...)}
	}
	var h levelHeader
	if err := file.Header(&h); err != nil {
		return nil, 0, err
	}
	s := f.s
	switch {
	case h.Build != f.Build:
		return wrong("it was written by another build: %s", h.Build)
	case h.Search != f.search:
		return wrong("it is of another search: %s", h.About)
	case h.Level != depth || h.After != f.after:
		return wrong("it does not follow the level before it")
	}
	if err := s.e.Number(file, s.filed, engine.Numbered{Blocks: h.Blocks, Pairs: h.Pairs}); err != nil {
		return nil, 0, err
	}
	s.filed = s.e.Numbered()
	s.counts = counts{}
	s.recall(h.Counts, h.Deciding)
	l := &space.Level{Files: []*levels.File{file}, Count: int(file.Len())}
	f.after = file.ID()
	if f.Memory > 0 && !f.external && f.needed(int64(l.Count)) > f.Memory {
		f.leaveMemory()
	}
	if !f.external {
		if err := f.fetch(l); err != nil {
			return nil, 0, err
		}
	}
	s.statesSoFar.Add(h.States)
	s.transitionsSoFar.Store(s.transitions)
	s.sketched.Drop() // it has nothing of the levels before
	return l, h.States, nil
}

// fetch reads the states of a level into memory.
func (f *levelStore) fetch(l *space.Level) error {
	l.Keys = make([]table.StateKey, 0, l.Count)
	var chunk []uint64
	for _, file := range l.Files {
		for i := range file.Chunks() {
			var err error
			if chunk, err = file.Chunk(i, chunk); err != nil {
				return err
			}
			l.Keys = append(l.Keys, space.Keys(chunk)...)
			f.s.seen.Tally(int64(len(chunk)))
			for f.s.seen.Crowded() {
				f.s.seen.Grow()
			}
			for _, key := range chunk {
				f.s.seen.Insert(table.StateKey(key))
			}
		}
	}
	return nil
}
