package explore_test

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"unsafe"

	"qcheck/explore"
)

// A machine runs a protocol by the definitions in the documentation of package
// explore, on plain values: no numbering, no memory of answers, no code of the
// engine. Tests replay traces on it, and take small state graphs from it.
type machine[L, M comparable] struct {
	p        explore.Protocol[L, M]
	requests []int
	integer  bool
	queued   bool
	clockMax int
	// ghost tells states with integer clocks apart by what was heard of, too.
	ghost bool

	locals map[L]int // numbers, for keys
	msgs   map[M]int
}

// A global is a global state.
type global[L, M comparable] struct {
	Local []L
	Clock []int // integer clocks
	Heard []heard
	Same  []bool // causal: that is a stamp of its own, and its clock has not ticked since; it stays in use
	Asked []int
	Chan  [][]packet[M] // the one from q to p is number q*n+p
}

// packet is a message on its way, with what EveryMessage attaches.
type packet[M comparable] struct {
	Msg   M
	Clock int
	Heard heard
}

// heard is the latest stamp that somebody heard of. It is a type of its own
// because it does not keep a stamp in use.
type heard explore.Stamp

// A move is one outcome of one step.
type move[L, M comparable] struct {
	explore.TraceStep
	kind      explore.StepKind
	undefined string
	beyond    bool
	becomes   []int // causal: by stamp in use before (from 1), its number afterwards, 0 when it is in use no more
	next      global[L, M]
}

// fairStep says which step a move is, where fairness is concerned: empty for
// asking, and for what may happen.
func (v move[L, M]) fairStep() string {
	switch {
	case v.kind == explore.Ask, v.kind == explore.May:
		return ""
	case v.From >= 0:
		return fmt.Sprintf("%d takes from %d", v.Process, v.From)
	}
	return fmt.Sprintf("%d does %s", v.Process, v.Name)
}

// newMachine returns the machine that the options describe.
func newMachine[L, M comparable](p explore.Protocol[L, M], o explore.Options) *machine[L, M] {
	m := &machine[L, M]{
		p: p, requests: o.Requests, integer: o.Clock == explore.Integer, queued: o.Queued, clockMax: o.ClockMax,
		locals: map[L]int{}, msgs: map[M]int{},
	}
	if m.requests == nil {
		m.requests = slices.Repeat([]int{1}, p.N)
	}
	var (
		l     L
		msg   M
		count int
	)
	note := func(s explore.Stamp) explore.Stamp { count++; return s }
	mapStamps(l, note)
	mapStamps(msg, note)
	if count == 0 {
		m.p.Clock = explore.ClockRule{}
	}
	return m
}

func (m *machine[L, M]) start() global[L, M] {
	n := m.p.N
	s := global[L, M]{make([]L, n), make([]int, n), make([]heard, n), make([]bool, n), make([]int, n), make([][]packet[M], n*n)}
	for i := range n {
		s.Local[i] = m.p.Init(i)
		if m.integer {
			s.Clock[i] = m.p.Clock.Start
		}
	}
	return s
}

// key tells states of this machine apart.
func (m *machine[L, M]) key(s global[L, M]) string {
	var key []byte
	add := func(n int) { key = binary.AppendUvarint(key, uint64(n)) }
	knows := !m.integer || m.ghost
	for p, l := range s.Local {
		add(number(m.locals, l))
		add(s.Clock[p])
		add(s.Asked[p])
		if knows {
			add(int(s.Heard[p]))
		}
		if knows && s.Same[p] {
			add(1)
		} else {
			add(0)
		}
	}
	for _, c := range s.Chan {
		add(len(c))
		for _, k := range c {
			add(number(m.msgs, k.Msg))
			add(k.Clock)
			if knows {
				add(int(k.Heard))
			}
		}
	}
	return string(key)
}

func number[K comparable](numbers map[K]int, k K) int {
	n, ok := numbers[k]
	if !ok {
		n = len(numbers)
		numbers[k] = n
	}
	return n
}

