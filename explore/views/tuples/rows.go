package tuples

import (
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/explore/internal/table"
)

// A row is a half of each process. It fits if each tuple of it is in a view, and the orders of
// stamps of these views are those of one order.

// A seat is a half of a process, with its faces in the tuples that it is in.
type seat struct {
	half  int32
	faces []int32 // by tuple
	seen  explore.Observation
	// Where orders must fit: how many stamps it has, and which of these a tuple shows, ascending.
	stamps int
	shown  [][]int32
}

// safe says which row Safe rejects, or nothing.
func (c decision) safe() string {
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
		return t.fits(func(p int, o explore.Observation) bool { return o == row[p] })
	}
	if judge(0) {
		if bad = c.unsafe(); bad != "" {
			return "the views do not exclude this: " + bad
		}
	}
	return ""
}

// live says which row of halves without a step may wait for ever, or nothing.
func (c decision) live() string {
	if c.blocked {
		return "a message is not taken in some state of its receiver"
	}
	idle := func(p int, s seat) bool {
		can := c.local[[2]int32{int32(p), s.half}]
		return can == 0 || can == asks && !c.p.Obliged
	}
	t := c.seating(idle, quiet, true)
	for w := range c.p.N { // the first that waits
		if t.fits(func(p int, o explore.Observation) bool { return p > w || (p == w) == (o.Phase == explore.Waiting) }) {
			return fmt.Sprintf("the views do not exclude that process %d waits and nothing happens", w+1)
		}
	}
	return ""
}

// quiet reports whether no message is on its way in a view.
func quiet(v *view) bool {
	for i, line := range v {
		if i%(mostTogether+1) != 0 && line != 0 {
			return false
		}
	}
	return true
}

// A seating has the seats of each process, and the views of each tuple by their faces.
type seating struct {
	c     *closure
	seats [][]seat
	views []map[faces][]int32
	// meets has which faces of two sides are in one view, by tuple.
	meets []map[meeting]bool
	// having has the seats of a process with a face, by tuple, side and face; with has those of
	// another side that meet it, as it is asked for.
	having []map[[2]int32]table.Bits
	with   map[gathering]table.Bits
	// ordered says whether the orders of stamps must fit, too.
	ordered bool
	orders  []map[int32][]relation // of the stamps of a view, by tuple and view, as it is asked for
}

type faces [mostTogether]int32

// A meeting is of the faces of two sides of a view, the first of which is lower.
type meeting struct {
	side, other int
	first, face int32
}

// A gathering is of the seats of another side of a tuple that meet a face of a side.
type gathering struct {
	tuple, side, other int
	face               int32
}

func (c decision) seating(of func(int, seat) bool, by func(*view) bool, ordered bool) *seating {
	n := c.p.N
	t := &seating{
		c: c.closure, seats: make([][]seat, n), ordered: ordered,
		with: map[gathering]table.Bits{}, orders: make([]map[int32][]relation, len(c.tuples)),
	}
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
				if ordered {
					t.noteStamps(&s)
				}
				t.seats[p] = append(t.seats[p], s)
			}
		}
	}
	for i := range c.tuples {
		having := map[[2]int32]table.Bits{}
		for side, p := range c.tuples[i].members {
			for number, s := range t.seats[p] {
				k := [2]int32{int32(side), s.faces[i]}
				if having[k] == nil {
					having[k] = t.nobody(p)
				}
				having[k].Add(number)
			}
		}
		t.having = append(t.having, having)
	}
	return t
}

// nobody returns no seat of a process.
func (t *seating) nobody(p int) table.Bits { return table.NewBits(len(t.seats[p])) }

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

// meet takes from the seats of q those that meet the seat s of p in no view of a tuple that has both, and
// reports whether one is left.
func (t *seating) meet(p int, s seat, q int, left table.Bits) bool {
	for i := range t.c.tuples {
		if x := &t.c.tuples[i]; x.of.Has(p) && x.of.Has(q) {
			left.Meet(t.gathered(gathering{i, x.position(p), x.position(q), s.faces[i]}))
		}
	}
	return left.Len() > 0
}

func (t *seating) gathered(x gathering) table.Bits {
	all, ok := t.with[x]
	if !ok {
		all = t.nobody(t.c.tuples[x.tuple].members[x.other])
		for k, having := range t.having[x.tuple] {
			m := meeting{x.side, x.other, x.face, k[1]}
			if x.other < x.side {
				m = meeting{x.other, x.side, k[1], x.face}
			}
			if int(k[0]) == x.other && t.meets[x.tuple][m] {
				all.Join(having)
			}
		}
		t.with[x] = all
	}
	return all
}

// at returns the views of a tuple with the faces of these seats, one of each process.
func (t *seating) at(i int, row []seat) []int32 {
	var at faces
	for s, p := range t.c.tuples[i].members {
		at[s] = row[p].faces[i]
	}
	return t.views[i][at]
}

// fits reports whether a row fits in which the observations are allowed. The seats of a row are chosen
// one by one: next of the process that has the fewest left which meet all that are chosen.
func (t *seating) fits(allowed func(int, explore.Observation) bool) bool {
	n := len(t.seats)
	left := make([]table.Bits, n)
	for p, all := range t.seats {
		left[p] = t.nobody(p)
		for i, s := range all {
			if allowed(p, s.seen) {
				left[p].Add(i)
			}
		}
	}
	if !t.prune(left) {
		return false
	}
	row := make([]seat, n)
	tried := 0
	var choose func(has explore.Set, left []table.Bits) bool
	choose = func(has explore.Set, left []table.Bits) bool {
		if has.Len() == n {
			return true
		}
		p, fewest := -1, 0
		for q := range n {
			if count := left[q].Len(); !has.Has(q) && (p < 0 || count < fewest) {
				p, fewest = q, count
			}
		}
		has = has.With(p)
		rest := make([]table.Bits, n)
	next:
		for i := range left[p].Each {
			if tried++; tried%256 == 0 {
				t.c.look()
			}
			row[p] = t.seats[p][i]
			for q := range n {
				if rest[q] = slices.Clone(left[q]); !has.Has(q) && !t.meet(p, row[p], q, rest[q]) {
					continue next
				}
			}
			for i := range t.c.tuples {
				if x := &t.c.tuples[i]; x.of.Has(p) && has.Contains(x.of) && len(t.at(i, row)) == 0 {
					continue next
				}
			}
			if (!t.ordered || t.inOrder(row, has)) && choose(has, rest) {
				return true
			}
		}
		return false
	}
	return choose(0, left)
}

// prune takes away the seats that meet none that is left of another process, and reports whether
// each process has some left.
func (t *seating) prune(left []table.Bits) bool {
	for again := true; again; {
		again = false
		for p := range left {
			for i := range left[p].Each {
				t.c.look()
				for q := range left {
					if q != p && !t.meet(p, t.seats[p][i], q, slices.Clone(left[q])) {
						left[p].Remove(i)
						again = true
						break
					}
				}
			}
			if left[p].Len() == 0 {
				return false
			}
		}
	}
	return true
}
