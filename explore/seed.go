package explore

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/table"
)

// seed learns what random runs meet, of so many steps together at most, until it is enough. Every other run prefers some channels and
// processes to others, so that messages are met that wait for long.
func seed(s *search, walks int, steps int64, enough func() bool) {
	w := engine.NewWalker(s.e)
	r := rand.New(rand.NewPCG(1, 2))
	type successor struct {
		key    table.StateKey
		prefer float64
	}
	var next []successor
	prefer := make([]float64, s.e.N*(s.e.N+1)) // by process, and where the message is from
	w.Visit = func(to table.StateKey, t engine.Transition) {
		if t.Flags&engine.IsUndefined == 0 {
			next = append(next, successor{to, prefer[int(t.Process)*(s.e.N+1)+int(t.From)+1]})
		}
	}
	start := s.e.Begins()[0] // there is one where a reduction can be derived
	for i := range walks {
		at := start
		for j := range prefer {
			prefer[j] = r.Float64()
		}
		for range seedSteps {
			next = next[:0]
			w.Expand(at)
			s.reduction.Learn(w)
			if len(next) == 0 || s.e.Spilled.Load() {
				break
			}
			if steps--; enough() || steps < 0 {
				return
			}
			chosen := next[r.IntN(len(next))]
			if i%2 > 0 && r.IntN(8) > 0 {
				chosen = slices.MaxFunc(next, func(a, b successor) int { return cmp.Compare(a.prefer, b.prefer) })
			}
			at = chosen.key
		}
	}
}
