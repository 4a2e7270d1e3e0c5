package certify

import (
	"slices"
	"strconv"
	"strings"

	"qcheck/explore"
)

// Starvation-freedom: see explore/views/limits.go for the theorem.

// The roles of a requester where processes wait for ever.
const (
	starved = iota // it waits with the least stamp
	passing
	waiting // another one that waits, where these are told apart
	roleCount
)

func (x vertex) role() int {
	switch {
	case x.p.Has(0):
		return starved
	case x.others.Has(0):
		return waiting
	}
	return passing
}

func (c *checker) waits(r int32) bool { return c.observed[r].Phase == explore.Waiting }

// demands checks what the theorem needs. That every message is taken is known from freedom of
// deadlock.
func (c *checker) demands() {
	switch {
	case !c.p.Clock.TickOnFresh:
		c.Fail("clocks need not tick for a fresh stamp")
	case c.p.Member.Local != nil:
		c.Fail("members have local steps")
	}
	for i, v := range c.views {
		if c.line = c.lines[i]; v.own == 0 && c.waits(v.half) {
			c.Fail("a requester waits without a stamp")
		}
	}
	c.line = 0
	var wait []bool
	for _, h := range c.halves {
		wait = append(wait, c.waits(h))
		for m := range c.p.N {
			if c.waits(c.cut(h, m)) != c.waits(h) {
				c.Fail("whether a requester waits is not seen in what of its state concerns one member")
			}
		}
	}
	for _, y := range c.paces {
		switch {
		case wait[y.to] && !wait[y.from] && !y.fresh:
			c.Fail("a requester begins to wait without a fresh stamp")
		case wait[y.to] && wait[y.from] && y.fresh:
			reached := map[int32]bool{y.to: true}
			for n := 0; n < len(reached); {
				n = len(reached)
				for _, z := range c.paces {
					if reached[z.from] && wait[z.to] {
						reached[z.to] = true
					}
				}
			}
			if reached[y.from] {
				c.Fail("a requester that waits may make fresh stamps without end")
			}
		}
	}
}

// A life says how long something is left: its numbers, one for each round, and the rule by which it
// is taken away after these; "" if it is left in the end.
type life struct {
	numbers []int
	rule    string
	line    int
}

// lived reads what is said of a view, or a half.
func (c *checker) lived(text string) (all []life) {
	for part := range strings.FieldsSeq(text) {
		list := strings.Split(part, ".")
		l := life{rule: list[len(list)-1], line: c.line}
		for _, digits := range list[:len(list)-1] {
			n, err := strconv.ParseUint(digits, 10, 31)
			if err != nil {
				c.Fail("%v", err)
			}
			l.numbers = append(l.numbers, int(n))
		}
		all = append(all, l)
	}
	return all
}

// isFair checks freedom of starvation: for any processes that wait for ever, or for each number of
// them.
func (c *checker) isFair() {
	c.demands()
	kinds := len(c.ofViews[0])
	for _, list := range slices.Concat(c.ofViews, c.ofHalves) {
		if len(list) != kinds || kinds != 1 && kinds != c.p.N {
			c.Fail("it is not said of each view and half what becomes of it, for each number of processes that wait for ever")
		}
	}
	for k := range kinds {
		x := &limits{checker: c, g: newGraph(), apart: kinds > 1}
		x.mark(k)
		x.connect()
		x.remove()
		c.line = 0
		if slices.Contains(x.left[len(x.g.vertices):][:len(c.halves)], true) {
			x.noRow()
		}
	}
}

// limits has the graph of a number of processes that wait for ever, if they are told apart. Behind
// its vertices are the halves, in each role.
type limits struct {
	*checker
	g     *graph
	apart bool
	lives []life
	roles []int
	halfs []int32  // cut to the member, or whole
	holds []uint64 // what is so in each: see the bits
	left  []bool
	edges []edge
}

// An edge is a step, by a move, a notice or a pace.
type edge struct {
	from, to int32
	by       int32
	kind     kind
	gone     bool
}

// What may hold in all of a component; a fair run has an edge that ends it. Behind these are the
// names of local steps.
const (
	waitsOn = 1 << iota // what is not to wait for ever
	toMember
	fromMember
	names = iota
)

