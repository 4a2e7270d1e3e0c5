package certify

import (
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// A guest is a requester as a member sees it: its half, cut, and what a fact says of it: "@" if its
// request has a stamp; where somebody waits for ever, see limits.says.
type guest struct {
	half value
	says string
}

// A fact says which guests no member has together.
type fact struct {
	line   int
	guests []guest
}

// A table is a member's half: for each of its requesters, the places that the stamp of a
// guest may have among those of the member.
type table []map[int][]int

// A hall has the tables of some views, and the facts that are true of them.
type hall struct {
	ordered bool // guests have to be in the order of their stamps
	number  map[guest]int
	tables  []table
	facts   map[string]bool // of guests in a row
	rows    map[string]*row
}

// A row is of guests at a member: what it becomes by one more, which is found once.
type row struct {
	ids  []int
	next map[int]longer
}

// A longer row may have a fact that ends with its last guest.
type longer struct {
	*row
	has bool
}

// opened returns the hall of the vertices that are wanted, and checks the facts.
func (c *checker) opened(g *graph, ordered bool, wanted func(i int) bool, facts []fact) *hall {
	h := &hall{ordered: ordered, number: map[guest]int{}, facts: map[string]bool{}, rows: map[string]*row{}}
	options := map[int32]map[int][]int{} // by kin
	for i, x := range g.vertices {
		if !wanted(i) {
			continue
		}
		v, mark := c.marked(x)
		y := guest{half: v.half}
		if x.p != 0 {
			y.says = c.says(x.role(), v.half)
		} else if v.own != 0 {
			y.says = stampMark
		}
		id, ok := h.number[y]
		if !ok {
			id = len(h.number)
			h.number[y] = id
		}
		place := 0
		if y.says != "" {
			place = position(c.stamps(v.member, mark), v.own)
		}
		k := g.own[i]
		if options[k] == nil {
			options[k] = map[int][]int{}
		}
		if !slices.Contains(options[k][id], place) {
			options[k][id] = append(options[k][id], place)
		}
	}
	known := map[string]bool{}
	for i, own := range g.own {
		kins := append(slices.Clone(g.peers[i]), own)
		slices.Sort(kins)
		if key := fmt.Sprint(kins); known[key] || slices.ContainsFunc(kins, func(k int32) bool { return options[k] == nil }) {
			continue
		} else {
			known[key] = true
		}
		var t table
		for _, k := range kins {
			t = append(t, options[k])
		}
		h.tables = append(h.tables, t)
	}
	for _, f := range facts {
		c.line = f.line
		c.pause()
		var ids []int
		for _, g := range f.guests {
			id, ok := h.number[g]
			if !ok {
				c.fail("no view has the requester %+v%s", c.of.requester.of(g.half), g.says)
			}
			ids = append(ids, id)
		}
		if slices.ContainsFunc(h.tables, func(t table) bool { return h.seated(t, ids, 0, 0) }) {
			c.fail("some member may have these requesters together")
		}
		h.facts[h.key(ids)] = true
	}
	c.line = 0
	return h
}

// key tells rows apart, in their order where that matters.
func (h *hall) key(ids []int) string {
	if !h.ordered {
		ids = slices.Sorted(slices.Values(ids))
	}
	return fmt.Sprint(ids)
}

// seated reports whether guests find seats of their own at a table, after those that are
// taken.
func (h *hall) seated(t table, ids []int, taken uint, last int) bool {
	if len(ids) == 0 {
		return true
	}
	for peer, options := range t {
		if taken>>peer&1 != 0 {
			continue
		}
		for _, place := range options[ids[0]] {
			after := last
			if h.ordered && place != 0 {
				// At a stamp of the member there is one requester, in a gap there may be more.
				if place < last || place == last && place%2 == 0 {
					continue
				}
				after = place
			}
			if h.seated(t, ids[1:], taken|1<<peer, after) {
				return true
			}
		}
	}
	return false
}

// row returns the row of these guests.
func (h *hall) row(ids []int) *row {
	k := h.key(ids)
	if h.rows[k] == nil {
		h.rows[k] = &row{ids, map[int]longer{}}
	}
	return h.rows[k]
}

// after returns a row with one more guest.
func (h *hall) after(r *row, id int) longer {
	x, ok := r.next[id]
	if !ok {
		for some := range 1 << len(r.ids) {
			var part []int
			for i, id := range r.ids {
				if some>>i&1 != 0 {
					part = append(part, id)
				}
			}
			x.has = x.has || h.facts[h.key(append(part, id))]
		}
		x.row = h.row(append(slices.Clone(r.ids), id))
		r.next[id] = x
	}
	return x
}

// A candidate is a half that may be in a row, with what it is at each member.
type candidate struct {
	guest
	guests   []int
	observed explore.Observation
}

func (c *checker) candidates(h *hall, whole []guest) (all []candidate) {
	for _, y := range whole {
		x := candidate{guest: y, observed: c.p.Requester.Observe(y.half)}
		for m := range c.p.N {
			if id, ok := h.number[guest{c.cut(y.half, m), y.says}]; ok {
				x.guests = append(x.guests, id)
			}
		}
		if len(x.guests) == c.p.N {
			all = append(all, x)
		}
	}
	return all
}

// whole returns the halves that are wanted, with stamps and without.
func (c *checker) whole(wanted func(value) bool) (all []guest) {
	for _, r := range c.halves {
		if wanted(r) {
			all = append(all, guest{r, stampMark}, guest{r, ""})
		}
	}
	return all
}

// none checks that each row of candidates, of which each may follow those before it, has a
// fact at some member.
func (c *checker) none(h *hall, next func(row []candidate) []candidate) {
	c.noneAfter(h, nil, slices.Repeat([]*row{h.row(nil)}, c.p.N), next)
}

// noneAfter does, of rows that begin so; at has, for each member, what the row is there.
func (c *checker) noneAfter(h *hall, begin []candidate, at []*row, next func(row []candidate) []candidate) {
	if len(begin) == c.p.N {
		var halves []any
		for _, x := range begin {
			halves = append(halves, c.of.requester.of(x.half))
		}
		c.fail("nothing says why requesters in these states are not together: %+v", halves)
	}
	to := make([]*row, c.p.N)
	for _, x := range next(begin) {
		c.pause()
		has := false
		for m := 0; m < c.p.N && !has; m++ {
			y := h.after(at[m], x.guests[m])
			to[m], has = y.row, y.has
		}
		if !has {
			c.noneAfter(h, append(slices.Clone(begin), x), slices.Clone(to), next)
		}
	}
}

// isSafe checks safety.
func (c *checker) isSafe() {
	if c.p.Safe == nil {
		return
	}
	h := c.opened(c.plain, false, func(int) bool { return true }, c.facts["apart"])
	by := map[explore.Observation][]candidate{}
	var kinds []explore.Observation // those that are inside first: too many of them are wrong
	for _, x := range c.candidates(h, c.whole(func(value) bool { return true })) {
		o := x.observed
		if by[o] == nil && o.Phase == explore.Inside {
			kinds = slices.Insert(kinds, 0, o)
		} else if by[o] == nil {
			kinds = append(kinds, o)
		}
		by[o] = append(by[o], x)
	}
	var judge func(from int, row []explore.Observation)
	judge = func(from int, row []explore.Observation) {
		if len(row) < c.p.N {
			for i := from; i < len(kinds); i++ {
				judge(i, append(slices.Clone(row), kinds[i]))
			}
			return
		}
		if slices.ContainsFunc(c.names, func(order []int) bool {
			all := make([]explore.Observation, len(row))
			for i, p := range order {
				all[p] = row[i]
			}
			return c.p.Safe(all) != ""
		}) {
			c.none(h, func(of []candidate) []candidate { return by[row[len(of)]] })
		}
	}
	judge(0, nil)
}

// isLive checks freedom of deadlock.
func (c *checker) isLive() {
	if c.blocked != "" {
		c.fail("messages may stay in their channels: %s", c.blocked)
	}
	h := c.opened(c.plain, true, func(i int) bool {
		v := c.views[i]
		return v.in == "" && v.out == "" && len(c.answers(call{v.member, -1, 0, 0})) == 0
	}, c.facts["stuck"])
	quiet := c.candidates(h, c.whole(func(r value) bool {
		idle := false // as some process
		for self := range c.p.N {
			idle = idle || !slices.ContainsFunc(c.p.Requester.Local(self, r), func(x roles.Act[value, value]) bool { return x.Kind != explore.Ask })
		}
		return idle
	}))
	waits := func(x candidate) bool { return x.observed.Phase == explore.Waiting }
	// Those with stamps come first, in the order of these.
	c.none(h, func(row []candidate) (all []candidate) {
		late := len(row) > 0 && row[len(row)-1].says == ""
		last := len(row) == c.p.N-1 && !slices.ContainsFunc(row, waits)
		for _, x := range quiet {
			if !(late && x.says != "") && (!last || waits(x)) {
				all = append(all, x)
			}
		}
		return all
	})
}
