package views

import (
	"fmt"
	"math/bits"
	"slices"

	"qcheck/explore"
	"qcheck/explore/roles"
)

// Starvation-freedom, by limits of views.
//
// Take a fair run without end in which some processes wait for ever; W has them, and p is the
// one of W with the least stamp. From some time on, all of the following is so for ever:
// those of W wait, with the same stamps; no fresh stamp is below p's, since clocks forbid
// stamps without end below one that stays in use (see package explore); and whoever else
// waits has made its stamp since then, so that it is above p's. Every other process is not
// waiting now and then.
//
// A marked view is a view in which p, its stamp, and the others of W are known: the place of
// p's stamp among those of the view is its mark, and the requester in focus has a role. What
// a member and a requester do from then on is an infinite walk in the graph of marked views. The
// views and edges that it meets without end are strongly connected; a requester's whole
// half walks in the same way in the graph of halves, by its role.
//
// Each rule says of views, edges, halves or steps of halves that no such run meets them without
// end, and takes them away. It uses nothing but the graph and what was taken away before, all of
// it about the same run: no rule assumes what it is to show.
//
//	companions  a view of a member's half, with marks, for which another requester has no
//	            view left with that half: when the one is met, some view of the other is
//	halves      a half of which some member has no view left, in that role; and a view of
//	            which no half is left
//	steps       an edge between strongly connected components; a step of a half one of whose
//	            moves has no edge left, at some member; an edge that is a move of no
//	            step left; and one by which the member takes another requester's message,
//	            which no view left offers and has taken
//	fairness    a component in which the channel to the member, or from it, is never empty
//	            and never taken from; in which a local step is always enabled and never
//	            taken, in views or in halves; and for a requester outside of W, in which it
//	            always waits
//
// In the end, where a half of p is left: a row of halves that are left, p's first and the others
// that wait in the order of their stamps, fits marked views that are left at every member, as
// for deadlocks. If there is no such row there is no such run: for each number of
// processes in W, from one to all, or for all of them together where W is not told apart.
//
// The channel between two processes is two here. A message that stays on one of them stays
// on the channel of the protocol, which is never empty then, and is taken from without end, in
// order: so it does not stay.
//
// Besides what package views checks anyway, this needs, and checks: freedom of deadlock and
// well-definedness, proved before, so that fair runs in which somebody waits for ever have no
// end; that every message is taken; that clocks tick for fresh stamps; that members have no
// local steps; that a requester which waits has a stamp, in every view; that it makes a fresh
// one when it begins to wait; that none is made on a cycle of halves that wait, so that its
// stamp changes finitely often; and that what is observed of a half that is cut to a member says
// whether it waits.

// A role is what the requester in focus is in the run.
type role uint8

const (
	starved role = iota // p
	passing             // outside of W; or any other, where W is not told apart
	waiting             // another one of W
	allRoles
)

// A marked view has p's stamp at mark. Peer 0 is in focus; p is peer 0 or 1; then come those
// of W.
type marked struct {
	role role
	view view
	mark uint8
}

// A companion is a member's half with marks, as a requester of a role knows it.
type companion struct {
	role   role
	member int32
	mark   uint8
}

// A notice is an event among marked views.
type notice struct {
	of companion
	event
}

type edgeKind uint8

const (
	answerTaken  edgeKind = iota // a move with a message of the member
	otherMove                    // any other move
	messageTaken                 // the member takes the message of the requester in focus
	otherTaken                   // or of another one
)

// An arrow is an edge of the graph; by is the move, or the notice.
type arrow struct {
	from, to int32
	kind     edgeKind
	by       int32
}

// A pace is a step of a half: its moves by member, -1 where nothing changes there, and its
// label, where fairness demands it; -1 for none.
type pace struct {
	from, to int32 // places in halves
	label    int
	moves    [explore.MaxProcesses]int32
	fresh    bool
}

// starving has the marked views for a number of processes in W.
type starving struct {
	*closure
	apart  bool // W is told apart
	others int  // of W, other than p, where it is

	paces   []pace
	labels  []string
	moveOf  map[movement]int32
	enabled [][]bool // of halves, by label: as whatever process

	views   []marked
	at      map[marked]int32
	arrows  []arrow
	notices []notice
	number  map[notice]int32
	canons  map[canonical]int32
	waits   map[int32]bool
	look    func(int)
}

// A movement is a move, with what it needs.
type movement struct {
	on trigger
	is move
}

type canonical struct {
	member int32
	focus  uint8
	p      uint8
	set    explore.Set
}