// moves returns all moves from s, in the order of process, sender, outcome and
// place.
func (m *machine[L, M]) moves(s global[L, M]) []move[L, M] {
	var all []move[L, M]
	for p := range m.p.N {
		if m.p.Actions != nil {
			var outcome [2]int
			for _, step := range m.p.Actions(p, s.Local[p]) {
				if step.Kind == explore.Ask && m.requests[p] >= 0 && s.Asked[p] >= m.requests[p] {
					continue
				}
				c := course[L, M]{p: p, clock: s.Clock[p], heard: s.Heard[p], same: s.Same[p], busy: len(s.Chan[p*m.p.N+p]) > 0}
				for _, c := range m.take(c, step) {
					all = append(all, m.finish(s, c, step, -1, c.count(&outcome))...)
				}
			}
		}
		for q := range m.p.N {
			if len(s.Chan[q*m.p.N+p]) == 0 {
				continue
			}
			head := s.Chan[q*m.p.N+p][0]
			var outcome [2]int
			for _, step := range m.p.Deliver(p, s.Local[p], q, head.Msg) {
				c := course[L, M]{p: p, clock: s.Clock[p], heard: s.Heard[p], same: s.Same[p], busy: len(s.Chan[p*m.p.N+p]) > 0}
				if p == q {
					c.busy = len(s.Chan[p*m.p.N+p]) > 1
				}
				c = m.hear(c, head)
				for _, c := range m.take(c, step) {
					all = append(all, m.finish(s, c, step, q, c.count(&outcome))...)
				}
			}
		}
	}
	return all
}

// A course is a step as far as it has come.
type course[L, M comparable] struct {
	p           int
	local       L
	clock       int
	heard, base heard
	fresh       explore.Stamp
	same        bool // as in global
	equal       bool // the fresh stamp is the last one of p
	own         []M  // still to be handled
	late        []M  // not taken, or behind such
	busy        bool // some are in the channel already
	sent        []explore.Out[M]
	undefined   string
}

// count returns the number of an outcome among those of its kind.
func (c course[L, M]) count(numbers *[2]int) int {
	kind := 0
	if c.equal {
		kind = 1
	}
	numbers[kind]++
	return numbers[kind] - 1
}

func (m *machine[L, M]) hear(c course[L, M], k packet[M]) course[L, M] {
	switch m.p.Clock.Attach {
	case explore.NoMessage:
		return c
	case explore.StampedMessages:
		latest := slices.Max(append(stampsIn(k.Msg), 0))
		if latest == 0 {
			return c
		}
		k.Heard, k.Clock = heard(latest), int(latest/32)
	}
	c.heard, c.clock, c.same = max(c.heard, k.Heard), max(c.clock, k.Clock), false
	if m.integer && m.p.Clock.TickOnReceive {
		c.clock++
	}
	return c
}

// take returns the ways in which a course ends that goes on with a step.
func (m *machine[L, M]) take(c course[L, M], step explore.Step[L, M]) []course[L, M] {
	if step.Undefined != "" {
		c.undefined = step.Undefined
		return []course[L, M]{c}
	}
	used := slices.Contains(stampsIn(step.Next), explore.Fresh)
	for _, o := range step.Send {
		used = used || slices.Contains(stampsIn(o.Msg), explore.Fresh)
	}
	if !used || c.fresh != 0 {
		return m.send(c, step)
	}
	again := c
	c.base, c.fresh = c.heard, explore.Fresh
	if m.integer {
		if m.p.Clock.TickOnFresh {
			c.clock++
		}
		c.fresh = explore.Stamp(32*c.clock + c.p + 1)
	}
	c.heard = max(c.heard, heard(c.fresh))
	c.same = !m.p.Clock.TickOnFresh
	ends := m.send(c, step)
	if again.same && !m.integer {
		again.fresh, again.equal = explore.Stamp(again.heard), true
		ends = append(ends, m.send(again, step)...)
	}
	return ends
}

