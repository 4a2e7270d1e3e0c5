package sets

import (
	"slices"

	"qcheck/explore"
)

// A tuple is some processes, with their views. A face is a half that is cut to it, an offer a face with a message of another
// to it, both by their keys.
type tuple struct {
	of      explore.Set
	members []int
	has     map[int]bool // views
	views   []*view
	by      []map[int][]*view          // by side and face
	offers  []map[int]map[[2]int]scene // by side and face: whose side and which offer it is, as a face and a message on a line
}

type view struct {
	scene
	faces  [3]int
	offers [3][3]int // to the first from each; -1 for none
	rests  [3]int    // without each side
}

// read reads the sets.
func (c *checker) read() {
	of := func(s explore.Stamp) mark { return mark{int(s>>ownerBits) * spread, int(s & (1<<ownerBits - 1))} }
	var halves []half
	for _, h := range c.sets.Halves {
		x := half{local: c.parse(h.Local, of), seen: h.Seen, left: h.Left, last: of(h.Last), clock: h.Clock * spread}
		for _, m := range h.Own {
			x.own = append(x.own, c.parse(m, of))
		}
		halves = append(halves, x)
	}
	var msgs []value
	for _, m := range c.sets.Msgs {
		msgs = append(msgs, c.parse(m, of))
	}
	for p, all := range c.sets.Whole {
		c.whole, c.isWhole = append(c.whole, nil), append(c.isWhole, map[int]bool{})
		c.local, c.moved = append(c.local, map[int]*can{}), append(c.moved, map[move]bool{})
		c.byKey = append(c.byKey, map[int]half{})
		for _, i := range all {
			if id := c.key(scene{halves: halves[i : i+1]}); !c.isWhole[p][id] {
				c.isWhole[p][id], c.byKey[p][id] = true, halves[i]
				c.whole[p] = append(c.whole[p], halves[i])
			}
		}
	}
	for i, of := range c.sets.Tuples {
		t := &tuple{of: of, members: of.Members(), has: map[int]bool{}}
		for range t.members {
			t.by, t.offers = append(t.by, map[int][]*view{}), append(t.offers, map[int]map[[2]int]scene{})
		}
		c.at[of] = len(c.tuples)
		c.tuples = append(c.tuples, t)
		for _, v := range c.sets.Views[i] {
			c.Pause()
			var x scene
			for _, h := range v.Halves {
				x.halves = append(x.halves, halves[h])
			}
			for _, all := range v.Msgs {
				var list []value
				for _, m := range all {
					list = append(list, msgs[m])
				}
				x.msgs = append(x.msgs, list)
			}
			c.add(t, x)
		}
	}
	all := explore.All(c.p.N).Subsets(min(c.p.N, c.tuples[0].of.Len()))
	if len(c.whole) != c.p.N || len(c.at) != len(all) || slices.ContainsFunc(all, func(s explore.Set) bool { _, ok := c.at[s]; return !ok }) {
		c.Fail("some processes have no views")
	}
}

// add adds a view to a tuple.
func (c *checker) add(t *tuple, x scene) {
	if id := c.key(x); t.has[id] {
		return
	} else {
		t.has[id] = true
	}
	v, n := &view{scene: x}, len(t.members)
	t.views = append(t.views, v)
	for s := range n {
		f := c.key(scene{halves: x.halves[s : s+1]})
		v.faces[s] = f
		t.by[s][f] = append(t.by[s][f], v)
		for r := range n {
			v.offers[s][r] = -1
			if r == s || len(x.msgs[r*n+s]) == 0 {
				continue
			}
			offer := scene{halves: x.halves[s : s+1], msgs: [][]value{x.msgs[r*n+s][:1]}}
			v.offers[s][r] = c.key(offer)
			if t.offers[s][f] == nil {
				t.offers[s][f] = map[[2]int]scene{}
			}
			t.offers[s][f][[2]int{r, v.offers[s][r]}] = offer
		}
	}
	if !c.strangers() {
		return
	}
	for s := range n {
		v.rests[s] = c.rest(t, x, s)
	}
	for s := range n { // offers as those see them that are in other tuples
		for r, q := range t.members {
			if r != s && v.offers[s][r] >= 0 {
				o := scene{halves: []half{c.cut(x.halves[s], t.of.Without(q))}, msgs: [][]value{x.msgs[r*n+s][:1]}}
				c.needs[[4]int{c.at[t.of], s, v.rests[r], c.key(o)}] = true
			}
		}
	}
}

// strangers reports whether tuples have to agree about a process outside them: of two processes, the half is all that they have in common.
func (c *checker) strangers() bool {
	return len(c.tuples[0].members) > 2 && c.p.N > len(c.tuples[0].members)
}

