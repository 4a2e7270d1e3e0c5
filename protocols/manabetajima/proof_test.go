package manabetajima

import (
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/properties/census"
	"qcheck/protocols/prototest"
	"qcheck/setsys"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

// The steps of the proof of Theorem 5, and what they rest on, by their names.
const (
	allPermissions = "permissions-add-up-to-k"
	onePlace       = "each-permission-is-in-one-place"
	oksFit         = "an-OK-fits-with-all-before-it"
	waitingBehind  = "who-waits-is-behind-or-for-a-cancelled"
	edgesRise      = "an-edge-leads-to-a-higher-priority"
	waitersWait    = "who-waits-and-has-no-edge-is-not-stuck"
	noCycle        = "no-cycle-is-permanent"
)

// steps5 are the requirements. An edge is one that stays where no member has a cancel without an answer. Who waits for a process
// in the critical section, which has kept an OK in spite of a cancel, is not stuck.
func steps5(k int) []explore.Requirement[State, Message] {
	member := func(name explore.Property, wrong func(s State) bool) explore.Requirement[State, Message] {
		return explore.AlwaysOf[State, Message](name, func(_ int, s State) bool { return wrong(s) }, func(at []bool) string {
			if i := slices.Index(at, true); i >= 0 {
				return fmt.Sprintf("not at process %d", i+1)
			}
			return ""
		})
	}
	upTo := func(s State, e Entry) (sum int) { // the units of a request, and of those before it
		for _, f := range s.Que {
			if f.Status != NoEntry && f.Stamp <= e.Stamp {
				sum += int(f.Units)
			}
		}
		return sum
	}
	some := func(s State, status Status, is func(e Entry) bool) bool {
		return slices.ContainsFunc(s.Que[:], func(e Entry) bool { return e.Status == status && is(e) })
	}
	always := func(Entry) bool { return true }
	cyclic := func(v graphView) bool { return circle(edges(v), len(v.Locals)) }
	return []explore.Requirement[State, Message]{
		member(allPermissions, func(s State) bool {
			sum := int(s.X)
			for _, e := range s.Que {
				if e.Status == Okay || e.Status == Canceled {
					sum += int(e.Units)
				}
			}
			return sum != k
		}),
		member(oksFit, func(s State) bool { return some(s, Okay, func(e Entry) bool { return upTo(s, e) > k }) }),
		member(waitingBehind, func(s State) bool {
			return some(s, Wait, func(e Entry) bool { return upTo(s, e) <= k }) && !some(s, Canceled, always)
		}),
		explore.Always(onePlace, func(v graphView) string {
			for r, s := range v.Locals {
				for p, e := range s.Que[:len(v.Locals)] {
					given := e.Status == Okay || e.Status == Canceled
					if places := places(v, r, p); given && places != 1 || !given && places != 0 {
						return fmt.Sprintf("that of process %d to process %d is in %d places", r+1, p+1, places)
					}
				}
			}
			return ""
		}),
		falling(edgesRise, true),
		explore.Always(waitersWait, func(v graphView) string {
			for p, s := range v.Locals {
				if len(v.Messages()) == 0 && s.Phase == explore.Waiting && !waitsForSome(v, p) {
					return fmt.Sprintf("process %d waits for nobody, and no message is on its way", p+1)
				}
			}
			return ""
		}),
		explore.LeadsTo(noCycle, cyclic, func(v graphView) bool { return !cyclic(v) }),
	}
}

// waitsForSome reports whether an edge of the graph begins at a process, or it waits for one that is in the critical section.
func waitsForSome(v graphView, p int) bool {
	for edge := range edges(v) {
		if edge[0] == p {
			return true
		}
	}
	for r, m := range v.Locals {
		for q, e := range m.Que[:len(v.Locals)] {
			if v.Locals[p].Q.Has(r) && !v.Locals[p].K.Has(r) && e.Status == Canceled && v.Locals[q].Phase == explore.Inside {
				return true
			}
		}
	}
	return false
}

// places counts the places of the permission of member r to process p: on the way, counted by p, or on the way back. A cancelled
// that comes behind the release, or finds no entry, is none: it is ignored.
func places(v graphView, r, p int) int {
	places := 0
	for _, m := range v.Channel(r, p) {
		if m.Kind == OK {
			places++
		}
	}
	if s := v.Locals[p]; s.Phase != explore.Thinking && s.K.Has(r) {
		places++
	}
	for _, m := range v.Channel(p, r) {
		switch {
		case m.Kind == Release:
			return places + 1
		case m.Kind == Cancelled && v.Locals[r].Que[p].Status != NoEntry:
			places++
		}
	}
	return places
}

// arbiters returns the (h,k)-arbiters up to renaming, where each request takes any number of units.
func arbiters(t *testing.T, n, k int) (all []Config) {
	t.Helper()
	list, err := census.Structures(t.Context(), census.Class{Kind: setsys.HKArbiter, N: n, K: k})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range list {
		c := Config{N: n, K: k}
		for _, f := range s.ByUnits {
			var sets []explore.Set
			for i := range f.Len() {
				sets = append(sets, explore.Set(f.Words(i)[0]))
			}
			c.Quorums = append(c.Quorums, sets)
		}
		all = append(all, c)
	}
	return all
}

// TestProofOfTheorem5: no step of the proof fails on any (h,k)-arbiter of so few processes, where each request takes any quorum.
// Each fails for some other reading.
func TestProofOfTheorem5(t *testing.T) {
	proof := []explore.Property{allPermissions, onePlace, oksFit, waitingBehind, edgesRise, waitersWait, noCycle}
	for _, test := range []struct {
		variant  string
		on       []Config
		requests int
		arbiters int
		states   int64 // together
		slow     bool
		wrong    []explore.Property
	}{
		{"printed", arbiters(t, 2, 1), explore.Unbounded, 2, 78, false, nil},
		{"printed", arbiters(t, 2, 2), explore.Unbounded, 4, 818, false, nil},
		{"printed", arbiters(t, 2, 3), explore.Unbounded, 8, 4755, false, nil},
		{"printed", arbiters(t, 3, 1), 1, 5, 105499, true, nil},
		{"missing-ignored", arbiters(t, 3, 1), 1, 5, 116533, true, nil},
		{"repaired", arbiters(t, 3, 1), 1, 5, 76885, true, nil},
		{"cancel-by-request", arbiters(t, 2, 2), 1, 4, 380, false, nil},
		{"cancel-by-request", arbiters(t, 3, 1), 1, 5, 77217, true, nil},
		{"without-cancel", arbiters(t, 2, 2), 1, 4, 418, false, []explore.Property{oksFit, waitingBehind, edgesRise, noCycle}},
		{"higher-only", []Config{pairOnes}, 1, 1, 4280, false, []explore.Property{waitingBehind, waitersWait}},
		{"cancel-by-text", []Config{center}, 2, 1, 10097, false, []explore.Property{allPermissions, oksFit, onePlace}},
	} {
		if test.slow && !slow.Tests() {
			continue
		}
		var states int64
		var wrong []explore.Property
		for _, c := range test.on {
			p := protocol(t, c, test.variant)
			p.Requires = steps5(c.K)
			r := prototest.Search(t, p, explore.Options{Requests: slices.Repeat([]int{test.requests}, c.N), Full: true, Check: proof})
			states += r.States
			for _, x := range r.Properties {
				if x.Verdict == verdict.Violated && !slices.Contains(wrong, x.Property) {
					wrong = append(wrong, x.Property)
				} else if x.Verdict == verdict.Unknown && (x.Property != noCycle || test.requests == explore.Unbounded) {
					t.Errorf("%s: %s is unknown: %s", test.variant, x.Property, x.Detail)
				}
			}
		}
		if diff := cmp.Diff(test.wrong, wrong); diff != "" || len(test.on) != test.arbiters || states != test.states {
			t.Errorf("%s, %d processes, k = %d: %d structures with %d states: expected (-), found (+):\n%s", test.variant, test.on[0].N, test.on[0].K, len(test.on), states, diff)
		}
	}
}
