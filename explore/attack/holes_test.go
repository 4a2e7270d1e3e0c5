package attack

import (
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
)

// Protocols that the engine once judged wrongly.

// A stamp that nobody made has no place: a protocol that starts with one is to be
// refused.
func TestFreshAtTheStart(t *testing.T) {
	p := toy("fresh at the start", 2)
	p.Clock = explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true}
	p.Init = func(int) local { return local{Own: slots{[2]explore.Stamp{explore.Fresh}}} }
	refused(t, p, explore.Options{})
}

// TestOvertakenWithoutTicks: the other process hears nothing that lets its clock
// tick, so it asks with one stamp again and again, also when that was out of use
// in between: the first starves with integer clocks as printed.
func TestOvertakenWithoutTicks(t *testing.T) {
	rule := explore.ClockRule{Attach: explore.StampedMessages, TickOnReceive: true}
	p := overtaken(rule, keep)
	o := explore.Options{Requests: []int{explore.Unbounded, explore.Unbounded}, Check: []explore.Property{explore.StarvationFreedom}}
	if r := run(t, p, o); r.Properties[0].Verdict != verdict.Violated {
		t.Errorf("starvation is %v, want violated", r.Properties[0].Verdict)
	}
	// The printed algorithm, round after round.
	m := machineFor(p, o)
	m.clocks = printed
	w := m.starts()[0]
	type act struct {
		p    int
		name string
	}
	for _, a := range []act{{1, "ask"}, {0, "answer"}, {1, "enter"}, {0, "ask"}, {1, "leave"}} {
		w = m.does(t, w, a.p, a.name)
	}
	for range 100 {
		for _, a := range []act{{1, "ask"}, {0, "wait on"}, {1, "enter"}, {1, "leave"}} {
			w = m.does(t, w, a.p, a.name)
		}
	}
	if w.Local[0].Node != queueing {
		t.Errorf("after 100 rounds, the first process is at %d", w.Local[0].Node)
	}
}

// does takes the first move of a name.
func (m *machine[L, M]) does(t *testing.T, w *world[L, M], p int, name string) *world[L, M] {
	t.Helper()
	for _, mv := range m.moves(w) {
		if mv.process == p && mv.name == name && mv.next != nil {
			return mv.next
		}
	}
	t.Fatalf("process %d cannot %s in %+v", p, name, *w)
	return nil
}
