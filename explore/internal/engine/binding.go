package engine

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"qcheck/explore/internal/plain"
	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// A recordTransition is a transition as its process and those it writes to see
// it: what a branch of a handler call ends as.
type recordTransition struct {
	Next  RecordID
	Sent  []Sent
	text  textID // with isUndefined and isOverflow
	step  StepID
	Flags flags
	base  protocol.Stamp // as in blockTransition
}

type Sent struct {
	To     int
	Packet PacketID
}

// A CallKey says what a handler is called for.
type CallKey struct {
	Record RecordID
	Packet PacketID
	From   int  // or local
	busy   bool // messages to itself are on their way
}

// A Binding binds an engine to a protocol: it calls the protocol's handlers, and changes stamps in its values.
type Binding struct {
	values
	bound    []int // requests of each process, negative for no bound
	clockMax int   // integer clocks: 0 for no bound
	halted   func() bool

	handled   sync.Map             // of []recordTransition, by callKey
	histories sync.Map             // of watched, by watching of records
	moments   sync.Map             // of protocol.Moments, by RecordID
	crashed   *table.Memo[BlockID] // and those that go on, by block

	Symmetry *symmetry // nil if renamings are not compared

	renumberedRecords  *table.Memo[RecordID]
	renumberedChannels *table.Memo[ChannelID]
}

// A Config says what of a protocol is searched, and how states are numbered.
type Config struct {
	Requests []int // of each process, negative for no bound
	Causal   bool  // stamps are causal
	ClockMax int   // integer clocks: 0 for no bound
	Queued   bool  // messages to oneself go through a channel
	Packed   bool  // keys are of numbers of blocks next to each other
	Filed    bool  // numbers are kept in files
	Bits     uint  // of a packed key, for the number of a block; 0 for what fits

	Halted func() bool // reports whether the search is over before it began; nil for never
}

func NewBinding(p *plain.Protocol, c Config) *Binding {
	b := &Binding{
		values: values{Engine: newEngine(p.N, width(p), c.Packed, c.Filed), P: p, seen: seenParts(p.Requirements)},
		bound:  c.Requests, clockMax: c.ClockMax,
		crashed: table.NewMemo[BlockID](), renumberedRecords: table.NewMemo[RecordID](), renumberedChannels: table.NewMemo[ChannelID](),
	}
	b.Capacity = cmp.Or(p.Capacity, 255)
	if c.Bits > 0 && b.Numbers != nil {
		b.Numbers.bits = c.Bits
	}
	b.Causal, b.attach, b.Selective, b.Network, b.Obliged = c.Causal, p.Clock.Attach, p.Selective, p.Network, p.Obliged
	b.Faults, b.Watched = p.Faults, p.Watched != nil
	b.Queued, b.halted = c.Queued, c.Halted
	if b.halted == nil {
		b.halted = func() bool { return false }
	}
	b.Engine.Binding = b
	b.channel(nil) // is number 0
	for _, name := range p.Steps {
		b.step(name)
	}
	for i, start := range b.starts() {
		if i > 0 && b.halted() {
			break
		}
		b.Starts = append(b.Starts, b.began(start))
	}
	return b
}

// maxLabels bounds the numbers of labels, and with them those of the names of steps: each process may
// have a label for each name, and one for each channel.
const maxLabels = 1<<16 - 1

// step numbers the name of a step.
func (b *Binding) step(name string) StepID {
	id := b.Steps.ID(name, nil)
	if b.N*(b.N+int(id)+1) > maxLabels {
		panic(&protocol.Mistake{Function: "Steps", At: fmt.Sprintf("the step %q", name), What: "has too many names of steps"})
	}
	return id
}

// spent reports whether a process has asked as often as it may.
func (b *Binding) spent(r Record) bool {
	bound := b.bound[r.Process]
	return bound >= 0 && int(r.Asked) >= bound
}

// remove returns a packet of a channel, and the block without it; 0 and 0 if there is none at that place.
func (b *Binding) remove(r removal) removed {
	row := b.Blocks.At(r.block)
	channels := row.channels(b.N)
	packets := b.PacketsIn(channels[r.to])
	if r.place >= len(packets) {
		return removed{}
	}
	if b.Network == protocol.Duplicating { // it may come again
		return removed{packets[r.place], r.block}
	}
	channels[r.to] = b.channel(slices.Delete(slices.Clone(packets), r.place, r.place+1))
	return removed{packets[r.place], b.block(row.Record(), channels)}
}

// handle returns how a block goes on by receiving a packet, or, with Local as the sender, by local steps.
func (b *Binding) handle(block BlockID, from int, packet PacketID) []BlockTransition {
	row := b.Blocks.At(block)
	p := int(b.Records.Entry(row.Record()).Value.Process)
	key := CallKey{row.Record(), packet, from, b.Network.Ordered() && row.Receivers().Has(p)}
	known, ok := b.handled.Load(key)
	if !ok || b.Symmetry != nil && b.Group == nil {
		known = b.handleAnew(key)
	}
	return b.apply(row, p, known.([]recordTransition))
}

// handleAnew calls a handler that was not called for this before, and compares what it
// does with what it does for renamings.
func (b *Binding) handleAnew(key CallKey) any {
	b.Mu.Lock()
	defer b.Mu.Unlock()
	known, ok := b.handled.Load(key)
	if !ok {
		known = b.Call(key, b.Records.At(key.Record))
		b.handled.Store(key, known)
	}
	if b.Symmetry != nil && (!ok || b.Group == nil) {
		b.Compare(key, known.([]recordTransition))
	}
	return known
}

// Call runs protocol code. The engine's lock is held.
func (b *Binding) Call(key CallKey, r Record) (transitions []recordTransition) {
	b.Calls++
	c := &handlerCall{b: b, p: int(r.Process), before: r, busy: key.busy}
	defer func() {
		if p := recover(); p != nil {
			m := protocol.MistakeOf(p)
			if c.last != "" {
				m.At += fmt.Sprintf(" within the step %q", c.last)
			}
			text := b.Texts.ID(m.Error(), nil)
			b.mistakes.Store(text, m)
			transitions = []recordTransition{{Flags: IsOverflow, text: text}}
		}
	}()
	switch {
	case r.down:
		c.drop(key.From)
	case key.From == Local:
		c.localSteps()
	case key.From < Local:
		c.told(crashOf(key.From))
	default:
		c.deliver(key.From, b.Packets.At(key.Packet))
	}
	return c.transitions
}

// apply returns what the transitions of a record of process p make of its block.
func (b *Binding) apply(row blockRow, p int, transitions []recordTransition) []BlockTransition {
	var list []BlockTransition
	var count alternatives
	for _, r := range transitions {
		t := BlockTransition{text: r.text, step: r.step, Flags: r.Flags, base: r.base, nth: count.next(r.Flags)}
		if r.Flags&(IsUndefined|IsOverflow) == 0 {
			channels := row.channels(b.N)
			for _, s := range r.Sent {
				packets := b.PacketsIn(channels[s.To])
				channels[s.To] = b.channel(append(packets[:len(packets):len(packets)], s.Packet))
				if len(b.PacketsIn(channels[s.To])) > b.Capacity && t.Flags&isBeyond == 0 {
					t.Flags |= IsOverflow
					t.text = b.Texts.ID(fmt.Sprintf("the channel from process %d to process %d holds more than %d messages", p+1, s.To+1, b.Capacity), nil)
				}
			}
			if t.Flags&IsOverflow == 0 {
				t.next = b.block(r.Next, channels)
			}
		}
		list = append(list, t)
	}
	return list
}
