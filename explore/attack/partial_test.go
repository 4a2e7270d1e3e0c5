package attack

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
)

// What a Partial may say of a table, as tight as it may be. Handlers see just
// how stamps compare, so a local state and a message stand for all that compare
// alike: their stamps are made multiples of 100, and others lie between.

// A view is a local state, and a message that waits to be taken, or none.
type view struct {
	l local
	m letter
}

// normal returns the view that compares alike with stamps 100, 200 and so on.
func (v view) normal() view {
	all := append(stampsIn(v.l), stampsIn(v.m)...)
	slices.Sort(all)
	all = slices.Compact(all)
	f := func(s explore.Stamp) explore.Stamp { return explore.Stamp(100 * (1 + slices.Index(all, s))) }
	return view{restamp(v.l, f), restamp(v.m, f)}
}

// An effect is what one outcome of an event does: the state, and what is sent.
type effect struct {
	l    local
	sent string
}

// ties computes a Partial for a table whose messages have one stamp at most.
type ties struct {
	t       *table
	queued  bool
	phases  bool // whether just the phase is observed
	comes   [3][3][kinds]bool
	toSelf  [3]bool
	reaches map[string][]view
	answers map[string]explore.Events
}

func newTies(t *table, queued, phases bool) *ties {
	x := &ties{t: t, queued: queued, phases: phases, reaches: map[string][]view{}, answers: map[string]explore.Events{}}
	t.eachRule(func(p int, r *rule) {
		for _, s := range r.Send {
			x.comes[s.To][p][s.Kind] = true
			x.toSelf[p] = x.toSelf[p] || s.To == p
		}
	})
	return x
}

func (t *table) eachRule(f func(p int, r *rule)) {
	for p := range t.n {
		for at := range nodes {
			for c := range sorts {
				for i := range t.act[p][at][c] {
					f(p, &t.act[p][at][c][i])
				}
				for q := range t.n {
					for k := range kinds {
						for i := range t.take[p][q][at][k][c] {
							f(p, &t.take[p][q][at][k][c][i])
						}
					}
				}
			}
		}
	}
}

// letters returns the messages that may come to p from q, with all stamps that
// compare differently with 100 to 400.
func (x *ties) letters(p, q int) []letter {
	var all []letter
	for k := range uint8(kinds) {
		if x.comes[p][q][k] {
			for s := explore.Stamp(0); s <= 500; s += 50 {
				if s > 0 && x.t.clock.Attach == explore.NoMessage {
					break
				}
				all = append(all, letter{Kind: k, First: s})
			}
		}
	}
	return all
}

// do returns the rules of an event in a local state; m is taken.
func (x *ties) do(p int, l local, ev explore.Events, m letter) []rule {
	if ev == explore.Asking || ev == explore.LocalSteps {
		var rules []rule
		for _, r := range x.t.act[p][l.Node][compare(l.Own.At[0], l.Own.At[1])] {
			if (r.Kind == explore.Ask) == (ev == explore.Asking) {
				rules = append(rules, r)
			}
		}
		return rules
	}
	return x.t.take[p][explore.Set(ev).Members()[0]][l.Node][m.Kind][compare(l.Own.At[x.t.sides], m.First)]
}

func (r rule) makesFresh() bool {
	fresh := slices.Contains(r.Slot[:], fresh)
	for _, s := range r.Send {
		fresh = fresh || slices.Contains(s.Carry[:], 5)
	}
	return fresh
}

// events returns all events of a process, one by one.
func (x *ties) events() []explore.Events {
	all := []explore.Events{explore.LocalSteps, explore.Asking}
	for q := range x.t.n {
		all = append(all, explore.Taking(explore.SetOf(q)))
	}
	return all
}

// with calls f for everything that an event may take.
func (x *ties) with(p int, ev explore.Events, f func(m letter)) {
	if ev == explore.LocalSteps || ev == explore.Asking {
		f(letter{})
		return
	}
	for _, m := range x.letters(p, explore.Set(ev).Members()[0]) {
		f(m)
	}
}

