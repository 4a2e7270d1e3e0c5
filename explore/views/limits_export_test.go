package views

import (
	"context"
	"math"
	"slices"

	"qcheck/explore"
	"qcheck/explore/internal/plain"
	"qcheck/explore/roles"
)

// Roles, and kinds of arrows.
const (
	Starved, Passing, Another                        = int(starved), int(passing), int(waiting)
	AnswerTaken, OtherMove, MessageTaken, OtherTaken = int(answerTaken), int(otherMove), int(messageTaken), int(otherTaken)
)

// A Moved is a step of a requester as one member sees it.
type Moved[R, A, B comparable] struct {
	Takes  bool // message Answer of this member
	Answer B
	Half   R // afterwards, cut to the member
	Stamp  roles.StampUse
	Send   []A
	With   []bool // the stamp of the request
}

type MarkedView[R, M, A, B comparable] struct {
	Seen[R, M, A, B]
	Role, Mark int
	Left       bool
}

type MarkedArrow[A comparable] struct {
	From, To, Kind int
	Move           int // its number, for moves
	// Of a message that is taken: who sends it, and the place of its stamp among those of the
	// member and p's; and a number for what is known of the member where it is offered.
	Msg                   A
	Place, Teller, Notice int
	Left                  bool
}

type Paced[R comparable] struct {
	From, To R
	Label    string
	Fresh    bool
	Moves    []int // by member, -1 where nothing changes
	Left     [allRoles]bool
}

// A Rest is the graph of marked views, with what is left of it.
type Rest[R, M, A, B comparable] struct {
	Views  []MarkedView[R, M, A, B]
	Arrows []MarkedArrow[A]
	Moves  []Moved[R, A, B]
	Paces  []Paced[R]
	Halves map[R][allRoles]bool
	Row    string // that fits
}

// Waits has what may wait for ever.
type Waits[R, M, A, B comparable] struct{ s *starving }

// WaitsOf closes the views of a protocol. It says why their limits prove nothing of it, or are
// not all; one of the conditions may be waived.
func WaitsOf[R, M, A, B comparable](typed roles.Protocol[R, M, A, B], limits Limits, waived string) (w *Waits[R, M, A, B], why string) {
	p, why := erase(typed)
	if why != "" {
		return nil, why
	}
	c := newClosure(context.Background(), p, limits)
	unmet := ""
	why, _ = c.Attempt(func() {
		c.run()
		w = &Waits[R, M, A, B]{(&decision{closure: c}).starving()}
		for _, d := range w.s.demands() {
			if d.what != waived && unmet == "" {
				unmet = d.unmet()
			}
		}
	})
	return w, why + unmet
}

// Demands lists the conditions.
func (w *Waits[R, M, A, B]) Demands() (all []string) {
	for _, d := range w.s.demands() {
		all = append(all, d.what)
	}
	return all
}

// Proved reports whether nobody waits for ever, by what is left.
func (w *Waits[R, M, A, B]) Proved() bool { return w.s.waiting() == "" }

// Lines returns the lines of a certificate, of all but safety, after Proved. Forced leaves out why
// the rows of what is left do not fit, if they do or not.
func (w *Waits[R, M, A, B]) Lines(forced bool) []string {
	s := w.s
	if forced {
		s.lives = nil
		for s.others = range s.p.N {
			s.apart = true
			s.lives = append(s.lives, s.rest().life())
		}
	}
	return s.all()
}

// all returns the lines of all but safety.
func (s *starving) all() []string {
	if s.messagesWithoutEnd() {
		return nil
	}
	dead := s.blocks != "" || s.live() != ""
	return s.lines(func(p explore.Property) bool { return p != explore.Safety && !(p == explore.DeadlockFreedom && dead) })
}

// Forgetful returns the lines, as Lines does where it is forced, of one that forgets some edges, and takes the steps of requesters
// that wait for some that make fresh stamps, if still, and all steps of requesters for some that make no moves, if moveless. It says
// whether something is taken away for that before the rules do.
func (w *Waits[R, M, A, B]) Forgetful(forget func(kind, role int, fresh bool) bool, still, moveless bool) (lines []string, sooner bool) {
	s := w.s
	stages := func(x *removal) (all []int) { // at which views and halves are taken away
		for _, left := range append(x.half[:], x.view) {
			for i := range left {
				stage, gone := x.ends[&left[i]]
				if !left[i] && !gone {
					stage = -1 // from the beginning
				} else if !gone {
					stage = math.MaxInt
				}
				all = append(all, stage)
			}
		}
		return all
	}
	paces := slices.Clone(s.paces)
	s.lives, s.apart = nil, true
	for s.others = range s.p.N {
		right := stages(s.rest())
		s.arrows = slices.DeleteFunc(s.arrows, func(a arrow) bool {
			return forget(int(a.kind), int(s.views[a.from].role), a.kind <= otherMove && s.moveOf.All[a.by].is.stamp == roles.New)
		})
		for i := range s.paces {
			s.paces[i].fresh = s.paces[i].fresh || still
			for m := range s.paces[i].moves {
				if moveless {
					s.paces[i].moves[m] = -1
				}
			}
		}
		wrong := s.remove()
		for i, stage := range stages(wrong) {
			sooner = sooner || stage < right[i]
		}
		s.lives = append(s.lives, wrong.life())
		copy(s.paces, paces)
	}
	return s.all(), sooner
}

