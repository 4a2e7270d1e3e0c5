package tuples

import (
	"qcheck/explore"
	"qcheck/explore/internal/plain"
)

// An offer is a message that a process may take, with the half that it is offered to.
type offer struct {
	half, msg int32
}

// An offering is an offer as it is in a view, and in which tuple it is to be seen.
type offering struct {
	offer
	in explore.Set
}

// offered returns what a view offers on a side, of another one, with the half as it is seen in a
// tuple.
func (c *closure) offered(v *view, from, to int, in explore.Set) offer {
	at := offering{offer{v.half(to), c.lines.All[v.channel(from, to)].all[0]}, in}
	o, ok := c.offers[at]
	if !ok {
		o = c.offerOf(c.halves.All[at.half], c.msgs.All[at.msg], in)
		c.offers[at] = o
	}
	return o
}

func (c *closure) offerOf(h half, m plain.Value, in explore.Set) offer {
	x := frame{half: []half{c.cut(h, in)}, msgs: [][]plain.Value{{m}}}
	c.number(&x)
	return offer{c.halves.Of(x.half[0]), c.msgs.Of(x.msgs[0][0])}
}

// A need is what a step on a view asks of a tuple, if it takes a message of a process that
// stands there for one of the view: that a view is the same except for these two, and offers the message
// on that side.
type need struct {
	tuple, side int
	rest        int32
	offer
}

// An agreement says whether there is what is needed, or what waits for it.
type agreement struct {
	met  bool
	wait []waiting
}

type waiting struct {
	tuple, side  int
	view, effect int32
}

// rest returns the number of a view without one side, cut to the others.
func (c *closure) rest(t int, v *view, without int) int32 {
	x, tuple := c.frameOf(t, v), &c.tuples[t]
	n := len(tuple.members)
	y := frame{}
	for s := range n {
		if s == without {
			continue
		}
		y.half = append(y.half, c.cut(x.half[s], tuple.of.Without(tuple.members[without])))
		for r := range n {
			if r != without {
				y.msgs = append(y.msgs, x.msgs[s*n+r])
			}
		}
	}
	return c.rests.Of(c.viewOf(y))
}

// outsiders reports whether there are tuples in which one outside another stands for one of
// several others: in pairs the half of the process itself is all that views have in common.
func (c *closure) outsiders() bool { return c.size > 2 && c.p.N > c.size }

func (c *closure) agreement(x need) *agreement {
	a := c.needs[x]
	if a == nil {
		a = &agreement{}
		c.needs[x] = a
	}
	return a
}

// meet notes that there is what may be needed, and applies the effects that waited for it.
func (c *closure) meet(x need) {
	a := c.agreement(x)
	if a.met {
		return
	}
	a.met = true
	wait := a.wait
	a.wait = nil
	for _, w := range wait {
		c.apply(w.tuple, w.side, w.view, w.effect)
	}
}

// agreed reports whether all tuples agree to an effect on a view. Otherwise the effect waits.
func (c *closure) agreed(t, s int, id, effect int32) bool {
	tuple := &c.tuples[t]
	e := &tuple.sides[s].all[effect]
	if e.from == nobody || tuple.of.Has(int(e.from)) {
		return true
	}
	for r, q := range tuple.members {
		if r == s {
			continue
		}
		by := c.at[tuple.of.Without(q).With(int(e.from))]
		a := c.agreement(need{by, c.tuples[by].position(tuple.members[s]), tuple.rests[id][r], e.takes[r]})
		if !a.met {
			a.wait = append(a.wait, waiting{t, s, id, effect})
			return false
		}
	}
	return true
}
