package views

import (
	"slices"

	"qcheck/explore/internal/graph"
	"qcheck/explore/internal/table"
)

// A removal takes away what no run meets without end, by the rules of limits.go.
type removal struct {
	*starving
	view    []bool           // is left
	arrow   []bool           // is left
	half    [allRoles][]bool // is left
	pace    [allRoles][]bool // is left
	own     []int32          // of a view: its member's half with marks, as the focus knows it
	needs   [][]int32        // and as the others do
	changed bool             // in this round

	// For a certificate: the rules so far, three in each round; at which of them something was taken
	// away; and the components of views, and of halves, in each round.
	stage     int
	ends      map[*bool]int
	viewOrder [][]int32
	halfOrder [allRoles][][]int32
}

// remove returns what is left in the end.
func (s *starving) remove() *removal {
	x := &removal{starving: s, view: slices.Repeat([]bool{true}, len(s.views)), arrow: slices.Repeat([]bool{true}, len(s.arrows)), ends: map[*bool]int{}}
	for r := range allRoles {
		x.half[r] = make([]bool, len(s.halves))
		x.pace[r] = make([]bool, len(s.paces))
		for i, h := range s.halves {
			x.half[r][i] = r == passing || s.waitsIn(h)
		}
		for i, y := range s.paces {
			x.pace[r][i] = x.half[r][y.from] && x.half[r][y.to] && !(y.fresh && r != passing)
		}
	}
	var number table.Numbers[companion]
	x.own, x.needs = make([]int32, len(s.views)), make([][]int32, len(s.views))
	for i, v := range s.views {
		x.own[i] = number.Of(s.companion(v, 0))
		for peer := 1; peer < s.p.N; peer++ {
			if k := number.Of(s.companion(v, peer)); !slices.Contains(x.needs[i], k) {
				x.needs[i] = append(x.needs[i], k)
			}
		}
	}
	for x.changed = true; x.changed; x.stage++ {
		s.look(0)
		x.changed = false
		x.companions(len(number.All))
		x.stage++
		x.wholes()
		x.steps()
		x.stage++
		x.fairViews()
		x.fairHalves()
	}
	return x
}

func (x *removal) drop(from []bool, i int) {
	if from[i] {
		from[i] = false
		x.changed = true
		if x.watch.Limits.Certify {
			x.ends[&from[i]] = x.stage
		}
	}
}

func (x *removal) companions(n int) {
	has := make([]bool, n)
	for i, left := range x.view {
		if left {
			has[x.own[i]] = true
		}
	}
	for i, left := range x.view {
		if left && slices.ContainsFunc(x.needs[i], func(k int32) bool { return !has[k] }) {
			x.drop(x.view, i)
		}
	}
}

// wholes is the rule of halves.
func (x *removal) wholes() {
	var inViews, ofHalves [allRoles]map[int32]bool
	for r := range allRoles {
		inViews[r], ofHalves[r] = map[int32]bool{}, map[int32]bool{}
	}
	for i, v := range x.views {
		if x.view[i] {
			inViews[v.role][v.view.requester] = true
		}
	}
	for r := range allRoles {
		for i, h := range x.starving.halves {
			if !x.half[r][i] {
				continue
			}
			all := true
			for m := range x.p.N {
				all = all && inViews[r][x.cut(h, m)]
			}
			if !all {
				x.drop(x.half[r], i)
				continue
			}
			for m := range x.p.N {
				ofHalves[r][x.cut(h, m)] = true
			}
		}
	}
	for i, v := range x.views {
		if x.view[i] && !ofHalves[v.role][v.view.requester] {
			x.drop(x.view, i)
		}
	}
}

