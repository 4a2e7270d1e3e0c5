package explore

import (
	"fmt"
	"sync"
	"sync/atomic"

	"qcheck/explore/internal/table"
	"qcheck/explore/protocol"
)

// How a global state becomes small integers.
//
// A record is what belongs to one process: its number, its local state, its
// clock (causal stamps: the latest stamp that it knows), and how often it has
// asked. Records, packets (messages with the clock that they bring along) and
// contents of channels are numbered. A block is a record with the contents of
// the channels that its process writes; a step of process p that takes a message
// from process q changes only the blocks of p and q, and what it makes of each is
// kept: pop (block of q, p), receive (block of p, q, packet), localSteps (block).
// Below that, each handler call is kept by record and packet, so that protocol
// code runs once for each pair.
//
// With causal stamps a step may also renumber the stamps in all blocks, when a
// fresh stamp is put below others or a stamp went out of use, and the knowledge
// that packets carry is kept canonical; each is a kept function of a block too.
//
// Workers read the tables without locks. A worker that finds nothing asks the binding;
// protocol code is called under the engine's lock, so by one worker at a time.

// flags say what is special about a transition.
type flags uint16

const (
	isFresh     flags = 1 << iota // its block holds Fresh, to be given a place
	isAsk                         // an Ask step
	isLeave                       // a Leave step
	isUndefined                   // not defined by the algorithm
	isBeyond                      // a clock is beyond its bound; not entered
	isOverflow                    // a bound of the model is passed
	isSpent                       // an Ask step beyond the bound of requests; not entered
	isSame                        // its stamp equals an earlier one
)

// A blockTransition is one way in which a block goes on.
type blockTransition struct {
	next  blockID // 0 with isUndefined and isOverflow
	text  textID  // with these, what is wrong
	step  stepID
	flags flags
	base  protocol.Stamp // with isFresh: the latest stamp that the process knew before
	nth   uint16         // which of the alternatives with isSame, or of those without it
}

// An engine keeps the parts of all states met, by number, and how they go on. It
// knows no values of the protocol; its binding does.
type engine struct {
	n         int             // processes
	causal    bool            // stamps are causal
	attach    protocol.Attach // as in Protocol.Clock
	selective bool            // as in Protocol
	obliged   bool            // as in Protocol
	queued    bool            // messages to oneself go through a channel
	capacity  int             // of channels
	direct    bool            // the search is direct (see direct.go)
	binding   handlers
	codec     codec
	numbers   *packing     // of blocks in keys; nil if these are the engine's own
	start     []blockID    // of the initial state
	group     *group       // by which states are taken as one; nil for none
	renamed   protocol.Set // the processes that may become the base of the group

	blocks     blockTable
	lists      table.Arena[listID, []blockTransition]
	received   *table.Memo[answer]
	renumbered *table.Memo[blockID]
	images     *table.Memo[blockID] // of blocks, renamed
	turns      table.Interner[turnsID, string, []turn]
	removed    sync.Map                         // of removed by removal: behind the head of a channel
	pairs      *table.Numbering[pairID, uint64] // inner nodes of the tree
	stampSets  *table.Numbering[stampSetID, stampSet]
	texts      table.Interner[textID, string, struct{}]
	manyStamps textID                                   // says that a step needs more stamps than maxStamps
	steps      table.Interner[stepID, string, struct{}] // names

	_     table.Apart
	mu    sync.Mutex // held while protocol code is called
	calls int64      // of protocol code
	_     table.Apart

	mistakes   sync.Map    // of *Mistake, by the text that says it
	spilled    atomic.Bool // a block does not fit into packed keys
	asymmetric atomic.Bool // a comparison of a renaming failed (see symmetry.go)
}

// handlers is what an engine asks its binding, by several workers at a time.
type handlers interface {
	// handle returns how a block goes on by receiving a packet, or, with local as
	// the sender, by local steps.
	handle(block blockID, from int, packet packetID) []blockTransition
	// process returns the process of a block.
	process(block blockID) int
	// remove returns a packet of a channel, and the block without it; 0 and 0 if
	// there is none at that place.
	remove(r removal) removed
	// renumber returns the block with its stamps changed.
	renumber(block blockID, op stampOp) blockID
	// leader returns the leader of a block, and the turns that take the block to it.
	leader(block blockID) (blockID, turnsID)
	// image returns a block, renamed.
	image(block blockID, t turn) blockID
	// show writes a block in protocol terms: equal ones, and no others, alike in
	// any search.
	show(block blockID) (record string, channels []string)
	// parts returns how many values there are of each part of the state.
	parts() []Part
	// plain writes a block as certificates do; layout names its numbers.
	plain(block blockID) string
	layout() (local, message []string)
	// content writes a block as bytes, equal ones, and no others, alike in any search;
	// blockOf reads what content wrote of a block of process p.
	content(block blockID) []byte
	blockOf(p int, content []byte) (blockID, error)
	compareContents(a, b blockID) int
	shape() string // of the types of its values
}

// local stands for the sender in local steps.
const local = -1

// A removal takes the packet at a place out of the channel to a process.
type removal struct {
	block blockID
	to    int
	place int
}

// removed is what a removal results in.
type removed struct {
	packet packetID
	rest   blockID // the block without it; 0 if there is no packet
}

