package mutin

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols/csobject"
	"qcheck/protocols/prototest"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

type view = explore.View[State[csobject.LockState], Message[csobject.LockMessage]]

// A rule says what is wrong with a state.
type rule struct {
	name  explore.Property
	wrong func(view) string
}

// together is all of the rules, for which each state is written out once.
func together(name explore.Property, rules ...rule) rule {
	return rule{name, func(v view) string {
		for _, r := range rules {
			if text := r.wrong(v); text != "" {
				return fmt.Sprintf("%s: %s", r.name, text)
			}
		}
		return ""
	}}
}

// inside are the processes in the critical section.
func inside(v view) explore.Set {
	var in explore.Set
	for p, s := range v.Locals {
		if s.Stage != Out {
			in = in.With(p)
		}
	}
	return in
}

// onTheWay reports whether a message of one of the kinds is on its way.
func onTheWay(v view, from, to int, kinds ...Kind) bool {
	return slices.ContainsFunc(v.Channel(from, to), func(m Message[csobject.LockMessage]) bool { return slices.Contains(kinds, m.Kind) })
}

// heard is what a process at the first wait knows of, with all that is on its way
// to it.
func heard(v view, p int) explore.Set {
	known := v.Locals[p].CurrentInCS
	for from := range v.Locals {
		for _, m := range v.Channel(from, p) {
			known |= m.ProcsInCS
		}
	}
	return known
}

// atFirstWait calls what for each process at the first wait, until it says
// something.
func atFirstWait(what func(v view, p int) string) func(view) string {
	return func(v view) string {
		for p, s := range v.Locals {
			if s.Stage == Querying {
				if text := what(v, p); text != "" {
					return fmt.Sprintf("process %d: %s", p+1, text)
				}
			}
		}
		return ""
	}
}

// What the text says of the sets that processes keep.

// procsInside: who is in some procsInCS is in the critical section.
func procsInside() rule {
	return rule{"procsInCS", func(v view) string {
		for p, s := range v.Locals {
			if !inside(v).Contains(s.ProcsInCS) {
				return fmt.Sprintf("process %d takes %s to be in the critical section, where %s are", p+1, s.ProcsInCS, inside(v))
			}
		}
		return ""
	}}
}

// currentInside: who is in currentInCS at the first wait, or will be by a response
// that is on its way, is in the critical section.
func currentInside() rule {
	return rule{"currentInCS", atFirstWait(func(v view, p int) string {
		if known := heard(v, p); !inside(v).Contains(known) {
			return fmt.Sprintf("hears that %s are in the critical section, where %s are", known, inside(v))
		}
		return ""
	})}
}

// union: at the first wait, currentInCS is the union of the procsInCS of the
// quorum, when nothing is on its way between the process and its quorum.
func union(quorums []explore.Set) rule {
	return rule{"union", atFirstWait(func(v view, p int) string {
		var told explore.Set
		for m := range v.Locals {
			if quorums[p].Has(m) {
				told |= v.Locals[m].ProcsInCS
			}
			if onTheWay(v, p, m, Query) || onTheWay(v, m, p, Response1, Response2) {
				return ""
			}
		}
		if current := v.Locals[p].CurrentInCS; current != told {
			return fmt.Sprintf("currentInCS is %s, and its quorum knows of %s", current, told)
		}
		return ""
	})}
}

// enoughAtFirst: at the first wait, currentInCS has l processes when all have
// responded.
func enoughAtFirst(l int) rule {
	return rule{"l", atFirstWait(func(v view, p int) string {
		for m := range v.Locals {
			if onTheWay(v, p, m, Query) || onTheWay(v, m, p, Response1) {
				return ""
			}
		}
		if current := v.Locals[p].CurrentInCS; current.Len() < l {
			return fmt.Sprintf("all have responded, and currentInCS is %s", current)
		}
		return ""
	})}
}

// oneBlocked: at most one process is between mx.Entry() and mx.Exit(); and when all
// are in Exit() and nothing is on its way, so that no process is ever unblocked,
// exactly one is at the first wait and the others in mx.Entry().
func oneBlocked() rule {
	return rule{"one", func(v view) string {
		var count [Returning + 1]int
		for _, s := range v.Locals {
			count[s.Stage]++
		}
		n := len(v.Locals)
		switch between := count[Querying] + count[Acquiring]; {
		case between > 1:
			return fmt.Sprintf("%d processes have mx", between)
		case count[In]+count[Out]+count[Returning] == 0 && len(v.Messages()) == 0 && (count[Querying] != 1 || count[Entering] != n-1):
			return fmt.Sprintf("%d processes are blocked by the first wait, and %d in mx", count[Querying], count[Entering])
		}
		return ""
	}}
}

