package views

import (
	"cmp"
	"slices"

	"qcheck/explore"
)

// A stock numbers what views are made of, and changes it.
type stock struct {
	Closing
	p *erased

	members       values
	memberStamps  []stampSet
	cuts          values // of members' states, to compare peers
	requesters    values // halves, whole and cut
	ups           values
	downs         values
	channels      lists[packet]
	channelStamps []stampSet
	sent          lists[sending]

	cutOf                           map[[2]int32]int32 // of a half, by member
	seatsOf                         map[int32][]int
	canons                          map[canonical]int32
	shiftedMembers, shiftedChannels map[shifted]int32
}

func newStock(closing Closing, p *erased) stock {
	c := stock{
		Closing: closing, p: p, cutOf: map[[2]int32]int32{}, seatsOf: map[int32][]int{}, canons: map[canonical]int32{},
		shiftedMembers: map[shifted]int32{}, shiftedChannels: map[shifted]int32{},
	}
	c.channels.key = func(b []byte, k packet) []byte { return append(number(b, k.msg), k.stamp) }
	c.sent.key = func(b []byte, s sending) []byte {
		b = number(b, s.msg)
		if s.stamped {
			return append(b, 1)
		}
		return append(b, 0)
	}
	return c
}

func (c *stock) member(m value) int32 {
	i := c.members.Of(m)
	if int(i) == len(c.memberStamps) {
		var set stampSet
		m.EachStamp(c.p.member, func(s explore.Stamp) explore.Stamp {
			if s > mostStamps {
				c.Limit("a view has more than %d stamps", mostStamps)
			}
			set = set.with(uint8(s))
			return s
		})
		c.memberStamps = append(c.memberStamps, set)
	}
	return i
}

func (c *stock) channel(list []packet) int32 {
	if len(list) > longestChannel {
		c.Limit("a channel has more than %d messages", longestChannel)
	}
	i := c.channels.of(list)
	if int(i) == len(c.channelStamps) {
		var set stampSet
		for _, k := range list {
			set = set.with(k.stamp)
		}
		c.channelStamps = append(c.channelStamps, set)
	}
	return i
}

// longestChannel is how many messages a channel has room for. More end the proof.
const longestChannel = 64

// cut returns a half as it concerns a member.
func (c *stock) cut(half int32, member int) int32 {
	key := [2]int32{half, int32(member)}
	if i, ok := c.cutOf[key]; ok {
		return i
	}
	i := c.requesters.Of(c.p.requesterAt.cut(c.requesters.All[half], member))
	c.cutOf[key] = i
	return i
}

// focus returns a member's state with a peer as number 0, and the others in an order that
// depends on what the state says of them alone.
func (c *stock) focus(member int32, peer int) int32 { return c.canon(member, peer, -1, 0) }

// A canonical is what canon is asked for.
type canonical struct {
	member int32
	focus  uint8
	p      uint8
	set    explore.Set
}

// canon returns a member's state with a peer as number 0, p as number 1 if it is another one, -1
// for none, then those of a set, and then the rest. The order of these depends on what the state says
// of them alone.
//
// What it says of peer i is its cut: where i is named, the sets that have it, and the values
// of i. Two peers with the same cut are named nowhere, since a place names one peer, are in
// the same sets, and have equal values: to exchange them changes nothing. So the sorted state
// is the same for all renamings of one.
func (c *stock) canon(member int32, focus, p int, set explore.Set) int32 {
	key := canonical{member, uint8(focus), uint8(p), set}
	if i, ok := c.canons[key]; ok {
		return i
	}
	type ranked struct{ class, mark, peer int }
	list := make([]ranked, 0, c.p.N)
	for i := range c.p.N {
		x := ranked{3, int(c.mark(member, i)), i}
		switch {
		case i == focus:
			x.class = 0
		case i == p:
			x.class = 1
		case set.Has(i):
			x.class = 2
		}
		list = append(list, x)
	}
	slices.SortFunc(list, func(a, b ranked) int { return cmp.Or(a.class-b.class, a.mark-b.mark) })
	to := make([]int, c.p.N)
	for place, x := range list {
		to[x.peer] = place
	}
	i := c.member(c.members.All[member].Renamed(c.p.member, to))
	c.canons[key] = i
	return i
}

// mark returns what a member's state says of a peer.
func (c *stock) mark(member int32, peer int) int32 {
	return c.cuts.Of(c.p.memberAt.cut(c.members.All[member], peer))
}

// alone returns a member's state with the stamps that it has numbered by themselves.
func (c *stock) alone(member int32) int32 {
	if set := c.memberStamps[member]; !set.dense() {
		return c.shiftMember(member, shift{within: set})
	}
	return member
}

// others returns one of each kind of the peers of a member's state but number 0: those that
// can be exchanged are of one kind.
func (c *stock) others(member int32) []int {
	if list, ok := c.seatsOf[member]; ok {
		return list
	}
	list := []int{}
	seen := map[int32]bool{}
	for i := 1; i < c.p.N; i++ {
		if k := c.mark(member, i); !seen[k] {
			seen[k] = true
			list = append(list, i)
		}
	}
	c.seatsOf[member] = list
	return list
}