// rest returns the key of a view without one side.
func (c *checker) rest(t *tuple, x scene, without int) int {
	var y scene
	n := len(t.members)
	for s := range n {
		if s != without {
			y.halves = append(y.halves, c.cut(x.halves[s], t.of.Without(t.members[without])))
			for r := range n {
				if r != without {
					y.msgs = append(y.msgs, x.msgs[s*n+r])
				}
			}
		}
	}
	return c.key(y)
}

// begins checks that the first views are there.
func (c *checker) begins() {
	first := make([]half, c.p.N)
	for p := range first {
		first[p] = half{left: explore.Unbounded, local: c.parse(c.p.Init(p), func(s explore.Stamp) mark {
			if s != 0 {
				c.Fail("process %d begins with a stamp", p+1)
			}
			return mark{}
		})}
		if c.sets.Requests != nil {
			first[p].left = c.sets.Requests[p]
		}
		c.first = append(c.first, c.isThere(p, first[p]))
	}
	for _, t := range c.tuples {
		x := scene{msgs: make([][]value, len(t.members)*len(t.members))}
		for _, p := range t.members {
			x.halves = append(x.halves, c.cut(first[p], t.of))
		}
		if !t.has[c.key(x)] {
			c.Fail("the first view of processes %v is not there", t.of)
		}
	}
}

func (c *checker) isThere(p int, h half) int {
	id := c.key(scene{halves: []half{h}})
	if !c.isWhole[p][id] {
		c.Fail("a state of process %d is not there that follows from one that is: %+v", p+1, c.values[h.local.shape])
	}
	return id
}

// closed checks that all that follows is there.
func (c *checker) closed() {
	done := map[int]bool{}
	for p, all := range c.whole {
		for _, h := range all {
			id := c.key(scene{halves: []half{h}})
			has := c.acts(p, h, func(x deed) {
				c.does(id, x)
				for _, t := range c.tuples {
					c.applies(t, x, nil, done)
				}
			})
			c.local[p][id] = &has
			for _, by := range c.tuples {
				if s := slices.Index(by.members, p); s >= 0 {
					c.takesAll(by, s, id, h, done)
				}
			}
		}
	}
}

// takesAll tries all messages that the views of a tuple offer to a whole half.
func (c *checker) takesAll(by *tuple, s, id int, h half, done map[int]bool) {
	p := by.members[s]
	face := c.cut(h, by.of)
	for offer, y := range by.offers[s][c.key(scene{halves: []half{face}})] {
		q := by.members[offer[0]]
		pins := c.pinned(y, scene{halves: []half{face}}, scene{halves: y.halves})
		c.laid(points(scene{halves: []half{h}}.marks()), h.clock, pins, y.halves[0].clock, func(at func(mark) mark, clock int) {
			before := h
			before.clock = clock
			msg := moved(y.msgs[0], at)
			c.takes(deed{p: p, from: q, before: before, taken: msg}, before, func(x deed) {
				c.does(id, x)
				for _, t := range c.tuples {
					switch first := t.members[0]; {
					case t.of.Has(q):
						if t == by {
							c.applies(t, x, &offer, done)
						}
					default:
						if first == p {
							first = t.members[1]
						}
						if t.of.Has(p) && t.of.Without(first).With(q) == by.of {
							c.applies(t, x, nil, done)
						}
					}
				}
			})
		})
	}
}

// pinned returns the marks of a scene as pins. Those of one part of it are where they are in another scene that is the same.
func (c *checker) pinned(all, as, part scene) (pins []pin) {
	fixed := map[mark]int{}
	to := as.marks()
	for i, m := range part.marks() {
		fixed[m] = to[i].at
	}
	for _, m := range points(all.marks()) {
		pins = append(pins, pin{mark: m, fixed: fixed[m]})
	}
	return pins
}

// laid lays pins onto a line in all ways in which a clock, which has passed so much of the one and of the other, is somewhere. It
// calls f with where the marks are, and what the clock has passed.
func (c *checker) laid(base []mark, clock int, pins []pin, passed int, f func(at func(mark) mark, clock int)) {
	lay(base, pins, nil, func(at []int) {
		low, high := clock, after(base, clock)
		to := map[int]int{}
		for i, x := range pins {
			if to[x.at] = at[i]; x.at <= passed {
				low = max(low, at[i])
			} else {
				high = min(high, at[i])
			}
		}
		if c.Pause(); low < high {
			f(func(m mark) mark { return mark{to[m.at], m.of} }, low)
		}
	})
}

// does checks that a half that a step leaves is there, and notes the step.
func (c *checker) does(id int, x deed) {
	to := c.isThere(x.p, x.after)
	if x.from == x.p {
		c.own = append(c.own, [2]int{id, to})
	}
	if c.outlined {
		c.notes(id, to, x)
	}
}

