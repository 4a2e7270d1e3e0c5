package certify

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"unsafe"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// A view is a member with a requester, which is number 0 in the member's half. Of the
// channels, a message is two bytes to the member, the message and its stamp, and one byte
// from it.
type view[R, M comparable] struct {
	member    M
	half      R // cut to the member
	own, last explore.Stamp
	in, out   string
}

// A move is a step of a requester as a member sees it: what it takes of the member, "" for
// nothing, and what it sends, as in a view; stamp 1 stands for that of its request.
type move[R comparable] struct {
	takes, sends string
	half         R
	stamp        roles.StampUse
}

// An event is a message that another requester offers a member, and the place of its stamp
// among those of the member: see position.
type event struct {
	msg   byte
	place int
}

// A call is one of a member's handler; peer is -1 for a local step.
type call[M comparable] struct {
	member M
	peer   int
	msg    byte
	stamp  explore.Stamp
}

// An outcome is what comes of it.
type outcome[M comparable] struct {
	next M
	says string // the name of the step, and what is sent to whom
}

type reply[M comparable] struct {
	next M
	out  string // to requester 0
}

type checker[R, M, A, B comparable] struct {
	ctx   context.Context
	p     roles.Protocol[R, M, A, B]
	at    places
	names [][]int // all renamings of requesters; the first is none

	views  []view[R, M]
	steps  []int // of a view: how many messages to oneself may follow
	lines  []int // of a view
	halves []R
	ups    values[A]
	downs  values[B]

	known   map[view[R, M]]int32 // all renamings of the others spelled out
	isHalf  map[R]bool
	offers  map[R]map[byte]bool // what members offer a requester, cut
	events  map[M]map[event]bool
	moves   map[R]map[move[R]]bool
	replies map[call[M]][]reply[M]
	defined bool   // steps of messages to oneself are to be counted
	missing string // a step that is not defined
	blocked string // a message that is not taken
	line    int    // of what is checked

	safe, live []fact[R]
}

// values numbers messages.
type values[T comparable] struct {
	number map[T]byte
	all    []T
}

func (c *checker[R, M, A, B]) fail(format string, args ...any) {
	panic(&Refutation{c.line, fmt.Errorf(format, args...)})
}

func number[T comparable](t *values[T], v T) byte {
	i, ok := t.number[v]
	if !ok {
		i = byte(len(t.all))
		t.number[v] = i
		if t.all = append(t.all, v); len(t.all) > 250 {
			panic(&Refutation{0, fmt.Errorf("there are more than 250 different messages")})
		}
	}
	return i
}

func peer(i int) roles.Peer { x := explore.Named(i); return *(*roles.Peer)(unsafe.Pointer(&x)) }
func stampOf(x explore.Stamp) roles.Stamp {
	return *(*roles.Stamp)(unsafe.Pointer(&x))
}
func indexOf(p roles.Peer) int { return (*(*explore.Process)(unsafe.Pointer(&p))).Index() }

// MostProcesses is how many processes there may be: all renamings of them are tried.
const MostProcesses = 8

// types checks what the theorem needs of a protocol's types.
func (c *checker[R, M, A, B]) types() {
	bad := c.at.find(reflect.TypeFor[M](), 0)
	for _, x := range []struct {
		t         reflect.Type
		requester bool
	}{{reflect.TypeFor[R](), true}, {reflect.TypeFor[A](), false}, {reflect.TypeFor[B](), false}} {
		if bad == nil {
			bad = foreign(x.t, x.requester)
		}
	}
	p := c.p
	switch {
	case p.Beyond != "":
		c.fail("%s", p.Beyond)
	case p.N > MostProcesses:
		c.fail("it has more than %d processes, and all renamings of them are tried", MostProcesses)
	case bad != nil:
		c.fail("its halves or messages have a %v in a place where local views cannot have it", bad)
	case p.N < 1 || p.Requester.Local == nil || p.Requester.Take == nil || p.Requester.Observe == nil || p.Member.Take == nil:
		c.fail("it is no protocol of a requester and a member")
	}
}

// renamings returns all renamings of the first n requesters.
func renamings(n int) [][]int {
	all := [][]int{{}}
	for i := range n {
		var longer [][]int
		for at := i; at >= 0; at-- { // at the end first: so the first renaming is none
			for _, to := range all {
				longer = append(longer, slices.Insert(slices.Clone(to), at, i))
			}
		}
		all = longer
	}
	return all
}

// exchanged returns a member's half with requesters 0 and i exchanged.
func (c *checker[R, M, A, B]) exchanged(m M, i int) M {
	to := slices.Clone(c.names[0])
	to[0], to[i] = i, 0
	return renamed(&c.at, m, to)
}

