package views

import (
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/explore/internal/graph"
	"qcheck/explore/internal/table"
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

// A pace is a step of a half: its moves by member, -1 where nothing changes there, and the
// bit of its name, where fairness demands it; 0 for none.
type pace struct {
	from, to int32 // places in halves
	label    uint64
	moves    [explore.MaxProcesses]int32
	fresh    bool
}

// starving has the marked views for a number of processes in W.
type starving struct {
	*decision
	apart  bool // W is told apart
	others int  // of W, other than p, where it is

	paces   []pace
	labels  []string // names of local steps
	moveOf  table.Numbers[movement]
	enabled []uint64 // of halves: the local steps, as whatever process

	views   []marked
	at      map[marked]int32
	arrows  []arrow
	notices table.Numbers[notice]
	waits   map[int32]bool
}

// starve returns why starvation-freedom is not proved, or nothing.
func (c *decision) starve() string {
	s := c.starving()
	for _, d := range s.demands() {
		if why := d.unmet(); why != "" {
			return why
		}
	}
	return s.waiting()
}

func (c *decision) starving() *starving {
	s := &starving{decision: c, waits: map[int32]bool{}}
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
			in := graph.Components(len(s.halves), func(edge func(from, to int32)) {
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
		if x.owed && !slices.Contains(s.labels, x.name) {
			if s.labels = append(s.labels, x.name); len(s.labels) > mostLabels {
				s.Limit("there are more than %d local steps", mostLabels)
			}
		}
		y := pace{from: place[x.from], to: place[x.to], fresh: x.stamp == roles.New}
		if x.owed {
			y.label = s.bit(x.name)
		}
		for m, k := range x.moves {
			y.moves[m] = -1
			if k.on.msg >= 0 || k.on.requester != k.is.requester || k.is.stamp != roles.Keep || len(s.sent.all[k.is.sent]) > 0 {
				y.moves[m] = s.moveOf.Of(k)
			}
		}
		if !seen[y] {
			seen[y] = true
			s.paces = append(s.paces, y)
		}
	}
	for _, h := range s.halves {
		enabled := ^uint64(0)
		for self := range s.p.N {
			can := uint64(0)
			for _, x := range s.acts(self, call{h, -1, -1}) {
				if x.Kind != explore.Ask {
					can |= s.bit(x.Name)
				}
			}
			enabled &= can
		}
		s.enabled = append(s.enabled, enabled)
	}
}

// mostLabels is how many names local steps have at most, as in package certify.
const mostLabels = 60

// bit returns that of the name of a local step, 0 if it is none of those that are followed.
func (s *starving) bit(name string) uint64 {
	if i := slices.Index(s.labels, name); i >= 0 {
		return 1 << (firstLabel + i)
	}
	return 0
}

// left builds the graph, takes away what is not met without end, and returns a row of what is
// left, if there is one. If there is none, it notes what a certificate says of what was taken away.
func (s *starving) left() string {
	x := s.rest()
	if slices.Contains(x.half[starved], true) {
		if why := x.row(); why != "" {
			return why
		}
	}
	if s.Limits.Certify {
		s.lives = append(s.lives, x.life())
	}
	return ""
}

// rest builds the graph, and takes away what is not met without end.
func (s *starving) rest() *removal {
	s.views, s.arrows, s.notices = nil, nil, table.Numbers[notice]{}
	s.at = map[marked]int32{}
	s.mark()
	s.connect()
	return s.remove()
}
