package sets

import (
	"fmt"
	"slices"

	"qcheck/explore"
)

// A seat is a whole half of a process in a row of one of each, with its faces, by tuple.
type seat struct {
	half
	faces []int
	seen  explore.Observation
}

// rows has the seats of each process, and the views that they may be in, by faces; and which faces are in one view.
type rows struct {
	c     *checker
	seats [][]*seat
	views []map[[3]int][]*view
	meets []map[[4]int]bool // two sides and their faces
}

func (c *checker) rows(seats func(p int, h half) bool, views func(*view) bool) *rows {
	x := &rows{c: c}
	for _, t := range c.tuples {
		all, meets := map[[3]int][]*view{}, map[[4]int]bool{}
		for _, v := range t.views {
			if views(v) {
				all[v.faces] = append(all[v.faces], v)
				for s := range t.members {
					for r := range t.members {
						meets[[4]int{s, r, v.faces[s], v.faces[r]}] = true
					}
				}
			}
		}
		x.views, x.meets = append(x.views, all), append(x.meets, meets)
	}
	for p, all := range c.whole {
		x.seats = append(x.seats, nil)
		for _, h := range all {
			c.Pause()
			if !seats(p, h) {
				continue
			}
			s := &seat{half: h, seen: c.observe(p, h), faces: make([]int, len(c.tuples))}
			for i, t := range c.tuples {
				if t.of.Has(p) {
					s.faces[i] = c.key(scene{halves: []half{c.cut(h, t.of)}})
				}
			}
			x.seats[p] = append(x.seats[p], s)
		}
	}
	return x
}

func (c *checker) observe(p int, h half) explore.Observation {
	return c.p.Observe(p, c.typed(h.local, func(m mark) explore.Stamp { return explore.Stamp(m.at/spread<<ownerBits | m.of) }))
}

// meet reports whether two seats of different processes are together in a view of each tuple that has both.
func (x *rows) meet(p int, s *seat, q int, r *seat) bool {
	x.c.Pause()
	for i, t := range x.c.tuples {
		if t.of.Has(p) && t.of.Has(q) && !x.meets[i][[4]int{slices.Index(t.members, p), slices.Index(t.members, q), s.faces[i], r.faces[i]}] {
			return false
		}
	}
	return true
}

// fits reports whether there is a row of these seats of which each tuple is in a view, by views whose stamps are in one order if that is
// asked. The next seat is of a process that has the fewest left.
func (x *rows) fits(left [][]*seat, ordered bool) bool {
	row := make([]*seat, len(left))
	var choose func(has explore.Set, left [][]*seat) bool
	choose = func(has explore.Set, left [][]*seat) bool {
		p := -1
		for q := range left {
			if !has.Has(q) && (p < 0 || len(left[q]) < len(left[p])) {
				p = q
			}
		}
		if p < 0 {
			return !ordered || x.inOrder(row, nil)
		}
		has = has.With(p)
		for _, s := range left[p] {
			row[p] = s
			rest := slices.Clone(left)
			for q := range rest {
				if !has.Has(q) {
					rest[q] = slices.DeleteFunc(slices.Clone(rest[q]), func(r *seat) bool { return !x.meet(p, s, q, r) })
				}
			}
			if !slices.ContainsFunc(rest, func(all []*seat) bool { return len(all) == 0 }) && x.seated(row, has, p) && choose(has, rest) {
				return true
			}
		}
		return false
	}
	return choose(0, left)
}

func (x *rows) at(i int, row []*seat) []*view {
	var at [3]int
	for s, p := range x.c.tuples[i].members {
		at[s] = row[p].faces[i]
	}
	return x.views[i][at]
}

// seated reports whether each tuple of these processes that has p is in a view.
func (x *rows) seated(row []*seat, has explore.Set, p int) bool {
	for i, t := range x.c.tuples {
		if t.of.Has(p) && has.Contains(t.of) && len(x.at(i, row)) == 0 {
			return false
		}
	}
	return true
}

