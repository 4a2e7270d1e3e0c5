package attack

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"qcheck/explore"
)

// Networks without order, from their documentation: any message of a channel may be taken next, and
// where messages may come again, a channel is a set, and a delivery that changes nothing is no step. That
// each message arrives is judged in a graph in which like messages are told apart by tags: the delivery of the
// message with a tag is a fair step then, since a tag is used again only after its message was
// taken.

// ordered reports whether a network keeps the order of the messages of a channel: so it is where each message is
// taken at once, too, before anything else happens.
func ordered(n explore.Network) bool { return n == explore.FIFO || n == explore.Instant }

// calm leaves out what is not possible while a message can be taken, where messages are taken at once. That
// drifting clocks go on is no step.
func (m *machine[L, M]) calm(all []move[L, M]) []move[L, M] {
	taken := func(mv move[L, M]) bool {
		return mv.from >= 0 && mv.name != explore.Loses && mv.name != explore.Copies
	}
	if m.p.Network != explore.Instant || !slices.ContainsFunc(all, taken) {
		return all
	}
	return slices.DeleteFunc(all, func(mv move[L, M]) bool { return mv.from < 0 && mv.name != "tick" })
}

// tag returns the first tag that no message of a channel has.
func (m *machine[L, M]) tag(mails []mail[M]) int {
	tag := 0
	for m.tagged && slices.ContainsFunc(mails, func(x mail[M]) bool { return x.Tag == tag }) {
		tag++
	}
	return tag
}

// inOrder returns a world with its channels as the network has them.
func (m *machine[L, M]) inOrder(w *world[L, M]) *world[L, M] {
	if ordered(m.p.Network) || w == nil {
		return w
	}
	for i, mails := range w.Chan {
		slices.SortFunc(mails, func(a, b mail[M]) int {
			return cmp.Or(strings.Compare(fmt.Sprintf("%d", any(a.Msg)), fmt.Sprintf("%d", any(b.Msg))), a.Clock-b.Clock, a.Tag-b.Tag)
		})
		if m.p.Network == explore.Duplicating {
			w.Chan[i] = slices.Compact(mails)
		}
	}
	return w
}

// takingAny returns the moves that take one message of a channel; counts has the outcomes of those
// before it, with stamps that are made again and without.
func (m *machine[L, M]) takingAny(w *world[L, M], p, q, at int, counts map[bool]int) []move[L, M] {
	var all []move[L, M]
	most := map[bool]int{}
	for _, mv := range m.taking(w, p, q, at) {
		same := mv.place == again
		most[same] = max(most[same], mv.outcome+1)
		mv.outcome += counts[same]
		if m.tagged {
			mv.fair = fairHearing(p, q, w.Chan[q*m.p.N+p][at].Tag, true)
		}
		if m.p.Network == explore.Duplicating && mv.next != nil && m.key(mv.next) == m.key(w) {
			continue
		}
		all = append(all, mv)
	}
	for same, n := range most {
		counts[same] += n
	}
	return all
}

// fairHearing names the step in which p takes a message from q.
func fairHearing(p, q, tag int, tagged bool) string {
	if tagged {
		return fmt.Sprintf("%d hears %d of %d", p, q, tag)
	}
	return fmt.Sprintf("%d hears %d", p, q)
}

// unjudged reports whether runs without end are not judged on the network, and there are some.
func (g *graph[L, M]) unjudged() bool {
	switch g.m.p.Network {
	case explore.Duplicating:
		return true
	case explore.Unordered:
		if g.m.clocks != causal || g.m.p.Clock.Attach != explore.EveryMessage {
			return false
		}
	case explore.FIFO:
		return false
	}
	return g.goesRound()
}

// goesRound reports whether some run comes back to where it was: whether states are left when those are taken away
// again and again into which no step leads.
func (g *graph[L, M]) goesRound() bool {
	into, left := make([]int, len(g.worlds)), len(g.worlds)
	each := func(i int, f func(j int)) {
		for _, j := range g.to[i] {
			if j >= 0 {
				f(j)
			}
		}
	}
	for i := range g.worlds {
		each(i, func(j int) { into[j]++ })
	}
	var free []int
	for i, n := range into {
		if n == 0 {
			free = append(free, i)
		}
	}
	for ; len(free) > 0; left-- {
		i := free[len(free)-1]
		free = free[:len(free)-1]
		each(i, func(j int) {
			if into[j]--; into[j] == 0 {
				free = append(free, j)
			}
		})
	}
	return left > 0
}

// arrives reports whether each message arrives that may, if a round is taken again and again.
func (g *graph[L, M]) arrives(r stretch[L, M]) error {
	type individual struct {
		mail[M]
		channel int
		always  bool // it could be taken in all states so far
	}
	var all []individual
	for c, mails := range g.worlds[r.states[0]].Chan {
		for _, x := range mails {
			all = append(all, individual{x, c, true})
		}
	}
	n := g.m.p.N
	for range len(all)*len(all) + 2 {
		for at, mv := range r.moves {
			w := g.worlds[r.states[at]]
			for i, x := range all {
				place := slices.Index(w.Chan[x.channel], x.mail)
				all[i].always = x.always && (w.Down[x.channel%n] || len(g.m.taking(w, x.channel%n, x.channel/n, place)) > 0)
			}
			if mv.from >= 0 {
				c := mv.from*n + mv.process
				taken := w.Chan[c][mv.at]
				if i := slices.IndexFunc(all, func(x individual) bool { return x.channel == c && x.mail == taken }); i >= 0 {
					all = slices.Delete(slices.Clone(all), i, i+1)
				}
			}
			if g.m.clocks == causal {
				for i := range all {
					all[i].Msg = restamp(all[i].Msg, func(s explore.Stamp) explore.Stamp { return explore.Stamp(mv.becomes[s]) })
				}
			}
		}
	}
	for _, x := range all {
		if x.always {
			return fmt.Errorf("the cycle is not fair: %v never arrives", x.Msg)
		}
	}
	return nil
}

// Random protocols on networks without order.
func TestNetworks(t *testing.T) {
	testSeeds(t, 9_000_000, scale(55, 1_800), func(d dice, x *table) bool {
		x.protocol.Network = pick(d, explore.Unordered, explore.Unordered, explore.Unordered, explore.Unordered, explore.Duplicating, explore.Instant)
		if x.protocol.Network == explore.Unordered {
			if d.chance(70) {
				x.protocol.Clock.Attach = explore.StampedMessages
			}
			if d.chance(60) {
				x.options.Requests = slices.Repeat([]int{explore.Unbounded}, x.n)
				x.requests = x.options.Requests
			}
		}
		if x.protocol.Network == explore.Duplicating {
			for i := range x.requests { // a set that grows without end has no end
				x.requests[i] = min(1, max(0, x.requests[i]))
			}
		}
		if d.chance(40) {
			x.options.Clock = explore.Integer
			if slices.Contains(x.requests, explore.Unbounded) || d.chance(50) {
				x.options.ClockMax = x.clock.Start + 1 + d.IntN(4)
			}
			return true
		}
		return x.protocol.Clock.TickOnFresh || x.protocol.Clock.TickOnReceive || x.protocol.Clock.Attach == explore.NoMessage
	})
}
