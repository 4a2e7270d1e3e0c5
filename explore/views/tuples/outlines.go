package tuples

import (
	"qcheck/explore"
	"qcheck/explore/internal/plain"
	"qcheck/explore/internal/table"
)

// A core is what is left of a local state that is cut to no process, without its stamps; as a
// number.
type core = int32

// A move is a step of a process from one of its halves to another. What it takes of another
// process is without stamps.
type move struct {
	half, next int32
	taken
}

type taken struct {
	from int8 // or nobody
	msg  int32
}

// A scene is what a view of a tuple shows on a side: the face, the cores of the others, and
// what one of these, or nobody, offers.
type scene struct {
	tuple, side int
	face        int32
	others      [mostTogether]core
	taken
}

// An outline has what is observed of each process, and the core of its state.
type outline [explore.MaxProcesses]struct {
	core
	seen explore.Observation
}

func (c *closure) moves(x *world, to int32) {
	m := move{half: x.id, next: to, taken: taken{from: nobody}}
	if x.from != x.process && x.from != nobody {
		m.taken = c.taken(x.from, x.msg)
	}
	c.moved[x.process].Of(m)
}

func (c *closure) taken(from int, msg plain.Value) taken {
	c.inMsg(&msg, func(s *explore.Stamp) { *s = 0 })
	return taken{int8(from), c.msgs.Of(msg)}
}

// outlines are what the outlines of reachable states are among.
type outlines struct {
	c      *closure
	ids    table.Numbers[plain.Value]
	core   map[int32]core // by half
	scenes map[scene]bool
	moves  []map[core][]change // by process, and the core before it
	all    map[outline]bool
}

// A change is what a move does: from the faces of a half, by tuple.
type change struct {
	faces []int32
	taken
	core
	seen explore.Observation
}

// reach computes the outlines, until one is bad.
func (c decision) reach(bad func(*outline) bool) *outlines {
	x := &outlines{c: c.closure, core: map[int32]core{}, scenes: map[scene]bool{}, all: map[outline]bool{}}
	for i := range c.tuples {
		x.show(i)
		c.look()
	}
	var start outline
	for p, all := range c.moved {
		start[p].core, start[p].seen = x.coreOf(c.whole[p][0]), c.p.Observe(p, c.halves.All[c.whole[p][0]].L)
		from := map[core][]change{}
		for _, m := range all.All {
			y := change{make([]int32, len(c.tuples)), m.taken, x.coreOf(m.next), c.p.Observe(p, c.halves.All[m.next].L)}
			for i := range c.tuples {
				if t := &c.tuples[i]; t.of.Has(p) {
					y.faces[i] = c.face(i, t.position(p), c.cut(c.halves.All[m.half], t.of))
				}
			}
			from[x.coreOf(m.half)] = append(from[x.coreOf(m.half)], y)
		}
		x.moves = append(x.moves, from)
	}
	x.all[start] = true
	for work := []outline{start}; len(work) > 0; {
		o := work[len(work)-1]
		work = work[:len(work)-1]
		if bad(&o) {
			return x
		}
		for p := range c.p.N {
			for _, m := range x.moves[p][o[p].core] {
				after := o
				after[p].core, after[p].seen = m.core, m.seen
				if !x.all[after] && x.allows(p, &o, &m) {
					x.all[after] = true
					work = append(work, after)
				}
			}
		}
		if most := c.Limits.Views; most > 0 && len(x.all) > most {
			c.Limit("there are more than %d outlines", most)
		}
		c.look()
	}
	return x
}

func (x *outlines) coreOf(half int32) core {
	y, ok := x.core[half]
	if !ok {
		y = x.ids.Of(x.c.alone(x.c.halves.All[half].L))
		x.core[half] = y
	}
	return y
}

// alone returns a local state cut to no process, without stamps.
func (c *closure) alone(l plain.Value) plain.Value {
	l = l.Cut(c.p.Local, 0)
	l.EachStamp(c.p.Local, func(explore.Stamp) explore.Stamp { return 0 })
	return l
}

// show notes the scenes of a tuple.
func (x *outlines) show(i int) {
	t := &x.c.tuples[i]
	for id := range t.all {
		v := &t.all[id]
		for s := range t.members {
			y := scene{tuple: i, side: s, face: t.sides[s].face[id], taken: taken{from: nobody}}
			for r := range t.members {
				if r != s {
					y.others[r] = x.coreOf(v.half(r))
				}
			}
			x.scenes[y] = true
			for r, q := range t.members {
				if r != s && v.channel(r, s) != 0 {
					y.taken = x.c.taken(q, x.c.msgs.All[x.c.lines.All[v.channel(r, s)].all[0]])
					x.scenes[y] = true
				}
			}
		}
	}
}

// allows reports whether the views of each tuple with p allow its move where the outline is that.
func (x *outlines) allows(p int, o *outline, m *change) bool {
	for i := range x.c.tuples {
		t := &x.c.tuples[i]
		if !t.of.Has(p) {
			continue
		}
		y := scene{tuple: i, side: t.position(p), face: m.faces[i], taken: taken{from: nobody}}
		for r, q := range t.members {
			if q != p {
				y.others[r] = o[q].core
			}
		}
		if m.from != nobody && t.of.Has(int(m.from)) {
			y.taken = m.taken
		}
		if !x.scenes[y] {
			return false
		}
	}
	return true
}

// unsafe says which outline that is reached Safe rejects, or nothing.
func (c decision) unsafe() (bad string) {
	c.reach(func(o *outline) bool {
		row := make([]explore.Observation, c.p.N)
		for p := range row {
			row[p] = o[p].seen
		}
		bad = c.p.Safe(row)
		return bad != ""
	})
	return bad
}
