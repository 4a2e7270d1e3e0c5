package jiang

import (
	"fmt"
	"testing"

	"qcheck/explore"
	"qcheck/protocols/prototest"
)

// Sections 1 and 3: all processes that request a resource may use it at once, whichever
// resource it is.
func TestAllInside(t *testing.T) {
	for n := 1; n <= 3; n++ {
		for resources := 1; resources <= MaxResources; resources++ {
			c := Config{N: n, K: 1, Resources: resources, Write: sets([]int{1}), Read: sets([]int{1}), Variant: "printed"}
			for range n {
				c.Resource = append(c.Resource, resources)
			}
			p := protocol(t, c)
			p.Safe = func(all []explore.Observation) string {
				for _, o := range all {
					if o.Phase != explore.Inside {
						return ""
					}
				}
				return "all are inside"
			}
			f := prototest.Engine(t, p, prototest.Options{Check: []explore.Property{explore.Safety}})
			if f.Violations[string(explore.Safety)] == 0 {
				t.Errorf("%d processes, resource %d: they are never inside at once", n, resources)
			}
		}
	}
}

// Section 1: reference nodes are for fewer context switches. Processes 2, 3 and 4 ask
// node 1, which lets nobody register before all have. Processes 2 and 4 request the same
// resource: process 3 is not inside between them. If they cannot know that it is the
// same, since it has two names, nobody follows, and process 3 may be.
func TestContextSwitches(t *testing.T) {
	for _, c := range []struct {
		resource []int
		want     int
	}{{[]int{1, 1, 2, 1}, 0}, {[]int{1, 1, 2, 3}, 15}} {
		t.Run(fmt.Sprint(c.resource), func(t *testing.T) {
			p := protocol(t, Config{N: 4, K: 1, Resources: 3, Resource: c.resource, Write: sets([]int{1}), Read: sets([]int{1}), Variant: "printed"})
			deliver := p.Deliver
			p.Deliver = func(q int, s State, from int, m Message) []step {
				if m.Kind == COMPETE && s.Selected == 0 { // which has no other use here
					if s.Requests[2].From == 0 {
						return nil
					}
					s.Selected = 1
				}
				return deliver(q, s, from, m)
			}
			p.Safe = func(all []explore.Observation) string {
				if all[2].Phase == explore.Inside && all[1].Phase != all[3].Phase {
					return "process 3 is inside after one of the others and before the other"
				}
				return ""
			}
			f := prototest.Engine(t, p, prototest.Options{Requests: []int{0, 1, 1, 1}, Check: []explore.Property{explore.Safety}})
			if got := f.Violations[string(explore.Safety)]; got != c.want {
				t.Errorf("%d steps, want %d", got, c.want)
			}
		})
	}
}
