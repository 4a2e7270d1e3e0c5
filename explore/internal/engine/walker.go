package engine

import (
	"slices"

	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// A Transition says how a state goes on to a successor.
type Transition struct {
	Process int8   // that takes the step
	From    int8   // whose message it takes, or local
	Place   uint8  // of the fresh causal stamp, 0 for none
	Nth     uint16 // which of the alternatives (see blockTransition)
	Step    StepID
	Flags   flags
	Text    textID // of one that is undefined: what is wrong
}

// A Walker computes the successors of states, with working memory of its own.
type Walker struct {
	E       *Engine
	Key     table.StateKey
	State   StateVector
	Next    StateVector                             // the successor
	Visit   func(next table.StateKey, t Transition) // called for each transition; next is 0 if it is undefined
	Reducer Reducer                                 // nil for no reduction
	Orbits  *orbiter                                // nil for no symmetry

	// Of the successor, with symmetry:
	Raw      []BlockID  // its blocks, before it was taken to its representative
	Renaming RenamingID // that took it there
	Size     int        // of its orbit; 1 without symmetry

	waiting []waitingDelivery // of a direct search

	// Of the state:
	OrbitSize int64           // the size of its orbit; 1 without symmetry
	Phases    [4]protocol.Set // processes by phase
	Enabled   int             // transitions met, other than Ask and May steps
	leaving   int             // Leave steps among them
	May       int             // May steps met
	Asks      int             // Ask steps met, with those beyond the bound of requests if asking is fair
	Undefined bool            // a step that is not defined was met
	Hurried   bool            // on a network where messages are taken at once: one can be taken

	// Of all states so far:
	Overflows []textID    // bounds of the model that were passed
	Mistakes  []MistakeAt // of the protocol's author
	Beyond    int64       // transitions beyond the bound of clocks
	Saved     int64       // transitions that the reducer left out

	Packet  PacketID // of the delivery at hand, on a network without order: which one is taken
	reached int      // successors passed on

	Live StampSet // causal: in use after the last transition, numbered with a fresh one in its place
}

// A Reducer follows some of the transitions from a state: enough for what is checked.
type Reducer interface{ Expand(w *Walker) }

// A mistake is one with the state in which it was found.
type MistakeAt struct {
	*protocol.Mistake
	State table.StateKey
}

func NewWalker(e *Engine) *Walker {
	return &Walker{E: e, State: e.NewVector(), Next: e.NewVector(), OrbitSize: 1, Size: 1}
}

// Row returns what the engine keeps of a process's block.
func (w *Walker) Row(p int) blockRow { return w.E.Blocks.At(w.State.Blocks[p]) }

// Expand decodes a state and calls visit for each transition from it that the reducer
// chooses.
func (w *Walker) Expand(key table.StateKey) {
	w.Load(key)
	if w.Reducer != nil {
		w.Reducer.Expand(w)
		return
	}
	w.Hurried = w.hurried()
	w.followLocal()
	if w.E.Direct {
		w.followDirect()
		w.followFaults()
		return
	}
	for q := range w.E.N {
		for to := w.Row(q).Receivers(); to != 0; to &= to - 1 {
			w.FollowDelivery(q, to.First())
		}
	}
	w.followFaults()
}

// Delivery returns what process p does with the next message from q, and the block
// of q without it. The message is the last one of so many that were looked at: those
// before it are not taken now.
func (w *Walker) Delivery(q, p int) (list []BlockTransition, rest BlockID, looked int) {
	block := w.State.Blocks[q]
	packet, rest := w.E.head(block, p)
	list = w.receive(q, p, packet, rest)
	for looked = 1; len(list) == 0 && w.E.Selective; looked++ {
		r := w.E.remove(removal{block, p, looked})
		if r.rest == 0 {
			break
		}
		list, rest = w.receive(q, p, r.packet, r.rest), r.rest
	}
	return list, rest, looked
}

// receive returns what process p does with a packet from q, whose block without it
// is rest.
func (w *Walker) receive(q, p int, packet PacketID, rest BlockID) []BlockTransition {
	return w.E.receive(w.taker(q, p, rest), q, packet)
}

// taker returns the block of process p without the message from q that it takes; that of q
// without it is rest.
func (w *Walker) taker(q, p int, rest BlockID) BlockID {
	if p == q {
		return rest
	}
	return w.State.Blocks[p]
}

// Load decodes a state and notes what can be seen of it.
func (w *Walker) Load(key table.StateKey) {
	w.Key = key
	w.E.Codec.Decode(key, w.State)
	if w.Orbits != nil {
		_, size := w.Orbits.Represent(w.State.Blocks)
		w.OrbitSize = int64(size)
	}
	w.Enabled, w.leaving, w.May, w.Asks, w.Undefined = 0, 0, 0, 0, false
	w.Phases = [4]protocol.Set{}
	for p := range w.E.N {
		phase := w.Row(p).phase()
		w.Phases[phase] = w.Phases[phase].With(p)
	}
}

// Observe stores what is observed of the processes.
func (w *Walker) Observe(seen []ObservationID) []ObservationID {
	for p := range seen {
		seen[p] = w.Row(p).Observation()
	}
	return seen
}

// Stamps returns the causal stamps in use in a state.
func (w *Walker) Stamps(s StateVector) StampSet {
	var live StampSet
	for _, block := range s.Blocks {
		live |= w.E.Blocks.At(block).live()
	}
	return live
}

// Stuck reports whether nothing more has to happen in the state last expanded.
func (w *Walker) Stuck() bool { return w.Enabled == 0 && (w.Asks == 0 || !w.E.Obliged) }

// Quiet reports whether nothing more has to happen in it if no process leaves.
func (w *Walker) Quiet() bool { return w.Enabled == w.leaving && (w.Asks == 0 || !w.E.Obliged) }

// reach passes a successor on, unless it has no key: then the search ends soon. The
// blocks in the set are those that differ from the state's.
func (w *Walker) reach(changed protocol.Set, t Transition) {
	if w.stays(t) {
		return
	}
	w.reached++
	if w.Orbits != nil {
		copy(w.Raw, w.Next.Blocks)
		w.Renaming, w.Size = w.Orbits.Represent(w.Raw)
		if w.Renaming != 0 {
			copy(w.Next.Blocks, w.Orbits.Best)
			changed = w.E.AllBlocks()
		}
	}
	if key := w.E.Codec.Encode(w.Key, w.Next, changed); key != 0 {
		w.Visit(key, t)
	}
}

// FollowDelivery follows the delivery of the next message from q to p.
func (w *Walker) FollowDelivery(q, p int) {
	if !w.E.Network.Ordered() {
		w.unorderedDeliveries(q, p, func(t BlockTransition, rest BlockID) { w.Follow(p, q, t, rest) })
		return
	}
	if !w.E.Selective && !w.E.Direct { // most messages are taken in one way, which needs no list
		packet, rest := w.E.head(w.State.Blocks[q], p)
		if a := w.E.answer(w.taker(q, p, rest), q, packet); a&isSingle != 0 {
			w.Follow(p, q, BlockTransition{next: BlockID(a.next()), step: a.step()}, rest)
			return
		}
	}
	list, rest, _ := w.Delivery(q, p)
	for _, t := range list {
		w.Follow(p, q, t, rest)
	}
}

// Follow makes the successors by a step of process p that takes a message from q,
// whose block without it is rest.
func (w *Walker) Follow(p, q int, bt BlockTransition, rest BlockID) { w.follow(p, q, q, bt, rest) }

// follow makes the successors by a step of process p, of a message from one, that makes rest of the block of process
// q, if there is one.
func (w *Walker) follow(p, from, q int, bt BlockTransition, rest BlockID) {
	switch {
	case bt.Flags&IsMay != 0:
		w.May++
	case bt.Flags&IsAsk == 0:
		w.Enabled++
		if bt.Flags&IsLeave != 0 {
			w.leaving++
		}
	default:
		w.Asks++
		if bt.Flags&IsSpent != 0 {
			return
		}
	}
	t := Transition{Process: int8(p), From: int8(from), Nth: bt.nth, Step: bt.step, Flags: bt.Flags, Text: bt.text}
	switch {
	case bt.Flags&IsUndefined != 0:
		w.Undefined = true
		w.Visit(0, t)
		return
	case bt.Flags&IsOverflow != 0:
		w.overflow(bt.text)
		return
	case bt.Flags&isBeyond != 0:
		w.Beyond += w.OrbitSize
		return
	}
	w.Next.copy(w.State)
	changed := protocol.SetOf(p)
	if q >= 0 && q != p {
		w.Next.Blocks[q] = rest
		changed = changed.With(q)
	}
	w.Next.Blocks[p] = bt.next
	if w.E.Watched && bt.step != w.E.dropping {
		after := w.E.Binding.watched(watching{w.State.Blocks[w.E.N], w.State.Blocks[p], bt.next, t.Process, t.From, bt.step})
		if after.overflow != 0 {
			w.overflow(after.overflow)
			return
		}
		w.Next.Blocks[w.E.N] = after.environment
		changed = changed.With(w.E.N)
	}
	before := w.reached
	switch {
	case !w.E.Causal:
		w.reach(changed, t)
	case bt.Flags&IsFresh == 0:
		w.reach(w.canonical(changed), t)
	default:
		w.followFresh(changed, bt.base, t)
	}
	if w.reached == before && from >= 0 && w.E.Network == protocol.Duplicating {
		w.Enabled-- // a message that may come again changed nothing
	}
}

// overflow notes a bound of the model that is passed, or a mistake of its author.
func (w *Walker) overflow(text textID) {
	if m, ok := w.E.mistakes.Load(text); ok {
		w.Mistakes = append(w.Mistakes, MistakeAt{m.(*protocol.Mistake), w.Key})
		return
	}
	w.Overflows = append(w.Overflows, text)
}

// followFresh gives the fresh stamp of the successor each place above base.
func (w *Walker) followFresh(changed protocol.Set, base protocol.Stamp, t Transition) {
	top := w.Stamps(w.State).Top()
	if top >= MaxStamps {
		w.Overflows = append(w.Overflows, w.E.manyStamps)
		return
	}
	blocks := slices.Clone(w.Next.Blocks)
	for place := base + 1; place <= top+1; place++ {
		w.Next.copy(w.State)
		moved := changed
		for r, block := range blocks {
			w.Next.Blocks[r] = block
			if r == int(t.Process) || w.E.Blocks.At(block).known() >= place {
				w.Next.Blocks[r] = w.E.renumber(block, placing(place))
				moved = moved.With(r)
			}
		}
		t.Place = uint8(place)
		w.reach(w.canonical(moved), t)
	}
}

// canonical takes the stamps out of the successor that are no longer in use and
// those that receivers of messages know anyway. The blocks in the set are those that
// differ from the state's; canonical returns those that differ then.
func (w *Walker) canonical(changed protocol.Set) protocol.Set {
	e := w.E
	replace := func(p int, op stampOp) {
		if b := e.renumber(w.Next.Blocks[p], op); b != w.Next.Blocks[p] {
			w.Next.Blocks[p] = b
			changed = changed.With(p)
		}
	}
	w.Live = w.Stamps(w.Next)
	// A process that knows a stamp that is gone must know one below instead, so
	// stamps above the highest one in use are renumbered too.
	dense, id := w.Live.dense(), StampSetID(0)
	for p := range e.N {
		if e.Blocks.At(w.Next.Blocks[p]).known() <= dense {
			continue
		}
		if id == 0 {
			id = e.StampSet(w.Live)
		}
		replace(p, keeping(id))
	}
	if e.attach == protocol.EveryMessage {
		for q := range e.N {
			for to := e.Blocks.At(w.Next.Blocks[q]).informing(); to != 0; to &= to - 1 {
				p := to.First()
				known := e.Blocks.At(w.Next.Blocks[p]).known()
				if e.Blocks.At(w.Next.Blocks[q]).stale(e.N, p, known) {
					replace(q, forgetting(p, known))
				}
			}
		}
	}
	return changed
}

// UndefinedSteps returns the transitions from a state that are not defined.
func (w *Walker) UndefinedSteps(key table.StateKey) []Transition {
	var all []Transition
	w.Visit = func(_ table.StateKey, t Transition) {
		if t.Flags&IsUndefined != 0 {
			all = append(all, t)
		}
	}
	w.Expand(key)
	return all
}

// FirstStep returns the first transition from a state for which f is true; f is
// called until then, without transitions that are undefined.
func (e *Engine) FirstStep(from table.StateKey, f func(next table.StateKey) bool) protocol.TraceStep {
	var first *Transition
	w := NewWalker(e)
	w.Visit = func(next table.StateKey, t Transition) {
		if first == nil && t.Flags&IsUndefined == 0 && f(next) {
			first = &t
		}
	}
	w.Expand(from)
	if first == nil {
		e.Lost("a transition that was found is not there")
	}
	return e.TraceStep(*first)
}

// TraceStep returns a transition as traces show it.
func (e *Engine) TraceStep(t Transition) protocol.TraceStep {
	step := protocol.TraceStep{Process: int(t.Process), From: int(t.From), Outcome: int(t.Nth), Place: int(t.Place), Name: e.Steps.At(t.Step)}
	if t.Flags&isSame != 0 {
		step.Place = protocol.SamePlace
	}
	return step
}
