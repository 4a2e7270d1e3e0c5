package everyn

import (
	"fmt"
	"slices"
	"strings"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// A kind is what a requester's half says of a member: in which of its sets that is, as bits, and then what the ghost does.
type kind = uint32

// A ghost says of members what a requester need not know: whether they are in a set that is known to have a quorum in it: the one that was asked, with those that were asked
// besides, or, of a requester that is inside, what it has found to be enough; and whether they were sent its last request. Of a requester that thinks that is forgotten where it
// names them no more.
type ghost struct{ quorum, sent explore.Set }

// A pool is what a requester's half is about one member: that is member 0 of its sets; ghost has the bits of its kind that are of the ghost;
// and others has the kinds of all other members, but for those that are in no set and not in the ghost, of which there may always be some.
type pool struct {
	half   value
	ghost  kind
	others list
}

// A poolFact is what is known of a pool.
type poolFact struct {
	phase  explore.Phase
	has    bool // the member's permission
	quorum bool // the permissions of all members of its quorum
}

// A move is a step of a requester, with what it sends to the member. One with the message of another member has the pool that it is, as that one
// sees it.
type move struct {
	from, to int
	sends    list
	name     string
	kind     explore.StepKind
	wrong    string
	keeps    bool // its stamp; or makes a fresh one, if it asks
	others   bool // members are asked besides
	msg      int  // that is taken
}

// kinds returns that of the member, and those of others.
func (e *engine) kinds(p int) (own kind, others []kind) {
	x := e.pools.all[p]
	return e.kindOf(x.half, ghost{}, 0) | x.ghost, x.others.all()
}

func (e *engine) inQuorum() kind { return 1 << len(e.sets) }
func (e *engine) wasSent() kind  { return 2 << len(e.sets) }

// sentTo reports whether the member was sent the last request of a pool.
func (e *engine) sentTo(p int) bool { return e.pools.all[p].ghost&e.wasSent() != 0 }

// kindOf returns what a half and a ghost say of a member.
func (e *engine) kindOf(half value, g ghost, member int) (k kind) {
	for i, at := range e.sets {
		k |= kind(get16([]byte(half), at)>>member&1) << i
	}
	if g.quorum.Has(member) {
		k |= e.inQuorum()
	}
	if g.sent.Has(member) {
		k |= e.wasSent()
	}
	return k
}

// A calling is a call of a requester's handler.
type calling func(p *protocol, self int, half value, number func(member int) int) []roles.Act[value, value]

// moves returns the steps of a requester whose members have the kinds given; the first is the one in question.
func (e *engine) moves(half value, kinds []kind, quorums []explore.Set, from int, call calling) (all []move) {
	return e.movesOf(e.seatings(len(kinds)), half, kinds, quorums, from, call)
}

func (e *engine) movesOf(seatings []seating, half value, kinds []kind, quorums []explore.Set, from int, call calling) (all []move) {
	for i, s := range seatings {
		r, g := e.withKinds(half, kinds, s)
		o := &e.oracle
		o.asked, o.seats = g.quorum, nil
		for j := range kinds {
			o.seats = append(o.seats, s.number(j))
		}
		var these []move
		o.each(func() {
			these = append(these, e.acted(r, kinds, quorums, g, from, s, func() []roles.Act[value, value] {
				p := e.protocol(s, quorums)
				o.active = true
				defer func() { o.active = false }()
				return call(p, s.self, r, s.number)
			})...)
		})
		if i == 0 {
			all = these
		} else if !slices.Equal(all, these) {
			e.refuse("a requester does not do the same when members, or processes, have other numbers, or there are more of them: %s", names(all, these))
		}
	}
	return all
}

func names(lists ...[]move) string {
	var text []string
	for _, list := range lists {
		for _, m := range list {
			if !slices.Contains(text, m.name) {
				text = append(text, m.name)
			}
		}
	}
	return strings.Join(text, ", ")
}

// acted calls a handler, and returns what its steps are for the member in question.
func (e *engine) acted(before value, kinds []kind, quorums []explore.Set, g ghost, from int, s seating, call func() []roles.Act[value, value]) (moves []move) {
	defer func() {
		if x := recover(); x != nil {
			if _, ok := x.(refusal); ok {
				panic(x)
			}
			moves = []move{{from: from, wrong: fmt.Sprintf("a requester panics: %v", x)}}
		}
	}()
	numbers, phase := e.oracle.seats, e.any.Requester.Observe(before).Phase
	for _, x := range call() {
		m := move{from: from, name: x.Name, kind: x.Kind, others: e.oracle.others, keeps: x.Stamp == map[bool]roles.StampUse{true: roles.New, false: roles.Keep}[x.Kind == explore.Ask]}
		if x.Overflow != "" {
			e.refuse("the step %q passes a bound of the model: %s", x.Name, x.Overflow)
		}
		if x.Undefined != "" {
			m.wrong = fmt.Sprintf("the step %q is undefined: %s", x.Name, x.Undefined)
			moves = append(moves, m)
			continue
		}
		next := e.any.Requester.Observe(x.Next).Phase
		var stamped explore.Set
		var sends []uint32
		for _, o := range x.Send {
			if o.Stamped {
				asks := x.Kind == explore.Ask && x.Stamp == roles.New
				further := x.Kind != explore.Ask && x.Stamp == roles.Keep && phase == explore.Waiting && next == explore.Waiting && !g.sent.Has(o.Member)
				if !asks && !further || stamped.Has(o.Member) {
					e.refuse("in the step %q a stamp is sent otherwise than once to each member, for a request", x.Name)
				}
				stamped = stamped.With(o.Member)
			}
			if i := slices.Index(numbers, o.Member); i < 0 {
				e.refuse("in the step %q a requester sends to a member that nobody gave it", x.Name)
			} else if i == 0 {
				sends = append(sends, uint32(e.up(upward{o.Msg, o.Stamped})))
			}
		}
		after := ghost{g.quorum, g.sent | stamped}
		switch {
		case x.Kind == explore.Ask:
			after = ghost{0, stamped}
			if len(quorums) == 1 { // of more, one is asked elsewhere
				after.quorum = s.set(quorums[0])
			}
		case x.Kind == explore.Leave, next == explore.Thinking:
			after.quorum = 0
		case next == explore.Inside && phase != next && e.oracle.enough != 0:
			after.quorum = e.oracle.enough
		default: // there is one in all that were asked
			after.quorum |= stamped
		}
		if next == explore.Thinking {
			after.sent &= e.named(x.Next)
		}
		if x.Kind == explore.Ask && !stamped.Contains(after.quorum) {
			e.unsure = fmt.Sprintf("in the step %q a member of a quorum gets no stamp", x.Name)
		}
		all := make([]kind, len(kinds))
		var seats explore.Set
		for i := range kinds {
			all[i] = e.kindOf(x.Next, after, numbers[i])
			seats = seats.With(numbers[i])
		}
		if !seats.Contains(e.named(x.Next) | after.quorum) {
			e.refuse("in the step %q a requester names a member that nobody gave it", x.Name)
		}
		m.sends = listOf(sends)
		m.to = e.pool(x.Next, all)
		moves = append(moves, m)
	}
	return moves
}

// named returns the members in sets of a half.
func (e *engine) named(half value) (all explore.Set) {
	for _, at := range e.sets {
		all |= explore.Set(get16([]byte(half), at))
	}
	return all
}

// mostKinds is how many kinds of other members there are: two of each, and a few more, must have numbers.
const mostKinds = 6

// pool returns the pool of a half whose members have the kinds given, about the first of them.
func (e *engine) pool(half value, kinds []kind) int {
	b := []byte(half)
	for i, at := range e.sets {
		set16(b, at, int(kinds[0]>>i&1))
	}
	others := slices.DeleteFunc(slices.Clone(kinds[1:]), func(k kind) bool { return k == 0 })
	slices.Sort(others)
	if others = slices.Compact(others); len(others) > mostKinds {
		e.refuse("a requester tells more than %d kinds of members apart", mostKinds)
	}
	x := pool{value(b), kinds[0] & (e.inQuorum() | e.wasSent()), listOf(others)}
	p, isNew := e.pools.of(x)
	if isNew {
		e.facts = append(e.facts, e.fact(p))
	}
	return p
}

// fact returns what is known of a pool. It must not depend on how many members there are of a kind, and Account.Has not on others.
func (e *engine) fact(p int) (f poolFact) {
	own, others := e.kinds(p)
	for i, kinds := range [][]kind{append([]kind{own}, others...), slices.Concat([]kind{own, 0}, others, others)} {
		for _, s := range e.seatings(len(kinds)) {
			r, ghost := e.withKinds(e.pools.all[p].half, kinds, s)
			of := e.protocol(s, []explore.Set{1})
			has, seen := of.Account.Has(r), of.Requester.Observe(r)
			g := poolFact{seen.Phase, has.Has(s.number(0)), ghost.quorum != 0 && has.Contains(ghost.quorum)}
			if seen != (explore.Observation{Phase: seen.Phase}) {
				e.refuse("of a requester more than its phase is observed")
			}
			if (i > 0 || s.n > len(kinds)) && g != f {
				e.refuse("what is observed of a requester, or which permissions it has, depends on numbers")
			}
			f = g
		}
	}
	if was, ok := e.has[e.pools.all[p].half]; ok && was != f.has {
		e.refuse("whether a requester has the permission of a member depends on other members")
	}
	e.has[e.pools.all[p].half] = f.has
	return f
}

// takes returns the steps with a message of the member, and othersTake those with one of another member of each kind.
func (e *engine) takes(p, msg int) []move {
	key := [2]int{p, msg}
	if all, ok := e.took[key]; ok {
		return all
	}
	own, others := e.kinds(p)
	e.took[key] = e.taken(p, msg, -1, 0, []kind{own}, others)
	return e.took[key]
}

func (e *engine) othersTake(p, msg int) (all []move) {
	own, others := e.kinds(p)
	for i, k := range append(others, 0) {
		lefts := [][]kind{others}
		if i < len(others) { // there may be no other one of its kind
			lefts = append(lefts, slices.Delete(slices.Clone(others), i, i+1))
		}
		for _, left := range lefts {
			seen := e.pool(e.pools.all[p].half, append([]kind{k, own}, left...))
			for _, m := range e.taken(p, msg, seen, 1, []kind{own, k}, left) {
				if m.msg = msg; m.wrong == "" { // which is seen where that member is in question
					all = append(all, m)
				}
			}
		}
	}
	return all
}

// taken returns the steps with a message of the member at a place of the first kinds.
func (e *engine) taken(p, msg, seen, member int, first, others []kind) (all []move) {
	half := e.pools.all[p].half
	call := func(p *protocol, self int, r value, number func(int) int) []roles.Act[value, value] {
		return p.Requester.Take(self, r, number(member), e.downs.all[msg], false)
	}
	few, more := slices.Concat(first, others), slices.Clone(first)
	for _, k := range append(slices.Clone(others), 0) {
		more = append(more, k, k)
	}
	asksOthers := func(m move) bool { return m.others }
	var asks []move // besides, some of members that are alike
	// A list of all quorums shows whether something is done with one of these, since each is treated as if it were the only one.
	for i, x := range []struct {
		kinds   []kind
		quorums []explore.Set
	}{{few, []explore.Set{1}}, {few, []explore.Set{explore.All(len(few)), 1}}, {more, []explore.Set{explore.All(len(more))}}, {more, e.quorumsOf(len(more), len(first))}} {
		if e.oracle.alike = -1; i >= 2 {
			e.oracle.alike = len(first)
		}
		these := e.moves(half, x.kinds, x.quorums, seen, call)
		if i >= 2 {
			asks = slices.DeleteFunc(slices.Clone(these), func(m move) bool { return !m.others })
		}
		if these = slices.DeleteFunc(these, asksOthers); i == 0 {
			all = these
		} else if !slices.Equal(all, these) {
			e.refuse("what a requester does with %s depends on its quorums, or on how many members are alike: %s", e.downText(msg), names(all, these))
		}
	}
	if len(asks) > 0 {
		e.oracle.together = true
		together := slices.DeleteFunc(e.moves(half, more, []explore.Set{explore.All(len(more))}, seen, call), func(m move) bool { return !m.others })
		e.oracle.together = false
		for _, list := range []*[]move{&asks, &together} {
			slices.SortFunc(*list, compareMoves)
			*list = slices.Compact(*list)
		}
		if !slices.Equal(asks, together) {
			e.refuse("a requester that may ask several sets of further members does not do what it does with each of them")
		}
		all = append(all, asks...)
	}
	if len(all) == 0 {
		e.refuse("a requester does not take %s now: what is behind it would wait", e.downText(msg))
	}
	for _, m := range all {
		if m.kind == explore.Ask {
			e.refuse("the step %q takes a message and asks", m.name)
		}
	}
	return all
}
