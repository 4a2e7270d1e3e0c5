package certify

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"unsafe"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// A view is a member with a requester, which is number 0 in the member's half. Of the
// channels, a message is two bytes to the member, the message and its stamp, and one byte
// from it.
type view struct {
	member    value
	half      value // cut to the member
	own, last explore.Stamp
	in, out   string
}

// A move is a step of a requester as a member sees it: what it takes of the member, "" for
// nothing, and what it sends, as in a view; stamp 1 stands for that of its request.
type move struct {
	from, half   value // cut to the member
	takes, sends string
	stamp        roles.StampUse
}

// A pace is a step of a requester, with its moves by member. The bit of its name is there if it
// is local and not asking.
type pace struct {
	from, to int32
	name     uint64
	fresh    bool
	moves    [explore.MaxProcesses]int32
}

// A call is one of a member's handler; peer is -1 for a local step.
type call struct {
	member value
	peer   int
	msg    byte
	stamp  explore.Stamp
}

// An outcome is what comes of it.
type outcome struct {
	next value
	says string // the name of the step, and what is sent to whom
}

type reply struct {
	next value
	out  string // to requester 0
}

type checker struct {
	ctx   context.Context
	p     roles.Protocol[value, value, value, value]
	of    *types
	at    places
	names [][]int // all renamings of requesters; the first is none

	views  []view
	steps  []int // of a view: how many messages to oneself may follow
	lines  []int // of a view
	halves []value
	ups    values
	downs  values

	known   map[view]renaming // all renamings of the others spelled out
	same    [][]int           // of a view: the renamings that change nothing
	isHalf  map[value]int32
	offers  map[value]map[byte]bool // what members offer a requester, cut
	moves   []move
	moveOf  map[move]int32
	movesOf map[value][]int32
	paces   []pace
	isPace  map[pace]bool
	local   []string // names of local steps
	enabled []uint64 // of a half: which it may take, as whatever process
	replies map[call][]reply
	defined bool   // steps of messages to oneself are to be counted
	missing string // a step that is not defined
	blocked string // a message that is not taken
	line    int    // of what is checked

	plain *graph            // of the views, where nobody is known to wait
	facts map[string][]fact // by kind
	// What becomes of each view, and each half, where processes wait for ever, by how many.
	ofViews, ofHalves [][]string
}

// A renaming says that a view is one of the file with renamed requesters: with names number by.
type renaming struct {
	view int32
	by   int
}

// values numbers messages.
type values struct {
	number map[value]byte
	all    []value
}

func (c *checker) fail(format string, args ...any) {
	panic(&Refutation{c.line, fmt.Errorf(format, args...)})
}

func number(t *values, v value) byte {
	i, ok := t.number[v]
	if !ok {
		i = byte(len(t.all))
		t.number[v] = i
		if t.all = append(t.all, v); len(t.all) > 250 {
			panic(&Refutation{0, fmt.Errorf("there are more than 250 different messages")})
		}
	}
	return i
}

func peer(i int) roles.Peer { x := explore.ProcessOf(i); return *(*roles.Peer)(unsafe.Pointer(&x)) }
func stampOf(x explore.Stamp) roles.Stamp {
	return *(*roles.Stamp)(unsafe.Pointer(&x))
}
func indexOf(p roles.Peer) int { return (*(*explore.Process)(unsafe.Pointer(&p))).Index() }

// MostProcesses is how many processes there may be: all renamings of them are tried.
const MostProcesses = 8

// types checks what the theorem needs of a protocol's types.
func (c *checker) types() {
	bad := c.at.find(c.of.member.Type, 0)
	for _, x := range []struct {
		t         reflect.Type
		requester bool
	}{{c.of.requester.Type, true}, {c.of.up.Type, false}, {c.of.down.Type, false}} {
		if bad == nil {
			bad = foreign(x.t, x.requester)
		}
	}
	p := c.p
	switch {
	case p.Beyond != "":
		c.fail("%s", p.Beyond)
	case p.N > MostProcesses:
		c.fail("it has more than %d processes, and all renamings of them are tried", MostProcesses)
	case bad != nil:
		c.fail("its halves or messages have a %v in a place where local views cannot have it", bad)
	case p.N < 1 || p.Requester.Local == nil || p.Requester.Take == nil || p.Requester.Observe == nil || p.Member.Take == nil:
		c.fail("it is no protocol of a requester and a member")
	}
}

// renamings returns all renamings of the first n requesters.
func renamings(n int) [][]int {
	all := [][]int{{}}
	for i := range n {
		var longer [][]int
		for at := i; at >= 0; at-- { // at the end first: so the first renaming is none
			for _, to := range all {
				longer = append(longer, slices.Insert(slices.Clone(to), at, i))
			}
		}
		all = longer
	}
	return all
}

// stamps returns those of a member's half, and more, in order.
func (c *checker) stamps(m value, more ...explore.Stamp) []explore.Stamp {
	for _, at := range c.at.stamps {
		if s := *in[explore.Stamp](address(m), at); s != 0 {
			more = append(more, s)
		}
	}
	slices.Sort(more)
	more = slices.Compact(more)
	if len(more) > 0 && more[0] == 0 {
		more = more[1:]
	}
	return more
}

