package explore

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
)

// How a global state becomes small integers.
//
// A record is what belongs to one process: its number, its local state, what
// it has heard of (causal stamps: the highest stamp; integer clocks: its
// clock), and how often it has asked. Records, messages (with the clock they
// bring along) and channel contents are numbered. A block is a record with the
// contents of the channels that its process writes; a step of process p that
// takes a message from process q changes just the blocks of p and q, and what
// it makes of each is kept: pop (block of q, p), receive (block of p, q,
// message), act (block). Below that, each handler call is kept by record and
// message, so that protocol code runs once for each pair.
//
// With causal stamps a step may also renumber the stamps in all blocks, when a
// fresh stamp is put below others or a stamp went out of use, and what
// messages have heard of is kept canonical; each is a kept function of a block
// too.

// Flags of outcomes.
const (
	oFresh     uint16 = 1 << iota // the block holds Fresh, to be given a place
	oAsk                          // an Ask step
	oLeave                        // a Leave step
	oUndefined                    // not defined by the algorithm; block is a text number
	oBeyond                       // a clock is beyond its bound; not entered
	oOverflow                     // a bound of the model is passed; block is a text number
	oSpent                        // an Ask step beyond the bound of requests; not entered
	oSame                         // the stamp that was made equals an earlier one
)

// An outcome is one way in which a block goes on.
type outcome struct {
	block uint32
	name  uint16
	flags uint16
	heard Stamp  // with oFresh: what the process had heard of before the stamp
	nth   uint16 // which of the outcomes with oSame, or of those without it
}

// Words of a block's row before the channels.
const (
	rowRecord = iota
	rowSeen   // phase in the low 8 bits, number of the observation above
	rowTo     // the processes to which messages are on their way
	rowActs   // number of the list of local steps, 0 when not known yet
	rowLive   // the stamps in the block, low half
	rowLive2  // high half
	rowHeard  // what the process has heard of
	rowNews   // the processes to which messages with something heard are on their way
	rowNumber // number among the blocks of its process, 0 when it has none yet
	rowTie    // number of what the reduction knows of the record, 0 when not known yet
	rowChan   // then the channels, then what popping each gives
)

// maxStamps is the most causal stamps in use at one time.
const maxStamps = 62

// engine is the part of an instance that knows no protocol types.
type engine struct {
	n         int
	causal    bool
	attach    Attach
	selective bool
	obliged   bool
	queued    bool // messages to oneself go through a channel

	mu    sync.Mutex
	calls handlers

	block  rows
	blocks map[string]uint32
	lists  arena[[]outcome]
	recvs  *memo
	remaps *memo
	picks  map[[2]uint64][2]uint32
	mids   *pairTable
	masks  *memo
	maskOf arena[uint64]
	texts  []string
	full   atomic.Bool // an arena is full: the search must end

	packed  *packing // nil for a tree
	partial partials
	tieOf   arena[tie]
	tieID   map[uint32]uint32 // by record
	takeOf  *memo

	start []uint32 // the blocks of the initial state
	names []string // of steps
}

// handlers is the part of an instance that does.
type handlers interface {
	initial() []uint32
	act(block uint32) []outcome
	receive(block uint32, from int, msg uint32) []outcome
	pop(block uint32, to, at int) (msg, rest uint32)
	remap(block uint32, op uint32) uint32
	show(block uint32) blockView
}

// A blockView is a block's content in protocol terms, for traces.
type blockView struct {
	record string
	chans  []string
}

func (e *engine) init(n int) {
	e.n = n
	e.block.stride = rowChan + 3*n
	e.blocks = map[string]uint32{}
	e.picks = map[[2]uint64][2]uint32{}
	e.recvs, e.remaps, e.mids = newMemo(), newMemo(), newPairTable()
	e.masks = newMemo()
	e.takeOf, e.tieID = newMemo(), map[uint32]uint32{}
}