// stamps returns those of a member's half, and more, in order.
func (c *checker[R, M, A, B]) stamps(m M, more ...explore.Stamp) []explore.Stamp {
	restamped(&c.at, m, func(s explore.Stamp) explore.Stamp {
		more = append(more, s)
		return s
	})
	slices.Sort(more)
	more = slices.Compact(more)
	if len(more) > 0 && more[0] == 0 {
		more = more[1:]
	}
	return more
}

func (c *checker[R, M, A, B]) stampsOf(v view[R, M]) []explore.Stamp {
	more := []explore.Stamp{v.own}
	for i := 1; i < len(v.in); i += 2 {
		more = append(more, explore.Stamp(v.in[i]))
	}
	return c.stamps(v.member, more...)
}

// position says where a stamp is among others: 0 for none, 2i at the i-th of them, and 2i+1
// between it and the next.
func position(among []explore.Stamp, s explore.Stamp) int {
	at, has := slices.BinarySearch(among, s)
	switch {
	case s == 0:
		return 0
	case has:
		return 2 * (at + 1)
	}
	return 2*at + 1
}

// alone returns a member's half with its stamps as places among its own.
func (c *checker[R, M, A, B]) alone(m M) M {
	all := c.stamps(m)
	return restamped(&c.at, m, func(s explore.Stamp) explore.Stamp { return explore.Stamp(position(all, s) / 2) })
}

// shifted returns a view with other stamps.
func (c *checker[R, M, A, B]) shifted(v view[R, M], f func(explore.Stamp) explore.Stamp) view[R, M] {
	v.member, v.own, v.last = restamped(&c.at, v.member, f), f(v.own), f(v.last)
	list := []byte(v.in)
	for i := 1; i < len(list); i += 2 {
		list[i] = byte(f(explore.Stamp(list[i])))
	}
	v.in = string(list)
	return v
}

// normal returns a view with its stamps as their places among those in it.
func (c *checker[R, M, A, B]) normal(v view[R, M]) view[R, M] {
	all := c.stampsOf(v)
	if !slices.Contains(all, v.last) {
		v.last = 0
	}
	return c.shifted(v, func(s explore.Stamp) explore.Stamp { return explore.Stamp(position(all, s) / 2) })
}

// room calls f with a view in which there is room for one more stamp, at each place that low
// stamps are below and high ones are not above.
func (c *checker[R, M, A, B]) room(v view[R, M], low, high explore.Stamp, f func(view[R, M], explore.Stamp)) {
	for s := low + 1; s <= high+1; s++ {
		f(c.shifted(v, func(x explore.Stamp) explore.Stamp {
			if x >= s {
				return x + 1
			}
			return x
		}), s)
	}
}

// spell makes all renamings of the views known, and what they offer.
func (c *checker[R, M, A, B]) spell() {
	for i, v := range c.views {
		c.line = c.lines[i]
		c.pause()
		if c.normal(v) != v {
			c.fail("the stamps of the view are not their places")
		}
		for _, to := range c.names {
			if to[0] != 0 {
				continue
			}
			w := v
			w.member = renamed(&c.at, v.member, to)
			if at, ok := c.known[w]; ok && at != int32(i) {
				c.fail("the view is there already, with other numbers of requesters")
			}
			c.known[w] = int32(i)
			if w.in != "" {
				e := event{w.in[0], position(c.stamps(w.member), explore.Stamp(w.in[1]))}
				put(c.events, c.alone(w.member), e)
			}
		}
		if v.out != "" {
			put(c.offers, v.half, v.out[0])
		}
	}
}

func put[K, V comparable](sets map[K]map[V]bool, k K, v V) {
	if sets[k] == nil {
		sets[k] = map[V]bool{}
	}
	sets[k][v] = true
}

func (c *checker[R, M, A, B]) pause() {
	if c.ctx.Err() != nil {
		panic(stopped{context.Cause(c.ctx)})
	}
}

type stopped struct{ error }

// there checks that a view is there. It returns which.
func (c *checker[R, M, A, B]) there(what string, v view[R, M]) int32 {
	v = c.normal(v)
	at, ok := c.known[v]
	if !ok {
		c.fail("%s: the view that follows is not there: %+v", what, v)
	}
	return at
}

