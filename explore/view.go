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
func (b *binding) requirement(r erasedRequirement) requirement {
	x := requirement{name: r.name}
	switch {
	case r.wrong != nil:
		x.wrong = func(blocks []blockID) string { return r.wrong(b.sides(blocks)) }
	case r.happens != nil:
		x.happens = func(blocks []blockID) bool { return r.happens(b.sides(blocks)) }
	default:
		x.leads = func(blocks []blockID) (from, to bool) { return r.leads(b.sides(blocks)) }
	}
	return x
}

// sides returns what a view of the state that has the given blocks is made of.
func (b *binding) sides(blocks []blockID) []any {
	all := make([]any, b.n)
	for p := range b.n {
		seen, ok := b.views.Load(blocks[p])
		if !ok {
			seen, _ = b.views.LoadOrStore(blocks[p], b.side(blocks[p]))
		}
		all[p] = seen
	}
	return all
}

func (b *binding) side(block blockID) any {
	row := b.blocks.at(block)
	var channels [][]value
	for _, c := range row.channels(b.n) {
		var msgs []value
		for _, k := range b.packetsIn(c) {
			msgs = append(msgs, b.packets.At(k).msg)
		}
		channels = append(channels, msgs)
	}
	return b.p.side(b.records.At(row.record()).state, channels)
}