// acts returns the local steps of a block's process.
func (e *engine) acts(block uint32) []outcome {
	row := e.block.at(block)
	if id := atomic.LoadUint32(&row[rowActs]); id != 0 {
		return *e.lists.at(id)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if id := row[rowActs]; id != 0 {
		return *e.lists.at(id)
	}
	list := e.calls.act(block)
	atomic.StoreUint32(&row[rowActs], e.lists.add(list))
	return list
}

// pop returns the message at the head of the channel to process to, which is
// not empty, and the block without it.
func (e *engine) pop(block uint32, to int) (msg, rest uint32) {
	at := rowChan + e.n + 2*to
	row := e.block.at(block)
	if rest = atomic.LoadUint32(&row[at+1]); rest != 0 {
		return row[at], rest
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	msg, rest = e.calls.pop(block, to, 0)
	if row[at+1] == 0 {
		row[at] = msg
		atomic.StoreUint32(&row[at+1], rest)
	}
	return msg, rest
}

// pick returns the message at a place other than the head of the channel to
// process to, if there is one, and the block without it.
func (e *engine) pick(block uint32, to, at int) (msg, rest uint32, ok bool) {
	key := [2]uint64{uint64(block), uint64(to)<<32 | uint64(at)}
	e.mu.Lock()
	defer e.mu.Unlock()
	pair, ok := e.picks[key]
	if !ok {
		pair[0], pair[1] = e.calls.pop(block, to, at)
		e.picks[key] = pair
	}
	return pair[0], pair[1], pair[1] != 0
}

// receive returns what the block's process does with a message from process
// from; nothing when it does not take it.
func (e *engine) receive(block uint32, from int, msg uint32) []outcome {
	key := uint64(block)<<32 | uint64(from)<<28 | uint64(msg)
	if id, ok := e.recvs.get(key); ok {
		return *e.lists.at(id)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if id, ok := e.recvs.get(key); ok {
		return *e.lists.at(id)
	}
	list := e.calls.receive(block, from, msg)
	e.recvs.put(key, e.lists.add(list))
	e.checkRoom()
	return list
}

// The operations on stamps.
const (
	opPlace    = 1 << 28 // with r: make room for a stamp r, and let Fresh be r
	opCompress = 2 << 28 // with a mask's number: keep just its stamps
	opNews     = 3 << 28 // with to<<8|r: forget what messages to process to, who has heard of r, say of r and below
)

// remap returns the block with its stamps changed.
func (e *engine) remap(block, op uint32) uint32 {
	key := uint64(block)<<32 | uint64(op)
	if b, ok := e.remaps.get(key); ok {
		return b
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if b, ok := e.remaps.get(key); ok {
		return b
	}
	b := e.calls.remap(block, op)
	e.remaps.put(key, b)
	return b
}

// mask returns the number of a set of stamps.
func (e *engine) mask(live uint64) uint32 {
	key := live | 1<<63 // stamps go up to maxStamps
	if id, ok := e.masks.get(key); ok {
		return id
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if id, ok := e.masks.get(key); ok {
		return id
	}
	id := e.maskOf.add(live)
	e.masks.put(key, id)
	return id
}

// mid returns the number of a pair of numbers.
func (e *engine) mid(pair uint64) uint32 {
	if id := e.mids.get(pair); id != 0 {
		return id
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if id := e.mids.get(pair); id != 0 {
		return id
	}
	defer e.checkRoom()
	return e.mids.add(pair)
}

// checkRoom notes that an arena is full. The lock is held.
func (e *engine) checkRoom() {
	if e.mids.pairs.full() || e.lists.full() || e.block.full() {
		e.full.Store(true)
	}
}

// bytes estimates what the tables hold.
func (e *engine) bytes() int64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.recvs.bytes() + e.remaps.bytes() + e.mids.bytes() +
		int64(e.block.n)*int64(4*e.block.stride+64) + int64(e.lists.n)*40
}

func (e *engine) text(s string) uint32 {
	for i, t := range e.texts {
		if t == s {
			return uint32(i)
		}
	}
	e.texts = append(e.texts, s)
	return uint32(len(e.texts) - 1)
}

// A record is one process's part of a global state, without channels.
type record[L comparable] struct {
	state   L
	heard   uint16 // causal: the highest stamp heard of, or Fresh; integer: the clock
	same    bool   // causal: that is a stamp of its own, and its clock has not ticked since; the stamp stays in use
	asked   uint8  // how often it has asked, when that is bounded
	process uint8
}

type packet[M comparable] struct {
	msg   M
	heard uint16 // what it brings along
}

type channel struct {
	packets []uint32
	live    uint64
	news    bool
}

type recordInfo struct {
	seen uint32
	live uint64
}

// A step as its process and those it writes to see it.
type result struct {
	record uint32
	sends  []send
	name   uint16
	flags  uint16
	text   uint32
	heard  Stamp
}

type send struct {
	to     int
	packet uint32
}

// layer numbers the values of one protocol.
type layer[L, M comparable] struct {
	*engine
	p          *Protocol[L, M]
	lAt, mAt   []uintptr // where stamps are
	bound      []int     // requests of each process, negative for no bound
	clockMax   int       // integer clocks: 0 for no bound
	capacity   int
	paranoid   bool
	impure     string // what is wrong with the protocol's code
	listed     bool   // all names of steps are known
	stepNumber map[string]uint16

	records  map[record[L]]uint32
	recordOf []record[L]
	info     []recordInfo
	packets  map[packet[M]]uint32
	packetOf []packet[M]
	chans    map[string]uint32
	chanOf   []channel
	seen     map[Observation]uint32
	seenOf   []Observation
	handled  map[[2]uint64][]result
	acted    map[uint64][]result
	views    sync.Map // of *side[L, M], by block
	recordOp map[uint64]uint32
	chanOp   map[uint64]uint32
}

func newLayer[L, M comparable](p *Protocol[L, M], lAt, mAt []uintptr) *layer[L, M] {
	y := &layer[L, M]{
		engine: &engine{}, p: p, lAt: lAt, mAt: mAt, capacity: p.Capacity,
		stepNumber: map[string]uint16{},
		records:    map[record[L]]uint32{}, packets: map[packet[M]]uint32{},
		chans: map[string]uint32{"": 0}, chanOf: []channel{{}},
		seen: map[Observation]uint32{}, handled: map[[2]uint64][]result{}, acted: map[uint64][]result{},
		recordOp: map[uint64]uint32{}, chanOp: map[uint64]uint32{},
	}
	if y.capacity == 0 {
		y.capacity = 255
	}
	y.engine.init(p.N)
	y.engine.attach = p.Clock.Attach
	y.engine.selective, y.engine.obliged = p.Selective, p.Obliged
	y.engine.calls = y
	if p.Partial != nil {
		y.engine.partial = y
	}
	for _, name := range p.Steps {
		y.step(name)
	}
	y.listed = len(p.Steps) > 0
	return y
}

func (y *layer[L, M]) step(name string) uint16 {
	id, ok := y.stepNumber[name]
	if !ok {
		if y.listed {
			y.impure = fmt.Sprintf("the step %q is not in the protocol's list", name)
			y.full.Store(true)
		}
		id = uint16(len(y.names))
		y.names = append(y.names, name)
		y.stepNumber[name] = id
	}
	return id
}

func (y *layer[L, M]) initial() []uint32 {
	var blocks []uint32
	for p := range y.n {
		r := record[L]{state: y.p.Init(p), process: uint8(p)}
		if !y.causal {
			r.heard = uint16(y.p.Clock.Start)
		}
		blocks = append(blocks, y.makeBlock(y.recordID(r), make([]uint32, y.n)))
	}
	return blocks
}

func (y *layer[L, M]) recordID(r record[L]) uint32 {
	if id, ok := y.records[r]; ok {
		return id
	}
	id := uint32(len(y.recordOf))
	y.records[r] = id
	y.recordOf = append(y.recordOf, r)
	o := y.p.Observe(int(r.process), r.state)
	number, ok := y.seen[o]
	if !ok {
		number = uint32(len(y.seenOf))
		y.seen[o] = number
		y.seenOf = append(y.seenOf, o)
	}
	info := recordInfo{seen: number<<8 | uint32(o.Phase)}
	if y.causal {
		info.live = live(&r.state, y.lAt)
		if r.same && r.heard != uint16(Fresh) {
			info.live |= 1 << (r.heard - 1)
		}
	}
	y.info = append(y.info, info)
	return id
}

// live returns the stamps in v.
func live[T any](v *T, at []uintptr) uint64 {
	var mask uint64
	eachStamp(v, at, func(s Stamp) Stamp {
		if s != 0 && s != Fresh {
			mask |= 1 << (s - 1)
		}
		return s
	})
	return mask
}

func (y *layer[L, M]) packetID(k packet[M]) uint32 {
	if id, ok := y.packets[k]; ok {
		return id
	}
	id := uint32(len(y.packetOf))
	y.packets[k] = id
	y.packetOf = append(y.packetOf, k)
	return id
}

func (y *layer[L, M]) chanID(packets []uint32) uint32 {
	key := make([]byte, 0, 4*len(packets))
	for _, k := range packets {
		key = binary.LittleEndian.AppendUint32(key, k)
	}
	if id, ok := y.chans[string(key)]; ok {
		return id
	}
	c := channel{packets: append([]uint32(nil), packets...)}
	if y.causal {
		for _, k := range packets {
			c.live |= live(&y.packetOf[k].msg, y.mAt)
			c.news = c.news || y.packetOf[k].heard != 0
		}
	}
	id := uint32(len(y.chanOf))
	y.chans[string(key)] = id
	y.chanOf = append(y.chanOf, c)
	return id
}

func (y *layer[L, M]) makeBlock(rec uint32, chans []uint32) uint32 {
	key := make([]byte, 0, 4*len(chans)+4)
	key = binary.LittleEndian.AppendUint32(key, rec)
	for _, c := range chans {
		key = binary.LittleEndian.AppendUint32(key, c)
	}
	if id, ok := y.blocks[string(key)]; ok {
		return id
	}
	id, row := y.block.add()
	info := y.info[rec]
	mask := info.live
	row[rowRecord] = rec
	row[rowSeen] = info.seen
	row[rowHeard] = uint32(y.recordOf[rec].heard)
	for to, c := range chans {
		row[rowChan+to] = c
		if c != 0 {
			row[rowTo] |= 1 << to
			mask |= y.chanOf[c].live
			if y.chanOf[c].news {
				row[rowNews] |= 1 << to
			}
		}
	}
	row[rowLive], row[rowLive2] = uint32(mask), uint32(mask>>32)
	y.blocks[string(key)] = id
	y.checkRoom()
	return id
}

// pop takes the message at a place out of a channel; nothing, and block 0, when
// there is none.
func (y *layer[L, M]) pop(block uint32, to, at int) (msg, rest uint32) {
	row := y.block.at(block)
	chans := append([]uint32(nil), row[rowChan:rowChan+y.n]...)
	packets := y.chanOf[chans[to]].packets
	if at >= len(packets) {
		return 0, 0
	}
	chans[to] = y.chanID(slices.Delete(slices.Clone(packets), at, at+1))
	return packets[at], y.makeBlock(row[rowRecord], chans)
}

func (y *layer[L, M]) act(block uint32) []outcome {
	rec, busy := y.of(block)
	key := uint64(rec) | uint64(busy)<<32
	results, ok := y.acted[key]
	if !ok {
		results = y.compute(rec, -1, 0, busy != 0)
		y.acted[key] = results
	}
	return y.apply(block, results)
}

func (y *layer[L, M]) receive(block uint32, from int, msg uint32) []outcome {
	rec, busy := y.of(block)
	key := [2]uint64{uint64(rec)<<32 | uint64(msg), uint64(from)<<1 | uint64(busy)}
	results, ok := y.handled[key]
	if !ok {
		results = y.compute(rec, from, msg, busy != 0)
		y.handled[key] = results
	}
	return y.apply(block, results)
}

// of returns a block's record, and 1 when its process has messages to itself in
// the channel, otherwise 0.
func (y *layer[L, M]) of(block uint32) (rec, busy uint32) {
	row := y.block.at(block)
	rec = row[rowRecord]
	return rec, row[rowTo] >> y.recordOf[rec].process & 1
}

// apply returns what the results make of the block.
func (y *layer[L, M]) apply(block uint32, results []result) []outcome {
	var list []outcome
	row := y.block.at(block)
	p := int(y.recordOf[row[rowRecord]].process)
	var counts [2]uint16 // without oSame, and with it
	for _, r := range results {
		kind := 0
		if r.flags&oSame != 0 {
			kind = 1
		}
		o := outcome{name: r.name, flags: r.flags, heard: r.heard, nth: counts[kind]}
		counts[kind]++
		if r.flags&(oUndefined|oOverflow) != 0 {
			o.block = r.text
			list = append(list, o)
			continue
		}
		chans := append([]uint32(nil), row[rowChan:rowChan+y.n]...)
		for _, s := range r.sends {
			packets := y.chanOf[chans[s.to]].packets
			if len(packets) >= y.capacity && o.flags&oBeyond == 0 {
				o.flags |= oOverflow
				o.block = y.text(fmt.Sprintf("the channel from process %d to process %d holds more than %d messages", p+1, s.to+1, y.capacity))
			}
			chans[s.to] = y.chanID(append(append([]uint32(nil), packets...), s.packet))
		}
		if o.flags&oOverflow == 0 {
			o.block = y.makeBlock(r.record, chans)
		}
		list = append(list, o)
	}
	return list
}

// compute runs protocol code: the local steps of a record's process (from < 0),
// or its handling of a message.
func (y *layer[L, M]) compute(rec uint32, from int, msg uint32, busy bool) []result {
	r := y.recordOf[rec]
	run := func() ([]result, *turn[L, M]) {
		t := &turn[L, M]{y: y, p: int(r.process), before: r, busy: busy}
		if from < 0 {
			return t.actions(), t
		}
		return t.deliver(from, y.packetOf[msg]), t
	}
	results, _ := run()
	if y.paranoid {
		if again, _ := run(); fmt.Sprint(again) != fmt.Sprint(results) {
			y.impure = fmt.Sprintf("process %d in state %+v gave two different answers to the same question", r.process+1, r.state)
			y.full.Store(true)
		}
	}
	return results
}

func (y *layer[L, M]) remap(block, op uint32) uint32 {
	row := y.block.at(block)
	chans := append([]uint32(nil), row[rowChan:rowChan+y.n]...)
	rec := row[rowRecord]
	arg := op &^ (0xf << 28)
	switch op &^ arg {
	case opNews:
		to, heard := int(arg>>8), uint16(arg&0xff)
		var packets []uint32
		for _, k := range y.chanOf[chans[to]].packets {
			packet := y.packetOf[k]
			if packet.heard <= heard {
				packet.heard = 0
			} else if !y.selective {
				heard = packet.heard
			}
			packets = append(packets, y.packetID(packet))
		}
		chans[to] = y.chanID(packets)
		return y.makeBlock(rec, chans)
	case opPlace:
		place := Stamp(arg)
		shift := func(s Stamp) Stamp {
			switch {
			case s == Fresh:
				return place
			case s >= place:
				return s + 1
			}
			return s
		}
		return y.renumber(rec, chans, op, shift)
	default:
		live := *y.maskOf.at(arg)
		return y.renumber(rec, chans, op, func(s Stamp) Stamp { return rank(live, s) })
	}
}

func (y *layer[L, M]) renumber(rec uint32, chans []uint32, op uint32, f func(Stamp) Stamp) uint32 {
	key := uint64(rec)<<32 | uint64(op)
	id, ok := y.recordOp[key]
	if !ok {
		r := y.recordOf[rec]
		eachStamp(&r.state, y.lAt, f)
		r.heard = uint16(f(Stamp(r.heard)))
		id = y.recordID(r)
		y.recordOp[key] = id
	}
	for to, c := range chans {
		if c == 0 {
			continue
		}
		key := uint64(c)<<32 | uint64(op)
		moved, ok := y.chanOp[key]
		if !ok {
			var packets []uint32
			for _, k := range y.chanOf[c].packets {
				packet := y.packetOf[k]
				eachStamp(&packet.msg, y.mAt, f)
				packet.heard = uint16(f(Stamp(packet.heard)))
				packets = append(packets, y.packetID(packet))
			}
			moved = y.chanID(packets)
			y.chanOp[key] = moved
		}
		chans[to] = moved
	}
	return y.makeBlock(id, chans)
}

func (y *layer[L, M]) show(block uint32) blockView {
	y.mu.Lock()
	defer y.mu.Unlock()
	row := y.block.at(block)
	r := y.recordOf[row[rowRecord]]
	// %d: a String method may write different values alike.
	v := blockView{record: fmt.Sprintf("%d clock=%d same=%t asked=%d", any(r.state), r.heard, r.same, r.asked)}
	for _, c := range row[rowChan : rowChan+y.n] {
		text := ""
		for _, k := range y.chanOf[c].packets {
			text += fmt.Sprintf("%d;", any(y.packetOf[k]))
		}
		v.chans = append(v.chans, text)
	}
	return v
}

func top(live uint64) int { return bits.Len64(live) }