// closed checks that the views, and the halves, are closed.
func (c *checker[R, M, A, B]) closed() {
	c.line = 0
	for _, to := range c.names {
		if m := c.p.Member.Init; renamed(&c.at, m, to) != m || len(c.stamps(m)) > 0 {
			c.fail("members begin with a stamp, or with what they know of one requester")
		}
	}
	c.half("the initial state", c.p.Requester.Init)
	for m := range c.p.N {
		c.there("the initial state", view[R, M]{member: c.p.Member.Init, half: cut(c.p.Requester.Init, m)})
	}
	for _, h := range c.halves {
		c.pause()
		for self := range c.p.N {
			c.acts(self, h, -1, 0)
			for m := range c.p.N {
				for b := range c.offers[cut(h, m)] {
					c.acts(self, h, m, b)
				}
			}
		}
	}
	for i, v := range c.views {
		c.pause()
		c.line = c.lines[i]
		c.follow(i, v)
	}
}

func (c *checker[R, M, A, B]) half(what string, h R) {
	if !c.isHalf[h] {
		c.fail("%s: the requester's half that follows is not there: %+v", what, h)
	}
}

// acts checks what a requester does by itself (member < 0), or with a message.
func (c *checker[R, M, A, B]) acts(self int, h R, member int, b byte) {
	ask := func() []roles.Act[R, A] {
		if member < 0 {
			return c.p.Requester.Local(self, h)
		}
		return c.p.Requester.Take(self, h, member, c.downs.all[b], false)
	}
	all := ask()
	if !reflect.DeepEqual(all, ask()) {
		c.fail("a requester in state %+v answers differently when it is asked again", h)
	}
	if member >= 0 && len(all) == 0 {
		c.block("a requester in state %+v does not take %+v", h, c.downs.all[b])
	}
	for _, x := range all {
		if member >= 0 && (x.Kind != explore.Plain || x.Stamp == roles.New) || x.Stamp > roles.New {
			c.fail("the step %q takes a message, and asks, leaves or makes a fresh stamp", x.Name)
		}
		if c.undefined(x.Name, x.Undefined, x.Overflow) {
			continue
		}
		c.half(x.Name, x.Next)
		for m := range c.p.N {
			y := move[R]{half: cut(x.Next, m), stamp: x.Stamp}
			if m == member {
				y.takes = string([]byte{b})
			}
			for _, o := range x.Send {
				if o.Member < 0 || o.Member >= c.p.N || o.Stamped && c.p.Clock.Attach == explore.NoMessage {
					c.fail("the step %q sends to nobody, or a stamp without a clock", x.Name)
				}
				if o.Member == m {
					list := []byte{number(&c.ups, o.Msg), 0}
					if o.Stamped {
						list[1] = 1
					}
					y.sends += string(list)
				}
			}
			put(c.moves, cut(h, m), y)
		}
	}
}

// undefined notes a step that is not defined.
func (c *checker[R, M, A, B]) undefined(name, why, overflow string) bool {
	if len(c.p.Steps) > 0 && !slices.Contains(c.p.Steps, name) {
		c.fail("a step is named %q, which is none of the protocol", name)
	}
	if overflow != "" {
		c.fail("a bound of the model is passed: %s", overflow)
	}
	if why != "" {
		c.missing = name + ": " + why
	}
	return why != ""
}

func (c *checker[R, M, A, B]) block(format string, args ...any) {
	c.blocked = fmt.Sprintf(format, args...)
	if c.p.Selective {
		c.fail("messages are taken from behind others: %s", c.blocked)
	}
}

// follow checks what follows from a view.
func (c *checker[R, M, A, B]) follow(i int, v view[R, M]) {
	within := func(what string, to int32) {
		if c.defined && c.steps[to] >= c.steps[i] {
			c.fail("%s: messages to oneself may follow, as many as before", what)
		}
	}
	for x := range c.moves[v.half] {
		if x.takes == "" {
			c.moved(v, x)
		} else if v.out != "" && v.out[:1] == x.takes {
			w := v
			w.out = v.out[1:]
			for _, to := range c.moved(w, x) {
				within("a move", to)
			}
		}
	}
	if v.in != "" {
		w := v
		w.in = v.in[2:]
		for _, to := range c.replied(w, 0, v.in[0], explore.Stamp(v.in[1])) {
			within("a message is taken", to)
		}
	}
	c.replied(v, -1, 0, 0)
	member, own := c.alone(v.member), c.stamps(v.member)
	for j := 1; j < c.p.N; j++ {
		for e := range c.events[c.exchanged(member, j)] {
			switch {
			case e.place == 0:
				c.replied(v, j, e.msg, 0)
			case e.place%2 == 0:
				c.replied(v, j, e.msg, own[e.place/2-1])
			default:
				low, high := explore.Stamp(0), explore.Stamp(len(c.stampsOf(v)))
				if e.place > 1 {
					low = own[e.place/2-1]
				}
				if e.place/2 < len(own) {
					high = own[e.place/2] - 1
				}
				c.room(v, low, high, func(w view[R, M], s explore.Stamp) { c.replied(w, j, e.msg, s) })
			}
		}
	}
}

