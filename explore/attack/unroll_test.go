package attack

import (
	"fmt"
	"slices"

	"qcheck/explore"
)

// An unrolling gives integers to the stamps of a run with causal stamps: the
// least that its order allows. The unknowns are the values of stamps and clocks.
type unrolling[L, M comparable] struct {
	g      *graph[L, M]
	value  []int
	least  []least
	stamps [][2]int // all, by step in which they were made: the unknown, the process

	clock []int   // by process: the unknown that is its clock now
	use   []int   // by stamp in use: which of stamps it is
	brief [][]int // by channel and message: the clock of its sender
}

// A least says that one unknown is larger than another by so much.
type least struct{ large, small, by int }

func (u *unrolling[L, M]) unknown() int {
	u.value = append(u.value, 0)
	return len(u.value) - 1
}

func (u *unrolling[L, M]) above(large, small, by int) {
	u.least = append(u.least, least{large, small, by})
}

func (g *graph[L, M]) unroll(stem, round stretch[L, M], rounds int) *unrolling[L, M] {
	n := g.m.p.N
	u := &unrolling[L, M]{g: g, use: []int{0}, brief: make([][]int, n*n)}
	for range n {
		u.clock = append(u.clock, u.unknown())
	}
	for c, all := range g.worlds[stem.states[0]].Chan { // with the clock with which all begin
		for range all {
			u.brief[c] = append(u.brief[c], u.unknown())
		}
	}
	u.run(stem)
	for range rounds {
		u.run(round)
	}
	// Values rise to what is asked for. Where they do not come to rest, there is
	// no order.
	for changed, times := true, 0; changed; times++ {
		if times > len(u.value)+1 {
			return nil
		}
		changed = false
		for _, l := range u.least {
			if need := u.value[l.small] + l.by; u.value[l.large] < need {
				u.value[l.large], changed = need, true
			}
		}
	}
	return u
}

func (u *unrolling[L, M]) run(s stretch[L, M]) {
	n := u.g.m.p.N
	for i, mv := range s.moves {
		w, next := u.g.worlds[s.states[i]], u.g.worlds[s.states[i+1]]
		p := mv.process
		now := u.unknown()
		u.above(now, u.clock[p], 0)
		c := max(0, mv.from)*n + p
		switch {
		case mv.name == explore.Crashes:
			u.brief[p*n+p] = nil
		case mv.name == explore.Copies:
			u.brief[c] = append(slices.Clone(u.brief[c]), u.brief[c][mv.at])
		case mv.name == explore.Loses || mv.name == explore.Drops: // nobody hears of it
			u.brief[c] = slices.Delete(slices.Clone(u.brief[c]), mv.at, mv.at+1)
		case mv.from >= 0:
			for _, x := range stampsIn(w.Chan[c][mv.at].Msg) {
				if u.g.m.p.Clock.Attach != explore.NoMessage {
					u.above(now, u.stamps[u.use[x]][0], 0)
				}
			}
			if u.g.m.p.Clock.Attach == explore.EveryMessage {
				u.above(now, u.brief[c][mv.at], 0)
			}
			u.brief[c] = slices.Delete(slices.Clone(u.brief[c]), mv.at, mv.at+1)
		}
		use := make([]int, len(next.inUse())+1)
		for r := range use {
			use[r] = -1
		}
		for r := 1; r < len(mv.becomes); r++ {
			if mv.becomes[r] > 0 {
				use[mv.becomes[r]] = u.use[r]
			}
		}
		if mv.place > 0 {
			s := u.unknown()
			u.above(s, now, 1)
			for r := 1; r < len(u.use); r++ {
				other := u.stamps[u.use[r]]
				if r < mv.place {
					u.above(s, other[0], tie(other[1], p))
				} else {
					u.above(other[0], s, tie(p, other[1]))
				}
			}
			u.stamps = append(u.stamps, [2]int{s, p})
			now = u.unknown()
			u.above(now, s, 0)
			for r := 1; r < len(use); r++ {
				if use[r] < 0 {
					use[r] = len(u.stamps) - 1
				}
			}
		}
		u.clock[p], u.use = now, use
		for _, to := range mv.sent {
			u.brief[p*n+to] = append(slices.Clone(u.brief[p*n+to]), now)
		}
	}
}

// tie returns by how much the later of two stamps must have the larger value.
func tie(early, late int) int {
	if early < late {
		return 0
	}
	return 1
}

// integers reports whether the values of the first stamps of a lasso are the
// same, however often it goes round.
func (g *graph[L, M]) integers(t *explore.Trace) error {
	s, err := g.replay(t.Start, t.Steps)
	if err != nil {
		return err
	}
	stem := stretch[L, M]{s.states[:t.Loop+1], s.moves[:t.Loop]}
	round := stretch[L, M]{s.states[t.Loop:], s.moves[t.Loop:]}
	k := len(g.worlds[s.states[t.Loop]].inUse())
	rounds := (k + 2) * (g.m.p.N + 1)
	once, twice := g.unroll(stem, round, rounds), g.unroll(stem, round, 2*rounds)
	if once == nil || twice == nil {
		return fmt.Errorf("its stamps have no order")
	}
	first := g.unroll(stem, round, 1)
	for i := range first.stamps {
		a, b := once.value[once.stamps[i][0]], twice.value[twice.stamps[i][0]]
		if a != b {
			return fmt.Errorf("stamp number %d of the run needs the value %d after %d rounds, and %d after %d", i+1, a, rounds, b, 2*rounds)
		}
	}
	return nil
}
