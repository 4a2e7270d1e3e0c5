package manabetajima

import (
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols/prototest"

	"github.com/google/go-cmp/cmp"
)

type graphView = explore.View[State, Message]

// edges has the wait-for graph G of the proof of Theorem 5: who waits for an OK of a member that
// has sent one to whom, without a cancel.
func edges(v graphView) map[[2]int]bool {
	g := map[[2]int]bool{}
	for p, s := range v.Locals {
		for r, m := range v.Locals {
			for q, e := range m.Que[:len(v.Locals)] {
				if s.Phase == explore.Waiting && s.Q.Has(r) && !s.K.Has(r) && e.Status == Okay && p != q {
					g[[2]int{p, q}] = true
				}
			}
		}
	}
	return g
}

// circle reports whether a graph has a directed cycle, by its transitive closure.
func circle(g map[[2]int]bool, n int) bool {
	for middle := range n {
		for p := range n {
			for q := range n {
				if g[[2]int{p, middle}] && g[[2]int{middle, q}] {
					g[[2]int{p, q}] = true
				}
			}
		}
	}
	for p := range n {
		if g[[2]int{p, p}] {
			return true
		}
	}
	return false
}

// The first half of the proof of Theorem 5, of states in which nothing is on its way and nobody is
// in the critical section, while some process waits: there is an edge, and if there is one, a cycle.
const (
	hasEdge  = "a-deadlock-has-an-edge"
	hasCycle = "a-deadlock-has-a-cycle"
)

func deadlocks() []explore.Requirement[State, Message] {
	in := func(v graphView, phase explore.Phase) bool {
		return slices.ContainsFunc(v.Locals, func(s State) bool { return s.Phase == phase })
	}
	when := func(name string, wrong func(v graphView) bool) explore.Requirement[State, Message] {
		return explore.Always(explore.Property(name), func(v graphView) string {
			if len(v.Messages()) == 0 && in(v, explore.Waiting) && !in(v, explore.Inside) && wrong(v) {
				return "not here"
			}
			return ""
		})
	}
	return []explore.Requirement[State, Message]{
		when(hasEdge, func(v graphView) bool { return len(edges(v)) == 0 }),
		when(hasCycle, func(v graphView) bool { g := edges(v); return len(g) > 0 && !circle(g, len(v.Locals)) }),
	}
}

// falling requires that no request waits at a member for one behind it that has an OK; settled, only of
// members that have no cancel without an answer.
func falling(name explore.Property, settled bool) explore.Requirement[State, Message] {
	return explore.AlwaysOf[State, Message](name, func(_ int, s State) bool {
		var last, first explore.Stamp // of those that have an OK, and of those that wait
		for _, e := range s.Que {
			switch {
			case e.Status == Canceled && settled:
				return false
			case e.Status == Okay:
				last = max(last, e.Stamp)
			case e.Status == Wait && (first == 0 || e.Stamp < first):
				first = e.Stamp
			}
		}
		return first != 0 && first < last
	}, func(seen []bool) string {
		if slices.Contains(seen, true) {
			return "an edge leads to a lower priority"
		}
		return ""
	})
}

// TestWaitForGraph: that a deadlock is a cycle of the graph can be seen where there is a deadlock,
// which Figure 1 does not have, and other readings of the text do. Where no OK is cancelled, it is
// one. Where a cancelled has only earlier requests tried, as section 4.1 says, there is no edge in it:
// there are permissions for all that wait, and the step "thus p receives OK" is wrong. A cycle that goes
// by is no deadlock, and is there as soon as two have asked each other's members; and an edge leads to a
// lower priority while the answer to a cancel is on its way.
func TestWaitForGraph(t *testing.T) {
	const transient, permanent = "no-cycle", "no-permanent-cycle"
	const rise, settled = "edges-rise", "edges-rise-where-nothing-is-cancelled"
	type lengths = map[explore.Property]int
	for _, test := range []struct {
		variant string
		Config
		want lengths // what is violated, and the steps to it
	}{
		{"without-cancel", pair2, lengths{explore.DeadlockFreedom: 4, transient: 2, permanent: 4, rise: 3, settled: 3}},
		{"cancel-on-grant", pair2, lengths{explore.DeadlockFreedom: 4, transient: 2, permanent: 4, rise: 3, settled: 3}},
		{"higher-only", pairOnes, lengths{explore.WellDefined: 12, explore.DeadlockFreedom: 17, hasEdge: 17, transient: 2, rise: 5}},
		{"repaired, higher-only", pairOnes, lengths{explore.DeadlockFreedom: 17, hasEdge: 17, transient: 2, rise: 5}},
		{"printed", pairOnes, lengths{explore.WellDefined: 12, transient: 2, rise: 5}},
		{"repaired", pairOnes, lengths{transient: 2, rise: 5}},
		{"printed", pair, lengths{explore.WellDefined: 9, transient: 2}},
		{"repaired", pair, lengths{transient: 2}},
	} {
		p := protocol(t, test.Config, test.variant)
		cyclic := func(v graphView) bool { return circle(edges(v), len(v.Locals)) }
		p.Requires = append(deadlocks(),
			explore.Always(transient, func(v graphView) string {
				if cyclic(v) {
					return "a cycle"
				}
				return ""
			}),
			falling(rise, false), falling(settled, true),
			explore.LeadsTo(permanent, cyclic, func(v graphView) bool { return !cyclic(v) }),
		)
		o := explore.Options{
			Requests: slices.Repeat([]int{1}, p.N), Full: true,
			Check: []explore.Property{explore.WellDefined, explore.DeadlockFreedom, hasEdge, hasCycle, transient, permanent, rise, settled},
		}
		got := lengths{}
		for _, x := range prototest.Search(t, p, o).Properties {
			switch x.Verdict {
			case verdict.Violated:
				got[x.Property] = len(x.Trace.Steps)
			case verdict.Unknown:
				t.Errorf("%s: %s is unknown", test.variant, x.Property)
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s, %v: expected (-), found (+):\n%s", test.variant, test.Quorums, diff)
		}
	}
}