// answered is the invariant from which a repaired algorithm has no deadlock: while a
// process is at the first wait, what a member of its quorum knows is known to it, or
// is on its way to it, or its Query is on its way to that member. Where a Response2
// that says too little is answered by another Query, it may also be that Response2
// which is on its way.
func answered(quorums []explore.Set, queryAgain bool) rule {
	return rule{"answered", atFirstWait(func(v view, p int) string {
		for m, s := range v.Locals {
			switch {
			case !quorums[p].Has(m), onTheWay(v, p, m, Query), queryAgain && onTheWay(v, m, p, Response2):
			case s.Again != explore.ProcessOf(p):
				return fmt.Sprintf("process %d would not answer a Release", m+1)
			case !heard(v, p).Contains(s.ProcsInCS):
				return fmt.Sprintf("process %d knows of %s, and %s is all that is told", m+1, s.ProcsInCS, heard(v, p))
			}
		}
		return ""
	})}
}

// reported: the quorum of a process that is in knows that, or is about to hear it;
// and the quorum of one that is out neither.
func reported(quorums []explore.Set) rule {
	return rule{"reported", func(v view) string {
		for p, s := range v.Locals {
			for m := range v.Locals {
				told := v.Locals[m].ProcsInCS.Has(p) || onTheWay(v, p, m, Release)
				if quorums[p].Has(m) && s.Stage != Acquiring && told != (s.Stage != Out) {
					return fmt.Sprintf("process %d is in: %t; process %d knows or will hear that it is: %t", p+1, s.Stage != Out, m+1, told)
				}
			}
		}
		return ""
	}}
}

