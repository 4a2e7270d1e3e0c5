package engine

import (
	"qcheck/explore/internal/plain"
	"qcheck/explore/protocol"
)

// mayFall reports whether a process is where one may crash.
func (b *Binding) mayFall(block BlockID) bool {
	if b.P.Faults.When == 0 {
		return true
	}
	rec := b.Blocks.At(block).Record()
	known, ok := b.moments.Load(rec)
	if !ok {
		b.Mu.Lock()
		defer b.Mu.Unlock()
		r := b.Records.At(rec)
		m := b.momentOf(int(r.Process), r.State)
		b.compare(func(_ RenamingID, by Renaming) bool {
			return b.momentOf(by[r.Process], r.State.Renamed(b.P.Local, by)) == m
		})
		known = m
		b.moments.Store(rec, m)
	}
	return b.P.Faults.When.Has(known.(protocol.Moments))
}

func (b *Binding) momentOf(p int, l plain.Value) protocol.Moments {
	var standing []protocol.Standing
	if b.P.Standing != nil {
		standing = b.P.Standing(p, l)
	}
	return protocol.MomentOf(b.P.Observe(p, l), standing)
}
