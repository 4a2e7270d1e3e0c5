package explore

import (
	"errors"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/table"
	"qcheck/explore/levels"
	"qcheck/explore/protocol"
)

// A levelHeader is what a file says besides its states.
type levelHeader struct {
	Search   string `json:"search"`
	Build    string `json:"build"`
	About    string `json:"about"`
	Level    int    `json:"level"`
	After    string `json:"after"`
	Blocks   []int  `json:"blocks"` // by process: how many there were before
	Pairs    int    `json:"pairs"`
	States   int64  `json:"states"` // that those kept stand for
	Counts   tally  `json:"counts"`
	Deciding []met  `json:"deciding"`
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

// A met has what decides a property.
type met struct {
	Property protocol.Property `json:"property"`
	Level    int               `json:"level"`
	States   []table.StateKey  `json:"states"`
}

// write writes a level: add adds its keys, which ascend. They stand for so many states,
// which is known when they were added.
func (f *levelStore) write(depth int, size *int64, add func(*levels.Writer) error) (*levels.File, error) {
	w, err := levels.Create(f.path(depth))
	if err != nil {
		return nil, err
	}
	if err := add(w); err != nil {
		w.Abort()
		return nil, err
	}
	s := f.s
	h := levelHeader{
		Search: f.search, Build: f.Build, About: f.about, Level: depth, After: f.after, Blocks: s.filed.Blocks, Pairs: s.filed.Pairs, States: *size,
		Counts: s.tally(), Deciding: s.deciding(),
	}
	now := s.e.Numbered()
	err = errors.Join(w.Section(engine.BlocksSection, s.e.BlocksSince(s.filed)), w.Section(engine.PairsSection, s.e.PairsSince(s.filed)))
	if err != nil {
		w.Abort()
		return nil, err
	}
	if err := w.Commit(h); err != nil {
		return nil, err
	}
	s.filed = now
	file, err := levels.Open(f.path(depth))
	if err == nil {
		f.after = file.ID()
	}
	return file, err
}