// mark makes the vertices, with so many others than p.
func (x *limits) mark(others int) {
	lives := make([][]life, len(x.views))
	for p := range x.p.N {
		for i, v := range x.views {
			if x.line = x.lines[i]; p == 0 {
				lives[i] = x.lived(x.ofViews[i][others])
			}
			for _, set := range (explore.All(x.p.N) &^ explore.SetOf(p)).Subsets(others) {
				for place := 1; place <= 2*x.stampsOf(v).len()+1; place++ {
					y := vertex{int32(i), explore.SetOf(p), set, place}
					if !x.possible(y) || !x.add(x.g, y) {
						continue
					}
					if len(lives[i]) == 0 {
						x.Fail("not all is said of the view where so many processes wait for ever: %d", 1+others)
					}
					holds := uint64(0)
					if x.channels.all[v.in] != "" {
						holds |= toMember
					}
					if x.answered.all[v.out] != "" {
						holds |= fromMember
					}
					x.vertex(lives[i][0], y.role(), v.half, holds)
					lives[i] = lives[i][1:]
				}
			}
		}
	}
	for i, more := range lives {
		if x.line = x.lines[i]; len(more) > 0 {
			x.Fail("more is said of the view than there is")
		}
	}
	for r := range roleCount {
		for i, h := range x.halves {
			list := x.lived(x.ofHalves[i][others])
			if len(list) != roleCount {
				x.Fail("of the half %+v, %d roles are expected", x.requester(h), roleCount)
			}
			x.vertex(list[r], r, h, x.enabled[i]<<names)
		}
	}
}

func (x *limits) vertex(l life, role int, half int32, holds uint64) {
	if x.apart && role == passing && x.waits(half) {
		holds |= waitsOn
	}
	x.lives, x.roles, x.halfs = append(x.lives, l), append(x.roles, role), append(x.halfs, half)
	x.holds, x.left = append(x.holds, holds), append(x.left, role == passing || x.waits(half))
}

// possible reports whether a vertex may be met without end: p waits, with the stamp at the place,
// no other has that, and those that wait have later ones; and somebody may be p.
func (x *limits) possible(y vertex) bool {
	v := x.views[y.view]
	own, waits := x.stampsOf(v).position(v.own), x.waits(v.half)
	if y.role() == starved {
		return waits && own == y.place
	}
	if own == y.place || waits && own < y.place || y.role() == waiting && !waits ||
		y.place%2 == 0 && !x.stamped[v.member].has(explore.Stamp(y.place/2)) {
		return false
	}
	_, ok := x.g.kins[x.kin(y, y.p.Members()[0])]
	return ok
}

// connect makes the edges.
func (x *limits) connect() {
	x.link(x.g)
	for i, y := range x.g.vertices {
		x.follow(x.g, i, func(kind kind, by int32, w view, mark explore.Stamp) {
			k := x.there(kindNames[kind], w)
			back := x.names[x.inverse[k.by]]
			if to, ok := x.g.at[vertex{k.view, renamedSet(y.p, back), renamedSet(y.others, back), x.stampsOf(w).position(mark)}]; ok {
				x.edges = append(x.edges, edge{from: int32(i), to: to, by: by, kind: kind})
			}
		})
	}
	for r := range roleCount {
		at := int32(len(x.g.vertices) + r*len(x.halves))
		for i, y := range x.paces {
			x.edges = append(x.edges, edge{from: at + y.from, to: at + y.to, by: int32(i), kind: whole, gone: y.fresh && r != passing})
		}
	}
}

// A seen is what a view shows of a requester in a role.
type seen struct {
	role int
	half int32
}

// remove checks that each rule applies by which something is taken away, in rounds, when nothing else
// is gone than what was taken away before.
func (x *limits) remove() {
	views, all := len(x.g.vertices), len(x.lives)
	rounds := 0
	for _, l := range x.lives {
		rounds = max(rounds, 1+len(l.numbers))
	}
	class := make([]int, all) // by the numbers so far; halves are apart
	for i := views; i < all; i++ {
		class[i] = 1 + x.roles[i]
	}
	for round := range rounds {
		end := func(rule string, from, to, numbers int, applies func(i int) bool) {
			var gone []int
			for i := from; i < to; i++ {
				if l := x.lives[i]; x.left[i] && l.rule == rule && len(l.numbers) == numbers {
					if x.line = l.line; !applies(i) {
						x.Fail("rule %s does not take away %+v in round %d", rule, x.requester(x.halfs[i]), round+1)
					}
					gone = append(gone, i)
				}
			}
			for _, i := range gone {
				x.left[i] = false
			}
		}
		known := make([]bool, len(x.g.of))
		for i, k := range x.g.own {
			known[k] = known[k] || x.left[i]
		}
		end("c", 0, views, round, func(i int) bool {
			return slices.ContainsFunc(x.g.peers[i], func(k int32) bool { return k < 0 || !known[k] })
		})
		inViews, ofHalves := map[seen]bool{}, map[seen]bool{}
		for i := range views {
			if x.left[i] {
				inViews[seen{x.roles[i], x.halfs[i]}] = true
			}
		}
		end("h", views, all, round, func(i int) bool {
			return !x.atAll(i, func(s seen) bool { return inViews[s] })
		})
		can := map[seen]uint64{} // the local steps that are enabled in all halves left
		for i := views; i < all; i++ {
			if x.left[i] {
				x.atAll(i, func(s seen) bool {
					if !ofHalves[s] {
						ofHalves[s], can[s] = true, ^uint64(0)
					}
					can[s] &= x.holds[i] >> names << names
					return true
				})
			}
		}
		end("h", 0, views, round, func(i int) bool { return !ofHalves[seen{x.roles[i], x.halfs[i]}] })
		labels := x.steps()
		next := map[[2]int]int{}
		for i, l := range x.lives {
			k := [2]int{class[i], l.number(round)}
			if _, ok := next[k]; !ok {
				next[k] = len(next)
			}
			class[i] = next[k]
		}
		holds, met := slices.Repeat([]uint64{^uint64(0)}, len(next)), make([]uint64, len(next))
		for i := range x.edges {
			e := &x.edges[i]
			from, to := x.lives[e.from], x.lives[e.to]
			switch {
			case e.gone:
			case from.number(round) < to.number(round):
				x.line = from.line
				x.Fail("a number goes up in round %d", round+1)
			case from.number(round) > to.number(round):
				e.gone = true
			case e.kind == messageTaken:
				met[class[e.from]] |= toMember
			case e.kind == answerTaken:
				met[class[e.from]] |= fromMember
			case e.kind == otherMove:
				met[class[e.from]] |= labels[x.roles[e.from]][e.by]
			case e.kind == whole:
				met[class[e.from]] |= x.paces[e.by].name << names
			}
		}
		for i := range x.lives {
			if x.left[i] {
				h := x.holds[i]
				if i < views {
					h |= can[seen{x.roles[i], x.halfs[i]}]
				}
				holds[class[i]] &= h
			}
		}
		end("f", 0, all, round+1, func(i int) bool { return holds[class[i]]&^met[class[i]] != 0 })
	}
	for i, l := range x.lives {
		if x.line = l.line; x.left[i] && l.rule != "" {
			x.Fail("rule %s does not take away %+v", l.rule, x.requester(x.halfs[i]))
		}
	}
}

