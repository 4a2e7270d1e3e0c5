package pairs

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"unsafe"

	"qcheck/explore"
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
type half[L, M comparable] struct {
	L     L
	Self  [maxSelf]M // its messages to itself
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

type closure[L, M comparable] struct {
	p      explore.Protocol[L, M]
	queued bool
	counts map[string]bool
	halfAt layout
	msgAt  layout

	halfIDs map[half[L, M]]int32
	halves  []half[L, M]
	msgIDs  map[M]int32
	msgs    []M

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

func newClosure[L, M comparable](p explore.Protocol[L, M], queued bool) (*closure[L, M], error) {
	c := &closure[L, M]{
		p: p, queued: queued, counts: map[string]bool{}, halfIDs: map[half[L, M]]int32{}, msgIDs: map[M]int32{},
		loops: map[[2]int32][]int32{}, local: map[[2]int32]uint8{},
	}
	for _, name := range p.Counts {
		c.counts[name] = true
	}
	var err error
	if c.halfAt, err = layoutOf(reflect.TypeFor[half[L, M]]()); err != nil {
		return nil, err
	}
	c.halfAt.stamps = c.halfAt.stamps[:len(c.halfAt.stamps)-1] // Clock is a place, and no stamp
	if c.msgAt, err = layoutOf(reflect.TypeFor[M]()); err != nil {
		return nil, err
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
	return c, nil
}

func (c *closure[L, M]) halfID(h half[L, M]) int32 {
	i, ok := c.halfIDs[h]
	if !ok {
		i = int32(len(c.halves))
		c.halfIDs[h] = i
		c.halves = append(c.halves, h)
	}
	return i
}

func (c *closure[L, M]) msgID(m M) int32 {
	i, ok := c.msgIDs[m]
	if !ok {
		i = int32(len(c.msgs))
		c.msgIDs[m] = i
		c.msgs = append(c.msgs, m)
	}
	return i
}

func (c *closure[L, M]) inHalf(h *half[L, M], f func(*explore.Stamp)) {
	c.halfAt.each(unsafe.Pointer(h), f)
}

func (c *closure[L, M]) inMsg(m *M, f func(*explore.Stamp)) { c.msgAt.each(unsafe.Pointer(m), f) }

// A frame is a view, a half, or a half with a message, whose stamps have any values.
type frame[L, M comparable] struct {
	half []half[L, M]
	msgs [2][]M
}

func (c *closure[L, M]) each(x *frame[L, M], f func(*explore.Stamp)) {
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
func (c *closure[L, M]) number(x *frame[L, M], more ...explore.Stamp) []explore.Stamp {
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
func (c *closure[L, M]) cut(h half[L, M], p, q int) half[L, M] {
	c.halfAt.cut(unsafe.Pointer(&h), p, q)
	return h
}

func (c *closure[L, M]) stampsOf(h half[L, M]) []explore.Stamp {
	var all []explore.Stamp
	c.inHalf(&h, func(s *explore.Stamp) { all = append(all, *s) })
	return distinct(all)
}

func (c *closure[L, M]) stampsIn(m M) []explore.Stamp {
	var all []explore.Stamp
	c.inMsg(&m, func(s *explore.Stamp) { all = append(all, *s) })
	return distinct(all)
}

// face returns the number of a half that is cut, of process p beside q.
func (c *closure[L, M]) face(p, q int, h half[L, M]) int32 {
	x := frame[L, M]{half: []half[L, M]{h}}
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
func (c *closure[L, M]) run(ctx context.Context) {
	start := make([]half[L, M], c.p.N)
	for p := range start {
		start[p].L, start[p].Clock = c.p.Init(p), anyOwner
		if len(c.stampsOf(start[p])) > 0 {
			c.refuse("process %d begins with a stamp", p+1)
		}
	}
	for p := range start {
		c.addHalf(p, start[p])
		for q := p + 1; q < c.p.N; q++ {
			c.addView(p, q, frame[L, M]{half: []half[L, M]{c.cut(start[p], p, q), c.cut(start[q], q, p)}})
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
func (c *closure[L, M]) addHalf(p int, h half[L, M]) int32 {
	x := frame[L, M]{half: []half[L, M]{h}}
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
func (c *closure[L, M]) addView(p, q int, x frame[L, M]) {
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
func (c *closure[L, M]) offered(v view, s int) offer {
	x := frame[L, M]{half: []half[L, M]{c.halves[v.half[s]]}, msgs: [2][]M{{c.msgs[v.sent[1-s].all[0]]}}}
	c.number(&x)
	return offer{c.halfID(x.half[0]), c.msgID(x.msgs[0][0])}
}

func (c *closure[L, M]) addOffer(p, q int, f int32, o offer) {
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
func (c *closure[L, M]) addEffect(p, q int, f int32, e effect) {
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
func (c *closure[L, M]) apply(p, q, s int, id int32, e effect) {
	v := c.pair[p][q].all[id]
	if e.received && (v.sent[1-s].n == 0 || c.offered(v, s) != e.takes) {
		return
	}
	x := frame[L, M]{half: []half[L, M]{c.halves[v.half[0]], c.halves[v.half[1]]}}
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
		y := frame[L, M]{half: slices.Clone(x.half), msgs: [2][]M{slices.Clone(x.msgs[0]), slices.Clone(x.msgs[1])}}
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

func (c *closure[L, M]) limit(format string, args ...any) {
	c.stopped = fmt.Sprintf(format, args...)
	panic(stop{})
}

func (c *closure[L, M]) refuse(format string, args ...any) {
	c.refused = fmt.Sprintf(format, args...)
	panic(stop{})
}
