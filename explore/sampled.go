package explore

import (
	"strings"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/table"
	"qcheck/setsys/fault"
)

// What a reduced search says is confirmed by a sample. What follows the first state, and some of those that it visited, is
// searched in full for a few states, and each is judged: what decides a property that the search did not decide
// contradicts it. The order in which states are visited says which are taken, so that a search by one worker is confirmed
// by the same ones each time.
const (
	sampleOf    = 16  // the states that are searched in full are this part of those that were kept,
	sampleLeast = 256 // and so many at least,
	sampleMost  = 1 << 12
	around      = 16 // so many from each
)

// contradiction returns what is wrong with a reduced search that is complete, if a sample shows it.
func (s *search) contradiction(protocol string) error {
	spilled := s.e.Spilled.Load()
	defer func() { s.e.Spilled.Store(spilled) }() // no state of the search was left out for that
	k := newWorker(s)
	k.walker.Reducer = nil
	var queue []table.StateKey
	left := min(max(s.Kept/sampleOf, sampleLeast), sampleMost)
	met := map[table.StateKey]bool{}
	k.walker.Visit = func(next table.StateKey, t engine.Transition) {
		if t.Flags&engine.IsUndefined == 0 && !met[next] {
			met[next] = true
			queue = append(queue, next)
		}
	}
	search := func(from table.StateKey, most int64) error {
		queue = append(queue[:0], from)
		for ; len(queue) > 0 && most > 0 && left > 0 && !s.Halted(); most, left = most-1, left-1 {
			key := queue[0]
			queue = queue[1:]
			k.walker.Expand(key)
			k.judge(key)
			for p := range k.deciding {
				if s.open[p] { // of others, the full search had decided before
					return fault.New("protocol %s: a reduced search did not meet what decides %s, and a state that follows one of those that it visited does: %s", protocol, p, s.text(key))
				}
			}
		}
		return nil
	}
	if err := search(s.AllKeys(s.Levels[0])[0], left/4); err != nil {
		return err
	}
	step, at := max(s.Kept*around/max(left, 1), 1), int64(0)
	for _, l := range s.Levels {
		for _, key := range s.AllKeys(l) {
			if at++; at%step == 0 {
				if err := search(key, around); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// text writes a state.
func (s *search) text(key table.StateKey) string {
	v := s.e.NewVector()
	s.e.Codec.Decode(key, v)
	var all []string
	for _, block := range v.Blocks {
		record, channels := s.e.Binding.Show(block)
		all = append(all, record+" | "+strings.Join(channels, " | "))
	}
	return strings.Join(all, " || ")
}
