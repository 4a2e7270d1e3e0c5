package jiang

import (
	"fmt"
	"testing"

	"qcheck/explore"
	"qcheck/protocols/prototest"
)

// Lemma 1: nobody follows himself while he waits. (A circle of several is not
// looked for.)
func TestLemma1(t *testing.T) {
	for _, c := range []struct {
		reason string
		Config
		requests []int
		want     int // steps, 0 where it holds
	}{
		{"a registration of the former request", with(alone, "printed"), []int{0, 0, 2}, 16},
		{"the same with k = 2", with(apart, "printed"), []int{0, 0, 2}, 16},
		{"a REQUEST behind the own COMPETE", with(reselecting(ends), "ask-once"), []int{1, 0, 1}, 11},
		{"who finds the own registration goes on", with(alone, "own-is-none"), []int{0, 0, 2}, 0},
		{"once each, without reselection", with(three, "printed"), nil, 0},
		{"no registration outlives its request", with(alone, "repaired"), []int{0, 0, explore.Unbounded}, 0},
		{"the same with k = 2", with(apart, "repaired"), []int{0, 2, 1}, 0},
		{"a REQUEST behind the own COMPETE, which does no harm", with(reselecting(ends), "repaired"), []int{0, 0, 1}, 8},
	} {
		t.Run(c.reason, func(t *testing.T) {
			p := protocol(t, c.Config)
			p.Observe = func(q int, s State) explore.Observation {
				o := observe(q, s)
				o.Units = 0
				if o.Phase == explore.Waiting && s.Followers[q].In {
					o.Units = 1
				}
				return o
			}
			p.Safe = func(all []explore.Observation) string {
				for q, o := range all {
					if o.Units > 0 {
						return fmt.Sprintf("process %d waits, and follows itself", q+1)
					}
				}
				return ""
			}
			f := prototest.Engine(t, p, prototest.Options{Requests: c.requests, Check: []explore.Property{explore.Safety}})
			if got := f.Violations[string(explore.Safety)]; got != c.want {
				t.Errorf("%d steps, want %d", got, c.want)
			}
		})
	}
}

// Lemma 2: no two leaders of one resource are inside.
func TestLemma2(t *testing.T) {
	for _, c := range []struct {
		Config
		options prototest.Options
	}{
		{with(two, "printed"), prototest.Options{Each: explore.Unbounded}},
		{with(pair2, "printed"), prototest.Options{Each: 2}},
		{with(apart, "printed"), prototest.Options{Requests: []int{0, 2, 1}}},
		{with(reselecting(apart), "printed"), prototest.Options{Requests: []int{0, 1, 1}}},
		{with(reselecting(singles), "printed"), prototest.Options{}},
		{with(reselecting(ends), "ask-once"), prototest.Options{Requests: []int{1, 0, 1}}},
		{with(apart, "repaired"), prototest.Options{Requests: []int{0, 2, 1}}},
		{with(reselecting(singles), "repaired"), prototest.Options{Each: explore.Unbounded}},
	} {
		t.Run(claim{Config: c.Config, options: c.options}.name(), func(t *testing.T) {
			p := protocol(t, c.Config)
			p.Safe = func(all []explore.Observation) string {
				var led explore.Set
				for _, o := range all {
					if o.Phase == explore.Inside && o.Units > 0 {
						if led.Has(int(o.Resource)) {
							return fmt.Sprintf("resource %d has two leaders", o.Resource)
						}
						led = led.With(int(o.Resource))
					}
				}
				return ""
			}
			c.options.Check = []explore.Property{explore.Safety}
			if f := prototest.Engine(t, p, c.options); len(f.Violations) > 0 {
				t.Errorf("two leaders, in %v steps", f.Violations)
			}
		})
	}
}

