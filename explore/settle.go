package explore

import (
	"fmt"
	"slices"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/table"
	"qcheck/explore/levels"
)

// settle makes a shard of a level.
func (x task) settle(depth, shard int) (err error) {
	s, f := x.s, x.f
	h, known, err := f.loadTo(depth)
	if err != nil {
		return err
	}
	var sources, earlier []*levels.Cursor
	var open []*levels.File
	defer func() {
		for _, file := range open {
			file.Close()
		}
	}()
	for before := range depth {
		file, _, err := f.openShard(before, shard)
		if err != nil {
			return absent(f.shardPath(before, shard), err)
		}
		open, earlier = append(open, file), append(earlier, levels.NewCursor(file))
	}
	batch := []uint64{}
	most := int(max(f.Memory/portionOf, 1<<12)) // of a portion
	full := 8 * most
	for from := 1; from <= f.Shards; from++ {
		file, t, err := f.candidates(depth-1, from, h.Expanded[from-1], known)
		if err != nil {
			return err
		}
		open = append(open, file)
		part := file.Part(shard - 1)
		var chunk []uint64
		for i := range part.Chunks() {
			if s.Halted() {
				return &Unfinished{s.reason()}
			}
			if chunk, err = part.Chunk(i, chunk); err != nil {
				return err
			}
			for k, key := range chunk {
				if chunk[k] = uint64(s.e.Codec.Translate(table.StateKey(key), t)); chunk[k] == 0 {
					return &levels.Error{File: file.Path(), Why: "a state has a block that is not there"}
				}
			}
			if f.Memory > 0 && len(batch)+len(chunk) > full {
				if err := f.putRun(batch); err != nil {
					return err
				}
				batch = batch[:0]
			}
			batch = append(batch, chunk...)
		}
	}
	batch = distinct(batch, s.o.Workers)
	for _, run := range f.runs {
		sources = append(sources, levels.NewCursor(run))
	}
	sources = append(sources, levels.CursorOf(batch))
	all := len(batch)
	for _, run := range f.runs {
		all += int(run.Len())
	}
	if f.Memory == 0 {
		most = 1 << 20
	}
	head := shardHeader{role: f.role(shardKind, depth, shard), After: f.numberings[depth]}
	w, err := levels.CreateIn(f.scratchDir, f.shardPath(depth, shard))
	if err != nil {
		return err
	}
	if err := f.mergeFresh(w, sources, min(most, all), earlier, &head.States); err != nil {
		w.Abort()
		return err
	}
	switch {
	case s.e.Broken():
		w.Abort()
		if w, err = levels.CreateIn(f.scratchDir, f.shardPath(depth, shard)); err != nil {
			return err
		}
		head.States, head.Ending = 0, asymmetric
	case s.Halted():
		w.Abort()
		return &Unfinished{s.reason()}
	}
	return w.Commit(head)
}

// distinct sorts keys and leaves one of each.
func distinct(keys []uint64, workers int) []uint64 {
	levels.Sort(keys, workers)
	return slices.Compact(keys)
}

// putRun writes keys as a run.
func (f *levelStore) putRun(keys []uint64) error {
	run, err := f.scratch(func(w *levels.Writer) error { return w.Add(distinct(keys, f.s.o.Workers)) })
	if err == nil {
		f.runs = append(f.runs, run)
	}
	return err
}

// candidates opens what came from a shard of a level, with the translation of its numbers
// to those of this engine. id identifies the file.
func (f *levelStore) candidates(depth, shard int, id string, known engine.Numbered) (*levels.File, *engine.Translation, error) {
	e := f.s.e
	path := f.expandedPath(depth, shard)
	file, err := f.open(path, f.role(expandedKind, depth, shard), &expandedHeader{})
	if err != nil {
		return nil, nil, absent(path, err)
	}
	wrong := func(why string) (*levels.File, *engine.Translation, error) {
		file.Close()
		return nil, nil, &levels.Error{File: path, Why: why}
	}
	switch {
	case file.ID() != id:
		return wrong("it is another one than that from which the numbers were made")
	case file.Parts() != f.Shards:
		return wrong(fmt.Sprintf("it has %d parts", file.Parts()))
	}
	t, err := e.TranslationOf(file, known)
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	if !e.TranslatePairs([]*engine.Translation{t}, func(pair uint64) engine.PairID { return e.Pairs.Get(pair) }) {
		return wrong("it has a pair that has no number")
	}
	return file, t, nil
}
