package baldoni

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
)

// grantedIsTrue is condition (b): GRANT is TRUE for the requests in Λ.
func grantedIsTrue(Config) explore.Requirement[State, Message] {
	return explore.Always("condition-b", func(v explore.View[State, Message]) string {
		for y, arbiter := range v.Locals {
			for _, l := range arbiter.Lambda.Members() {
				if v.Locals[l].Phase != explore.Thinking && !v.Locals[l].Granted.Has(y) {
					return fmt.Sprintf("process %d has granted to %d, whose GRANT is FALSE", y+1, l+1)
				}
			}
		}
		return ""
	})
}

// queuedIsFalse is condition (c): GRANT is FALSE for the requests in Q.
func queuedIsFalse(Config) explore.Requirement[State, Message] {
	return explore.Always("condition-c", func(v explore.View[State, Message]) string {
		for y, arbiter := range v.Locals {
			for l, stamp := range arbiter.Stamps {
				if stamp != 0 && !arbiter.Lambda.Has(l) && v.Locals[l].Granted.Has(y) {
					return fmt.Sprintf("process %d has the request of %d in Q, whose GRANT is TRUE", y+1, l+1)
				}
			}
		}
		return ""
	})
}

// with adds a violation to what is found.
func with(all map[string]string, property, steps string) map[string]string {
	all[property] = steps
	return all
}

// TestConditionsBAndC: (b) does not hold while a GRANT is on its way. (c) holds for
// the repaired algorithm; printed, a YIELD without a permission breaks it. (Of three processes see
// TestThreeProcesses and TestRepairSwept, which search the same.)
func TestConditionsBAndC(t *testing.T) {
	for _, c := range []struct {
		sweep
		instances int
		want      map[string]string
	}{
		{sweep{reason: "a GRANT is on its way", variant: "printed", n: 2, m: 1, always: grantedIsTrue}, 2, with(found("", "", ""), "condition-b", "2: {1,2} {2}")},
		{sweep{reason: "repaired as well", variant: "repaired", n: 2, m: 1, always: grantedIsTrue}, 2, with(found("", "", ""), "condition-b", "2: {1,2} {2}")},
		{sweep{variant: "printed", n: 2, m: 1, queued: true, always: queuedIsFalse}, 2,
			with(found("8: {1,2} {2}", "11: {1,2} {2}", ""), "condition-c", "5: {1,2} {2}")},
		{sweep{variant: "asks-itself", n: 3, m: 1, queued: true, always: queuedIsFalse, long: true}, 10, nil},
	} {
		c.check(t, c.instances, c.want)
	}
}

// TestGrantAfterInquire: section 4 says that GRANT is FALSE in all three cases, when an
// INQUIRE has been received. A process in the critical section goes on with TRUE.
func TestGrantAfterInquire(t *testing.T) {
	stillTrue := func(_ Config, p *explore.Protocol[State, Message]) {
		deliver := p.Deliver
		p.Deliver = func(i int, s State, from int, m Message) []step {
			steps := deliver(i, s, from, m)
			if m.Kind == INQUIRE && len(steps) > 0 && steps[0].Next.Granted.Has(from) {
				return []step{{Name: stepInquireIgnored, Undefined: "GRANT is TRUE after INQUIRE"}}
			}
			return steps
		}
	}
	for _, c := range []struct {
		sweep
		instances int
		want      map[string]string
	}{
		{sweep{reason: "no INQUIRE between two", variant: "printed", n: 2, m: 1, requests: []int{3, 3}, change: stillTrue}, 2, nil},
		{sweep{reason: "in the critical section", variant: "printed", n: 3, m: 1, change: stillTrue}, 10, found("", "6: {1,3} {2,3} {3}", "")},
		{sweep{reason: "in the critical section", variant: "printed", n: 3, m: 1, integer: true, change: stillTrue}, 39, found("", "6: {1,3} {2,3} {3}", "")},
		{sweep{reason: "in the critical section", variant: "repaired", n: 3, m: 1, change: stillTrue}, 10, found("", "6: {1,3} {2,3} {3}", "")},
	} {
		c.check(t, c.instances, c.want)
	}
}

