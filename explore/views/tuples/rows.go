package tuples

import (
	"context"
	"fmt"
	"slices"

	"qcheck/explore"
)

// A row is a half of each process. It fits if each tuple of it is in a view, and the orders of
// stamps of these views are those of one order.

// A seat is a half of a process, with its faces in the tuples that it is in.
type seat struct {
	half  int32
	faces []int32 // by tuple
	seen  explore.Observation
}

// safe says which row Safe rejects, or nothing.
func (c *closure) safe(ctx context.Context) string {
	if c.p.Safe == nil {
		return ""
	}
	t := c.seating(func(int, seat) bool { return true }, func(*view) bool { return true }, false)
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
		if bad = c.unsafe(ctx); bad != "" {
			return "the views do not exclude this: " + bad
		}
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
	quiet := func(v *view) bool {
		for i, line := range v {
			if i%(mostTogether+1) != 0 && line != 0 {
				return false
			}
		}
		return true
	}
	t := c.seating(idle, quiet, true)
	for w := range c.p.N {
		if t.fits(ctx, func(p int, o explore.Observation) bool { return p != w || o.Phase == explore.Waiting }) {
			return fmt.Sprintf("the views do not exclude that process %d waits and nothing happens", w+1)
		}
	}
	return ""
}

// A seating has the seats of each process, and the views of each tuple by their faces.
type seating struct {
	c     *closure
	seats [][]seat
	views []map[faces][]int32
	// meets has which faces of two sides are in one view, by tuple.
	meets []map[meeting]bool
	// ordered says whether the orders of stamps must fit, too.
	ordered bool
}

type faces [mostTogether]int32

// A meeting is of the faces of two sides of a view, the first of which is lower.
type meeting struct {
	side, other int
	first, face int32
}

func (c *closure) seating(of func(int, seat) bool, by func(*view) bool, ordered bool) *seating {
	n := c.p.N
	t := &seating{c: c, seats: make([][]seat, n), ordered: ordered}
	for i := range c.tuples {
		x := &c.tuples[i]
		views, meets := map[faces][]int32{}, map[meeting]bool{}
		for id := range x.all {
			if !by(&x.all[id]) {
				continue
			}
			var at faces
			for s := range x.sides {
				at[s] = x.sides[s].face[id]
				for r := range s {
					meets[meeting{r, s, at[r], at[s]}] = true
				}
			}
			views[at] = append(views[at], int32(id))
		}
		t.views, t.meets = append(t.views, views), append(t.meets, meets)
	}
	for p := range n {
		seen := map[string]bool{}
		for _, id := range c.whole[p] {
			h := c.halves.All[id]
			s := seat{half: id, seen: c.p.Observe(p, h.L), faces: make([]int32, len(c.tuples))}
			for i := range c.tuples {
				if x := &c.tuples[i]; x.of.Has(p) {
					s.faces[i] = c.face(i, x.position(p), c.cut(h, x.of))
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
func (t *seating) observed(p int) []explore.Observation {
	var all []explore.Observation
	for _, s := range t.seats[p] {
		if !slices.Contains(all, s.seen) {
			all = append(all, s.seen)
		}
	}
	return all
}

// meet reports whether seats of p and q, p < q, are in a view of each tuple that has both.
func (t *seating) meet(p, q int, s, other seat) bool {
	for i := range t.c.tuples {
		if x := &t.c.tuples[i]; x.of.Has(p) && x.of.Has(q) && !t.meets[i][meeting{x.position(p), x.position(q), s.faces[i], other.faces[i]}] {
			return false
		}
	}
	return true
}

// at returns the views of a tuple with the faces of these seats, one of each process.
func (t *seating) at(i int, row []seat) []int32 {
	var at faces
	for s, p := range t.c.tuples[i].members {
		at[s] = row[p].faces[i]
	}
	return t.views[i][at]
}

// fits reports whether a row fits in which the observations are allowed.
func (t *seating) fits(ctx context.Context, allowed func(int, explore.Observation) bool) bool {
	n := len(t.seats)
	left := make([][]seat, n)
	for p, all := range t.seats {
		for _, s := range all {
			if allowed(p, s.seen) {
				left[p] = append(left[p], s)
			}
		}
	}
	// A seat that meets none that is left of another process goes.
	for again := true; again; {
		again = false
		for p := range n {
			for q := range n {
				if p == q {
					continue
				}
				had := len(left[p])
				left[p] = slices.DeleteFunc(left[p], func(s seat) bool {
					return !slices.ContainsFunc(left[q], func(other seat) bool {
						if q < p {
							return t.meet(q, p, other, s)
						}
						return t.meet(p, q, s, other)
					})
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
				if !t.meet(q, p, row[q], s) {
					continue next
				}
			}
			row[p] = s
			for i := range t.c.tuples {
				if x := &t.c.tuples[i]; x.members[len(x.members)-1] == p && len(t.at(i, row)) == 0 {
					continue next
				}
			}
			if choose(p + 1) {
				return true
			}
		}
		return false
	}
	return choose(0)
}
