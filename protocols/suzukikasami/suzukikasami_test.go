package suzukikasami

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/protocols/instance"
	"qcheck/protocols/prototest"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

func build(t *testing.T, c Config) explore.Protocol[State[uint8], Message[uint8]] {
	return prototest.Build(t, New, c)
}

func TestNew(t *testing.T) {
	for _, test := range []struct {
		config Config
		want   string
	}{
		{Config{N: 0}, "0 processes: there must be 1 to 16"},
		{Config{N: 17}, "17 processes: there must be 1 to 16"},
		{Config{N: 3, Variant: "repaired"}, `unknown variant "repaired"`},
		{Config{N: 3, Variant: stamps}, "the variant stamps has states of another type"},
	} {
		if _, err := New(test.config); err == nil || err.Error() != test.want {
			t.Errorf("%+v: error %v, want %q", test.config, err, test.want)
		}
	}
	if _, err := NewStamped(Config{N: 17}); err == nil {
		t.Error("17 processes with stamps: no error")
	}
}

// TestFindings explores instances with both explorers. That of 15,110 states has the
// counts that a Python program and SPIN give for it.
func TestFindings(t *testing.T) {
	for _, test := range []struct {
		reason, variant            string
		requests                   []int
		states, transitions, depth int
		violations                 map[string]int
	}{
		{"alone, nobody need be asked", "printed", []int{3}, 7, 6, 6, nil},
		{"two, twice", "printed", []int{2, 2}, 78, 109, 16, nil},
		{"three", "printed", []int{1, 1, 1}, 589, 1610, 15, nil},
		{"three, twice", "printed", []int{2, 2, 2}, 15110, 48061, 30, nil},
		{"three, in any order", "any-order", []int{1, 1, 1}, 629, 1709, 15, nil},
		{"the token is given away in the critical section", "without-requesting", []int{1, 1}, 27, 35, 8, map[string]int{"safety": 4}},
		{"that also loses it", "without-requesting", []int{1, 1, 1}, 1417, 3805, 15, map[string]int{"safety": 4, "deadlock-freedom": 13}},
		{"the token goes to whom waited long ago", "without-numbers", []int{2, 1, 2}, 0, 0, 0, map[string]int{"deadlock-freedom": 17}},
		{"for two, every REQUEST is the latest", "without-numbers", []int{2, 2}, 78, 109, 16, nil},
	} {
		t.Run(fmt.Sprintf("%s/%v", test.variant, test.requests), func(t *testing.T) {
			p := build(t, Config{N: len(test.requests), Variant: test.variant})
			explorers := prototest.Both[State[uint8], Message[uint8]]
			if len(test.requests) == 3 && slices.Max(test.requests) > 1 && !slow.Tests() {
				explorers = prototest.Engine
			}
			f := explorers(t, p, prototest.Options{Requests: test.requests})
			want := prototest.Found{States: test.states, Transitions: test.transitions, Depth: test.depth, Violations: test.violations}
			if want.Violations == nil {
				want.Violations = map[string]int{}
			}
			if test.states == 0 {
				want.States, want.Transitions, want.Depth = f.States, f.Transitions, f.Depth
			}
			if diff := cmp.Diff(want, f); diff != "" {
				t.Errorf("%s: expected (-), found (+):\n%s", test.reason, diff)
			}
		})
	}
}

// TestOneToken: there is exactly one token, at a process or on its way.
func TestOneToken(t *testing.T) {
	for variant, want := range map[string]int{"printed": 0, "any-order": 0, "without-requesting": 0, "without-numbers": 0} {
		p := build(t, Config{N: 3, Variant: variant})
		p.Requires = append(p.Requires, explore.Always("one-token", func(v explore.View[State[uint8], Message[uint8]]) string {
			count := 0
			for _, s := range v.Locals {
				if s.Has {
					count++
				} else if s.Token != (Token[uint8]{}) {
					return "a process has what the token carries, and not the token"
				}
			}
			for _, m := range v.Messages() {
				if m.Kind == PRIVILEGE {
					count++
				}
			}
			if count != 1 {
				return fmt.Sprintf("%d tokens", count)
			}
			return ""
		}))
		f := prototest.Both(t, p, prototest.Options{Check: []explore.Property{"one-token"}})
		if got := f.Violations["one-token"]; got != want {
			t.Errorf("%s: violated by %d steps", variant, got)
		}
	}
}

// TestNumbers: LN[j] is RN[j] of process j, or one less while it waits; nobody
// knows a number that is greater.
func TestNumbers(t *testing.T) {
	for _, requests := range [][]int{{2, 2}, {3, 1}, {1, 1, 1}} {
		p := build(t, Config{N: len(requests)})
		p.Requires = append(p.Requires, explore.Always("numbers", func(v explore.View[State[uint8], Message[uint8]]) string {
			for _, s := range v.Locals {
				for j, x := range v.Locals {
					switch served := s.Token.LN[j]; {
					case s.RN[j] > x.RN[j]:
						return "a number is known that was not made"
					case s.Has && x.Phase == explore.Thinking && served != x.RN[j], s.Has && x.Phase == explore.Waiting && served+1 != x.RN[j]:
						return "the token does not say whether a request was served"
					}
				}
			}
			return ""
		}))
		f := prototest.Both(t, p, prototest.Options{Requests: requests, Check: []explore.Property{"numbers"}})
		if len(f.Violations) > 0 {
			t.Errorf("%v: %v", requests, f.Violations)
		}
	}
}

