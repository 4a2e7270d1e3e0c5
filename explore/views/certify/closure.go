package certify

import (
	"fmt"
	"reflect"
	"slices"
	"unsafe"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// A view is a member with a requester, which is number 0 in the member's half, all by their numbers. Of the
// channels, a message is two bytes to the member, the message and its stamp, and one byte
// from it.
type view struct {
	member, half int32 // cut to the member
	own, last    explore.Stamp
	in           int32
	out          int32
}

// A move is a step of a requester as a member sees it: what it takes of the member, -1 for
// nothing, and what it sends, as in a view; stamp 1 stands for that of its request.
type move struct {
	from, half int32 // cut to the member
	takes      int
	sends      value
	stamp      roles.StampUse
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
	member int32
	peer   int
	msg    byte
	stamp  explore.Stamp
}

// A reply is what comes of it.
type reply struct {
	next int32
	out  value // to requester 0
}

type checker struct {
	Judge
	p  roles.Protocol[value, value, value, value]
	of *types
	at places

	names   [][]int // all renamings of requesters; the first is none
	inverse []int   // of each, which it is
	swaps   []int   // of each requester, which renaming exchanges it with the first

	views  []view
	steps  []int // of a view: how many messages to oneself may follow
	lines  []int // of a view
	halves []int32
	ups    pool
	downs  pool

	members    pool
	stamped    []stampSet // of a member's half
	renamedTo  [][]int32  // by names
	shiftedTo  map[shifted]int32
	requesters pool
	observed   []explore.Observation
	cuts       [][]int32 // by member
	channels   pool      // to members
	brought    []stampSet
	answered   pool // channels from members

	known   map[view]renaming // all renamings of the others spelled out
	same    [][]int           // of a view: the renamings that change nothing
	isHalf  map[int32]int32
	offers  map[int32]map[byte]bool // what members offer a requester, cut
	moves   []move
	moveOf  map[move]int32
	movesOf map[int32][]int32
	paces   []pace
	isPace  map[pace]bool
	local   []string // names of local steps
	enabled []uint64 // of a half: which it may take, as whatever process
	replies map[call][]reply
	asked   map[call][]reply // in the normal form of stamps
	defined bool             // steps of messages to oneself are to be counted
	missing string           // a step that is not defined
	blocked string           // a message that is not taken

	plain *graph // of the views, where nobody is known to wait
	// What becomes of each view, and each half, where processes wait for ever, by how many.
	ofViews, ofHalves [][]string
}

// A renaming says that a view is one of the file with renamed requesters: with names number by.
type renaming struct {
	view int32
	by   int
}

// number returns that of a message.
func number(p *pool, v value) byte {
	i := p.of(v)
	if i >= 250 {
		panic(&Refutation{0, fmt.Errorf("there are more than 250 different messages")})
	}
	return byte(i)
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
		c.Fail("%s", p.Beyond)
	case p.N > MostProcesses:
		c.Fail("it has more than %d processes, and all renamings of them are tried", MostProcesses)
	case bad != nil:
		c.Fail("its halves or messages have a %v in a place where local views cannot have it", bad)
	case p.N < 1 || p.Requester.Local == nil || p.Requester.Take == nil || p.Requester.Observe == nil || p.Member.Take == nil:
		c.Fail("it is no protocol of a requester and a member")
	}
}

// named finds all renamings of the first n requesters.
func (c *checker) named(n int) {
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
	number := map[string]int{}
	for by, to := range all {
		number[fmt.Sprint(to)] = by
	}
	for _, to := range all {
		back := make([]int, n)
		for i, j := range to {
			back[j] = i
		}
		c.inverse = append(c.inverse, number[fmt.Sprint(back)])
	}
	for i := range n {
		to := slices.Clone(all[0])
		to[0], to[i] = i, 0
		c.swaps = append(c.swaps, number[fmt.Sprint(to)])
	}
	c.names = all
}

// spell makes all renamings of the views known.
func (c *checker) spell() {
	for i, v := range c.views {
		c.line = c.lines[i]
		c.Pause()
		if c.normal(v) != v {
			c.Fail("the stamps of the view are not their places")
		}
		var same []int
		for by, to := range c.names {
			if to[0] != 0 {
				continue
			}
			w := v
			w.member = c.renamed(v.member, by)
			if w == v {
				same = append(same, by)
			}
			if k, ok := c.known[w]; ok && k.view != int32(i) {
				c.Fail("the view is there already, with other numbers of requesters")
			}
			c.known[w] = renaming{int32(i), by}
		}
		c.same = append(c.same, same)
		if out := c.answered.all[v.out]; out != "" {
			addTo(c.offers, v.half, out[0])
		}
	}
}

func addTo[K, V comparable](sets map[K]map[V]bool, k K, v V) {
	if sets[k] == nil {
		sets[k] = map[V]bool{}
	}
	sets[k][v] = true
}

// shown returns a view as messages have it.
func (c *checker) shown(v view) any {
	v = c.normal(v)
	return struct {
		Member, Half any
		Own, Last    explore.Stamp
		In, Out      string
	}{c.of.member.of(c.members.all[v.member]), c.requester(v.half), v.own, v.last, string(c.channels.all[v.in]), string(c.answered.all[v.out])}
}

// there checks that a view is there. It returns which.
func (c *checker) there(what string, v view) renaming {
	at, ok := c.known[c.normal(v)]
	if !ok {
		c.Fail("%s: the view that follows is not there: %+v", what, c.shown(v))
	}
	return at
}

// closed checks that the views, and the halves, are closed.
func (c *checker) closed() {
	c.line = 0
	for _, to := range c.names {
		if m := c.p.Member.Init; renamed(&c.at, m, to) != m || c.stamped[c.member(m)] != 0 {
			c.Fail("members begin with a stamp, or with what they know of one requester")
		}
	}
	init := c.halfNumber(c.p.Requester.Init)
	c.half("the initial state", init)
	for m := range c.p.N {
		c.there("the initial state", view{member: c.member(c.p.Member.Init), half: c.cut(init, m), in: c.channel(""), out: c.answered.of("")})
	}
	for i, h := range c.halves {
		c.Pause()
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
				c.Fail("%s: messages to oneself may follow, as many as before", kindNames[kind])
			}
		})
	}
}
