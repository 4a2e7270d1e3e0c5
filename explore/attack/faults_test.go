package attack

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
)

// Faults, from their documentation: budgets of the whole system; a process that has crashed takes no step but
// that it restarts, thinks for all who look, and drops what comes; a message is lost, which matters on a channel
// with order when it is the first, or first with those before it passed; or a copy of one goes to the end of
// its channel. None of them is owed, but that a message comes to a process that has crashed.

// wrong returns the move of a fault, with the world that it leads to.
func (m *machine[L, M]) wrong(p, from, outcome int, name string, w, next *world[L, M]) move[L, M] {
	mv := move[L, M]{process: p, from: from, outcome: outcome, name: name, kind: explore.May}
	mv.next = next
	if name == explore.Crashes || name == explore.Restarts {
		mv.overflow = m.remember(w, next, p, -1, name)
	}
	if m.clocks == causal {
		mv.next, mv.becomes = m.canonical(next, len(m.used(w)), 0)
	}
	mv.next = m.inOrder(mv.next)
	return mv
}

// remember puts the history after a step into the next world.
func (m *machine[L, M]) remember(w, next *world[L, M], p, from int, step string) string {
	if m.p.History == nil {
		return ""
	}
	none := func(explore.Stamp) explore.Stamp { return 0 }
	past, full := m.p.History.After(w.Past, explore.Event[L]{
		Process: p, From: from, Step: step, Before: restamp(w.Local[p], none), After: restamp(next.Local[p], none),
	})
	next.Past = past
	return full
}

// outcomes counts the moves of a process, by a message from a process or by itself, that there are without
// faults.
func outcomes[L, M comparable](all []move[L, M], p, from int) int {
	n := 0
	for _, mv := range all {
		if mv.process == p && mv.from == from && !mv.spent && mv.place != again {
			n = max(n, mv.outcome+1)
		}
	}
	return n
}

// mishaps returns the faults of a process that has not crashed, and of what is on its way to it.
func (m *machine[L, M]) mishaps(w *world[L, M], p int, taken []move[L, M]) []move[L, M] {
	var all []move[L, M]
	f := m.p.Faults
	if w.Left[0] > 0 && (f.Of == 0 || f.Of.Has(p)) && (f.When == 0 || f.When.Has(m.moment(w, p))) {
		next := w.copy()
		next.Left[0]--
		next.Down[p] = true
		if f.Suspect {
			next.Due[p] = explore.All(m.p.N).Without(p)
		}
		next.Chan[p*m.p.N+p] = nil
		if m.p.Restart == nil {
			next.Local[p] = m.p.Init(p)
		} else if m.clocks == causal {
			next.Local[p] = restamp(m.p.Restart(p, m.shown(w.Local[p])), drawIn)
		} else {
			next.Local[p] = m.p.Restart(p, w.Local[p])
		}
		all = append(all, m.wrong(p, -1, outcomes(taken, p, -1), explore.Crashes, w, next))
	}
	for q := range m.p.N {
		all = append(all, m.mislaid(w, p, q, outcomes(taken, p, q))...)
	}
	return all
}

// reported returns the moves of a process that is told of a crash, numbered after what it may do by itself: being told
// is owed.
func (m *machine[L, M]) reported(w *world[L, M], p int, taken []move[L, M]) []move[L, M] {
	var all []move[L, M]
	n := m.p.N
	counts := map[bool]int{false: outcomes(taken, p, -1)}
	for _, mv := range taken {
		if mv.process == p && mv.from == -1 && mv.place == again {
			counts[true] = max(counts[true], mv.outcome+1)
		}
	}
	for q := range n {
		if !w.Due[q].Has(p) {
			continue
		}
		told := w.copy()
		told.Due[q] = told.Due[q].Without(p)
		most := map[bool]int{}
		for _, o := range m.ways(occasion[L, M]{m: m, w: w, p: p, busy: ordered(m.p.Network) && len(w.Chan[p*n+p]) > 0}) {
			count := 0
			for _, s := range m.p.Suspect(p, m.shown(w.Local[p]), q) {
				for _, end := range o.through(branch[L, M]{clock: w.Clock[p], quiet: w.Quiet[p]}, s) {
					for _, mv := range o.settle(told.copy(), end, s, -1, fmt.Sprintf("%d does %s", p, s.Name), &count) {
						same := mv.place == again
						most[same] = max(most[same], mv.outcome+1)
						mv.outcome += counts[same]
						all = append(all, mv)
					}
				}
			}
		}
		counts[false], counts[true] = counts[false]+most[false], counts[true]+most[true]
	}
	return all
}

