package everyn

import (
	"slices"

	"qcheck/explore"
	"qcheck/explore/internal/graph"
)

// An arcKind says who takes what.
type arcKind uint8

const (
	localStep     arcKind = iota // the requester takes a local step
	answerTaken                  // it takes a message of the member
	otherAnswer                  // or of another one
	messageTaken                 // the member takes a message of the requester
	otherMessage                 // or of another one
	arcKindsCount = iota
)

// An arc is a step from a view to another one, or to itself.
type arc struct {
	to   int
	kind arcKind
	msg  int // that is taken
	// from is the pool that the requester is for another member whose message it takes, and the about that the member is about another requester whose
	// message that takes.
	from             int
	name             string
	sentUp, sentDown list
	effect           // of steps of the member
}

// arcs calls f with each step of a view.
func (e *engine) arcs(i int, f func(arc)) {
	v := e.views.all[i]
	at := func(about, pool int, up, down list) int { return e.views.number[view{about, pool, up, down}] }
	for _, m := range e.local(v.pool) {
		if m.wrong == "" {
			f(arc{to: at(v.about, m.to, e.sent(true, v.up, m.sends), v.down), kind: localStep, name: m.name, sentUp: m.sends})
		}
	}
	if v.down != "" {
		for _, m := range e.takes(v.pool, v.down.at(0)) {
			for _, left := range e.popped(false, v.down) {
				if m.wrong == "" {
					f(arc{to: at(v.about, m.to, e.sent(true, v.up, m.sends), left), kind: answerTaken, msg: v.down.at(0), sentUp: m.sends})
				}
			}
		}
	}
	for _, m := range e.otherMoves[v.pool].all {
		f(arc{to: at(v.about, m.to, e.sent(true, v.up, m.sends), v.down), kind: otherAnswer, msg: m.msg, from: m.from, sentUp: m.sends})
	}
	if v.up != "" {
		for _, x := range e.ownEffects[[2]int{v.about, v.up.at(0)}].all {
			for _, left := range e.popped(true, v.up) {
				if x.wrong == "" {
					f(arc{to: at(x.to, v.pool, left, e.sent(false, v.down, x.outs)), kind: messageTaken, msg: v.up.at(0), sentDown: x.outs, effect: x})
				}
			}
		}
	}
	for _, x := range e.otherEffects[v.about].all {
		if x.wrong == "" {
			f(arc{to: at(x.to, v.pool, v.up, e.sent(false, v.down, x.outs)), kind: otherMessage, msg: x.msg, from: x.sender, sentDown: x.outs, effect: x})
		}
	}
}

// A walk is what is left of the views and arcs that a pair of a member and a requester meets without end, if it stays in some views for ever.
type walk struct {
	e     *engine
	alive []bool
	arcs  [][]arc
	in    []int32 // strongly connected components, as of the last round
}

// walkIn returns that of some views, with some arcs between them.
func (e *engine) walkIn(views func(i int) bool, with func(i int, a arc) bool) *walk {
	w := &walk{e: e, alive: make([]bool, len(e.views.all)), arcs: make([][]arc, len(e.views.all))}
	for i := range w.alive {
		w.alive[i] = views(i)
	}
	for i := range w.alive {
		if w.alive[i] {
			e.arcs(i, func(a arc) {
				if w.alive[a.to] && with(i, a) {
					w.arcs[i] = append(w.arcs[i], a)
				}
			})
		}
	}
	return w
}

// keep drops the arcs that f does not keep, and reports whether there are some.
func (w *walk) keep(f func(i int, a arc) bool) bool {
	dropped := false
	for i := range w.arcs {
		n := len(w.arcs[i])
		w.arcs[i] = slices.DeleteFunc(w.arcs[i], func(a arc) bool { return !w.alive[i] || !w.alive[a.to] || !f(i, a) })
		dropped = dropped || len(w.arcs[i]) < n
	}
	return dropped
}

// components returns the views alive by component, after the arcs between these are dropped.
func (w *walk) components() (parts [][]int, dropped bool) {
	w.in = graph.Components(len(w.alive), func(edge func(from, to int32)) {
		for i, all := range w.arcs {
			for _, a := range all {
				edge(int32(i), int32(a.to))
			}
		}
	})
	dropped = w.keep(func(i int, a arc) bool { return w.in[i] == w.in[a.to] })
	by := map[int32][]int{}
	for i, alive := range w.alive {
		if alive {
			by[w.in[i]] = append(by[w.in[i]], i)
		}
	}
	for i, alive := range w.alive {
		if alive && by[w.in[i]][0] == i {
			parts = append(parts, by[w.in[i]])
		}
	}
	return parts, dropped
}

// A message on one of the two channels of a component.
type message struct {
	component int32
	up        bool
	msg       uint32
}

// sent drops the arcs on which a message is taken without end that none sends without end.
func (w *walk) sent() bool {
	sent := map[message]bool{}
	for i, all := range w.arcs {
		for _, a := range all {
			for _, m := range a.sentUp.all() {
				sent[message{w.in[i], true, m}] = true
			}
			for _, m := range a.sentDown.all() {
				sent[message{w.in[i], false, m}] = true
			}
		}
	}
	return w.keep(func(i int, a arc) bool {
		return a.kind != answerTaken && a.kind != messageTaken || sent[message{w.in[i], a.kind == messageTaken, uint32(a.msg)}]
	})
}

// fair takes away what no fair run meets without end, in one round, and reports whether there was something: arcs between components; messages
// that are taken without end and not sent so; components in which a channel is never empty and never taken from, or in which a local step is always
// possible and never taken.
func (w *walk) fair() bool {
	parts, changed := w.components()
	changed = w.sent() || changed
	for _, views := range parts {
		var took [arcKindsCount]bool
		steps := map[string]bool{}
		for _, i := range views {
			for _, a := range w.arcs[i] {
				if took[a.kind] = true; a.kind == localStep {
					steps[a.name] = true
				}
			}
		}
		up, down, waits := !took[messageTaken], !took[answerTaken], w.e.owed(w.e.views.all[views[0]].pool)
		for _, i := range views {
			v := w.e.views.all[i]
			up, down = up && v.up != "", down && v.down != ""
			here := w.e.owed(v.pool)
			waits = slices.DeleteFunc(waits, func(name string) bool { return steps[name] || !slices.Contains(here, name) })
		}
		if up || down || len(waits) > 0 {
			changed = true
			for _, i := range views {
				w.alive[i] = false
			}
		}
	}
	return changed
}

// owed returns the local steps of a pool that a fair run must take if they stay possible.
func (e *engine) owed(p int) (names []string) {
	for _, m := range e.local(p) {
		if m.kind != explore.Ask && m.kind != explore.May && m.wrong == "" {
			names = append(names, m.name)
		}
	}
	return names
}
