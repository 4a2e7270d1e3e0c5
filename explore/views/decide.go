package views

import (
	"fmt"
	"slices"
	"strings"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// A candidate is a requester's whole half, as one of a row.
type candidate struct {
	half    int32
	role    role
	stamped bool
	kind    int // of what is observed of it
	waits   bool
}

// A standing is a row as far as it was read, one state of an automaton for each member, and
// what else matters to what may follow.
type standing struct {
	at   [explore.MaxProcesses]int32
	rest int32
}

// rows finds rows of n candidates that fit at every member, level by level: what may
// follow a row depends on its standing alone. From a standing, choose lists the candidates
// that may follow, by what rest becomes, in order; done says of what rest is in the end
// whether it is such a row. There is one row for each standing in the end; none if no row fits.
//
// Where renaming the members takes candidates to candidates, a row fits if its renamed one
// does: then members in another order are the same.
func (c *closure) rows(a *automaton, all []candidate, choose func(rest int32, each func(i int, rest int32)), done func(rest int32) bool, look func(int)) []func() []candidate {
	type origin struct {
		from int
		last int
	}
	n := c.p.N
	alike := c.alike(all)
	guests := make([][]int32, len(all))
	for i, x := range all {
		for m := range n {
			guests[i] = append(guests[i], a.guests.Of(guest{c.cut(x.half, m), x.stamped, x.role}))
		}
	}
	var begin standing
	for m := range n {
		begin.at[m] = first
	}
	levels := [][]standing{{begin}}
	origins := [][]origin{{{}}}
	work, looked := 0, 0
	for depth := range n {
		known := map[standing]bool{}
		var next []standing
		var from []origin
		for at, s := range levels[depth] {
			choose(s.rest, func(i int, rest int32) {
				if work++; work%1024 == 0 || a.work > looked {
					look(0)
					looked = a.work + 1<<16
				}
				t := standing{rest: rest}
				for m, g := range guests[i] {
					if t.at[m] = a.after(s.at[m], g); t.at[m] == 0 {
						return
					}
				}
				if alike {
					slices.Sort(t.at[:n])
				}
				if !known[t] {
					known[t] = true
					next = append(next, t)
					from = append(from, origin{at, i})
				}
			})
		}
		levels, origins = append(levels, next), append(origins, from)
	}
	var found []func() []candidate
	for last, s := range levels[n] {
		if !done(s.rest) {
			continue
		}
		found = append(found, func() []candidate {
			var row []candidate
			for depth, at := n, last; depth > 0; depth-- {
				o := origins[depth][at]
				row = append(row, all[o.last])
				at = o.from
			}
			slices.Reverse(row)
			return c.unsorted(a, row, alike)
		})
	}
	return found
}

// unsorted returns a row whose halves name the members as they are. Where standings were sorted
// as it was read, its halves name the members in the order that these had by then.
func (c *closure) unsorted(a *automaton, row []candidate, alike bool) []candidate {
	if !alike {
		return row
	}
	n := c.p.N
	at := slices.Repeat([]int32{first}, n)
	to := make([]int, explore.MaxProcesses) // the members in that order
	for i := range to {
		to[i] = i
	}
	var all []candidate
	for _, x := range row {
		y := x
		y.half = c.requesters.Of(c.requesters.All[x.half].Renamed(c.p.requester, to))
		all = append(all, y)
		order := make([]int, n)
		for m := range n {
			order[m] = m
			at[m] = a.read(at[m], guest{c.cut(x.half, m), x.stamped, x.role})
		}
		slices.SortStableFunc(order, func(i, j int) int { return int(at[i] - at[j]) })
		sorted, members := slices.Clone(at), slices.Clone(to)
		for place, m := range order {
			sorted[place], members[place] = at[m], to[m]
		}
		at, to = sorted, members
	}
	return all
}

// alike reports whether every renaming of the members takes candidates to candidates of the
// same kind.
func (c *closure) alike(all []candidate) bool {
	is := map[candidate]bool{}
	for _, x := range all {
		is[x] = true
	}
	to := make([]int, explore.MaxProcesses)
	for i := range c.p.N - 1 {
		for j := range to {
			to[j] = j
		}
		to[i], to[i+1] = i+1, i
		for _, x := range all {
			r := c.requesters.All[x.half].Renamed(c.p.requester, to)
			if h, ok := c.requesters.Known(r); !ok || !is[candidate{h, x.role, x.stamped, x.kind, x.waits}] {
				return false
			}
		}
	}
	return true
}

// candidates lists the halves that an automaton can read at all, by what is observed of
// them.
func (c *closure) candidates(a *automaton, fits func(half int32) bool) ([]candidate, []explore.Observation) {
	var kinds []explore.Observation
	var all []candidate
	for _, half := range c.halves {
		if !fits(half) {
			continue
		}
		o := c.observe(half)
		kind := slices.Index(kinds, o)
		if kind < 0 {
			kind = len(kinds)
			kinds = append(kinds, o)
		}
		for _, stamped := range []bool{true, false} {
			read := true
			for m := range c.p.N {
				read = read && a.read(first, guest{requester: c.cut(half, m), stamped: stamped}) != 0
			}
			if read {
				all = append(all, candidate{half: half, stamped: stamped, kind: kind, waits: o.Phase == explore.Waiting})
			}
		}
	}
	return all, kinds
}

// text writes a row.
func (c *closure) text(row []candidate) string {
	var list []string
	for _, x := range row {
		list = append(list, fmt.Sprintf("%+v", c.requester(x.half)))
	}
	return strings.Join(list, ", ")
}

// safe returns why safety is not proved, or nothing.
func (c *closure) safe(look func(int)) string {
	if c.p.Safe == nil {
		return ""
	}
	a := newAutomaton(c.tables(func(view) bool { return true }), false)
	all, kinds := c.candidates(a, func(int32) bool { return true })
	of := make([][]int, len(kinds))
	for i, x := range all {
		of[x.kind] = append(of[x.kind], i)
	}
	// The rarest first: most often, those that are inside.
	order := make([]int, len(kinds))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return len(of[i]) - len(of[j]) })
	// A tree of what must not be observed: the kinds of a row, in that order.
	type node struct{ next map[int]int32 }
	tree := []node{{map[int]int32{}}}
	multisets(len(kinds), c.p.N, func(places []int) {
		look(0)
		seen := make([]explore.Observation, len(places))
		for i, x := range places {
			seen[i] = kinds[order[x]]
		}
		if c.harmless(seen, look) {
			return
		}
		at := int32(0)
		for _, x := range places {
			kind := order[x]
			to, ok := tree[at].next[kind]
			if !ok {
				to = int32(len(tree))
				tree = append(tree, node{map[int]int32{}})
				tree[at].next[kind] = to
			}
			at = to
		}
	})
	if len(tree) == 1 {
		return ""
	}
	rows := c.rows(a, all, func(rest int32, each func(int, int32)) {
		for _, kind := range order {
			if to, ok := tree[rest].next[kind]; ok {
				for _, i := range of[kind] {
					each(i, to)
				}
			}
		}
	}, func(int32) bool { return true }, look)
	if len(rows) == 0 {
		return ""
	}
	c.lead(explore.Safety, rows, func(view) bool { return true })
	return "the views do not exclude requesters in the states " + c.text(rows[0]())
}

