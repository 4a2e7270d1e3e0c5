package views

import (
	"context"
	"fmt"
	"slices"

	"qcheck/explore"
	"qcheck/explore/internal/graph"
	"qcheck/explore/internal/table"
	"qcheck/explore/roles"
)

// Bounded bypass.
//
// From the moment at which a member takes a request of a process p until it takes p's
// release, how often does it permit one other process? The bound is the longest path, counted in
// permits to the requester in focus, in a graph of views with ghosts: which peer is p; the
// place of its stamp; of which peers the member has taken an earlier request since; which of
// the messages to the focus were sent since; and whether the focus has taken one of these. If
// every message brings the clock of its sender along, and clocks tick for fresh stamps, the
// fresh stamps of the focus are later than p's from then on: the member's clock has passed
// p's stamp. What other requesters offer the member is what views with the same ghosts
// offer, in which they are in focus; for p, what any view offers. If a cycle of the graph
// has a permit there is no bound by these views, which says nothing of runs.
//
// Every run walks in this graph between the two moments: at the first, each other requester
// is in a view of X with the member's half; and afterwards by the theorem of package views,
// with ghosts that are seen by all. So the bound holds; it may be larger than what runs attain.

// A Bypass says how often a member permits one other process while it has a request of a
// process.
type Bypass struct {
	// Bounded says whether there is a bound by local views, which is Most.
	Bounded bool
	Most    int
	// Why says why not.
	Why string
	// Run has what happens at the member on a longest path, from the request of the process
	// on, or on a cycle: a line for each step.
	Run []string
	// Views is how many views with ghosts there are.
	Views int
}

// An overtaking is a view with these ghosts. The focus is peer 0, and p peer 1; then come
// those of whom an earlier request was taken.
type overtaking struct {
	view  view
	mark  uint8
	early explore.Set // of whom the member has taken a request since that is earlier than p's
	since uint8       // of the last messages to the focus, so many were sent since
	heard bool        // the focus has taken one
}

// An onlooker is a member's half with ghosts, as one requester knows it.
type onlooker struct {
	member int32
	mark   uint8
	early  explore.Set
}

type overtakingStep struct {
	to      int32
	permits int
	what    string
}

// ProveBypass closes the views of a protocol that has Books, and bounds the bypass.
func ProveBypass[R, M, A, B comparable](ctx context.Context, typed roles.Protocol[R, M, A, B], limits Limits) *Bypass {
	p, why := erase(typed)
	if why != "" {
		return &Bypass{Why: why}
	}
	if !p.Clock.TickOnFresh {
		return &Bypass{Why: "clocks need not tick for a fresh stamp"}
	}
	if p.Books == nil {
		return &Bypass{Why: "the algorithm does not say which of its messages are requests, permits and releases"}
	}
	if p.N < 2 {
		return &Bypass{Bounded: true}
	}
	c := newClosure(p)
	c.watch.Limits = limits
	b := &Bypass{}
	c.doing("local views are closed")
	if why, ok := c.attempt(func() {
		c.run(ctx)
		c.doing("permits to others are counted")
		c.bypass(b, func(i int) { c.look(ctx, i) })
	}); !ok {
		b.Why = why
	}
	return b
}

type overtakings struct {
	*closure
	all    table.Numbers[overtaking]
	steps  [][]overtakingStep
	begins []string // how the first ones begin
	offers map[onlooker][]event
	offer  map[onlooker]map[event]bool
	seats  map[onlooker][]seat
	clocks bool
}

func (c *closure) bypass(b *Bypass, look func(int)) {
	o := &overtakings{
		closure: c,
		offers:  map[onlooker][]event{}, offer: map[onlooker]map[event]bool{}, seats: map[onlooker][]seat{},
		clocks: c.p.Clock.Attach == explore.EveryMessage && c.p.Clock.TickOnFresh,
	}
	// The beginnings: the member takes a request of a peer that is not in focus.
	for i, v := range c.views {
		look(i)
		member := c.alone(v.member)
		for _, peer := range c.others(v.member) {
			for _, e := range c.events[c.focus(member, peer)] {
				if !c.p.Books.Request(c.ups.All[e.msg]) {
					continue
				}
				if e.place == 0 {
					c.refuse("a request has no stamp")
				}
				o.taken(overtaking{view: v}, peer, e, true, func(w overtaking, _ int) {
					if at := o.add(w); int(at) == len(o.begins) {
						o.begins = append(o.begins, fmt.Sprintf("takes %v of the process", o.p.up.Typed(o.ups.All[e.msg])))
					}
				})
			}
		}
	}
	for i := 0; i < len(o.all.All); i++ {
		look(i)
		if most := c.watch.Limits.Views; most > 0 && len(o.all.All) > most {
			c.limit("there are more than %d local views for bypass", most)
		}
		o.expand(i)
	}
	b.Views = len(o.all.All)
	in := graph.Components(len(o.all.All), func(edge func(from, to int32)) {
		for i, list := range o.steps {
			for _, s := range list {
				edge(int32(i), s.to)
			}
		}
	})
	most := make([]int, len(o.all.All)) // permits from a component on
	for i, list := range o.steps {
		for _, s := range list {
			if in[i] == in[s.to] && s.permits > 0 {
				b.Why = "the views do not exclude that a member permits one other process without end while it has a request"
				b.Run = o.cycle(in, int32(i), s)
				return
			}
		}
	}
	for _, i := range graph.Ascending(in) {
		for _, s := range o.steps[i] {
			if in[s.to] != in[i] {
				most[in[i]] = max(most[in[i]], most[in[s.to]]+s.permits)
			}
		}
	}
	b.Bounded = true
	for i := range o.all.All {
		b.Most = max(b.Most, most[in[i]])
	}
	b.Run = o.longest(in, most, b.Most)
}

