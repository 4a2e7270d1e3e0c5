package roles

import (
	"slices"

	"qcheck/explore"
)

// A Request is one as a member notes it; the zero value is none.
type Request struct {
	Stamp Stamp
	From  Peer
}

// A Query is one that a member has sent for a request, to ask back the permission that another one has.
type Query struct{ For, Of Request }

// MostNoted is how many requests, and how many queries, a Noted has room for: where a process has one request at a time, one for each.
const MostNoted = explore.MaxProcesses

// Noted has the requests that a member knows and has not served: those that wait, the earliest first, and those for which it has sent a
// query that has no answer, in the order of sending. It is no table by peer, since members may note several requests of one.
type Noted struct {
	Queue   [MostNoted]Request
	Queries [MostNoted]Query
	crowded
}

// crowded is a Noted in proofs for every number of processes: the lists are empty, each peer has one request at most, and
// all queries are about the same one. A call in which that is not so has no answer.
type crowded struct {
	by By[note]
	of Request // what the queries are about; none if there are none
}

// A note is the request of a peer: one that waits, or one that has a query. It has no bytes between its fields.
type note struct {
	Stamp Stamp
	State uint16
}

const (
	waiting uint16 = iota
	queried
)

func waits(n note) bool      { return !n.Stamp.None() && n.State == waiting }
func asked(n note) bool      { return n.State == queried }
func earlier(a, b note) bool { return a.Stamp.Before(b.Stamp) }

func (n *Noted) isCrowded() bool { return n.by.others != 0 }

// Put returns n with a request that waits, behind all that are not later, and whether there was room.
func (n Noted) Put(r Request) (Noted, bool) {
	if n.isCrowded() {
		n.note(r, waiting)
		return n, true
	}
	i := 0
	for i < MostNoted && !n.Queue[i].From.None() {
		i++
	}
	if i == MostNoted {
		return n, false
	}
	for ; i > 0 && r.Stamp.Before(n.Queue[i-1].Stamp); i-- {
		n.Queue[i] = n.Queue[i-1]
	}
	n.Queue[i] = r
	return n, true
}

// Serve returns n without the first request that waits, and that; none if none waits.
func (n Noted) Serve() (Noted, Request) {
	if n.isCrowded() {
		p := n.by.First(waits, earlier)
		if p.None() {
			return n, Request{}
		}
		return n.taken(p)
	}
	r := n.Queue[0]
	copy(n.Queue[:], n.Queue[1:])
	n.Queue[MostNoted-1] = Request{}
	return n, r
}

// Asks reports whether a query has no answer.
func (n Noted) Asks() bool {
	if n.isCrowded() {
		return n.by.Any(asked)
	}
	return !n.Queries[0].For.From.None()
}

// Ask returns n with a query for a request, and whether there was room.
func (n Noted) Ask(q Query) (Noted, bool) {
	if n.isCrowded() {
		if c := n.by.crowd(); q.Of.From.None() || n.by.Any(asked) && n.of != q.Of {
			c.refuse("queries about several requests, or about none")
		}
		n.note(q.For, queried)
		n.of = q.Of
		return n, true
	}
	for i := range n.Queries {
		if n.Queries[i].For.From.None() {
			n.Queries[i] = q
			return n, true
		}
	}
	return n, false
}

// About returns what the first query to a peer is about that has no answer, and whether there is one.
func (n Noted) About(to Peer) (Request, bool) {
	if n.isCrowded() {
		if !n.by.Any(asked) || n.of.From != to {
			return Request{}, false
		}
		return n.of, true
	}
	for _, q := range n.Queries {
		if !q.For.From.None() && q.Of.From == to {
			return q.Of, true
		}
	}
	return Request{}, false
}

// Answered returns n without the first query to a peer that has no answer, and the request that it was sent for; none if there is none.
func (n Noted) Answered(to Peer) (Noted, Request) {
	if n.isCrowded() {
		if _, ok := n.About(to); !ok {
			return n, Request{}
		}
		m, r := n.taken(n.by.some(asked)) // which one was sent first is not known
		if !m.by.Any(asked) {
			m.of = Request{}
		}
		return m, r
	}
	for i, q := range n.Queries {
		if !q.For.From.None() && q.Of.From == to {
			copy(n.Queries[i:], n.Queries[i+1:])
			n.Queries[MostNoted-1] = Query{}
			return n, q.For
		}
	}
	return n, Request{}
}

// Settle answers the first query to a peer, or all: it returns n, in which the requests wait that they were sent for, these, and
// whether there was room.
func (n Noted) Settle(to Peer, all bool) (Noted, Group, bool) {
	if _, ok := n.About(to); all && ok && n.isCrowded() {
		var g Group
		for i, v := range n.by.of {
			if asked(v) {
				g.requests = append(g.requests, Request{v.Stamp, Peer{explore.ProcessOf(i)}})
			}
		}
		n.by = n.by.each(func(v note) note { return note{Stamp: v.Stamp} })
		n.of = Request{}
		return n, g, true
	}
	var g Group
	fits := true
	for {
		m, r := n.Answered(to)
		if r.From.None() {
			return n, g, fits
		}
		m, room := m.Put(r)
		n, g, fits = m, Group{append(g.requests, r)}, fits && room
		if !all {
			return n, g, fits
		}
	}
}

// note notes a request of a peer that has none.
func (n *Noted) note(r Request, state uint16) {
	c := n.by.crowd()
	switch {
	case r.From.None() || r.Stamp.None():
		c.refuse("a request of nobody, or without a stamp")
	case n.by.Of(r.From) != note{}:
		c.refuse("two requests of a peer")
	case slices.ContainsFunc(n.by.of[:], func(v note) bool { return v.Stamp == r.Stamp }):
		c.refuse("two requests with the same stamp")
	}
	n.by = n.by.With(r.From, note{r.Stamp, state})
}

// taken returns n without the request of a peer, and that.
func (n Noted) taken(p Peer) (Noted, Request) {
	r := Request{n.by.Of(p).Stamp, p}
	n.by = n.by.With(p, note{})
	return n, r
}

// A Group is some requests, to which the same is answered. How many they are is not to be known.
type Group struct{ requests []Request }

// Without returns the group without a request.
func (g Group) Without(r Request) Group {
	return Group{slices.DeleteFunc(slices.Clone(g.requests), func(x Request) bool { return x == r })}
}

// ToEach returns a message to who sent each of the requests. In proofs for every number of processes those get it unseen that have no place.
func ToEach[B comparable](g Group, msg B) (all []Answer[B]) {
	for _, r := range g.requests {
		all = append(all, Answer[B]{To: r.From, Msg: msg})
	}
	return all
}
