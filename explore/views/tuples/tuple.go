package tuples

import (
	"slices"

	"qcheck/explore"
	"qcheck/explore/internal/plain"
)

// A tuple is some processes, with their views.
type tuple struct {
	of      explore.Set
	members []int // ascending
	ids     map[view]int32
	all     []view
	rests   [][mostTogether]int32 // by view, without each side
	sides   []side                // by position
}

func (t *tuple) position(p int) int { return slices.Index(t.members, p) }

// A view is of the processes of a tuple. Its stamps have one order: halves and messages have
// places in it as their stamps. It has halves on the diagonal, and elsewhere channels, from row
// to column.
type view [mostTogether * mostTogether]int32

func (v *view) half(s int) int32 { return v[s*mostTogether+s] }

func (v *view) channel(from, to int) int32 { return v[from*mostTogether+to] }

// A side is a process as it is seen in a tuple. A face is a half that is cut, with places among its own
// stamps.
type side struct {
	faces   map[int32]int32 // by half
	face    []int32         // by view
	offers  [][]fromOne     // by face, as are those that follow
	effects [][]int32
	whole   [][]int32 // halves
	views   [][]int32
	all     []effect
	known   map[known]bool
}

type fromOne struct {
	from int
	offer
}

type known struct {
	face int32
	effect
}

// An effect is what a step of a process does to its half as it is cut for a view, and what it
// sends there. Its stamps have an order of their own, in which the anchors are those that were
// there before.
type effect struct {
	next    int32
	sent    [mostTogether]int32 // by position
	stamps  [maxStamps]explore.Stamp
	n       uint8
	anchors uint32        // by place
	before  explore.Stamp // the clock before it
	clock   explore.Stamp // the stamp that the clock comes to; 0 if it stays
	fresh   explore.Stamp
	from    int8 // whose message is taken, or nobody
	// takes has, at the position of the process itself, what it takes of another in the tuple. What
	// it takes of one outside it has at the position of each other, as it is where the
	// sender stands for that one.
	takes [mostTogether]offer
}

// face returns the number of a half that is cut, on a side of a tuple.
func (c *closure) face(t, s int, h half) int32 {
	x := frame{half: []half{h}}
	c.number(&x)
	id := c.halves.Of(x.half[0])
	side := &c.tuples[t].sides[s]
	f, ok := side.faces[id]
	if !ok {
		f = int32(len(side.offers))
		side.faces[id] = f
		side.offers, side.effects = append(side.offers, nil), append(side.effects, nil)
		side.whole, side.views = append(side.whole, nil), append(side.views, nil)
	}
	return f
}

// frameOf returns a view as a frame.
func (c *closure) frameOf(t int, v *view) frame {
	n := len(c.tuples[t].members)
	x := frame{msgs: make([][]plain.Value, n*n)}
	for s := range n {
		x.half = append(x.half, c.halves.All[v.half(s)])
		for r := range n {
			if r != s {
				x.msgs[s*n+r] = c.msgsIn(v.channel(s, r))
			}
		}
	}
	return x
}

func (c *closure) msgsIn(line int32) []plain.Value {
	x := &c.lines.All[line]
	var all []plain.Value
	for _, m := range x.all[:x.n] {
		all = append(all, c.msgs.All[m])
	}
	return all
}

// viewOf returns a frame of a tuple as a view.
func (c *closure) viewOf(x frame) (v view) {
	c.number(&x)
	n := len(x.half)
	for s := range n {
		v[s*mostTogether+s] = c.halves.Of(x.half[s])
		for r := range n {
			if r != s {
				v[s*mostTogether+r] = c.lineID(x.msgs[s*n+r])
			}
		}
	}
	return v
}

// addView adds a view of a tuple, and what follows.
func (c *closure) addView(i int, v view) {
	t := &c.tuples[i]
	if _, ok := t.ids[v]; ok {
		return
	}
	id := int32(len(t.all))
	t.ids[v] = id
	t.all = append(t.all, v)
	c.count++
	if c.outsiders() {
		var rests [mostTogether]int32
		for s := range t.members {
			rests[s] = c.rest(i, &v, s)
		}
		t.rests = append(t.rests, rests)
	}
	for s := range t.members {
		t.sides[s].face = append(t.sides[s].face, c.face(i, s, c.halves.All[v.half(s)]))
	}
	c.work = append(c.work, func() {
		for s, p := range t.members {
			side := &t.sides[s]
			f := side.face[id]
			side.views[f] = append(side.views[f], id)
			for _, e := range side.effects[f] {
				c.apply(i, s, id, e)
			}
			for r, q := range t.members {
				if r == s || v.channel(r, s) == 0 {
					continue
				}
				c.addOffer(p, q, i, f, c.offered(&v, r, s, t.of))
				if c.outsiders() {
					c.meet(need{i, s, t.rests[id][r], c.offered(&v, r, s, t.of.Without(q))})
				}
			}
		}
	})
}

func (c *closure) addOffer(p, q, t int, f int32, o offer) {
	side := &c.tuples[t].sides[c.tuples[t].position(p)]
	if slices.Contains(side.offers[f], fromOne{q, o}) {
		return
	}
	side.offers[f] = append(side.offers[f], fromOne{q, o})
	for _, h := range slices.Clone(side.whole[f]) {
		c.takes(p, q, t, h, o)
	}
}