// moved checks where a move leads, which has taken its message.
func (c *checker[R, M, A, B]) moved(v view[R, M], x move[R]) (to []int32) {
	with := func(v view[R, M], own explore.Stamp) {
		v.half, v.own = x.half, own
		list := []byte(x.sends)
		for i := 1; i < len(list); i += 2 {
			list[i] *= byte(own)
		}
		v.in += string(list)
		to = append(to, c.there("a move", v))
	}
	switch x.stamp {
	case roles.Keep:
		with(v, v.own)
	case roles.Drop:
		with(v, 0)
	case roles.New:
		c.room(v, 0, explore.Stamp(len(c.stampsOf(v))), func(v view[R, M], s explore.Stamp) {
			if !c.p.Clock.TickOnFresh {
				v.last = s
			}
			with(v, s)
		})
		if !c.p.Clock.TickOnFresh && v.last != 0 {
			with(v, v.last)
		}
	}
	return to
}

// replied checks where what a member does leads: with a message of a peer, or by itself
// (peer < 0).
func (c *checker[R, M, A, B]) replied(v view[R, M], peer int, msg byte, s explore.Stamp) (to []int32) {
	for _, r := range c.answers(call[M]{v.member, peer, msg, s}) {
		w := v
		w.member = r.next
		w.out += r.out
		to = append(to, c.there("a member goes on", w))
	}
	return to
}

// answers returns what a member does, and checks that it does the same for all renamings of
// the requesters, and with stamps of other numbers.
func (c *checker[R, M, A, B]) answers(k call[M]) []reply[M] {
	if k.peer < 0 && c.p.Member.Local == nil {
		return nil
	}
	if all, ok := c.replies[k]; ok {
		return all
	}
	handle := func(to []int, times explore.Stamp) []roles.Reply[M, B] {
		m := renamed(&c.at, c.spread(k.member, times), to)
		if k.peer < 0 {
			return c.p.Member.Local(m)
		}
		return c.p.Member.Take(m, peer(to[k.peer]), c.ups.all[k.msg], stampOf(k.stamp*times))
	}
	all := handle(c.names[0], 1)
	for i, to := range c.names {
		times := explore.Stamp(1 + i%3)
		if !maps.Equal(c.outcomes(all, to, times), c.outcomes(handle(to, times), c.names[0], 1)) {
			c.fail("a member in state %+v does not do the same when requesters, or stamps, have other numbers", k.member)
		}
	}
	if k.peer >= 0 && len(all) == 0 {
		c.block("a member in state %+v does not take %+v", k.member, c.ups.all[k.msg])
	}
	known := c.stamps(k.member, k.stamp)
	replies := []reply[M]{}
	for _, x := range all {
		if c.undefined(x.Name, x.Undefined, x.Overflow) {
			continue
		}
		r := reply[M]{next: x.Next}
		for _, o := range x.Send {
			if i := indexOf(o.To); i < 0 || i >= c.p.N || !o.Stamp.None() {
				c.fail("the step %q sends to nobody, or answers with a stamp", x.Name)
			} else if i == 0 {
				r.out += string([]byte{number(&c.downs, o.Msg)})
			}
		}
		for _, s := range c.stamps(x.Next) {
			if !slices.Contains(known, s) {
				c.fail("the step %q makes up a time stamp", x.Name)
			}
		}
		replies = append(replies, r)
	}
	c.replies[k] = replies
	return replies
}

func (c *checker[R, M, A, B]) spread(m M, times explore.Stamp) M {
	return restamped(&c.at, m, func(s explore.Stamp) explore.Stamp { return s * times })
}

// outcomes returns what comes of replies, with the requesters renamed and stamps times as
// large, and how often.
func (c *checker[R, M, A, B]) outcomes(all []roles.Reply[M, B], to []int, times explore.Stamp) map[outcome[M]]int {
	count := map[outcome[M]]int{}
	for _, x := range all {
		o := outcome[M]{says: x.Name + "\n" + x.Undefined + "\n" + x.Overflow}
		if x.Undefined == "" && x.Overflow == "" {
			if !within(&c.at, x.Next, c.p.N) {
				c.fail("the step %q names a process that there is not", x.Name)
			}
			o.next = renamed(&c.at, c.spread(x.Next, times), to)
			sends := make([]string, c.p.N)
			for _, a := range x.Send {
				if i := indexOf(a.To); i >= 0 && i < c.p.N {
					sends[to[i]] += roles.Text(a.Msg) + ","
				}
			}
			o.says += fmt.Sprintf("\n%q", sends)
		}
		count[o]++
	}
	return count
}
