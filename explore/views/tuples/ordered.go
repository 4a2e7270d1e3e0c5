package tuples

import "qcheck/explore"

// inOrder reports whether a view of each two of a row can be taken so that their orders of
// stamps are of one order.
func (t *table) inOrder(row []seat) bool {
	n, c := len(row), t.c
	// The stamps of the row: of each process, in the order of its half.
	first := make([]int, n+1)
	own := make([][]explore.Stamp, n)
	for p, s := range row {
		own[p] = c.stampsOf(c.halves.all[s.half])
		first[p+1] = first[p] + len(own[p])
	}
	shown := func(p int, in explore.Set) []int { // the stamps of p in a tuple, ascending
		var all []int
		for _, s := range c.stampsOf(c.cut(c.halves.all[row[p].half], in)) {
			all = append(all, first[p]+int(place(s))-1)
		}
		return all
	}
	const before, same = 1, 2
	type relation struct {
		a, b int
		kind uint8
	}
	var known []relation
	for p := range row {
		for i := first[p]; i+1 < first[p+1]; i++ {
			known = append(known, relation{i, i + 1, before})
		}
	}
	consistent := func() bool {
		root := make([]int, first[n])
		for i := range root {
			root[i] = i
		}
		var find func(i int) int
		find = func(i int) int {
			if root[i] != i {
				root[i] = find(root[i])
			}
			return root[i]
		}
		for _, r := range known {
			if r.kind == same {
				root[find(r.a)] = find(r.b)
			}
		}
		next := make([][]int, len(root))
		for _, r := range known {
			if r.kind == before {
				next[find(r.a)] = append(next[find(r.a)], find(r.b))
			}
		}
		state := make([]uint8, len(root))
		var cyclic func(i int) bool
		cyclic = func(i int) bool {
			state[i] = 1
			for _, j := range next[i] {
				if state[j] == 1 || state[j] == 0 && cyclic(j) {
					return true
				}
			}
			state[i] = 2
			return false
		}
		for i := range root {
			if find(i) == i && state[i] == 0 && cyclic(i) {
				return false
			}
		}
		return true
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
				mine, a := shown(p, tuple.of), c.stampsOf(c.halves.all[tuple.all[id].half(s)])
				for r, q := range tuple.members[:s] {
					other, b := shown(q, tuple.of), c.stampsOf(c.halves.all[tuple.all[id].half(r)])
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