// judged says after how many steps each rule fails, over all states; 0 for
// one that holds.
func judged(t *testing.T, p WithLock, all ...rule) map[explore.Property]int {
	t.Helper()
	o := explore.Options{Requests: slices.Repeat([]int{explore.Unbounded}, p.N), Full: true, MaxStates: 5_000_000}
	p.Requires = nil
	for _, r := range all {
		p.Requires = append(p.Requires, explore.Always(r.name, r.wrong))
		o.Check = append(o.Check, r.name)
	}
	m, err := explore.NewModel(p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := explore.Run(context.Background(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	found := map[explore.Property]int{}
	for _, x := range r.Properties {
		switch x.Verdict {
		case verdict.Violated:
			found[x.Property] = len(x.Trace.Steps)
			t.Log(x.Detail)
		case verdict.Unknown:
			t.Errorf("%s: unknown: %s", x.Property, x.Detail)
		}
	}
	return found
}

// upTo3 calls what for all coteries of at most three processes, one for each process,
// up to a renaming of the processes without the lock, with each l. In the long test
// each initial set is taken, and otherwise all processes are in.
func upTo3(what func(c Config)) {
	long := slow.Tests()
	for n := 1; n <= 3; n++ {
		for _, q := range ownQuorums(n) {
			if n == 3 && fmt.Sprint(swapped(q)) < fmt.Sprint(q) {
				continue
			}
			for l := range n {
				for in := range explore.All(n) + 1 {
					if in == explore.All(n) || long && in.Len() >= l {
						what(Config{N: n, L: l, Quorums: q, InCS: in})
					}
				}
			}
		}
	}
}

// swapped has processes 2 and 3 renamed to each other.
func swapped(q []explore.Set) []explore.Set {
	other := []explore.Set{q[0], q[2], q[1]}
	for i, s := range other {
		other[i] = s&1 | s>>1&1<<2 | s>>2&1<<1
	}
	return other
}

// TestKnown judges what section 4 and the proofs of Lemmas 1 and 2 say of the sets that
// processes keep, on all states. That the first responses name l processes, and that
// currentInCS is the union of what the quorum knows, is true for l of at most 1 only.
func TestKnown(t *testing.T) {
	instances, fails := 0, map[explore.Property]int{}
	upTo3(func(c Config) {
		c.Variant = "uncounted"
		instances++
		all := together("all", procsInside(), currentInside(), oneBlocked(), reported(c.Quorums))
		some := []rule{together("all", all, union(c.Quorums), enoughAtFirst(c.L))}
		if c.L > 1 {
			some = []rule{all, union(c.Quorums), enoughAtFirst(c.L)}
		}
		for name, steps := range judged(t, locked(t, c), some...) {
			if fails[name]++; name == "all" {
				t.Errorf("%+v: a rule fails after %d steps", c, steps)
			}
		}
	})
	t.Logf("of %d instances, %d fail by the union, and %d by the first responses", instances, fails["union"], fails["l"])
	if fails["union"] == 0 {
		t.Error("the union never fails")
	}
	for _, variant := range []string{"uncounted", "repaired"} {
		for _, quorums := range [][]explore.Set{shared, own4} {
			p := locked(t, Config{N: len(quorums), L: 2, Quorums: quorums, InCS: explore.SetOf(0, 1), Variant: variant})
			found := judged(t, p, union(quorums), enoughAtFirst(2))
			t.Logf("%s, quorums %v: %v", variant, quorums, found)
			if (found["union"] > 0) == (variant == "repaired") || len(quorums) == 4 && found["l"] == 0 {
				t.Errorf("%s, quorums %v: %v", variant, quorums, found)
			}
		}
	}
}

// own4 are quorums of four processes, each in its own.
var own4 = []explore.Set{explore.SetOf(0, 1), explore.SetOf(1, 2), explore.SetOf(1, 2), explore.SetOf(0, 2, 3)}

// TestOneResponse2: that one Response2 ends the wait is true for l of at most 1. For l
// of 2 it is not.
func TestOneResponse2(t *testing.T) {
	after := func(c Config) int {
		c.Variant = "uncounted"
		p := locked(t, c)
		deliver := p.Deliver
		p.Deliver = func(i int, s State[csobject.LockState], from int, m Message[csobject.LockMessage]) []step[csobject.LockState, csobject.LockMessage] {
			steps := deliver(i, s, from, m)
			if steps[0].Name == stepResponse2 {
				steps[0] = step[csobject.LockState, csobject.LockMessage]{Name: stepResponse2, Undefined: "it waits on"}
			}
			return steps
		}
		f := prototest.Engine(t, p, prototest.Options{Each: explore.Unbounded, Check: []explore.Property{explore.WellDefined}})
		return f.Violations["well-defined"]
	}
	fails := 0
	upTo3(func(c Config) {
		if steps := after(c); steps > 0 {
			if fails++; c.L < 2 {
				t.Errorf("%+v: a process waits on after %d steps", c, steps)
			}
		}
	})
	first := after(Config{N: 3, L: 2, Quorums: shared, InCS: explore.SetOf(0, 1)})
	t.Logf("a process waits on in %d instances; where printed is stuck, after %d steps", fails, first)
	if fails == 0 || first == 0 || first > 13 {
		t.Errorf("a process waits on in %d instances; where printed is stuck, after %d steps", fails, first)
	}
}

// TestEntryAtOnce: a process that is out is in after one local step, whatever messages
// there are.
func TestEntryAtOnce(t *testing.T) {
	entries := 0
	upTo3(func(c Config) {
		c.Variant = "uncounted"
		p := locked(t, c)
		actions := p.Actions
		p.Actions = func(i int, s State[csobject.LockState]) []step[csobject.LockState, csobject.LockMessage] {
			steps := actions(i, s)
			if s.Stage == Out {
				entries++
				if len(steps) != 1 || steps[0].Name != stepEntry || steps[0].Next.Stage != In {
					t.Errorf("%+v: process %d, being out, has the steps %+v", c, i+1, steps)
				}
			}
			return steps
		}
		prototest.Engine(t, p, prototest.Options{Each: explore.Unbounded, Check: []explore.Property{explore.Safety}})
	})
	if entries == 0 {
		t.Error("no process was out")
	}
}

// TestRepairInvariant has the invariants from which the package comment concludes that
// the repaired algorithms are safe and have no deadlock.
func TestRepairInvariant(t *testing.T) {
	for _, variant := range []string{"repaired", "query-again"} {
		nth := 0
		upTo3(func(c Config) {
			if nth++; variant == "query-again" && nth%2 == 0 && !slow.Tests() {
				return
			}
			c.Variant = variant
			all := together("all", currentInside(), oneBlocked(), reported(c.Quorums), answered(c.Quorums, variant == "query-again"), union(c.Quorums))
			if diff := cmp.Diff(map[explore.Property]int{}, judged(t, locked(t, c), all)); diff != "" {
				t.Errorf("%+v: expected (-), found (+):\n%s", c, diff)
			}
		})
	}
	p := locked(t, Config{N: 3, L: 2, Quorums: shared, InCS: explore.SetOf(0, 1), Variant: "uncounted"})
	if len(judged(t, p, answered(shared, false))) == 0 {
		t.Error("the printed algorithm has the invariant too")
	}
}
