package views

import (
	"slices"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// half adds a half of a requester.
func (c *closure) half(r value) int32 {
	i := c.requesters.Of(r)
	if !c.isHalf[i] {
		c.isHalf[i] = true
		c.halves = append(c.halves, i)
	}
	return i
}

// closeHalves adds the halves that follow from others by messages that the views offer, and
// finds the moves that their steps are.
func (c *closure) closeHalves() {
	for again := true; again; {
		again = false
		for i := 0; i < len(c.halves); i++ {
			half := c.halves[i]
			do := func(k call) {
				if !c.called[k] {
					c.called[k] = true
					again = true
					c.requesterTakes(k)
				}
			}
			c.look(i)
			do(call{half, -1, -1})
			for m := range c.p.N {
				for _, msg := range c.offers[c.cut(half, m)] {
					do(call{half, m, msg})
				}
			}
		}
	}
}

// requesterTakes adds what follows from a call of a requester's handler, for every process
// that it may be.
func (c *closure) requesterTakes(k call) {
	for self := range c.p.N {
		acts := c.acts(self, k)
		if again := c.acts(self, k); !slices.EqualFunc(acts, again, sameActs) {
			c.Refuse("a requester in state %+v answers differently when asked again", c.requester(k.half))
		}
		if len(acts) == 0 && k.member >= 0 {
			c.block("the requester of process %d in state %+v does not take %+v", self+1, c.requester(k.half), c.p.down.Typed(c.downs.All[k.msg]))
		}
		for _, x := range acts {
			c.act(self, k, x)
		}
	}
}

func (c *closure) act(self int, k call, x roles.Act[value, value]) {
	c.named(x.Name)
	switch {
	case k.member >= 0 && x.Kind != explore.Plain:
		c.Refuse("the step %q is of kind %v and takes a message", x.Name, x.Kind)
	case x.Kind > explore.Leave:
		c.Refuse("the step %q is of kind %v, which local views do not tell from steps that must happen", x.Name, x.Kind)
	case x.Overflow != "":
		c.Limit("%s", x.Overflow)
	case x.Undefined != "":
		c.Undefine("%s: %s (the requester of process %d in state %+v)", x.Name, x.Undefined, self+1, c.requester(k.half))
		return
	case x.Stamp == roles.New && k.member >= 0:
		// All fresh stamps of one atomic step are the same; where messages to oneself are
		// handled at once, a second one could follow in the step of the first.
		c.Refuse("the step %q takes a message and makes a fresh stamp", x.Name)
	case x.Stamp > roles.New:
		c.Refuse("the step %q has no such use of a stamp: %d", x.Name, x.Stamp)
	}
	for _, o := range x.Send {
		if o.Member < 0 || o.Member >= c.p.N {
			c.Refuse("the step %q sends to process %d of %d", x.Name, o.Member+1, c.p.N)
		}
		if o.Stamped && c.p.Clock.Attach == explore.NoMessage {
			c.Refuse("the step %q sends a stamp, and no message brings the clock along", x.Name)
		}
	}
	next := c.half(x.Next)
	step := halfStep{from: k.half, to: next, name: x.Name, stamp: x.Stamp, owed: k.member < 0 && x.Kind != explore.Ask}
	for m := range c.p.N {
		t := trigger{c.cut(k.half, m), -1}
		if m == k.member {
			t.msg = k.msg
		}
		var sent []sending
		for _, o := range x.Send {
			if o.Member == m {
				sent = append(sent, sending{c.ups.Of(o.Msg), o.Stamped})
			}
		}
		y := move{requester: c.cut(next, m), stamp: x.Stamp, sent: c.sent.of(sent)}
		step.moves = append(step.moves, movement{t, y})
		if t.msg < 0 && t.requester == y.requester && y.stamp == roles.Keep && len(sent) == 0 {
			continue // nothing changes
		}
		if added(c.hasMove, t, y) {
			c.newMoves[t] = append(c.newMoves[t], y)
		}
	}
	c.stepsOf = append(c.stepsOf, step)
}