// reach returns the views that p can come to by the given events, each as often
// as may be.
func (x *ties) reach(p int, from view, by explore.Events) []view {
	from = from.normal()
	key := fmt.Sprint(p, from, by)
	if known, ok := x.reaches[key]; ok {
		return known
	}
	seen := map[view]bool{from: true}
	list := []view{from}
	for i := 0; i < len(list); i++ {
		v := list[i]
		for _, ev := range x.events() {
			if ev&by == 0 {
				continue
			}
			x.with(p, ev, func(m letter) {
				for _, r := range x.do(p, v.l, ev, m) {
					next := r.step(v.l, m).Next
					// A fresh stamp may lie anywhere above one's own.
					places := []explore.Stamp{explore.Fresh}
					if slices.Contains(r.Slot[:], fresh) {
						places = nil
						for s := max(v.l.Own.At[0], v.l.Own.At[1], m.First) + 25; s <= 625; s += 25 {
							places = append(places, s)
						}
					}
					for _, s := range places {
						to := view{restamp(next, func(z explore.Stamp) explore.Stamp {
							if z == explore.Fresh {
								return s
							}
							return z
						}), v.m}.normal()
						if !seen[to] {
							seen[to] = true
							list = append(list, to)
						}
					}
				}
			})
		}
	}
	x.reaches[key] = list
	return list
}

// after returns the effects of one event and then another.
func (x *ties) after(p int, l local, e explore.Events, me letter, f explore.Events, mf letter, all *[]effect) (blocked bool) {
	for _, r := range x.do(p, l, e, me) {
		s := r.step(l, me)
		second := x.do(p, s.Next, f, mf)
		if len(second) == 0 {
			return true
		}
		for _, r2 := range second {
			s2 := r2.step(s.Next, mf)
			var sent [3][]letter
			for _, o := range append(slices.Clone(s.Send), s2.Send...) {
				sent[o.To] = append(sent[o.To], o.Msg)
			}
			*all = append(*all, effect{s2.Next, fmt.Sprint(sent)})
		}
	}
	return false
}

// commute reports whether two events do in a local state in which both are
// enabled.
func (x *ties) commute(p int, l local, e explore.Events, me letter, f explore.Events, mf letter) bool {
	re, rf := x.do(p, l, e, me), x.do(p, l, f, mf)
	if len(re) == 0 || len(rf) == 0 {
		return true
	}
	fe, ff := slices.ContainsFunc(re, rule.makesFresh), slices.ContainsFunc(rf, rule.makesFresh)
	if fe && ff || fe && mf.First != 0 || ff && me.First != 0 {
		return false
	}
	var one, two []effect
	if x.after(p, l, e, me, f, mf, &one) || x.after(p, l, f, mf, e, me, &two) {
		return false
	}
	// Whether a second event makes a fresh stamp after the first must not matter.
	order := func(a, b effect) int {
		return cmp.Or(cmp.Compare(fmt.Sprint(a.l), fmt.Sprint(b.l)), cmp.Compare(a.sent, b.sent))
	}
	slices.SortFunc(one, order)
	slices.SortFunc(two, order)
	return slices.Equal(slices.Compact(one), slices.Compact(two)) && !x.freshLater(p, l, e, me, f, mf) && !x.freshLater(p, l, f, mf, e, me)
}

// freshLater reports whether the second of two events makes a fresh stamp after
// the first that it does not make, or does not go well, without it.
func (x *ties) freshLater(p int, l local, e explore.Events, me letter, f explore.Events, mf letter) bool {
	for _, r := range x.do(p, l, e, me) {
		for _, r2 := range x.do(p, r.step(l, me).Next, f, mf) {
			if r2.makesFresh() && (r.makesFresh() || me.First != 0) {
				return true
			}
		}
	}
	return false
}

func (x *ties) careful(p int) bool { return x.toSelf[p] && !x.queued }

// conflicts returns the events that do not commute with e, in what can be come
// to without it.
func (x *ties) conflicts(p int, v view, e explore.Events) explore.Events {
	if x.careful(p) {
		return explore.AllEvents
	}
	v = v.normal()
	key := fmt.Sprint("c", p, v, e)
	if known, ok := x.answers[key]; ok {
		return known
	}
	all := explore.NoEvents
	for _, w := range x.reach(p, v, explore.AllEvents&^e) {
		for _, f := range x.events() {
			if f != e && all&f == 0 {
				x.with(p, f, func(mf letter) {
					if !x.commute(p, w.l, e, w.m, f, mf) {
						all |= f
					}
				})
			}
		}
	}
	x.answers[key] = all
	return all
}

