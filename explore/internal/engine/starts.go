package engine

import (
	"slices"
	"strings"

	"qcheck/explore/internal/plain"
	"qcheck/explore/protocol"
)

type start = protocol.Start[plain.Value, plain.Value]

// starts returns the initial states of the protocol.
func (b *Binding) starts() []start {
	if b.P.Starts != nil {
		return b.P.Starts()
	}
	var s start
	for p := range b.N {
		s.Locals = append(s.Locals, b.P.Init(p))
	}
	return []start{s}
}

// began returns the blocks of an initial state.
func (b *Binding) began(s start) []BlockID {
	known := uint16(0)
	if !b.Causal {
		known = uint16(b.P.Clock.Start)
	}
	packets := make([][]PacketID, b.N*b.N)
	for _, x := range s.Sent {
		k := Packet{Msg: x.Msg}
		if b.P.Clock.Attach == protocol.EveryMessage && !b.Causal {
			k.known = known
		}
		packets[x.From*b.N+x.To] = append(packets[x.From*b.N+x.To], b.Packet(k))
	}
	var blocks []BlockID
	for p := range b.N {
		channels := make([]ChannelID, b.N)
		for to := range channels {
			channels[to] = b.channel(packets[p*b.N+to])
		}
		blocks = append(blocks, b.block(b.Record(Record{State: s.Locals[p], known: known, Process: uint8(p)}), channels))
	}
	if b.environment() {
		b.dropping = b.stepOf(protocol.Drops)
		blocks = append(blocks, b.block(b.Record(b.newEnvironment()), make([]ChannelID, b.N)))
	}
	return blocks
}

// permuting returns a function that reports whether a renaming takes initial states to initial states, which it asks
// of all of them only where that does not follow from what it reported before: renamings that do so are a group.
func (b *Binding) permuting() func(Renaming) bool {
	starts, texts := b.starts(), map[string]bool{}
	for _, s := range starts {
		texts[startText(s)] = true
	}
	var by []Renaming // generate those of which it is known
	known := map[string]bool{}
	return func(r Renaming) bool {
		if !known[r.name()] && b.permutes(r, starts, texts) {
			by = append(by, slices.Clone(r))
			known = generated(by, nil)
		}
		return known[r.name()]
	}
}

// permutes reports whether a renaming takes initial states, of these texts, to initial states.
func (b *Binding) permutes(r Renaming, starts []start, texts map[string]bool) bool {
	for _, s := range starts {
		image := start{Locals: make([]plain.Value, b.N)}
		for p, l := range s.Locals {
			image.Locals[r[p]] = l.Renamed(b.P.Local, r)
		}
		for _, x := range s.Sent {
			image.Sent = append(image.Sent, protocol.Sent[plain.Value]{From: r[x.From], To: r[x.To], Msg: x.Msg.Renamed(b.P.Message, r)})
		}
		if b.halted() || !texts[startText(image)] {
			return false
		}
	}
	return true
}

// startText writes an initial state: different ones differently, except for the order of messages of different channels.
func startText(s start) string {
	sent := slices.Clone(s.Sent)
	slices.SortStableFunc(sent, func(x, y protocol.Sent[plain.Value]) int { return (x.From-y.From)*protocol.MaxProcesses + x.To - y.To })
	var text strings.Builder
	for _, l := range s.Locals {
		text.WriteString(string(l))
	}
	for _, x := range sent {
		text.WriteByte(byte(x.From))
		text.WriteByte(byte(x.To))
		text.WriteString(string(x.Msg))
	}
	return text.String()
}
