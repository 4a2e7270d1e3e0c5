package attack

import (
	"slices"

	"qcheck/explore"
)

// Most tables drawn at random starve, or do not, for reasons that have nothing
// to do with stamps. Those here are drawn by bending an algorithm: one that is
// known to rely on the order of stamps gets a few random changes.

// bend fills the table with a bent algorithm.
func (t *table) bend(d dice) {
	switch d.IntN(3) {
	case 0:
		t.permissions()
		t.selective = d.chance(85)
	case 1:
		t.queues()
	case 2:
		t.turns(d)
	}
	t.sides = 0
	for p := range t.n {
		t.incline(d, p)
	}
	for range d.IntN(7) {
		t.change(d)
	}
}

func keeping(name string, to uint8, send ...posting) rule {
	return rule{Name: name, Node: to, Slot: [2]source{slot0, slot1}, Send: send}
}

// everyone lets every process have the rules that f returns, with the others.
func (t *table) everyone(f func(p int, others []int)) {
	for p := range t.n {
		var others []int
		for q := range t.n {
			if q != p {
				others = append(others, q)
			}
		}
		f(p, others)
	}
}

func toAll(others []int, kind uint8, carry source) []posting {
	var all []posting
	for _, q := range others {
		all = append(all, posting{To: q, Kind: kind, Carry: [2]source{carry}})
	}
	return all
}

func (t *table) asks(p int, others []int) {
	ask := rule{Name: "ask", Kind: explore.Ask, Node: queueing, Slot: [2]source{fresh, slot1}, Send: toAll(others, 2, fresh)}
	for c := range sorts {
		t.act[p][resting][c] = []rule{ask}
	}
}

func (t *table) leaves(p int, send []posting) {
	leave := rule{Name: "leave", Kind: explore.Leave, Node: resting, Slot: [2]source{nowhere, slot1}, Send: send}
	for c := range sorts {
		t.act[p][dwelling][c] = []rule{leave}
	}
}

// permissions: whoever is asked gives permission, unless he is inside or asked
// earlier; then the question waits. Two permissions are needed of two others.
func (t *table) permissions() {
	t.everyone(func(p int, others []int) {
		t.asks(p, others)
		t.leaves(p, nil)
		for _, q := range others {
			yes := posting{To: q, Kind: 0}
			for c := range sorts {
				for _, at := range []uint8{resting, musing} {
					t.take[p][q][at][2][c] = []rule{keeping("give", at, yes)}
				}
				if c != 1 {
					for _, at := range []uint8{queueing, pressing} {
						t.take[p][q][at][2][c] = []rule{keeping("give", at, yes)}
					}
				}
				next := uint8(dwelling)
				if t.n == 3 {
					next = pressing
				}
				t.take[p][q][queueing][0][c] = []rule{keeping("get", next)}
				t.take[p][q][pressing][0][c] = []rule{keeping("get", dwelling)}
			}
		}
	})
}

// queues: each keeps the question of the other, answers, and comes in when he
// has an answer and asked earlier.
func (t *table) queues() {
	t.n = 2
	t.everyone(func(p int, others []int) {
		t.asks(p, others)
		t.leaves(p, toAll(others, 0, nowhere))
		for _, q := range others {
			for at := range uint8(nodes) {
				for c := range sorts {
					t.take[p][q][at][2][c] = []rule{{Name: "note", Node: at, Slot: [2]source{slot0, first}, Send: []posting{{To: q, Kind: 1}}}}
					to := at
					if at == queueing {
						to = pressing
					}
					t.take[p][q][at][1][c] = []rule{keeping("answered", to)}
					t.take[p][q][at][0][c] = []rule{{Name: "strike", Node: at, Slot: [2]source{slot0, nowhere}}}
				}
			}
		}
		enter := keeping("enter", dwelling)
		t.act[p][pressing][1] = []rule{enter}
		t.act[p][pressing][3] = []rule{enter}
	})
}

// turns: whoever waits comes in when he hears of a later question, or is told so.
func (t *table) turns(d dice) {
	lets := pick[uint8](d, resting, dwelling, queueing)
	t.everyone(func(p int, others []int) {
		t.asks(p, others)
		t.leaves(p, nil)
		for _, q := range others {
			for at := range uint8(nodes) {
				for c := range sorts {
					r := keeping("note", at)
					if phaseOf[at] == explore.Waiting && c == 1 {
						r.Node = dwelling
					}
					if at == lets || at == dwelling || c == 2 {
						r.Send = []posting{{To: q, Kind: 0}}
					}
					t.take[p][q][at][2][c] = []rule{r}
					r = keeping("told", at)
					if at == queueing {
						r.Node = dwelling
					}
					t.take[p][q][at][0][c] = []rule{r}
				}
			}
		}
	})
	t.obliged = d.chance(80)
}

