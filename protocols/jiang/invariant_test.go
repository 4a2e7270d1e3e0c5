package jiang

import (
	"fmt"
	"testing"

	"qcheck/explore"
)

// The argument for the repair (see the package comment), on every state.
func TestInvariant(t *testing.T) {
	for _, c := range []struct {
		Config
		requests []int
	}{
		{two, []int{2, 2}},
		{two, []int{explore.Unbounded, explore.Unbounded}},
		{pair2, []int{2, 2}},
		{alone, []int{1, 1, 1}},
		{reselecting(singles), []int{1, 1}},
		{three, []int{1, 1, 1}},
	} {
		t.Run(fmt.Sprintf("%v %v %v", c.Write, c.Read, c.requests), func(t *testing.T) {
			found, states := shortest(t, with(c.Config, "repaired"), explore.Options{Requests: c.requests},
				explore.Always("registered", registered), explore.Always("followed", followed), explore.Always("led", led), explore.Always("granted", granted))
			if len(found) > 0 {
				t.Errorf("%v", found)
			}
			t.Logf("%d states", states)
		})
	}
}

type view = explore.View[State, Message]

// registered: no registration outlives its request.
func registered(v view) string {
	for p, s := range v.Locals {
		for x, w := range s.Leaders {
			if w == 0 {
				continue
			}
			u := v.Locals[w.Index()]
			if u.Section == NCS || u.Section == ES || int(u.Resource) != x+1 || !u.Competing && !u.Registrar.Has(p) && !u.Uncleared.Has(p) {
				return fmt.Sprintf("node %d has process %d registered", p+1, w)
			}
		}
	}
	return ""
}

// followed: whoever is sent FOLLOW has not ended.
func followed(v view) string {
	for p := range v.Locals {
		for w, u := range v.Locals {
			for _, m := range v.Channel(p, w) {
				if m.Kind == FOLLOW && (u.Section == NCS || u.Section == ES) {
					return fmt.Sprintf("FOLLOW comes to process %d, which has ended", w+1)
				}
			}
		}
	}
	return ""
}

// led: a node in the critical section leads its group, or has its reference in it or in its
// exit section, for the same resource, and is one of the followers of that.
func led(v view) string {
	for p, s := range v.Locals {
		if s.Section != CS && s.Section != XS || s.Leader || s.Section == XS && s.Reference == 0 {
			continue
		}
		if s.Reference == 0 {
			return fmt.Sprintf("process %d neither leads nor follows", p+1)
		}
		w := v.Locals[s.Reference.Index()]
		if w.Section != CS && w.Section != XS || w.Resource != s.Resource || !w.Followers[p].In {
			return fmt.Sprintf("process %d follows process %d, which has ended", p+1, s.Reference)
		}
	}
	return ""
}

// granted: the write quorum of a leader is its own.
func granted(v view) string {
	for p, s := range v.Locals {
		if !s.Leader {
			continue
		}
		for _, q := range s.Grantor.Members() {
			if n, at := v.Locals[q].grantees(); n != 1 || v.Locals[q].Requests[at].From.Index() != p {
				return fmt.Sprintf("node %d has not granted to process %d, which leads", q+1, p+1)
			}
		}
		if s.Grantor == 0 {
			return fmt.Sprintf("process %d leads without a quorum", p+1)
		}
	}
	return ""
}
