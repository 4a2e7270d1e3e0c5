package certify

import "qcheck/explore"

// isKept checks that the protocol keeps its books (see roles.Account), by all views and all whole halves of requesters.
func (c *checker) isKept() {
	a := c.p.Account
	if a == nil {
		c.Fail("the protocol does not say where permissions are")
	}
	units := func(h value) int {
		if a.Units == nil {
			return 1
		}
		return a.Units(h)
	}
	given := func(m value, i int) int { // -1 for nothing; less than nothing would hide what others were given
		switch {
		case !a.Gave(m).Has(peer(i)):
			return -1
		case a.Given == nil:
			return 1
		}
		return max(0, a.Given(m, peer(i)))
	}
	for _, half := range c.halves {
		h := c.requesters.all[half]
		has := a.Has(h)
		for m := range c.p.N {
			cut := c.requesters.all[c.cut(half, m)]
			if has.Has(m) != (a.Has(cut) == explore.SetOf(0)) || a.Has(cut)&^1 != 0 || has.Has(m) && units(cut) != units(h) {
				c.Fail("what a requester in state %+v has, and how much, is not seen in what of its state concerns one member", c.requester(half))
			}
		}
		if c.observed[half].Phase == explore.Inside && !a.Quorum(h) {
			c.Fail("a requester is inside without a quorum: %+v", c.requester(half))
		}
	}
	for i, v := range c.views {
		c.line = c.lines[i]
		c.Pause()
		m, h := c.members.all[v.member], c.requesters.all[v.half]
		sum := 0
		for p := range c.p.N {
			sum += max(0, given(m, p))
			for by, to := range c.names {
				if given(c.members.all[c.renamed(v.member, by)], to[p]) != given(m, p) {
					c.Fail("to whom a member in state %+v gave, or how much, depends on numbers of requesters", c.of.member.of(m))
				}
			}
		}
		there := a.Has(h).Len()
		for at, b := range []byte(c.channels.all[v.in]) {
			if at%2 == 0 && a.Return(c.ups.all[b]) {
				there++
			}
		}
		for _, b := range []byte(c.answered.all[v.out]) {
			if a.Permit(c.downs.all[b]) {
				there++
			}
		}
		switch gave := given(m, 0) >= 0; {
		case sum > a.Most:
			c.Fail("a member in state %+v gave more units than it has", c.of.member.of(m))
		case gave && there != 1 || !gave && there != 0:
			c.Fail("the permission of a member in state %+v is at %d places for one requester", c.of.member.of(m), there)
		case a.Has(h) != 0 && given(m, 0) != units(h):
			c.Fail("a member in state %+v gave another number of units than a requester is about", c.of.member.of(m))
		}
	}
	c.line = 0
}
