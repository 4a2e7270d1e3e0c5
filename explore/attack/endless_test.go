package attack

import (
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
)

// overtaken is a process that waits until it hears of a later request than its
// own. Of an earlier one it hears by one of the given ways to go on waiting. The
// other process asks again and again, and knows nothing of the first one's stamp.
func overtaken(rule explore.ClockRule, ways ...func(own *slots)) explore.Protocol[local, letter] {
	p := toy("overtaken", 2)
	p.Clock = rule
	p.Obliged = true
	p.Actions = func(p int, l local) []step {
		s := person(p, l)
		switch {
		case s[0].Kind == explore.Ask:
			s[0].Next.Own.At[0] = explore.Fresh
			if p == 1 {
				s[0].Send = []post{{To: 0, Msg: letter{First: explore.Fresh}}}
			}
		case s[0].Kind == explore.Plain:
			return nil
		}
		return s
	}
	p.Deliver = func(p int, l local, from int, m letter) []step {
		switch {
		case p == 1:
			return []step{{Name: "enter", Next: local{Node: dwelling}}}
		case phaseOf[l.Node] != explore.Waiting:
			return []step{{Name: "answer", Next: l, Send: []post{{To: 1}}}}
		case m.First > l.Own.At[0]:
			return []step{{Name: "come in", Next: local{Node: dwelling}, Send: []post{{To: 1}}}}
		}
		var all []step
		for _, way := range ways {
			next := l
			way(&next.Own)
			all = append(all, step{Name: "wait on", Next: next, Send: []post{{To: 1}}})
		}
		return all
	}
	return p
}

func keep(*slots) {}

func renew(own *slots) { own.At[0] = explore.Fresh }

// swap keeps the old stamp, too, until the next one.
func swap(own *slots) { own.At[0], own.At[1] = explore.Fresh, own.At[0] }

// TestOvertaken: the first process starves if and only if its stamp does not
// stay in use for ever.
func TestOvertaken(t *testing.T) {
	ticks := explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true}
	for _, x := range []struct {
		name string
		ways []func(*slots)
		want verdict.Verdict
	}{
		{"it keeps its stamp", []func(*slots){keep}, verdict.Holds},
		{"it takes a new one", []func(*slots){renew}, verdict.Violated},
		{"it may take a new one", []func(*slots){keep, renew}, verdict.Violated},
		{"it may keep its stamp", []func(*slots){renew, keep}, verdict.Violated},
		{"it keeps an old one for a while", []func(*slots){swap}, verdict.Violated},
		{"it may keep an old one for a while", []func(*slots){keep, swap}, verdict.Violated},
	} {
		c := agree(t, overtaken(ticks, x.ways...), explore.Options{Requests: []int{explore.Unbounded, explore.Unbounded}})
		if got := c.verdicts[explore.Starvation]; got != x.want {
			t.Errorf("%s: %v, want %v", x.name, got, x.want)
		}
	}
}

// TestOvertakenWithoutTicks: the other process hears nothing that lets its clock
// tick, so it asks with one stamp again and again, also when that was out of use
// in between: the first starves with integer clocks as printed.
func TestOvertakenWithoutTicks(t *testing.T) {
	rule := explore.ClockRule{Attach: explore.StampedMessages, TickOnReceive: true}
	p := overtaken(rule, keep)
	o := explore.Options{Requests: []int{explore.Unbounded, explore.Unbounded}, Check: []explore.Property{explore.Starvation}}
	if r := run(t, p, o); r.Properties[0].Verdict != verdict.Violated {
		t.Errorf("starvation is %v, want violated", r.Properties[0].Verdict)
	}
	// The printed algorithm, round after round.
	m := machineFor(p, o)
	m.clocks = printed
	w := m.start()
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
	t.Fatalf("process %d cannot %s in %s", p, name, w.key())
	return nil
}