// inOrder reports whether a view of each tuple can be chosen so that the stamps of a row are in one order: each has a number that is
// not less than that of one before it, and no such numbers grow without end.
func (x *rows) inOrder(row []*seat, chosen []*view) bool {
	type stamp struct{ p, at int }
	type pair struct {
		from, to stamp
		more     int
	}
	var pairs []pair
	count := 0
	whole := func(p int, keep explore.Set) (all []stamp) { // where they are in the whole half, in their order
		for _, m := range points(scene{halves: []half{x.c.cut(row[p].half, keep)}}.marks()) {
			all = append(all, stamp{p, m.at})
		}
		return all
	}
	for p := range row {
		all := whole(p, everybody)
		count += len(all)
		for i := 1; i < len(all); i++ {
			pairs = append(pairs, pair{all[i-1], all[i], 1})
		}
	}
	for i, v := range chosen {
		type placed struct {
			stamp
			at int
		}
		var all []placed
		for s, p := range x.c.tuples[i].members {
			shown := points(scene{halves: v.halves[s : s+1]}.marks())
			for j, y := range whole(p, x.c.tuples[i].of) {
				all = append(all, placed{y, shown[j].at})
			}
		}
		for _, a := range all {
			for _, b := range all {
				if a.at < b.at {
					pairs = append(pairs, pair{a.stamp, b.stamp, 1})
				} else if a.at == b.at {
					pairs = append(pairs, pair{a.stamp, b.stamp, 0})
				}
			}
		}
	}
	number := map[stamp]int{}
	for again := true; again; {
		again = false
		for _, y := range pairs {
			if least := number[y.from] + y.more; number[y.to] < least {
				if least > count {
					return false
				}
				number[y.to], again = least, true
			}
		}
	}
	if len(chosen) == len(x.c.tuples) {
		return true
	}
	x.c.Pause()
	return slices.ContainsFunc(x.at(len(chosen), row), func(v *view) bool { return x.inOrder(row, append(slices.Clip(chosen), v)) })
}

// safe checks that no row is unsafe, or no outline is.
func (c *checker) safe() {
	if c.p.Safe == nil {
		return
	}
	x := c.rows(func(int, half) bool { return true }, func(*view) bool { return true })
	by := make([]map[explore.Observation][]*seat, c.p.N)
	for p, all := range x.seats {
		by[p] = map[explore.Observation][]*seat{}
		known := map[string]bool{}
		for _, s := range all {
			if key := fmt.Sprint(s.faces, s.seen); !known[key] {
				known[key] = true
				by[p][s.seen] = append(by[p][s.seen], s)
			}
		}
	}
	seen, left := make([]explore.Observation, c.p.N), make([][]*seat, c.p.N)
	var bad string
	var judge func(p int) bool
	judge = func(p int) bool {
		if p == c.p.N {
			bad = c.p.Safe(slices.Clone(seen))
			return bad != "" && x.fits(left, false)
		}
		for seen[p], left[p] = range by[p] {
			if judge(p + 1) {
				return true
			}
		}
		return false
	}
	if judge(0) {
		if bad = c.unsafe(); bad != "" {
			c.Fail("the views do not exclude this: %s", bad)
		}
	}
}

// live checks that all messages are taken, and no row waits for ever.
func (c *checker) live() {
	if c.blocked != "" {
		c.Fail("%s", c.blocked)
	}
	x := c.rows(func(p int, h half) bool {
		has := c.local[p][c.key(scene{halves: []half{h}})]
		return !has.moves && !(has.asks && c.p.Obliged)
	}, func(v *view) bool {
		return !slices.ContainsFunc(v.msgs, func(all []value) bool { return len(all) > 0 })
	})
	for w := range c.p.N { // one that waits
		left := slices.Clone(x.seats)
		left[w] = slices.DeleteFunc(slices.Clone(left[w]), func(s *seat) bool { return s.seen.Phase != explore.Waiting })
		if x.fits(left, true) {
			c.Fail("the views do not exclude that process %d waits and nothing happens", w+1)
		}
	}
}

// ends checks that messages to oneself do not follow each other without end: again and again, the halves that none follows are left out.
func (c *checker) ends() {
	for edges := c.own; len(edges) > 0; {
		from := map[int]bool{}
		for _, e := range edges {
			from[e[0]] = true
		}
		left := slices.DeleteFunc(slices.Clone(edges), func(e [2]int) bool { return !from[e[1]] })
		if len(left) == len(edges) {
			c.Fail("a process may send itself messages without end")
		}
		edges = left
	}
}
