package baldoni

import (
	"fmt"
	"testing"

	"qcheck/explore"
	"qcheck/protocols/prototest"
	"qcheck/protocols/variant"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

// TestFigure1: section 4's own counterexample. The request sets of Figure 1 meet
// pairwise, but there are three of which nobody is in all; with M = 2, processes
// 1 to 4 are inside at the same time. It does not depend on what is repaired.
func TestFigure1(t *testing.T) {
	for _, test := range []struct {
		reason   string
		variant  string
		m        int
		requests []int
		inside   int // that many are looked for
		long     bool
		want     int
	}{
		{"three, each of two with an arbiter of its own", "printed", 2, []int{1, 1, 1, 0, 0, 0, 0}, 3, false, 15},
		{"as repaired", "repaired", 2, []int{1, 1, 1, 0, 0, 0, 0}, 3, false, 15},
		{"four, as the paper says", "printed", 2, []int{1, 1, 1, 1, 0, 0, 0}, 4, true, 20},
		{"four, as repaired", "repaired", 2, []int{1, 1, 1, 1, 0, 0, 0}, 4, true, 20},
		{"M = 1 needs no more than that two sets meet", "repaired", 1, []int{1, 1, 1, 0, 0, 0, 0}, 2, false, 0},
	} {
		t.Run(fmt.Sprintf("%s/m=%d,inside=%d", test.variant, test.m, test.inside), func(t *testing.T) {
			if test.long {
				slow.Only(t, "seconds")
			}
			p := build(t, Config{N: 7, M: test.m, Requests: figure1, Variant: test.variant})
			p.Safe = func(all []explore.Observation) string {
				inside := 0
				for _, o := range all {
					if o.Phase == explore.Inside {
						inside++
					}
				}
				if inside < test.inside {
					return ""
				}
				return fmt.Sprintf("%d processes are inside", inside)
			}
			if got := shortest(t, p, explore.Options{Requests: test.requests}); got != test.want {
				t.Errorf("%s: %d steps to %d inside, want %d", test.reason, got, test.inside, test.want)
			}
		})
	}
}

// TestFourArbiters: with request sets of three of four processes, any three of
// which have a common member, four requests are enough for arbiters to wait for
// each other.
func TestFourArbiters(t *testing.T) {
	slow.Only(t, "seconds")
	p := build(t, Config{N: 4, M: 2, Requests: triples, Variant: "printed"})
	if got := shortest(t, p, explore.Options{Check: []explore.Property{explore.DeadlockFreedom}}); got != 12 {
		t.Errorf("a deadlock takes %d steps, want 12", got)
	}
}

// TestConditionA: section 4 says that at any given time every arbiter has each
// request of Λ before each request of Q. It does not hold when an arbiter that
// is inside itself is sent an earlier request, and there is nothing that it could
// do about it. (While the handler of REQUEST waits, it need not hold.)
func TestConditionA(t *testing.T) {
	for _, test := range []struct {
		variant  string
		requests []explore.Set
		want     int
	}{
		{"printed", star3, 3},
		{"repaired", star3, 3},
	} {
		p := build(t, Config{N: 3, M: 1, Requests: test.requests, Variant: test.variant})
		observe := p.Observe
		p.Observe = func(i int, s State) explore.Observation {
			o := observe(i, s)
			for q, t := range s.Stamps {
				for _, l := range s.Lambda.Members() {
					if s.Awaited == 0 && s.Inquired == 0 && t != 0 && !s.Lambda.Has(q) && t < s.Stamps[l] {
						o.Resource = 1
					}
				}
			}
			return o
		}
		p.Safe = func(all []explore.Observation) string {
			for i, o := range all {
				if o.Resource != 0 {
					return fmt.Sprintf("process %d has a request in Q before one in Λ", i+1)
				}
			}
			return ""
		}
		if got := shortest(t, p, explore.Options{}); got != test.want {
			t.Errorf("%s: %d steps, want %d", test.variant, got, test.want)
		}
	}
}

// TestEveryStepRuns: two resources for three processes, one of which needs both,
// are enough.
func TestEveryStepRuns(t *testing.T) {
	p := build(t, Config{N: 3, M: 2, Units: []int{2, 1, 1}})
	_, r := prototest.Result(t, p, prototest.Options{Check: []explore.Property{}})
	if len(r.NeverRan) > 0 {
		t.Errorf("never ran: %q", r.NeverRan)
	}
}

// TestOwnRequest: whether a REQUEST to oneself makes the handler wait, and so the
// loop that sends the others. It does not where messages to oneself are handled at
// once: the own request is later than all that the process has heard of.
func TestOwnRequest(t *testing.T) {
	for _, test := range []struct {
		variant string
		queued  bool
		want    bool
	}{
		{"printed", false, false},
		{"head-of-line", false, false},
		{"stamp-each", false, false},
		{"printed", true, true},
	} {
		p := build(t, Config{N: 3, M: 2, Requests: star3, Variant: test.variant})
		waits, deliver := false, p.Deliver
		p.Deliver = func(i int, s State, from int, m Message) []step {
			steps := deliver(i, s, from, m)
			for _, next := range steps {
				waits = waits || m.Kind == REQUEST && from == i && next.Next.Awaited != 0
			}
			return steps
		}
		prototest.Engine(t, p, prototest.Options{Queued: test.queued})
		if waits != test.want {
			t.Errorf("%s, queued %v: the own request waits: %v, want %v", test.variant, test.queued, waits, test.want)
		}
	}
}

// TestReadingsOfTheRepair takes the other readings on top of the repair.
func TestReadingsOfTheRepair(t *testing.T) {
	repaired := form{asynchronous: true, heldOnly: true}
	larger := Config{N: 3, M: 2, Units: []int{2, 1, 1}}
	for _, test := range []struct {
		reason  string
		change  func(*form)
		config  Config
		options prototest.Options
		want    map[string]int
	}{
		{"RELEASE grants as often as it can", func(f *form) { f.release = releaseLoop }, larger, prototest.Options{}, violations(0, 0, 0, 0)},
		{"the same without bound", func(f *form) { f.release = releaseLoop }, larger, prototest.Options{Each: explore.Unbounded}, violations(0, 0, 0, 0)},
		{"RELEASE of one resource grants two", func(f *form) { f.release = releaseUnchecked }, larger, prototest.Options{}, violations(18, 0, 18, 0)},
		{"INQUIRE only where resources are missing", func(f *form) { f.onConflict = true }, larger, prototest.Options{}, violations(0, 0, 0, 0)},
		{"the same without bound", func(f *form) { f.onConflict = true }, larger, prototest.Options{Each: explore.Unbounded}, violations(0, 0, 0, 0)},
		{"a later request gets the resource that an earlier one waits for", func(f *form) { f.onConflict, f.overtakes = true, true }, larger, prototest.Options{}, violations(0, 0, 13, 0)},
		{"integer clocks have it too", func(f *form) { f.onConflict, f.overtakes = true, true }, larger, prototest.Options{Integer: true}, violations(0, 0, 13, 0)},
		{"requests of one wish in different orders", func(f *form) { f.stampEach = true }, Config{N: 2, M: 1}, prototest.Options{}, violations(0, 0, 6, 0)},
		{"clocks on all messages", func(f *form) { f.lamport = true }, larger, prototest.Options{}, violations(0, 0, 0, 0)},
		{"the same without bound", func(f *form) { f.lamport = true }, larger, prototest.Options{Each: explore.Unbounded}, violations(0, 0, 0, 0)},
	} {
		if test.options.Each == explore.Unbounded && !slow.Tests() {
			continue // takes seconds
		}
		p, err := test.config.in(variant.With(repaired, test.change)).protocol()
		if err != nil {
			t.Fatal(err)
		}
		got := prototest.Engine(t, p, test.options)
		if diff := cmp.Diff(test.want, got.Violations); diff != "" {
			t.Errorf("%s: expected (-), found (+):\n%s", test.reason, diff)
		}
	}
}
