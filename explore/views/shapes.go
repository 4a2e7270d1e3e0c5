package views

import (
	"encoding/binary"
	"slices"
)

// Shapes are what is left of views when all is left out that may grow with the number of processes: of a
// member, whether it has given its permission to the requester, and to others; of the requester, what its half
// says of the member; of channels, which messages are in them in order, without stamps, where of the same message
// several times in a row only one is kept, unless it carries a permission. With more processes there are
// more views, and if there are no more shapes the others have added nothing to what a requester and a member can be
// to each other. That is an observation for the numbers that were tried, and no proof for others.

// shapes returns the shapes of all views, sorted.
func (c *closure) shapes() []string {
	a := c.p.Account
	met := map[string]bool{}
	for i, v := range c.views {
		c.look(i)
		member := c.members.All[v.member]
		mine := a.Gave(member).Has(peer(0))
		others := false
		for p := 1; p < c.p.N; p++ {
			others = others || a.Gave(member).Has(peer(p))
		}
		b := []byte{bit(mine), bit(others)}
		b = append(b, c.requesters.All[v.requester]...)
		b = appendKinds(b, c.channels.all[v.in], func(msg int32) (value, bool) { m := c.ups.All[msg]; return m, a.Return(m) })
		b = appendKinds(b, c.channels.all[v.out], func(msg int32) (value, bool) { m := c.downs.All[msg]; return m, a.Permit(m) })
		met[string(b)] = true
	}
	var all []string
	for s := range met {
		all = append(all, s)
	}
	slices.Sort(all)
	return all
}

// appendKinds appends the messages of a channel, with their number in front.
func appendKinds(b []byte, channel []packet, of func(msg int32) (m value, carries bool)) []byte {
	var kinds []byte
	n, last := 0, int32(-1)
	for _, k := range channel {
		m, carries := of(k.msg)
		if !carries && k.msg == last {
			continue
		}
		n, last = n+1, k.msg
		kinds = append(kinds, m...)
	}
	return append(binary.BigEndian.AppendUint16(b, uint16(n)), kinds...)
}

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}