// send goes on with a step whose fresh stamp is known.
func (m *machine[L, M]) send(c course[L, M], step explore.Step[L, M]) []course[L, M] {
	send := slices.Clone(step.Send)
	give := func(s explore.Stamp) explore.Stamp {
		if s == explore.Fresh {
			return c.fresh
		}
		return s
	}
	c.local = mapStamps(step.Next, give)
	for _, o := range send {
		o.Msg = mapStamps(o.Msg, give)
		if o.To == c.p && !m.queued {
			c.own = append(slices.Clone(c.own), o.Msg)
		} else {
			c.sent = append(slices.Clone(c.sent), o)
		}
	}
	for len(c.own) > 0 {
		msg := c.own[0]
		c.own = c.own[1:]
		var steps []explore.Step[L, M]
		if !c.busy && len(c.late) == 0 {
			steps = m.p.Deliver(c.p, c.local, c.p, msg)
		}
		if len(steps) == 0 {
			c.late = append(slices.Clone(c.late), msg)
			continue
		}
		c = m.hear(c, packet[M]{msg, c.clock, c.heard})
		var ends []course[L, M]
		for _, step := range steps {
			ends = append(ends, m.take(c, step)...)
		}
		return ends
	}
	return []course[L, M]{c}
}

// finish returns the moves by an outcome: with a causal fresh stamp, one for
// each of its places.
func (m *machine[L, M]) finish(s global[L, M], c course[L, M], first explore.Step[L, M], from, outcome int) []move[L, M] {
	v := move[L, M]{
		TraceStep: explore.TraceStep{Process: c.p, From: from, Outcome: outcome, Name: first.Name},
		kind:      first.Kind, undefined: c.undefined,
		beyond: c.undefined == "" && m.integer && m.clockMax > 0 && c.clock > m.clockMax,
	}
	if c.equal {
		v.Place = explore.SamePlace
	}
	if c.undefined != "" || v.beyond {
		return []move[L, M]{v}
	}
	n := m.p.N
	t := global[L, M]{slices.Clone(s.Local), slices.Clone(s.Clock), slices.Clone(s.Heard), slices.Clone(s.Same), slices.Clone(s.Asked), slices.Clone(s.Chan)}
	t.Local[c.p], t.Clock[c.p], t.Heard[c.p], t.Same[c.p] = c.local, c.clock, c.heard, c.same
	if first.Kind == explore.Ask && m.requests[c.p] >= 0 {
		t.Asked[c.p]++
	}
	if from >= 0 {
		t.Chan[from*n+c.p] = t.Chan[from*n+c.p][1:]
	}
	for _, msg := range c.late {
		c.sent = append(slices.Clone(c.sent), explore.Out[M]{To: c.p, Msg: msg})
	}
	for _, o := range c.sent {
		k := packet[M]{Msg: o.Msg}
		if m.p.Clock.Attach == explore.EveryMessage {
			k.Clock, k.Heard = c.clock, c.heard
		}
		t.Chan[c.p*n+o.To] = append(slices.Clone(t.Chan[c.p*n+o.To]), k)
	}
	if m.integer {
		v.next = t
		if m.ghost {
			v.next = forget(t)
		}
		return []move[L, M]{v}
	}
	count := len(inUse(s))
	if c.fresh == 0 || c.equal {
		v.next, v.becomes = canonical(t), becomes(t, count, 1)
		return []move[L, M]{v}
	}
	var vs []move[L, M]
	for v.Place = int(c.base) + 1; v.Place <= count+1; v.Place++ {
		// Twice the number leaves room between any two.
		u := mapGlobal(t, func(x explore.Stamp) explore.Stamp {
			if x == explore.Fresh {
				return explore.Stamp(2*v.Place - 1)
			}
			return 2 * x
		})
		v.next, v.becomes = canonical(u), becomes(u, count, 2)
		vs = append(vs, v)
	}
	return vs
}

