package views

import (
	"slices"

	"qcheck/explore"
	"qcheck/explore/internal/table"
)

// A standing is a row as far as it was read, one state of an automaton for each member, and
// what else matters to what may follow.
type standing struct {
	at   [explore.MaxProcesses]int32
	rest int32
}

// firstRow returns the first row of n candidates, in the order of the list, that fit at every member,
// nil if no row fits. After rest, a candidate may follow if next says
// so, and what rest becomes; done says of what rest is in the end whether it is such a row.
//
// What may follow a row depends on its standing alone. So of the rows with one standing the
// first is gone on with, and of the others none is looked at.
//
// Where renaming the members takes candidates to candidates, a row fits if its renamed one
// does: then members in another order are the same.
func (c *decision) firstRow(a *automaton, all []candidate, next func(rest int32, i int) (int32, bool), done func(rest int32) bool) []candidate {
	n := c.p.N
	alike := c.alike(all)
	fit := c.fit(a, all)
	known := map[standing]bool{} // of rows of any length: the seats that are taken tell it
	row := make([]candidate, 0, n)
	work, looked := 0, 0
	var extend func(s standing) (found bool)
	extend = func(s standing) bool {
		if len(row) == n {
			return done(s.rest)
		}
		for i := range fit.following(s.at[:n]).Each {
			rest, ok := next(s.rest, i)
			if !ok {
				continue
			}
			if work++; work%1024 == 0 || a.work > looked {
				c.look(0)
				looked = a.work + 1<<16
			}
			t := standing{rest: rest}
			for m := range n {
				t.at[m] = a.after(s.at[m], fit.guests[m][i])
			}
			if alike {
				slices.Sort(t.at[:n])
			}
			if known[t] {
				continue
			}
			known[t] = true
			row = append(row, all[i])
			if extend(t) {
				return true
			}
			row = row[:len(row)-1]
		}
		return false
	}
	begin := standing{}
	for m := range n {
		begin.at[m] = first
	}
	if !extend(begin) {
		return nil
	}
	return c.unsorted(a, row, alike)
}

// A fit says which candidates fit at every member.
type fit struct {
	a      *automaton
	all    int
	guests [][]int32      // by member and candidate: what it is there
	having [][]table.Bits // by member and guest: the candidates that are this guest
	may    [][]table.Bits // by member and state of the automaton: those that may follow; nil if not known
}

func (c *decision) fit(a *automaton, all []candidate) *fit {
	f := &fit{a: a, all: len(all), guests: make([][]int32, c.p.N), having: make([][]table.Bits, c.p.N), may: make([][]table.Bits, c.p.N)}
	for m := range c.p.N {
		for i, x := range all {
			g := a.guests.Of(guest{c.cut(x.half, m), x.stamped, x.role})
			f.guests[m] = append(f.guests[m], g)
			for int(g) >= len(f.having[m]) {
				f.having[m] = append(f.having[m], nil)
			}
			if f.having[m][g] == nil {
				f.having[m][g] = table.NewBits(f.all)
			}
			f.having[m][g].Add(i)
		}
	}
	return f
}

// following returns the candidates that fit when members are in these states.
func (f *fit) following(at []int32) table.Bits {
	all := slices.Clone(f.at(0, at[0]))
	for m := 1; m < len(at); m++ {
		all.Meet(f.at(m, at[m]))
	}
	return all
}

// at returns those that may follow at a member.
func (f *fit) at(m int, state int32) table.Bits {
	for int(state) >= len(f.may[m]) {
		f.may[m] = append(f.may[m], nil)
	}
	if f.may[m][state] == nil {
		may := table.NewBits(f.all)
		for g, having := range f.having[m] {
			if having != nil && f.a.after(state, int32(g)) != 0 {
				may.Join(having)
			}
		}
		f.may[m][state] = may
	}
	return f.may[m][state]
}

// unsorted returns a row whose halves name the members as they are. Where standings were sorted
// as it was read, its halves name the members in the order that these had by then.
func (c *decision) unsorted(a *automaton, row []candidate, alike bool) []candidate {
	if !alike {
		return slices.Clone(row)
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
func (c *decision) alike(all []candidate) bool {
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
