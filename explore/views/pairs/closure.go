package pairs

import (
	"context"
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/explore/internal/plain"
	"qcheck/explore/views"
)

const (
	maxSelf    = 4 // messages of a process to itself
	maxChannel = 8
	maxStamps  = 12 // of an effect
	maxKnown   = 24 // of a half and a message together
)

// A half is all of a process: its state, what the argument remembers of it, and how many of
// the stamps around it its clock has passed.
type half struct {
	L     plain.Value
	Self  [maxSelf]plain.Value // its messages to itself
	Selfs uint8
	Seen  explore.Set // of whom it took a message by a step that is remembered
	// Last is the stamp that it made last, if it may make it again.
	Last  explore.Stamp
	Clock explore.Stamp
}

// A channel has messages by number.
type channel struct {
	n   uint8
	all [maxChannel]int32
}

// A view is of processes p < q. Its stamps have one order: halves and messages have places in
// it as their stamps. Halves are cut to the two processes.
type view struct {
	half [2]int32
	sent [2]channel // by the first to the second, and back
}

// An offer is a message that a process may take, with the half that it is offered to.
type offer struct {
	half, msg int32
}

// An effect is what a step of a process does to its half as it is cut for a view. Its stamps
// have an order of their own, in which the anchors are those that were there before.
type effect struct {
	next     int32
	sent     channel
	stamps   [maxStamps]explore.Stamp
	n        uint8
	anchors  uint32        // by place
	before   explore.Stamp // the clock before it
	clock    explore.Stamp // the stamp that the clock comes to; 0 if it stays
	fresh    explore.Stamp
	takes    offer
	received bool // it takes the offer
}

// side is a process with another, as it is seen beside it.
type side struct {
	faces   map[int32]int32 // by half that is cut, with places among its own stamps
	offers  [][]offer       // by face
	effects [][]effect
	known   []map[effect]bool
	whole   [][]int32 // halves, by face
	views   [][]int32
}

type closure struct {
	p      plain.Protocol
	queued bool
	counts map[string]bool

	halfIDs map[half]int32
	halves  []half
	msgIDs  map[plain.Value]int32
	msgs    []plain.Value

	whole   [][]int32            // by process
	isWhole []map[int32]bool     // by process
	sides   [][]side             // by process and the other
	pair    [][]pairOf           // by the two
	blocked bool                 // a message is not taken
	loops   map[[2]int32][]int32 // by process and half, what follows from messages to itself
	local   map[[2]int32]uint8   // by process and half
	work    []func()

	undefined, refused, stopped string
	watch                       views.Watch
	count                       int // of views
}

type pairOf struct {
	ids  map[view]int32
	all  []view
	face [2][]int32 // by view
}

// What local steps a half has.
const (
	asks uint8 = 1 << iota
	moves
)

func newClosure(p plain.Protocol, queued bool) *closure {
	c := &closure{
		p: p, queued: queued, counts: map[string]bool{}, halfIDs: map[half]int32{}, msgIDs: map[plain.Value]int32{},
		loops: map[[2]int32][]int32{}, local: map[[2]int32]uint8{},
	}
	for _, name := range p.Counts {
		c.counts[name] = true
	}
	for range p.N {
		c.whole = append(c.whole, nil)
		c.isWhole = append(c.isWhole, map[int32]bool{})
		row, pairs := make([]side, p.N), make([]pairOf, p.N)
		for q := range p.N {
			row[q].faces, pairs[q].ids = map[int32]int32{}, map[view]int32{}
		}
		c.sides, c.pair = append(c.sides, row), append(c.pair, pairs)
	}
	return c
}

func (c *closure) halfID(h half) int32 {
	i, ok := c.halfIDs[h]
	if !ok {
		i = int32(len(c.halves))
		c.halfIDs[h] = i
		c.halves = append(c.halves, h)
	}
	return i
}

func (c *closure) msgID(m plain.Value) int32 {
	i, ok := c.msgIDs[m]
	if !ok {
		i = int32(len(c.msgs))
		c.msgIDs[m] = i
		c.msgs = append(c.msgs, m)
	}
	return i
}

// inHalf and inMsg call f for each stamp, but for clocks.
func (c *closure) inHalf(h *half, f func(*explore.Stamp)) {
	g := through(f)
	h.L.EachStamp(c.p.Local, g)
	for i := range h.Selfs {
		h.Self[i].EachStamp(c.p.Message, g)
	}
	f(&h.Last)
}

func (c *closure) inMsg(m *plain.Value, f func(*explore.Stamp)) { m.EachStamp(c.p.Message, through(f)) }