// becomes returns what the stamps 1 to count, each times factor in t, are
// renumbered to, 0 for one that is not in use.
func becomes[L, M comparable](t global[L, M], count, factor int) []int {
	var all []int
	used := inUse(t)
	for i := range count {
		if at, there := slices.BinarySearch(used, explore.Stamp((i+1)*factor)); there {
			all = append(all, at+1)
		} else {
			all = append(all, 0)
		}
	}
	return all
}

// canonical numbers the stamps in use from 1, takes what was heard of for the
// latest of them that is not later, and forgets what makes nobody wiser. It
// drops integer clocks.
func canonical[L, M comparable](s global[L, M]) global[L, M] {
	used := inUse(s)
	s = mapGlobal(s, func(x explore.Stamp) explore.Stamp {
		n := explore.Stamp(0)
		for _, u := range used {
			if u <= x {
				n++
			}
		}
		return n
	})
	n := len(s.Local)
	s.Clock = make([]int, n)
	for i, c := range s.Chan {
		known := s.Heard[i%n]
		for j := range c {
			c[j].Clock = 0
			if c[j].Heard <= known {
				c[j].Heard = 0
			} else {
				known = c[j].Heard
			}
		}
	}
	return s
}

// forget takes what was heard of for the latest stamp in use that is not later.
func forget[L, M comparable](s global[L, M]) global[L, M] {
	used := inUse(s)
	lower := func(x heard) heard {
		latest := heard(0)
		for _, u := range used {
			if heard(u) <= x {
				latest = heard(u)
			}
		}
		return latest
	}
	s.Heard, s.Chan = slices.Clone(s.Heard), slices.Clone(s.Chan)
	for i, x := range s.Heard {
		s.Heard[i] = lower(x)
	}
	for i, c := range s.Chan {
		s.Chan[i] = slices.Clone(c)
		for j := range c {
			s.Chan[i][j].Heard = lower(c[j].Heard)
		}
	}
	return s
}

// inUse returns the stamps in local states and messages, ascending.
func inUse[L, M comparable](s global[L, M]) []explore.Stamp {
	var used []explore.Stamp
	for p, l := range s.Local {
		used = append(used, stampsIn(l)...)
		if s.Same[p] {
			used = append(used, explore.Stamp(s.Heard[p]))
		}
	}
	for _, c := range s.Chan {
		for _, k := range c {
			used = append(used, stampsIn(k.Msg)...)
		}
	}
	slices.Sort(used)
	return slices.Compact(slices.DeleteFunc(used, func(x explore.Stamp) bool { return x == 0 }))
}

// mapGlobal returns a copy of s in which f has replaced all stamps and what was
// heard of.
func mapGlobal[L, M comparable](s global[L, M], f func(explore.Stamp) explore.Stamp) global[L, M] {
	s.Local, s.Heard, s.Chan = slices.Clone(s.Local), slices.Clone(s.Heard), slices.Clone(s.Chan)
	for i := range s.Local {
		s.Local[i] = mapStamps(s.Local[i], f)
		s.Heard[i] = heard(f(explore.Stamp(s.Heard[i])))
	}
	for i, c := range s.Chan {
		s.Chan[i] = slices.Clone(c)
		for j, k := range c {
			s.Chan[i][j] = packet[M]{mapStamps(k.Msg, f), k.Clock, heard(f(explore.Stamp(k.Heard)))}
		}
	}
	return s
}

// mapStamps returns v with all stamps in it replaced by f; zero stays.
func mapStamps[T any](v T, f func(explore.Stamp) explore.Stamp) T {
	t := reflect.TypeFor[T]()
	places, ok := stampPlaces.Load(t)
	if !ok {
		places, _ = stampPlaces.LoadOrStore(t, placesOfStamps(t, 0))
	}
	for _, place := range places.([]uintptr) {
		if s := (*explore.Stamp)(unsafe.Add(unsafe.Pointer(&v), place)); *s != 0 {
			*s = f(*s)
		} else {
			f(0)
		}
	}
	return v
}

