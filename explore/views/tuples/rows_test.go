package tuples

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/internal/plain"
	"qcheck/explore/views"
	"qcheck/setsys/slow"
)

// obviousFits tries all rows, and all views of each.
func obviousFits(t *seating, allowed func(int, explore.Observation) bool) bool {
	c, n := t.c, t.c.p.N
	row := make([]seat, n)
	views := make([]int32, len(c.tuples))
	var choose func(i int) bool
	choose = func(i int) bool {
		if i == len(views) {
			return !t.ordered || obviousOrder(t, row, views)
		}
		return slices.ContainsFunc(t.at(i, row), func(id int32) bool {
			views[i] = id
			return choose(i + 1)
		})
	}
	var sit func(p int) bool
	sit = func(p int) bool {
		if p == n {
			return choose(0)
		}
		return slices.ContainsFunc(t.seats[p], func(s seat) bool {
			row[p] = s
			return allowed(p, s.seen) && sit(p+1)
		})
	}
	return sit(0)
}

// obviousOrder reports whether the stamps of a row have one order with which the order of each process's
// and of each view's agrees: no cycle of stamps, of which each is before the next, or the same, has one that is before.
func obviousOrder(t *seating, row []seat, views []int32) bool {
	type stamp struct {
		p int
		s explore.Stamp
	}
	c := t.c
	var all []stamp
	for p, s := range row {
		for _, x := range c.stampsOf(c.halves.All[s.half]) {
			all = append(all, stamp{p, x})
		}
	}
	const before, notAfter = 1, 2
	known := map[[2]stamp]uint8{}
	for _, x := range all {
		for _, y := range all {
			if x.p == y.p && x.s < y.s {
				known[[2]stamp{x, y}] = before | notAfter
			}
		}
	}
	for i, id := range views {
		tuple := &c.tuples[i]
		// The stamps of a side are those that the cut half has: in the same order.
		name := func(side int, number int) stamp {
			p := tuple.members[side]
			h := c.halves.All[row[p].half]
			cut := c.stampsOf(c.cut(h, tuple.of))
			return stamp{p, c.stampsOf(h)[place(cut[number])-1]}
		}
		for side := range tuple.members {
			for other := range tuple.members {
				for a, x := range c.stampsOf(c.halves.All[tuple.all[id].half(side)]) {
					for b, y := range c.stampsOf(c.halves.All[tuple.all[id].half(other)]) {
						k := [2]stamp{name(side, a), name(other, b)}
						switch {
						case x < y:
							known[k] |= before | notAfter
						case x == y:
							known[k] |= notAfter
						}
					}
				}
			}
		}
	}
	for _, y := range all {
		for _, x := range all {
			for _, z := range all {
				xy, yz := known[[2]stamp{x, y}], known[[2]stamp{y, z}]
				if xy&notAfter != 0 && yz&notAfter != 0 {
					known[[2]stamp{x, z}] |= notAfter | (xy|yz)&before
				}
			}
		}
	}
	return !slices.ContainsFunc(all, func(x stamp) bool { return known[[2]stamp{x, x}]&before != 0 })
}

// polite processes answer a request, or keep it if their own is earlier: so of some that wait for each
// other in a circle, only the order of all their stamps says that there are none.
func polite(n int) explore.Protocol[node, note] {
	const request, answer = 1, 2
	type step = explore.Step[node, note]
	others := func(p int, m note) (all []explore.Out[note]) {
		for q := range n {
			if q != p {
				all = append(all, explore.Out[note]{To: q, Msg: m})
			}
		}
		return all
	}
	return explore.Protocol[node, note]{
		Name: "polite", N: n, Clock: explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true, TickOnReceive: true},
		Init: func(int) node { return node{} },
		Actions: func(p int, l node) []step {
			switch l.Phase {
			case explore.Thinking:
				next := node{Phase: explore.Waiting, Held: explore.Fresh, Heard: l.Heard}
				return []step{{Name: "ask", Kind: explore.Ask, Next: next, Send: others(p, note{request, explore.Fresh})}}
			case explore.Inside:
				var send []explore.Out[note]
				for _, q := range l.Heard.Members() {
					send = append(send, explore.Out[note]{To: q, Msg: note{Kind: answer}})
				}
				return []step{{Name: "leave", Kind: explore.Leave, Send: send}}
			}
			return nil
		},
		Deliver: func(p int, l node, from int, m note) []step {
			if m.Kind == answer {
				l.Of[from] = 1
				if answers := l.Of; slices.Max(answers[:]) > 0 && len(slices.DeleteFunc(answers[:], func(x uint8) bool { return x == 0 })) == n-1 {
					l.Phase, l.Of = explore.Inside, explore.PerProcess[uint8]{}
				}
				return []step{{Name: "answered", Next: l}}
			}
			if l.Phase == explore.Inside || l.Phase == explore.Waiting && l.Held < m.Stamp {
				l.Heard = l.Heard.With(from)
				return []step{{Name: "kept", Next: l}}
			}
			return []step{{Name: "answers", Next: l, Send: []explore.Out[note]{{To: from, Msg: note{Kind: answer}}}}}
		},
		Exclusion: explore.Exclusion[node]{Observe: func(_ int, l node) explore.Observation { return explore.Observation{Phase: l.Phase} }, Safe: explore.AtMost(1)},
	}
}

