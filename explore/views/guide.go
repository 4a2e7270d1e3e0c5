package views

import (
	"slices"
	"sort"

	"qcheck/explore"
	"qcheck/explore/internal/plain"
)

// A guide is a Guide in the making, with the closure that it is of: whoever has a Guide need not compile that.
type guide struct {
	c     *closure
	class map[view]int32 // of a view without the last stamp, which states do not show
	rows  [][]int        // of each row, by place and member: a number of fields
	field [][]uint8      // how far the views of each class are from a target
}

const (
	// mostGuided is how many views there are at most where guides are made.
	mostGuided = 100_000
	// mostFields is how many distances there are about, at most.
	mostFields = 100_000_000
	// mostStandings is how many rows are looked at for targets.
	mostStandings = 2000
	// unreachable is a distance that means that no steps lead there.
	unreachable = 255
)

// target is what a requester of a row may be in at a member: one of the tables at which the
// row fits.
type target struct {
	guest  guest
	tables string
}

// mostRows is how many of the rows that are not excluded are of use: those for a guide, or one.
func (c *decision) mostRows() int {
	if c.guides() {
		return mostStandings
	}
	return 1
}

func (c *decision) guides() bool { return c.Limits.Targets > 0 && len(c.views) <= mostGuided }

// lead notes rows that are not excluded, of views which keep, for a guide.
func (c *decision) lead(property explore.Property, rows [][]candidate, keep func(view) bool) {
	if c.guides() {
		c.leads = append(c.leads, func() *Guide { return c.guide(property, rows, keep) })
	}
}

// guide makes a guide.
func (c *decision) guide(property explore.Property, all [][]candidate, keep func(view) bool) *Guide {
	g := &guide{c: c.closure, class: map[view]int32{}}
	// Those of the fewest that wait come first; if there are too many, all kinds are among them.
	waiting := func(row []candidate) (n int) {
		for _, x := range row {
			if c.observe(x.half).Phase == explore.Waiting {
				n++
			}
		}
		return n
	}
	sort.SliceStable(all, func(i, j int) bool { return waiting(all[i]) < waiting(all[j]) })
	every := (len(all) + c.Limits.Targets - 1) / c.Limits.Targets
	back := g.graph()
	tables, wholes := c.tables(keep)
	a := newAutomaton(tables, false)
	numbers := map[int32]int32{}
	for i, whole := range wholes {
		numbers[whole] = a.of[i]
	}
	table := slices.Repeat([]int32{-1}, len(c.views)) // of a view, which table it is at
	for i, v := range c.views {
		if at, ok := numbers[c.whole(v.member)]; ok && keep(v) {
			table[i] = at
		}
	}
	known := map[target]int{}
	for i := 0; i < len(all) && len(g.field)*len(c.views) < mostFields; i += every {
		c.look(0)
		var row []int
		at := make([]string, c.p.N)
		fits := make([]map[int32]bool, c.p.N)
		for m := range c.p.N {
			fits[m], at[m] = c.fits(a, all[i], m)
		}
		for _, x := range all[i] {
			for m := range c.p.N {
				t := target{guest{requester: c.cut(x.half, m), stamped: x.stamped}, at[m]}
				field, ok := known[t]
				if !ok {
					field = len(g.field)
					known[t] = field
					g.field = append(g.field, g.distances(back, func(i int, v view) bool {
						return v.requester == t.guest.requester && (v.own != 0) == t.guest.stamped && fits[m][table[i]]
					}))
				}
				row = append(row, field)
			}
		}
		g.rows = append(g.rows, row)
	}
	return &Guide{property, len(g.rows), g.distance}
}

// graph numbers the classes of views, and returns which steps of views lead to each view.
func (g *guide) graph() [][]int32 {
	c := g.c
	back := make([][]int32, len(c.views))
	var from int32
	c.add = func(v view) {
		i, ok := c.known[v]
		if !ok {
			panic("views: the closure is not closed")
		}
		back[i] = append(back[i], from)
	}
	defer func() { c.add = c.addView }()
	for i, v := range c.views {
		c.look(i)
		from = int32(i)
		c.follows(v)
		if v.last = 0; g.class[v] == 0 {
			g.class[v] = int32(len(g.class) + 1)
		}
	}
	return back
}

