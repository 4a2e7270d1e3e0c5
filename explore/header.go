package explore

import (
	"errors"
	"maps"
	"slices"

	"qcheck/explore/internal/decide"
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
	Entered     protocol.Set     `json:"entered"`
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
func (f *filing) write(depth int, size *int64, add func(*levels.Writer) error) (*levels.File, error) {
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

// tally returns what was counted.
func (s *search) tally() tally {
	t := tally{s.transitions, s.beyond, s.saved, s.entered, map[string]int64{}}
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
	s.counts.add(counts{transitions: t.Transitions, beyond: t.Beyond, saved: t.Saved, entered: t.Entered})
	for _, name := range slices.Sorted(maps.Keys(t.Steps)) {
		s.count(s.e.Steps.ID(name, nil), t.Steps[name])
	}
	for _, d := range deciding {
		s.found[d.Property] = &decide.FirstStates{Level: d.Level, States: d.States}
	}
}
