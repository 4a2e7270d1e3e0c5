package certify

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// A guest is a requester as a member sees it: its half, cut, and what is said of it: "@" if its
// request has a stamp; where somebody waits for ever, see limits.says.
type guest struct {
	half int32
	says string
}

// A seat is a place in a table for a guest: the requester that it may be, and where its stamp is among those of the member.
type seat struct{ peer, place int }

// A table is a member's half: for each guest, its seats.
type table map[int][]seat

// A hall has the tables of some views. A state of it is which seats may be taken, at which tables, when some guests have come: it
// is known by its number, and 0 is that of guests who find no seats of their own at any table.
type hall struct {
	ordered bool // guests come in the order of their stamps
	number  map[guest]int
	tables  []table
	states  [][]taken
	known   map[string]int32
	next    [][]int32 // by state and guest: one more than the state that follows
}

// taken are the seats at a table that are, and the place of the last stamp.
type taken struct {
	table int
	seats uint
	last  int
}

// opened returns the hall of the vertices that are wanted.
func (c *checker) opened(g *graph, ordered bool, wanted func(i int) bool) *hall {
	h := &hall{ordered: ordered, number: map[guest]int{}, known: map[string]int32{}}
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
			place = (c.stamped[v.member] | setOf(mark)).position(v.own)
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
		t := table{}
		for peer, k := range kins {
			for id, places := range options[k] {
				for _, place := range places {
					t[id] = append(t[id], seat{peer, place})
				}
			}
		}
		h.tables = append(h.tables, t)
	}
	return h
}

// state returns the number of one.
func (h *hall) state(all []taken) int32 {
	slices.SortFunc(all, func(x, y taken) int {
		return cmp.Or(x.table-y.table, cmp.Compare(x.seats, y.seats), x.last-y.last)
	})
	all = slices.Compact(all)
	var key []byte
	for _, x := range all {
		key = binary.AppendUvarint(binary.AppendUvarint(binary.AppendUvarint(key, uint64(x.table)), uint64(x.seats)), uint64(x.last))
	}
	i, ok := h.known[string(key)]
	if !ok {
		i = int32(len(h.states))
		h.known[string(key)] = i
		h.states, h.next = append(h.states, all), append(h.next, make([]int32, len(h.number)))
	}
	return i
}

// empty returns the state in which nobody has come.
func (h *hall) empty() int32 {
	h.state(nil) // has number 0
	var all []taken
	for i := range h.tables {
		all = append(all, taken{table: i})
	}
	return h.state(all)
}

// after returns the state after one more guest.
func (h *hall) after(state int32, id int) int32 {
	if to := h.next[state][id]; to > 0 {
		return to - 1
	}
	var all []taken
	for _, x := range h.states[state] {
		for _, s := range h.tables[x.table][id] {
			y := taken{x.table, x.seats | 1<<s.peer, x.last}
			if x.seats>>s.peer&1 != 0 {
				continue
			}
			if h.ordered && s.place != 0 {
				// At a stamp of the member there is one requester, in a gap there may be more.
				if s.place < x.last || s.place == x.last && s.place%2 == 0 {
					continue
				}
				y.last = s.place
			}
			all = append(all, y)
		}
	}
	to := h.state(all)
	h.next[state][id] = to + 1
	return to
}

// A candidate is a half that may be in a row, with what it is at each member, and its kind: those that are the same in both are one.
type candidate struct {
	guest
	at   [MostProcesses]int
	kind any
}

func (c *checker) candidates(h *hall, whole []guest, kind func(guest) any) (all []candidate) {
	type form struct {
		at   [MostProcesses]int
		kind any
	}
	known := map[form]bool{}
	for _, y := range whole {
		x, ok := candidate{guest: y, kind: kind(y)}, true
		for m := 0; ok && m < c.p.N; m++ {
			x.at[m], ok = h.number[guest{c.cut(y.half, m), y.says}]
		}
		if f := (form{x.at, x.kind}); ok && !known[f] {
			known[f] = true
			all = append(all, x)
		}
	}
	return all
}

// alike reports whether there is, of each candidate, one of the same kind for which two members have changed their places. Then the
// order of the members does not matter.
func (c *checker) alike(all []candidate) bool {
	for m := range c.p.N - 1 {
		for _, x := range all {
			x.at[m], x.at[m+1] = x.at[m+1], x.at[m]
			if !slices.ContainsFunc(all, func(y candidate) bool { return x.at == y.at && x.kind == y.kind }) {
				return false
			}
		}
	}
	return true
}

