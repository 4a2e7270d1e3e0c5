package attack

import (
	"fmt"
	"slices"

	"qcheck/explore"
)

// How stamps are represented, and what a fresh one may be.
type clockwork int

const (
	causal   clockwork = iota // any place above what is heard of
	printed                   // integer clocks, as printed
	drifting                  // integer clocks that tick of their own accord before a fresh stamp
)

// A machine runs a protocol.
type machine[L, M comparable] struct {
	p        explore.Protocol[L, M]
	requests []int
	queued   bool
	clocks   clockwork
	clockMax int // printed
	tagged   bool
	gap      int // drifting: how far neighbouring clock values lie apart at most

	numbers map[any]int // of the values in worlds, for keys
}

// A move is one outcome of one step.
type move[L, M comparable] struct {
	process, from, outcome, place int

	name      string
	kind      explore.StepKind
	fair      string // which step it is, for fairness; empty for asking that nobody is obliged to
	undefined string
	overflow  string
	beyond    bool // a clock passes its bound: the step is there, the state is not entered
	both      bool // and another bound is passed there
	spent     bool // asking beyond the bound of requests

	at   int   // which message of the channel is taken
	sent []int // to whom messages go, in order
	next *world[L, M]
	// With causal stamps: what becomes of stamp r, 0 when it is in use no more.
	becomes []int
}

// again is the place of a fresh stamp that is the last one of its process.
const again = explore.SamePlace

// unheard is the clock of a process with a causal fresh stamp that has no place
// yet.
const unheard = 1 << 20

const processBits = 5

func stampOf(clock, p int) explore.Stamp { return explore.Stamp(clock<<processBits + p + 1) }

// Handlers see causal stamps spread out: they may only compare them.
func spreadOut(s explore.Stamp) explore.Stamp {
	if s == explore.Fresh {
		return s
	}
	return 9*s + 4
}

func drawIn(s explore.Stamp) explore.Stamp {
	if s == explore.Fresh {
		return s
	}
	if s%9 != 4 {
		panic(fmt.Sprintf("a handler made the stamp %d", s))
	}
	return (s - 4) / 9
}

// A branch is one alternative of what happens within a step.
type branch[L, M comparable] struct {
	state     L
	clock     int
	quiet     bool
	fresh     bool          // a fresh stamp was made
	base      int           // what was heard of before it
	is        explore.Stamp // what it is, where that is known at once
	calls     []M           // messages to itself, still to be handled
	late      []M           // not taken, or behind such
	out       []explore.Out[M]
	undefined string
	overflow  string
}

// An occasion is a call into the protocol with all that follows from it in the
// same step.
type occasion[L, M comparable] struct {
	m     *machine[L, M]
	w     *world[L, M]
	p     int
	busy  bool // messages to itself wait in its channel
	again bool // a fresh stamp is the process's last one, if it may be
	drift int
}

func (m *machine[L, M]) starts() []*world[L, M] {
	n := m.p.N
	begin := func(l func(p int) L) *world[L, M] {
		w := &world[L, M]{Clock: make([]int, n), Quiet: make([]bool, n), Asked: make([]int, n), Chan: make([][]mail[M], n*n), Down: make([]bool, n), Due: make([]explore.Set, n)}
		for p := range n {
			w.Local = append(w.Local, l(p))
			if m.clocks != causal {
				w.Clock[p] = m.p.Clock.Start
			}
		}
		if m.p.History != nil {
			w.Past = m.p.History.Start
		}
		f := m.p.Faults
		w.Left = [4]int{int(f.Crash), int(f.Restart), int(f.Lose), int(f.Duplicate)}
		return w
	}
	if m.p.Starts == nil {
		return []*world[L, M]{begin(m.p.Init)}
	}
	var all []*world[L, M]
	for _, s := range m.p.Starts() {
		w := begin(func(p int) L { return s.Locals[p] })
		for _, x := range s.Sent {
			c, clock := x.From*n+x.To, 0
			if m.p.Clock.Attach == explore.EveryMessage && m.clocks != causal {
				clock = w.Clock[x.From]
			}
			w.Chan[c] = append(w.Chan[c], mail[M]{x.Msg, clock, m.tag(w.Chan[c])})
		}
		all = append(all, m.inOrder(w))
	}
	return all
}

