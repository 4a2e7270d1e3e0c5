package csobject

import (
	"fmt"
	"strings"
	"testing"

	"qcheck/explore"
	"qcheck/protocols/prototest"

	"github.com/google/go-cmp/cmp"
)

// lock returns the lock of n processes.
func lock(t *testing.T, n int) explore.Protocol[LockState, LockMessage] {
	t.Helper()
	p, err := Lock(n)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestLock(t *testing.T) {
	for _, n := range []int{0, 17} {
		want := fmt.Sprintf("%d processes: there must be 1 to 16", n)
		if _, err := Lock(n); err == nil || err.Error() != want {
			t.Errorf("n = %d: error %v, want %q", n, err, want)
		}
	}
	for _, test := range []struct {
		reason  string
		n, each int
		want    prototest.Found
	}{
		{"alone", 1, explore.Unbounded, prototest.Found{States: 2, Transitions: 2, Depth: 1, Violations: map[string]int{}}},
		{"two processes", 2, explore.Unbounded, prototest.Found{States: 13, Transitions: 23, Depth: 6, Violations: map[string]int{}}},
		{"three processes", 3, 1, prototest.Found{States: 113, Transitions: 204, Depth: 12, Violations: map[string]int{}}},
		{"without bound, and nobody starves", 3, explore.Unbounded, prototest.Found{States: 70, Transitions: 160, Depth: 8, Violations: map[string]int{}}},
		{"four processes", 4, explore.Unbounded, prototest.Found{States: 382, Transitions: 1006, Depth: 10, Violations: map[string]int{}}},
	} {
		got := prototest.Both(t, lock(t, test.n), prototest.Options{Each: test.each})
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: expected (-), found (+):\n%s", test.reason, diff)
		}
	}
}

// TestLockUndefined gives the lock back that somebody else has, or nobody.
func TestLockUndefined(t *testing.T) {
	p := lock(t, 3)
	for _, s := range []LockState{{}, {Queue: [explore.MaxProcesses]explore.Process{3, 2}}} {
		steps := p.Deliver(0, s, 1, RELEASE)
		if len(steps) != 1 || steps[0].Undefined == "" {
			t.Errorf("RELEASE in %+v: %+v", s, steps)
		}
	}
}

// When all processes have asked and the lock is given back, the last place of the queue is empty.
func TestLockFullQueue(t *testing.T) {
	p := lock(t, explore.MaxProcesses)
	var s LockState
	for q := range explore.MaxProcesses {
		s = p.Deliver(0, s, q, REQUEST)[0].Next
	}
	steps := p.Deliver(0, s, 0, RELEASE)
	if got := steps[0].Next.Queue; got[0] != explore.ProcessOf(1) || got[explore.MaxProcesses-2] != explore.ProcessOf(15) || got[explore.MaxProcesses-1] != 0 {
		t.Errorf("%v", got)
	}
}

// A call is a plain step of what it is a part of, and an object may have no local steps.
func TestCallsAlone(t *testing.T) {
	same := func(s LockState) LockState { return s }
	part := Part[LockState, LockMessage, LockState, LockMessage]{
		Name: "mx", Object: lock(t, 2), Get: same, Put: func(_, s LockState) LockState { return s }, Wrap: func(m LockMessage) LockMessage { return m },
	}
	for _, steps := range [][]explore.Step[LockState, LockMessage]{part.Ask(1, LockState{}), part.Leave(1, LockState{Phase: explore.Inside})} {
		if len(steps) != 1 || steps[0].Kind != explore.Plain || len(steps[0].Send) != 1 {
			t.Errorf("%+v", steps)
		}
	}
	if got := part.Leave(1, LockState{Phase: explore.Inside}); got[0].Send[0].Msg != RELEASE {
		t.Errorf("%+v", got)
	}
	part.Object.Actions = nil
	if got := part.Actions(1, LockState{}); got != nil {
		t.Errorf("%+v", got)
	}
}

func TestLockSafe(t *testing.T) {
	p := lock(t, 3)
	in, out := explore.Observation{Phase: explore.Inside}, explore.Observation{Phase: explore.Waiting}
	if text := p.Safe([]explore.Observation{out, out, in}); text != "" {
		t.Errorf("one inside: %q", text)
	}
	const want = "processes {1,3} are in the critical section at the same time, and at most 1 may be"
	if text := p.Safe([]explore.Observation{in, out, in}); text != want {
		t.Errorf("two inside: %q", text)
	}
}