func through(f func(*explore.Stamp)) func(explore.Stamp) explore.Stamp {
	x := new(explore.Stamp) // one, not one for each stamp
	return func(s explore.Stamp) explore.Stamp {
		*x = s
		f(x)
		return *x
	}
}

// A frame is a view, a half, or a half with a message, whose stamps have any values.
type frame struct {
	half []half
	msgs [2][]plain.Value
}

func (c *closure) each(x *frame, f func(*explore.Stamp)) {
	for i := range x.half {
		c.inHalf(&x.half[i], f)
	}
	for i := range x.msgs {
		for j := range x.msgs[i] {
			c.inMsg(&x.msgs[i][j], f)
		}
	}
}

// number replaces the stamps of a frame by their places among those of the frame, from 1, and
// returns how many there are.
func (c *closure) number(x *frame, more ...explore.Stamp) []explore.Stamp {
	all := slices.Clone(more)
	c.each(x, func(s *explore.Stamp) { all = append(all, *s) })
	all = distinct(all)
	c.each(x, func(s *explore.Stamp) { *s = among(all, *s) })
	for i := range x.half {
		x.half[i].Clock = at(below(all, x.half[i].Clock), anyOwner)
	}
	return all
}

// cut returns a half as it is seen beside q.
func (c *closure) cut(h half, p, q int) half {
	keep := explore.SetOf(p, q)
	h.L, h.Seen = h.L.Cut(c.p.Local, keep), h.Seen&keep
	for i := range h.Selfs {
		h.Self[i] = h.Self[i].Cut(c.p.Message, keep)
	}
	return h
}

func (c *closure) stampsOf(h half) []explore.Stamp {
	var all []explore.Stamp
	c.inHalf(&h, func(s *explore.Stamp) { all = append(all, *s) })
	return distinct(all)
}

func (c *closure) stampsIn(m plain.Value) []explore.Stamp {
	var all []explore.Stamp
	c.inMsg(&m, func(s *explore.Stamp) { all = append(all, *s) })
	return distinct(all)
}

// face returns the number of a half that is cut, of process p beside q.
func (c *closure) face(p, q int, h half) int32 {
	x := frame{half: []half{h}}
	c.number(&x)
	id := c.halfID(x.half[0])
	s := &c.sides[p][q]
	f, ok := s.faces[id]
	if !ok {
		f = int32(len(s.offers))
		s.faces[id] = f
		s.offers, s.effects, s.known = append(s.offers, nil), append(s.effects, nil), append(s.known, map[effect]bool{})
		s.whole, s.views = append(s.whole, nil), append(s.views, nil)
	}
	return f
}

// run closes the set.
func (c *closure) run(ctx context.Context) {
	start := make([]half, c.p.N)
	for p := range start {
		start[p].L, start[p].Clock = c.p.Init(p), anyOwner
		if len(c.stampsOf(start[p])) > 0 {
			c.refuse("process %d begins with a stamp", p+1)
		}
	}
	for p := range start {
		c.addHalf(p, start[p])
		for q := p + 1; q < c.p.N; q++ {
			c.addView(p, q, frame{half: []half{c.cut(start[p], p, q), c.cut(start[q], q, p)}})
		}
	}
	for len(c.work) > 0 {
		f := c.work[len(c.work)-1]
		c.work = c.work[:len(c.work)-1]
		f()
		c.look(ctx)
	}
}

// addHalf adds a half of a process, and what follows.
func (c *closure) addHalf(p int, h half) int32 {
	x := frame{half: []half{h}}
	c.number(&x)
	id := c.halfID(x.half[0])
	if c.isWhole[p][id] {
		return id
	}
	c.isWhole[p][id] = true
	c.whole[p] = append(c.whole[p], id)
	c.work = append(c.work, func() {
		c.acts(p, id)
		for q := range c.p.N {
			if q == p {
				continue
			}
			f := c.face(p, q, c.cut(c.halves[id], p, q))
			s := &c.sides[p][q]
			s.whole[f] = append(s.whole[f], id)
			for _, o := range s.offers[f] {
				c.takes(p, q, id, o)
			}
		}
	})
	return id
}

