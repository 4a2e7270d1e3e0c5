package explore

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/space"
	"qcheck/explore/internal/table"
	"qcheck/explore/levels"
	"qcheck/explore/protocol"
)

// shared is a store: tasks make the levels (see tasks.go). Its levels are in files alone.
type shared struct {
	files
	numberings []string // by depth: what identifies the file of numbers
	summing    bool     // what tasks did is summed up
	todo       Tasks    // what was missing
	begins     ending   // why the search has to begin anew, if so
}

func newShared(s *search) (*shared, error) {
	f, err := newFiles(s)
	return &shared{files: f}, err
}

func (f *shared) numbersPath(level int) string {
	return filepath.Join(f.Dir, fmt.Sprintf("numbers-%05d", level))
}

func (f *shared) statesPath(level, shard int) string {
	return fmt.Sprintf("%s.%d-of-%d", f.path(level), shard, f.Shards)
}

func (f *shared) candidatesDir(level int) string {
	return filepath.Join(f.Dir, fmt.Sprintf("candidates-%05d", level))
}

func (f *shared) candidatesPath(level, shard int) string {
	return filepath.Join(f.candidatesDir(level), fmt.Sprintf("%d-of-%d", shard, f.Shards))
}

// partSection is the name of the section of candidates that has those of a shard.
func partSection(shard int) string { return fmt.Sprintf("part-%d", shard) }

func missing(path string) error { return &levels.Error{File: path, Why: "it is missing"} }

// keep is not given levels but the first, before there are any files.
func (f *shared) keep(depth int) error {
	f.wait(depth)
	return nil
}

// wait halts the search until tasks have made a level.
func (f *shared) wait(level int) {
	f.s.Halt(fmt.Sprintf("tasks still have to make level %d", level))
}

// passed reports whether tasks went on from the last level.
func (f *shared) passed() bool {
	file, _, err := f.open(f.numbersPath(len(f.s.Levels)), numbersKind, len(f.s.Levels), 0)
	return file != nil && err == nil
}

func (f *shared) load(depth int) (*space.Level, int64, error) {
	if f.summing && depth == 0 { // no task runs
		if err := levels.Tidy(f.Dir); err != nil {
			return nil, 0, err
		}
	}
	h, err := f.readNumbers(depth)
	if h == nil && err == nil && f.summing {
		h, err = f.number(depth)
	}
	if err != nil || h == nil && depth == 0 {
		return nil, 0, err
	}
	l, states := &space.Level{}, int64(0)
	var missing []int
	for shard := 1; h != nil && shard <= f.Shards; shard++ {
		file, x, err := f.openStates(depth, shard)
		if file == nil && err == nil && f.summing && depth == 0 {
			file, x, err = f.makeStates(h, engine.Numbered{}, depth, shard)
		}
		if err != nil {
			return nil, 0, err
		}
		if file == nil {
			missing = append(missing, shard)
			continue
		}
		if x.Ending != ended {
			f.begins = x.Ending
		}
		l.Files, l.Count, states = append(l.Files, file), l.Count+int(file.Len()), states+x.States
	}
	if h == nil || missing != nil || f.begins != ended {
		if f.summing && missing != nil && f.begins == ended {
			err = f.ask(Tasks{depth, missing})
		}
		f.wait(depth)
		return &space.Level{}, 0, err
	}
	if f.summing && depth > 0 {
		err = os.RemoveAll(f.candidatesDir(depth - 1))
	}
	if h.Stop != "" {
		f.s.Halt(h.Stop)
	}
	return l, states, err
}

// ask asks for tasks, or, where they lack something, for those that make it.
func (f *shared) ask(tasks Tasks) error {
	f.todo = tasks
	var missing []int
	for shard := 1; shard <= f.Shards && tasks.Level > 0; shard++ {
		file, _, err := f.open(f.candidatesPath(tasks.Level-1, shard), candidatesKind, tasks.Level-1, shard)
		if err != nil {
			return err
		}
		if file == nil {
			missing = append(missing, shard)
		}
	}
	if missing != nil {
		f.todo = Tasks{tasks.Level - 1, missing}
	}
	return nil
}

// readNumbers reads what is numbered first in a level, and what was known then; nil if
// that is not there.
func (f *shared) readNumbers(level int) (*header, error) {
	path := f.numbersPath(level)
	file, h, err := f.open(path, numbersKind, level, 0)
	if file == nil || err != nil {
		return nil, err
	}
	if level > 0 && (len(h.From) != f.Shards || len(h.By) != f.Shards) {
		return nil, &levels.Error{File: path, Why: "it is not of so many shards"}
	}
	if level > 0 && len(f.s.Levels) == level { // all shards were read
		for i, states := range f.s.Levels[level-1].Files {
			if states.ID() != h.From[i] {
				return nil, &levels.Error{File: states.Path(), Why: "it is another one than that from which later levels were made"}
			}
		}
	}
	f.numberings = append(f.numberings, file.ID())
	return &h, f.follow(file, h)
}