// steps is that rule, except for components.
func (x *removal) steps() {
	taken := make([]bool, len(x.notices.All))
	var moved, made [allRoles][]bool
	for r := range allRoles {
		moved[r], made[r] = make([]bool, len(x.moveOf.All)), make([]bool, len(x.moveOf.All))
	}
	for i, a := range x.arrows {
		switch {
		case !x.arrow[i]:
		case !x.view[a.from] || !x.view[a.to]:
			x.drop(x.arrow, i)
		case a.kind == messageTaken:
			taken[a.by] = true
		case a.kind != otherTaken:
			moved[x.views[a.from].role][a.by] = true
		}
	}
	for r := range allRoles {
		for i, y := range x.paces {
			if !x.pace[r][i] {
				continue
			}
			ok := x.half[r][y.from] && x.half[r][y.to]
			for _, m := range y.moves[:x.p.N] {
				ok = ok && (m < 0 || moved[r][m])
			}
			if !ok {
				x.drop(x.pace[r], i)
				continue
			}
			for _, m := range y.moves[:x.p.N] {
				if m >= 0 {
					made[r][m] = true
				}
			}
		}
	}
	for i, a := range x.arrows {
		if x.arrow[i] && (a.kind == otherTaken && !taken[a.by] || a.kind <= otherMove && !made[x.views[a.from].role][a.by]) {
			x.drop(x.arrow, i)
		}
	}
}

// fairHalves are the rules of components, for halves.
func (x *removal) fairHalves() {
	for r := range allRoles {
		in := graph.Components(len(x.starving.halves), func(edge func(from, to int32)) {
			for i, y := range x.paces {
				if x.pace[r][i] {
					edge(y.from, y.to)
				}
			}
		})
		x.halfOrder[r] = append(x.halfOrder[r], in)
		n := len(x.labels)
		type component struct {
			met, rests     bool
			enabled, taken []bool
		}
		all := make([]component, len(x.starving.halves))
		for i, h := range x.starving.halves {
			if !x.half[r][i] {
				continue
			}
			c := &all[in[i]]
			if !c.met {
				c.met, c.enabled, c.taken = true, slices.Repeat([]bool{true}, n), make([]bool, n)
			}
			c.rests = c.rests || !x.waitsIn(h)
			for l := range n {
				c.enabled[l] = c.enabled[l] && x.enabled[i][l]
			}
		}
		for i, y := range x.paces {
			switch {
			case !x.pace[r][i]:
			case in[y.from] != in[y.to]:
				x.drop(x.pace[r], i)
			case y.label >= 0:
				all[in[y.from]].taken[y.label] = true
			}
		}
		for i := range x.starving.halves {
			if !x.half[r][i] {
				continue
			}
			c := all[in[i]]
			bad := x.apart && r == passing && !c.rests
			for l := range n {
				bad = bad || c.enabled[l] && !c.taken[l]
			}
			if bad {
				x.drop(x.half[r], i)
			}
		}
	}
}

