package engine

// Reports of crashes (protocol.Faults.Suspect). The record of a process that has crashed has the processes that are
// still to be told. That one is told is a local step of it, which changes its block, and that record. The
// reports are numbered after its local steps and its crash, in the order of the processes that have crashed.

// reportOf stands for the sender in the call of Suspect for a crash of process p, and crashOf says of whose crash
// such a call is.
func reportOf(p int) int   { return Local - 1 - p }
func crashOf(from int) int { return Local - 1 - from }

// told makes the branches of being told that a process has crashed.
func (c *handlerCall) told(crashed int) {
	for _, s := range c.b.P.Suspect(c.p, c.before.State, crashed) {
		c.take(branch{first: s, known: c.before.known, same: c.before.same}, s)
	}
}

// alone counts what process p may do by itself, without making its last stamp again, and so.
func (w *Walker) alone(p int) (count alternatives) {
	for _, s := range w.E.LocalSteps(w.State.Blocks[p]) {
		if s.Flags&IsSpent == 0 {
			count.next(s.Flags)
		}
	}
	return count
}

// reports calls f for what process p may do that is told of a crash, with the process that has crashed, and its block
// once p was told.
func (w *Walker) reports(p int, f func(t BlockTransition, of int, rest BlockID)) {
	b := w.E.Binding
	if !w.E.Faults.Suspect || b.down(w.State.Blocks[p]) {
		return
	}
	count := w.alone(p)
	if b.left(w.State.Blocks[w.E.N])[crashes] > 0 && w.E.Faults.MayCrash(p) && b.mayFall(w.State.Blocks[p]) {
		count[0]++ // its crash
	}
	for of := range w.E.N {
		rest := b.without(w.State.Blocks[of], p)
		if rest == 0 {
			continue
		}
		for _, t := range b.handle(w.State.Blocks[p], reportOf(of), 0) {
			t.nth = count.next(t.Flags)
			f(t, of, rest)
		}
	}
}

// without returns the block of a process that has crashed once process p was told; 0 if p is not to be told.
func (b *Binding) without(block BlockID, p int) BlockID {
	row := b.Blocks.At(block)
	r := b.Records.At(row.Record())
	if !r.untold.Has(p) {
		return 0
	}
	r.untold = r.untold.Without(p)
	return b.block(b.Record(r), row.channels(b.N))
}
