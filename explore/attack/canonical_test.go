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
	used := w.inUse()
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
	n := m.p.N
	for p := range n {
		last := put(w.Clock[p])
		if m.p.Clock.TickOnFresh || !slices.Contains(used, explore.Stamp(last)) {
			w.Quiet[p] = false
		}
		w.Clock[p] = rank(last)
	}
	for c, mails := range w.Chan {
		known := w.Clock[c%n]
		for i := range mails {
			mails[i].Clock = rank(put(mails[i].Clock))
			if mails[i].Clock <= known {
				mails[i].Clock = 0
			} else if !m.p.Selective {
				known = mails[i].Clock
			}
		}
	}
	return w, becomes
}

// relative returns a drifting world up to what no process can tell: where the
// lowest clock stands, and how far apart the values are that no clock will ever
// take again. It reports whether the values that some clock may still take lie
// too far apart.
func (m *machine[L, M]) relative(w *world[L, M]) (*world[L, M], bool) {
	n := m.p.N
	low := slices.Min(w.Clock)
	high := slices.Max(w.Clock)
	var below []int
	for _, s := range w.inUse() {
		v := int(s >> processBits)
		high = max(high, v)
		if v < low {
			below = append(below, v)
		}
	}
	for c, mails := range w.Chan {
		for i := range mails {
			if mails[i].Clock <= w.Clock[c%n] {
				mails[i].Clock = -1 // makes nobody wiser
			} else {
				high = max(high, mails[i].Clock)
			}
		}
	}
	if high-low > m.spread {
		return nil, true
	}
	slices.Sort(below)
	below = slices.Compact(below)
	// The lowest clock becomes this; the values below it, those just below.
	const origin = 64
	move := func(v int) int {
		if at := slices.Index(below, v); at >= 0 && v < low {
			return origin - len(below) + at
		}
		return v - low + origin
	}
	w = w.restamped(func(x explore.Stamp) explore.Stamp {
		return stampOf(move(int(x>>processBits)), int(x&(1<<processBits-1))-1)
	})
	for p := range w.Clock {
		w.Clock[p] = move(w.Clock[p])
	}
	for _, mails := range w.Chan {
		for i := range mails {
			if mails[i].Clock >= 0 {
				mails[i].Clock = move(mails[i].Clock)
			}
		}
	}
	return w, false
}