func (l life) number(round int) int {
	if round < len(l.numbers) {
		return l.numbers[round]
	}
	return 0
}

// atAll reports whether f is true of a half as each member sees it.
func (x *limits) atAll(i int, f func(seen) bool) bool {
	for m := range x.p.N {
		if !f(seen{x.roles[i], x.cut(x.halfs[i], m)}) {
			return false
		}
	}
	return true
}

// steps takes away edges that no run has without end. It returns the names of local steps that
// are left and of which a move is, by role.
func (x *limits) steps() (labels [roleCount][]uint64) {
	var moved, made [roleCount][]bool
	for r := range roleCount {
		moved[r], made[r], labels[r] = make([]bool, len(x.moves)), make([]bool, len(x.moves)), make([]uint64, len(x.moves))
	}
	taken := make([]bool, len(x.g.notices))
	for i := range x.edges {
		e := &x.edges[i]
		e.gone = e.gone || !x.left[e.from] || !x.left[e.to]
		switch {
		case e.gone:
		case e.kind == messageTaken:
			taken[e.by] = true
		case e.kind <= otherMove:
			moved[x.roles[e.from]][e.by] = true
		}
	}
	for i := range x.edges {
		e := &x.edges[i]
		if e.gone || e.kind != whole {
			continue
		}
		y, r := x.paces[e.by], x.roles[e.from]
		moves := y.moves[:x.p.N]
		if e.gone = slices.ContainsFunc(moves, func(m int32) bool { return !moved[r][m] }); !e.gone {
			for _, m := range moves {
				made[r][m] = true
				labels[r][m] |= y.name << names
			}
		}
	}
	for i := range x.edges {
		e := &x.edges[i]
		e.gone = e.gone || e.kind == otherTaken && !taken[e.by] || e.kind <= otherMove && !made[x.roles[e.from]][e.by]
	}
	return labels
}

// noRow checks that no row of halves left fits: p's first, then those that wait, in the order of their
// stamps, and then the others.
func (x *limits) noRow() {
	h := x.opened(x.g, true, func(i int) bool { return x.left[i] })
	var whole []guest
	for i := len(x.g.vertices); i < len(x.lives); i++ {
		if x.left[i] {
			whole = append(whole, guest{x.halfs[i], x.says(x.roles[i], x.halfs[i])})
		}
	}
	const begun, late = 1, 2
	x.none(h, x.candidates(h, whole, func(y guest) any { return y.says }), func(rest int, y candidate) (int, bool) {
		if (y.says == first) != (rest == 0) || y.says != "" && rest&late != 0 {
			return 0, false
		}
		if rest |= begun; y.says == "" {
			rest |= late
		}
		return rest, true
	}, func(int) bool { return true })
}

// says returns what stands behind a guest: first for p.
func (c *checker) says(role int, half int32) string {
	switch {
	case !c.waits(half):
		return ""
	case role == starved:
		return first
	case role == waiting:
		return "@w"
	}
	return "@o"
}

const first = "@"
