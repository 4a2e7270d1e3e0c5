package views

import (
	"fmt"
	"slices"
	"strings"

	"qcheck/explore"
	"qcheck/explore/internal/plain"
	"qcheck/explore/roles"
)

// mostRenamed is certify.MostProcesses.
const mostRenamed = 8

// lines returns the certificate of what was proved: see package certify.
func (c *closure) lines(proved func(explore.Property) bool, look func(int)) []string {
	var all []string
	lives := c.lives
	if !proved(explore.StarvationFreedom) {
		lives = nil
	}
	for i, h := range c.halves {
		line := "half\t" + roles.Text(c.p.requester.Type, string(c.requesters.All[h]))
		for _, l := range lives {
			line += "\t" + l.halves[i]
		}
		all = append(all, line)
	}
	ups, downs := texts(c.p.up, c.ups.All), texts(c.p.down, c.downs.All)
	members := texts(c.p.member, c.members.All)
	cuts := texts(c.p.requester, c.requesters.All)
	for i, v := range c.views {
		steps := 0
		if proved(explore.WellDefined) {
			steps = int(c.follow[i]) - 1
		}
		parts := []string{"view", members[v.member], cuts[v.requester], c.sequence(v.in, ups), c.sequence(v.out, downs),
			fmt.Sprint(v.own), fmt.Sprint(v.last), fmt.Sprint(steps)}
		for _, l := range lives {
			parts = append(parts, l.views[i])
		}
		all = append(all, strings.Join(parts, "\t"))
	}
	add := func(kind string, facts [][]guest) {
		for _, f := range facts {
			line := kind
			for _, g := range f {
				if line += "\t" + cuts[g.requester]; g.stamped {
					line += [allRoles]string{starved: "@", passing: "@o", waiting: "@w"}[g.role]
				}
			}
			all = append(all, line)
		}
	}
	if proved(explore.Safety) && c.p.Safe != nil {
		add("apart", c.apart(look))
	}
	if proved(explore.DeadlockFreedom) {
		add("stuck", c.stuck(look))
	}
	for i, l := range lives {
		add(fmt.Sprintf("waits\t%d", i), l.facts)
	}
	return all
}

// A life is what a certificate says of limits of views: by line, what becomes of each view and half
// until it is taken away; and the facts that no row of what is left fits.
type life struct {
	views, halves []string
	facts         [][]guest
}

// life returns what it says of a removal, without facts.
func (x *removal) life() (l life) {
	for i := range x.starving.halves {
		var list []string
		for r := range allRoles {
			list = append(list, x.until(x.half[r], i, x.halfOrder[r]))
		}
		l.halves = append(l.halves, strings.Join(list, " "))
	}
	done := make([]bool, len(x.views))
	for _, v := range x.closure.views {
		var list []string
		for p := range x.p.N {
			x.marks(v, p, func(w marked) {
				if i, ok := x.at[w]; ok && !done[i] {
					done[i] = true
					list = append(list, x.until(x.view, int(i), x.viewOrder))
				}
			})
		}
		l.views = append(l.views, strings.Join(list, " "))
	}
	return l
}

// guests returns facts that no row of what is left fits.
func (x *removal) guests() [][]guest {
	all, next := x.waiters()
	why := &reason{closure: x.closure, a: newAutomaton(x.waitingTables(), true), known: map[string]bool{}, noted: map[string]bool{}, look: x.look}
	why.rule(nil, begin(), func(row []candidate) (may []candidate) {
		has := int32(0)
		if len(row) > 0 {
			has |= some
			if !row[len(row)-1].stamped {
				has |= unstamped
			}
		}
		for i, x := range all {
			if _, ok := next(has, i); ok {
				may = append(may, x)
			}
		}
		return may
	})
	return why.facts
}

// until writes the numbers of something by round, each with a point behind it, and the rule that
// takes it away; nothing if it is not there.
func (x *removal) until(left []bool, i int, numbers [][]int32) (text string) {
	stage, gone := x.ends[&left[i]]
	if !left[i] && !gone {
		return "-"
	}
	if !gone {
		stage = x.stage
	}
	for _, of := range numbers[:(stage+1)/3] { // the last rule of a round has its numbers
		text += fmt.Sprint(of[i]) + "."
	}
	if gone {
		text += "chf"[stage%3 : stage%3+1]
	}
	return text
}

func texts(form *plain.Form, values []value) []string {
	var all []string
	for _, v := range values {
		all = append(all, roles.Text(form.Type, string(v)))
	}
	return all
}

// sequence writes a channel.
func (c *closure) sequence(channel int32, texts []string) string {
	var list []string
	for _, k := range c.channels.all[channel] {
		text := texts[k.msg]
		if k.stamp != 0 {
			text += fmt.Sprintf("@%d", k.stamp)
		}
		list = append(list, text)
	}
	if list == nil {
		return "-"
	}
	return strings.Join(list, ",")
}