// mislaid returns the faults of the channel from q to p, that many outcomes after.
func (m *machine[L, M]) mislaid(w *world[L, M], p, q, outcome int) []move[L, M] {
	var all []move[L, M]
	c := q*m.p.N + p
	for _, lose := range []bool{true, false} {
		for at, x := range w.Chan[c] {
			if !ordered(m.p.Network) && slices.Index(w.Chan[c], x) < at {
				continue
			}
			next := w.copy()
			switch {
			case lose && w.Left[2] > 0 && (at == 0 || !ordered(m.p.Network) || m.p.Selective):
				next.Left[2]--
				next.Chan[c] = slices.Delete(next.Chan[c], at, at+1)
				mv := m.wrong(p, q, outcome, explore.Loses, w, next)
				mv.at = at
				all = append(all, mv)
			case !lose && w.Left[3] > 0:
				next.Left[3]--
				copied := x
				copied.Tag = m.tag(w.Chan[c])
				next.Chan[c] = append(next.Chan[c], copied)
				mv := m.wrong(p, q, outcome, explore.Copies, w, next)
				mv.at = at
				if limit := m.p.Capacity; limit > 0 && len(next.Chan[c]) > limit {
					mv.overflow = "a channel is full"
				}
				all = append(all, mv)
			default:
				continue
			}
			outcome++
		}
	}
	return all
}

// fallen returns the moves of a process that has crashed.
func (m *machine[L, M]) fallen(w *world[L, M], p int) []move[L, M] {
	var all []move[L, M]
	if w.Left[1] > 0 {
		next := w.copy()
		next.Left[1]--
		next.Down[p] = false
		next.Due[p] = 0
		all = append(all, m.wrong(p, -1, 0, explore.Restarts, w, next))
	}
	for q := range m.p.N {
		c, outcome := q*m.p.N+p, 0
		for at, x := range w.Chan[c] {
			if at > 0 && ordered(m.p.Network) || slices.Index(w.Chan[c], x) < at {
				continue
			}
			outcome++
			if m.p.Network == explore.Duplicating {
				continue // nothing changes
			}
			next := w.copy()
			next.Chan[c] = slices.Delete(next.Chan[c], at, at+1)
			mv := m.wrong(p, q, outcome-1, explore.Drops, w, next)
			mv.kind, mv.fair, mv.at = explore.Plain, fairHearing(p, q, x.Tag, m.tagged), at
			all = append(all, mv)
		}
		all = append(all, m.mislaid(w, p, q, outcome)...)
	}
	return all
}

// A memory is the value of a history.
type memory struct {
	Last explore.Process
	Odd  [3]bool
	Mark uint8
}

// moment says where a process is in its request. No process here says anything of permissions.
func (m *machine[L, M]) moment(w *world[L, M], p int) explore.Moments {
	switch m.p.Observe(p, m.shown(w.Local[p])).Phase {
	case explore.Inside:
		return explore.WhileInside
	case explore.Waiting:
		return explore.WhileAsking
	}
	return explore.WhileThinking
}

