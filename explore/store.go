package explore

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"

	"qcheck/explore/internal/decide"
	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/space"
	"qcheck/explore/levels"
	"qcheck/explore/protocol"
)

// A store keeps the levels of a search. The search asks it for one level after the other, by depth, and makes what the store
// does not have. The stores are memory, disk (disk.go) and shared (tasks.go).
//
// Whatever the store, a search comes to the same counts, verdicts and runs. So of a level that it returns, a store also puts
// into the search what was known when that level was finished: the numbers of which its keys are made, what was counted in
// the levels before it, and which states decide properties.
//
// A level is there whole or not at all. What is there but is torn, or of another search or build, is an error, a
// [levels.Error]: it is never taken for a level that is not there.
type store interface {
	// load returns the level at a depth, and how many states it stands for; nil if the search has to make it. All levels
	// before it were loaded or kept. A store whose levels others make halts the search where one is missing, and returns a
	// level without states.
	load(depth int) (l *space.Level, states int64, err error)
	// keep is given a level that the search made and finished, which is the last one.
	keep(depth int) error
	// passed reports whether others have gone on from the last level, and so have tried in vain what is to be tried there.
	passed() bool
	// ending returns why the search has to begin anew, as it was told to end.
	ending() (ending, error)
	end(why ending) error
}

// memory is a store: what is in memory goes with the search.
type memory struct{}

func (memory) load(int) (*space.Level, int64, error) { return nil, 0, nil }
func (memory) keep(int) error                        { return nil }
func (memory) passed() bool                          { return false }
func (memory) ending() (ending, error)               { return ended, nil }
func (memory) end(ending) error                      { return nil }

// openStore opens the store that the options name.
func (s *search) openStore() (err error) {
	switch {
	case s.o.Levels == nil:
		s.store = memory{}
	case s.o.Levels.Shards > 0:
		s.store, err = newShared(s)
	default:
		s.store, err = newDisk(s)
	}
	return err
}

// load adds the level at a depth if the store has it.
func (s *search) load(depth int) bool {
	if s.Failure() != nil {
		return false
	}
	l, size, err := s.store.load(depth)
	if err != nil {
		s.Fail(err)
	}
	if l == nil {
		return false
	}
	s.expanded = int(s.Kept)
	if depth > 0 {
		s.through = append(s.through, s.transitions)
	}
	s.AddLevel(*l, size)
	s.statesSoFar.Add(size)
	s.transitionsSoFar.Store(s.transitions)
	s.sketched.Drop() // it has nothing of the levels before
	return true
}

// keep gives the level at a depth, which is the last, to the store, if it was finished.
func (s *search) keep(depth int) {
	if s.Halted() || s.e.Broken() || s.e.Spilled.Load() {
		return
	}
	if err := s.store.keep(depth); err != nil {
		s.Fail(err)
	}
}

// files are what stores in files have in common.
type files struct {
	Levels
	s      *search
	search string // identifies what is searched
	about  string // says it
	after  string // identifies the last file that was followed
}

// A header is what a file says besides its states.
type header struct {
	Search string   `json:"search"`
	Build  string   `json:"build"`
	About  string   `json:"about"`
	Kind   fileKind `json:"kind"`
	Level  int      `json:"level"`
	Shard  int      `json:"shard,omitempty"`
	After  string   `json:"after,omitempty"` // identifies the file that it follows

	Blocks   []int  `json:"blocks,omitempty"` // by process: how many there were before
	Pairs    int    `json:"pairs,omitempty"`
	Counts   tally  `json:"counts"`
	Deciding found  `json:"deciding,omitempty"`
	States   int64  `json:"states"` // that those kept stand for
	Ending   ending `json:"ending"` // why the search has to begin anew

	// Of numbers alone, if tasks make the levels:
	From []string `json:"from,omitempty"` // identify the states of the level before,
	By   []string `json:"by,omitempty"`   // and the candidates that came from them
	Last bool     `json:"last,omitempty"` // nothing is to be expanded any more

	Stop string `json:"stop,omitempty"` // why the search ends before the next level
}

// A tally is what was counted in all levels before.
type tally struct {
	Transitions int64            `json:"transitions"`
	Beyond      int64            `json:"beyond"`
	Saved       int64            `json:"saved"`
	Resting     int64            `json:"resting,omitempty"`
	Entered     protocol.Set     `json:"entered"`
	Asks        bool             `json:"asks"` // see protocol.Met
	ToSelf      bool             `json:"toSelf"`
	Steps       map[string]int64 `json:"steps"`
}

// found has what decides properties.
type found = map[protocol.Property]*decide.FirstStates

// A fileKind says what a file has.
type fileKind string