// TestFaults seeds faults that somebody could make.
func TestFaults(t *testing.T) {
	for _, c := range []struct {
		reason   string
		fault    func(before State[uint8], m Message[uint8], s *step[uint8])
		property explore.Property
		length   int
	}{
		{"the token is passed on, and kept", func(before State[uint8], _ Message[uint8], s *step[uint8]) {
			if before.Has && !s.Next.Has {
				s.Next.Has, s.Next.Token = true, before.Token
			}
		}, explore.Safety, 4},
		{"the token comes without its numbers", func(_ State[uint8], m Message[uint8], s *step[uint8]) {
			if m.Kind == PRIVILEGE {
				s.Next.Token.LN = explore.PerProcess[uint8]{}
			}
		}, explore.DeadlockFreedom, 12},
	} {
		p := build(t, Config{N: 3})
		deliver := p.Deliver
		p.Deliver = func(i int, s State[uint8], from int, m Message[uint8]) []step[uint8] {
			steps := append([]step[uint8](nil), deliver(i, s, from, m)...)
			for k := range steps {
				c.fault(s, m, &steps[k])
			}
			return steps
		}
		f := prototest.Engine(t, p, prototest.Options{Requests: []int{2, 2, 1}, Check: []explore.Property{c.property}})
		if got := f.Violations[string(c.property)]; got != c.length {
			t.Errorf("%s: %s is violated by %d steps, want %d", c.reason, c.property, got, c.length)
		}
	}
}

// TestStamps: with stamps the same is observed as with integers, for as many
// requests as integers allow, and two processes reach finitely many states.
func TestStamps(t *testing.T) {
	stamped := func(n int) explore.Protocol[State[explore.Stamp], Message[explore.Stamp]] {
		return prototest.Build(t, NewStamped, Config{N: n})
	}
	for _, x := range []struct{ n, requests int }{{1, 2}, {2, 1}, {2, 3}, {3, 1}} {
		o := obvious.Options{Requests: instance.Each(x.n, x.requests)}
		integers := obvious.Explore(build(t, Config{N: x.n}), o)
		for _, o.Integer = range []bool{false, true} {
			r := obvious.Explore(stamped(x.n), o)
			if diff := cmp.Diff(integers.Observations, r.Observations); diff != "" || len(r.Violations) > 0 {
				t.Errorf("%+v: violated %v, observed with integers (-) and stamps (+):\n%s", x, r.Violations, diff)
			}
		}
	}
	f := prototest.Both(t, stamped(2), prototest.Options{Each: explore.Unbounded})
	if want := (prototest.Found{States: 40, Transitions: 68, Depth: 17, Violations: map[string]int{}}); !reflect.DeepEqual(f, want) {
		t.Errorf("requests without bound: %+v, want %+v", f, want)
	}
}

// TestOverflow: no number follows 255.
func TestOverflow(t *testing.T) {
	p := build(t, Config{N: 2})
	s := p.Init(1)
	s.RN[1] = 255
	if steps := p.Actions(1, s); len(steps) != 1 || steps[0].Overflow == "" {
		t.Errorf("%+v", steps)
	}
}

// TestQueue follows the queue when a process leaves.
func TestQueue(t *testing.T) {
	inside := func(queue ...explore.Process) State[uint8] {
		s := State[uint8]{Phase: explore.Inside, Has: true}
		copy(s.Token.Q[:], queue)
		return s
	}
	for _, test := range []struct {
		reason, variant string
		queue           []explore.Process
		open            []int
		want            [][]explore.Process // who gets it, and then the queue
	}{
		{"nobody asks", "printed", nil, nil, [][]explore.Process{{}}},
		{"one asks", "printed", nil, []int{2}, [][]explore.Process{{3}}},
		{"those of later names behind", "printed", nil, []int{3, 1}, [][]explore.Process{{2, 4}}},
		{"who is in the queue stays there, before the others", "printed", []explore.Process{4, 3}, []int{1, 2}, [][]explore.Process{{4, 3, 2}}},
		{"in any order", "any-order", []explore.Process{4}, []int{1, 2}, [][]explore.Process{{4, 2, 3}, {4, 3, 2}}},
	} {
		p := build(t, Config{N: 4, Variant: test.variant})
		s := inside(test.queue...)
		for _, j := range test.open {
			s.RN[j]++
		}
		var got [][]explore.Process
		for _, x := range p.Actions(0, s) {
			if len(x.Send) == 0 {
				got = append(got, []explore.Process{})
				continue
			}
			order := []explore.Process{explore.ProcessOf(x.Send[0].To)}
			for _, q := range x.Send[0].Msg.Token.Q {
				if q != 0 {
					order = append(order, q)
				}
			}
			got = append(got, order)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: expected (-), found (+):\n%s", test.reason, diff)
		}
	}
}

func TestNames(t *testing.T) {
	for k, want := range map[Kind]string{REQUEST: "REQUEST", PRIVILEGE: "PRIVILEGE", 0: "no message"} {
		if k.String() != want {
			t.Errorf("%d is %s", k, k)
		}
	}
}
