package views

import (
	"qcheck/explore"
	"qcheck/explore/roles"
)

// renumbered returns p, and W, in the numbering of a view of a role.
func (s *starving) renumbered(r role) (p int, set explore.Set) {
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

// placed returns a marked view in its normal form.
func (s *starving) placed(v marked) marked {
	if set := s.stampsOf(v.view).with(v.mark); !set.dense() {
		by := shift{within: set}
		v.view, v.mark = s.shiftView(v.view, by), by.of(v.mark)
	}
	v.view.last = 0
	p, set := s.renumbered(v.role)
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
	p, set := s.renumbered(v.role)
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

// addMarked adds a marked view, in its normal form, if it can be met without end.
func (s *starving) addMarked(v marked) {
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
		s.marks(v, 0, s.addMarked)
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
					s.addMarked(w)
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
			was := len(s.notices.All)
			id := s.notices.Of(n)
			if offered[i] = id; int(id) == was {
				by[n.of] = append(by[n.of], id)
			}
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
	for i, v := range s.views {
		s.look(i)
		from, role, mark = int32(i), v.role, v.mark
		s.movesFrom(v, func(w view, m uint8, k edgeKind, by int32) {
			kind, cause = k, by
			reach(w, m)
		})
		if in := s.channels.all[v.view.in]; len(in) > 0 {
			kind, cause = messageTaken, offered[i]
			s.taken(v.view, 0, in[0], in[1:], func(w view) { reach(w, mark) })
		}
		kind = otherTaken
		for peer := 1; peer < s.p.N; peer++ {
			for _, cause = range by[s.companion(v, peer)] {
				s.notices.All[cause].packets(s.memberStamps[v.view.member].with(mark), s.stampsOf(v.view).with(mark), func(k packet, by shift) {
					s.taken(s.shiftView(v.view, by), peer, k, nil, func(w view) { reach(w, by.of(mark)) })
				})
			}
		}
	}
}

// movesFrom calls f with what a view becomes by each move that may be made without end.
func (s *starving) movesFrom(v marked, f func(w view, mark uint8, kind edgeKind, by int32)) {
	do := func(t trigger, kind edgeKind) {
		for _, x := range s.moves[t] {
			id, ok := s.moveOf.Known(movement{t, x})
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