// Rows are found if and only if there are some, whatever is left of the seats and of the views.
func TestRowsAreObvious(t *testing.T) {
	count := map[string]int{}
	closed := func(toy explore.Protocol[node, note], size, most int) *closure {
		p := explore.PlainOf(modelOf(t, toy))
		if size > p.N {
			return nil
		}
		c := newClosure(context.Background(), within(p, nil), false, size, views.Limits{Views: most})
		if _, ok := c.Attempt(func() { c.run() }); !ok || c.Refused != "" || c.Stopped != "" {
			return nil
		}
		return c
	}
	ofPolite := [2]*closure{closed(polite(3), 2, 5000), closed(polite(3), 3, 5000)}
	seeds, least := uint64(120), 25
	if slow.Tests() {
		seeds, least = 2000, 400
	}
	for seed := range seeds {
		toy := random(seed)
		c := ofPolite[seed/4%2]
		if seed%4 == 0 {
			toy = polite(3)
		} else {
			c = closed(toy, 2+int(seed/4%2), 600)
		}
		if c == nil {
			continue
		}
		r := rand.New(rand.NewPCG(seed, 2))
		for range 20 {
			sparse, seen, ordered := 1+r.IntN(4), r.IntN(3), r.IntN(4) > 0
			of, by := func(int, seat) bool { return r.IntN(4) > 0 }, func(*view) bool { return r.IntN(sparse) == 0 }
			if toy.Name == "polite" && r.IntN(2) == 0 { // some of those that wait and have no message on its way
				of = func(_ int, s seat) bool { return s.seen.Phase == explore.Waiting && r.IntN(2) == 0 }
				by, seen = quiet, 3
			}
			s := decision{c}.seating(of, by, ordered)
			rows := 1
			for _, seats := range s.seats {
				rows *= len(seats)
			}
			if rows > 30_000 {
				count["too many"]++
				continue
			}
			allowed := func(p int, o explore.Observation) bool { return seen > 2 || (int(o.Phase)+p)%3 != seen }
			got, want := s.fits(allowed), obviousFits(s, allowed)
			if got != want {
				t.Fatalf("seed %d: a row is found: %t, and there is one: %t", seed, got, want)
			}
			switch {
			case want && ordered:
				count["rows in order"]++
			case want:
				count["rows"]++
			default:
				count["no row"]++
			}
			if ordered && !want {
				if s.ordered = false; s.fits(allowed) {
					count["none in order"]++
				}
			}
		}
	}
	t.Log(count)
	for _, want := range []string{"rows in order", "rows", "no row", "none in order"} {
		if count[want] < least {
			t.Errorf("%d %s", count[want], want)
		}
	}
}

// The same, of halves and views that no protocol has: with stamps in any order, those of two processes
// may be one.
func TestOrdersAreObvious(t *testing.T) {
	count, seeds := map[bool]int{}, uint64(75)
	if slow.Tests() {
		seeds = 300
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 3))
		c := newClosure(context.Background(), explore.PlainOf(modelOf(t, polite(3+int(seed%2)))), false, 2+r.IntN(2), views.Limits{})
		pack := func(l node) plain.Value { return plain.Pack(c.p.Local, l) }
		stamps := []node{{Held: at(1, 0)}, {Held: at(1, 0), Known: at(2, 0)}, {Held: at(2, 0), Known: at(1, 0)}}
		for p := range c.p.N {
			for range 1 + r.IntN(2) {
				c.whole[p] = append(c.whole[p], c.halves.Of(half{L: pack(stamps[r.IntN(len(stamps))])}))
			}
		}
		for i := range c.tuples {
			tuple := &c.tuples[i]
			for range 2 + r.IntN(6-2*(c.p.N-3)) {
				x := frame{msgs: make([][]plain.Value, len(tuple.members)*len(tuple.members))}
				for _, p := range tuple.members {
					h := c.halves.All[c.whole[p][r.IntN(len(c.whole[p]))]]
					places := r.Perm(4)[:2]
					slices.Sort(places)
					c.inHalf(&h, func(s *explore.Stamp) {
						if *s != 0 {
							*s = at(explore.Stamp(1+places[place(*s)-1]), 0)
						}
					})
					x.half = append(x.half, h)
				}
				v := c.viewOf(x)
				tuple.all = append(tuple.all, v)
				for s := range tuple.sides {
					tuple.sides[s].face = append(tuple.sides[s].face, c.face(i, s, c.halves.All[v.half(s)]))
				}
			}
		}
		s := decision{c}.seating(func(int, seat) bool { return true }, func(*view) bool { return true }, true)
		all := func(int, explore.Observation) bool { return true }
		got, want := s.fits(all), obviousFits(s, all)
		if got != want {
			t.Fatalf("seed %d: a row is found: %t, and there is one: %t", seed, got, want)
		}
		if s.ordered = false; want || s.fits(all) {
			count[want]++
		}
	}
	t.Log(count)
	if count[false] < 12 || count[true] < 12 {
		t.Error(count)
	}
}