// TestCircles: with M = 1 and messages to oneself handled at once, arbiters do not
// wait in a circle for answers that are still to be sent, if only a permission that is
// held is given back: an arbiter that waits has in Λ an earlier request than its own, if
// it has one. (It may wait for an answer that is on its way from one that waits for it.)
func TestCircles(t *testing.T) {
	noCircle := func(Config) explore.Requirement[State, Message] {
		return explore.Always("no-circle", func(v explore.View[State, Message]) string {
			waitsFor := func(i int) int {
				q := v.Locals[i].Awaited.Index()
				if v.Locals[i].Awaited == 0 || slices.ContainsFunc(v.Channel(q, i), func(m Message) bool { return m.Kind == YIELD || m.Kind == RELEASE }) {
					return -1
				}
				return q
			}
			for i := range v.Locals {
				var seen explore.Set
				for at := i; at >= 0; at = waitsFor(at) {
					if seen.Has(at) {
						return fmt.Sprintf("arbiters wait in a circle: %s", seen)
					}
					seen = seen.With(at)
				}
			}
			return ""
		})
	}
	for _, c := range []struct {
		sweep
		instances int
		want      map[string]string
	}{
		{sweep{variant: "held", n: 3, m: 1, requests: []int{explore.Unbounded, explore.Unbounded, explore.Unbounded}}, 10, nil},
		{sweep{variant: "printed", n: 3, m: 1}, 10, nil},
	} {
		c.always = noCircle
		c.check(t, c.instances, c.want)
	}
}

// localOnly is that no arbiter asks a permission back by messages.
func localOnly(Config) explore.Requirement[State, Message] {
	return explore.Always("local-only", func(v explore.View[State, Message]) string {
		for _, m := range v.Messages() {
			if m.Kind == INQUIRE {
				return "an INQUIRE is on its way"
			}
		}
		return ""
	})
}

// recovers reports condition (vi), for m = 1 condition (v): every m+1 processes have m
// of themselves as their common members or, with contains, at least these.
func recovers(sets []explore.Set, m int, contains bool) bool {
	for chosen := range explore.Set(1) << len(sets) {
		if chosen.Len() != m+1 {
			continue
		}
		shared := explore.All(len(sets))
		for _, i := range chosen.Members() {
			shared &= sets[i]
		}
		inner := (shared & chosen).Len()
		if contains && inner < m || !contains && (inner != m || shared&^chosen != 0) {
			return false
		}
	}
	return true
}

// TestLocalRecovery: with (v) as printed, with "equals", no INQUIRE is ever sent, but
// there are such sets for two and three processes only. With (vi) as printed and M = 2,
// and with "contains", INQUIREs are sent. With "contains" and M = 1 they are needed:
// without them there is a deadlock. With M = 2 and one request each there is none.
func TestLocalRecovery(t *testing.T) {
	equals := func(m int) func([]explore.Set) bool {
		return func(sets []explore.Set) bool { return recovers(sets, m, false) }
	}
	contains := func(m int) func([]explore.Set) bool {
		return func(sets []explore.Set) bool { return recovers(sets, m, true) }
	}
	silent := func(_ Config, p *explore.Protocol[State, Message]) {
		mute := func(steps []step) []step {
			for i := range steps {
				steps[i].Send = slices.DeleteFunc(slices.Clone(steps[i].Send), func(o explore.Out[Message]) bool { return o.Msg.Kind == INQUIRE })
			}
			return steps
		}
		deliver := p.Deliver
		p.Deliver = func(i int, s State, from int, m Message) []step { return mute(deliver(i, s, from, m)) }
	}
	unbounded := []int{explore.Unbounded, explore.Unbounded, explore.Unbounded}
	for _, c := range []struct {
		sweep
		instances int
		want      map[string]string
	}{
		{sweep{variant: "printed", n: 2, m: 1, only: equals(1), requests: unbounded[:2], always: localOnly}, 1, nil},
		{sweep{variant: "printed", n: 3, m: 1, only: equals(1), requests: unbounded, always: localOnly}, 1, nil},
		{sweep{variant: "printed", n: 3, m: 1, only: equals(1), requests: []int{2, 2, 2}, integer: true, always: localOnly}, 2, nil},
		{sweep{variant: "printed", n: 3, m: 2, only: equals(2), always: localOnly}, 2,
			with(found("", "", "7: {1,3} {1,2,3} {1,3}"), "local-only", "4: {1,3} {1,2,3} {1,3}")},
		{sweep{variant: "printed", n: 2, m: 1, only: contains(1), requests: unbounded[:2], always: localOnly}, 2, nil},
		{sweep{variant: "repaired", n: 3, m: 1, only: contains(1), change: silent}, 7, found("", "", "6: {1,2,3} {2,3} {3}")},
		{sweep{variant: "repaired", n: 3, m: 2, only: equals(2), change: silent}, 2, nil},
		{sweep{variant: "repaired", n: 3, m: 2, only: contains(2), change: silent}, 3, nil},
	} {
		c.check(t, c.instances, c.want)
	}
}
