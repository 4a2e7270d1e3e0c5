package views_test

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/roles"
	"qcheck/explore/views"
	"qcheck/protocols/kakugawa"
	"qcheck/protocols/maekawa"
	"qcheck/setsys/slow"
)

// Limits of views against the states of protocols: each step is an arrow between marked views,
// and nothing is taken away of what a fair run meets without end.

// A markedView is a view in which it is known who waits for ever, in the names of the
// processes.
type markedView[R, M, A, B comparable] struct {
	role  int
	p     int
	those explore.Set // other than p, where they are told apart
	mark  int
	naiveView[R, M, A, B]
}

// marked returns a view with who waits for ever, with its stamps, and p's, as places among
// them.
func marked[R, M, A, B comparable](x *naive[R, M, A, B], v naiveView[R, M, A, B], s starving, mark int) markedView[R, M, A, B] {
	w := markedView[R, M, A, B]{role: views.Passing, p: s.p, mark: mark}
	if s.apart {
		w.those = s.those.Without(s.p)
	}
	switch {
	case v.peer == s.p:
		w.role = views.Starved
	case w.those.Has(v.peer):
		w.role = views.Another
	}
	all := x.stampsOf(v)
	if !slices.Contains(all, mark) {
		all = append(all, mark)
		slices.Sort(all)
	}
	f := func(s int) int { return 1 + slices.Index(all, s) }
	w.mark = f(mark)
	v.last = 0
	w.naiveView = x.restamped(v, f)
	return w
}

// A limits compares what is left of the marked views of a protocol, of a kind, with states.
type limits[R, M, A, B comparable] struct {
	g      *worlds[R, M, A, B]
	rest   *views.Rest[R, M, A, B]
	number map[markedView[R, M, A, B]]int
	arrows map[[3]int][]int // by views and kind
	paces  map[[2]R][]int
	of     map[int][]int // the views of states, by member and requester, with those who wait for ever
}

func newLimits[R, M, A, B comparable](g *worlds[R, M, A, B], all *views.Waits[R, M, A, B], apart bool, others int) *limits[R, M, A, B] {
	c := &limits[R, M, A, B]{g: g, rest: all.Rest(apart, others), number: map[markedView[R, M, A, B]]int{}, arrows: map[[3]int][]int{}, paces: map[[2]R][]int{}}
	for i, v := range c.rest.Views {
		p, those := all.Those(v.Role)
		for _, to := range permutations(g.p.N) {
			w := naiveView[R, M, A, B]{member: g.x.renamed(v.Member, to), peer: to[0], half: v.Half, own: v.Own, out: queueOf(v.Out)}
			for i, a := range v.In {
				w.in = w.in.with(sent[A]{a, v.Stamps[i]})
			}
			s := starving{p: to[p], apart: apart}
			for _, i := range those.Members() {
				s.those = s.those.With(to[i])
			}
			c.number[marked(g.x, w, s, v.Mark)] = i
		}
	}
	for i, a := range c.rest.Arrows {
		key := [3]int{a.From, a.To, a.Kind}
		c.arrows[key] = append(c.arrows[key], i)
	}
	for i, y := range c.rest.Paces {
		key := [2]R{y.From, y.To}
		c.paces[key] = append(c.paces[key], i)
	}
	return c
}

// viewsOf returns the numbers of the views of a state, by member and requester; -1 for one that is none.
func (c *limits[R, M, A, B]) viewsOf(at int, s starving) []int {
	all := c.of[at]
	for m := 0; m < c.g.p.N && len(all) < c.g.p.N*c.g.p.N; m++ {
		for i := range c.g.p.N {
			k, _ := c.view(c.g.all[at], m, i, s)
			all = append(all, k)
		}
	}
	c.of[at] = all
	return all
}

// view returns the number of the view of a member and a requester in a state, -1 if it is none.
func (c *limits[R, M, A, B]) view(w world[R, M, A, B], m, i int, s starving) (int, markedView[R, M, A, B]) {
	v := naiveView[R, M, A, B]{
		member: w.member[m].Value(), peer: i, half: c.g.x.cut(w.half[i].Value(), m), own: int(w.own[i]),
		in: w.in[i][m].Value(), out: w.out[i][m].Value(),
	}
	k := marked(c.g.x, v, s, int(w.own[s.p]))
	if n, ok := c.number[k]; ok {
		return n, k
	}
	return -1, k
}

func (c *limits[R, M, A, B]) role(i int, s starving) int {
	switch {
	case i == s.p:
		return views.Starved
	case s.apart && s.those.Has(i):
		return views.Another
	}
	return views.Passing
}