// Forged returns the lines, as Lines does where it is forced, with one view or half that is said to be taken away at a stage before
// that at which it is; pick returns a number below another. ok is false where that makes no line.
func (w *Waits[R, M, A, B]) Forged(others int, pick func(n int) int) (lines []string, ok bool) {
	s := w.s
	s.lives, s.apart = nil, true
	for s.others = range s.p.N {
		x := s.rest()
		if s.others == others {
			lists := append(x.half[:], x.view)
			r := pick(len(lists))
			if len(lists[r]) == 0 {
				return nil, false
			}
			left := &lists[r][pick(len(lists[r]))]
			stage, gone := x.ends[left]
			if *left {
				stage = x.stage
			}
			if !*left && !gone || stage == 0 { // it is not there to begin with, or goes at once
				return nil, false
			}
			if stage = pick(stage); stage%3 == 0 && r < len(x.half) { // the rule of companions is about views
				return nil, false
			}
			*left, x.ends[left] = false, stage
		}
		s.lives = append(s.lives, x.life())
	}
	return s.all(), true
}

// Those returns p and W in the numbering of a view of a role.
func (w *Waits[R, M, A, B]) Those(r int) (p int, set explore.Set) { return w.s.renumbered(role(r)) }

// Rest takes away what no run meets without end in which so many others than p wait, or any
// number of them if they are not told apart.
func (w *Waits[R, M, A, B]) Rest(apart bool, others int) *Rest[R, M, A, B] {
	s := w.s
	s.apart, s.others = apart, others
	x := s.rest()
	rest := &Rest[R, M, A, B]{Halves: map[R][allRoles]bool{}, Moves: make([]Moved[R, A, B], len(s.moveOf.All))}
	for i, v := range s.views {
		rest.Views = append(rest.Views, MarkedView[R, M, A, B]{seen[R, M, A, B](s.closure, v.view), int(v.role), int(v.mark), x.view[i]})
	}
	for i, k := range s.moveOf.All {
		m := Moved[R, A, B]{Takes: k.on.msg >= 0, Half: plain.Unpack[R](s.requesters.All[k.is.requester]), Stamp: k.is.stamp}
		if m.Takes {
			m.Answer = plain.Unpack[B](s.downs.All[k.on.msg])
		}
		for _, y := range s.sent.all[k.is.sent] {
			m.Send, m.With = append(m.Send, plain.Unpack[A](s.ups.All[y.msg])), append(m.With, y.stamped)
		}
		rest.Moves[i] = m
	}
	for i, a := range s.arrows {
		y := MarkedArrow[A]{From: int(a.from), To: int(a.to), Kind: int(a.kind), Left: x.arrow[i]}
		if a.kind == messageTaken || a.kind == otherTaken {
			n := s.notices.All[a.by]
			y.Msg, y.Place, y.Teller, y.Notice = plain.Unpack[A](s.ups.All[n.msg]), n.place, int(n.of.role), int(a.by)
		} else {
			y.Move = int(a.by)
		}
		rest.Arrows = append(rest.Arrows, y)
	}
	for i, y := range s.paces {
		z := Paced[R]{From: plain.Unpack[R](s.requesters.All[s.halves[y.from]]), To: plain.Unpack[R](s.requesters.All[s.halves[y.to]]), Fresh: y.fresh}
		for _, name := range s.labels {
			if s.bit(name) == y.label {
				z.Label = name
			}
		}
		for _, m := range y.moves[:s.p.N] {
			z.Moves = append(z.Moves, int(m))
		}
		for r := range allRoles {
			z.Left[r] = x.pace[r][i]
		}
		rest.Paces = append(rest.Paces, z)
	}
	for i, h := range s.halves {
		var left [allRoles]bool
		for r := range allRoles {
			left[r] = x.half[r][i]
		}
		rest.Halves[plain.Unpack[R](s.requesters.All[h])] = left
	}
	if slices.Contains(x.half[starved], true) {
		rest.Row = x.row()
	}
	return rest
}