// applies checks that what a deed makes of the views of a tuple is there. from is the side, and the offer, of whom it takes a message in it.
func (c *checker) applies(t *tuple, x deed, from *[2]int, done map[int]bool) {
	s := slices.Index(t.members, x.p)
	if s < 0 {
		return
	}
	n := len(t.members)
	before := scene{halves: []half{c.cut(x.before, t.of)}}
	d := scene{halves: []half{before.halves[0], c.cut(x.after, t.of)}, msgs: make([][]value, n+2)} // sent, taken, and the clock
	more := []int{c.at[t.of], x.p, x.from, -1, 0}
	if from != nil {
		d.msgs[n], more[3] = x.taken, from[1]
		before.msgs = [][]value{x.taken}
	}
	for _, o := range x.sent {
		if r := slices.Index(t.members, o.to); r >= 0 {
			d.msgs[r] = append(d.msgs[r], o.value)
		}
	}
	stays := x.after.clock == x.before.clock
	if !stays { // the clock is a stamp that is perhaps not seen
		at := mark{x.after.clock, 1}
		for _, m := range (scene{halves: []half{x.after}, msgs: [][]value{x.taken}}).marks() {
			if m.at == at.at {
				at = m
			}
		}
		d.msgs[n+1] = []value{{marks: []mark{at}}}
	}
	if x.fresh {
		more[4] = 1
	}
	var offers [3]int
	stranger := from == nil && x.from >= 0 && x.from != x.p && c.strangers()
	for r, q := range t.members {
		if stranger && r != s {
			offers[r] = c.key(scene{halves: []half{c.cut(x.before, t.of.Without(q))}, msgs: [][]value{x.taken}})
		}
	}
	if id := c.key(d, append(more, offers[:]...)...); done[id] {
		return
	} else {
		done[id] = true
	}
	for _, v := range t.by[s][c.key(scene{halves: before.halves})] {
		if from != nil && v.offers[s][from[0]] != from[1] || stranger && !c.agreed(t, s, v, x.from, offers) {
			continue
		}
		as := scene{halves: v.halves[s : s+1]}
		if from != nil {
			as.msgs = [][]value{v.msgs[from[0]*n+s][:1]}
		}
		pins := c.pinned(d, as, before)
		for i := range pins {
			pins[i].fresh = x.fresh && pins[i].at == made
		}
		base := points(v.marks())
		c.laid(base, v.halves[s].clock, pins, x.before.clock, func(at func(mark) mark, clock int) {
			w := scene{halves: slices.Clone(v.halves), msgs: slices.Clone(v.msgs)}
			w.halves[s] = d.halves[1].moved(at)
			if w.halves[s].clock = clock; !stays {
				w.halves[s].clock = at(mark{at: x.after.clock}).at
			}
			if from != nil {
				w.msgs[from[0]*n+s] = w.msgs[from[0]*n+s][1:]
			}
			for r, sent := range d.msgs[:n] {
				w.msgs[s*n+r] = slices.Concat(w.msgs[s*n+r], moved(sent, at))
			}
			c.clocks(t, w, base, points(d.moved(at).marks()), s, 0)
		})
	}
}

func (s scene) moved(f func(mark) mark) (x scene) {
	for _, h := range s.halves {
		x.halves = append(x.halves, h.moved(f))
	}
	for _, all := range s.msgs {
		x.msgs = append(x.msgs, moved(all, f))
	}
	return x
}

// clocks checks that a view is there wherever the clocks of the others are among marks that are new.
func (c *checker) clocks(t *tuple, w scene, base, laid []mark, s, r int) {
	if r == len(w.halves) {
		if !t.has[c.key(w)] {
			c.Fail("a view of processes %v is not there that follows from one that is, by a step of process %d: %+v", t.of, t.members[s]+1, c.values[w.halves[s].local.shape])
		}
		return
	}
	clock := w.halves[r].clock
	c.clocks(t, w, base, laid, s, r+1)
	if r == s {
		return
	}
	for _, m := range laid {
		if m.at > clock && m.at < after(base, clock) {
			w.halves[r].clock = m.at
			c.clocks(t, w, base, laid, s, r+1)
		}
	}
	w.halves[r].clock = clock
}

// agreed reports whether views of other tuples agree to a step that takes a message of a process outside: for each other process, some view
// in which the sender stands for it, and offers the message.
func (c *checker) agreed(t *tuple, s int, v *view, from int, offers [3]int) bool {
	for r, q := range t.members {
		if r != s {
			by := c.at[t.of.Without(q).With(from)]
			if !c.needs[[4]int{by, slices.Index(c.tuples[by].members, t.members[s]), v.rests[r], offers[r]}] {
				return false
			}
		}
	}
	return true
}
