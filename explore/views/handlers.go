package views

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"unsafe"

	"qcheck/explore"
	"qcheck/explore/internal/plain"
	"qcheck/explore/roles"
)

// calls makes the calls of handlers, and checks each answer.
type calls struct {
	stock
	ticks   bool // clocks tick for fresh stamps
	replies map[taking][]reply
	blocks  string  // a message that is not taken
	all     [][]int // renamings of requesters, if these are few
	tried   int     // how many of more than drawn
	chance  *rand.Rand
}

func newCalls(s stock) calls {
	return calls{stock: s, ticks: s.p.Clock.TickOnFresh, replies: map[taking][]reply{}, chance: rand.New(rand.NewPCG(1, uint64(s.p.N)))}
}

// peer returns the peer of a number, and stamp the stamp at a place.
func peer(i int) roles.Peer {
	p := explore.ProcessOf(i)
	return *(*roles.Peer)(unsafe.Pointer(&p))
}

func stamp(s explore.Stamp) roles.Stamp { return *(*roles.Stamp)(unsafe.Pointer(&s)) }

func indexOf(p roles.Peer) int { return (*(*explore.Process)(unsafe.Pointer(&p))).Index() }

// observe returns what is observed of a half.
func (c *calls) observe(requester int32) explore.Observation {
	r := c.requesters.All[requester]
	defer c.handlerPanics("requester", c.p.requester, r)
	return c.p.Requester.Observe(r)
}

// requester returns a half as its type has it.
func (c *calls) requester(half int32) any { return c.p.requester.Typed(c.requesters.All[half]) }

// handlerPanics refuses a protocol whose handler panics; it is deferred around calls of
// handlers, and of nothing else.
func (c *calls) handlerPanics(of string, form *plain.Form, state value) {
	if x := recover(); x != nil {
		c.panicked(of, form.Typed(state), x)
	}
}

func (c *calls) panicked(of string, called, x any) {
	c.Refuse("a function of a %s, called for %+v, panics: %v", of, called, x)
}

// acts calls the handler of a requester.
func (c *calls) acts(self int, k call) []roles.Act[value, value] {
	r := c.requesters.All[k.half]
	defer c.handlerPanics("requester", c.p.requester, r)
	if k.member < 0 {
		return c.p.Requester.Local(self, r)
	}
	return c.p.Requester.Take(self, r, k.member, c.downs.All[k.msg], false)
}

func sameActs(x, y roles.Act[value, value]) bool {
	return x.Name == y.Name && x.Kind == y.Kind && x.Next == y.Next && x.Stamp == y.Stamp && slices.Equal(x.Send, y.Send) && x.Undefined == y.Undefined && x.Overflow == y.Overflow
}

// memberTakes returns what a member does with a message of a peer.
func (c *calls) memberTakes(member int32, from int, k packet) []reply {
	key := taking{member, from, k.msg, k.stamp}
	if all, ok := c.replies[key]; ok {
		return all
	}
	given := c.memberStamps[member].with(k.stamp)
	all := c.replied(member, from, given, func(m value, to []int, by spread) []roles.Reply[value, value] {
		return c.p.Member.Take(m, peer(to[from]), c.ups.All[k.msg], stamp(by(explore.Stamp(k.stamp))))
	})
	if all == nil {
		c.block("a member in state %+v does not take %+v", c.p.member.Typed(c.members.All[member]), c.p.up.Typed(c.ups.All[k.msg]))
	}
	c.replies[key] = all
	return all
}

// memberSteps returns the local steps of a member.
func (c *calls) memberSteps(member int32) []reply {
	key := taking{member: member, peer: -1}
	if all, ok := c.replies[key]; ok {
		return all
	}
	all := c.replied(member, -1, c.memberStamps[member], func(m value, _ []int, _ spread) []roles.Reply[value, value] { return c.p.Member.Local(m) })
	c.replies[key] = all
	return all
}

// A spread gives stamps other numbers in the same order.
type spread func(explore.Stamp) explore.Stamp

// ending returns the spread in which stamp s becomes at, and what is earlier and later the numbers before and behind it.
func ending(s, at explore.Stamp) spread {
	return func(x explore.Stamp) explore.Stamp { return (at - s + x) * min(x, 1) }
}

// spreadsOf returns the spreads that are tried at each call in which there are so many stamps: as large as they can be, as
// in a step that makes the last one, with gaps, a bit later, and on both sides of numbers that are written, or kept, in fewer digits than
// the next. Of many stamps, other ones are there in each round.
func spreadsOf(stamps, round explore.Stamp) []spread {
	if stamps == 0 {
		return []spread{ending(0, 0)}
	}
	all := []spread{
		ending(stamps, explore.Fresh),
		func(s explore.Stamp) explore.Stamp {
			if s == stamps {
				return explore.Fresh
			}
			return s
		},
		func(s explore.Stamp) explore.Stamp { return 2*s + min(s, 1) },
		func(s explore.Stamp) explore.Stamp { return 3*s + 2*min(s, 1) },
		ending(1, 2+round%7),
	}
	cuts := min(max(1, stamps-1), 8)
	for i := range min(cuts, 2) {
		cut := 1 + (round+i)%cuts
		for _, last := range []explore.Stamp{9, 1<<8 - 1, 9999, 1<<15 - 1, []explore.Stamp{99, 1<<7 - 1, 999}[round%3]} {
			all = append(all, ending(cut, last))
		}
	}
	return all
}

