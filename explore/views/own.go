package views

// Messages to oneself. Where a process handles these at once, a step is as long as its
// process sends itself messages, and one without end is not defined. In the views such a
// step is a path on which the member takes what its own requester sent, and the requester
// what the member sent it; the requester in focus may be that of the member's own process.

// mostHandled is how many messages to oneself a step may handle: as in package explore.
const mostHandled = 1000

// endless returns whether messages between a requester and a member, and nothing else, may
// go on for longer than a step may. It looks for a cycle in the graph of the views.
func (c *closure) endless(look func(i int)) bool {
	var to []int32
	c.add = func(v view) {
		i, ok := c.known[v]
		if !ok {
			panic("views: the closure is not closed")
		}
		to = append(to, i)
	}
	defer func() { c.add = c.insert }()
	next := make([][]int32, len(c.views))
	for i, v := range c.views {
		look(i)
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
	// The longest path from each view; a view that is met again before its paths are known
	// is on a cycle.
	const begun = -1
	longest := make([]int, len(next)) // 0: not met; otherwise one more than the path
	type frame struct {
		view int32
		at   int
	}
	for root := range next {
		if longest[root] != 0 {
			continue
		}
		longest[root] = begun
		stack := []frame{{view: int32(root)}}
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			if f.at < len(next[f.view]) {
				w := next[f.view][f.at]
				switch longest[w] {
				case begun:
					return true
				case 0:
					longest[w] = begun
					stack = append(stack, frame{view: w})
				default:
					f.at++
				}
				continue
			}
			longest[f.view] = 1
			for _, w := range next[f.view] {
				longest[f.view] = max(longest[f.view], longest[w]+1)
			}
			if longest[f.view] > mostHandled {
				return true
			}
			stack = stack[:len(stack)-1]
		}
	}
	c.follow = longest
	return false
}
