package views

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// A view is a member with one requester: see the package comment. Its parts are numbers of
// values; the requester is peer 0 of the member, and its state is cut to the member.
type view struct {
	member, requester int32
	in, out           int32 // the channels to the member, and from it
	own, last         uint8 // stamps of the requester: of its request, and the last one that it made
}

// A trigger is what a requester's step needs in a view: its state there, and the message of
// the member that it takes; -1 for a step that takes none of this member.
type trigger struct{ requester, msg int32 }

// A move is what a step of a requester is in the view of one member.
type move struct {
	requester int32
	stamp     roles.StampUse
	sent      int32
}

// A sending is a message of a move.
type sending struct {
	msg     int32
	stamped bool
}

// An event is what another requester may have a member take: a message, and where its stamp
// is among those of the member: at the i-th for 2i, in the gap behind the i-th for 2i+1, 0
// for no stamp.
type event struct {
	msg   int32
	place int
}

// A seat is a requester that is not in the focus of a view.
type seat struct {
	view int32
	peer int
}

// A taking is a call of a member's handler.
type taking struct {
	member int32
	peer   int
	msg    int32
	stamp  uint8
}

// A reply is what comes of it.
type reply struct {
	member int32
	focus  []int32 // the messages to the requester in focus
}

// A call is one of a requester's handler; the message is -1 for a local step.
type call struct {
	half   int32
	member int
	msg    int32
}

// A closure is the least set of views, and of whole halves of requesters, that has the
// initial ones and with each what follows from it.
type closure struct {
	Closing
	p     *erased
	ticks bool // clocks tick for fresh stamps

	members       values
	memberStamps  []stampSet
	cuts          values // of members' states, to compare peers
	requesters    values // halves, whole and cut
	ups           values
	downs         values
	channels      lists[packet]
	channelStamps []stampSet
	sent          lists[sending]

	views  []view
	known  map[view]int32
	halves []int32
	isHalf map[int32]bool
	add    func(view) // what is done with a view that follows from another

	cutOf                           map[[2]int32]int32 // of a half, by member
	offered                         map[trigger]bool
	offers                          map[int32][]int32 // messages that a requester's state, cut, may have to take
	moves                           map[trigger][]move
	hasMove                         map[trigger]map[move]bool
	newMoves                        map[trigger][]move
	called                          map[call]bool
	events                          map[int32][]event // by member's state with the requester that has the message in focus
	hasEvent                        map[int32]map[event]bool
	seats                           map[int32][]seat
	seatsOf                         map[int32][]int
	canons                          map[canonical]int32
	replies                         map[taking][]reply
	shiftedMembers, shiftedChannels map[shifted]int32

	stepsOf []halfStep                    // of requesters
	follow  []int                         // of views: one more than how many messages to oneself may follow
	lives   []life                        // what a certificate says of limits of views
	leads   []func(look func(int)) *Guide // make guides, where they are asked for

	all    [][]int // renamings of requesters, if these are few
	tried  int     // how many of more than drawn
	chance *rand.Rand

	blocks string // a message that is not taken
}

// A halfStep is a step of a half of a requester, with its moves by member. It is owed if it
// is local and not asking.
type halfStep struct {
	from, to int32
	name     string
	stamp    roles.StampUse
	owed     bool
	moves    []movement
}

func newClosure(p *erased, limits Limits) *closure {
	c := &closure{
		Closing: NewClosing(limits),
		p:       p, ticks: p.Clock.TickOnFresh,
		known: map[view]int32{}, isHalf: map[int32]bool{}, cutOf: map[[2]int32]int32{},
		offered: map[trigger]bool{}, offers: map[int32][]int32{}, moves: map[trigger][]move{}, hasMove: map[trigger]map[move]bool{},
		called: map[call]bool{}, events: map[int32][]event{}, hasEvent: map[int32]map[event]bool{},
		seats: map[int32][]seat{}, seatsOf: map[int32][]int{}, canons: map[canonical]int32{}, replies: map[taking][]reply{},
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
	c.add = c.insert
	c.chance = rand.New(rand.NewPCG(1, uint64(p.N)))
	return c
}

func (c *closure) member(m value) int32 {
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

func (c *closure) channel(list []packet) int32 {
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
func (c *closure) cut(half int32, member int) int32 {
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
func (c *closure) focus(member int32, peer int) int32 { return c.canon(member, peer, -1, 0) }

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
func (c *closure) canon(member int32, focus, p int, set explore.Set) int32 {
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
func (c *closure) mark(member int32, peer int) int32 {
	return c.cuts.Of(c.p.memberAt.cut(c.members.All[member], peer))
}

// alone returns a member's state with the stamps that it has numbered by themselves.
func (c *closure) alone(member int32) int32 {
	if set := c.memberStamps[member]; !set.dense() {
		return c.shiftMember(member, shift{within: set})
	}
	return member
}

// others returns one of each kind of the peers of a member's state but number 0: those that
// can be exchanged are of one kind.
func (c *closure) others(member int32) []int {
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

// insert adds a view, in its normal form.
func (c *closure) insert(v view) {
	if _, ok := c.known[v]; ok {
		return
	}
	c.known[v] = int32(len(c.views))
	c.views = append(c.views, v)
	if out := c.channels.all[v.out]; len(out) > 0 {
		k := trigger{v.requester, out[0].msg}
		if !c.offered[k] {
			c.offered[k] = true
			c.offers[k.requester] = append(c.offers[k.requester], k.msg)
		}
	}
}

// normal adds a view in its normal form: its stamps are their places among those in it, and
// the peers are in order.
func (c *closure) normal(v view) {
	set := c.stampsOf(v)
	if !set.has(v.last) {
		v.last = 0
	}
	if !set.dense() {
		v = c.shiftView(v, shift{within: set})
	}
	v.member = c.focus(v.member, 0)
	c.add(v)
}

// run closes the set.
func (c *closure) run(ctx context.Context) {
	c.blank(c.p.Member.Init)
	init := c.half(c.p.Requester.Init)
	empty := c.channel(nil)
	c.normal(view{member: c.member(c.p.Member.Init), requester: c.cut(init, 0), in: empty, out: empty})
	for m := 1; m < c.p.N; m++ { // the halves may name members at the beginning
		c.normal(view{member: c.member(c.p.Member.Init), requester: c.cut(init, m), in: empty, out: empty})
	}
	expanded := 0
	for {
		c.newMoves = map[trigger][]move{}
		c.closeHalves(ctx)
		if len(c.newMoves) == 0 && expanded == len(c.views) {
			return
		}
		for at := range expanded {
			c.look(ctx, at)
			c.moveBy(c.views[at], c.newMoves)
		}
		for k, list := range c.newMoves {
			c.moves[k] = append(c.moves[k], list...)
		}
		for ; expanded < len(c.views); expanded++ {
			c.look(ctx, expanded)
			c.expand(expanded)
		}
	}
}

// blank refuses a member that knows stamps or requesters in the beginning.
func (c *closure) blank(m value) {
	marks := map[int32]bool{}
	for i := range c.p.N {
		marks[c.mark(c.member(m), i)] = true
	}
	named := c.memberStamps[c.member(m)] != 0 || len(marks) > 1
	for _, o := range c.p.memberAt.names {
		named = named || m[o] != 0 // a Process has one byte
	}
	if named {
		c.Refuse("members begin with the stamp of a request, or with what they know of one requester alone")
	}
}