// add returns the number of a view.
func (o *overtakings) add(v overtaking) int32 {
	v.view.last = 0
	if set := o.stampsOf(v.view).with(v.mark); !set.dense() {
		f := shift{within: set}
		v.view, v.mark = o.shiftView(v.view, f), f.of(v.mark)
	}
	v.view.member = o.canon(v.view.member, 0, 1, v.early)
	v.early = ordered(v.early, 0)
	i := o.all.Of(v)
	if int(i) == len(o.steps) {
		o.steps = append(o.steps, nil)
	}
	return i
}

// ordered returns a set of peers as it is numbered when one is in focus, p is peer 1, and those of
// the set are the next ones.
func ordered(early explore.Set, focus int) explore.Set {
	var set explore.Set
	if early.Has(focus) {
		set = set.With(0)
	}
	for i := range early.Without(focus).Len() {
		set = set.With(2 + i)
	}
	return set
}

// onlooker returns what a peer knows of the member and the ghosts.
func (o *overtakings) onlooker(v overtaking, peer int) onlooker {
	member, mark := v.view.member, v.mark
	if set := o.memberStamps[member].with(mark); !set.dense() {
		by := shift{within: set}
		member, mark = o.shiftMember(member, by), by.of(mark)
	}
	return onlooker{o.canon(member, peer, 1, v.early), mark, ordered(v.early, peer)}
}

// taken calls f with what comes of it when the member takes a message of a peer other than the
// focus, and how many permits that sends to the focus. If begins, the peer becomes p.
func (o *overtakings) taken(v overtaking, peer int, e event, begins bool, f func(overtaking, int)) {
	// The stamp of a request is the mark from now on; until then there is none.
	stamps := o.memberStamps[v.view.member]
	do := func(v overtaking, k packet) {
		if begins {
			v.mark = k.stamp
		} else {
			v = o.earlier(v, peer, k)
		}
		for _, r := range o.memberTakes(v.view.member, peer, k) {
			w := o.replied(v, r)
			if begins {
				w.view.member = o.canon(w.view.member, 0, peer, 0)
			}
			f(w, o.permits(r))
		}
	}
	if !begins && peer != 1 {
		stamps = stamps.with(v.mark) // the place is among these
	}
	if peer == 1 && e.place%2 == 1 && !begins && !stamps.has(v.mark) && stamps.upTo(v.mark) == e.place/2 {
		do(v, packet{e.msg, v.mark}) // p sends its stamp once more
	}
	e.packets(stamps, o.stampsOf(v.view).with(v.mark), func(k packet, by shift) {
		w := v
		w.view, w.mark = o.shiftView(v.view, by), by.of(v.mark)
		do(w, k)
	})
}

// earlier notes that the member takes a request of a peer that is earlier than p's.
func (o *overtakings) earlier(v overtaking, peer int, k packet) overtaking {
	if peer != 1 && k.stamp != 0 && k.stamp < v.mark && o.p.Books.Request(o.ups.All[k.msg]) {
		v.early = v.early.With(peer)
	}
	return v
}

func (o *overtakings) replied(v overtaking, r reply) overtaking {
	v.view.member = r.member
	v.view.out = o.sentOn(v.view.out, r.focus)
	v.since += uint8(len(r.focus))
	return v
}

// permits returns how many permits to the focus are in a reply.
func (o *overtakings) permits(r reply) int {
	n := 0
	for _, m := range r.focus {
		if o.p.Books.Permit(o.downs.All[m]) {
			n++
		}
	}
	return n
}

