package reduce

import (
	"slices"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/plain"
	"qcheck/explore/protocol"
)

// A move is what may happen at a process while an event waits.
type move struct {
	event    Events
	from     int8
	shape    uint64      // if it takes a message, from this sender
	conflict bool        // it may not commute with the event that waits
	after    []fact      // the event that waits, in the states afterwards
	to       []*factInfo // the same, once it was followed
}

// of returns the messages of a clash with the same sender as a move, when messages of
// the given senders were taken before.
func (m *move) of(c *Clash, taken protocol.Set) *uint64 {
	if taken.Has(int(m.from)) {
		return &c.Later[m.from]
	}
	return &c.Next[m.from]
}

// in reports whether a move is in a clash.
func (m *move) in(c *Clash, taken protocol.Set) bool {
	return c.Events&m.event != 0 || m.shape != 0 && *m.of(c, taken)&m.shape != 0
}

// addTo puts a move into a clash.
func (m *move) addTo(c *Clash, taken protocol.Set) {
	if m.shape == 0 {
		c.Events |= m.event
	} else {
		c.senders = c.senders.With(int(m.from))
		*m.of(c, taken) |= m.shape
	}
}

// A stop on a walk is a fact whose event waits, and of whom messages were taken on the way.
type stop struct {
	*factInfo
	taken protocol.Set
}

// A lead is an outcome of the event of a fact, and where it leads to.
type lead struct {
	to              *nodeInfo // nil if it is bad
	ask, fresh, bad bool
	seen            bool // by the history
}

// leads returns the outcomes of the event of a fact, asking included, and adds where they
// lead to.
func (k *Knowledge) leads(f *factInfo) []lead {
	if f.to != nil {
		return f.to
	}
	f.to = []lead{}
	for _, o := range k.Run(f.Where(), int(f.From), f.Msg, protocol.Fresh-1) {
		e := lead{ask: o.ask, fresh: o.fresh, bad: o.bad, seen: o.seen}
		if !o.bad {
			e.to = k.addNode(o.next)
		}
		f.to = append(f.to, e)
	}
	return f.to
}

// Walk finds out what may not commute with the event of a fact, in its local state or
// in those that the process can come to by what commutes; and adds what may happen
// there. Of a message that is passed over it finds what may let it be taken. It goes in
// rounds, so that the order of moves does not matter.
func (k *Knowledge) Walk(f *factInfo) {
	x := f.Found
	*x = Finding{Conflicts: Clash{Events: AllEvents}, visited: x.visited[:0], at: max(1, k.clock), Unlike: x.Unlike}
	first := k.leads(f)
	enabled, movable := false, !x.Unlike
	x.Conflicts.Seen = x.Unlike && k.b.Watched
	for _, o := range first {
		x.Conflicts.Seen = x.Conflicts.Seen || o.seen && !o.ask
		switch {
		case o.bad:
			movable = false
		case !o.ask:
			enabled = true
			movable = movable && !o.fresh
		}
	}
	if passed := len(first) == 0 && k.passing && f.From != engine.Local && movable; !passed && (!enabled || !movable) {
		k.addChanges(x, f)
		return
	}
	k.epoch++
	set := Clash{Events: f.Event(), Seen: x.Conflicts.Seen}
	if f.From != engine.Local && !k.ordered {
		set.Events = NoEvents // others of its channel may be taken before it
	}
	f.meet(0, k.epoch)
	for level := []stop{{f, 0}}; len(level) > 0 && !k.Ends(); {
		more := set
		for _, at := range level {
			k.work++
			if at.made == 0 || slices.ContainsFunc(at.sees, func(n *nodeInfo) bool { return n.changed > at.made }) {
				k.explore(at.factInfo)
			}
			for _, n := range at.sees {
				if n.mark != k.epoch {
					n.mark = k.epoch
					x.visited = append(x.visited, n.id)
				}
			}
			for i := range at.moves {
				if m := &at.moves[i]; m.conflict {
					m.addTo(&more, at.taken)
				}
			}
		}
		set = more // what is found from here on clashes in the next round
		var next []stop
		for _, at := range level {
			k.addChanges(x, at.factInfo)
			for i := range at.moves {
				m := &at.moves[i]
				k.work++
				if m.in(&set, at.taken) {
					continue
				}
				taken := at.taken
				if m.shape != 0 && k.ordered {
					taken = taken.With(int(m.from))
				}
				for _, a := range m.after {
					to := k.addFact(a)
					m.to = append(m.to, to)
					m.conflict = m.conflict || to.First.Found.Unlike
				}
				if m.after = nil; m.conflict {
					m.addTo(&more, at.taken)
					continue
				}
				for _, to := range m.to {
					if to.meet(taken, k.epoch) {
						next = append(next, stop{to, taken})
					}
				}
			}
		}
		set, level = more, next
	}
	if x.Conflicts = set; k.Failed != nil {
		x.at = 0 // it did not come to its end
	}
}

