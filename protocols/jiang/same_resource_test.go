package jiang

import (
	"testing"

	"qcheck/explore"
	"qcheck/protocols/prototest"
)

// An R-GRANT that does not go to a follower of another resource (same-resource): Theorem 1
// fails on other instances, by the R-RELEASE of a former request, and not if FOLLOWER has
// requests as well; Theorem 3 fails as in the text as printed.
func TestSameResource(t *testing.T) {
	properties := []explore.Property{explore.Safety, explore.DeadlockFreedom}
	same := reading{sameResource: true}
	for _, c := range []struct {
		reason string
		Config
		reading
		requests []int
		want     violated
	}{
		{"the follower of another resource waits", two, same, []int{2, 2}, violated{"deadlock-freedom": 10}},
		{"which it does in all readings", two, reading{sameResource: true, byRequest: true}, []int{2, 2}, violated{"deadlock-freedom": 10}},
		{"three processes: a follower that follows again", three, same, []int{1, 1, 2}, violated{"safety": 20, "deadlock-freedom": 10}},
		{"its R-RELEASE names its request", three, reading{sameResource: true, byRequest: true}, []int{1, 1, 2}, violated{"deadlock-freedom": 10}},
		{"two processes: a second FOLLOW for one request", pair2, same, []int{2, 2}, violated{"safety": 30, "deadlock-freedom": 13}},
	} {
		t.Run(c.reason, func(t *testing.T) {
			p := build(complete(c.Config), c.reading)
			f := prototest.Engine(t, p, prototest.Options{Requests: c.requests, Check: properties, Asymmetric: true})
			for _, property := range properties {
				if got, want := f.Violations[string(property)], c.want[string(property)]; got != want {
					t.Errorf("%s: %d steps, want %d", property, got, want)
				}
			}
		})
	}
	both := prototest.Both(t, build(complete(two), same), prototest.Options{Requests: []int{2, 2}})
	if both.States != 973 {
		t.Errorf("%d states, want 973", both.States)
	}
}
