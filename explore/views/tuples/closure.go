package tuples

import (
	"context"
	"slices"

	"qcheck/explore"
	"qcheck/explore/internal/plain"
	"qcheck/explore/internal/table"
	"qcheck/explore/views"
)

const (
	mostTogether = 3 // processes of a view
	maxSelf      = 4 // messages of a process to itself
	maxChannel   = 8
	maxStamps    = 12 // of an effect
	maxKnown     = 24 // of a half and a message together
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

type closure struct {
	views.Closing
	p       plain.Protocol
	queued  bool
	counts  map[string]bool
	size    int  // of tuples
	stamped bool // there are stamps

	halves table.Numbers[half]
	msgs   table.Numbers[plain.Value]
	lines  table.Numbers[channel]
	rests  table.Numbers[view] // views without one process
	offers map[offering]offer

	whole   [][]int32             // by process
	isWhole []map[int32]bool      // by process
	moved   []table.Numbers[move] // by process
	tuples  []tuple
	at      map[explore.Set]int // tuples by who is in them
	needs   map[need]*agreement
	blocked bool                 // a message is not taken
	loops   map[[2]int32][]int32 // by process and half, what follows from messages to itself
	local   map[[2]int32]uint8   // by process and half
	work    []func()

	count int // of views
}

// What local steps a half has.
const (
	asks uint8 = 1 << iota
	moves
)

// newClosure returns a closure of views of so many processes, or of all if there are fewer.
func newClosure(ctx context.Context, p plain.Protocol, queued bool, size int, limits views.Limits) *closure {
	c := &closure{
		Closing: views.NewClosing(ctx, limits), p: p, queued: queued, size: size, counts: map[string]bool{},
		stamped: len(p.Local.Stamps)+len(p.Message.Stamps) > 0,
		offers:  map[offering]offer{}, at: map[explore.Set]int{}, needs: map[need]*agreement{},
		loops: map[[2]int32][]int32{}, local: map[[2]int32]uint8{},
	}
	c.lines.Of(channel{}) // 0 is nothing
	for _, name := range p.Counts {
		c.counts[name] = true
	}
	for range p.N {
		c.whole = append(c.whole, nil)
		c.isWhole = append(c.isWhole, map[int32]bool{})
		c.moved = append(c.moved, table.Numbers[move]{})
	}
	for _, set := range explore.All(p.N).Subsets(min(size, p.N)) {
		t := tuple{of: set, members: set.Members(), ids: map[view]int32{}}
		for range t.members {
			t.sides = append(t.sides, side{faces: map[int32]int32{}, known: map[known]bool{}})
		}
		c.at[set] = len(c.tuples)
		c.tuples = append(c.tuples, t)
	}
	return c
}

// lineID returns the number of what is in a channel; 0 is nothing.
func (c *closure) lineID(msgs []plain.Value) int32 {
	if len(msgs) > maxChannel {
		c.crowded()
	}
	x := channel{n: uint8(len(msgs))}
	for i, m := range msgs {
		x.all[i] = c.msgs.Of(m)
	}
	return c.lines.Of(x)
}

func (c *closure) crowded() {
	c.Limit("more than %d messages are on their way from one process to another", maxChannel)
}

// inHalf and inMsg call f for each stamp, except for clocks.
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
	msgs [][]plain.Value // from the first to each, from the second to each, and so on
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

// cut returns a half as it is seen in a tuple.
func (c *closure) cut(h half, keep explore.Set) half {
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

// run closes the set.
func (c *closure) run() {
	start := make([]half, c.p.N)
	for p := range start {
		start[p].L, start[p].Clock = c.p.Init(p), anyOwner
		if len(c.stampsOf(start[p])) > 0 {
			c.Refuse("process %d begins with a stamp", p+1)
		}
	}
	for p := range start {
		c.addHalf(p, start[p])
	}
	for i := range c.tuples {
		t := &c.tuples[i]
		x := frame{msgs: make([][]plain.Value, len(t.members)*len(t.members))}
		for _, p := range t.members {
			x.half = append(x.half, c.cut(start[p], t.of))
		}
		c.addView(i, c.viewOf(x))
	}
	for len(c.work) > 0 {
		f := c.work[len(c.work)-1]
		c.work = c.work[:len(c.work)-1]
		f()
		c.look()
	}
}

// addHalf adds a half of a process, and what follows.
func (c *closure) addHalf(p int, h half) int32 {
	x := frame{half: []half{h}}
	c.number(&x)
	id := c.halves.Of(x.half[0])
	if c.isWhole[p][id] {
		return id
	}
	c.isWhole[p][id] = true
	c.whole[p] = append(c.whole[p], id)
	c.work = append(c.work, func() {
		c.acts(p, id)
		for i := range c.tuples {
			t := &c.tuples[i]
			if !t.of.Has(p) {
				continue
			}
			s := t.position(p)
			f := c.face(i, s, c.cut(c.halves.All[id], t.of))
			side := &t.sides[s]
			side.whole[f] = append(side.whole[f], id)
			for _, o := range side.offers[f] {
				c.takes(p, o.from, i, id, o.offer)
			}
		}
	})
	return id
}