// follows adds what follows from a view in one step, by what is known.
func (c *closure) follows(v view) {
	c.moveBy(v, c.moves)
	if in := c.channels.all[v.in]; len(in) > 0 {
		c.take(v, 0, in[0], in[1:])
	}
	c.memberLocal(v)
	member := c.alone(v.member)
	for _, peer := range c.others(v.member) {
		for _, e := range c.events[c.focus(member, peer)] {
			c.meet(v, peer, e)
		}
	}
}

// distances returns how far the views of each class are from a target.
func (g *guide) distances(back [][]int32, is func(i int, v view) bool) []uint8 {
	c := g.c
	far := slices.Repeat([]uint8{unreachable}, len(c.views))
	var reached []int32
	for i, v := range c.views {
		if is(i, v) {
			far[i] = 0
			reached = append(reached, int32(i))
		}
	}
	for at := 0; at < len(reached); at++ {
		i := reached[at]
		for _, j := range back[i] {
			if far[j] == unreachable {
				far[j] = min(far[i]+1, unreachable-1)
				reached = append(reached, j)
			}
		}
	}
	field := slices.Repeat([]uint8{unreachable}, len(g.class)+1)
	for i, v := range c.views {
		v.last = 0
		k := g.class[v]
		field[k] = min(field[k], far[i])
	}
	return field
}

// fits returns the members' halves that a row fits at a member, by their numbers among tables, also as a text.
func (c *decision) fits(a *automaton, row []candidate, m int) (map[int32]bool, string) {
	state := int32(first)
	for _, x := range row {
		state = a.read(state, guest{requester: c.cut(x.half, m), stamped: x.stamped})
	}
	all := map[int32]bool{}
	var text []byte
	for _, s := range a.states.all[state] {
		if !all[s.table] {
			all[s.table] = true
			text = number(text, s.table)
		}
	}
	return all, string(text)
}

func (g *guide) distance(target int, s *Halves) (far int, ok bool) {
	c := g.c
	n := c.p.N
	at := make([]int32, n*n)
	_, whole := c.Attempt(func() {
		for i := range n {
			half := c.requesters.Of(plain.PackAny(c.p.requester, s.Requesters[i]))
			for m := range n {
				var in, out []packet
				for _, x := range s.Up[i*n+m] {
					in = append(in, packet{c.ups.Of(plain.PackAny(c.p.up, x.Msg)), uint8(x.Stamp)})
				}
				for _, b := range s.Down[i*n+m] {
					out = append(out, packet{msg: c.downs.Of(plain.PackAny(c.p.down, b))})
				}
				v := view{member: c.member(plain.PackAny(c.p.member, s.Members[m])), requester: c.cut(half, m), in: c.channel(in), out: c.channel(out), own: uint8(s.Stamps[i])}
				if set := c.stampsOf(v); !set.dense() {
					v = c.shiftView(v, shift{within: set})
				}
				v.member = c.focus(v.member, i)
				at[i*n+m] = g.class[v]
			}
		}
	})
	if !whole || slices.Contains(at, 0) {
		return 0, false
	}
	return g.assigned(g.rows[target], at), true
}

// assigned returns the least sum of distances of all views to those of a row, over all ways to
// give the processes places in it.
func (g *guide) assigned(row []int, at []int32) int {
	n := g.c.p.N
	least := slices.Repeat([]int{Unreachable}, 1<<n) // by the places that the first processes have
	least[0] = 0
	for taken := range least {
		if least[taken] == Unreachable {
			continue
		}
		i := explore.Set(taken).Len()
		for place := range n {
			if taken>>place&1 != 0 {
				continue
			}
			sum := least[taken]
			for m := range n {
				d := g.field[row[place*n+m]][at[i*n+m]]
				if d == unreachable {
					sum = Unreachable
					break
				}
				sum += int(d)
			}
			least[taken|1<<place] = min(least[taken|1<<place], sum)
		}
	}
	return least[1<<n-1]
}
