package everyn

import (
	"cmp"
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// A spread gives stamps other numbers in the same order, and peers other places.
type spread struct {
	by      int // stamp t becomes by*t
	reverse bool
}

// spreads are those in which each call is made: members may only compare stamps and peers.
var spreads = []spread{{by: 8}, {by: 1000, reverse: true}}

// mostStamps is how many stamps have numbers in each spread.
const mostStamps = 60

func (x spread) place(i int) int {
	if x.reverse {
		return explore.MaxProcesses - 1 - i
	}
	return i
}

// crowd returns the classes of a member as a By has them.
func (e *engine) crowd(s member, by spread) *roles.Crowd {
	c := &roles.Crowd{}
	for _, r := range s.rest {
		var three [3]string
		for i := range three {
			v := []byte(r.scal)
			if r.gap != unstamped {
				set16(v, uintptr(e.shape.stampIn), by.by*r.gap+by.by/4*(i+1))
			}
			three[i] = string(v)
		}
		c.Classes, c.Gaps = append(c.Classes, three), append(c.Gaps, r.gap)
	}
	return c
}

// spread returns the half of a member with the mark of its crowd.
func (e *engine) spread(s member, mark uint32, by spread) value {
	x := &e.shape
	half := slices.Clone(s.half)
	x.eachStamp(half, func(t int) int { return by.by * t })
	if !x.by {
		return e.renamed(half, by)
	}
	if len(s.rest) > 0 || x.noted {
		set32(half, x.mark, mark)
	}
	return e.renamed(half, by)
}

// renamed returns a half with the peers at other places.
func (e *engine) renamed(half []byte, by spread) value {
	if !by.reverse {
		return value(half)
	}
	for _, at := range e.shape.names {
		if half[at] > 0 {
			half[at] = byte(1 + by.place(int(half[at])-1))
		}
	}
	if e.shape.by {
		for i := range explore.MaxProcesses / 2 {
			a, b := e.shape.value(half, i), e.shape.value(half, by.place(i))
			c := slices.Clone(a)
			copy(a, b)
			copy(b, c)
		}
	}
	return value(half)
}

// A reply is what a member does, with places and stamps as they were before they were spread.
type reply struct {
	name, half, wrong string
	rest              list // its classes
	outs              list // places and messages
}

// An outcome of a call is the replies; or the class that it needs, from 0; or a choice.
type outcome struct {
	replies []reply
	need    int
	choice  *roles.Choice
}

func (x outcome) is(y outcome) bool {
	if x.choice == nil || y.choice == nil {
		return x.choice == y.choice && x.need == y.need && slices.Equal(x.replies, y.replies)
	}
	return x.choice.Places == y.choice.Places && slices.Equal(x.choice.Classes, y.choice.Classes)
}

// call calls the handler of a member, with what was chosen.
func (e *engine) call(s member, from, msg, at int, picks []int) (all outcome) {
	if e.calls++; len(s.owners) > mostStamps || s.named > mostNamed+1 {
		e.refuse("a member compares more than %d stamps or %d peers", mostStamps, mostNamed)
	}
	for i, by := range spreads {
		var replies []roles.Reply[value, value]
		crowd := e.crowd(s, by)
		for _, p := range picks {
			crowd.Picks = append(crowd.Picks, peerOf(by.place(p)))
		}
		class, refused, panicked := crowd.During(func(mark uint32) {
			replies = [...]*protocol{e.any, e.fewer}[i].Member.Take(e.spread(s, mark, by), peerOf(by.place(from)), e.ups.all[msg].value, stampOf(by.by*at))
		})
		if why, ok := panicked.(refusal); ok {
			refused = string(why)
		}
		if refused != "" {
			e.refuse("a member, with %s: %s", e.upText(msg), refused)
		}
		these := outcome{need: class}
		switch {
		case crowd.Choice != nil:
			these.choice = &roles.Choice{Classes: crowd.Choice.Classes}
			for _, p := range crowd.Choice.Places.Members() {
				these.choice.Places = these.choice.Places.With(by.place(p))
			}
		case panicked != nil:
			these.replies = []reply{{wrong: fmt.Sprintf("a member, with %s, panics: %v", e.upText(msg), panicked)}}
		case class < 0 && len(replies) == 0:
			e.refuse("a member does not take %s now: what is behind it would wait", e.upText(msg))
		case class < 0:
			for _, x := range replies {
				these.replies = append(these.replies, e.reply(s, x, crowd, by))
			}
		}
		if i == 0 {
			all = these
		} else if !all.is(these) {
			e.refuse("a member, with %s, does not do the same when requesters have other numbers, or stamps, which it may only compare, or when it is called again", e.upText(msg))
		}
	}
	return all
}

// reply returns a reply as it is without the spread.
func (e *engine) reply(s member, x roles.Reply[value, value], crowd *roles.Crowd, by spread) reply {
	if x.Overflow != "" {
		e.refuse("the step %q passes a bound of the model: %s", x.Name, x.Overflow)
	}
	if x.Undefined != "" {
		return reply{name: x.Name, wrong: fmt.Sprintf("the step %q is undefined: %s", x.Name, x.Undefined)}
	}
	r := reply{name: x.Name}
	half := []byte(x.Next)
	if e.shape.by {
		if mark := get32(half, e.shape.mark); mark != 0 {
			after := crowd.After(mark)
			if after == nil {
				e.refuse("in the step %q a member has a table of another call", x.Name)
			}
			var rest []class
			for i, three := range after.Classes {
				scal, _ := e.shape.scalOf([]byte(three[0]))
				rest = append(rest, class{s.rest[i].gap, scal})
			}
			r.rest = e.listed(rest)
		}
		set32(half, e.shape.mark, 0)
		if nonzero(half[e.shape.lists[0]:e.shape.lists[1]]) {
			e.refuse("in the step %q a member notes requests anew", x.Name)
		}
	}
	half = []byte(e.renamed(half, by))
	e.shape.eachStamp(half, func(t int) int {
		if t%by.by != 0 || t/by.by > len(s.owners) {
			e.refuse("in the step %q a member has a stamp that nobody gave it", x.Name)
		}
		return t / by.by
	})
	for _, at := range e.shape.names {
		if int(half[at]) > s.named {
			e.refuse("in the step %q a member names a peer that nobody gave it", x.Name)
		}
	}
	if e.shape.by {
		for i := s.named; i < explore.MaxProcesses; i++ {
			if nonzero(e.shape.value(half, i)) {
				e.refuse("in the step %q a member notes something of a peer that nobody gave it", x.Name)
			}
		}
	}
	r.half = string(half)
	var outs []uint32
	send := slices.Clone(x.Send)
	slices.SortStableFunc(send, func(a, b roles.Answer[value]) int {
		return cmp.Compare(by.place(placeOf(a.To)), by.place(placeOf(b.To)))
	})
	for _, o := range send {
		to := placeOf(o.To)
		switch {
		case o.To.None():
			return reply{name: x.Name, wrong: fmt.Sprintf("in the step %q a member sends to nobody", x.Name)}
		case numberOf(o.Stamp) != 0:
			e.refuse("in the step %q an answer has a stamp", x.Name)
		case by.place(to) >= s.named:
			e.refuse("in the step %q a member sends to a peer that nobody gave it", x.Name)
		}
		outs = append(outs, uint32(by.place(to)), uint32(e.down(o.Msg)))
	}
	r.outs = listOf(outs)
	return r
}

// An effect is what becomes of what a member's half is about a requester, and what that is sent.
type effect struct {
	to   int
	outs list
	name string
	// wrong says that there is no such step.
	wrong string
	// sender is what the member was about another one that sent the message msg; early says that the member knew a request of that which is
	// earlier than that of the requester, late that the message brings one that is, and regrant that another one has the permission then.
	sender, msg          int
	early, late, regrant bool
}

// A pending call is of a member that takes a message of the peer at a place.
type pending struct {
	member
	from, msg, at int   // at is the stamp of the message, 0 before it has a place
	sender        int   // what the member is about the sender
	picks         []int // the places of peers that were chosen
}

// own makes the calls in which a member takes a message of the requester itself; others those in which it takes one of another, of which it
// must be known that some view offers it.
func (e *engine) own(k, msg int, out *stream[effect]) {
	for _, s := range e.likes(k) {
		after(e.met(s, 0), func() { e.advance(pending{s, 0, msg, 0, k, nil}, out) })
	}
}

func (e *engine) others(k, msg int, out *stream[effect]) {
	do := func(s member, from int) {
		sender := e.about(s, from)
		cells := append(e.met(s, from), cellOf(e.offered, [2]int{sender, msg}))
		after(cells, func() { e.advance(pending{s, from, msg, 0, sender, nil}, out) })
	}
	for _, s := range e.likes(k) {
		for place := 1; place < s.named; place++ {
			do(s, place)
		}
		stranger := s.clone()
		stranger.named++
		placed := []member{stranger}
		for c := range s.rest {
			placed = append(placed, e.take(s, c, s.named, false)...)
		}
		for _, t := range placed {
			for _, u := range e.owning(t, s.named) {
				do(u, s.named)
			}
		}
	}
}

// owning returns a member in which a peer has got a place, and those in which a stamp of the half, of which nobody with a place is the owner, is that of its
// latest request: what the member is about the peer says so.
func (e *engine) owning(s member, place int) []member {
	all := []member{s}
	for _, at := range e.shape.stamps {
		t := get16(s.half, at)
		if t == 0 || s.owners[t-1] != nobody {
			continue
		}
		x := s.clone()
		if own := e.shape.stampOf(s.half, place); own > 0 { // which is of an earlier one then
			x.owners[own-1] = nobody
		}
		x.owners[t-1] = place
		all = append(all, x)
	}
	return all
}

// met returns the cells that say that what a member is about the peers with places, other than me and one that sends, is so in some view.
func (e *engine) met(s member, from int) (cells []*cell) {
	for i := 1; i < s.named; i++ {
		if i != from {
			cells = append(cells, cellOf(e.known, e.about(s, i)))
		}
	}
	return cells
}

// advance makes a call. A message with a stamp has it at some place; where more peers must have places, one more has.
func (e *engine) advance(p pending, out *stream[effect]) {
	if e.ups.all[p.msg].stamped && p.at == 0 {
		for gap := range len(p.owners) + 1 {
			for _, s := range e.insert(p.member, gap, -1, false) {
				s.owners[gap] = p.from
				e.advance(pending{s, p.from, p.msg, gap + 1, p.sender, nil}, out)
			}
		}
		return
	}
	x := e.call(p.member, p.from, p.msg, p.at, p.picks)
	switch {
	case x.choice != nil:
		for _, place := range x.choice.Places.Members() {
			q := p
			q.picks = append(slices.Clone(p.picks), place)
			e.advance(q, out)
		}
		for _, c := range x.choice.Classes {
			e.placed(p, c, false, append(slices.Clone(p.picks), p.named), out)
		}
	case x.need >= 0:
		e.placed(p, x.need, true, p.picks, out)
	}
	for _, x := range x.replies {
		out.put(e.effect(p, x))
	}
}

// placed goes on with a call in which a peer of a class, or its earliest one, has got a place.
func (e *engine) placed(p pending, c int, earliest bool, picks []int, out *stream[effect]) {
	place := p.named
	at := p.at
	if gap := p.rest[c].gap; gap != unstamped && at > gap {
		at++
	}
	for _, t := range e.take(p.member, c, place, earliest) {
		for _, s := range e.owning(t, place) {
			after([]*cell{cellOf(e.known, e.about(s, place))}, func() { e.advance(pending{s, p.from, p.msg, at, p.sender, picks}, out) })
		}
	}
}

// effect returns what a reply is for the requester at place 0.
func (e *engine) effect(p pending, x reply) effect {
	f := effect{name: x.name, wrong: x.wrong, sender: p.sender, msg: p.msg}
	if x.wrong != "" {
		return f
	}
	s := p.clone()
	s.half = []byte(x.half)
	s.rest = e.unlisted(x.rest)
	for i, owner := range s.owners {
		if p.at > 0 && owner == p.from && i != p.at-1 {
			s.owners[i] = nobody // the sender has a later request now
		}
	}
	if e.shape.by {
		for i := range s.named {
			switch t := e.shape.stampOf(s.half, i); {
			case t == 0 || s.owners[t-1] == i:
			case t == e.shape.stampOf(p.half, i):
				e.unsure = fmt.Sprintf("after the step %q a member has the stamp of an earlier request of a peer", x.name)
			default:
				e.refuse("in the step %q a member notes for a peer a stamp that is not of its latest request", x.name)
			}
		}
	}
	f.to = e.about(s, 0)
	if mine, its := e.present(p.member, 0), e.present(p.member, p.from); mine > 0 && p.from > 0 {
		f.early, f.late = its > 0 && its < mine, p.at > 0 && p.at < mine
	}
	f.regrant = e.holder(p.member) != e.holder(s)
	var outs []uint32
	for i := 0; i < x.outs.len(); i += 2 {
		if x.outs.at(i) == 0 {
			outs = append(outs, uint32(x.outs.at(i+1)))
		}
	}
	f.outs = listOf(outs)
	return f
}