// expand adds what follows from a view, until the member takes p's release.
func (o *overtakings) expand(i int) {
	v := o.all.All[i]
	reach := func(w overtaking, permits int, what string) {
		to := o.add(w)
		o.steps[i] = append(o.steps[i], overtakingStep{to, permits, what})
	}
	if in := o.channels.all[v.view.in]; len(in) > 0 {
		for _, r := range o.memberTakes(v.view.member, 0, in[0]) {
			w := o.replied(o.earlier(v, 0, in[0]), r)
			w.view.in = o.channel(in[1:])
			reach(w, o.permits(r), fmt.Sprintf("takes %v of the other", o.p.up.Typed(o.ups.All[in[0].msg])))
		}
	}
	if o.p.Member.Local != nil {
		for _, r := range o.memberSteps(v.view.member) {
			reach(o.replied(v, r), o.permits(r), "takes a step of its own")
		}
	}
	for _, e := range o.events[o.focus(o.alone(v.view.member), 1)] {
		if a := o.ups.All[e.msg]; !o.p.Books.Release(a) { // that would be the end
			o.taken(v, 1, e, false, func(w overtaking, permits int) {
				reach(w, permits, fmt.Sprintf("takes %v of the process", o.p.up.Typed(a)))
			})
		}
	}
	for peer := 2; peer < o.p.N; peer++ {
		key := o.onlooker(v, peer)
		o.seats[key] = append(o.seats[key], seat{int32(i), peer})
		for _, e := range o.offers[key] {
			o.meets(int32(i), peer, e)
		}
	}
	o.tells(v)
	move := func(t trigger, takes bool) {
		for _, x := range o.moves[t] {
			w := v
			what := "the other goes on"
			if takes {
				n := len(o.channels.all[v.view.out])
				if int(v.since) == n { // the first was sent since
					w.since, w.heard = v.since-1, true
				}
				what = fmt.Sprintf("the other takes %v", o.p.down.Typed(o.downs.All[t.msg]))
			}
			if x.stamp != roles.New {
				w.view = o.after(w.view, takes, x, w.view.own)
				reach(w, 0, what)
				continue
			}
			first := uint8(1)
			if w.heard && o.clocks {
				first = w.mark + 1
			}
			for at := first; int(at) <= o.stampsOf(w.view).with(w.mark).len()+1; at++ {
				by := shift{room: at}
				u := w
				u.view, u.mark = o.after(o.shiftView(w.view, by), takes, x, at), by.of(w.mark)
				reach(u, 0, what)
			}
		}
	}
	move(trigger{v.view.requester, -1}, false)
	if out := o.channels.all[v.view.out]; len(out) > 0 {
		move(trigger{v.view.requester, out[0].msg}, true)
	}
}

// meets adds what follows from a view when the member takes what another requester offers.
func (o *overtakings) meets(i int32, peer int, e event) {
	o.taken(o.all.All[i], peer, e, false, func(w overtaking, permits int) {
		to := o.add(w)
		o.steps[i] = append(o.steps[i], overtakingStep{to, permits, fmt.Sprintf("takes %v of a third", o.p.up.Typed(o.ups.All[e.msg]))})
	})
}

// tells makes the first message of the focus known to the views of the others.
func (o *overtakings) tells(v overtaking) {
	in := o.channels.all[v.view.in]
	if len(in) == 0 {
		return
	}
	key := o.onlooker(v, 0)
	e := event{in[0].msg, placeAmong(o.memberStamps[v.view.member].with(v.mark), in[0].stamp)}
	if !added(o.offer, key, e) {
		return
	}
	o.offers[key] = append(o.offers[key], e)
	for _, s := range o.seats[key] {
		o.meets(s.view, s.peer, e)
	}
}

// longest returns the steps of a path with the most permits.
func (o *overtakings) longest(in []int32, most []int, n int) []string {
	if n == 0 {
		return nil
	}
	at := int32(slices.IndexFunc(o.all.All, func(v overtaking) bool { return most[in[o.all.Of(v)]] == n }))
	run := []string{o.begins[at]} // all follow from those with which it begins
	for n > 0 {
		// Within a component there are no permits: leave it by an edge that counts.
		path, edge := o.to(at, func(i int32, s overtakingStep) bool {
			return in[i] == in[at] && in[s.to] != in[i] && most[in[s.to]]+s.permits == n
		})
		run = append(run, path...)
		run = append(run, edge.line())
		at, n = edge.to, n-edge.permits
	}
	return run
}

// cycle returns the steps of a cycle with a permit.
func (o *overtakings) cycle(in []int32, from int32, s overtakingStep) []string {
	run := []string{s.line()}
	if s.to == from {
		return run
	}
	path, edge := o.to(s.to, func(i int32, t overtakingStep) bool { return in[i] == in[from] && t.to == from })
	return append(append(run, path...), edge.line())
}

// to returns a shortest path to an edge that is wanted, and the edge.
func (o *overtakings) to(from int32, wanted func(int32, overtakingStep) bool) ([]string, overtakingStep) {
	type origin struct {
		from int32
		step overtakingStep
	}
	origins := map[int32]origin{from: {-1, overtakingStep{}}}
	queue := []int32{from}
	for ; len(queue) > 0; queue = queue[1:] {
		i := queue[0]
		for _, s := range o.steps[i] {
			if wanted(i, s) {
				var path []string
				for at := i; origins[at].from >= 0; at = origins[at].from {
					path = append(path, origins[at].step.line())
				}
				slices.Reverse(path)
				return path, s
			}
			if _, ok := origins[s.to]; !ok {
				origins[s.to] = origin{i, s}
				queue = append(queue, s.to)
			}
		}
	}
	panic("views: an edge of a path is not there")
}

func (s overtakingStep) line() string {
	if s.permits > 0 {
		return s.what + ", and permits the other"
	}
	return s.what
}
