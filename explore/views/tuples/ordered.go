package tuples

import (
	"slices"

	"qcheck/explore"
	"qcheck/explore/internal/graph"
)

// A relation is of two stamps of a view, each of a side and with a number among those of its half there,
// ascending: the first is before the second, or the same.
type relation struct {
	side, other int
	a, b        int
	same        bool
}

// noteStamps notes the stamps of a seat.
func (t *seating) noteStamps(s *seat) {
	h := t.c.halves.All[s.half]
	s.stamps, s.shown = len(t.c.stampsOf(h)), make([][]int32, len(t.c.tuples))
	for i := range t.c.tuples {
		for _, x := range t.c.stampsOf(t.c.cut(h, t.c.tuples[i].of)) {
			s.shown[i] = append(s.shown[i], int32(place(x)-1))
		}
	}
}

// order returns the relations of the stamps in a view.
func (t *seating) order(i int, id int32) []relation {
	all, ok := t.orders[i][id]
	if ok {
		return all
	}
	tuple := &t.c.tuples[i]
	of := make([][]explore.Stamp, len(tuple.members))
	for s := range of {
		of[s] = t.c.stampsOf(t.c.halves.All[tuple.all[id].half(s)])
		for r := range s {
			for a, x := range of[s] {
				for b, y := range of[r] {
					switch {
					case x > y:
						all = append(all, relation{r, s, b, a, false})
					default:
						all = append(all, relation{s, r, a, b, x == y})
					}
				}
			}
		}
	}
	if t.orders[i] == nil {
		t.orders[i] = map[int32][]relation{}
	}
	t.orders[i][id] = all
	return all
}

// inOrder reports whether a view of each tuple of these processes can be taken so that their orders of
// stamps are of one order.
func (t *seating) inOrder(row []seat, has explore.Set) bool {
	// The stamps of the row: of each process, in the order of its half.
	first, n := make([]int32, len(row)), int32(0)
	type edge struct {
		from, to int32
		same     bool
	}
	var known []edge
	for p := range row {
		if first[p] = n; has.Has(p) {
			n += int32(row[p].stamps)
			for i := first[p]; i+1 < n; i++ {
				known = append(known, edge{i, i + 1, false})
			}
		}
	}
	// They are of one order if none that is before another one is the same, or after it as well.
	consistent := func() bool {
		in := graph.Components(int(n), func(arrow func(from, to int32)) {
			for _, r := range known {
				if arrow(r.from, r.to); r.same {
					arrow(r.to, r.from)
				}
			}
		})
		return !slices.ContainsFunc(known, func(r edge) bool { return !r.same && in[r.from] == in[r.to] })
	}
	var choose func(i int) bool
	choose = func(i int) bool {
		for i < len(t.c.tuples) && !has.Contains(t.c.tuples[i].of) {
			i++
		}
		if i == len(t.c.tuples) {
			return true
		}
		members := t.c.tuples[i].members
		stamp := func(side, number int) int32 { return first[members[side]] + row[members[side]].shown[i][number] }
		for _, id := range t.at(i, row) {
			was := len(known)
			for _, r := range t.order(i, id) {
				known = append(known, edge{stamp(r.side, r.a), stamp(r.other, r.b), r.same})
			}
			if consistent() && choose(i+1) {
				return true
			}
			known = known[:was]
		}
		return false
	}
	return choose(0)
}
