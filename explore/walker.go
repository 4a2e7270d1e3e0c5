package explore

import (
	"slices"

	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// A transition says how a state goes on to a successor.
type transition struct {
	process int8   // that takes the step
	from    int8   // whose message it takes, or local
	place   uint8  // of the fresh causal stamp, 0 for none
	nth     uint16 // which of the alternatives (see blockTransition)
	step    stepID
	flags   flags
}

// A walker computes the successors of states, with working memory of its own.
type walker struct {
	e       *engine
	key     table.StateKey
	state   stateVector
	next    stateVector                             // the successor
	visit   func(next table.StateKey, t transition) // called for each transition; next is 0 if it is undefined
	reducer reducer                                 // nil for no reduction
	orbits  *orbiter                                // nil for no symmetry

	// Of the successor, with symmetry:
	raw  []blockID // its blocks, before it was taken to its representative
	turn turn      // that took it there
	size int       // of its orbit; 1 without symmetry

	waiting [protocol.MaxProcesses * protocol.MaxProcesses]waitingDelivery // of a direct search

	// Of the state:
	alike     int64           // the size of its orbit; 1 without symmetry
	phases    [4]protocol.Set // processes by phase
	enabled   int             // transitions met, other than Ask steps
	leaving   int             // Leave steps among them
	asks      int             // Ask steps met, with those beyond the bound of requests if asking is fair
	undefined bool            // a step that is not defined was met

	// Of all states so far:
	overflows []textID  // bounds of the model that were passed
	mistakes  []mistake // of the protocol's author
	beyond    int64     // transitions beyond the bound of clocks
	saved     int64     // transitions that the reducer left out

	live stampSet // causal: in use after the last transition, numbered with a fresh one in its place
}

// A reducer follows some of the transitions from a state: enough for what is checked.
type reducer interface{ expand(w *walker) }

// A mistake is one with the state in which it was found.
type mistake struct {
	*protocol.Mistake
	state table.StateKey
}

func newWalker(e *engine) *walker {
	return &walker{e: e, state: e.newVector(), next: e.newVector(), alike: 1, size: 1}
}

// row returns what the engine keeps of a process's block.
func (w *walker) row(p int) blockRow { return w.e.blocks.at(w.state.blocks[p]) }

// expand decodes a state and calls visit for each transition from it that the reducer
// chooses.
func (w *walker) expand(key table.StateKey) {
	w.load(key)
	if w.reducer != nil {
		w.reducer.expand(w)
		return
	}
	for p := range w.e.n {
		for _, t := range w.e.localSteps(w.state.blocks[p]) {
			w.follow(p, local, t, 0)
		}
	}
	if w.e.direct {
		w.followDirect()
		return
	}
	for q := range w.e.n {
		for to := w.row(q).receivers(); to != 0; to &= to - 1 {
			w.followDelivery(q, to.First())
		}
	}
}

// delivery returns what process p does with the next message from q, and the block
// of q without it. The message is the last one of so many that were looked at: those
// before it are not taken now.
func (w *walker) delivery(q, p int) (list []blockTransition, rest blockID, looked int) {
	block := w.state.blocks[q]
	packet, rest := w.e.head(block, p)
	list = w.receive(q, p, packet, rest)
	for looked = 1; len(list) == 0 && w.e.selective; looked++ {
		r := w.e.remove(removal{block, p, looked})
		if r.rest == 0 {
			break
		}
		list, rest = w.receive(q, p, r.packet, r.rest), r.rest
	}
	return list, rest, looked
}

// receive returns what process p does with a packet from q, whose block without it
// is rest.
func (w *walker) receive(q, p int, packet packetID, rest blockID) []blockTransition {
	return w.e.receive(w.taker(q, p, rest), q, packet)
}

// taker returns the block of process p without the message from q that it takes; that of q
// without it is rest.
func (w *walker) taker(q, p int, rest blockID) blockID {
	if p == q {
		return rest
	}
	return w.state.blocks[p]
}

// load decodes a state and notes what can be seen of it.
func (w *walker) load(key table.StateKey) {
	w.key = key
	w.e.codec.decode(key, w.state)
	if w.orbits != nil {
		_, size := w.orbits.represent(w.state.blocks)
		w.alike = int64(size)
	}
	w.enabled, w.leaving, w.asks, w.undefined = 0, 0, 0, false
	w.phases = [4]protocol.Set{}
	for p := range w.e.n {
		phase := w.row(p).phase()
		w.phases[phase] = w.phases[phase].With(p)
	}
}

// observe stores what is observed of the processes.
func (w *walker) observe(seen []observationID) []observationID {
	for p := range seen {
		seen[p] = w.row(p).observation()
	}
	return seen
}

// stamps returns the causal stamps in use in a state.
func (w *walker) stamps(s stateVector) stampSet {
	var live stampSet
	for _, block := range s.blocks {
		live |= w.e.blocks.at(block).live()
	}
	return live
}

// stuck reports whether nothing more has to happen in the state last expanded.
func (w *walker) stuck() bool { return w.enabled == 0 && (w.asks == 0 || !w.e.obliged) }

// quiet reports whether nothing more has to happen in it if no process leaves.
func (w *walker) quiet() bool { return w.enabled == w.leaving && (w.asks == 0 || !w.e.obliged) }

// reach passes a successor on, unless it has no key: then the search ends soon. The
// blocks in the set are those that differ from the state's.
func (w *walker) reach(changed protocol.Set, t transition) {
	if w.orbits != nil {
		copy(w.raw, w.next.blocks)
		w.turn, w.size = w.orbits.represent(w.raw)
		if w.turn != 0 {
			copy(w.next.blocks, w.orbits.best)
			changed = protocol.All(w.e.n)
		}
	}
	if key := w.e.codec.encode(w.key, w.next, changed); key != 0 {
		w.visit(key, t)
	}
}

// followDelivery follows the delivery of the next message from q to p.
func (w *walker) followDelivery(q, p int) {
	if !w.e.selective && !w.e.direct { // most messages are taken in one way, which needs no list
		packet, rest := w.e.head(w.state.blocks[q], p)
		if a := w.e.answer(w.taker(q, p, rest), q, packet); a&isSingle != 0 {
			w.follow(p, q, blockTransition{next: blockID(a.next()), step: a.step()}, rest)
			return
		}
	}
	list, rest, _ := w.delivery(q, p)
	for _, t := range list {
		w.follow(p, q, t, rest)
	}
}

// follow makes the successors by a step of process p that takes a message from q,
// whose block without it is rest.
func (w *walker) follow(p, q int, bt blockTransition, rest blockID) {
	if bt.flags&isAsk == 0 {
		w.enabled++
		if bt.flags&isLeave != 0 {
			w.leaving++
		}
	} else {
		w.asks++
		if bt.flags&isSpent != 0 {
			return
		}
	}
	t := transition{process: int8(p), from: int8(q), nth: bt.nth, step: bt.step, flags: bt.flags}
	switch {
	case bt.flags&isUndefined != 0:
		w.undefined = true
		w.visit(0, t)
		return
	case bt.flags&isOverflow != 0:
		if m, ok := w.e.mistakes.Load(bt.text); ok {
			w.mistakes = append(w.mistakes, mistake{m.(*protocol.Mistake), w.key})
			return
		}
		w.overflows = append(w.overflows, bt.text)
		return
	case bt.flags&isBeyond != 0:
		w.beyond += w.alike
		return
	}
	w.next.copy(w.state)
	changed := protocol.SetOf(p)
	if q >= 0 && q != p {
		w.next.blocks[q] = rest
		changed = changed.With(q)
	}
	w.next.blocks[p] = bt.next
	switch {
	case !w.e.causal:
		w.reach(changed, t)
	case bt.flags&isFresh == 0:
		w.reach(w.canonical(changed), t)
	default:
		w.followFresh(changed, bt.base, t)
	}
}

// followFresh gives the fresh stamp of the successor each place above base.
func (w *walker) followFresh(changed protocol.Set, base protocol.Stamp, t transition) {
	top := w.stamps(w.state).top()
	if top >= maxStamps {
		w.overflows = append(w.overflows, w.e.manyStamps)
		return
	}
	blocks := slices.Clone(w.next.blocks)
	for place := base + 1; place <= top+1; place++ {
		w.next.copy(w.state)
		moved := changed
		for r, block := range blocks {
			w.next.blocks[r] = block
			if r == int(t.process) || w.e.blocks.at(block).known() >= place {
				w.next.blocks[r] = w.e.renumber(block, placing(place))
				moved = moved.With(r)
			}
		}
		t.place = uint8(place)
		w.reach(w.canonical(moved), t)
	}
}

// canonical takes the stamps out of the successor that are no longer in use and
// those that receivers of messages know anyway. The blocks in the set are those that
// differ from the state's; canonical returns those that differ then.
func (w *walker) canonical(changed protocol.Set) protocol.Set {
	e := w.e
	replace := func(p int, op stampOp) {
		if b := e.renumber(w.next.blocks[p], op); b != w.next.blocks[p] {
			w.next.blocks[p] = b
			changed = changed.With(p)
		}
	}
	w.live = w.stamps(w.next)
	// A process that knows a stamp that is gone must know one below instead, so
	// stamps above the highest one in use are renumbered too.
	dense, id := w.live.dense(), stampSetID(0)
	for p := range e.n {
		if e.blocks.at(w.next.blocks[p]).known() <= dense {
			continue
		}
		if id == 0 {
			id = e.stampSet(w.live)
		}
		replace(p, keeping(id))
	}
	if e.attach == protocol.EveryMessage {
		for q := range e.n {
			for to := e.blocks.at(w.next.blocks[q]).informing(); to != 0; to &= to - 1 {
				p := to.First()
				known := e.blocks.at(w.next.blocks[p]).known()
				if e.blocks.at(w.next.blocks[q]).stale(e.n, p, known) {
					replace(q, forgetting(p, known))
				}
			}
		}
	}
	return changed
}

// undefinedSteps returns the transitions from a state that are not defined.
func (w *walker) undefinedSteps(key table.StateKey) []transition {
	var all []transition
	w.visit = func(_ table.StateKey, t transition) {
		if t.flags&isUndefined != 0 {
			all = append(all, t)
		}
	}
	w.expand(key)
	return all
}

// undefinedText returns what a transition from the state last expanded lacks.
func (w *walker) undefinedText(t transition) textID {
	p, q := int(t.process), int(t.from)
	list := w.e.localSteps(w.state.blocks[p])
	if q >= 0 {
		list, _, _ = w.delivery(q, p)
	}
	return list[slices.IndexFunc(list, func(bt blockTransition) bool { return bt.nth == t.nth && bt.flags == t.flags })].text
}