// needed returns the smallest sets of events without which p does not come to
// do anything of what is looked for.
func (x *ties) needed(p int, l local, what func(l local, ev explore.Events, m letter, r rule) bool) []explore.Events {
	if x.careful(p) {
		return []explore.Events{explore.AllEvents}
	}
	events := x.events()
	var sets []explore.Events
	for mask := range 1 << len(events) {
		set := explore.NoEvents
		for i, ev := range events {
			if mask>>i&1 != 0 {
				set |= ev
			}
		}
		if slices.ContainsFunc(sets, func(s explore.Events) bool { return s&^set == 0 }) {
			continue
		}
		found := false
		for _, v := range x.reach(p, view{l: l}, explore.AllEvents&^set) {
			for _, ev := range events {
				if ev&set == 0 && !found {
					x.with(p, ev, func(m letter) {
						for _, r := range x.do(p, v.l, ev, m) {
							found = found || what(v.l, ev, m, r)
						}
					})
				}
			}
		}
		if !found {
			sets = append(sets, set)
		}
	}
	return sets
}

// enabling returns the smallest sets of events without which no event of e gets
// enabled.
func (x *ties) enabling(p int, l local, e explore.Events) []explore.Events {
	if x.careful(p) {
		return []explore.Events{explore.AllEvents}
	}
	sets := x.needed(p, l, func(_ local, ev explore.Events, m letter, r rule) bool { return ev == e })
	// The event itself does not enable itself.
	var others []explore.Events
	for _, s := range sets {
		if s&e == 0 {
			others = append(others, s)
		}
	}
	if len(others) > 0 {
		return others
	}
	return []explore.Events{explore.AllEvents}
}

func (x *ties) seen(p int, l local) explore.Observation {
	o := x.t.protocol.Observe(p, l)
	if x.phases {
		o.Units = 0
	} else {
		o.Units = l.Node
	}
	return o
}

func (x *ties) partial(harm func(all []explore.Observation) []explore.Set) *explore.Partial[local, letter] {
	first := func(sets []explore.Events) explore.Events {
		return slices.MinFunc(sets, func(a, b explore.Events) int { return cmp.Compare(a, b) })
	}
	changes := func(p int) func(l local, ev explore.Events, m letter, r rule) bool {
		return func(l local, ev explore.Events, m letter, r rule) bool {
			return x.seen(p, l) != x.seen(p, r.step(l, m).Next)
		}
	}
	return &explore.Partial[local, letter]{
		Defined: true,
		Take: func(p int, l local, from int, m letter) explore.Events {
			return x.conflicts(p, view{l, m}, explore.Taking(explore.SetOf(from)))
		},
		Local:  func(p int, l local) explore.Events { return x.conflicts(p, view{l: l}, explore.LocalSteps) },
		Enable: func(p int, l local) []explore.Events { return x.enabling(p, l, explore.LocalSteps) },
		Ask:    func(p int, l local) explore.Events { return first(x.enabling(p, l, explore.Asking)) },
		Send: func(p int, l local, to int) explore.Events {
			return first(x.needed(p, l, func(_ local, _ explore.Events, _ letter, r rule) bool {
				return slices.ContainsFunc(r.Send, func(s posting) bool { return s.To == to })
			}))
		},
		Visible: func(p int, l local) explore.Events {
			if x.careful(p) {
				return explore.AllEvents
			}
			all := explore.NoEvents
			for _, v := range x.reach(p, view{l: l}, explore.AllEvents) {
				for _, ev := range x.events() {
					x.with(p, ev, func(m letter) {
						for _, r := range x.do(p, v.l, ev, m) {
							if changes(p)(v.l, ev, m, r) {
								all |= ev
							}
						}
					})
				}
			}
			return all
		},
		Enter: func(p int, l local) []explore.Events { return x.needed(p, l, changes(p)) },
		Harm:  harm,
	}
}

// TestReduced compares reduced searches with full ones: deadlocks, and for each
// way in which runs end, and some other observations, whether they are found.
func TestReduced(t *testing.T) {
	counts := map[string]int{}
	for nth := 0; counts["protocols"] < scale(14, 800); nth++ {
		seed := 5_000_000 + nth
		if nth == 0 {
			seed = 5_000_335 // processes alike, but for what Safe says of states that a reduced search leaves out
		}
		d := newDice(uint64(seed))
		x := draw(uint64(seed))
		x.protocol.Selective, x.protocol.Obliged = false, false
		if x.clock.Attach == explore.EveryMessage {
			x.clock.Attach = explore.StampedMessages
		}
		x.clock.TickOnFresh = true
		x.protocol.Clock = x.clock
		undefined := false
		x.eachRule(func(p int, r *rule) {
			undefined = undefined || r.Undefined
			for i := range r.Send {
				r.Send[i].Carry[1] = nowhere
			}
		})
		if undefined {
			continue
		}
		for i := range x.requests {
			x.requests[i] = 1 + d.IntN(2)
			if d.chance(15) {
				x.requests[i] = explore.Unbounded
			}
		}
		if d.chance(30) && !slices.Contains(x.requests, explore.Unbounded) {
			x.options.Clock = explore.Integer
			x.protocol.Clock.TickOnReceive = false
			x.protocol.Clock.TickOnFresh = d.chance(70)
		}
		g := machineFor(x.protocol, x.options).reach(1500)
		if g == nil || g.full {
			continue
		}
		counts["protocols"]++
		counts["states"] += len(g.worlds)
		x.reduced(t, d, seed, g, counts)
	}
	t.Log(counts)
}

