package explore

import "slices"

// A View is a global state, as requirements see it.
type View[L, M comparable] struct {
	Locals []L // by process
	// Channels has the messages on their way from process p to process q at
	// p*len(Locals)+q, the next one first.
	Channels [][]M
}

// Channel returns the messages on their way from one process to another, the next
// one first.
func (v View[L, M]) Channel(from, to int) []M { return v.Channels[from*len(v.Locals)+to] }

// Messages returns all messages on their way.
func (v View[L, M]) Messages() []M { return slices.Concat(v.Channels...) }

// requirement returns a requirement as the search needs it.
func (b *binding[L, M]) requirement(r Requirement[L, M]) requirement {
	x := requirement{name: r.Name}
	switch {
	case r.wrong != nil:
		x.wrong = func(blocks []blockID) string { return r.wrong(b.view(blocks)) }
	case r.happens != nil:
		x.happens = func(blocks []blockID) bool { return r.happens(b.view(blocks)) }
	default:
		x.leads = func(blocks []blockID) (from, to bool) { return r.Leads(b.view(blocks)) }
	}
	return x
}

// view returns the state that has the given blocks.
func (b *binding[L, M]) view(blocks []blockID) View[L, M] {
	v := View[L, M]{Locals: make([]L, b.n), Channels: make([][]M, 0, b.n*b.n)}
	for p := range b.n {
		seen, ok := b.views.Load(blocks[p])
		if !ok {
			seen, _ = b.views.LoadOrStore(blocks[p], b.side(blocks[p]))
		}
		s := seen.(*side[L, M])
		v.Locals[p] = s.local
		v.Channels = append(v.Channels, s.channels...)
	}
	return v
}

// A side is a process's part of a view.
type side[L, M comparable] struct {
	local    L
	channels [][]M
}

func (b *binding[L, M]) side(block blockID) *side[L, M] {
	row := b.blocks.at(block)
	s := &side[L, M]{local: b.records.at(row.record()).state}
	for _, c := range row.channels(b.n) {
		var msgs []M
		for _, k := range b.packetsIn(c) {
			msgs = append(msgs, b.packets.at(k).msg)
		}
		s.channels = append(s.channels, msgs)
	}
	return s
}
