package tuples

import (
	"qcheck/explore"
	"qcheck/explore/views/certify/sets"
)

// sets returns what was found, for a checker that shares nothing with this.
func (c *closure) sets(requests []int) *sets.Sets {
	x := &sets.Sets{Requests: requests, Queued: c.queued, Counts: c.p.Counts}
	for _, h := range c.halves.All {
		y := sets.Half{Seen: h.Seen, Left: explore.Unbounded, Last: h.Last, Clock: int(place(h.Clock))}
		if requests != nil {
			_, left := split(h.L)
			y.Left = int(left)
		}
		y.Local = c.p.Local.Typed(h.L)
		for _, m := range h.Self[:h.Selfs] {
			y.Own = append(y.Own, c.p.Message.Typed(m))
		}
		x.Halves = append(x.Halves, y)
	}
	for _, m := range c.msgs.All {
		x.Msgs = append(x.Msgs, c.p.Message.Typed(m))
	}
	for _, all := range c.whole {
		x.Whole = append(x.Whole, numbers(all))
	}
	for _, t := range c.tuples {
		views := make([]sets.View, len(t.all))
		for i, v := range t.all {
			n := len(t.members)
			y := sets.View{Msgs: make([][]int, n*n)}
			for s := range n {
				y.Halves = append(y.Halves, int(v.half(s)))
				for r := range n {
					if r != s {
						line := c.lines.All[v.channel(s, r)]
						y.Msgs[s*n+r] = numbers(line.all[:line.n])
					}
				}
			}
			views[i] = y
		}
		x.Tuples, x.Views = append(x.Tuples, t.of), append(x.Views, views)
	}
	return x
}

func numbers(all []int32) (list []int) {
	for _, x := range all {
		list = append(list, int(x))
	}
	return list
}