// wholly is up to how many renamings in all are tried at the calls of a proof, if not all are at each. Then there are
// as many as of 4 requesters, by chance.
const wholly, drawn = 100_000, 24

// renamingsOf returns all renamings, the identity first.
func renamingsOf(n int) [][]int {
	all := [][]int{{}}
	for i := range n {
		var longer [][]int
		for _, to := range all {
			for at := i; at >= 0; at-- {
				longer = append(longer, slices.Insert(slices.Clone(to), at, i))
			}
		}
		all = longer
	}
	return all
}

// renamings returns those of the requesters that are tried at a call, the identity first.
func (c *calls) renamings() [][]int {
	if n := c.p.N; n <= mostWholly && c.tried < wholly {
		if c.all == nil {
			c.all = renamingsOf(n)
		}
		if len(c.all) > drawn {
			c.tried += len(c.all)
		}
		return c.all
	}
	some := make([][]int, 1, drawn)
	for i := range c.p.N {
		some[0] = append(some[0], i)
	}
	for len(some) < drawn {
		some = append(some, c.chance.Perm(c.p.N))
	}
	return some
}

// mostWholly is of how many requesters all renamings are tried.
const mostWholly = 6

// replied calls a member's handler and checks what it answers: also that a member in which
// the peers, and the stamps, have other numbers does the same for these.
func (c *calls) replied(member int32, from int, given stampSet, take func(m value, to []int, by spread) []roles.Reply[value, value]) []reply {
	handle := func(m value, to []int, by spread) []roles.Reply[value, value] {
		m.EachStamp(c.p.member, by)
		defer c.handlerPanics("member", c.p.member, m)
		return take(m, to, by)
	}
	renamings, stamps := c.renamings(), explore.Stamp(bits.Len64(uint64(given)))
	replies := handle(c.members.All[member], renamings[0], ending(0, 0))
	spreads := spreadsOf(stamps, explore.Stamp(len(c.replies)))
	for i := range max(len(renamings), len(spreads)) {
		to, by := renamings[i%len(renamings)], spreads[i%len(spreads)]
		m := c.members.All[member].Renamed(c.p.member, to)
		if renamed := handle(m, to, by); !c.same(replies, renamed, to, by) {
			c.Refuse("a member in state %+v does not do the same when requesters have other numbers, or stamps, which it may only compare, or when it is asked again", c.p.member.Typed(c.members.All[member]))
		}
	}
	if len(replies) == 0 {
		return nil // it is not taken
	}
	all := []reply{}
	for _, x := range replies {
		c.named(x.Name)
		switch {
		case x.Overflow != "":
			c.Limit("%s", x.Overflow)
		case x.Undefined != "":
			c.Undefine("%s: %s (a member in state %+v)", x.Name, x.Undefined, c.p.member.Typed(c.members.All[member]))
			continue
		}
		r := reply{member: c.member(x.Next)}
		if c.memberStamps[r.member]&^given != 0 {
			c.Refuse("the step %q makes up a time stamp", x.Name)
		}
		for _, o := range x.Send {
			i := indexOf(o.To)
			switch {
			case i < 0 || i >= c.p.N:
				c.Refuse("the step %q sends to nobody", x.Name)
			case !o.Stamp.None():
				c.Refuse("the step %q answers with a stamp, which local views do not follow", x.Name)
			case i == 0:
				r.focus = append(r.focus, c.downs.Of(o.Msg))
			}
		}
		all = append(all, r)
	}
	return all
}

// same reports whether replies are those to renamed peers, with stamps spread: the same states, and the same
// messages in the same order for each peer. Alternatives may be in another order.
func (c *calls) same(replies, renamed []roles.Reply[value, value], to []int, by spread) bool {
	if len(replies) != len(renamed) {
		return false
	}
	left := slices.Clone(renamed)
	for _, x := range replies {
		m := x.Next.Renamed(c.p.member, to)
		m.EachStamp(c.p.member, by)
		i := slices.IndexFunc(left, func(y roles.Reply[value, value]) bool {
			return y.Name == x.Name && y.Undefined == x.Undefined && y.Overflow == x.Overflow &&
				(x.Undefined != "" || x.Overflow != "" || y.Next == m && sameAnswers(x.Send, y.Send, to))
		})
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return true
}

func sameAnswers(x, y []roles.Answer[value], to []int) bool {
	if len(x) != len(y) {
		return false
	}
	for p, q := range to {
		of := func(all []roles.Answer[value], i int) (list []roles.Answer[value]) {
			for _, a := range all {
				if indexOf(a.To) == i {
					a.To, a.Stamp = roles.Peer{}, roles.Stamp{} // with a stamp it is refused
					list = append(list, a)
				}
			}
			return list
		}
		if !slices.Equal(of(x, p), of(y, q)) {
			return false
		}
	}
	return true
}

// block notes that a message is not taken. Where others may overtake it, channels are not what
// views have.
func (c *calls) block(format string, args ...any) {
	c.blocks = fmt.Sprintf(format, args...)
	if c.p.Selective {
		c.Refuse("messages are taken from behind others: %s", c.blocks)
	}
}

func (c *calls) named(step string) {
	if len(c.p.Steps) > 0 && !slices.Contains(c.p.Steps, step) {
		c.Refuse("a step is named %q, which is not in Steps", step)
	}
}
