package views

import (
	"context"
)

// A closure is the least set of views, and of whole halves of requesters, that has the
// initial ones and with each what follows from it.
type closure struct {
	calls
	views  []view
	known  map[view]int32
	halves []int32
	isHalf map[int32]bool
	add    func(view) // what is done with a view that follows from another

	offered  map[trigger]bool
	offers   map[int32][]int32 // messages that a requester's state, cut, may have to take
	moves    map[trigger][]move
	hasMove  map[trigger]map[move]bool
	newMoves map[trigger][]move
	called   map[call]bool
	events   map[int32][]event // by member's state with the requester that has the message in focus
	hasEvent map[int32]map[event]bool
	seats    map[int32][]seat

	stepsOf []halfStep // of requesters
	follow  []int      // of views: one more than how many messages to oneself may follow
	lives   []life     // what a certificate says of limits of views
}

func newClosure(ctx context.Context, p *erased, limits Limits) *closure {
	c := &closure{
		calls: newCalls(newStock(NewClosing(ctx, limits), p)),
		known: map[view]int32{}, isHalf: map[int32]bool{},
		offered: map[trigger]bool{}, offers: map[int32][]int32{}, moves: map[trigger][]move{}, hasMove: map[trigger]map[move]bool{},
		called: map[call]bool{}, events: map[int32][]event{}, hasEvent: map[int32]map[event]bool{}, seats: map[int32][]seat{},
	}
	c.add = c.addView
	return c
}

// addView adds a view, in its normal form.
func (c *closure) addView(v view) {
	if _, ok := c.known[v]; ok {
		return
	}
	c.known[v] = int32(len(c.views))
	c.views = append(c.views, v)
	if out := c.channels.all[v.out]; len(out) > 0 {
		k := trigger{v.requester, out[0].msg}
		if !c.offered[k] {
			c.offered[k] = true
			c.offers[k.requester] = append(c.offers[k.requester], k.msg)
		}
	}
}

// normal adds a view in its normal form: its stamps are their places among those in it, and
// the peers are in order.
func (c *closure) normal(v view) {
	set := c.stampsOf(v)
	if !set.has(v.last) {
		v.last = 0
	}
	if !set.dense() {
		v = c.shiftView(v, shift{within: set})
	}
	v.member = c.focus(v.member, 0)
	c.add(v)
}

// run closes the set.
func (c *closure) run() {
	c.blank(c.p.Member.Init)
	init := c.half(c.p.Requester.Init)
	empty := c.channel(nil)
	c.normal(view{member: c.member(c.p.Member.Init), requester: c.cut(init, 0), in: empty, out: empty})
	for m := 1; m < c.p.N; m++ { // the halves may name members at the beginning
		c.normal(view{member: c.member(c.p.Member.Init), requester: c.cut(init, m), in: empty, out: empty})
	}
	expanded := 0
	for {
		c.newMoves = map[trigger][]move{}
		c.closeHalves()
		if len(c.newMoves) == 0 && expanded == len(c.views) {
			return
		}
		for at := range expanded {
			c.look(at)
			c.moveBy(c.views[at], c.newMoves)
		}
		for k, list := range c.newMoves {
			c.moves[k] = append(c.moves[k], list...)
		}
		for ; expanded < len(c.views); expanded++ {
			c.look(expanded)
			c.expand(expanded)
		}
	}
}

// blank refuses a member that knows stamps or requesters in the beginning.
func (c *closure) blank(m value) {
	marks := map[int32]bool{}
	for i := range c.p.N {
		marks[c.mark(c.member(m), i)] = true
	}
	named := c.memberStamps[c.member(m)] != 0 || len(marks) > 1
	for _, o := range c.p.memberAt.names {
		named = named || m[o] != 0 // a Process has one byte
	}
	if named {
		c.Refuse("members begin with the stamp of a request, or with what they know of one requester alone")
	}
}
