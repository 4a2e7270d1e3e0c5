package attack

import (
	"slices"

	"qcheck/explore"
)

// canonical gives a causal fresh stamp its place (0 for none), numbers the
// stamps in use from 1, and returns what became of the k stamps before.
//
// What is heard of a stamp that is gone is what is heard of the latest one in
// use below it; a clock that a message brings to someone who knows better is
// none.
func (m *machine[L, M]) canonical(w *world[L, M], k, place int) (*world[L, M], []int) {
	put := func(r int) int {
		switch {
		case r == unheard:
			return place
		case place > 0 && r >= place:
			return r + 1
		}
		return r
	}
	w = w.restamped(func(x explore.Stamp) explore.Stamp {
		if x == explore.Fresh {
			return explore.Stamp(place)
		}
		return explore.Stamp(put(int(x)))
	})
	n := m.p.N
	for p := range n {
		w.Clock[p] = put(w.Clock[p])
		w.Quiet[p] = w.Quiet[p] && !m.p.Clock.TickOnFresh
	}
	used := m.used(w)
	rank := func(r int) int {
		n := 0
		for _, u := range used {
			if int(u) <= r {
				n++
			}
		}
		return n
	}
	becomes := make([]int, k+1)
	for r := 1; r <= k; r++ {
		if slices.Contains(used, explore.Stamp(put(r))) {
			becomes[r] = rank(put(r))
		}
	}
	w = w.restamped(func(x explore.Stamp) explore.Stamp { return explore.Stamp(rank(int(x))) })
	for p := range n {
		if !slices.Contains(used, explore.Stamp(w.Clock[p])) {
			w.Quiet[p] = false
		}
		w.Clock[p] = rank(w.Clock[p])
	}
	for c, mails := range w.Chan {
		known := w.Clock[c%n]
		for i := range mails {
			mails[i].Clock = rank(put(mails[i].Clock))
			if mails[i].Clock <= known {
				mails[i].Clock = 0
			} else if !m.p.Selective && ordered(m.p.Network) && m.p.Faults.Lose+m.p.Faults.Restart == 0 { // or it is taken without those before
				known = mails[i].Clock
			}
		}
	}
	return w, becomes
}

// used returns the stamps in use, ascending. The last stamp of a process is, for as
// long as its clock has not ticked since.
func (m *machine[L, M]) used(w *world[L, M]) []explore.Stamp {
	all := w.inUse()
	for p, quiet := range w.Quiet {
		if quiet {
			all = append(all, explore.Stamp(w.Clock[p]))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// relative returns a drifting world up to what makes no difference: where the
// lowest clock stands, and how far apart the values below it are, which no clock
// will ever take again. Values that lie further apart than the gap are drawn
// together: that leaves less room for stamps between them, and a clock that is
// as far below another one can as well tick.
func (m *machine[L, M]) relative(w *world[L, M]) *world[L, M] {
	n := m.p.N
	for c, mails := range w.Chan {
		for i := range mails {
			if mails[i].Clock <= w.Clock[c%n] {
				mails[i].Clock = -1 // makes nobody wiser
			}
		}
	}
	values := w.values()
	low := slices.Index(values, slices.Min(w.Clock))
	const origin = 64
	to := map[int]int{}
	for i := range values {
		if i <= low {
			to[values[i]] = origin + i - low
		} else {
			to[values[i]] = to[values[i-1]] + min(values[i]-values[i-1], m.gap)
		}
	}
	w = w.restamped(func(x explore.Stamp) explore.Stamp {
		return stampOf(to[int(x>>processBits)], int(x&(1<<processBits-1))-1)
	})
	for p := range w.Clock {
		w.Clock[p] = to[w.Clock[p]]
	}
	for _, mails := range w.Chan {
		for i := range mails {
			if mails[i].Clock >= 0 {
				mails[i].Clock = to[mails[i].Clock]
			}
		}
	}
	return w
}

// values returns the clock values in a world with integer clocks, ascending.
func (w *world[L, M]) values() []int {
	all := slices.Clone(w.Clock)
	for _, s := range w.inUse() {
		all = append(all, int(s>>processBits))
	}
	for _, mails := range w.Chan {
		for _, x := range mails {
			if x.Clock >= 0 {
				all = append(all, x.Clock)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func (m *machine[L, M]) highest(w *world[L, M]) int { return slices.Max(w.values()) }