// multisets calls f with each non-decreasing list of so many numbers below kinds.
func multisets(kinds, size int, f func([]int)) {
	list := make([]int, 0, size)
	var fill func(from int)
	fill = func(from int) {
		if len(list) == size {
			f(list)
			return
		}
		for k := from; k < kinds; k++ {
			list = append(list, k)
			fill(k)
			list = list[:len(list)-1]
		}
	}
	fill(0)
}

// harmless reports whether Safe finds nothing wrong with what is observed, whichever process
// it is of.
func (c *closure) harmless(seen []explore.Observation, look func(int)) bool {
	left := map[explore.Observation]int{}
	var distinct []explore.Observation
	for _, o := range seen {
		if left[o] == 0 {
			distinct = append(distinct, o)
		}
		left[o]++
	}
	row := make([]explore.Observation, 0, len(seen))
	var try func() bool
	try = func() bool {
		if len(row) == len(seen) {
			look(0)
			return c.judge(slices.Clone(row)) == ""
		}
		for _, o := range distinct {
			if left[o] == 0 {
				continue
			}
			left[o]--
			row = append(row, o)
			ok := try()
			row = row[:len(row)-1]
			left[o]++
			if !ok {
				return false
			}
		}
		return true
	}
	return try()
}

func (c *closure) judge(row []explore.Observation) string {
	defer func() {
		if x := recover(); x != nil {
			c.panicked("safety", row, x)
		}
	}()
	return c.p.Safe(row)
}

// live returns why freedom of deadlock is not proved, or nothing. In a deadlock all channels
// are empty, since every message is taken; no requester and no member has a local step but
// to ask, and somebody waits.
func (c *closure) live(look func(int)) string {
	if c.blocks != "" {
		return "messages may stay in their channels: " + c.blocks
	}
	empty := c.channel(nil)
	still := func(v view) bool {
		return v.in == empty && v.out == empty && (c.p.Member.Local == nil || c.memberSteps(v.member) == nil)
	}
	a := newAutomaton(c.tables(still), true)
	all, _ := c.candidates(a, c.quiet)
	// In a row, those with a stamp come first, in the order of these. Of the others the order
	// does not matter.
	const waits, unstamped = 1, 2
	rows := c.rows(a, all, func(rest int32, each func(int, int32)) {
		for i, x := range all {
			if x.stamped && rest&unstamped != 0 {
				continue
			}
			to := rest
			if !x.stamped {
				to |= unstamped
			}
			if x.waits {
				to |= waits
			}
			each(i, to)
		}
	}, func(rest int32) bool { return rest&waits != 0 }, look)
	if len(rows) == 0 {
		return ""
	}
	c.lead(explore.DeadlockFreedom, rows, still)
	return "the views do not exclude that all wait, in the states " + c.text(rows[0]())
}

// quiet reports whether a requester may have nothing to do by itself but to ask, as some
// process.
func (c *closure) quiet(half int32) bool {
	for self := range c.p.N {
		busy := slices.ContainsFunc(c.acts(self, call{half, -1, -1}), func(x roles.Act[value, value]) bool { return x.Kind != explore.Ask })
		if !busy {
			return true
		}
	}
	return false
}