// starve returns why starvation-freedom is not proved, or nothing.
func (c *closure) starve(look func(int)) string {
	s := c.starving(look)
	for _, d := range s.demands() {
		if why := d.unmet(); why != "" {
			return why
		}
	}
	return s.waiting()
}

func (c *closure) starving(look func(int)) *starving {
	s := &starving{closure: c, canons: map[canonical]int32{}, waits: map[int32]bool{}, moveOf: map[movement]int32{}, look: look}
	s.walkers()
	return s
}

// waiting returns which requesters may wait for ever, by the views, or nothing.
func (s *starving) waiting() string {
	s.lives = nil
	if s.left() == "" {
		return ""
	}
	s.apart = true
	for s.others = range s.p.N {
		if why := s.left(); why != "" {
			return why
		}
	}
	return ""
}

// waitsIn reports whether a half, whole or cut, waits.
func (s *starving) waitsIn(requester int32) bool {
	w, ok := s.waits[requester]
	if !ok {
		w = s.observe(requester).Phase == explore.Waiting
		s.waits[requester] = w
	}
	return w
}

// A demand is a condition of the argument; unmet says what is against it, or nothing.
type demand struct {
	what  string
	unmet func() string
}

// demands returns the conditions, in the order in which they are looked at.
func (s *starving) demands() []demand {
	say := func(unmet bool, why string) string {
		if unmet {
			return why
		}
		return ""
	}
	return []demand{
		{"every message is taken", func() string {
			return say(s.blocks != "", "messages may stay in their channels: "+s.blocks)
		}},
		{"clocks tick", func() string { return say(!s.ticks, "clocks need not tick for a fresh stamp") }},
		{"members have no local steps", func() string { return say(s.p.Member.Local != nil, "members have local steps") }},
		{"who waits has a stamp", func() string {
			for _, v := range s.closure.views {
				if s.waitsIn(v.requester) && v.own == 0 {
					return fmt.Sprintf("a requester waits without a stamp, in state %+v", s.requester(v.requester))
				}
			}
			return ""
		}},
		{"cuts show who waits", func() string {
			for _, h := range s.halves {
				for m := range s.p.N {
					if s.waitsIn(h) != s.waitsIn(s.cut(h, m)) {
						return "whether a requester waits is not seen in what of its state concerns one member"
					}
				}
			}
			return ""
		}},
		{"who begins to wait makes a stamp", func() string {
			for _, x := range s.stepsOf {
				if !s.waitsIn(x.from) && s.waitsIn(x.to) && x.stamp != roles.New {
					return fmt.Sprintf("the step %q begins to wait without a fresh stamp", x.name)
				}
			}
			return ""
		}},
		{"who waits makes stamps finitely often", func() string {
			wait := func(y pace) bool { return s.waitsIn(s.halves[y.from]) && s.waitsIn(s.halves[y.to]) }
			in := components(len(s.halves), func(edge func(from, to int32)) {
				for _, y := range s.paces {
					if wait(y) {
						edge(y.from, y.to)
					}
				}
			})
			again := slices.ContainsFunc(s.paces, func(y pace) bool { return y.fresh && in[y.from] == in[y.to] && wait(y) })
			return say(again, "a requester that waits may make fresh stamps without end")
		}},
	}
}

// walkers lists the steps of halves.
func (s *starving) walkers() {
	place := map[int32]int32{}
	for i, h := range s.halves {
		place[h] = int32(i)
	}
	seen := map[pace]bool{}
	for _, x := range s.stepsOf {
		y := pace{from: place[x.from], to: place[x.to], label: -1, fresh: x.stamp == roles.New}
		if x.owed {
			if y.label = slices.Index(s.labels, x.name); y.label < 0 {
				y.label = len(s.labels)
				s.labels = append(s.labels, x.name)
			}
		}
		for m, k := range x.moves {
			y.moves[m] = -1
			if k.on.msg >= 0 || k.on.requester != k.is.requester || k.is.stamp != roles.Keep || len(s.sent.all[k.is.sent]) > 0 {
				i, ok := s.moveOf[k]
				if !ok {
					i = int32(len(s.moveOf))
					s.moveOf[k] = i
				}
				y.moves[m] = i
			}
		}
		if !seen[y] {
			seen[y] = true
			s.paces = append(s.paces, y)
		}
	}
	s.enabled = make([][]bool, len(s.halves))
	for i, h := range s.halves {
		s.enabled[i] = slices.Repeat([]bool{true}, len(s.labels))
		for self := range s.p.N {
			acts := s.acts(self, call{h, -1, -1})
			for l, name := range s.labels {
				s.enabled[i][l] = s.enabled[i][l] && slices.ContainsFunc(acts, func(x roles.Act[value, value]) bool { return x.Kind != explore.Ask && x.Name == name })
			}
		}
	}
}

