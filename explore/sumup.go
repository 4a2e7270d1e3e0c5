package explore

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"qcheck/explore/internal/decide"
	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/table"
	"qcheck/explore/levels"
	"qcheck/explore/protocol"
)

// sumUp writes the numbers of a level, when all tasks have run that lead to it.
func (f *levelStore) sumUp(depth int) error {
	s := f.s
	h := numbersHeader{role: f.role(numbersKind, depth, 0), After: f.after, Deciding: []met{}, Blocks: s.filed.Blocks, Pairs: s.filed.Pairs}
	if depth > 0 {
		if err := f.sumTasks(depth-1, &h); err != nil || f.todo.Kind != "" || f.begins != ended {
			return err
		}
	}
	h.Counts, h.Deciding = s.tally(), s.deciding()
	w, err := levels.Create(f.numbersPath(depth))
	if err != nil {
		return err
	}
	if err := errors.Join(w.Section(engine.BlocksSection, s.e.BlocksSince(s.filed)), w.Section(engine.PairsSection, s.e.PairsSince(s.filed))); err != nil {
		w.Abort()
		return err
	}
	return w.Commit(h)
}

// sumTasks adds what the tasks did that expanded a level: the new blocks get numbers.
func (f *levelStore) sumTasks(depth int, h *numbersHeader) error {
	s, e := f.s, f.s.e
	known := s.filed
	var missing []int
	var files []*levels.File
	contents := make([][][]byte, e.Width) // of new blocks, by process
	for shard := 1; shard <= f.Shards; shard++ {
		var x expandedHeader
		path := f.expandedPath(depth, shard)
		file, err := f.open(path, f.role(expandedKind, depth, shard), &x)
		if errors.Is(err, fs.ErrNotExist) {
			missing = append(missing, shard)
			continue
		}
		if err != nil {
			return err
		}
		if err := file.Rest(); err != nil {
			return err
		}
		files = append(files, file)
		from := s.Levels[depth].Files[shard-1]
		if x.After != from.ID() {
			return &levels.Error{File: path, Why: fmt.Sprintf("it does not come from %s", from.Path())}
		}
		h.Shards, h.Expanded = append(h.Shards, from.ID()), append(h.Expanded, file.ID())
		if x.Ending != ended {
			f.begins = x.Ending
		}
		if x.Stop != "" && (h.Stop == "" || x.Stop < h.Stop) {
			h.Stop = x.Stop
		}
		f.recallMore(x.Counts, x.Deciding)
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
	if len(missing) > 0 {
		f.todo = Tasks{ExpandTask, depth, missing}
		return nil
	}
	for p := range contents {
		slices.SortFunc(contents[p], bytes.Compare)
		for _, content := range slices.CompactFunc(contents[p], bytes.Equal) {
			block, err := e.Binding.BlockOf(p, content)
			if err != nil {
				return fmt.Errorf("%s: %w", f.expandedDir(depth), err)
			}
			e.Numbers.Number(p, block)
		}
		if k, packed := e.Codec.(*engine.Packing); packed && table.StateKey(k.Of[p].Len()) > k.Mask() {
			f.begins = spilled
		}
	}
	var all []*engine.Translation
	for _, file := range files {
		t, err := e.TranslationOf(file, known)
		if err != nil {
			return err
		}
		all = append(all, t)
	}
	if !e.TranslatePairs(all, e.Pairs.Number) {
		return fmt.Errorf("%s: a file has pairs of what it does not have", f.expandedDir(depth))
	}
	return nil
}

// recallMore adds what a task counted and found.
func (f *levelStore) recallMore(t tally, deciding []met) {
	s := f.s
	found := s.found
	s.found = map[protocol.Property]*decide.FirstStates{}
	s.recall(t, deciding)
	for p, more := range s.found {
		if before := found[p]; before != nil && before.Level == more.Level {
			more.States = slices.Concat(before.States, more.States)
			slices.Sort(more.States)
		} else if before != nil {
			continue
		}
		found[p] = more
	}
	s.found = found
}

// writeFirst writes a shard of level 0.
func (f *levelStore) writeFirst(shard int) error {
	s := f.s
	v := s.e.NewVector()
	s.e.Codec.Decode(f.start, v)
	x := shardHeader{role: f.role(shardKind, 0, shard), After: f.numberings[0]}
	w, err := levels.Create(f.shardPath(0, shard))
	if err != nil {
		return err
	}
	if s.e.Owner(v, f.Shards) == shard-1 {
		x.States = 1
		if err := w.Add([]uint64{uint64(f.start)}); err != nil {
			w.Abort()
			return err
		}
	}
	return w.Commit(x)
}