// openStates opens a shard of a level, whose numbers were read. The file is nil without an error if there is none.
func (f *shared) openStates(level, shard int) (*levels.File, header, error) {
	path := f.statesPath(level, shard)
	file, h, err := f.open(path, statesKind, level, shard)
	if file != nil && h.After != f.numberings[level] {
		return nil, h, &levels.Error{File: path, Why: notAfter}
	}
	return file, h, err
}

// number writes the numbers of a level, and reads them, when all tasks have run that lead to it. It returns nil, and asks for
// tasks, or says why the search has to begin anew, if it does not come to that.
func (f *shared) number(level int) (*header, error) {
	s := f.s
	h := &header{Kind: numbersKind, Level: level}
	if level == 0 {
		s.Representative(s.e.Begins()[0])
	} else if err := f.join(level-1, h); err != nil || f.todo.Shards != nil || f.begins != ended {
		return nil, err
	}
	h.Last = h.Stop != "" || !slices.ContainsFunc(s.o.Check, func(p protocol.Property) bool { return s.open[p] && s.found[p] == nil })
	if err := f.write(f.numbersPath(level), h, func(w *levels.Writer) error { return f.addKnown(w, h) }); err != nil {
		return nil, err
	}
	return f.readNumbers(level)
}

// join adds what the tasks of a level found: the new blocks get numbers.
func (f *shared) join(level int, h *header) error {
	s, e := f.s, f.s.e
	known := s.filed
	var missing []int
	var all []*levels.File
	contents := make([][][]byte, e.Width) // of new blocks, by process
	for shard := 1; shard <= f.Shards; shard++ {
		path := f.candidatesPath(level, shard)
		file, x, err := f.open(path, candidatesKind, level, shard)
		if err != nil {
			return err
		}
		if file == nil {
			missing = append(missing, shard)
			continue
		}
		from := s.Levels[level].Files[shard-1]
		if x.After != from.ID() {
			return &levels.Error{File: path, Why: fmt.Sprintf("it does not come from %s", from.Path())}
		}
		all, h.From, h.By = append(all, file), append(h.From, from.ID()), append(h.By, file.ID())
		if x.Ending != ended {
			f.begins = x.Ending
		}
		if x.Stop != "" && (h.Stop == "" || x.Stop < h.Stop) {
			h.Stop = x.Stop
		}
		s.recall(x)
		err = e.Contents(file, func(p int, content []byte) error {
			contents[p] = append(contents[p], content)
			return nil
		})
		if err != nil {
			return err
		}
	}
	if f.begins != ended {
		return nil
	}
	if missing != nil {
		f.todo = Tasks{level, missing}
		return nil
	}
	for p := range contents {
		slices.SortFunc(contents[p], bytes.Compare)
		for _, content := range slices.CompactFunc(contents[p], bytes.Equal) {
			block, err := e.Binding.BlockOf(p, content)
			if err != nil {
				return fmt.Errorf("%s: %w", f.candidatesDir(level), err)
			}
			e.Numbers.Number(p, block)
		}
		if k, packed := e.Codec.(*engine.Packing); packed && table.StateKey(k.Of[p].Len()) > k.Mask() {
			f.begins = spilled
		}
	}
	var translations []*engine.Translation
	for _, file := range all {
		t, err := e.TranslationOf(file, known)
		if err != nil {
			return err
		}
		translations = append(translations, t)
	}
	if !e.TranslatePairs(translations, e.Pairs.Number) {
		return fmt.Errorf("%s: a file has pairs of what it does not have", f.candidatesDir(level))
	}
	return nil
}

// candidates returns what was found for a shard of a level, ascending and each once.
func (f *shared) candidates(h *header, known engine.Numbered, level, shard int) (keys []uint64, err error) {
	s, e := f.s, f.s.e
	for i, id := range h.By {
		path := f.candidatesPath(level-1, i+1)
		file, _, err := f.open(path, candidatesKind, level-1, i+1)
		if err != nil {
			return nil, err
		}
		wrong := func(why string) error { return &levels.Error{File: path, Why: why} }
		switch {
		case file == nil:
			return nil, missing(path)
		case file.ID() != id:
			return nil, wrong("it is another one than that from which the numbers were made")
		}
		t, err := e.TranslationOf(file, known)
		if err != nil {
			return nil, err
		}
		if !e.TranslatePairs([]*engine.Translation{t}, func(pair uint64) engine.PairID { return e.Pairs.Get(pair) }) {
			return nil, wrong("it has a pair that has no number")
		}
		text, err := file.Section(partSection(shard))
		if err != nil {
			return nil, err
		}
		part, ok := levels.Keys(text, nil)
		if !ok && len(text) > 0 {
			return nil, wrong("its states cannot be read")
		}
		if s.Halted() {
			return nil, &Unfinished{s.reason()}
		}
		for _, key := range part {
			key := e.Codec.Translate(table.StateKey(key), t)
			if key == 0 {
				return nil, wrong("a state has a block that is not there")
			}
			keys = append(keys, uint64(key))
		}
	}
	levels.Sort(keys)
	return slices.Compact(keys), nil
}
