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
		if got := c.verdicts[explore.StarvationFreedom]; got != x.want {
			t.Errorf("%s: %v, want %v", x.name, got, x.want)
		}
	}
}
