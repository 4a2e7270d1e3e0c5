package engine

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// Flags say what is special about a transition.
type flags uint16

const (
	IsFresh     flags = 1 << iota // its block holds Fresh, to be given a place
	IsAsk                         // an Ask step
	IsLeave                       // a Leave step
	IsMay                         // a May step
	IsUndefined                   // not defined by the algorithm
	isBeyond                      // a clock is beyond its bound; not entered
	IsOverflow                    // a bound of the model is passed
	IsSpent                       // an Ask step beyond the bound of requests; not entered
	isSame                        // its stamp equals an earlier one
)

// A BlockTransition is one way in which a block goes on.
type BlockTransition struct {
	next  BlockID // 0 with isUndefined and isOverflow
	text  textID  // with these, what is wrong
	step  StepID
	Flags flags
	base  protocol.Stamp // with isFresh: the latest stamp that the process knew before
	nth   uint16         // which of the alternatives with isSame, or of those without it
}

// alternatives counts transitions: those without isSame, and those with it.
type alternatives [2]uint16

// next returns the number of the next transition with such flags among those like it.
func (a *alternatives) next(f flags) uint16 {
	kind := f & isSame / isSame
	a[kind]++
	return a[kind] - 1
}

// An Engine keeps the parts of all states met, by number, and how they go on. It
// knows no values of the protocol; its binding does.
type Engine struct {
	N         int              // processes
	Width     int              // blocks of a state: one of each process, and that of the environment, if there is one
	Causal    bool             // stamps are causal
	attach    protocol.Attach  // as in Protocol.Clock
	Selective bool             // as in Protocol
	Network   protocol.Network // as in Protocol
	Faults    protocol.Faults  // as in Protocol
	Watched   bool             // there is a history
	dropping  StepID           // protocol.Drops, if there is an environment
	Obliged   bool             // as in Protocol
	Queued    bool             // messages to oneself go through a channel
	Capacity  int              // of channels
	Direct    bool             // the search is direct (see direct.go)
	Binding   *Binding         // calls its handlers
	Codec     codec
	Numbers   *Packing     // of blocks in keys; nil if these are the engine's own
	Starts    [][]BlockID  // of each initial state, none twice
	Group     *Group       // by which states are taken as one; nil for none
	renamed   protocol.Set // the processes that may become the base of the group

	Blocks        blockTable
	lists         table.Arena[listID, []BlockTransition]
	received      *table.Memo[answer]
	renumbered    *table.Memo[BlockID]
	images        *table.Memo[BlockID] // of blocks, renamed
	renamingLists table.Interner[renamingsID, string, []RenamingID]
	removed       *table.Memo[removedPair]         // by block, receiver and place: behind the head of a channel
	Pairs         *table.Numbering[PairID, uint64] // inner nodes of the tree
	StampSets     *table.Numbering[StampSetID, StampSet]
	Texts         table.Interner[textID, string, struct{}]
	manyStamps    textID                                   // says that a step needs more stamps than maxStamps
	Steps         table.Interner[StepID, string, struct{}] // names

	_     table.Apart
	Mu    sync.Mutex // held while protocol code is called
	Calls int64      // of protocol code
	_     table.Apart

	mistakes   sync.Map    // of *Mistake, by the text that says it
	Spilled    atomic.Bool // a block does not fit into packed keys
	Asymmetric atomic.Bool // a comparison of a renaming failed (see symmetry.go)
	Asks       atomic.Bool // some step asks, and some step sends its process a message: as in
	ToSelf     atomic.Bool // protocol.Met, of the calls of this engine alone
}

// Local stands for the sender in local steps.
const Local = -1

// A removal takes the packet at a place out of the channel to a process.
type removal struct {
	block BlockID
	to    int
	place int
}

// removed is what a removal results in.
type removed struct {
	packet PacketID
	rest   BlockID // the block without it; 0 if there is no packet
}

// A removedPair is a removed as a number.
type removedPair uint64

func newEngine(n, width int, packed, filed bool) *Engine {
	e := &Engine{
		N: n, Width: width, received: table.NewMemo[answer](), renumbered: table.NewMemo[BlockID](), images: table.NewMemo[BlockID](), removed: table.NewMemo[removedPair](),
		Pairs: table.NewNumbering[PairID, uint64](), StampSets: table.NewNumbering[StampSetID, StampSet](),
	}
	e.manyStamps = e.Texts.ID(fmt.Sprintf("more than %d time stamps are in use at one time", MaxStamps), nil)
	e.Blocks.init(n)
	if packed || filed {
		e.Numbers = newPacking(width, &e.Blocks, &e.Spilled)
	}
	if e.Codec = e.Numbers; !packed {
		e.Codec = newTree(width, e.Pairs, e.Numbers)
	}
	return e
}

// NewVector returns a state without blocks.
func (e *Engine) NewVector() StateVector {
	return StateVector{make([]BlockID, e.Width), make([]PairID, max(0, e.Width-2))}
}

// Broken reports whether the search rests on renamings that do not hold: it begins anew.
func (e *Engine) Broken() bool { return e.Group != nil && e.Asymmetric.Load() }

// AllBlocks returns the set of all blocks of a state.
func (e *Engine) AllBlocks() protocol.Set { return protocol.All(e.Width) }

