package explore

import (
	"os"

	"qcheck/explore/internal/decide"
	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/space"
	"qcheck/explore/internal/table"
	"qcheck/explore/levels"
	"qcheck/explore/protocol"
)

// An expandedHeader is what a file of candidates says besides these.
type expandedHeader struct {
	role
	After    string `json:"after"` // identifies the states that were expanded
	Counts   tally  `json:"counts"`
	Deciding []met  `json:"deciding"`
	Stop     string `json:"stop,omitempty"` // why the search ends after this level
	Ending   ending `json:"ending"`         // why it begins anew
}

// expand expands the states of a shard.
func (x task) expand(depth, shard int) error {
	s, f := x.s, x.f
	_, _, err := f.loadTo(depth)
	if err != nil {
		return err
	}
	known := s.filed
	path := f.shardPath(depth, shard)
	file, _, err := f.openShard(depth, shard)
	if err != nil {
		return absent(path, err)
	}
	if err := os.MkdirAll(f.scratchDir, 0o777); err != nil {
		return err
	}
	for p := range s.found {
		s.open[p] = false
	}
	s.found, s.counts = map[protocol.Property]*decide.FirstStates{}, counts{}
	s.Levels = make([]space.Level, depth+1)
	s.Levels[depth] = space.Level{Files: []*levels.File{file}, Count: int(file.Len())}
	s.level(depth)
	if err := s.Failure(); err != nil {
		return err
	}
	h := expandedHeader{role: f.role(expandedKind, depth, shard), After: file.ID(), Counts: s.tally(), Deciding: s.deciding(), Stop: s.overflow}
	void := true
	switch {
	case s.e.Broken():
		h.Ending = asymmetric
	case s.e.Spilled.Load():
		h.Ending = spilled
	case s.interrupted:
		return &Unfinished{s.reason()}
	default:
		void = false
	}
	if void { // how far it came depends on the workers
		h.Counts, h.Deciding = tally{}, []met{}
		s.seen.Clear()
		f.clearRuns()
		s.e.Cut(known)
	}
	for _, d := range h.Deciding {
		levels.Sort(space.Words(d.States), s.o.Workers)
	}
	w, err := levels.CreateIn(f.scratchDir, f.expandedPath(depth, shard))
	if err != nil {
		return err
	}
	if err := x.writeCandidates(w, known); err != nil {
		w.Abort()
		return err
	}
	return w.Commit(h)
}

// writeCandidates writes what was found, a part for each shard that it belongs to.
func (x task) writeCandidates(w *levels.Writer, known engine.Numbered) error {
	s, f := x.s, x.f
	t, blocks, pairs := s.e.InOrder(known)
	var parts [][]*levels.Cursor // by source
	if len(f.runs) > 0 && s.seen.Len() > 0 {
		if err := f.spill(); err != nil { // so that one run at a time is in memory
			return err
		}
	}
	unsorted := f.runs
	f.runs = nil
	defer func() {
		for _, run := range unsorted {
			run.Remove()
		}
	}()
	most := 1 << 12
	for _, run := range unsorted {
		all := s.AllKeys(space.Level{Files: []*levels.File{run}, Count: int(run.Len())})
		by, err := x.parted(all, t)
		if err != nil {
			return err
		}
		again, err := f.scratch(func(w *levels.Writer) error { return writeParts(w, by) })
		if err != nil {
			return err
		}
		f.runs = append(f.runs, again)
		cursors := make([]*levels.Cursor, f.Shards)
		for j := range cursors {
			cursors[j] = levels.NewCursor(again.Part(j))
		}
		parts = append(parts, cursors)
		most = 1 << 16
	}
	by, err := x.parted(s.seen.Keys(), t)
	if err != nil {
		return err
	}
	if len(parts) == 0 {
		err = writeParts(w, by)
	} else {
		for j := 0; j < f.Shards && err == nil; j++ {
			if j > 0 {
				err = w.Part()
			}
			cursors := []*levels.Cursor{levels.CursorOf(space.Words(by[j]))}
			for _, c := range parts {
				cursors = append(cursors, c[j])
			}
			if err == nil {
				err = levels.Merge(cursors, most, w.Add)
			}
		}
	}
	if err == nil {
		err = w.Section(engine.BlocksSection, blocks)
	}
	if err == nil {
		err = w.Section(engine.PairsSection, pairs)
	}
	return err
}

// writeParts writes keys that ascend in each part.
func writeParts(w *levels.Writer, by [][]table.StateKey) error {
	for j, part := range by {
		if j > 0 {
			if err := w.Part(); err != nil {
				return err
			}
		}
		if err := w.Add(space.Words(part)); err != nil {
			return err
		}
	}
	return nil
}

// parted returns keys, translated, by the shards that they belong to, in order.
func (x task) parted(found []table.StateKey, t *engine.Translation) ([][]table.StateKey, error) {
	const part = 1 << 14
	s, shards := x.s, x.f.Shards
	owners := make([]uint16, len(found))
	err := s.Each((len(found)+part-1)/part, func(i int) error {
		v := s.e.NewVector()
		for k := i * part; k < min((i+1)*part, len(found)); k++ {
			s.e.Codec.Decode(found[k], v)
			owners[k] = uint16(s.e.Owner(v, shards))
			found[k] = s.e.Codec.Translate(found[k], t)
		}
		return nil
	})
	counts := make([]int, shards+1)
	for _, j := range owners {
		counts[j+1]++
	}
	for j := range shards {
		counts[j+1] += counts[j]
	}
	all, by := make([]table.StateKey, len(found)), make([][]table.StateKey, shards)
	for j := range by {
		by[j] = all[counts[j]:counts[j]:counts[j+1]]
	}
	for k, j := range owners {
		by[j] = append(by[j], found[k])
	}
	for j := range by {
		levels.Sort(space.Words(by[j]), s.o.Workers)
	}
	return by, err
}
