package tuples

import (
	"slices"

	"qcheck/explore"
	"qcheck/explore/internal/plain"
)

// addEffect adds what a step of a process does on its side of a tuple to those of that face.
func (c *closure) addEffect(t, s int, f int32, e effect) {
	side := &c.tuples[t].sides[s]
	if side.known[known{f, e}] {
		return
	}
	side.known[known{f, e}] = true
	id := int32(len(side.all))
	side.all = append(side.all, e)
	side.effects[f] = append(side.effects[f], id)
	for _, v := range slices.Clone(side.views[f]) {
		c.apply(t, s, v, id)
	}
}

// apply adds the views that an effect of the process on one side makes of a view.
func (c *closure) apply(t, s int, id, effect int32) {
	tuple := &c.tuples[t]
	v, e := tuple.all[id], tuple.sides[s].all[effect]
	from := -1
	if e.from >= 0 {
		from = tuple.position(int(e.from))
	}
	if from >= 0 && (v.channel(from, s) == 0 || c.offered(&v, from, s, tuple.of) != e.takes[s]) || !c.agreed(t, s, id, effect) {
		return
	}
	if !c.stamped {
		c.addView(t, c.plain(v, s, from, &e))
		return
	}
	x := c.frameOf(t, &v)
	n := len(x.half)
	var all []explore.Stamp
	c.each(&x, func(t *explore.Stamp) { all = append(all, *t) })
	anchors := c.stampsOf(x.half[s])
	if from >= 0 {
		in := &x.msgs[from*n+s]
		anchors = distinct(append(anchors, c.stampsIn((*in)[0])...))
		*in = (*in)[1:]
	}
	m := merge{
		base:   sequence{distinct(all), x.half[s].Clock},
		other:  sequence{e.stamps[:e.n], e.before},
		shared: make([]int, e.n+1), fresh: int(place(e.fresh)),
	}
	for r := range n {
		if r != s {
			m.peers = append(m.peers, int(place(x.half[r].Clock)))
		}
	}
	for i := range int(e.n) {
		if e.anchors&(1<<i) != 0 {
			m.shared[i+1], anchors = int(place(anchors[0])), anchors[1:]
		}
	}
	next := c.halves.All[e.next]
	m.each(func() {
		y := frame{half: slices.Clone(x.half), msgs: make([][]plain.Value, n*n)}
		for i, sent := range x.msgs {
			y.msgs[i] = slices.Clone(sent)
		}
		c.each(&y, func(t *explore.Stamp) { *t = m.laid(m.ofBase, *t) })
		peers := m.peerClocks()
		for r := range n {
			if r != s {
				y.half[r].Clock, peers = at(peers[0], anyOwner), peers[1:]
			}
		}
		h := next
		c.inHalf(&h, func(t *explore.Stamp) { *t = m.laid(m.ofOther, *t) })
		h.Clock = at(m.clock(), anyOwner)
		if e.clock > 0 {
			h.Clock = m.laid(m.ofOther, e.clock)
		}
		y.half[s] = h
		for r := range n {
			for _, msg := range c.msgsIn(e.sent[r]) {
				c.inMsg(&msg, func(t *explore.Stamp) { *t = m.laid(m.ofOther, *t) })
				y.msgs[s*n+r] = append(y.msgs[s*n+r], msg)
			}
		}
		c.addView(t, c.viewOf(y))
	})
}

// plain returns what an effect makes of a view, if there are no stamps to be laid.
func (c *closure) plain(v view, s, from int, e *effect) view {
	if from >= 0 {
		line := c.lines.All[v.channel(from, s)]
		copy(line.all[:], line.all[1:])
		line.n--
		line.all[line.n] = 0
		v[from*mostTogether+s] = c.lines.Of(line)
	}
	v[s*mostTogether+s] = e.next
	for r, sent := range e.sent {
		if sent == 0 {
			continue
		}
		line, more := c.lines.All[v.channel(s, r)], c.lines.All[sent]
		if line.n+more.n > maxChannel {
			c.crowded()
		}
		copy(line.all[line.n:], more.all[:more.n])
		line.n += more.n
		v[s*mostTogether+r] = c.lines.Of(line)
	}
	return v
}