func TestLockMessage(t *testing.T) {
	for m, want := range []string{"no message", "REQUEST", "GRANT", "RELEASE", "no message"} {
		if got := LockMessage(m).String(); got != want {
			t.Errorf("message %d is %q, want %q", m, got, want)
		}
	}
}

func TestBetween(t *testing.T) {
	in, out := explore.Observation{Units: 1}, explore.Observation{Phase: explore.Inside}
	for _, test := range []struct {
		all  []explore.Observation
		want string
	}{
		{[]explore.Observation{out, out, out}, "in the critical section are {}: there must be at least 1"},
		{[]explore.Observation{out, in, out}, ""},
		{[]explore.Observation{out, in, in}, ""},
		{[]explore.Observation{in, in, in}, "in the critical section are {1,2,3}: there may be at most 2"},
	} {
		if got := Between(1, 2)(test.all); got != test.want {
			t.Errorf("%v: %q, want %q", test.all, got, test.want)
		}
	}
}

func TestExclusion(t *testing.T) {
	p := Exclusion(lock(t, 2))
	for phase, units := range map[explore.Phase]uint8{explore.Thinking: 0, explore.Waiting: 0, explore.Inside: 1} {
		want := explore.Observation{Phase: phase, Units: units}
		if got := p.Observe(1, LockState{Phase: phase}); got != want {
			t.Errorf("%s: %+v, want %+v", phase, got, want)
		}
	}
}

// A pair of locks: a process takes the first, then the second, or the other way
// round, and gives both back at once.
type locks struct {
	Phase   explore.Phase
	A, B    LockState
	Swapped bool
}

type word struct {
	Second bool
	Msg    LockMessage
}

// locked returns two processes with two locks; those of the set swap their
// order.
func locked(t *testing.T, swap explore.Set) explore.Protocol[locks, word] {
	a := Part[locks, word, LockState, LockMessage]{
		Name: "a", Object: lock(t, 2),
		Get:  func(l locks) LockState { return l.A },
		Put:  func(l locks, s LockState) locks { l.A = s; return l },
		Wrap: func(m LockMessage) word { return word{Msg: m} },
	}
	b := Part[locks, word, LockState, LockMessage]{
		Name: "b", Object: lock(t, 2),
		Get:  func(l locks) LockState { return l.B },
		Put:  func(l locks, s LockState) locks { l.B = s; return l },
		Wrap: func(m LockMessage) word { return word{Second: true, Msg: m} },
	}
	type step = explore.Step[locks, word]
	resume := func(p int, steps []step) []step {
		return Then(steps, func(l locks) []step {
			first, second := a, b
			if l.Swapped {
				first, second = b, a
			}
			switch {
			case l.Phase != explore.Waiting || first.Phase(p, l) != explore.Inside:
				return nil
			case second.Phase(p, l) == explore.Thinking:
				return second.Ask(p, l)
			case second.Phase(p, l) == explore.Inside:
				l.Phase = explore.Inside
				return []step{{Next: l}}
			}
			return nil
		})
	}
	return explore.Protocol[locks, word]{
		Name: "two locks", N: 2,
		Init: func(p int) locks { return locks{Swapped: swap.Has(p)} },
		Actions: func(p int, l locks) []step {
			switch l.Phase {
			case explore.Thinking:
				l.Phase = explore.Waiting
				first := a
				if l.Swapped {
					first = b
				}
				return As("both", explore.Ask, resume(p, first.Ask(p, l)))
			case explore.Inside:
				l.Phase = explore.Thinking
				return As("none", explore.Leave, Then(a.Leave(p, l), func(l locks) []step { return b.Leave(p, l) }))
			}
			return nil
		},
		Deliver: func(p int, l locks, from int, m word) []step {
			if m.Second {
				return resume(p, b.Deliver(p, l, from, m.Msg))
			}
			return resume(p, a.Deliver(p, l, from, m.Msg))
		},
		Exclusion: explore.Exclusion[locks]{Observe: func(_ int, l locks) explore.Observation { return explore.Observation{Phase: l.Phase} }},
		Steps:     append(append([]string{"both", "none"}, a.Steps()...), b.Steps()...),
	}
}