// fill returns a word of a row that is 0 until it is first asked for. Several workers may
// make it at the same time; the first one counts.
func fill(word *uint32, f func() uint32) uint32 {
	v := f()
	if !atomic.CompareAndSwapUint32(word, 0, v) {
		return atomic.LoadUint32(word)
	}
	return v
}

// LocalSteps returns the local steps of a block's process.
func (e *Engine) LocalSteps(block BlockID) []BlockTransition {
	word := &e.Blocks.At(block)[rowLocal]
	id := atomic.LoadUint32(word)
	if id == 0 {
		id = fill(word, func() uint32 { return uint32(e.lists.Add(e.Binding.handle(block, Local, 0))) })
	}
	return *e.lists.At(listID(id))
}

// head returns the first packet of the channel to process to, which is not empty,
// and the block without it.
func (e *Engine) head(block BlockID, to int) (PacketID, BlockID) {
	packet, rest := e.Blocks.At(block).head(e.N, to)
	known := atomic.LoadUint32(rest)
	if known == 0 {
		known = fill(rest, func() uint32 {
			r := e.Binding.remove(removal{block, to, 0})
			if e.Direct {
				atomic.StoreUint32(e.Blocks.At(block).third(e.N, to), uint32(e.numberOf(block, r.rest)))
			}
			atomic.StoreUint32(packet, uint32(r.packet)) // before the rest, which says that it is there
			return uint32(r.rest)
		})
	}
	return PacketID(atomic.LoadUint32(packet)), BlockID(known)
}

// remove does a removal; 0 and 0 if there is no packet at that place.
func (e *Engine) remove(r removal) removed {
	key := table.MemoKey(r.block)<<32 | table.MemoKey(r.to)<<28 | table.MemoKey(r.place)
	pair, ok := e.removed.Get(key)
	if !ok {
		pair = e.removed.Fill(key, func() removedPair {
			made := e.Binding.remove(r)
			return removedPair(made.packet)<<32 | removedPair(made.rest)
		})
	}
	return removed{PacketID(pair >> 32), BlockID(pair)}
}

// Asking returns the processes that may ask in some state that was expanded, or in one that renamings make of it.
func (e *Engine) Asking() (all protocol.Set) {
	for id := BlockID(1); id <= BlockID(e.Blocks.Len()); id++ {
		list := listID(e.Blocks.At(id)[rowLocal])
		if list != 0 && slices.ContainsFunc(*e.lists.At(list), func(t BlockTransition) bool { return t.Flags&IsAsk != 0 }) {
			all = all.With(e.Binding.process(id))
		}
	}
	return e.Group.Orbit(all)
}

// Packet returns a packet that waits to be taken by a process; place 0 is the head.
func (e *Engine) Packet(block BlockID, to, place int) PacketID {
	if place == 0 {
		packet, _ := e.head(block, to)
		return packet
	}
	return e.remove(removal{block, to, place}).packet
}

// receive returns what the block's process does with a packet from process from;
// nothing if it does not take it.
func (e *Engine) receive(block BlockID, from int, packet PacketID) []BlockTransition {
	return *e.lists.At(e.answer(block, from, packet).list())
}

// answer returns what is kept of what the block's process does with a packet.
func (e *Engine) answer(block BlockID, from int, packet PacketID) answer {
	key := DeliveryKey(block, from, packet)
	a, ok := e.received.Get(key)
	if !ok {
		a = e.received.Fill(key, func() answer { return e.newAnswer(block, e.Binding.handle(block, from, packet)) })
	}
	return a
}

// renumber returns the block with its stamps changed.
func (e *Engine) renumber(block BlockID, op stampOp) BlockID {
	key := renumberKey(block, op)
	id, ok := e.renumbered.Get(key)
	if !ok {
		id = e.renumbered.Fill(key, func() BlockID { return e.Binding.renumber(block, op) })
	}
	return id
}

// StampSet numbers a set of stamps.
func (e *Engine) StampSet(s StampSet) StampSetID { return e.StampSets.Number(s) }

// Full reports whether a table is full.
func (e *Engine) Full() bool {
	return e.Pairs.Full() || e.lists.Full() || e.Blocks.full()
}

// Bytes estimates what the tables hold.
func (e *Engine) Bytes() int64 {
	return e.received.Bytes() + e.renumbered.Bytes() + e.images.Bytes() + e.removed.Bytes() + e.Pairs.Bytes() +
		int64(e.Blocks.Len())*int64(4*e.Blocks.size+64) + int64(e.lists.Len())*40
}

// A NoKey is the panic of what shows a run when blocks do not fit into keys: what it expects
// is not there.
type NoKey struct{}

// Lost panics where a run cannot be shown: if it is not for want of keys, qcheck is wrong.
func (e *Engine) Lost(what string) {
	if e.Spilled.Load() {
		panic(NoKey{})
	}
	panic("explore: " + what)
}

// Begins returns the keys of the initial states, in their order.
func (e *Engine) Begins() []table.StateKey {
	var all []table.StateKey
	v := e.NewVector()
	for _, blocks := range e.Starts {
		copy(v.Blocks, blocks)
		all = append(all, e.Codec.Encode(0, v, e.AllBlocks()))
	}
	return all
}

// stepOf returns the number of the name of a fault.
func (e *Engine) stepOf(name string) StepID { return e.Steps.ID(name, nil) }

// environment reports whether there is an environment.
func (e *Engine) environment() bool { return e.Width > e.N }