// fairViews are the rules of components, for views.
func (x *removal) fairViews() {
	n := len(x.labels)
	// Of a requester's state, cut, by role: the local steps that are enabled in all halves of
	// it that are left; and those that are taken where nothing changes in the view.
	type local struct{ enabled, hidden []bool }
	var locals [allRoles]map[int32]*local
	var labelled [allRoles]map[int32][]bool // of moves: the labels of steps left that they are of
	for r := range allRoles {
		locals[r], labelled[r] = map[int32]*local{}, map[int32][]bool{}
		for i, h := range x.starving.halves {
			if !x.half[r][i] {
				continue
			}
			for m := range x.p.N {
				k := x.cut(h, m)
				if locals[r][k] == nil {
					locals[r][k] = &local{slices.Repeat([]bool{true}, n), make([]bool, n)}
				}
				for l := range n {
					locals[r][k].enabled[l] = locals[r][k].enabled[l] && x.enabled[i][l]
				}
			}
		}
		for i, y := range x.paces {
			if !x.pace[r][i] || y.label < 0 {
				continue
			}
			for m, move := range y.moves[:x.p.N] {
				if move < 0 {
					if k := locals[r][x.cut(x.starving.halves[y.from], m)]; k != nil {
						k.hidden[y.label] = true
					}
					continue
				}
				if labelled[r][move] == nil {
					labelled[r][move] = make([]bool, n)
				}
				labelled[r][move][y.label] = true
			}
		}
	}
	in := graph.Components(len(x.views), func(edge func(from, to int32)) {
		for i, a := range x.arrows {
			if x.arrow[i] {
				edge(a.from, a.to)
			}
		}
	})
	x.viewOrder = append(x.viewOrder, in)
	type component struct {
		met, waits, in, out bool // in all views
		tookIn, tookOut     bool
		enabled, taken      []bool
	}
	all := make([]component, len(x.views))
	for i, v := range x.views {
		if !x.view[i] {
			continue
		}
		c := &all[in[i]]
		if !c.met {
			*c = component{met: true, waits: true, in: true, out: true, enabled: slices.Repeat([]bool{true}, n), taken: make([]bool, n)}
		}
		c.waits = c.waits && v.role == passing && x.apart && x.waitsIn(v.view.requester)
		c.in = c.in && len(x.channels.all[v.view.in]) > 0
		c.out = c.out && len(x.channels.all[v.view.out]) > 0
		k := locals[v.role][v.view.requester]
		for l := range n {
			c.enabled[l] = c.enabled[l] && k != nil && k.enabled[l]
			c.taken[l] = c.taken[l] || k != nil && k.hidden[l]
		}
	}
	for i, a := range x.arrows {
		if !x.arrow[i] {
			continue
		}
		if in[a.from] != in[a.to] {
			x.drop(x.arrow, i)
			continue
		}
		c := &all[in[a.from]]
		switch a.kind {
		case answerTaken:
			c.tookOut = true
		case messageTaken:
			c.tookIn = true
		case otherMove:
			for l, is := range labelled[x.views[a.from].role][a.by] {
				c.taken[l] = c.taken[l] || is
			}
		}
	}
	for i := range x.views {
		if !x.view[i] {
			continue
		}
		c := all[in[i]]
		bad := c.waits || c.in && !c.tookIn || c.out && !c.tookOut
		for l := range n {
			bad = bad || c.enabled[l] && !c.taken[l]
		}
		if bad {
			x.drop(x.view, i)
		}
	}
}

// row looks for a row of halves left that fits.
func (x *removal) row() string {
	all, next := x.waiters()
	rows := x.rows(newAutomaton(x.waitingTables(), true), all, 1, next, func(int32) bool { return true }, x.look)
	if len(rows) == 0 {
		return ""
	}
	return "the views do not exclude that the first of these waits for ever: " + x.text(rows[0])
}

// waitingTables are the members' halves of the views left: p is the first peer of each.
func (x *removal) waitingTables() (tables [][][]option) {
	by := map[companion]map[option]bool{}
	var keys []companion
	for i, v := range x.views {
		if !x.view[i] {
			continue
		}
		waits := x.waitsIn(v.view.requester)
		o := option{guest: guest{role: v.role, requester: v.view.requester, stamped: waits}}
		if waits {
			o.place = placeAmong(x.memberStamps[v.view.member].with(v.mark), v.view.own)
		}
		k := x.companion(v, 0)
		if by[k] == nil {
			by[k] = map[option]bool{}
			if k.role == starved {
				keys = append(keys, k)
			}
		}
		by[k][o] = true
	}
	for _, k := range keys {
		t := make([][]option, x.p.N)
		empty := false
		for peer := range x.p.N {
			of := k
			if peer > 0 {
				of = x.companion(marked{role: starved, view: view{member: k.member}, mark: k.mark}, peer)
			}
			t[peer] = sortedOptions(by[of])
			empty = empty || len(t[peer]) == 0
		}
		if !empty {
			tables = append(tables, t)
		}
	}
	return tables
}

const some, unstamped = 1, 2 // what a row has: p; all that wait

// waiters returns the halves left, and which of them may follow in a row, for closure.rows: p's, those
// that wait, in the order of their stamps, and the others.
func (x *removal) waiters() (all []candidate, next func(rest int32, i int) (int32, bool)) {
	for r := range allRoles {
		for i, h := range x.starving.halves {
			if x.half[r][i] {
				all = append(all, candidate{half: h, role: r, stamped: x.waitsIn(h), kind: int(r)})
			}
		}
	}
	return all, func(rest int32, i int) (int32, bool) {
		y := all[i]
		if (y.role == starved) == (rest&some != 0) || y.stamped && rest&unstamped != 0 {
			return 0, false
		}
		rest |= some
		if !y.stamped {
			rest |= unstamped
		}
		return rest, true
	}
}