// TestParts composes two locks: the classical deadlock is there when the
// processes take them in different orders, and not otherwise.
func TestParts(t *testing.T) {
	for _, test := range []struct {
		reason string
		swap   explore.Set
		want   prototest.Found
	}{
		{"the same order", 0, prototest.Found{States: 21, Transitions: 37, Depth: 9, Violations: map[string]int{}}},
		{"different orders", explore.SetOf(1), prototest.Found{States: 22, Transitions: 37, Depth: 9, Violations: map[string]int{"deadlock-freedom": 5, "starvation-freedom": 5}}},
	} {
		got := prototest.Both(t, locked(t, test.swap), prototest.Options{Each: explore.Unbounded})
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: expected (-), found (+):\n%s", test.reason, diff)
		}
	}
}

// TestConvention calls methods in states in which the convention forbids it.
func TestConvention(t *testing.T) {
	p := Part[LockState, LockMessage, LockState, LockMessage]{
		Name: "a", Object: lock(t, 2),
		Get:  func(l LockState) LockState { return l },
		Put:  func(_ LockState, s LockState) LockState { return s },
		Wrap: func(m LockMessage) LockMessage { return m },
	}
	for _, test := range []struct {
		phase      explore.Phase
		ask, leave string
	}{
		{explore.Thinking, "", "CSMIC: the method of a that does not block is called by a process that is thinking there"},
		{explore.Waiting, "CSMIC: the method of a that may block is called by a process that is waiting there", "CSMIC: the method of a that does not block is called by a process that is waiting there"},
		{explore.Inside, "CSMIC: the method of a that may block is called by a process that is inside there", ""},
	} {
		s := LockState{Phase: test.phase}
		for want, steps := range map[string][]explore.Step[LockState, LockMessage]{"ask " + test.ask: p.Ask(1, s), "leave " + test.leave: p.Leave(1, s)} {
			if _, want, _ := strings.Cut(want, " "); len(steps) != 1 || steps[0].Undefined != want {
				t.Errorf("%s: %+v, want %q", test.phase, steps, want)
			}
		}
	}
}

// TestThen continues steps: with alternatives, with nothing, and not where they
// are not defined.
func TestThen(t *testing.T) {
	type step = explore.Step[int, int]
	send := func(to ...int) (all []explore.Out[int]) {
		for _, p := range to {
			all = append(all, explore.Out[int]{To: p})
		}
		return all
	}
	steps := []step{
		{Name: "alternatives", Kind: explore.Leave, Next: 1, Send: send(1)},
		{Name: "nothing", Next: 2, Send: send(2)},
		{Name: "undefined", Next: 1, Undefined: "why"},
		{Name: "overflow", Next: 1, Overflow: "what"},
	}
	got := Then(steps, func(l int) []step {
		if l != 1 {
			return nil
		}
		return []step{{Next: 11, Send: send(3)}, {Name: "renamed", Kind: explore.Ask, Next: 12, Undefined: "other"}}
	})
	want := []step{
		{Name: "alternatives", Kind: explore.Leave, Next: 11, Send: send(1, 3)},
		{Name: "renamed", Kind: explore.Leave, Next: 12, Send: send(1), Undefined: "other"},
		steps[1], steps[2], steps[3],
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("expected (-), found (+):\n%s", diff)
	}
}

// TestLift has the texts of an object say whose they are.
func TestLift(t *testing.T) {
	object := lock(t, 2)
	object.Deliver = func(int, LockState, int, LockMessage) []explore.Step[LockState, LockMessage] {
		return []explore.Step[LockState, LockMessage]{{Name: "step", Undefined: "nobody knows"}, {Name: "step", Overflow: "too many"}}
	}
	p := Part[LockState, LockMessage, LockState, LockMessage]{
		Name: "a", Object: object,
		Get:  func(l LockState) LockState { return l },
		Put:  func(_ LockState, s LockState) LockState { return s },
		Wrap: func(m LockMessage) LockMessage { return m },
	}
	want := []explore.Step[LockState, LockMessage]{{Name: "a step", Undefined: "a nobody knows"}, {Name: "a step", Overflow: "a too many"}}
	if diff := cmp.Diff(want, p.Deliver(0, LockState{}, 1, GRANT)); diff != "" {
		t.Errorf("expected (-), found (+):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"a REQUEST: granted", "a REQUEST: queued", "a GRANT", "a RELEASE: next granted", "a RELEASE: kept"}, p.Steps()); diff != "" {
		t.Errorf("the names of its steps, expected (-), found (+):\n%s", diff)
	}
}