// meet reports whether a walk comes to a fact for the first time with messages of such senders
// taken.
func (f *factInfo) meet(taken protocol.Set, walk int) bool {
	if f.mark != walk {
		f.mark, f.met = walk, f.met[:0]
	}
	if slices.Contains(f.met, taken) {
		return false
	}
	f.met = append(f.met, taken)
	return true
}

// addChanges keeps how the outcomes of the event of a fact, where it waits on a walk, change what
// properties see.
func (k *Knowledge) addChanges(x *Finding, at *factInfo) {
	for _, o := range k.leads(at) {
		if o.bad || o.ask || o.to.seen == at.Node.seen {
			continue
		}
		if c := (change{at.Node.seen, o.to.seen}); !slices.Contains(x.Changes, c) {
			x.Changes = append(x.Changes, c)
		}
	}
}

// Where returns the local state with the numbers that its stamps have in the fact.
func (f *fact) Where() Node { return Node{f.process, f.asked, f.state} }

// explore makes the moves of a fact, whose event is enabled and makes no fresh stamp.
func (k *Knowledge) explore(f *factInfo) {
	f.moves, f.made = f.moves[:0], k.clock
	f.sees = []*nodeInfo{f.Node}
	for _, o := range k.leads(f) {
		if !o.bad && !o.ask && !slices.Contains(f.sees, o.to) {
			f.sees = append(f.sees, o.to)
		}
	}
	for _, ev := range []Events{LocalSteps, Asking} {
		if ev != f.Event() {
			k.try(f, ev, fact{process: f.process, asked: f.asked, From: engine.Local, state: f.state}, f.fact, f.Node.Facts[0])
		}
	}
	for q := range k.b.N {
		if q == int(f.From) && k.ordered {
			continue
		}
		var shapes []plain.Value
		for _, n := range f.sees {
			for _, m := range n.messages[q] {
				if !slices.Contains(shapes, m) {
					shapes = append(shapes, m)
				}
			}
		}
		for _, m := range shapes {
			k.eachPlace(f.fact, m, func(here fact, msg plain.Value) {
				other := fact{process: f.process, asked: f.asked, From: int8(q), state: here.state, Msg: msg}
				switch known := k.Facts[k.Canonical(other)]; {
				case !k.beside(here, other, known != nil):
				case known != nil:
					k.try(f, other.Event(), other, here, known)
				case slices.Contains(f.Node.messages[q], m): // its stamps lie in another way
					at := len(f.moves)
					if k.try(f, other.Event(), other, here, nil); len(f.moves) == at || !f.moves[at].conflict {
						k.addFact(other) // rather than that it clashes
					}
				default:
					f.moves = append(f.moves, move{event: other.Event(), from: int8(q), shape: k.shape(channelAt{q, int(f.process)}, msg), conflict: true})
				}
			})
		}
	}
}

// event returns the outcomes of the event of a fact, other than asking.
func (k *Knowledge) event(f fact) []outcome {
	list := k.Run(f.Where(), int(f.From), f.Msg, protocol.Fresh-1)
	if f.From != engine.Local {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(o outcome) bool { return o.ask })
}

// beside reports whether the message of the other fact may wait beside the event: it does so then after each of its outcomes,
// too. Without an outcome it may where it is known.
func (k *Knowledge) beside(here, other fact, known bool) bool {
	for _, o := range k.event(here) {
		if o.bad {
			continue
		}
		after := other
		after.state, after.asked = o.next.state, o.next.asked
		if known = k.Facts[k.Canonical(after)] != nil; !known {
			return false
		}
	}
	return known
}