// move reports whether a step of a requester, as a member sees it, is a move.
func (c *limits[R, M, A, B]) isMove(x roles.Act[R, A], m, from int, b B, y views.Moved[R, A, B]) bool {
	var send []A
	var with []bool
	for _, k := range x.Send {
		if k.Member == m {
			send, with = append(send, k.Msg), append(with, k.Stamped)
		}
	}
	return y.Takes == (m == from) && (m != from || y.Answer == b) && y.Half == c.g.x.cut(x.Next, m) && y.Stamp == x.Stamp &&
		slices.Equal(y.Send, send) && slices.Equal(y.With, with)
}

// missing says which part of a step between states is nothing of the graph, or was taken away.
func (c *limits[R, M, A, B]) missing(h happening[R, A], s starving, left bool) string {
	a, b := c.g.all[h.from], c.g.all[h.to]
	n := c.g.p.N
	before, after := c.viewsOf(h.from, s), c.viewsOf(h.to, s)
	var answer B
	if !h.ofMember && h.with >= 0 {
		answer = a.out[h.who][h.with].Value().at[0]
	}
	for m := range n {
		for i := range n {
			from, to := before[m*n+i], after[m*n+i]
			if from < 0 || to < 0 {
				return fmt.Sprintf("no view of member %d and requester %d: %s", m, i, c.show(h, m, i, s))
			}
			kind := -1
			switch {
			case h.ofMember && m == h.who:
				kind = views.OtherTaken
				if i == h.with {
					kind = views.MessageTaken
				}
			case !h.ofMember && i == h.who:
				kind = views.OtherMove
				if m == h.with {
					kind = views.AnswerTaken
				}
			}
			still := kind == views.OtherMove && c.g.x.cut(a.half[i].Value(), m) == c.g.x.cut(b.half[i].Value(), m) && h.act.Stamp == roles.Keep && a.in[i][m] == b.in[i][m]
			if kind < 0 || still {
				if from != to {
					return fmt.Sprintf("the view of member %d and requester %d is another one: %s", m, i, c.show(h, m, i, s))
				}
				continue
			}
			ok := slices.ContainsFunc(c.arrows[[3]int{from, to, kind}], func(e int) bool {
				y := c.rest.Arrows[e]
				switch {
				case left && !y.Left:
					return false
				case h.ofMember:
					place := 0
					if h.msg.stamp != 0 {
						_, own := c.g.x.alone(a.member[m].Value())
						if mark := int(a.own[s.p]); !slices.Contains(own, mark) {
							own = append(own, mark)
							slices.Sort(own)
						}
						place = position(own, h.msg.stamp)
					}
					return y.Msg == h.msg.msg && y.Place == place && y.Teller == c.role(h.with, s)
				}
				return c.isMove(h.act, m, h.with, answer, c.rest.Moves[y.Move])
			})
			if !ok {
				return fmt.Sprintf("no arrow of kind %d, %+v, at member %d and requester %d: %s", kind, h, m, i, c.show(h, m, i, s))
			}
		}
	}
	if h.ofMember {
		return ""
	}
	r := c.role(h.who, s)
	ok := slices.ContainsFunc(c.paces[[2]R{a.half[h.who].Value(), b.half[h.who].Value()}], func(k int) bool {
		y := c.rest.Paces[k]
		if y.Label != h.name || y.Fresh != (h.act.Stamp == roles.New) || left && !y.Left[r] {
			return false
		}
		for m, k := range y.Moves {
			if k >= 0 && !c.isMove(h.act, m, h.with, answer, c.rest.Moves[k]) || k < 0 && m == h.with {
				return false
			}
		}
		return true
	})
	if !ok {
		return fmt.Sprintf("no step of halves: %+v", h)
	}
	return ""
}

// show writes the views of a member and a requester before a step and after it.
func (c *limits[R, M, A, B]) show(h happening[R, A], m, i int, s starving) string {
	_, v := c.view(c.g.all[h.from], m, i, s)
	_, w := c.view(c.g.all[h.to], m, i, s)
	return fmt.Sprintf("from %+v to %+v", v, w)
}

// lost says what of a state is not left.
func (c *limits[R, M, A, B]) lost(at int, s starving) string {
	w, all := c.g.all[at], c.viewsOf(at, s)
	for i := range c.g.p.N {
		if !c.rest.Halves[w.half[i].Value()][c.role(i, s)] {
			return fmt.Sprintf("the half of requester %d: %+v", i, w.half[i].Value())
		}
		for m := range c.g.p.N {
			if k := all[m*c.g.p.N+i]; k < 0 || !c.rest.Views[k].Left {
				_, v := c.view(w, m, i, s)
				return fmt.Sprintf("the view of member %d and requester %d: %+v", m, i, v)
			}
		}
	}
	return ""
}

// A tally counts what was compared.
type tally struct {
	steps    int // with who waits for ever
	fair     int // states in fair components, with these
	starves  int // of these kinds: some component is fair
	proved   int
	whole    int
	compared int
	left     int // views that are left by the rules once more, and those that are not
	gone     int
}

// mostRuled is how large graphs may be to which the rules are applied once more.
const mostRuled = 400