// A reason finds facts: which guests no member has together, so that each row that is tried
// has one at some member.
type reason struct {
	*closure
	a     *automaton
	facts [][]guest
	known map[string]bool
	noted map[string]bool // of rows of guests
	key   []byte          // of such a row
	look  func(int)
}

func (c *closure) reason(ordered bool, keep func(view) bool, look func(int)) (*reason, map[guest]bool) {
	seen := map[guest]bool{}
	for _, v := range c.views {
		if keep(v) {
			seen[guest{requester: v.requester, stamped: v.own != 0}] = true
		}
	}
	return &reason{closure: c, a: newAutomaton(c.tables(keep), ordered), known: map[string]bool{}, noted: map[string]bool{}, look: look}, seen
}

// among lists the candidates of which all guests were seen.
func (x *reason) among(seen map[guest]bool, wanted func(int32) bool) (all []candidate) {
	for _, half := range x.halves {
		for _, stamped := range []bool{true, false} {
			ok := wanted(half)
			for m := range x.p.N {
				ok = ok && seen[guest{requester: x.cut(half, m), stamped: stamped}]
			}
			if ok {
				all = append(all, candidate{half: half, stamped: stamped, waits: x.observe(half).Phase == explore.Waiting})
			}
		}
	}
	return all
}

// rule tries all rows. choose returns which candidates may follow one.
func (x *reason) rule(row []candidate, at [explore.MaxProcesses]int32, choose func([]candidate) []candidate) {
	if len(row) == x.p.N {
		panic("views: a row fits")
	}
	for i, y := range choose(row) {
		x.look(i)
		to, ok := at, true
		for m := 0; ok && m < x.p.N; m++ {
			if to[m] = x.a.read(at[m], guest{requester: x.cut(y.half, m), stamped: y.stamped, role: y.role}); to[m] == 0 {
				x.note(append(slices.Clone(row), y), m)
				ok = false
			}
		}
		if ok {
			x.rule(append(slices.Clone(row), y), to, choose)
		}
	}
}

// note adds the fact that a row does not fit at a member: with as few guests as do it.
func (x *reason) note(row []candidate, m int) {
	var guests []guest
	x.key = x.key[:0]
	for _, y := range row {
		g := guest{requester: x.cut(y.half, m), stamped: y.stamped, role: y.role}
		guests = append(guests, g)
		x.key = number(x.key, x.a.guests.Of(g))
	}
	if x.noted[string(x.key)] {
		return
	}
	x.noted[string(x.key)] = true
	for i := 0; i < len(guests); {
		state := int32(first)
		fewer := slices.Delete(slices.Clone(guests), i, i+1)
		for _, g := range fewer {
			state = x.a.read(state, g)
		}
		if state == 0 {
			guests = fewer
		} else {
			i++
		}
	}
	if key := fmt.Sprint(guests); !x.known[key] {
		x.known[key] = true
		x.facts = append(x.facts, guests)
	}
}

// begin is where rows are read from.
func begin() (at [explore.MaxProcesses]int32) {
	for m := range at {
		at[m] = first
	}
	return at
}

// apart returns the facts for safety.
func (c *closure) apart(look func(int)) [][]guest {
	x, seen := c.reason(false, func(view) bool { return true }, look)
	by := map[explore.Observation][]candidate{}
	var kinds []explore.Observation // those that are inside first: too many of them are wrong
	for _, y := range x.among(seen, func(int32) bool { return true }) {
		o := c.observe(y.half)
		if by[o] == nil && o.Phase == explore.Inside {
			kinds = slices.Insert(kinds, 0, o)
		} else if by[o] == nil {
			kinds = append(kinds, o)
		}
		by[o] = append(by[o], y)
	}
	multisets(len(kinds), c.p.N, func(places []int) {
		all := make([]explore.Observation, len(places))
		for i, k := range places {
			all[i] = kinds[k]
		}
		if !c.harmless(all, look) {
			x.rule(nil, begin(), func(row []candidate) []candidate { return by[all[len(row)]] })
		}
	})
	return x.facts
}

// stuck returns the facts for freedom of deadlock.
func (c *closure) stuck(look func(int)) [][]guest {
	empty := c.channel(nil)
	x, seen := c.reason(true, func(v view) bool {
		return v.in == empty && v.out == empty && (c.p.Member.Local == nil || c.memberSteps(v.member) == nil)
	}, look)
	all := x.among(seen, c.quiet)
	waits := func(y candidate) bool { return y.waits }
	x.rule(nil, begin(), func(row []candidate) (may []candidate) {
		late := len(row) > 0 && !row[len(row)-1].stamped
		last := len(row) == c.p.N-1 && !slices.ContainsFunc(row, waits)
		for _, y := range all {
			if !(late && y.stamped) && (!last || y.waits) {
				may = append(may, y)
			}
		}
		return may
	})
	return x.facts
}
