package engine

import "qcheck/explore/internal/plain"

// sides returns what a view of the state that has the given blocks is made of.
func (b *values) sides(blocks []BlockID) []any {
	all := make([]any, b.Width)
	for p := range all {
		seen, ok := b.views.Load(blocks[p])
		if !ok {
			seen, _ = b.views.LoadOrStore(blocks[p], b.side(blocks[p]))
		}
		all[p] = seen
	}
	return all
}

func (b *values) side(block BlockID) any {
	row := b.Blocks.At(block)
	if r := b.Records.At(row.Record()); int(r.Process) == b.N {
		if b.Watched {
			return b.P.Watched.Typed(r.State)
		}
		return nil
	}
	var channels [][]plain.Value
	for _, c := range row.channels(b.N) {
		var msgs []plain.Value
		for _, k := range b.PacketsIn(c) {
			msgs = append(msgs, b.Packets.At(k).Msg)
		}
		channels = append(channels, msgs)
	}
	r := b.Records.At(row.Record())
	return b.P.SideOf(r.State, channels, r.down)
}
