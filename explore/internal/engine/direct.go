package engine

import (
	"sync/atomic"

	"qcheck/explore/internal/table"
)

// Direct searches. Where neither stamps are renumbered nor states renamed, a step changes the blocks
// of one or two processes and nothing else. So the key of the successor is that of the state
// with other numbers at these, and the numbers are kept with what is known of a message: that of
// the block without it, and that of the block of the process that took it. All messages of a state
// are looked up before the first one is followed, so that the processor waits for them
// together.
//
// Packed keys are needed for that, and that a block that is met is one of a state (or, with messages
// to oneself in channels, one without such a message): then numbering it at once takes hardly a
// number away from others. So reduced searches, which look at more than they
// follow, and searches in files, whose numbers are those of their files, are not direct.

// An answer is what is kept of what a block's process does with a packet: the number of a
// list, and, of most, what there is in it, so that the list need not be read.
type answer uint64

const (
	answerBits  = 26 // of the number of a list, and of that of a block
	answerMask  = 1<<answerBits - 1
	answerSteps = 1 << (63 - 2*answerBits)
	isSingle    = answer(1) << 63 // there is one transition, without flags
)

// Numbers of lists and blocks fit.
const _ = uint(1<<answerBits - table.ArenaSize)

// list returns the number of the list.
func (a answer) list() listID { return listID(a & answerMask) }

// next returns the block of the only transition; its number if the search is direct.
func (a answer) next() uint32 { return uint32(a >> answerBits & answerMask) }

// step returns the step of the only transition.
func (a answer) step() StepID { return StepID(a &^ isSingle >> (2 * answerBits)) }

// newAnswer keeps what the process of a block does with a packet.
func (e *Engine) newAnswer(block BlockID, list []BlockTransition) answer {
	a := answer(e.lists.Add(list))
	if len(list) != 1 || list[0].Flags != 0 || list[0].step >= answerSteps {
		return a
	}
	next := uint64(list[0].next)
	if e.Direct {
		number := e.numberOf(block, list[0].next)
		if number > e.Numbers.Mask() {
			return a
		}
		next = uint64(number)
	}
	return a | isSingle | answer(list[0].step)<<(2*answerBits) | answer(next)<<answerBits
}

// numberOf returns the number of a block among those of the process of another one.
func (e *Engine) numberOf(of, block BlockID) table.StateKey {
	return e.Numbers.Number(e.Binding.process(of), block)
}

// A waitingDelivery is the delivery of the next message from q to p.
type waitingDelivery struct {
	q, p   int
	answer answer
	number table.StateKey // of the block of q without the message
}

// followDirect follows the deliveries of all next messages.
func (w *Walker) followDirect() {
	e, k := w.E, w.E.Numbers
	mask := k.Mask()
	all := w.waiting[:0]
	for q, block := range w.State.Blocks {
		row := e.Blocks.At(block)
		for to := row.Receivers(); to != 0; to &= to - 1 {
			p := to.First()
			packet, rest := e.head(block, p)
			all = append(all, waitingDelivery{q, p, e.answer(w.taker(q, p, rest), q, packet), table.StateKey(atomic.LoadUint32(row.third(e.N, p)))})
		}
	}
	w.waiting = all
	for i := range all {
		d := &all[i]
		if d.answer&isSingle == 0 || d.number > mask {
			w.FollowDelivery(d.q, d.p)
			continue
		}
		shift := uint(d.p) * k.bits
		key := w.Key&^(mask<<shift) | table.StateKey(d.answer.next())<<shift
		if d.p != d.q {
			shift = uint(d.q) * k.bits
			key = key&^(mask<<shift) | d.number<<shift
		}
		w.Enabled++
		w.Visit(key, Transition{Process: int8(d.p), From: int8(d.q), Step: d.answer.step()})
	}
}