// moves returns what can happen in w.
func (m *machine[L, M]) moves(w *world[L, M]) []move[L, M] {
	var all []move[L, M]
	n := m.p.N
	for p := range n {
		if w.Down[p] {
			all = append(all, m.fallen(w, p)...)
			continue
		}
		if m.p.Actions != nil {
			all = append(all, m.local(w, p)...)
		}
		for q := range n {
			counts := map[bool]int{}
			for at := range w.Chan[q*n+p] {
				if !ordered(m.p.Network) {
					if at == 0 || w.Chan[q*n+p][at] != w.Chan[q*n+p][at-1] {
						all = append(all, m.takingAny(w, p, q, at, counts)...)
					}
					continue
				}
				ms := m.taking(w, p, q, at)
				all = append(all, ms...)
				if len(ms) > 0 || !m.p.Selective {
					break
				}
			}
		}
		all = append(all, m.mishaps(w, p, all)...)
		all = append(all, m.reported(w, p, all)...)
		// Who makes no stamps keeps up with the others, or would lie far behind.
		if m.clocks == drifting && w.Clock[p] < m.highest(w) {
			next := w.copy()
			next.Clock[p]++
			mv := move[L, M]{process: p, from: -1, name: "tick"}
			mv.next = m.relative(next)
			all = append(all, mv)
		}
	}
	return m.calm(all)
}

// ways returns the occasions to be tried: one for each thing that a fresh stamp
// may be other than a place among the stamps in use.
func (m *machine[L, M]) ways(o occasion[L, M]) []occasion[L, M] {
	ways := []occasion[L, M]{o}
	switch {
	case m.clocks == causal && !m.p.Clock.TickOnFresh:
		o.again = true
		ways = append(ways, o)
	case m.clocks == drifting:
		for o.drift = 1; o.drift <= m.highest(o.w)-o.w.Clock[o.p]+m.gap; o.drift++ {
			ways = append(ways, o)
		}
	}
	return ways
}

func (m *machine[L, M]) local(w *world[L, M], p int) []move[L, M] {
	var all []move[L, M]
	n := m.p.N
	for _, o := range m.ways(occasion[L, M]{m: m, w: w, p: p, busy: ordered(m.p.Network) && len(w.Chan[p*n+p]) > 0}) {
		count := 0
		for _, s := range m.p.Actions(p, m.shown(w.Local[p])) {
			fair := fmt.Sprintf("%d does %s", p, s.Name)
			if s.Kind == explore.May {
				fair = ""
			}
			if s.Kind == explore.Ask {
				if !m.p.Obliged {
					fair = ""
				}
				if m.requests[p] >= 0 && w.Asked[p] >= m.requests[p] {
					all = append(all, move[L, M]{process: p, from: -1, name: s.Name, kind: s.Kind, fair: fair, spent: true})
					continue
				}
			}
			b := branch[L, M]{clock: w.Clock[p], quiet: w.Quiet[p]}
			for _, end := range o.through(b, s) {
				all = append(all, o.settle(w.copy(), end, s, -1, fair, &count)...)
			}
		}
	}
	return all
}

func (m *machine[L, M]) taking(w *world[L, M], p, q, at int) []move[L, M] {
	var all []move[L, M]
	n := m.p.N
	c := q*n + p
	msg := w.Chan[c][at]
	rest := w.copy()
	if m.p.Network != explore.Duplicating {
		rest.Chan[c] = append(rest.Chan[c][:at:at], rest.Chan[c][at+1:]...)
	}
	for _, o := range m.ways(occasion[L, M]{m: m, w: w, p: p, busy: ordered(m.p.Network) && len(rest.Chan[p*n+p]) > 0}) {
		count := 0
		for _, s := range m.p.Deliver(p, m.shown(w.Local[p]), q, m.shownMsg(msg.Msg)) {
			b := branch[L, M]{clock: w.Clock[p], quiet: w.Quiet[p]}
			o.hear(&b, m.shownMsg(msg.Msg), msg.Clock)
			for _, end := range o.through(b, s) {
				for _, mv := range o.settle(rest.copy(), end, s, q, fmt.Sprintf("%d hears %d", p, q), &count) {
					mv.at = at
					all = append(all, mv)
				}
			}
		}
	}
	return all
}