// eachPlace calls f for each way in which the stamps of a message may lie among those
// of a fact, with the fact numbered anew.
func (k *Knowledge) eachPlace(at fact, m plain.Value, f func(here fact, m plain.Value)) {
	own := len(k.ranks(&at.state, &at.Msg))
	count := len(k.ranks(nil, &m))
	step := count + 1
	if (own+1)*step > engine.MaxStamps {
		k.fail(Because("too many time stamps at a process"))
		return
	}
	places := make([]protocol.Stamp, count)
	var place func(i int)
	place = func(i int) {
		if i == count {
			here, msg := at, m
			spread := func(s protocol.Stamp) protocol.Stamp { return s * protocol.Stamp(step) }
			here.state.EachStamp(k.b.P.Local, spread)
			here.Msg.EachStamp(k.b.P.Message, spread)
			msg.EachStamp(k.b.P.Message, func(s protocol.Stamp) protocol.Stamp {
				if s == 0 {
					return 0
				}
				return places[s-1]
			})
			list := k.ranks(&here.state, &here.Msg, &msg)
			k.renumberTo(list, &here.state, &here.Msg, &msg)
			f(here, msg)
			return
		}
		before := protocol.Stamp(0)
		if i > 0 {
			before = places[i-1]
		}
		for slot := 0; slot <= own; slot++ {
			// Equal to an own stamp, or the i-th place above it.
			for _, s := range []protocol.Stamp{protocol.Stamp(slot * step), protocol.Stamp(slot*step + 1 + i)} {
				if s > before {
					places[i] = s
					place(i + 1)
				}
			}
		}
	}
	place(0)
}

// try finds out whether another event commutes with the one that waits, and adds it
// to the moves of the fact if it may happen. Both are given with their stamps numbered
// alike; known is what is known of the other one.
func (k *Knowledge) try(f *factInfo, ev Events, other, here fact, known *factInfo) {
	fresh := protocol.Stamp(len(k.ranks(&here.state, &here.Msg, &other.Msg)) + 1)
	k.work += 4
	m := move{event: ev, from: other.From}
	if other.From != engine.Local {
		m.shape = k.shape(channelAt{int(other.From), int(f.process)}, other.Msg)
	}
	if known != nil && known.First.Found.Unlike { // whatever it does here: it may do something else, or be enabled, where renamings take it
		m.conflict = true
		f.moves = append(f.moves, m)
		return
	}
	of := func(x Node) []outcome {
		list := k.Run(x, int(other.From), other.Msg, fresh)
		if other.From == engine.Local {
			list = slices.DeleteFunc(slices.Clone(list), func(o outcome) bool { return o.ask != (ev == Asking) })
		}
		return list
	}
	waiting := func(x Node) []outcome {
		return k.event(fact{process: here.process, asked: x.asked, From: here.From, state: x.state, Msg: here.Msg})
	}
	start := here.Where()
	steps, first := of(start), waiting(start)
	passed := len(first) == 0 // then try finds out whether the other event lets it be taken
	if len(steps) == 0 {
		// The one that waits may let a message be taken that is passed over.
		m.conflict = k.passing && other.From != engine.Local && slices.ContainsFunc(first, func(l outcome) bool { return !l.bad && len(of(l.next)) > 0 })
		if m.conflict {
			f.moves = append(f.moves, m)
		}
		return
	}
	var ends []end
	for _, o := range steps {
		var list []outcome
		if !o.bad {
			list = waiting(o.next)
		}
		if m.conflict = o.bad || o.fresh && f.stamped || o.seen || differ(first, list); m.conflict {
			break
		}
		if passed {
			if m.conflict = len(list) > 0; m.conflict {
				break
			}
		} else if len(list) == 0 || slices.ContainsFunc(list, func(o outcome) bool { return o.bad || o.fresh }) {
			m.conflict = true
			break
		}
		for _, l := range list {
			ends = append(ends, endOf(o, l))
		}
		m.after = append(m.after, fact{process: here.process, asked: o.next.asked, From: here.From, state: o.next.state, Msg: here.Msg})
	}
	if !m.conflict && !passed {
		var others []end
		for _, l := range first {
			for _, o := range of(l.next) {
				m.conflict = m.conflict || o.seen
				if !o.bad {
					others = append(others, endOf(l, o))
				}
			}
		}
		m.conflict = m.conflict || slices.ContainsFunc(ends, func(e end) bool { return !slices.Contains(others, e) })
	}
	f.moves = append(f.moves, m)
}