const (
	statesKind     fileKind = "states"
	numbersKind    fileKind = "numbers"
	candidatesKind fileKind = "candidates"
	endingKind     fileKind = "ending"
)

// identifying names the options that files are of one search by. No other decides which states
// a level has, and what is counted: a test has the list of these.
var identifying = []string{"Requests", "Check", "Clock", "ClockMax", "Queued", "Full", "Derive", "Asymmetric"}

// newFiles makes the directory.
func newFiles(s *search) (files, error) {
	o := s.o
	f := files{Levels: *o.Levels, s: s}
	s.filed = engine.Numbered{Blocks: make([]int, s.e.Width)}
	f.about = fmt.Sprintf("%d processes, requests %v, clock %v up to %d, queued %t, network %v, faults %v, of %v; renamings %v, packed %t; %s",
		s.e.N, o.Requests, o.Clock, o.ClockMax, o.Queued, s.e.Network, s.e.Faults, o.Check, s.assumed.renamings, s.assumed.packed, f.Instance)
	if f.Shards > 0 {
		f.about = fmt.Sprintf("%d shards, %s", f.Shards, f.about)
	}
	text := fmt.Appendf(nil, "%s\n%s\n%s\n%s", f.about, f.Build, runtime.GOARCH, s.e.Binding.Shape())
	for _, name := range identifying {
		text = fmt.Appendf(text, "\n%s %v", name, reflect.ValueOf(o).FieldByName(name))
	}
	sum := sha256.Sum256(text)
	f.search = hex.EncodeToString(sum[:])
	return f, os.MkdirAll(f.Dir, 0o777)
}

// open opens a file, and checks that it is the one that belongs there. The file is nil without an error if there is none.
func (f *files) open(path string, kind fileKind, level, shard int) (*levels.File, header, error) {
	var h header
	file, err := levels.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, h, nil
	}
	if err == nil {
		err = file.Header(&h)
	}
	why := ""
	switch {
	case err != nil:
		return nil, h, err
	case h.Build != f.Build:
		why = "it was written by another build: " + h.Build
	case h.Search != f.search:
		why = "it is of another search: " + h.About
	case h.Kind != kind || h.Level != level || h.Shard != shard:
		why = fmt.Sprintf("it belongs elsewhere: it has %s of level %d, shard %d", h.Kind, h.Level, h.Shard)
	default:
		return file, h, nil
	}
	return nil, h, &levels.Error{File: path, Why: why}
}

// write writes a file: add adds what it has, and completes the header.
func (f *files) write(path string, h *header, add func(*levels.Writer) error) error {
	h.Search, h.Build, h.About = f.search, f.Build, f.about
	w, err := levels.Create(path)
	if err != nil {
		return err
	}
	if err := add(w); err != nil {
		w.Abort()
		return err
	}
	return w.Commit(h)
}

// addKnown adds what is numbered and was not before, and what the search knows.
func (f *files) addKnown(w *levels.Writer, h *header) error {
	s := f.s
	h.After, h.Blocks, h.Pairs, h.Counts, h.Deciding = f.after, s.filed.Blocks, s.filed.Pairs, s.tally(), s.found
	return errors.Join(w.Section(engine.BlocksSection, s.e.BlocksSince(s.filed)), w.Section(engine.PairsSection, s.e.PairsSince(s.filed)))
}

// follow numbers what a file has numbered, and puts into the search what was known then.
func (f *files) follow(file *levels.File, h header) error {
	if h.After != f.after {
		return &levels.Error{File: file.Path(), Why: notAfter}
	}
	s := f.s
	if err := s.e.Number(file, s.filed, engine.Numbered{Blocks: h.Blocks, Pairs: h.Pairs}); err != nil {
		return err
	}
	f.after, s.filed = file.ID(), s.e.Numbered()
	s.counts, s.found = counts{}, found{}
	s.recall(h)
	return nil
}

const notAfter = "it does not follow the level before it"

func (f *files) endingPath() string { return filepath.Join(f.Dir, "ending") }

func (f *files) ending() (ending, error) {
	_, h, err := f.open(f.endingPath(), endingKind, 0, 0)
	return h.Ending, err
}

func (f *files) end(why ending) error {
	return f.write(f.endingPath(), &header{Kind: endingKind, Ending: why}, func(*levels.Writer) error { return nil })
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

// recall adds what a file says was counted and found.
func (s *search) recall(h header) {
	t := h.Counts
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
	for p, d := range h.Deciding {
		if before := s.found[p]; before == nil {
			s.found[p] = d
		} else if before.Level == d.Level {
			before.States = slices.Concat(before.States, d.States)
			slices.Sort(before.States)
		}
	}
}
