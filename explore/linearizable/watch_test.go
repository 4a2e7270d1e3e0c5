package linearizable

import (
	"strings"
	"testing"

	"qcheck/explore"
)

type (
	counter  = Object[uint8, uint8, uint8]
	possible = Possible[uint8, uint8, uint8]
)

// adds is a counter: a call adds to it, and returns what it was.
var adds = counter{Start: 5, Apply: func(s, call uint8) (uint8, uint8) { return s + call, s }}

// after returns what is possible after calls of the clients 0, 1 and so on.
func after(t *testing.T, x counter, calls ...uint8) possible {
	t.Helper()
	h := x.Begin()
	for p, call := range calls {
		var overflow string
		if h, overflow = x.Invoke(h, p, call); overflow != "" {
			t.Fatal(overflow)
		}
	}
	return h
}

// The object begins as it is said to, and what is wrong is said with the result.
func TestStart(t *testing.T) {
	h, overflow := adds.Return(after(t, adds, 1), 0, 5)
	if overflow != "" || h.Wrong() != "" || h.Count != 1 || h.Configurations[0].State != 6 {
		t.Errorf("%v, %s", h.Wrong(), overflow)
	}
	h, _ = adds.Return(after(t, adds, 1), 0, 7)
	if got := h.Wrong(); got != "the call of process 1 returns 7, which no order of the calls explains" {
		t.Error(got)
	}
}

// What is possible is a set: each configuration is there once, in the order of its bytes, in whichever order
// they are found; and each is looked at once.
func TestConfigurations(t *testing.T) {
	applied := 0
	x := counter{Apply: func(s, call uint8) (uint8, uint8) { applied++; return s ^ call, 0 }}
	// Three open calls that exchange: 2^3 configurations, and the one that returns has taken effect in half of them.
	h, overflow := x.Return(after(t, x, 1, 2, 4), 0, 0)
	if overflow != "" || h.Count != 4 {
		t.Fatalf("%d configurations, %s", h.Count, overflow)
	}
	if applied != 3+2+2+1 { // to each configuration without the first call, each call that is not in it
		t.Errorf("calls took effect %d times", applied)
	}
	for i, c := range h.Configurations[1:h.Count] {
		if c.State <= h.Configurations[i].State { // the state is the first of the bytes
			t.Errorf("not in order: %v", h.Configurations[:h.Count])
		}
	}
	// The other way round, and one twice.
	var other []Configuration[uint8, uint8]
	for i := range h.Count {
		other = append(other, h.Configurations[h.Count-1-i], h.Configurations[h.Count-1])
	}
	if next, overflow := h.with(other); next != h || overflow != "" {
		t.Errorf("%v, %s", next.Configurations[:next.Count], overflow)
	}
	reversed := h
	for i := range h.Count {
		reversed.Configurations[i] = h.Configurations[h.Count-1-i]
	}
	if reversed.Normal() != h {
		t.Errorf("%v", reversed.Normal())
	}
}

// Exactly as many configurations as there may be are possible, and one more is too many.
func TestMostConfigurations(t *testing.T) {
	x := counter{Apply: func(s, call uint8) (uint8, uint8) { return s ^ call, 0 }}
	for _, n := range []uint8{Most, Most + 1} {
		var all []Configuration[uint8, uint8]
		for i := range n {
			all = append(all, Configuration[uint8, uint8]{State: i})
		}
		if h, overflow := x.Begin().with(all); (overflow != "") != (n > Most) || overflow == "" && h.Count != n {
			t.Errorf("of %d: %d, %s", n, h.Count, overflow)
		}
	}
}

// A step may return and call again, and nothing is seen after what is wrong or too much.
func TestWatchSteps(t *testing.T) {
	type state struct{ calls Calls[uint8, uint8] }
	watch := func(x counter) func(h any, process int, c Calls[uint8, uint8]) (possible, string) {
		history, _ := Watch[state, uint8]("linearizable", x, func(e explore.Event[state]) Calls[uint8, uint8] { return e.After.calls })
		return func(h any, process int, c Calls[uint8, uint8]) (possible, string) {
			e := explore.Event[state]{Process: process, After: state{c}}
			if !history.Sees(e) {
				t.Fatalf("%+v is not seen", c)
			}
			next, overflow := history.After(h, e)
			return next.(possible), overflow
		}
	}
	step := watch(adds)
	open := after(t, adds, 1, 2)
	h, overflow := step(open, 0, Calls[uint8, uint8]{Returns: true, Result: 5, Invokes: true, Call: 4})
	if want, _ := adds.Return(open, 0, 5); overflow != "" || !h.Calls[0].Open || h.Calls[0].Call != 4 || h.Configurations != want.Configurations {
		t.Errorf("%+v, %s", h.Calls, overflow)
	}
	wrong, overflow := step(open, 0, Calls[uint8, uint8]{Returns: true, Result: 9, Invokes: true, Call: 4})
	if overflow != "" || wrong.Unexplained != explore.ProcessOf(0) || wrong.Calls[0].Open {
		t.Errorf("%+v, %s", wrong.Calls, overflow)
	}
	if h, overflow = step(wrong, 1, Calls[uint8, uint8]{Returns: true, Result: 5}); h != wrong || overflow != "" {
		t.Errorf("after what is wrong: %s, %s", h.Wrong(), overflow)
	}
	if h, overflow = step(open, 2, Calls[uint8, uint8]{Returns: true, Invokes: true, Call: 4}); !strings.Contains(overflow, "has made none") || h.Calls[2].Open {
		t.Errorf("%+v, %s", h.Calls, overflow)
	}
	if _, overflow = step(open, 1, Calls[uint8, uint8]{Invokes: true}); !strings.Contains(overflow, "before its last call has returned") {
		t.Error(overflow)
	}
	history, _ := Watch[state, uint8]("linearizable", adds, func(e explore.Event[state]) Calls[uint8, uint8] { return e.After.calls })
	if history.Sees(explore.Event[state]{}) {
		t.Error("a step that is neither an invocation nor a return is seen")
	}
	two := open
	two.Count, two.Configurations[0], two.Configurations[1] = 2, Configuration[uint8, uint8]{State: 9}, Configuration[uint8, uint8]{State: 1}
	if history.Normal == nil || history.Normal(two).(possible).Configurations[0].State != 1 {
		t.Error("a history that is not put in order")
	}
}
