package pairs

import (
	"context"
	"fmt"
	"slices"

	"qcheck/explore"
)

// A row is a half of each process. It fits if each two are in a view, and the orders of
// stamps of these views are those of one order.

// A seat is a half of a process, with its faces beside the others.
type seat struct {
	half  int32
	faces []int32
	seen  explore.Observation
}

// safe says which row Safe rejects, or nothing.
func (c *closure) safe(ctx context.Context) string {
	if c.p.Safe == nil {
		return ""
	}
	t := c.table(func(int, seat) bool { return true }, func(int, int, int32) bool { return true }, false)
	row := make([]explore.Observation, c.p.N)
	bad := ""
	var judge func(p int) bool
	judge = func(p int) bool {
		if p < c.p.N {
			return slices.ContainsFunc(t.observed(p), func(o explore.Observation) bool {
				row[p] = o
				return judge(p + 1)
			})
		}
		if bad = c.p.Safe(slices.Clone(row)); bad == "" {
			return false
		}
		return t.fits(ctx, func(p int, o explore.Observation) bool { return o == row[p] })
	}
	if judge(0) {
		return "the views do not exclude this: " + bad
	}
	return ""
}

// live says which row of halves without a step may wait for ever, or nothing.
func (c *closure) live(ctx context.Context) string {
	if c.blocked {
		return "a message is not taken in some state of its receiver"
	}
	idle := func(p int, s seat) bool {
		can := c.local[[2]int32{int32(p), s.half}]
		return can == 0 || can == asks && !c.p.Obliged
	}
	quiet := func(p, q int, id int32) bool {
		v := c.pair[p][q].all[id]
		return v.sent[0].n == 0 && v.sent[1].n == 0
	}
	t := c.table(idle, quiet, true)
	for w := range c.p.N {
		if t.fits(ctx, func(p int, o explore.Observation) bool { return p != w || o.Phase == explore.Waiting }) {
			return fmt.Sprintf("the views do not exclude that process %d waits and nothing happens", w+1)
		}
	}
	return ""
}

// A table has the seats of each process, and the views of each two by their faces.
type table struct {
	c     *closure
	seats [][]seat
	views [][]map[faces][]int32
	// ordered says whether the orders of stamps must fit, too.
	ordered bool
}

type faces struct{ first, second int32 }

func (c *closure) table(of func(int, seat) bool, by func(p, q int, view int32) bool, ordered bool) *table {
	n := c.p.N
	t := &table{c: c, seats: make([][]seat, n), views: make([][]map[faces][]int32, n), ordered: ordered}
	for p := range n {
		t.views[p] = make([]map[faces][]int32, n)
		for q := p + 1; q < n; q++ {
			t.views[p][q] = map[faces][]int32{}
			pair := &c.pair[p][q]
			for id := range pair.all {
				if by(p, q, int32(id)) {
					at := faces{pair.face[0][id], pair.face[1][id]}
					t.views[p][q][at] = append(t.views[p][q][at], int32(id))
				}
			}
		}
		seen := map[string]bool{}
		for _, id := range c.whole[p] {
			h := c.halves[id]
			s := seat{half: id, seen: c.p.Observe(p, h.L), faces: make([]int32, n)}
			for q := range n {
				if q != p {
					s.faces[q] = c.face(p, q, c.cut(h, p, q))
				}
			}
			key := ""
			if !ordered {
				key = fmt.Sprint(s.faces, s.seen)
			}
			if of(p, s) && !seen[key] {
				seen[key] = !ordered
				t.seats[p] = append(t.seats[p], s)
			}
		}
	}
	return t
}

// observed returns what may be observed of a process.
func (t *table) observed(p int) []explore.Observation {
	var all []explore.Observation
	for _, s := range t.seats[p] {
		if !slices.Contains(all, s.seen) {
			all = append(all, s.seen)
		}
	}
	return all
}

// between returns the views of p and q with the faces of these seats.
func (t *table) between(p, q int, s, other seat) []int32 {
	if q < p {
		p, q, s, other = q, p, other, s
	}
	return t.views[p][q][faces{s.faces[q], other.faces[p]}]
}

// fits reports whether a row fits in which the observations are allowed.
func (t *table) fits(ctx context.Context, allowed func(int, explore.Observation) bool) bool {
	n := len(t.seats)
	left := make([][]seat, n)
	for p, all := range t.seats {
		for _, s := range all {
			if allowed(p, s.seen) {
				left[p] = append(left[p], s)
			}
		}
	}
	// A seat without a view with any that is left of another process goes.
	for again := true; again; {
		again = false
		for p := range n {
			for q := range n {
				if p == q {
					continue
				}
				there := map[int32]seat{} // by face
				for _, s := range left[q] {
					there[s.faces[p]] = s
				}
				supported := map[int32]bool{}
				had := len(left[p])
				left[p] = slices.DeleteFunc(left[p], func(s seat) bool {
					ok, known := supported[s.faces[q]]
					if !known {
						for _, other := range there {
							if ok = len(t.between(p, q, s, other)) > 0; ok {
								break
							}
						}
						supported[s.faces[q]] = ok
					}
					return !ok
				})
				if len(left[p]) == 0 {
					return false
				}
				again = again || len(left[p]) < had
			}
		}
		t.c.look(ctx)
	}
	row := make([]seat, n)
	tried := 0
	var choose func(p int) bool
	choose = func(p int) bool {
		if tried++; tried%256 == 0 {
			t.c.look(ctx)
		}
		if p == n {
			return !t.ordered || t.inOrder(row)
		}
	next:
		for _, s := range left[p] {
			for q := range p {
				if len(t.between(p, q, s, row[q])) == 0 {
					continue next
				}
			}
			row[p] = s
			if choose(p + 1) {
				return true
			}
		}
		return false
	}
	return choose(0)
}

// inOrder reports whether a view of each two of a row can be taken so that their orders of
// stamps are of one order.
func (t *table) inOrder(row []seat) bool {
	n, c := len(row), t.c
	// The stamps of the row: of each process, in the order of its half.
	first := make([]int, n+1)
	own := make([][]explore.Stamp, n)
	for p, s := range row {
		own[p] = c.stampsOf(c.halves[s.half])
		first[p+1] = first[p] + len(own[p])
	}
	shown := func(p, q int) []int { // the stamps of p beside q, ascending
		var all []int
		for _, s := range c.stampsOf(c.cut(c.halves[row[p].half], p, q)) {
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
	var choose func(p, q int) bool
	choose = func(p, q int) bool {
		switch {
		case p == n-1:
			return true
		case q == n:
			return choose(p+1, p+2)
		}
		mine, other := shown(p, q), shown(q, p)
		for _, id := range t.between(p, q, row[p], row[q]) {
			v := c.pair[p][q].all[id]
			a, b := c.stampsOf(c.halves[v.half[0]]), c.stampsOf(c.halves[v.half[1]])
			was := len(known)
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
			if consistent() && choose(p, q+1) {
				return true
			}
			known = known[:was]
		}
		return false
	}
	return choose(0, 1)
}
