package views

import (
	"fmt"
	"slices"
	"strings"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// A decision is on properties, by views that are closed.
type decision struct {
	*closure
}

// A candidate is a requester's whole half, as one of a row.
type candidate struct {
	half    int32
	role    role
	stamped bool
	kind    int // of what is observed of it
	waits   bool
}

// candidates lists the halves that an automaton can read at all, by what is observed of
// them.
func (c *decision) candidates(a *automaton, fits func(half int32) bool) ([]candidate, []explore.Observation) {
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

// whole returns a member's half up to names.
func (c *decision) whole(member int32) int32 {
	member = c.alone(member)
	whole := c.focus(member, 0)
	for i := range c.p.N {
		whole = min(whole, c.focus(member, i))
	}
	return whole
}

// tables returns the options of each peer at the members' halves of the views that keep, and these, each once up to names. A half with a
// peer that has none is in no state.
func (c *decision) tables(keep func(view) bool) (all [][][]option, wholes []int32) {
	by := map[int32]map[option]bool{}
	var keys []int32
	for _, v := range c.views {
		if !keep(v) {
			continue
		}
		key := c.focus(c.alone(v.member), 0)
		if by[key] == nil {
			by[key] = map[option]bool{}
			keys = append(keys, key)
		}
		by[key][option{guest{requester: v.requester, stamped: v.own != 0}, c.place(v.member, v.own)}] = true
	}
	seen := map[int32]bool{}
	for _, key := range keys {
		whole := c.whole(key)
		if seen[whole] {
			continue
		}
		seen[whole] = true
		t := make([][]option, c.p.N)
		empty := false
		for i := range c.p.N {
			t[i] = sortedOptions(by[c.focus(whole, i)])
			empty = empty || len(t[i]) == 0
		}
		if !empty {
			all, wholes = append(all, t), append(wholes, whole)
		}
	}
	return all, wholes
}

// text writes a row.
func (c *decision) text(row []candidate) string {
	var list []string
	for _, x := range row {
		list = append(list, fmt.Sprintf("%+v", c.requester(x.half)))
	}
	return strings.Join(list, ", ")
}

// safe returns why safety is not proved, or nothing.
func (c *decision) safe() string {
	if c.p.Safe == nil {
		return ""
	}
	tables, _ := c.tables(func(view) bool { return true })
	a := newAutomaton(tables, false)
	all, kinds := c.candidates(a, func(int32) bool { return true })
	of := make([]int, len(kinds))
	for _, x := range all {
		of[x.kind]++
	}
	// The rarest first: most often, those that are inside.
	order := make([]int, len(kinds))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return of[i] - of[j] })
	// A tree of what must not be observed: the kinds of a row, in that order.
	type node struct{ next map[int]int32 }
	tree := []node{{map[int]int32{}}}
	multisets(len(kinds), c.p.N, func(places []int) {
		c.look(0)
		seen := make([]explore.Observation, len(places))
		for i, x := range places {
			seen[i] = kinds[order[x]]
		}
		if c.harmless(seen) {
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
	slices.SortStableFunc(all, func(x, y candidate) int { return slices.Index(order, x.kind) - slices.Index(order, y.kind) })
	row := c.firstRow(a, all, func(rest int32, i int) (int32, bool) {
		to, ok := tree[rest].next[all[i].kind]
		return to, ok
	}, func(int32) bool { return true })
	if row == nil {
		return ""
	}
	return "the views do not exclude requesters in the states " + c.text(row)
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
func (c *decision) harmless(seen []explore.Observation) bool {
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
			c.look(0)
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

func (c *decision) judge(row []explore.Observation) string {
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
func (c *decision) live() string {
	if c.blocks != "" {
		return "messages may stay in their channels: " + c.blocks
	}
	empty := c.channel(nil)
	still := func(v view) bool {
		return v.in == empty && v.out == empty && (c.p.Member.Local == nil || c.memberSteps(v.member) == nil)
	}
	tables, _ := c.tables(still)
	a := newAutomaton(tables, true)
	all, _ := c.candidates(a, c.quiet)
	// In a row, those with a stamp come first, in the order of these. Of the others the order
	// does not matter.
	const waits, unstamped = 1, 2
	row := c.firstRow(a, all, func(rest int32, i int) (int32, bool) {
		x := all[i]
		if x.stamped && rest&unstamped != 0 {
			return 0, false
		}
		if !x.stamped {
			rest |= unstamped
		}
		if x.waits {
			rest |= waits
		}
		return rest, true
	}, func(rest int32) bool { return rest&waits != 0 })
	if row == nil {
		return ""
	}
	return "the views do not exclude that all wait, in the states " + c.text(row)
}

// quiet reports whether a requester may have nothing to do by itself but to ask, as some
// process.
func (c *decision) quiet(half int32) bool {
	for self := range c.p.N {
		busy := slices.ContainsFunc(c.acts(self, call{half, -1, -1}), func(x roles.Act[value, value]) bool { return x.Kind != explore.Ask })
		if !busy {
			return true
		}
	}
	return false
}