func newEngine(n int, packed, filed bool) *engine {
	e := &engine{
		n: n, received: table.NewMemo[answer](), renumbered: table.NewMemo[blockID](), images: table.NewMemo[blockID](),
		pairs: table.NewNumbering[pairID, uint64](), stampSets: table.NewNumbering[stampSetID, stampSet](),
	}
	e.manyStamps = e.texts.ID(fmt.Sprintf("more than %d time stamps are in use at one time", maxStamps), nil)
	e.blocks.init(n)
	if packed || filed {
		e.numbers = newPacking(e)
	}
	if e.codec = e.numbers; !packed {
		e.codec = newTree(e)
	}
	return e
}

// broken reports whether the search rests on renamings that do not hold: it begins anew.
func (e *engine) broken() bool { return e.group != nil && e.asymmetric.Load() }

// fill returns a word of a row that is 0 until it is first asked for. Several workers may
// make it at the same time; the first one counts.
func fill(word *uint32, f func() uint32) uint32 {
	v := f()
	if !atomic.CompareAndSwapUint32(word, 0, v) {
		return atomic.LoadUint32(word)
	}
	return v
}

// fillLocked is fill where f is to be called under the engine's lock.
func (e *engine) fillLocked(word *uint32, f func() uint32) uint32 {
	e.mu.Lock()
	defer e.mu.Unlock()
	if v := atomic.LoadUint32(word); v != 0 {
		return v
	}
	return fill(word, f)
}

// localSteps returns the local steps of a block's process.
func (e *engine) localSteps(block blockID) []blockTransition {
	word := &e.blocks.at(block)[rowLocal]
	id := atomic.LoadUint32(word)
	if id == 0 {
		id = fill(word, func() uint32 { return uint32(e.lists.Add(e.binding.handle(block, local, 0))) })
	}
	return *e.lists.At(listID(id))
}

// head returns the first packet of the channel to process to, which is not empty,
// and the block without it.
func (e *engine) head(block blockID, to int) (packetID, blockID) {
	packet, rest := e.blocks.at(block).head(e.n, to)
	known := atomic.LoadUint32(rest)
	if known == 0 {
		known = fill(rest, func() uint32 {
			r := e.binding.remove(removal{block, to, 0})
			if e.direct {
				atomic.StoreUint32(e.blocks.at(block).third(e.n, to), uint32(e.numberOf(block, r.rest)))
			}
			atomic.StoreUint32(packet, uint32(r.packet)) // before the rest, which says that it is there
			return uint32(r.rest)
		})
	}
	return packetID(atomic.LoadUint32(packet)), blockID(known)
}

// remove does a removal; 0 and 0 if there is no packet at that place.
func (e *engine) remove(r removal) removed {
	made, ok := e.removed.Load(r)
	if !ok {
		made, _ = e.removed.LoadOrStore(r, e.binding.remove(r))
	}
	return made.(removed)
}

// packet returns a packet that waits to be taken by a process; place 0 is the head.
func (e *engine) packet(block blockID, to, place int) packetID {
	if place == 0 {
		packet, _ := e.head(block, to)
		return packet
	}
	return e.remove(removal{block, to, place}).packet
}

// receive returns what the block's process does with a packet from process from;
// nothing if it does not take it.
func (e *engine) receive(block blockID, from int, packet packetID) []blockTransition {
	return *e.lists.At(e.answer(block, from, packet).list())
}

// answer returns what is kept of what the block's process does with a packet.
func (e *engine) answer(block blockID, from int, packet packetID) answer {
	key := deliveryKey(block, from, packet)
	a, ok := e.received.Get(key)
	if !ok {
		a = e.received.Fill(key, func() answer { return e.newAnswer(block, e.binding.handle(block, from, packet)) })
	}
	return a
}

// renumber returns the block with its stamps changed.
func (e *engine) renumber(block blockID, op stampOp) blockID {
	key := renumberKey(block, op)
	id, ok := e.renumbered.Get(key)
	if !ok {
		id = e.renumbered.Fill(key, func() blockID { return e.binding.renumber(block, op) })
	}
	return id
}

// stampSet numbers a set of stamps.
func (e *engine) stampSet(s stampSet) stampSetID { return e.stampSets.Number(s) }

// full reports whether a table is full.
func (e *engine) full() bool {
	return e.pairs.Full() || e.lists.Full() || e.blocks.full()
}

// show writes a block in protocol terms (see handlers).
func (e *engine) show(block blockID) (record string, channels []string) {
	return e.binding.show(block)
}

// bytes estimates what the tables hold.
func (e *engine) bytes() int64 {
	return e.received.Bytes() + e.renumbered.Bytes() + e.images.Bytes() + e.pairs.Bytes() +
		int64(e.blocks.len())*int64(4*e.blocks.size+64) + int64(e.lists.Len())*40
}

// A noKey is the panic of what shows a run when blocks do not fit into keys: what it expects
// is not there.
type noKey struct{}

// lost panics where a run cannot be shown: if it is not for want of keys, qcheck is wrong.
func (e *engine) lost(what string) {
	if e.spilled.Load() {
		panic(noKey{})
	}
	panic("explore: " + what)
}
