package certify

import (
	"qcheck/explore"
	"qcheck/explore/roles"
)

// A vertex is a view, by its number. Where somebody is to wait for ever, p is the peer that does
// so with the least stamp, others are those that do as well, if they are told apart, and place is
// where p's stamp is among those of the view: see position. Otherwise p is empty.
type vertex struct {
	view      int32
	p, others explore.Set
	place     int
}

// A kin is what one requester, number 0, knows of a member in a vertex: its half, with its stamps and
// p's as places among these.
type kin struct {
	member    int32
	mark      explore.Stamp
	p, others explore.Set
}

// A notice is a message that a requester offers a member, and the place of its stamp among those
// of the member and p's.
type notice struct {
	kin   int32
	msg   byte
	place int
}

// A graph has vertices. What is the same when requesters are renamed has one number, and all its
// renamings lead to it.
type graph struct {
	vertices []vertex
	at       map[vertex]int32
	kins     map[kin]int32
	own      []int32   // of a vertex: what the requester in focus knows of the member
	peers    [][]int32 // and what each other does; -1 where no vertex has that
	notices  []notice
	number   map[notice]int32
	offers   []int32   // of a vertex: its notice, or -1
	of       [][]int32 // of a kin: the notices
}

func newGraph() *graph {
	return &graph{at: map[vertex]int32{}, kins: map[kin]int32{}, number: map[notice]int32{}}
}

// marked returns the view of a vertex, with room for p's stamp, and that.
func (c *checker) marked(x vertex) (view, explore.Stamp) {
	v, mark := c.views[x.view], explore.Stamp((x.place+1)/2)
	if x.place%2 == 1 {
		v = c.shifted(v, shift{room: mark})
	}
	return v, mark
}

// kin returns what peer i knows of the member in a vertex.
func (c *checker) kin(x vertex, i int) kin {
	v, mark := c.marked(x)
	by := c.swaps[i]
	f := shift{among: c.stamped[v.member] | setOf(mark)}
	return kin{c.restamped(c.renamed(v.member, by), f), f.of(mark), renamedSet(x.p, c.names[by]), renamedSet(x.others, c.names[by])}
}

// add adds a vertex, if it is not there, and what it offers. It reports whether it was new.
func (c *checker) add(g *graph, x vertex) bool {
	if _, ok := g.at[x]; ok {
		return false
	}
	for _, by := range c.same[x.view] {
		to := c.names[by]
		g.at[vertex{x.view, renamedSet(x.p, to), renamedSet(x.others, to), x.place}] = int32(len(g.vertices))
	}
	k := c.kin(x, 0)
	own, ok := g.kins[k]
	if !ok {
		own = int32(len(g.of))
		g.of = append(g.of, nil)
		for by, to := range c.names {
			if to[0] == 0 {
				g.kins[kin{c.renamed(k.member, by), k.mark, renamedSet(k.p, to), renamedSet(k.others, to)}] = own
			}
		}
	}
	offers := int32(-1)
	v, mark := c.marked(x)
	if in := c.channels.all[v.in]; in != "" {
		n := notice{own, in[0], (c.stamped[v.member] | setOf(mark)).position(explore.Stamp(in[1]))}
		if offers, ok = g.number[n]; !ok {
			offers = int32(len(g.notices))
			g.number[n], g.notices, g.of[own] = offers, append(g.notices, n), append(g.of[own], offers)
		}
	}
	g.vertices, g.own, g.offers = append(g.vertices, x), append(g.own, own), append(g.offers, offers)
	return true
}

// link finds what the other requesters of each vertex know.
func (c *checker) link(g *graph) {
	for _, x := range g.vertices {
		var peers []int32
		for j := 1; j < c.p.N; j++ {
			k, ok := g.kins[c.kin(x, j)]
			if !ok {
				k = -1
			}
			peers = append(peers, k)
		}
		g.peers = append(g.peers, peers)
	}
}