// reduced compares reduced searches for one table.
func (x *table) reduced(t *testing.T, d dice, seed int, g *graph[local, letter], counts map[string]int) {
	c := &comparison[local, letter]{g: g}
	p := x.protocol
	phases := d.chance(50)
	ties := newTies(x, x.queued, phases)
	observe := p.Observe
	p.Observe = func(q int, l local) explore.Observation {
		o := explore.Observation{Phase: observe(q, l).Phase}
		if !phases {
			o.Units = l.Node
		}
		return o
	}
	g.m.p.Observe = p.Observe
	try := func(what string, want bool, shows func(i int) bool, harm func(all []explore.Observation) []explore.Set, check ...explore.Property) {
		p.Partial = ties.partial(harm)
		o := x.options
		o.Check = check
		r := c.run(p, o)
		if r == nil || !r.Reduced || !r.Complete && r.Stopped != "" {
			c.find("%s: %+v", what, r)
			return
		}
		counts["searches"]++
		if r.Saved > 0 {
			counts["smaller"]++
		}
		got := r.Properties[0]
		if (got.Verdict == verdict.Violated) != want {
			c.find("%s is %v with %d states, and that it is violated with all %d is %t", what, got.Verdict, r.States, len(g.worlds), want)
		}
		if got.Trace != nil {
			s, err := g.replay(0, got.Trace.Steps)
			if err != nil || !shows(s.states[len(s.states)-1]) {
				c.find("%s: the trace does not show it: %v", what, err)
			}
		}
		p.Partial, o.Derive = nil, true
		if r = c.run(p, o); r == nil || !r.Reduced {
			return
		}
		counts["derived"]++
		if r.Symmetry > 1 {
			counts["derived with symmetry"]++
		}
		if (r.Properties[0].Verdict == verdict.Violated) != want {
			c.find("%s is %v with %d states by what is derived, and that it is violated is %t", what, r.Properties[0].Verdict, r.States, want)
		}
	}
	dead := func(i int) bool { return g.dead(i) }
	try("deadlock", g.nearest(dead) >= 0, dead, nil, explore.DeadlockFreedom)

	ends := map[string][]explore.Observation{}
	for i := range g.worlds {
		if seen := g.observed(i); g.ended(i, false) || d.IntN(len(g.worlds)) < 3 {
			ends[fmt.Sprint(seen)] = seen
		}
	}
	// One that may not be reachable.
	var some []explore.Observation
	for q := range x.n {
		some = append(some, p.Observe(q, local{Node: uint8(d.IntN(nodes))}))
	}
	ends[fmt.Sprint(some)] = some
	keys := make([]string, 0, len(ends))
	for k := range ends {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		end := ends[k]
		p.Safe = func(all []explore.Observation) string {
			if slices.Equal(all, end) {
				return "all stand as they may not"
			}
			return ""
		}
		is := func(i int) bool { return slices.Equal(g.observed(i), end) }
		harm := func(all []explore.Observation) []explore.Set {
			var sets []explore.Set
			for q := range all {
				if all[q] != end[q] {
					sets = append(sets, explore.SetOf(q))
				}
			}
			if len(sets) == 0 {
				sets = []explore.Set{explore.All(len(all))}
			}
			return sets
		}
		check := []explore.Property{explore.Safety}
		if d.chance(30) {
			check = append(check, explore.DeadlockFreedom)
		}
		try("observing "+k, g.nearest(is) >= 0, is, harm, check...)
	}
	if len(c.findings) > 0 {
		t.Errorf("seed %d (%d processes, %d states, %+v, requests %v, queued %t):", seed, x.n, len(g.worlds), x.clock, x.requests, x.queued)
		for _, f := range c.findings {
			t.Errorf("    %s", f)
		}
	}
}
