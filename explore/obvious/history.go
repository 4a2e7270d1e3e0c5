package obvious

import "qcheck/explore"

// watched returns the state t after a course from s with the history after it. A message that is lost, copied or
// dropped is nothing that a history sees.
func (w *world) watched(s, t State, c course) State {
	if w.History == nil || c.fault == explore.Loses || c.fault == explore.Copies || c.fault == explore.Drops {
		return t
	}
	t.History, _ = w.happened(s, t, c)
	return t
}

// happened asks the history for its value after a course.
func (w *world) happened(s, t State, c course) (next any, overflow string) {
	without := func(l any) any {
		return each(l, func(x *explore.Stamp, _ bool) { *x = 0 })
	}
	return w.History.After(s.History, explore.Event[any]{
		Process: c.p, From: c.from, Step: c.first.Name, Before: without(s.Local[c.p]), After: without(t.Local[c.p]),
	})
}

// beyond reports whether a course leads beyond ClockMax. The handler has said by then whether its step is defined and within
// the bounds of the model, and that stands. The state is not entered, so the history is not asked what it has there.
func (w *world) beyond(c course) bool {
	return w.Integer && w.ClockMax > 0 && int(c.clock) > w.ClockMax && !c.undefined && c.overflow == ""
}

// overflow says which bound of the model a course passes, its own or that of the history.
func (w *world) overflow(s State, c course) string {
	if c.overflow != "" || w.History == nil || c.undefined || c.spent || w.beyond(c) {
		return c.overflow
	}
	if c.fault == explore.Loses || c.fault == explore.Copies || c.fault == explore.Drops {
		return ""
	}
	t := s.copy()
	if c.fault != "" {
		t = w.wrong(t, c)
	} else {
		t.Local[c.p] = c.local
	}
	if _, overflow := w.happened(s, t, c); overflow != "" {
		return "the history: " + overflow
	}
	return ""
}