// surround puts a protocol on a network, with faults.
func (x *table) surround(d dice) {
	p := &x.protocol
	p.Network = pick(d, explore.FIFO, explore.FIFO, explore.Unordered, explore.Duplicating, explore.Instant)
	p.Faults = explore.Faults{Crash: uint8(d.IntN(3)), Lose: uint8(d.IntN(2)), Duplicate: uint8(d.IntN(2))}
	if p.Network == explore.Duplicating {
		p.Faults.Lose, p.Faults.Duplicate = 0, 0
		for i := range x.requests {
			x.requests[i] = min(1, max(0, x.requests[i]))
		}
	}
	if p.Faults.Crash > 0 {
		p.Faults.Restart = uint8(d.IntN(int(p.Faults.Crash) + 1))
		if d.chance(30) {
			p.Faults.Of = explore.SetOf(d.IntN(p.N))
		}
		if d.chance(30) {
			p.Faults.When = explore.Moments(1 + d.IntN(15))
		}
	}
	if p.Faults.Crash > 0 && d.chance(50) {
		p.Faults.Suspect = true
		said := explore.Out[letter]{To: d.IntN(p.N), Msg: letter{Kind: uint8(d.IntN(kinds))}}
		enters, refuses, doubts := uint8(d.IntN(nodes)), uint8(d.IntN(nodes)), d.chance(30)
		p.Suspect = func(q int, l local, crashed int) []explore.Step[local, letter] {
			s := explore.Step[local, letter]{Name: "told", Next: l}
			switch {
			case l.Node == refuses && crashed > 0:
				return nil
			case crashed == 0:
				s.Send = []explore.Out[letter]{said}
			default:
				s.Next.Node = enters
			}
			if doubts {
				return []explore.Step[local, letter]{s, {Name: "told", Next: l}}
			}
			return []explore.Step[local, letter]{s}
		}
	}
	if d.chance(40) {
		p.History = explore.Watch[local, letter](memory{}, func(h memory, e explore.Event[local]) (memory, string) {
			if e.Before.Own != e.After.Own {
				panic("a history sees stamps")
			}
			switch {
			case phaseOf[e.After.Node] == explore.Inside && phaseOf[e.Before.Node] != explore.Inside:
				h.Last, h.Odd[e.Process] = explore.ProcessOf(e.Process), !h.Odd[e.Process]
			case e.Step == explore.Restarts, e.From == 1:
				h.Mark++
			}
			if h.Mark > 6 {
				return h, "too many marks"
			}
			return h, ""
		})
		p.Requires = append(slices.Clone(p.Requires), explore.Always("the first is not the last for long", func(v explore.View[local, letter]) string {
			if h := v.History.(memory); h.Mark == 2 && h.Last == explore.ProcessOf(0) {
				return "it is"
			}
			return ""
		}))
	}
	if d.chance(30) {
		count := 1 + d.IntN(4)
		var all []explore.Start[local, letter]
		for range count {
			var s explore.Start[local, letter]
			for range p.N {
				s.Locals = append(s.Locals, local{Node: uint8(d.IntN(nodes))})
			}
			for range d.IntN(3) {
				s.Sent = append(s.Sent, explore.Sent[letter]{From: d.IntN(p.N), To: d.IntN(p.N), Msg: letter{Kind: uint8(d.IntN(kinds))}})
			}
			all = append(all, s)
		}
		p.Starts = func() []explore.Start[local, letter] { return all }
	}
	if d.chance(60) {
		keeps := d.IntN(3)
		p.Restart = func(q int, l local) local {
			if keeps < 2 {
				l.Own.At[keeps] = 0
			}
			if q == 0 || l.Node == dwelling {
				l.Node = resting
			}
			return l
		}
	}
}

// Random protocols with faults, on all networks.
func TestFaults(t *testing.T) {
	testSeeds(t, 12_000_000, scale(60, 1_500), func(d dice, x *table) bool {
		p := &x.protocol
		x.surround(d)
		if d.chance(30) {
			x.options.Clock = explore.Integer
			if slices.Contains(x.requests, explore.Unbounded) || d.chance(50) {
				x.options.ClockMax = x.clock.Start + 1 + d.IntN(4)
			}
			return p.Faults.Any()
		}
		return p.Faults.Any() && (p.Clock.TickOnFresh || p.Clock.TickOnReceive || p.Clock.Attach == explore.NoMessage)
	})
}
