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
		if x.Limits.Certify {
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

// An aspect is what a view shows of a requester in a role: its state, cut to the member.
type aspect struct {
	role      role
	requester int32
}

// wholes is the rule of halves.
func (x *removal) wholes() {
	inViews, ofHalves := map[aspect]bool{}, map[aspect]bool{}
	for i, v := range x.views {
		if x.view[i] {
			inViews[aspect{v.role, v.view.requester}] = true
		}
	}
	for r := range allRoles {
		for i, h := range x.starving.halves {
			for m := range x.p.N {
				if x.half[r][i] && !inViews[aspect{r, x.cut(h, m)}] {
					x.drop(x.half[r], i)
				}
			}
			for m := range x.p.N {
				if x.half[r][i] {
					ofHalves[aspect{r, x.cut(h, m)}] = true
				}
			}
		}
	}
	for i, v := range x.views {
		if x.view[i] && !ofHalves[aspect{v.role, v.view.requester}] {
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

// What may hold in all of a component; a fair run has an edge that ends it. Behind these are the local steps that are enabled.
const (
	waitsOn    uint64 = 1 << iota // who is not to wait for ever
	toMember                      // the channel to the member has a message
	fromMember                    // and that from it
	firstLabel = iota
)

// fair are the rules of components of some vertices that are left, with edges that are: edges between components go, and components in all
// of which something holds that none of their edges ends. holds says what does in a vertex, and what is ended there; met says what an edge
// ends. It returns the numbers of the components.
func (x *removal) fair(left, edges []bool, ends func(i int) (from, to int32), met func(i int) uint64, holds func(v int) (holds, met uint64)) []int32 {
	in := graph.Components(len(left), func(edge func(from, to int32)) {
		for i, is := range edges {
			if is {
				edge(ends(i))
			}
		}
	})
	type component struct{ holds, met uint64 }
	all := slices.Repeat([]component{{holds: ^uint64(0)}}, len(left))
	for v, is := range left {
		if is {
			h, m := holds(v)
			all[in[v]].holds &= h
			all[in[v]].met |= m
		}
	}
	for i, is := range edges {
		if !is {
			continue
		}
		if from, to := ends(i); in[from] != in[to] {
			x.drop(edges, i)
		} else {
			all[in[from]].met |= met(i)
		}
	}
	for v, is := range left {
		if c := all[in[v]]; is && c.holds&^c.met != 0 {
			x.drop(left, v)
		}
	}
	return in
}

// fairHalves are the rules of components, for halves.
func (x *removal) fairHalves() {
	for r := range allRoles {
		x.halfOrder[r] = append(x.halfOrder[r], x.fair(x.half[r], x.pace[r],
			func(i int) (from, to int32) { return x.paces[i].from, x.paces[i].to },
			func(i int) uint64 { return x.paces[i].label },
			func(v int) (holds, met uint64) {
				if x.apart && r == passing && x.waitsIn(x.starving.halves[v]) {
					holds = waitsOn
				}
				return holds | x.enabled[v], 0
			}))
	}
}

// fairViews are the rules of components, for views.
func (x *removal) fairViews() {
	// The local steps that are enabled in all halves left; and those that are taken where nothing changes in the view.
	type local struct{ enabled, hidden uint64 }
	locals := map[aspect]*local{}
	var labelled [allRoles][]uint64 // of moves: the local steps left that they are of
	for r := range allRoles {
		labelled[r] = make([]uint64, len(x.moveOf.All))
		for i, h := range x.starving.halves {
			for m := range x.p.N {
				if k := (aspect{r, x.cut(h, m)}); x.half[r][i] {
					if locals[k] == nil {
						locals[k] = &local{enabled: ^uint64(0)}
					}
					locals[k].enabled &= x.enabled[i]
				}
			}
		}
		for i, y := range x.paces {
			for m, move := range y.moves[:x.p.N] {
				switch k := locals[aspect{r, x.cut(x.starving.halves[y.from], m)}]; {
				case !x.pace[r][i]:
				case move >= 0:
					labelled[r][move] |= y.label
				case k != nil:
					k.hidden |= y.label
				}
			}
		}
	}
	x.viewOrder = append(x.viewOrder, x.fair(x.view, x.arrow,
		func(i int) (from, to int32) { return x.arrows[i].from, x.arrows[i].to },
		func(i int) uint64 {
			switch a := x.arrows[i]; a.kind {
			case answerTaken:
				return fromMember
			case messageTaken:
				return toMember
			case otherMove:
				return labelled[x.views[a.from].role][a.by]
			}
			return 0
		},
		func(v int) (holds, met uint64) {
			y := x.views[v]
			if x.apart && y.role == passing && x.waitsIn(y.view.requester) {
				holds |= waitsOn
			}
			if len(x.channels.all[y.view.in]) > 0 {
				holds |= toMember
			}
			if len(x.channels.all[y.view.out]) > 0 {
				holds |= fromMember
			}
			if k := locals[aspect{y.role, y.view.requester}]; k != nil {
				return holds | k.enabled, k.hidden
			}
			return holds, 0
		}))
}

// row looks for a row of halves left that fits.
func (x *removal) row() string {
	all, next := x.waiters()
	row := x.firstRow(newAutomaton(x.waitingTables(), true), all, next, func(int32) bool { return true })
	if row == nil {
		return ""
	}
	return "the views do not exclude that the first of these waits for ever: " + x.text(row)
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