// incline changes what a process does with stamps all over: the stamp that it
// waits with, old ones that it keeps, and those of others.
func (t *table) incline(d dice, p int) {
	renews, trails, collects, drops := d.chance(25), d.chance(25), d.chance(20), d.chance(20)
	perhaps := d.chance(40) // renews some of the time
	for at := range nodes {
		for c := range sorts {
			for i := range t.act[p][at][c] {
				r := &t.act[p][at][c][i]
				if trails && r.Kind == explore.Leave {
					r.Slot = [2]source{nowhere, slot0}
				}
				if drops && r.Kind == explore.Ask {
					r.Slot[1] = nowhere
				}
			}
			for q := range t.n {
				for i := range t.take[p][q][at][2][c] {
					r := &t.take[p][q][at][2][c][i]
					if renews && phaseOf[at] == explore.Waiting && phaseOf[r.Node] == explore.Waiting {
						r.Slot[0] = fresh
					}
					if collects && c != 1 {
						r.Slot[1] = first
					}
				}
				if list := &t.take[p][q][at][2][c]; renews && perhaps && len(*list) == 1 {
					other := (*list)[0]
					other.Slot[0] = slot0
					*list = append(slices.Clone(*list), other)
				}
				for i := range t.take[p][q][at][0][c] {
					if r := &t.take[p][q][at][0][c][i]; collects && drops {
						r.Slot[1] = nowhere
					}
				}
			}
		}
	}
	if renews && d.chance(50) {
		// Who waits takes a later stamp now and then.
		c := d.IntN(sorts)
		t.act[p][queueing][c] = append(t.act[p][queueing][c], rule{Name: "renew", Node: queueing, Slot: [2]source{fresh, slot1}, Send: nil})
	}
}

// change makes one random change.
func (t *table) change(d dice) {
	p := d.IntN(t.n)
	var lists []*[]rule
	for at := range nodes {
		for c := range sorts {
			lists = append(lists, &t.act[p][at][c])
			for q := range t.n {
				for k := range kinds {
					lists = append(lists, &t.take[p][q][at][k][c])
				}
			}
		}
	}
	filled := slices.DeleteFunc(slices.Clone(lists), func(l *[]rule) bool { return len(*l) == 0 })
	list := filled[d.IntN(len(filled))]
	r := (*list)[0]
	r.Send = slices.Clone(r.Send)
	any := func() source { return pick(d, nowhere, slot0, slot1, first, fresh, slot0, slot1) }
	switch d.IntN(8) {
	case 0, 1:
		r.Slot[d.IntN(2)] = any()
	case 2:
		if len(r.Send) == 0 || t.clock.Attach == explore.NoMessage {
			return
		}
		r.Send[d.IntN(len(r.Send))].Carry[d.IntN(2)] = any()
	case 3:
		r.Node = uint8(d.IntN(nodes))
	case 4:
		// Some of the time, something else happens.
		other := r
		other.Node = uint8(d.IntN(nodes))
		other.Slot[d.IntN(2)] = any()
		*list = append(slices.Clone(*list), other)
		return
	case 5:
		*list = nil
		return
	case 6:
		at := d.IntN(nodes)
		x := rule{Name: pick(d, "stir", "turn", "stir", "turn", "ask", "leave"), Node: uint8(at), Slot: [2]source{any(), any()}}
		if d.chance(30) {
			x.Node = uint8(d.IntN(nodes))
		}
		c := d.IntN(sorts)
		t.act[p][at][c] = append(slices.Clone(t.act[p][at][c]), x)
		return
	case 7:
		if len(r.Send) > 0 && d.chance(50) {
			r.Send = r.Send[1:]
		} else {
			x := posting{To: d.IntN(t.n), Kind: uint8(d.IntN(kinds))}
			if t.clock.Attach != explore.NoMessage && d.chance(50) {
				x.Carry[0] = any()
			}
			r.Send = append(r.Send, x)
		}
	}
	rest := (*list)[1:]
	*list = append([]rule{r}, rest...)
}
