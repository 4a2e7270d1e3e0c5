package everyn

// endless says where a process that is a member of its own quorum may send itself messages without end; nothing if that cannot be. Such a process takes
// its own messages at once, so that the run would not go on. It would be in views of itself alone, and take messages on either channel, without
// end, so some of these come again: without end, and sent without end.
func (e *engine) endless() string {
	w := e.walkIn(func(int) bool { return true }, func(_ int, a arc) bool { return a.kind == answerTaken || a.kind == messageTaken })
	for changed := true; changed; {
		_, changed = w.components()
		changed = w.sent() || changed
	}
	for i, all := range w.arcs {
		if len(all) > 0 {
			return "a process may send itself messages without end: " + e.text(i)
		}
	}
	return ""
}