func (m *machine[L, M]) shown(l L) L {
	if m.clocks == causal {
		return restamp(l, spreadOut)
	}
	return l
}

func (m *machine[L, M]) shownMsg(msg M) M {
	if m.clocks == causal {
		return restamp(msg, spreadOut)
	}
	return msg
}

// hear lets a branch receive a message; brought is the clock of its sender.
func (o *occasion[L, M]) hear(b *branch[L, M], msg M, brought int) {
	rule := o.m.p.Clock
	switch rule.Attach {
	case explore.NoMessage:
		return
	case explore.StampedMessages:
		brought = -1
		for _, s := range stampsIn(msg) {
			switch {
			case s == explore.Fresh:
				brought = max(brought, b.clock)
			case o.m.clocks == causal:
				brought = max(brought, int(drawIn(s)))
			default:
				brought = max(brought, int(s>>processBits))
			}
		}
		if brought < 0 {
			return
		}
	}
	b.clock = max(b.clock, brought)
	if rule.TickOnReceive || o.m.clocks == causal {
		b.quiet = false
		if o.m.clocks != causal {
			b.clock++
		}
	}
}

// through returns the ways in which a branch ends that goes on with s.
func (o *occasion[L, M]) through(b branch[L, M], s explore.Step[L, M]) []branch[L, M] {
	if s.Undefined != "" || s.Overflow != "" {
		b.undefined, b.overflow = s.Undefined, s.Overflow
		return []branch[L, M]{b}
	}
	new := false
	for _, x := range stampsIn(s.Next) {
		new = new || x == explore.Fresh
	}
	for _, out := range s.Send {
		for _, x := range stampsIn(out.Msg) {
			new = new || x == explore.Fresh
			if o.m.p.Clock.Attach == explore.NoMessage {
				b.overflow = "a stamp is sent and no clock with it"
				return []branch[L, M]{b}
			}
		}
	}
	if new && !b.fresh {
		b.fresh = true
		b.base = b.clock
		switch {
		case o.m.clocks != causal:
			b.clock += o.drift
			if o.m.p.Clock.TickOnFresh {
				b.clock++
			}
			b.is = stampOf(b.clock, o.p)
		case o.again:
			if !b.quiet {
				return nil
			}
			b.is = spreadOut(explore.Stamp(b.clock))
		default:
			b.clock, b.quiet, b.is = unheard, true, explore.Fresh
		}
	}
	known := func(x explore.Stamp) explore.Stamp {
		if x == explore.Fresh {
			return b.is
		}
		return x
	}
	b.state = restamp(s.Next, known)
	b.calls, b.out = append([]M(nil), b.calls...), append([]explore.Out[M](nil), b.out...)
	for _, out := range s.Send {
		out.Msg = restamp(out.Msg, known)
		if out.To == o.p && !o.m.queued {
			b.calls = append(b.calls, out.Msg)
		} else {
			b.out = append(b.out, out)
		}
	}
	return o.calls(b)
}

// calls handles the messages to itself.
func (o *occasion[L, M]) calls(b branch[L, M]) []branch[L, M] {
	for len(b.calls) > 0 {
		msg := b.calls[0]
		b.calls = b.calls[1:]
		if !o.busy && (len(b.late) == 0 || !ordered(o.m.p.Network)) {
			steps := o.m.p.Deliver(o.p, b.state, o.p, msg)
			if len(steps) > 0 {
				o.hear(&b, msg, b.clock)
				var ends []branch[L, M]
				for _, s := range steps {
					ends = append(ends, o.through(b, s)...)
				}
				return ends
			}
		}
		b.late = append(append([]M(nil), b.late...), msg)
	}
	return []branch[L, M]{b}
}