// confined compares the limits of views of a protocol with its states.
func confined[R, M, A, B comparable](t *testing.T, p roles.Protocol[R, M, A, B], requests, most, closed int, sum *tally) (cannot string) {
	t.Helper()
	all, cannot := views.WaitsOf(p, views.Limits{Views: closed}, "")
	if cannot != "" {
		return cannot
	}
	g := worldsOf(p, requests, most)
	sum.compared++
	sum.whole += flag(g.whole)
	sum.proved += flag(all.Proved())
	for others := -1; others < p.N; others++ {
		c := newLimits(g, all, others >= 0, max(others, 0))
		if len(c.rest.Views) <= mostRuled {
			left, gone := ruled(t, c, all, others >= 0)
			sum.left += left
			sum.gone += gone
		}
		for _, s := range starvings(p.N) {
			if s.apart != (others >= 0) || s.apart && s.those.Len() != others+1 {
				continue
			}
			c.of = map[int][]int{}
			in := g.fair(s)
			stays := make([]bool, len(g.all))
			starves := false
			for i, w := range g.all {
				stays[i] = g.stays(w, s)
				if in[i] < 0 {
					continue
				}
				sum.fair++
				starves = true
				if why := c.lost(i, s); why != "" {
					t.Errorf("%s, %d requests, %+v: taken away from a fair run: %s", p.Name, requests, s, why)
					return ""
				}
			}
			sum.starves += flag(starves)
			if starves && c.rest.Row == "" {
				t.Errorf("%s, %d requests, %+v: no row is left, and a fair run has one", p.Name, requests, s)
			}
			for _, h := range g.steps {
				if !stays[h.from] || !stays[h.to] || !g.goesOn(h, s) {
					continue
				}
				sum.steps++
				if why := c.missing(h, s, false); why != "" {
					t.Errorf("%s, %d requests, %+v: %s", p.Name, requests, s, why)
					return ""
				}
				if in[h.from] >= 0 && in[h.from] == in[h.to] {
					if why := c.missing(h, s, true); why != "" {
						t.Errorf("%s, %d requests, %+v: taken away from a fair run: %s", p.Name, requests, s, why)
						return ""
					}
				}
			}
		}
	}
	return ""
}

// TestLimits compares them for algorithms: all steps of searches that end, and the first ones of
// others.
func TestLimits(t *testing.T) {
	most, closed := 800, 500
	if slow.Tests() {
		most, closed = 60_000, 20_000
	}
	var sum tally
	some := func(variant string, n int) bool {
		return slow.Tests() || n < 3 && variant != "" || variant == "repaired"
	}
	instances := 0
	requests := func() []int {
		if instances++; slow.Tests() {
			return []int{-1, 1, 2}
		}
		return []int{-1, 1 + instances%2}
	}
	for _, x := range []kakugawa.Config{
		{N: 1, K: 1, Quorums: []explore.Set{1}},
		{N: 2, K: 1, Quorums: []explore.Set{3}},
		{N: 2, K: 2, Quorums: []explore.Set{1, 2}},
		{N: 3, K: 1, Quorums: []explore.Set{1}},
		{N: 3, K: 1, Quorums: []explore.Set{3, 5, 6}},
	} {
		for _, v := range kakugawa.Algorithm().Variants {
			x.Variant = v.Name
			if p, _, err := kakugawa.Roles(x); err == nil && some(v.Name, x.N) {
				for _, requests := range requests() {
					confined(t, p, requests, most, closed, &sum)
				}
			}
		}
	}
	for n := 1; n <= 3; n++ {
		for _, v := range maekawa.Algorithm().Variants {
			if p, _, err := maekawa.Roles(maekawa.Config{N: n, Variant: v.Name}); err == nil && some(v.Name, n) {
				for _, requests := range requests() {
					confined(t, p, requests, most, closed, &sum)
				}
			}
		}
	}
	sum.enough(t, 60, 70_000, 20)
}

// TestLimitsRandom compares them for random protocols.
func TestLimitsRandom(t *testing.T) {
	seeds, most := 130, 300
	if slow.Tests() {
		seeds, most = 4000, 3000
	}
	var sum tally
	for seed := range seeds {
		p := newRandom(uint64(seed))
		p.Clock.TickOnFresh, p.Member.Local = true, nil
		confined(t, p, []int{-1, 1, 2}[seed%3], most, 300, &sum)
	}
	sum.enough(t, seeds/10, 50*seeds, seeds/10)
}

// enough fails if too little was compared.
func (sum *tally) enough(t *testing.T, compared, steps, starves int) {
	t.Helper()
	t.Logf("%+v", *sum)
	if sum.compared < compared || sum.whole < compared/3 || sum.steps < steps || sum.starves < starves || sum.fair < 2*starves || sum.left < 10*starves || sum.gone < 10*starves {
		t.Errorf("too little is compared")
	}
}
