package reduce

import (
	"slices"

	"qcheck/explore/internal/engine"
	"qcheck/explore/internal/table"
)

// differ reports whether the outcomes of an event that waits are, after another event, no longer such that the history sees none of
// them, or that one of them is owed.
func differ(before, after []outcome) bool {
	seen := func(o outcome) bool { return o.seen }
	owed := func(o outcome) bool { return o.owed }
	return slices.ContainsFunc(before, seen) || slices.ContainsFunc(after, seen) || slices.ContainsFunc(before, owed) && !slices.ContainsFunc(after, owed)
}

// An end is what two events of a process come to.
type end struct {
	next Node
	sent string // by receiver, in order
}

func endOf(a, b outcome) end {
	e := end{next: b.next}
	if len(a.sent)+len(b.sent) > 0 {
		all := slices.Concat(a.sent, b.sent)
		slices.SortStableFunc(all, func(x, y engine.Sent) int { return x.To - y.To })
		var ids []engine.PacketID
		for _, s := range all {
			ids = append(ids, engine.PacketID(s.To), s.Packet)
		}
		e.sent = table.Key(ids...)
	}
	return e
}