// addView adds a view of p < q, and what follows.
func (c *closure) addView(p, q int, x frame) {
	c.number(&x)
	v := view{half: [2]int32{c.halfID(x.half[0]), c.halfID(x.half[1])}}
	for s, sent := range x.msgs {
		if len(sent) > maxChannel {
			c.limit("more than %d messages are on their way from one process to another", maxChannel)
		}
		v.sent[s].n = uint8(len(sent))
		for i, m := range sent {
			v.sent[s].all[i] = c.msgID(m)
		}
	}
	pair := &c.pair[p][q]
	if _, ok := pair.ids[v]; ok {
		return
	}
	id := int32(len(pair.all))
	pair.ids[v] = id
	pair.all = append(pair.all, v)
	c.count++
	for s, process := range [2]int{p, q} {
		pair.face[s] = append(pair.face[s], c.face(process, p+q-process, x.half[s]))
	}
	c.work = append(c.work, func() {
		for s, process := range [2]int{p, q} {
			other := p + q - process
			side, f := &c.sides[process][other], pair.face[s][id]
			side.views[f] = append(side.views[f], id)
			for _, e := range side.effects[f] {
				c.apply(p, q, s, id, e)
			}
			if v.sent[1-s].n > 0 {
				c.addOffer(process, other, f, c.offered(v, s))
			}
		}
	})
}

// offered returns the offer of a view to one of its sides.
func (c *closure) offered(v view, s int) offer {
	x := frame{half: []half{c.halves[v.half[s]]}, msgs: [2][]plain.Value{{c.msgs[v.sent[1-s].all[0]]}}}
	c.number(&x)
	return offer{c.halfID(x.half[0]), c.msgID(x.msgs[0][0])}
}

func (c *closure) addOffer(p, q int, f int32, o offer) {
	s := &c.sides[p][q]
	if slices.Contains(s.offers[f], o) {
		return
	}
	s.offers[f] = append(s.offers[f], o)
	for _, h := range slices.Clone(s.whole[f]) {
		c.takes(p, q, h, o)
	}
}

// addEffect adds what a step of p does beside q to those of that face.
func (c *closure) addEffect(p, q int, f int32, e effect) {
	s := &c.sides[p][q]
	if s.known[f][e] {
		return
	}
	s.known[f][e] = true
	s.effects[f] = append(s.effects[f], e)
	first, second, at := p, q, 0
	if q < p {
		first, second, at = q, p, 1
	}
	for _, v := range slices.Clone(s.views[f]) {
		c.apply(first, second, at, v, e)
	}
}

// apply adds the views that an effect of the process on one side makes of a view of p < q.
func (c *closure) apply(p, q, s int, id int32, e effect) {
	v := c.pair[p][q].all[id]
	if e.received && (v.sent[1-s].n == 0 || c.offered(v, s) != e.takes) {
		return
	}
	x := frame{half: []half{c.halves[v.half[0]], c.halves[v.half[1]]}}
	for i := range v.sent {
		for _, m := range v.sent[i].all[:v.sent[i].n] {
			x.msgs[i] = append(x.msgs[i], c.msgs[m])
		}
	}
	var all []explore.Stamp
	c.each(&x, func(t *explore.Stamp) { all = append(all, *t) })
	anchors := c.stampsOf(x.half[s])
	if e.received {
		anchors = distinct(append(anchors, c.stampsIn(x.msgs[1-s][0])...))
		x.msgs[1-s] = x.msgs[1-s][1:]
	}
	m := merge{
		base:  sequence{distinct(all), x.half[s].Clock},
		other: sequence{e.stamps[:e.n], e.before},
		peer:  int(place(x.half[1-s].Clock)), shared: make([]int, e.n+1), fresh: int(place(e.fresh)),
	}
	for i := range int(e.n) {
		if e.anchors&(1<<i) != 0 {
			m.shared[i+1], anchors = int(place(anchors[0])), anchors[1:]
		}
	}
	next := c.halves[e.next]
	m.each(func() {
		y := frame{half: slices.Clone(x.half), msgs: [2][]plain.Value{slices.Clone(x.msgs[0]), slices.Clone(x.msgs[1])}}
		c.each(&y, func(t *explore.Stamp) { *t = m.laid(m.ofBase, *t) })
		y.half[1-s].Clock = at(m.peerClock, anyOwner)
		h := next
		c.inHalf(&h, func(t *explore.Stamp) { *t = m.laid(m.ofOther, *t) })
		h.Clock = at(m.clock, anyOwner)
		if e.clock > 0 {
			h.Clock = m.laid(m.ofOther, e.clock)
		}
		y.half[s] = h
		for _, i := range e.sent.all[:e.sent.n] {
			msg := c.msgs[i]
			c.inMsg(&msg, func(t *explore.Stamp) { *t = m.laid(m.ofOther, *t) })
			y.msgs[s] = append(y.msgs[s], msg)
		}
		c.addView(p, q, y)
	})
}

type stop struct{}

func (c *closure) limit(format string, args ...any) {
	c.stopped = fmt.Sprintf(format, args...)
	panic(stop{})
}

func (c *closure) refuse(format string, args ...any) {
	c.refused = fmt.Sprintf(format, args...)
	panic(stop{})
}
