package views

import (
	"fmt"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// A protocol keeps its books (see roles.Account) if the law holds for each member and requester,
// which is about what a view has: the member's half, what the requester's half says of the
// member, and both channels; if what a member gave is at most what it has to give, which is about its
// half alone; and if whoever is inside has a quorum, which is about a whole half of a requester. All that
// there is in states is in views and halves, so it is enough to look at these. Two things are compared, for all halves: what an
// account says of a half that is cut to a member must be what it says of the whole half there, who has and for how
// many units; and what it says of a member must be the same of its requesters whatever their numbers.

// unkept says why the books are not proved to be kept; nothing if they are.
func (c *decision) unkept() string {
	a := c.p.Account
	if a == nil {
		return "it does not say where permissions are"
	}
	for i, half := range c.halves {
		c.look(i)
		h := c.requesters.All[half]
		has := a.Has(h)
		for m := range c.p.N {
			at := c.requesters.All[c.cut(half, m)]
			if a.Has(at) != only(has, m) || has.Has(m) && a.Units != nil && a.Units(at) != a.Units(h) {
				c.Refuse("what a requester in state %+v has, and for how many units, is not said of each member alone", c.requester(half))
			}
		}
		if c.observe(half).Phase == explore.Inside && !a.Quorum(h) {
			return fmt.Sprintf("the views do not exclude that a process is inside without a quorum: %+v", c.requester(half))
		}
	}
	granted := map[int32]int{}
	for i, v := range c.views {
		c.look(i)
		if _, ok := granted[v.member]; !ok {
			granted[v.member] = c.grants(a, v.member)
		}
		if why := c.entry(a, v, granted[v.member]); why != "" {
			return fmt.Sprintf("the views do not exclude %s (a member in state %+v)", why, c.p.member.Typed(c.members.All[v.member]))
		}
	}
	return ""
}

// entry says what is wrong with the books of a member and a requester; nothing if they are in order.
func (c *decision) entry(a *roles.Account[value, value, value, value], v view, granted int) string {
	member, requester := c.members.All[v.member], c.requesters.All[v.requester]
	has := a.Has(requester).Len()
	there := has
	for _, k := range c.channels.all[v.in] {
		if a.Return(c.ups.All[k.msg]) {
			there++
		}
	}
	for _, k := range c.channels.all[v.out] {
		if a.Permit(c.downs.All[k.msg]) {
			there++
		}
	}
	gave := a.Gave(member).Has(peer(0))
	switch {
	case gave && there != 1 || !gave && there != 0:
		given := "that has not given its permission to a requester"
		if gave {
			given = "that has given its permission to a requester"
		}
		return fmt.Sprintf("a member %s, for which it is there %d times", given, there)
	case gave && has == 1 && !a.Agrees(member, peer(0), requester):
		return "a member that gave another number of units than were asked for"
	case granted > a.Most:
		return fmt.Sprintf("a member that gave %d units, and has %d", granted, a.Most)
	}
	return ""
}

// grants returns how many units a member gave, to all together, if its account is the same for all renamings.
func (c *decision) grants(a *roles.Account[value, value, value, value], member int32) (sum int) {
	given := func(m value, i int) int {
		switch {
		case !a.Gave(m).Has(peer(i)):
			return -1
		case a.Given == nil:
			return 1
		}
		return max(0, a.Given(m, peer(i)))
	}
	m := c.members.All[member]
	for _, to := range c.renamings() {
		renamed := m.Renamed(c.p.member, to)
		for i := range c.p.N {
			if given(m, i) != given(renamed, to[i]) {
				c.Refuse("to whom a member in state %+v gave, or how much, depends on numbers of requesters", c.p.member.Typed(m))
			}
		}
	}
	for i := range c.p.N {
		sum += max(0, given(m, i))
	}
	return sum
}

// only returns what a set says of a member, as of member 0.
func only(s explore.Set, m int) explore.Set {
	if s.Has(m) {
		return explore.SetOf(0)
	}
	return 0
}