// Lemma 3: a group in the critical section has exactly one leader, who is inside or
// on the way out.
func TestLemma3(t *testing.T) {
	for _, c := range []struct {
		Config
		options prototest.Options
		want    int // steps, 0 where it holds
	}{
		{with(two, "printed"), prototest.Options{Each: 1}, 0},
		{with(two, "printed"), prototest.Options{Each: 2}, 16},
		{with(two, "printed"), prototest.Options{Requests: []int{2, 1}}, 0},
		{with(two, "printed"), prototest.Options{Requests: []int{1, 2}}, 16},
		{with(three, "printed"), prototest.Options{Each: 1}, 0},
		{with(two, "repaired"), prototest.Options{Each: explore.Unbounded}, 0},
		{with(pair2, "repaired"), prototest.Options{Each: 2}, 0},
		{with(three, "repaired"), prototest.Options{Each: 1}, 0},
		{with(reselecting(singles), "repaired"), prototest.Options{Each: 1}, 0},
	} {
		t.Run(claim{Config: c.Config, options: c.options}.name(), func(t *testing.T) {
			p := protocol(t, c.Config)
			p.Observe = func(q int, s State) explore.Observation {
				o := observe(q, s)
				if s.Section == XS && s.Leader {
					o.Units, o.Resource = 1, s.Resource
				}
				return o
			}
			p.Safe = func(all []explore.Observation) string {
				in, _ := groups(all)
				for _, x := range in.Members() {
					leaders := 0
					for _, o := range all {
						if o.Units > 0 && int(o.Resource) == x {
							leaders++
						}
					}
					if leaders != 1 {
						return fmt.Sprintf("the group of resource %d has %d leaders", x, leaders)
					}
				}
				return ""
			}
			c.options.Check = []explore.Property{explore.Safety}
			f := prototest.Engine(t, p, c.options)
			if got := f.Violations[string(explore.Safety)]; got != c.want {
				t.Errorf("%d steps, want %d", got, c.want)
			}
		})
	}
}

// Who leaves gets to its non-critical section, in the repaired algorithm: taking
// XS for waiting, nobody waits for ever.
func TestExitsEnd(t *testing.T) {
	for _, c := range []struct {
		Config
		options prototest.Options
	}{
		{with(two, "repaired"), prototest.Options{Each: explore.Unbounded}},
		{with(pair2, "repaired"), prototest.Options{Each: explore.Unbounded}},
		{with(reselecting(singles), "repaired"), prototest.Options{Each: explore.Unbounded}},
		{with(of(three, 1, 2, 1), "repaired"), prototest.Options{Each: explore.Unbounded}},
		{with(apart, "repaired"), prototest.Options{Requests: []int{0, 2, 1}}},
		{with(clients, "repaired"), prototest.Options{Requests: []int{0, 1, 1, 1}}},
	} {
		t.Run(claim{Config: c.Config, options: c.options}.name(), func(t *testing.T) {
			p := protocol(t, c.Config)
			p.Goals = nil
			p.Observe = func(q int, s State) explore.Observation {
				if s.Section == XS {
					return explore.Observation{Phase: explore.Waiting, Resource: s.Resource}
				}
				return observe(q, s)
			}
			if f := prototest.Engine(t, p, c.options); len(f.Violations) > 0 {
				t.Errorf("violated: %v", f.Violations)
			}
		})
	}
}

// Section 5: the messages of one request when nobody else asks. Every message is
// a step here, and so are asking and leaving: the process is no member.
func TestMessagesAlone(t *testing.T) {
	for _, c := range []struct {
		reason      string
		write, read []int
		variant     string
		cleared     int
	}{
		{"one node", []int{1}, []int{1}, "printed", 0},
		{"two families", []int{1, 2}, []int{1, 3}, "printed", 0},
		{"three of four", []int{1, 2}, []int{2, 3, 4}, "printed", 0},
		{"and a CLEARED for each CLEAR", []int{1, 2}, []int{2, 3, 4}, "repaired", 4},
	} {
		t.Run(c.reason, func(t *testing.T) {
			w, r := sets(c.write), sets(c.read)
			p := protocol(t, Config{N: 5, K: 1, Resources: 1, Write: w, Read: r, Variant: c.variant})
			f := prototest.Engine(t, p, prototest.Options{Requests: []int{0, 0, 0, 0, 1}, Check: []explore.Property{explore.DeadlockFreedom}})
			want := 3*w[0].Len() + 2*(w[0]|r[0]).Len() + 1 + c.cleared
			if got := f.Depth - 2; got != want {
				t.Errorf("%d messages, want %d", got, want)
			}
		})
	}
}
