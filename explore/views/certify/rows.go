package certify

import (
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// A guest is a requester as a member sees it: its half, cut, and whether its request has a
// stamp.
type guest[R comparable] struct {
	half    R
	stamped bool
}

// A fact says which guests no member has together.
type fact[R comparable] struct {
	line   int
	guests []guest[R]
}

// A table is a member's half: for each of its requesters, the places that the stamp of a
// guest may have among those of the member.
type table []map[int][]int

// A hall has the tables of some views, and the facts that are true of them.
type hall[R comparable] struct {
	ordered bool // guests have to be in the order of their stamps
	number  map[guest[R]]int
	stamped []bool // of guests
	tables  []table
	facts   map[string]bool

	rows   [][]int // of guests, without a fact
	rowAt  map[string]int
	longer []map[int]int // of a row: the one with another guest; -1 if there is a fact
}

// opened returns the hall of the views that are wanted, and checks the facts.
func (c *checker[R, M, A, B]) opened(ordered bool, wanted func(view[R, M]) bool, facts []fact[R]) *hall[R] {
	h := &hall[R]{ordered: ordered, number: map[guest[R]]int{}, facts: map[string]bool{}, rowAt: map[string]int{}}
	options := map[M]map[int][]int{} // of requester 0
	for v, i := range c.known {
		if !wanted(c.views[i]) {
			continue
		}
		g := guest[R]{v.half, v.own != 0}
		id, ok := h.number[g]
		if !ok {
			id = len(h.stamped)
			h.number[g], h.stamped = id, append(h.stamped, g.stamped)
		}
		m, place := c.alone(v.member), position(c.stamps(v.member), v.own)
		if options[m] == nil {
			options[m] = map[int][]int{}
		}
		if !slices.Contains(options[m][id], place) {
			options[m][id] = append(options[m][id], place)
		}
	}
	seen, same := map[M]bool{}, map[string]bool{}
	for _, v := range c.views {
		m := c.alone(v.member)
		if seen[m] {
			continue
		}
		seen[m] = true
		var t table
		for i := range c.p.N {
			if of := options[c.exchanged(m, i)]; of != nil {
				t = append(t, of)
			}
		}
		if len(t) == c.p.N && !same[text(t)] {
			same[text(t)] = true
			h.tables = append(h.tables, t)
		}
	}
	for i, f := range facts {
		c.line = f.line
		c.pause(i)
		var ids []int
		for _, g := range f.guests {
			id, ok := h.number[g]
			if !ok {
				c.fail("no view has the requester %+v", g)
			}
			ids = append(ids, id)
		}
		if ids = h.sorted(ids); slices.ContainsFunc(h.tables, func(t table) bool { return h.seated(t, ids, 0, 0) }) {
			c.fail("some member may have these requesters together")
		}
		h.facts[key(ids)] = true
	}
	c.line = 0
	h.row(nil)
	return h
}

// text tells tables apart.
func text(t table) string {
	var list []string
	for _, options := range t {
		for _, places := range options {
			slices.Sort(places)
		}
		list = append(list, fmt.Sprint(options))
	}
	slices.Sort(list)
	return fmt.Sprint(list)
}

func key(ids []int) string {
	var b []byte
	for _, id := range ids {
		b = append(b, byte(id), byte(id>>8), byte(id>>16))
	}
	return string(b)
}

// sorted returns guests in an order that tells the same: the order of those with stamps is
// kept where it is one.
func (h *hall[R]) sorted(ids []int) []int {
	ids = slices.Clone(ids)
	slices.SortStableFunc(ids, func(i, j int) int {
		switch {
		case !h.ordered || !h.stamped[i] && !h.stamped[j]:
			return i - j
		case h.stamped[i] == h.stamped[j]:
			return 0
		case h.stamped[i]:
			return -1
		}
		return 1
	})
	return ids
}

// seated reports whether guests find seats of their own at a table, after those that are
// taken.
func (h *hall[R]) seated(t table, ids []int, taken uint, last int) bool {
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

// row numbers a row of guests without a fact.
func (h *hall[R]) row(ids []int) int {
	k := key(ids)
	at, ok := h.rowAt[k]
	if !ok {
		at = len(h.rows)
		h.rowAt[k] = at
		h.rows, h.longer = append(h.rows, ids), append(h.longer, map[int]int{})
	}
	return at
}

// with returns the row with another guest; -1 if there is a fact, or one that no view has.
func (h *hall[R]) with(row, id int) int {
	to, ok := h.longer[row][id]
	if !ok {
		ids := h.rows[row]
		for some := range 1 << len(ids) {
			var part []int
			for i, old := range ids {
				if some>>i&1 != 0 {
					part = append(part, old)
				}
			}
			if h.facts[key(h.sorted(append(part, id)))] {
				to = -1
			}
		}
		if to == 0 {
			to = h.row(h.sorted(append(slices.Clone(ids), id)))
		}
		h.longer[row][id] = to
	}
	return to
}

// A candidate is a half that may be in a row, with what it is at each member.
type candidate[R comparable] struct {
	half     R
	guests   []int
	stamped  bool
	observed explore.Observation
}

func (c *checker[R, M, A, B]) candidates(h *hall[R], wanted func(R) bool) (all []candidate[R]) {
	for _, r := range c.halves {
		if !wanted(r) {
			continue
		}
		for _, stamped := range []bool{true, false} {
			x := candidate[R]{half: r, stamped: stamped}
			c.handler(func() { x.observed = c.p.Requester.Observe(r) })
			for m := range c.p.N {
				if id, ok := h.number[guest[R]{cut(r, m), stamped}]; ok {
					x.guests = append(x.guests, id)
				}
			}
			if len(x.guests) == c.p.N {
				all = append(all, x)
			}
		}
	}
	return all
}

// none checks that each row has a fact at some member. choose returns which candidates may
// follow a row.
func (c *checker[R, M, A, B]) none(h *hall[R], choose func(row []candidate[R]) []candidate[R]) {
	tried := 0
	var extend func(row []candidate[R], at []int)
	extend = func(row []candidate[R], at []int) {
		for _, x := range choose(row) {
			c.pause(tried)
			tried++
			to := make([]int, c.p.N)
			for m := range to {
				if to[m] = h.with(at[m], x.guests[m]); to[m] < 0 {
					to = nil
					break
				}
			}
			switch {
			case to == nil:
			case len(row)+1 == c.p.N:
				var list []R
				for _, y := range append(row, x) {
					list = append(list, y.half)
				}
				c.fail("nothing says why requesters in these states are not together: %+v", list)
			default:
				extend(append(slices.Clone(row), x), to)
			}
		}
	}
	extend(nil, make([]int, c.p.N))
}

// isSafe checks safety.
func (c *checker[R, M, A, B]) isSafe() {
	if c.p.Safe == nil {
		return
	}
	h := c.opened(false, func(view[R, M]) bool { return true }, c.safe)
	by := map[explore.Observation][]candidate[R]{}
	var kinds []explore.Observation
	for _, x := range c.candidates(h, func(R) bool { return true }) {
		if by[x.observed] == nil {
			kinds = append(kinds, x.observed)
		}
		by[x.observed] = append(by[x.observed], x)
	}
	first := func(o explore.Observation) int { // those that are inside: too many of them are wrong
		if o.Phase == explore.Inside {
			return 0
		}
		return len(by[o])
	}
	slices.SortStableFunc(kinds, func(a, b explore.Observation) int { return first(a) - first(b) })
	var judge func(from int, row []explore.Observation)
	judge = func(from int, row []explore.Observation) {
		if len(row) < c.p.N {
			for i := from; i < len(kinds); i++ {
				judge(i, append(slices.Clone(row), kinds[i]))
			}
			return
		}
		if slices.ContainsFunc(c.names, func(order []int) (wrong bool) {
			all := make([]explore.Observation, len(row))
			for i, p := range order {
				all[p] = row[i]
			}
			c.handler(func() { wrong = c.p.Safe(all) != "" })
			return wrong
		}) {
			c.none(h, func(of []candidate[R]) []candidate[R] { return by[row[len(of)]] })
		}
	}
	judge(0, nil)
}

// isLive checks freedom of deadlock.
func (c *checker[R, M, A, B]) isLive() {
	if c.blocked != "" {
		c.fail("messages may stay in their channels: %s", c.blocked)
	}
	h := c.opened(true, func(v view[R, M]) bool {
		return v.in == "" && v.out == "" && len(c.answers(call[M]{v.member, -1, 0, 0})) == 0
	}, c.live)
	quiet := c.candidates(h, func(r R) bool {
		idle := false // as some process
		for self := range c.p.N {
			var acts []roles.Act[R, A]
			c.handler(func() { acts = c.p.Requester.Local(self, r) })
			idle = idle || !slices.ContainsFunc(acts, func(x roles.Act[R, A]) bool { return x.Kind != explore.Ask })
		}
		return idle
	})
	waits := func(x candidate[R]) bool { return x.observed.Phase == explore.Waiting }
	// Those with stamps come first, in the order of these.
	var lists [2][2][]candidate[R]
	for _, x := range quiet {
		for i := range 2 {
			for j := range 2 {
				if (i == 0 || !x.stamped) && (j == 0 || waits(x)) {
					lists[i][j] = append(lists[i][j], x)
				}
			}
		}
	}
	c.none(h, func(row []candidate[R]) []candidate[R] {
		unstamped, last := 0, 0
		if len(row) > 0 && !row[len(row)-1].stamped {
			unstamped = 1
		}
		if len(row) == c.p.N-1 && !slices.ContainsFunc(row, waits) {
			last = 1
		}
		return lists[unstamped][last]
	})
}