// stampsOf returns those of a view, and more.
func (c *checker) stampsOf(v view, more ...explore.Stamp) []explore.Stamp {
	more = append(more, v.own)
	for i := 1; i < len(v.in); i += 2 {
		more = append(more, explore.Stamp(v.in[i]))
	}
	return c.stamps(v.member, more...)
}

// position says where a stamp is among others: 0 for none, 2i at the i-th of them, and 2i+1
// between it and the next.
func position(among []explore.Stamp, s explore.Stamp) int {
	at, has := slices.BinarySearch(among, s)
	switch {
	case s == 0:
		return 0
	case has:
		return 2 * (at + 1)
	}
	return 2*at + 1
}

// rankIn returns the i-th of some stamps as i.
func rankIn(among []explore.Stamp) func(explore.Stamp) explore.Stamp {
	return func(s explore.Stamp) explore.Stamp { return explore.Stamp(position(among, s) / 2) }
}

// shifted returns a view with other stamps.
func (c *checker) shifted(v view, f func(explore.Stamp) explore.Stamp) view {
	v.member, v.own, v.last = restamped(&c.at, v.member, f), f(v.own), f(v.last)
	list := []byte(v.in)
	for i := 1; i < len(list); i += 2 {
		list[i] = byte(f(explore.Stamp(list[i])))
	}
	v.in = string(list)
	return v
}

// normal returns a view with its stamps as their places among those in it.
func (c *checker) normal(v view) view {
	all := c.stampsOf(v)
	if !slices.Contains(all, v.last) {
		v.last = 0
	}
	return c.shifted(v, rankIn(all))
}

// spell makes all renamings of the views known.
func (c *checker) spell() {
	for i, v := range c.views {
		c.line = c.lines[i]
		c.pause()
		if c.normal(v) != v {
			c.fail("the stamps of the view are not their places")
		}
		var same []int
		for by, to := range c.names {
			if to[0] != 0 {
				continue
			}
			w := v
			w.member = renamed(&c.at, v.member, to)
			if w == v {
				same = append(same, by)
			}
			if k, ok := c.known[w]; ok && k.view != int32(i) {
				c.fail("the view is there already, with other numbers of requesters")
			}
			c.known[w] = renaming{int32(i), by}
		}
		c.same = append(c.same, same)
		if v.out != "" {
			put(c.offers, v.half, v.out[0])
		}
	}
}

func put[K, V comparable](sets map[K]map[V]bool, k K, v V) {
	if sets[k] == nil {
		sets[k] = map[V]bool{}
	}
	sets[k][v] = true
}

func (c *checker) pause() {
	if c.ctx.Err() != nil {
		panic(stopped{context.Cause(c.ctx)})
	}
}

type stopped struct{ error }

// shown returns a view as messages have it.
func (c *checker) shown(v view) any {
	v = c.normal(v)
	return struct {
		Member, Half any
		Own, Last    explore.Stamp
		In, Out      string
	}{c.of.member.of(v.member), c.of.requester.of(v.half), v.own, v.last, v.in, v.out}
}

// there checks that a view is there. It returns which.
func (c *checker) there(what string, v view) renaming {
	at, ok := c.known[c.normal(v)]
	if !ok {
		c.fail("%s: the view that follows is not there: %+v", what, c.shown(v))
	}
	return at
}

// closed checks that the views, and the halves, are closed.
func (c *checker) closed() {
	c.line = 0
	for _, to := range c.names {
		if m := c.p.Member.Init; renamed(&c.at, m, to) != m || len(c.stamps(m)) > 0 {
			c.fail("members begin with a stamp, or with what they know of one requester")
		}
	}
	c.half("the initial state", c.p.Requester.Init)
	for m := range c.p.N {
		c.there("the initial state", view{member: c.p.Member.Init, half: c.cut(c.p.Requester.Init, m)})
	}
	for i, h := range c.halves {
		c.pause()
		c.enabled = append(c.enabled, ^uint64(0))
		for self := range c.p.N {
			c.enabled[i] &= c.acts(self, h, -1, 0)
			for m := range c.p.N {
				for b := range c.offers[c.cut(h, m)] {
					c.acts(self, h, m, b)
				}
			}
		}
	}
	g := newGraph()
	c.plain = g
	for i := range c.views {
		c.line = c.lines[i]
		c.add(g, vertex{view: int32(i)})
	}
	c.link(g)
	for i := range c.views {
		c.line = c.lines[i]
		c.follow(g, i, func(kind kind, _ int32, w view, _ explore.Stamp) {
			to := c.there(kindNames[kind], w).view
			if c.defined && (kind == answerTaken || kind == messageTaken) && c.steps[to] >= c.steps[i] {
				c.fail("%s: messages to oneself may follow, as many as before", kindNames[kind])
			}
		})
	}
}
