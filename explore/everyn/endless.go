package everyn

import (
	"slices"

	"qcheck/explore/internal/graph"
)

// endless says where a process that is a member of its own quorum may send itself messages without end; nothing if that cannot be. Such a process takes
// its own messages at once, so that the run would not go on. It would be in views of itself alone, and take messages on either channel, without
// end, so some of these come again. A message that stands for one or more is not taken without end where none is sent.
func (e *engine) endless() string {
	type arc struct {
		from, to         int32
		up               bool // the message that is taken
		taken            int
		sentUp, sentDown list
	}
	var arcs []arc
	to := func(v view) int32 { return int32(e.views.number[v]) }
	for i, v := range e.views.all {
		if v.down != "" {
			for _, m := range e.takes(v.pool, v.down.at(0)) {
				for _, left := range e.popped(false, v.down) {
					if m.wrong == "" {
						arcs = append(arcs, arc{from: int32(i), to: to(view{v.about, m.to, e.sent(true, v.up, m.sends), left}), taken: v.down.at(0), sentUp: m.sends})
					}
				}
			}
		}
		if v.up != "" {
			for _, x := range e.ownEffects[[2]int{v.about, v.up.at(0)}].all {
				for _, left := range e.popped(true, v.up) {
					if x.wrong == "" {
						arcs = append(arcs, arc{from: int32(i), to: to(view{x.to, v.pool, left, e.sent(false, v.down, x.outs)}), up: true, taken: v.up.at(0), sentDown: x.outs})
					}
				}
			}
		}
	}
	for {
		in := graph.Components(len(e.views.all), func(edge func(from, to int32)) {
			for _, x := range arcs {
				edge(x.from, x.to)
			}
		})
		type message struct {
			component int32
			up        bool
			msg       uint32
		}
		sent := map[message]bool{}
		arcs = slices.DeleteFunc(arcs, func(x arc) bool { return in[x.from] != in[x.to] })
		for _, x := range arcs {
			for _, m := range x.sentUp.all() {
				sent[message{in[x.from], true, m}] = true
			}
			for _, m := range x.sentDown.all() {
				sent[message{in[x.from], false, m}] = true
			}
		}
		n := len(arcs)
		arcs = slices.DeleteFunc(arcs, func(x arc) bool { return !sent[message{in[x.from], x.up, uint32(x.taken)}] })
		if len(arcs) == 0 {
			return ""
		}
		if len(arcs) == n {
			return "a process may send itself messages without end: " + e.text(int(arcs[0].from))
		}
	}
}