// left builds the graph, takes away what is not met without end, and returns a row of what is
// left, if there is one. If there is none, it notes what a certificate says of that.
func (s *starving) left() string {
	x := s.limit()
	if slices.Contains(x.half[starved], true) {
		if why := x.row(); why != "" {
			return why
		}
	}
	if s.watch.Limits.Certify {
		l := x.life()
		l.facts = x.guests()
		s.lives = append(s.lives, l)
	}
	return ""
}

func (s *starving) limit() *removal {
	s.views, s.arrows, s.notices = nil, nil, nil
	s.at, s.number = map[marked]int32{}, map[notice]int32{}
	s.mark()
	s.connect()
	return s.remove()
}

// those returns p, and W, in the numbering of a view of a role.
func (s *starving) those(r role) (p int, set explore.Set) {
	if r == starved {
		set = set.With(0)
	} else {
		p, set = 1, set.With(1)
	}
	if !s.apart {
		return p, set
	}
	first, more := p+1, s.others
	if r == waiting {
		set = set.With(0)
		more--
	}
	for i := range more {
		set = set.With(first + i)
	}
	return p, set
}

// canon returns a member's state with a peer as number 0, p as number 1 if it is another,
// then the others of W, and then the rest.
func (s *starving) canon(member int32, focus, p int, set explore.Set) int32 {
	key := canonical{member, uint8(focus), uint8(p), set}
	if i, ok := s.canons[key]; ok {
		return i
	}
	type ranked struct{ class, mark, peer int }
	list := make([]ranked, 0, s.p.N)
	for i := range s.p.N {
		x := ranked{3, int(s.closure.mark(member, i)), i}
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
	slices.SortFunc(list, func(a, b ranked) int {
		if a.class != b.class {
			return a.class - b.class
		}
		return a.mark - b.mark
	})
	to := make([]int, s.p.N)
	for place, x := range list {
		to[x.peer] = place
	}
	i := s.member(s.members.all[member].Renamed(s.p.member, to))
	s.canons[key] = i
	return i
}

// placed returns a marked view in its normal form.
func (s *starving) placed(v marked) marked {
	if set := s.stampsOf(v.view).with(v.mark); !set.dense() {
		by := shift{within: set}
		v.view, v.mark = s.shiftView(v.view, by), by.of(v.mark)
	}
	v.view.last = 0
	p, set := s.those(v.role)
	v.view.member = s.canon(v.view.member, 0, p, set)
	return v
}

// companion returns a member's half as a peer of a marked view knows it.
func (s *starving) companion(v marked, peer int) companion {
	member, mark := v.view.member, v.mark
	if set := s.memberStamps[member].with(mark); !set.dense() {
		by := shift{within: set}
		member, mark = s.shiftMember(member, by), by.of(mark)
	}
	p, set := s.those(v.role)
	k := companion{role: passing, mark: mark}
	switch {
	case peer == p:
		k.role = starved
	case set.Has(peer):
		k.role = waiting
	}
	k.member = s.canon(member, peer, p, set)
	return k
}

// put adds a marked view, in its normal form, if it can be met without end.
func (s *starving) put(v marked) {
	own, waits := v.view.own, s.waitsIn(v.view.requester)
	switch v.role {
	case starved:
		if !waits || own != v.mark {
			return
		}
	default:
		if own == v.mark || waits && own < v.mark || v.role == waiting && !waits {
			return
		}
	}
	if _, ok := s.at[v]; !ok {
		s.at[v] = int32(len(s.views))
		s.views = append(s.views, v)
	}
}

// marks calls f with each way to mark a view in which p is one of its peers, in the order of
// the sets of others in W, and then of the places of p's stamp.
func (s *starving) marks(v view, p int, f func(marked)) {
	others := 0
	if s.apart {
		others = s.others
	}
	for _, set := range (explore.All(s.p.N) &^ explore.SetOf(p)).Subsets(others) {
		r := passing
		switch {
		case p == 0:
			r = starved
		case set.Has(0):
			r = waiting
		}
		if r != passing && !s.waitsIn(v.requester) {
			continue
		}
		add := func(v view, mark uint8) {
			v.member = s.canon(v.member, 0, p, set.Without(0))
			f(s.placed(marked{r, v, mark}))
		}
		if r == starved {
			add(v, v.own)
			continue
		}
		stamps := s.stampsOf(v)
		for x := uint8(1); int(x) <= stamps.len()+1; x++ {
			add(s.shiftView(v, shift{room: x}), x)
			if s.memberStamps[v.member].has(x) {
				add(v, x)
			}
		}
	}
}

// mark makes the marked views of all views.
func (s *starving) mark() {
	for i, v := range s.closure.views {
		s.look(i)
		s.marks(v, 0, s.put)
	}
	known := map[companion]bool{}
	for _, v := range s.views {
		known[s.companion(v, 0)] = true
	}
	for i, v := range s.closure.views {
		s.look(i)
		for p := 1; p < s.p.N; p++ {
			s.marks(v, p, func(w marked) {
				if known[s.companion(w, 1)] {
					s.put(w)
				}
			})
		}
	}
}

// offers returns what the requester in focus offers the member.
func (s *starving) offered(v marked) (notice, bool) {
	in := s.channels.all[v.view.in]
	if len(in) == 0 {
		return notice{}, false
	}
	return notice{s.companion(v, 0), event{in[0].msg, placeAmong(s.memberStamps[v.view.member].with(v.mark), in[0].stamp)}}, true
}

// connect makes the edges.
func (s *starving) connect() {
	offered := make([]int32, len(s.views))
	by := map[companion][]int32{}
	for i, v := range s.views {
		offered[i] = -1
		if n, ok := s.offered(v); ok {
			id, ok := s.number[n]
			if !ok {
				id = int32(len(s.notices))
				s.number[n] = id
				s.notices = append(s.notices, n)
				by[n.of] = append(by[n.of], id)
			}
			offered[i] = id
		}
	}
	var from int32
	var kind edgeKind
	var cause int32
	var role role
	var mark uint8 // of the view that is moved
	reach := func(v view, mark uint8) {
		if to, ok := s.at[s.placed(marked{role, v, mark})]; ok {
			s.arrows = append(s.arrows, arrow{from, to, kind, cause})
		}
	}
	take := func(v view, mark uint8, peer int, k packet, rest []packet) {
		for _, r := range s.memberTakes(v.member, peer, k) {
			w := v
			w.member = r.member
			if peer == 0 {
				w.in = s.channel(rest)
			}
			w.out = s.sentOn(w.out, r.focus)
			reach(w, mark)
		}
	}
	for i, v := range s.views {
		s.look(i)
		from, role, mark = int32(i), v.role, v.mark
		s.movesFrom(v, func(w view, m uint8, k edgeKind, by int32) {
			kind, cause = k, by
			reach(w, m)
		})
		if in := s.channels.all[v.view.in]; len(in) > 0 {
			kind, cause = messageTaken, offered[i]
			take(v.view, mark, 0, in[0], in[1:])
		}
		kind = otherTaken
		for peer := 1; peer < s.p.N; peer++ {
			for _, cause = range by[s.companion(v, peer)] {
				e := s.notices[cause].event
				stamps := s.memberStamps[v.view.member].with(mark)
				if e.place%2 == 0 {
					k := packet{msg: e.msg}
					if e.place > 0 {
						k.stamp = stamps.at(e.place / 2)
					}
					take(v.view, mark, peer, k, nil)
					continue
				}
				all := s.stampsOf(v.view).with(mark)
				for x := uint8(1); int(x) <= all.len()+1; x++ {
					if stamps.upTo(x-1) == e.place/2 {
						f := shift{room: x}
						take(s.shiftView(v.view, f), f.of(mark), peer, packet{e.msg, x}, nil)
					}
				}
			}
		}
	}
}

// movesFrom calls f with what a view becomes by each move that may be made without end.
func (s *starving) movesFrom(v marked, f func(w view, mark uint8, kind edgeKind, by int32)) {
	do := func(t trigger, kind edgeKind) {
		for _, x := range s.moves[t] {
			id, ok := s.moveOf[movement{t, x}]
			if !ok {
				panic("views: a move of no step")
			}
			if x.stamp != roles.New {
				f(s.after(v.view, kind == answerTaken, x, v.view.own), v.mark, kind, id)
				continue
			}
			if v.role != passing {
				continue // its stamp stays as it is
			}
			n := s.stampsOf(v.view).with(v.mark).len()
			for at := v.mark + 1; int(at) <= n+1; at++ {
				f(s.after(s.shiftView(v.view, shift{room: at}), kind == answerTaken, x, at), v.mark, kind, id)
			}
		}
	}
	do(trigger{v.view.requester, -1}, otherMove)
	if out := s.channels.all[v.view.out]; len(out) > 0 {
		do(trigger{v.view.requester, out[0].msg}, answerTaken)
	}
}

// at returns the i-th stamp of a set, from 1.
func (s stampSet) at(i int) uint8 {
	for ; i > 1; i-- {
		s &= s - 1
	}
	return uint8(bits.TrailingZeros64(uint64(s))) + 1
}
