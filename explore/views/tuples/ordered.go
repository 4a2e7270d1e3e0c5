package tuples

import (
	"slices"

	"qcheck/explore"
	"qcheck/explore/internal/graph"
)

// inOrder reports whether a view of each two of a row can be taken so that their orders of
// stamps are of one order.
func (t *seating) inOrder(row []seat) bool {
	n, c := len(row), t.c
	// The stamps of the row: of each process, in the order of its half.
	first := make([]int, n+1)
	own := make([][]explore.Stamp, n)
	for p, s := range row {
		own[p] = c.stampsOf(c.halves.All[s.half])
		first[p+1] = first[p] + len(own[p])
	}
	shown := func(p int, in explore.Set) []int32 { // the stamps of p in a tuple, ascending
		var all []int32
		for _, s := range c.stampsOf(c.cut(c.halves.All[row[p].half], in)) {
			all = append(all, int32(first[p]+int(place(s))-1))
		}
		return all
	}
	const before, same = 1, 2
	type relation struct {
		a, b int32
		kind uint8
	}
	var known []relation
	for p := range row {
		for i := first[p]; i+1 < first[p+1]; i++ {
			known = append(known, relation{int32(i), int32(i + 1), before})
		}
	}
	// They are of one order if none that is before another one is the same, or after it as well.
	consistent := func() bool {
		in := graph.Components(first[n], func(edge func(from, to int32)) {
			for _, r := range known {
				if edge(r.a, r.b); r.kind == same {
					edge(r.b, r.a)
				}
			}
		})
		return !slices.ContainsFunc(known, func(r relation) bool { return r.kind == before && in[r.a] == in[r.b] })
	}
	var choose func(i int) bool
	choose = func(i int) bool {
		if i == len(c.tuples) {
			return true
		}
		tuple := &c.tuples[i]
		for _, id := range t.at(i, row) {
			was := len(known)
			for s, p := range tuple.members {
				mine, a := shown(p, tuple.of), c.stampsOf(c.halves.All[tuple.all[id].half(s)])
				for r, q := range tuple.members[:s] {
					other, b := shown(q, tuple.of), c.stampsOf(c.halves.All[tuple.all[id].half(r)])
					for i, x := range a {
						for j, y := range b {
							switch {
							case x < y:
								known = append(known, relation{mine[i], other[j], before})
							case x > y:
								known = append(known, relation{other[j], mine[i], before})
							default:
								known = append(known, relation{mine[i], other[j], same})
							}
						}
					}
				}
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
