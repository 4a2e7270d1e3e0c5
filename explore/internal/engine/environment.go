package engine

import (
	"fmt"
	"slices"

	"qcheck/explore/internal/plain"
	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// The environment: what is of a state and of no process. It is one more block, the last one, of a record
// without channels: the faults that may still happen. A fault changes the environment and the block of one process:
// of the one that crashes or restarts, or of the one whose channel a message is lost from. So a fault is
// followed much like a delivery.

// A budget is how many faults are left of each kind.
type budget [4]uint8

const (
	crashes = iota
	restarts
	losses
	copies
)

// width returns how many blocks a state has.
func width(p *plain.Protocol) int {
	if p.Faults.Any() || p.Watched != nil {
		return p.N + 1
	}
	return p.N
}

// A watching is a step of a process that a history sees: the block of the environment before it, and those of the
// process before and after it.
type watching struct {
	environment, before, after BlockID
	process, from              int8
	step                       StepID
}

// A watched is what becomes of the environment.
type watched struct {
	environment BlockID
	overflow    textID // which bound of the model is passed; 0 for none
}

// watched returns the environment with the history after a step.
func (b *Binding) watched(x watching) watched {
	// What a history is asked depends on records alone.
	key := watching{BlockID(b.Blocks.At(x.environment).Record()), BlockID(b.Blocks.At(x.before).Record()), BlockID(b.Blocks.At(x.after).Record()), x.process, x.from, x.step}
	known, ok := b.histories.Load(key)
	if !ok {
		known = b.watchAnew(x)
		b.histories.Store(key, known)
	}
	return known.(watched)
}

func (b *Binding) watchAnew(x watching) watched {
	b.Mu.Lock()
	defer b.Mu.Unlock()
	r := b.Records.At(b.Blocks.At(x.environment).Record())
	state := func(block BlockID) plain.Value {
		s := b.Records.At(b.Blocks.At(block).Record()).State
		s.EachStamp(b.P.Local, func(protocol.Stamp) protocol.Stamp { return 0 })
		return s
	}
	e := protocol.Event[plain.Value]{Process: int(x.process), From: int(x.from), Step: b.Steps.At(x.step), Before: state(x.before), After: state(x.after)}
	next, overflow, err := b.watch(r.State, e)
	if err != nil {
		text := b.Texts.ID(err.Error(), nil)
		b.mistakes.Store(text, err)
		return watched{overflow: text}
	}
	if overflow != "" {
		return watched{overflow: b.Texts.ID("the history: "+overflow, nil)}
	}
	b.compare(func(_ RenamingID, by Renaming) bool {
		image := e
		image.Process, image.Before, image.After = by[e.Process], e.Before.Renamed(b.P.Local, by), e.After.Renamed(b.P.Local, by)
		if e.From >= 0 {
			image.From = by[e.From]
		}
		other, _, err := b.watch(r.State.Renamed(b.P.Watched, by), image)
		return err == nil && other == next.Renamed(b.P.Watched, by)
	})
	r.State = next
	return watched{environment: b.block(b.Record(r), make([]ChannelID, b.N))}
}

// watch asks the history; err is a mistake of its author.
func (b *Binding) watch(h plain.Value, e protocol.Event[plain.Value]) (next plain.Value, overflow string, err *protocol.Mistake) {
	defer func() {
		if p := recover(); p != nil {
			err = protocol.MistakeOf(p)
		}
	}()
	next, overflow = b.P.WatchedAfter(h, e)
	if sees := b.P.WatchedSees; sees != nil && (next != h || overflow != "") && !sees(e) {
		at := fmt.Sprintf("process %d at the step %q", e.Process+1, e.Step)
		return h, "", &protocol.Mistake{Function: "History", At: at, What: "changes, and Sees says that it does not see the step"}
	}
	return next, overflow, nil
}

// Touches reports whether a step may change the history.
func (b *Binding) Touches(process, from int, t recordTransition, before, after plain.Value) bool {
	if !b.Watched || t.Flags&(IsUndefined|IsOverflow) != 0 {
		return false
	}
	if b.P.WatchedSees == nil {
		return true
	}
	for _, s := range []*plain.Value{&before, &after} {
		s.EachStamp(b.P.Local, func(protocol.Stamp) protocol.Stamp { return 0 })
	}
	return b.P.WatchedSees(protocol.Event[plain.Value]{Process: process, From: from, Step: b.Steps.At(t.step), Before: before, After: after})
}

func (b *Binding) newEnvironment() Record {
	f := b.P.Faults
	return Record{State: b.P.WatchedStart, Process: uint8(b.N), left: budget{f.Crash, f.Restart, f.Lose, f.Duplicate}}
}

// environmental appends what there is of a record because of the environment.
func (r Record) environmental(numbers []uint64, suspect bool) []uint64 {
	numbers = append(numbers, uint64(bit(r.down)))
	for _, n := range r.left {
		numbers = append(numbers, uint64(n))
	}
	if suspect {
		numbers = append(numbers, uint64(r.untold))
	}
	return numbers
}

// wide returns renamings of all blocks: the environment remains what it is.
func (b *Binding) wide(list []Renaming) []Renaming {
	var all []Renaming
	for _, r := range list {
		if len(r) < b.Width {
			r = append(slices.Clone(r), len(r))
		}
		all = append(all, r)
	}
	return all
}

// down reports whether the process of a block has crashed.
func (b *Binding) down(block BlockID) bool {
	return b.Records.Entry(b.Blocks.At(block).Record()).Value.down
}

// left returns how many faults are left, by the block of the environment.
func (b *Binding) left(block BlockID) budget {
	return b.Records.Entry(b.Blocks.At(block).Record()).Value.left
}

// spend returns the environment with one fault of a kind less.
func (b *Binding) spend(block BlockID, kind int) BlockID {
	r := b.Records.At(b.Blocks.At(block).Record())
	r.left[kind]--
	return b.block(b.Record(r), make([]ChannelID, b.N))
}

// crashedOrRestarted returns the block of a process that crashes, or of one that has crashed and goes on. What it
// has sent stays on its way, except for messages to itself.
func (b *Binding) crashedOrRestarted(block BlockID) BlockID {
	return b.crashed.Of(table.MemoKey(block), func() BlockID { return b.crashOrRestart(block) })
}

func (b *Binding) crashOrRestart(block BlockID) BlockID {
	row := b.Blocks.At(block)
	r := b.Records.At(row.Record())
	channels := row.channels(b.N)
	if r.down {
		r.down, r.untold = false, 0
		return b.block(b.Record(r), channels)
	}
	b.Mu.Lock()
	defer b.Mu.Unlock()
	p := int(r.Process)
	state := r.State
	r.State, r.down = b.durable(p, state), true
	if b.Faults.Suspect {
		r.untold = protocol.All(b.N).Without(p)
	}
	b.compare(func(_ RenamingID, by Renaming) bool {
		return b.durable(by[p], state.Renamed(b.P.Local, by)) == r.State.Renamed(b.P.Local, by)
	})
	channels[p] = 0
	return b.block(b.Record(r), channels)
}

// durable returns with what process p goes on that crashes in a state.
func (b *Binding) durable(p int, l plain.Value) plain.Value {
	if b.P.Restart != nil {
		return b.P.Restart(p, l)
	}
	return b.P.Init(p)
}

// copied returns a block with the packet at a place of a channel once more at the channel's end; 0 if
// the channel is full.
func (b *Binding) copied(block BlockID, to, place int) BlockID {
	row := b.Blocks.At(block)
	channels := row.channels(b.N)
	packets := b.PacketsIn(channels[to])
	channels[to] = b.channel(append(packets[:len(packets):len(packets)], packets[place]))
	if len(packets) >= b.Capacity {
		return 0
	}
	return b.block(row.Record(), channels)
}

// drop makes the only branch of a process that has crashed: a message comes to nobody.
func (c *handlerCall) drop(from int) {
	if from != Local {
		c.transitions = append(c.transitions, recordTransition{Next: c.b.Record(c.before), step: c.b.step(protocol.Drops)})
	}
}

// followFaults follows what may go wrong, in the order of processes and channels.
func (w *Walker) followFaults() {
	e := w.E
	if !e.environment() {
		return
	}
	b := e.Binding
	environment := w.State.Blocks[e.N]
	left := b.left(environment)
	for p := range e.N {
		if w.Hurried {
			break
		}
		block := w.State.Blocks[p]
		switch down := b.down(block); {
		case down && left[restarts] > 0:
			w.followCrashOrRestart(Transition{Process: int8(p), From: Local, Step: e.stepOf(protocol.Restarts)}, p, b.spend(environment, restarts))
		case !down && left[crashes] > 0 && e.Faults.MayCrash(p) && e.Binding.mayFall(block):
			w.followCrashOrRestart(Transition{Process: int8(p), From: Local, Step: e.stepOf(protocol.Crashes), Nth: w.alone(p)[0]}, p, b.spend(environment, crashes))
		}
		w.reports(p, func(t BlockTransition, of int, rest BlockID) { w.follow(p, Local, of, t, rest) })
	}
	if left[losses] == 0 && left[copies] == 0 {
		return
	}
	for q := range e.N {
		for to := w.Row(q).Receivers(); to != 0; to &= to - 1 {
			w.faultsOfChannel(q, to.First(), environment, left)
		}
	}
}

// followCrashOrRestart follows a crash or a restart of process p.
func (w *Walker) followCrashOrRestart(t Transition, p int, environment BlockID) {
	next := w.E.Binding.crashedOrRestarted(w.State.Blocks[p])
	if w.E.Watched {
		after := w.E.Binding.watched(watching{environment, w.State.Blocks[p], next, int8(p), Local, t.Step})
		if after.overflow != 0 {
			w.overflow(after.overflow)
			return
		}
		environment = after.environment
	}
	w.fault(t, p, next, environment)
}

// faultsOfChannel follows what may go wrong with the messages from q to p: those that are not lost or
// copied are numbered after their deliveries.
func (w *Walker) faultsOfChannel(q, p int, environment BlockID, left budget) {
	e := w.E
	block := w.State.Blocks[q]
	t := Transition{Process: int8(p), From: int8(q), Nth: w.alternatives(q, p)}
	places := w.different(q, p)
	if left[losses] > 0 {
		t.Step = e.stepOf(protocol.Loses)
		for i, place := range places {
			if i > 0 && e.inOrder() {
				break // it comes to be the first, and can be lost then
			}
			w.fault(t, q, e.remove(removal{block, p, place}).rest, e.Binding.spend(environment, losses))
			t.Nth++
		}
	}
	if left[copies] > 0 {
		t.Step = e.stepOf(protocol.Copies)
		for _, place := range places {
			next := e.Binding.copied(block, p, place)
			if next == 0 {
				w.Overflows = append(w.Overflows, e.Texts.ID("a channel holds more messages than it may, with a copy", nil))
			} else {
				w.fault(t, q, next, e.Binding.spend(environment, copies))
			}
			t.Nth++
		}
	}
}

// alternatives returns how many outcomes there are of what process p does with messages from q, without those
// in which it makes its last stamp again.
func (w *Walker) alternatives(q, p int) uint16 {
	var count alternatives
	if !w.E.Network.Ordered() {
		w.unorderedDeliveries(q, p, func(t BlockTransition, _ BlockID) { count.next(t.Flags) })
		return count[0]
	}
	list, _, _ := w.Delivery(q, p)
	for _, t := range list {
		count.next(t.Flags)
	}
	return count[0]
}

// different returns the places of the channel from q to p that have different packets; of like ones, the first
// on a network without order, and each on one with order.
func (w *Walker) different(q, p int) []int {
	var places []int
	last := PacketID(0)
	for place := 0; ; place++ {
		r := w.E.remove(removal{w.State.Blocks[q], p, place})
		if r.rest == 0 {
			return places
		}
		if w.E.Network.Ordered() || place == 0 || r.packet != last {
			places = append(places, place)
		}
		last = r.packet
	}
}

// fault follows a fault that makes a block of another one, and of the environment.
func (w *Walker) fault(t Transition, changed int, block, environment BlockID) {
	t.Flags = IsMay
	w.May++
	w.Next.copy(w.State)
	w.Next.Blocks[changed], w.Next.Blocks[w.E.N] = block, environment
	both := protocol.SetOf(changed, w.E.N)
	if w.E.Causal {
		both = w.canonical(both)
	}
	w.reach(both, t)
}