// stampPlaces are the places of stamps by type: they are asked for at each step.
var stampPlaces sync.Map

// placesOfStamps returns where in a value of a type there are stamps, from a place on.
func placesOfStamps(t reflect.Type, from uintptr) (all []uintptr) {
	switch {
	case t == reflect.TypeFor[explore.Stamp]():
		all = []uintptr{from}
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			all = append(all, placesOfStamps(t.Field(i).Type, from+t.Field(i).Offset)...)
		}
	case t.Kind() == reflect.Array:
		for i := range t.Len() {
			all = append(all, placesOfStamps(t.Elem(), from+uintptr(i)*t.Elem().Size())...)
		}
	}
	return all
}

func stampsIn[T any](v T) []explore.Stamp {
	var all []explore.Stamp
	mapStamps(v, func(s explore.Stamp) explore.Stamp {
		all = append(all, s)
		return s
	})
	return all
}

// A network is the graph of all states that a machine reaches, in breadth-first
// order.
type network[L, M comparable] struct {
	m      *machine[L, M]
	states []global[L, M]
	level  []int
	number map[string]int
	moves  [][]move[L, M] // by state
	to     [][]int        // by state and move: where it leads, -1 if it is not entered
	waits  []explore.Set  // by state
	inside []explore.Set
}

// explored returns the network, and false when it has more states than the
// limit or a channel holds more messages than the protocol's capacity.
func (m *machine[L, M]) explored(limit int) (*network[L, M], bool) {
	g := &network[L, M]{m: m, number: map[string]int{}}
	ok := true
	enter := func(s global[L, M], level int) int {
		key := m.key(s)
		i, old := g.number[key]
		if !old {
			i = len(g.states)
			g.number[key] = i
			g.states = append(g.states, s)
			g.level = append(g.level, level)
			for _, c := range s.Chan {
				ok = ok && len(c) <= cmp.Or(m.p.Capacity, 255)
			}
		}
		return i
	}
	enter(m.start(), 0)
	for i := 0; i < len(g.states); i++ {
		if len(g.states) > limit || !ok {
			return g, false
		}
		s := g.states[i]
		var waits, inside explore.Set
		for p, l := range s.Local {
			switch m.p.Observe(p, l).Phase {
			case explore.Waiting:
				waits = waits.With(p)
			case explore.Inside:
				inside = inside.With(p)
			}
		}
		g.waits, g.inside = append(g.waits, waits), append(g.inside, inside)
		moves := m.moves(s)
		to := make([]int, len(moves))
		for j, v := range moves {
			to[j] = -1
			if v.undefined == "" && !v.beyond {
				to[j] = enter(v.next, g.level[i]+1)
			}
		}
		g.moves, g.to = append(g.moves, moves), append(g.to, to)
	}
	return g, true
}

// terminal reports whether nothing but asking is enabled in state i.
func (g *network[L, M]) terminal(i int) bool {
	return !slices.ContainsFunc(g.moves[i], func(v move[L, M]) bool { return v.kind != explore.Ask && v.kind != explore.May })
}

// unsafe returns what is wrong with state i.
func (g *network[L, M]) unsafe(i int) string {
	if g.m.p.Safe == nil {
		return ""
	}
	return g.m.p.Safe(g.m.observed(g.states[i]))
}

// observed returns what is observed of all processes.
func (m *machine[L, M]) observed(s global[L, M]) []explore.Observation {
	all := make([]explore.Observation, m.p.N)
	for p, l := range s.Local {
		all[p] = m.p.Observe(p, l)
	}
	return all
}

// undefined reports whether a step that is enabled in state i is undefined.
func (g *network[L, M]) undefined(i int) bool {
	return slices.ContainsFunc(g.moves[i], func(v move[L, M]) bool { return v.undefined != "" })
}