// settle returns the moves by a branch that has ended: one, or with a causal
// fresh stamp one for each place.
func (o *occasion[L, M]) settle(w *world[L, M], b branch[L, M], s explore.Step[L, M], from int, fair string, count *int) []move[L, M] {
	m, p, n := o.m, o.p, o.m.p.N
	if o.again && (!b.fresh || b.is == explore.Fresh) {
		return nil // nothing but what happens without
	}
	if o.drift > 0 && !b.fresh {
		return nil
	}
	mv := move[L, M]{process: p, from: from, outcome: *count, name: s.Name, kind: s.Kind, fair: fair, undefined: b.undefined, overflow: b.overflow}
	*count++
	if b.undefined != "" || b.overflow != "" {
		return []move[L, M]{mv}
	}
	w.Local[p] = b.state
	w.Quiet[p] = b.quiet
	w.Clock[p] = b.clock
	if s.Kind == explore.Ask && m.requests[p] >= 0 {
		w.Asked[p]++
	}
	out := b.out
	for _, msg := range b.late {
		out = append(out[:len(out):len(out)], explore.Out[M]{To: p, Msg: msg})
	}
	for _, x := range out {
		mv.sent = append(mv.sent, x.To)
		clock := 0
		if m.p.Clock.Attach == explore.EveryMessage {
			clock = b.clock
		}
		c := p*n + x.To
		w.Chan[c] = append(w.Chan[c], mail[M]{x.Msg, clock, m.tag(w.Chan[c])})
		if m.p.Network == explore.Duplicating && slices.Index(w.Chan[c], w.Chan[c][len(w.Chan[c])-1]) < len(w.Chan[c])-1 {
			continue // for the count; it is put in order below
		}
		if limit := m.p.Capacity; limit > 0 && len(w.Chan[c]) > limit || limit == 0 && len(w.Chan[c]) > 255 {
			mv.overflow = "a channel is full"
		}
	}
	if full := m.remember(o.w, w, p, from, s.Name); full != "" {
		mv.overflow = full
	}
	if m.clocks == printed && m.clockMax > 0 && b.clock > m.clockMax {
		mv.beyond, mv.both, mv.overflow = true, mv.overflow != "", ""
	}
	if mv.overflow != "" || mv.beyond {
		return []move[L, M]{mv}
	}
	switch m.clocks {
	case printed:
		w.Quiet = make([]bool, n)
		mv.next = m.inOrder(w)
		return []move[L, M]{mv}
	case drifting:
		w.Quiet = make([]bool, n)
		mv.next = m.relative(w)
		mv.outcome = 0
		return []move[L, M]{mv}
	}
	inside := func(x explore.Stamp) explore.Stamp {
		if x == explore.Fresh {
			return x
		}
		return drawIn(x)
	}
	w.Local[p] = restamp(w.Local[p], inside)
	for q := range n {
		c := w.Chan[p*n+q]
		for i := len(c) - 1; i >= 0; i-- {
			// Just what was sent in this step is spread out.
			if sent := countTo(out, q); i >= len(c)-sent {
				c[i].Msg = restamp(c[i].Msg, inside)
			}
		}
	}
	k := len(m.used(o.w))
	if !b.fresh || o.again {
		mv.next, mv.becomes = m.canonical(w, k, 0)
		mv.next = m.inOrder(mv.next)
		if o.again {
			mv.place = again
		}
		return []move[L, M]{mv}
	}
	var all []move[L, M]
	for place := b.base + 1; place <= k+1; place++ {
		mv.place = place
		mv.next, mv.becomes = m.canonical(w, k, place)
		mv.next = m.inOrder(mv.next)
		all = append(all, mv)
	}
	return all
}

func countTo[M comparable](out []explore.Out[M], q int) int {
	n := 0
	for _, x := range out {
		if x.To == q {
			n++
		}
	}
	return n
}
