package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"qcheck/explore/protocol"
)

// Networks without order. The contents of a channel are then those that have the same packets: they
// are kept in an order that depends on what the packets are and on nothing else, so that states are
// the same in every search, and renamed or renumbered contents are put in order like others. On a
// network that duplicates each packet is there once, and taking it leaves it there.
//
// The deliveries of a channel are those of each different packet, in the order of packets; an
// alternative of one is numbered among those of all of them, so that a step is named as on a network
// with order (see protocol.TraceStep).

// inOrder reports whether a message is taken after those that were sent before it.
func (e *Engine) inOrder() bool { return !e.Selective && e.Network.Ordered() }

// heardInOrder reports whether who takes a message has heard of all that those before it bring along: none of them
// is lost, or sent to a process that is down and goes on later.
func (e *Engine) heardInOrder() bool {
	return e.inOrder() && e.Faults.Lose == 0 && e.Faults.Restart == 0
}

// hurried reports whether some message can be taken in a state, on a network where messages are taken at once.
func (w *Walker) hurried() bool {
	if w.E.Network != protocol.Instant {
		return false
	}
	for q := range w.E.N {
		for to := w.Row(q).Receivers(); to != 0; to &= to - 1 {
			if list, _, _ := w.Delivery(q, to.First()); len(list) > 0 {
				return true
			}
		}
	}
	return false
}

// followLocal follows the local steps, unless a message is to be taken at once.
func (w *Walker) followLocal() {
	for p := range w.E.N {
		if w.Hurried {
			break
		}
		for _, t := range w.E.LocalSteps(w.State.Blocks[p]) {
			w.Follow(p, Local, t, 0)
		}
	}
}

// unordered returns packets in the order in which they are kept.
func (b *values) unordered(packets []PacketID) []PacketID {
	packets = slices.SortedFunc(slices.Values(packets), b.comparePackets)
	if b.Network == protocol.Duplicating {
		packets = slices.Compact(packets)
	}
	return packets
}

// comparePackets orders packets by the text of the message, and then by what it brings along.
func (b *values) comparePackets(x, y PacketID) int {
	if x == y {
		return 0
	}
	return cmp.Or(strings.Compare(b.PacketText(x), b.PacketText(y)), cmp.Compare(b.Packets.At(x).known, b.Packets.At(y).known))
}

// PacketText writes the message of a packet: different ones differently, and alike in every search.
func (b *values) PacketText(k PacketID) string {
	text, ok := b.packetTexts.Load(k)
	if !ok {
		text, _ = b.packetTexts.LoadOrStore(k, fmt.Sprintf("%d", b.P.Message.Typed(b.Packets.At(k).Msg)))
	}
	return text.(string)
}

// EachWaiting calls f for each different message that waits from q for p, with what p does with it and the block of q
// without it, on a network without order.
func (w *Walker) EachWaiting(q, p int, f func(packet PacketID, list []BlockTransition, rest BlockID)) {
	last := PacketID(0)
	for place := 0; ; place++ {
		r := w.E.remove(removal{w.State.Blocks[q], p, place})
		switch {
		case r.rest == 0:
			return
		case place > 0 && r.packet == last:
			continue
		}
		last = r.packet
		f(r.packet, w.receive(q, p, r.packet, r.rest), r.rest)
	}
}

// unorderedDeliveries calls f for what process p does with each different message from q, with the block of q
// without it.
func (w *Walker) unorderedDeliveries(q, p int, f func(t BlockTransition, rest BlockID)) {
	var count alternatives // of all packets
	w.EachWaiting(q, p, func(packet PacketID, list []BlockTransition, rest BlockID) {
		w.Packet = packet
		for _, t := range list {
			t.nth = count.next(t.Flags)
			f(t, rest)
		}
	})
}

// FollowSome follows the deliveries of some messages from q to p, on a network without order.
func (w *Walker) FollowSome(q, p int, some func(packet PacketID) bool) {
	w.unorderedDeliveries(q, p, func(t BlockTransition, rest BlockID) {
		if some(w.Packet) {
			w.Follow(p, q, t, rest)
		}
	})
}

// stays reports whether a message that may come again changed nothing.
func (w *Walker) stays(t Transition) bool {
	return w.E.Network == protocol.Duplicating && t.From >= 0 && slices.Equal(w.Next.Blocks, w.State.Blocks)
}

// PacketAfter returns what a packet that is not taken becomes by a transition, which leaves the given
// stamps in use, numbered as before it with the fresh one in its place, if there is one, and by the renaming
// that follows.
func (b *Binding) PacketAfter(packet PacketID, place uint8, kept StampSetID, t RenamingID) PacketID {
	if b.Causal {
		set, k := b.StampSets.At(kept), b.Packets.At(packet)
		k.Msg.EachStamp(b.P.Message, func(s protocol.Stamp) protocol.Stamp {
			if place > 0 && s >= protocol.Stamp(place) {
				s++
			}
			return set.Rank(s)
		})
		packet = b.Packet(k)
	}
	return b.renamedPacket(packet, t)
}

// Followed reports whether messages can be followed along runs: with causal stamps, what a message
// brings along is forgotten by and by, so that it is not the same packet all along.
func (e *Engine) Followed() bool {
	return e.Network == protocol.Unordered && !(e.Causal && e.attach == protocol.EveryMessage)
}
