package manabetajima

import (
	"fmt"

	"qcheck/explore"
	"qcheck/protocols/manabetajima"
)

// The wait-for graph G of the proof of Theorem 5: an edge leads from p to p' if for some member r
//
//   - p has sent "request" to r and is waiting for "OK" from r, and
//   - r has sent "OK" to p' and it is not cancelled by "cancel".
//
// It is taken as it is defined, in every state: a request that is on its way has been sent, and an
// OK that is on its way is still waited for.

// The steps of the proof, by their names.
const (
	edgesRise   = "an-edge-leads-to-a-higher-priority"
	waitersWait = "who-waits-and-has-no-edge-is-not-stuck"
	noCycle     = "no-cycle-is-permanent"
)

// waitsFor returns the processes to which the edges of p lead.
func waitsFor(v unitsView, p int) explore.Set {
	var to explore.Set
	s := v.Locals[p]
	if s.Phase != explore.Waiting {
		return to
	}
	for r := range v.Locals {
		if !s.Q.Has(r) || s.K.Has(r) {
			continue
		}
		for other, e := range v.Locals[r].Que[:len(v.Locals)] {
			if other != p && e.Status == manabetajima.Okay {
				to = to.With(other)
			}
		}
	}
	return to
}

// cyclic reports whether G has a directed cycle: what is left when processes without an edge to
// one that is left are taken away, again and again.
func cyclic(v unitsView) bool {
	left := explore.All(len(v.Locals))
	for {
		var stay explore.Set
		for p := range v.Locals {
			if left.Has(p) && waitsFor(v, p)&left != 0 {
				stay = stay.With(p)
			}
		}
		if stay == left {
			return left != 0
		}
		left = stay
	}
}

// proofOfTheorem5 are the steps of the proof that speak of G.
func proofOfTheorem5() []unitsRequirement {
	return []unitsRequirement{
		// r_i has p_i's request, and has not sent OK to it. While an OK is being taken back at r_i the
		// edge is not one that stays.
		explore.Always(edgesRise, func(v unitsView) string {
			for r, s := range v.Locals {
				if takenBack(s, len(v.Locals)) {
					continue
				}
				for p, e := range s.Que[:len(v.Locals)] {
					for q, f := range s.Que[:len(v.Locals)] {
						if e.Status == manabetajima.Wait && f.Status == manabetajima.Okay && e.Stamp <= f.Stamp {
							return fmt.Sprintf("process %d waits for process %d at %d, and is before it", p+1, q+1, r+1)
						}
					}
				}
			}
			return ""
		}),
		// When nothing is on its way, an OK that comes without anybody's leaving would have come. G has
		// no edge to a process that was in the critical section when the cancel came: such a one leaves.
		explore.Always(waitersWait, func(v unitsView) string {
			if len(v.Messages()) > 0 {
				return ""
			}
			for p, s := range v.Locals {
				if s.Phase == explore.Waiting && waitsFor(v, p) == 0 && !heldInside(v, p) {
					return fmt.Sprintf("process %d waits for nobody, and no message is on its way", p+1)
				}
			}
			return ""
		}),
		explore.LeadsTo(noCycle, cyclic, func(v unitsView) bool { return !cyclic(v) }),
	}
}

// heldInside reports whether a process waits for an OK that another one, in the critical section,
// has kept in spite of a cancel.
func heldInside(v unitsView, p int) bool {
	for r := range v.Locals {
		if !v.Locals[p].Q.Has(r) || v.Locals[p].K.Has(r) {
			continue
		}
		for other, e := range v.Locals[r].Que[:len(v.Locals)] {
			if e.Status == manabetajima.Canceled && v.Locals[other].Phase == explore.Inside {
				return true
			}
		}
	}
	return false
}

// takenBack reports whether a member waits for the answer to a cancel.
func takenBack(s manabetajima.State, n int) bool {
	for _, e := range s.Que[:n] {
		if e.Status == manabetajima.Canceled {
			return true
		}
	}
	return false
}