// A kind is one of a step, as a view sees it.
type kind uint8

const (
	answerTaken  kind = iota // the requester takes the member's message
	otherMove                // or makes any other step
	messageTaken             // the member takes the message of the requester in focus
	otherTaken               // or of another one
	memberStep
	whole // of a half of a requester
)

var kindNames = [...]string{"a requester takes a message", "a requester moves", "a member takes a message", "a member takes another's message", "a member moves"}

// follow calls f with what follows from a vertex: the kind of the step, which move or notice it is by, the view
// and p's stamp.
func (c *checker) follow(g *graph, i int, f func(kind, int32, view, explore.Stamp)) {
	c.Pause()
	x := g.vertices[i]
	v, mark := c.marked(x)
	replied := func(kind kind, by int32, v view, mark explore.Stamp, peer int, msg byte, s explore.Stamp) {
		for _, r := range c.answers(call{v.member, peer, msg, s}) {
			w := v
			if w.member = r.next; r.out != "" {
				w.out = c.answered.of(c.answered.all[w.out] + r.out)
			}
			f(kind, by, w, mark)
		}
	}
	for _, id := range c.movesOf[v.half] {
		if y, out := c.moves[id], c.answered.all[v.out]; y.takes < 0 {
			c.moved(x, v, mark, y, func(w view) { f(otherMove, id, w, mark) })
		} else if out != "" && int(out[0]) == y.takes {
			w := v
			w.out = c.answered.of(out[1:])
			c.moved(x, w, mark, y, func(w view) { f(answerTaken, id, w, mark) })
		}
	}
	if in := c.channels.all[v.in]; in != "" {
		w := v
		w.in = c.channel(in[2:])
		replied(messageTaken, g.offers[i], w, mark, 0, in[0], explore.Stamp(in[1]))
	}
	replied(memberStep, 0, v, mark, -1, 0, 0)
	own := c.stamped[v.member] | setOf(mark)
	last := explore.Stamp((c.stampsOf(v) | setOf(mark)).len()) // they are all up to that
	for j, k := range g.peers[i] {
		if k < 0 {
			continue
		}
		for _, id := range g.of[k] {
			n := g.notices[id]
			switch {
			case n.place == 0:
				replied(otherTaken, id, v, mark, j+1, n.msg, 0)
			case n.place%2 == 0:
				replied(otherTaken, id, v, mark, j+1, n.msg, own.at(n.place/2-1))
			default: // anywhere in the gap, among the stamps of the view
				for s := explore.Stamp(1); s <= last+1; s++ {
					if room := (shift{room: s}); own.below(s) == n.place/2 {
						replied(otherTaken, id, c.shifted(v, room), room.of(mark), j+1, n.msg, s)
					}
				}
			}
		}
	}
}

// moved calls f with where a move leads, which has taken its message. Who waits for ever makes no
// stamps, and those of others are above p's.
func (c *checker) moved(x vertex, v view, mark explore.Stamp, y move, f func(view)) {
	with := func(v view, own explore.Stamp) {
		v.half, v.own = y.half, own
		if y.sends != "" {
			list := append([]byte(c.channels.all[v.in]), y.sends...)
			for i := len(list) - len(y.sends) + 1; i < len(list); i += 2 {
				list[i] *= byte(own)
			}
			v.in = c.channel(value(list))
		}
		f(v)
	}
	switch y.stamp {
	case roles.Keep:
		with(v, v.own)
	case roles.Drop:
		with(v, 0)
	case roles.New:
		if x.p != 0 && x.role() != passing {
			return
		}
		for s, last := mark+1, explore.Stamp((c.stampsOf(v) | setOf(mark)).len()); s <= last+1; s++ {
			w := c.shifted(v, shift{room: s})
			if !c.p.Clock.TickOnFresh {
				w.last = s
			}
			with(w, s)
		}
		if !c.p.Clock.TickOnFresh && v.last != 0 {
			with(v, v.last)
		}
	}
}
