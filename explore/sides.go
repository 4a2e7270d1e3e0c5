package explore

import "qcheck/explore/internal/plain"

// requirement returns a requirement as the search needs it.
func (b *binding) requirement(r plain.Requirement) requirement {
	x := requirement{name: r.Name}
	switch {
	case r.Wrong != nil:
		x.wrong = func(blocks []blockID) string { return r.Wrong(b.sides(blocks)) }
	case r.Happens != nil:
		x.happens = func(blocks []blockID) bool { return r.Happens(b.sides(blocks)) }
	default:
		x.leads = func(blocks []blockID) (from, to bool) { return r.Leads(b.sides(blocks)) }
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
	var channels [][]plain.Value
	for _, c := range row.channels(b.n) {
		var msgs []plain.Value
		for _, k := range b.packetsIn(c) {
			msgs = append(msgs, b.packets.At(k).msg)
		}
		channels = append(channels, msgs)
	}
	return b.p.SideOf(b.records.At(row.record()).state, channels)
}