// whole returns the halves that are wanted, with stamps and without.
func (c *checker) whole(wanted func(half int32) bool) (all []guest) {
	for _, r := range c.halves {
		if wanted(r) {
			all = append(all, guest{r, stampMark}, guest{r, ""})
		}
	}
	return all
}

// none checks that no row of n candidates has seats at all members. next says whether a candidate may follow a row of which rest is
// to be remembered, 0 of the empty one, and what is to be of the longer one, and done whether such a row counts. Of rows that leave
// the same behind at all members one is looked at.
func (c *checker) none(h *hall, all []candidate, next func(rest int, x candidate) (int, bool), done func(rest int) bool) {
	type standing struct {
		at   [MostProcesses]int32
		rest int
	}
	alike := c.alike(all)
	known := map[standing]bool{}
	var row []candidate
	var extend func(s standing)
	extend = func(s standing) {
		if len(row) == c.p.N {
			if done(s.rest) {
				var halves []any
				for _, x := range row {
					halves = append(halves, c.requester(x.half))
				}
				c.Fail("nothing says why requesters in these states are not together: %+v", halves)
			}
			return
		}
		c.Pause()
		for _, x := range all {
			rest, ok := next(s.rest, x)
			to := standing{rest: rest}
			for m := 0; ok && m < c.p.N; m++ {
				to.at[m] = h.after(s.at[m], x.at[m])
				ok = to.at[m] > 0
			}
			if !ok {
				continue
			}
			if alike {
				slices.Sort(to.at[:c.p.N])
			}
			if !known[to] {
				known[to] = true
				row = append(row, x)
				extend(to)
				row = row[:len(row)-1]
			}
		}
	}
	begin := standing{}
	for m := range c.p.N {
		begin.at[m] = h.empty()
	}
	extend(begin)
}

// isSafe checks safety.
func (c *checker) isSafe() {
	if c.p.Safe == nil {
		return
	}
	h := c.opened(c.plain, false, func(int) bool { return true })
	by := map[explore.Observation][]candidate{}
	var kinds []explore.Observation // those that are inside first: too many of them are wrong
	for _, x := range c.candidates(h, c.whole(func(int32) bool { return true }), func(y guest) any { return c.observed[y.half] }) {
		o := c.observed[x.half]
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
		c.Pause()
		if slices.ContainsFunc(c.names, func(order []int) bool {
			all := make([]explore.Observation, len(row))
			for i, p := range order {
				all[p] = row[i]
			}
			return c.p.Safe(all) != ""
		}) {
			var all []candidate
			for i, o := range row {
				if i == 0 || o != row[i-1] {
					all = append(all, by[o]...)
				}
			}
			c.none(h, all, func(rest int, x candidate) (int, bool) { return rest + 1, x.kind == any(row[rest]) }, func(int) bool { return true })
		}
	}
	judge(0, nil)
}

// isLive checks freedom of deadlock.
func (c *checker) isLive() {
	if c.blocked != "" {
		c.Fail("messages may stay in their channels: %s", c.blocked)
	}
	h := c.opened(c.plain, true, func(i int) bool {
		v := c.views[i]
		return c.channels.all[v.in] == "" && c.answered.all[v.out] == "" && len(c.answers(call{v.member, -1, 0, 0})) == 0
	})
	type kind struct{ stamped, waits bool }
	quiet := c.candidates(h, c.whole(func(r int32) bool {
		idle := false // as some process
		for self := range c.p.N {
			idle = idle || !slices.ContainsFunc(c.p.Requester.Local(self, c.requesters.all[r]), func(x roles.Act[value, value]) bool { return x.Kind != explore.Ask })
		}
		return idle
	}), func(y guest) any { return kind{y.says != "", c.waits(y.half)} })
	// Those with stamps come first, in the order of these.
	const late, waits = 1, 2
	c.none(h, quiet, func(rest int, x candidate) (int, bool) {
		k := x.kind.(kind)
		if k.stamped && rest&late != 0 {
			return 0, false
		}
		if !k.stamped {
			rest |= late
		}
		if k.waits {
			rest |= waits
		}
		return rest, true
	}, func(rest int) bool { return rest&waits != 0 })
}
