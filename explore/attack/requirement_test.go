package attack

import (
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/explore/verdict"
)

func (g *graph[L, M]) view(i int) explore.View[L, M] {
	v := explore.View[L, M]{Locals: g.worlds[i].Local}
	v.History = g.worlds[i].Past
	for p, down := range g.worlds[i].Down {
		if down {
			v.Down = v.Down.With(p)
		}
	}
	for _, mails := range g.worlds[i].Chan {
		var all []M
		for _, m := range mails {
			all = append(all, m.Msg)
		}
		v.Channels = append(v.Channels, all)
	}
	return v
}

// required returns the requirement of a name, and whether there is one.
func (g *graph[L, M]) required(name explore.Property) (explore.Requirement[L, M], bool) {
	for _, r := range g.m.p.Requires {
		if r.Name == name {
			return r, true
		}
	}
	return explore.Requirement[L, M]{}, false
}

// requirement returns the verdict on a requirement, and the lengths that its
// trace may have before its end or cycle; without a trace they are -1.
func (c *comparison[L, M]) requirement(r explore.Requirement[L, M], limit int) (verdict.Verdict, stems, bool) {
	g := c.judging()
	none := stems{-1, -1}
	switch r.Kind() {
	case "always":
		if d := g.nearest(func(i int) bool { return r.Wrong(g.view(i)) != "" }); d >= 0 {
			return verdict.Violated, stems{d, d}, true
		}
		return verdict.Holds, none, true
	case "sometimes":
		d := g.nearest(func(i int) bool { return r.Happens(g.view(i)) })
		switch {
		case d >= 0:
			return verdict.Holds, stems{d, d}, true
		case g.beyond:
			return verdict.Unknown, none, true
		}
		return verdict.Violated, none, true
	}
	if c.bounded() && g.m.p.Obliged || g.beyond || c.g.unjudged() {
		return verdict.Unknown, none, true
	}
	owing := g.owing(r)
	states, ok := g.cycles(kept{func(i int) bool { return owing[i] >= 0 }, true}, limit)
	if !ok {
		return 0, none, false
	}
	s := none
	for i, d := range owing {
		if d < 0 || !states[i] && !g.ended(i, false) {
			continue
		}
		s.most = lower(s.most, d)
		if states[i] {
			// What is owed may be so from somewhere on the cycle.
			d = g.depth[i]
		}
		s.least = lower(s.least, d)
	}
	if s.most < 0 {
		return verdict.Holds, none, true
	}
	return verdict.Violated, s, true
}

// owing returns, by state, the length of a shortest run to it that owes what the
// requirement asks for, -1 where none does.
func (g *graph[L, M]) owing(r explore.Requirement[L, M]) []int {
	n := len(g.worlds)
	length := slices.Repeat([]int{-1}, n)
	open, due := make([]bool, n), make([][]int, 2*n+2) // by length: states to be looked at
	for i := range n {
		from, to := r.Leads(g.view(i))
		open[i] = !to
		if from && !to {
			due[g.depth[i]] = append(due[g.depth[i]], i)
		}
	}
	for d := range due {
		for _, i := range due[d] {
			if length[i] >= 0 {
				continue
			}
			length[i] = d
			for _, j := range g.to[i] {
				if j >= 0 && open[j] {
					due[d+1] = append(due[d+1], j)
				}
			}
		}
	}
	return length
}

// shownRequirement reports whether a run shows what it should.
func (g *graph[L, M]) shownRequirement(r explore.Requirement[L, M], s stretch[L, M], loop int) error {
	last := s.states[len(s.states)-1]
	switch {
	case r.Kind() == "always" && (loop >= 0 || r.Wrong(g.view(last)) == ""):
		return fmt.Errorf("it does not end in a state that is wrong")
	case r.Kind() == "sometimes" && (loop >= 0 || !r.Happens(g.view(last))):
		return fmt.Errorf("it does not end in a state that is looked for")
	case r.Kind() != "leads-to":
		return nil
	}
	owes := false
	for _, i := range s.states {
		from, to := r.Leads(g.view(i))
		owes = (owes || from) && !to
	}
	if !owes {
		return fmt.Errorf("at its end nothing is owed")
	}
	if loop < 0 {
		if !g.ended(last, false) {
			return fmt.Errorf("it does not end where nothing more has to happen")
		}
		return nil
	}
	return g.shown(stretch[L, M]{s.states[loop:], s.moves[loop:]}, true, func(i int) bool {
		_, to := r.Leads(g.view(i))
		return !to
	})
}

// drawRequirements adds requirements about nodes, messages and stamps.
func (t *table) drawRequirements(d dice, p *explore.Protocol[local, letter]) {
	predicate := func() func(v explore.View[local, letter]) bool {
		q, r, at := d.IntN(t.n), d.IntN(t.n), uint8(d.IntN(nodes))
		c := d.IntN(sorts)
		switch d.IntN(5) {
		case 0, 1:
			return func(v explore.View[local, letter]) bool { return v.Locals[q].Node == at }
		case 2:
			return func(v explore.View[local, letter]) bool { return len(v.Channel(q, r)) == 0 }
		case 3:
			return func(v explore.View[local, letter]) bool {
				return compare(v.Locals[q].Own.At[0], v.Locals[r].Own.At[0]) == c
			}
		}
		return func(v explore.View[local, letter]) bool {
			return slices.ContainsFunc(v.Messages(), func(m letter) bool { return compare(v.Locals[q].Own.At[0], m.First) == c })
		}
	}
	a, b := predicate(), predicate()
	p.Requires = []explore.Requirement[local, letter]{
		explore.LeadsTo("one leads to the other", a, b),
		explore.Sometimes("both at a time", func(v explore.View[local, letter]) bool { return a(v) && b(v) }),
		explore.Always("never both", func(v explore.View[local, letter]) string {
			if a(v) && b(v) {
				return "both at a time"
			}
			return ""
		}),
	}
}
