package views

import "qcheck/explore/internal/graph"

// Messages to oneself. Where a process handles these at once, a step is as long as its
// process sends itself messages, and one without end is not defined. In the views such a
// step is a path on which the member takes what its own requester sent, and the requester
// what the member sent it; the requester in focus may be that of the member's own process.

// mostHandled is how many messages to oneself a step may handle: as in package explore.
const mostHandled = 1000

// messagesWithoutEnd returns whether messages between a requester and a member, and nothing else, may
// go on for longer than a step may. It looks for a cycle in the graph of the views.
func (c *decision) messagesWithoutEnd() bool {
	var to []int32
	c.add = func(v view) {
		i, ok := c.known[v]
		if !ok {
			panic("views: the closure is not closed")
		}
		to = append(to, i)
	}
	defer func() { c.add = c.addView }()
	next := make([][]int32, len(c.views))
	for i, v := range c.views {
		c.look(i)
		to = nil
		if in := c.channels.all[v.in]; len(in) > 0 {
			c.take(v, 0, in[0], in[1:])
		}
		if out := c.channels.all[v.out]; len(out) > 0 {
			for _, x := range c.moves[trigger{v.requester, out[0].msg}] {
				c.move(v, true, x)
			}
		}
		next[i] = to
	}
	in := graph.Components(len(next), func(edge func(from, to int32)) {
		for i, list := range next {
			for _, w := range list {
				edge(int32(i), w)
			}
		}
	})
	longest := make([]int, len(next)) // of the paths from a view: one more
	for _, i := range graph.Ascending(in) {
		longest[i] = 1
		for _, w := range next[i] {
			if in[w] == in[i] { // on a cycle
				return true
			}
			longest[i] = max(longest[i], longest[w]+1)
		}
		if longest[i] > mostHandled {
			return true
		}
	}
	c.follow = longest
	return false
}
