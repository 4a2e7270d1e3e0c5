package jiang

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/protocols/prototest"
	"qcheck/protocols/variant"
	"qcheck/setsys/slow"
)

// fails explores an instance in a reading until one of some properties is violated, and
// fails the test when all of them hold.
func fails(t *testing.T, r reading, c Config, requests []int, properties ...explore.Property) {
	t.Helper()
	m, err := explore.NewModel(build(complete(c), r))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	found, err := explore.Run(ctx, m, explore.Options{Requests: requests, Check: properties, Full: true, Asymmetric: true, MaxStates: 3_000_000,
		Violated: func(explore.PropertyResult) { cancel() }})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(found.Properties, func(r explore.PropertyResult) bool { return r.Verdict == verdict.Violated }) {
		t.Errorf("%d processes, %v: of %v none is violated: %v", c.N, c.Write, properties, found.Properties)
	}
}

// complete is a Config with its defaults.
func complete(c Config) Config {
	if c.Resources == 0 {
		c.Resources = 2
	}
	return c
}

// No combination of readings saves the printed text: FOLLOW comes after the
// leader has left, and it deadlocks or is not safe. (No R-GRANT is faster than
// FAIL here, and nobody selects a second quorum.)
func TestNoReadingHolds(t *testing.T) {
	for set := range 1 << 10 {
		if others := bits.OnesCount(uint(set)); !slow.Tests() && 2 < others && others < 9 {
			continue // by default up to two of them at once, and all but one
		}
		on := func(i int) bool { return set>>i&1 != 0 }
		r := reading{
			yieldsInWS: on(0), yieldsInXS: on(1), grantsAlways: on(2), countsLate: on(3),
			closedInXS: on(4), opensInNCS: on(5), frontFirst: on(6), ownIsNone: on(7),
			expels: on(8), sameResource: on(9),
		}
		t.Run(fmt.Sprintf("%+v", r), func(t *testing.T) {
			fails(t, r, two, []int{2, 2}, explore.Safety, explore.DeadlockFreedom)
		})
	}
}

// Reselection is not safe in any reading of the second REQUEST and of one's own
// registration.
func TestReselectionIsNotSafe(t *testing.T) {
	for _, c := range []struct {
		askOnce, ownIsNone bool
		want               int
	}{{false, false, 15}, {false, true, 15}, {true, false, 15}, {true, true, 17}} {
		t.Run(fmt.Sprintf("%+v", c), func(t *testing.T) {
			if !c.askOnce {
				slow.Only(t, "seconds")
			}
			p := build(complete(reselecting(ends)), reading{askOnce: c.askOnce, ownIsNone: c.ownIsNone})
			f := prototest.Engine(t, p, prototest.Options{Requests: []int{1, 0, 1}, Check: []explore.Property{explore.Safety}})
			if got := f.Violations[string(explore.Safety)]; got != c.want {
				t.Errorf("%d steps, want %d", got, c.want)
			}
		})
	}
}

// No combination of the changes other than all seven does.
func TestNothingLessDoes(t *testing.T) {
	for set := range 1<<7 - 1 {
		on := func(i int) bool { return set>>(i-1)&1 != 0 }
		r := reading{
			frontFirst: on(1), byRequest: on(2), acknowledged: on(3), outcomeFirst: on(4),
			noticeInES: on(5), toldGrantee: on(6), withoutZ: on(7),
		}
		t.Run(fmt.Sprintf("%+v", r), func(t *testing.T) {
			switch {
			case !slow.Tests() && bits.OnesCount(uint(set)) < 5:
				t.Skip("all together take seconds; QCHECK_LONG=1 runs it")
			case !r.acknowledged:
				fails(t, r, two, nil, explore.DeadlockFreedom)
			case !r.frontFirst:
				fails(t, r, clients, []int{0, 1, 1, 1}, explore.DeadlockFreedom)
			case !r.byRequest:
				fails(t, r, pair2, []int{2, 2}, explore.Safety)
			case !r.outcomeFirst:
				fails(t, r, reselecting(apart), []int{0, 1, 1}, explore.WellDefined)
			case !slow.Tests() && !(r.noticeInES && r.toldGrantee):
				t.Skip("takes seconds; QCHECK_LONG=1 runs it")
			case !r.noticeInES:
				fails(t, r, reselecting(ends), []int{1, 0, 1}, explore.Safety)
			case !r.toldGrantee:
				fails(t, r, uneven, []int{1, 1, 1, 0}, OpenEntering)
			default:
				fails(t, r, singles, []int{2, 2}, OpenEntering)
			}
		})
	}
}

// What each reading does on top of the repair.
func TestReadingsOfRepaired(t *testing.T) {
	repaired, err := variant.Find(forms(), "", "repaired")
	if err != nil {
		t.Fatal("no variant repaired")
	}
	for _, c := range []struct {
		reason     string
		change     func(*reading)
		in         Config
		requests   []int
		properties []explore.Property // that fail
	}{
		{"the quorum is not whole any more", func(r *reading) { r.yieldsInWS = true }, three, nil, []explore.Property{explore.Safety, explore.DeadlockFreedom}},
		{"the followers are still inside", func(r *reading) { r.yieldsInXS = true }, three, nil, []explore.Property{explore.Safety, explore.DeadlockFreedom}},
		{"two are granted", func(r *reading) { r.grantsAlways = true }, three, nil, []explore.Property{explore.Safety}},
		{"the leader waits for who waits for it", func(r *reading) { r.closedInXS = true }, two, nil, []explore.Property{explore.DeadlockFreedom}},
		{"no FOLLOW comes in NCS", func(r *reading) { r.opensInNCS = true }, two, []int{2, 2}, nil},
		{"R-GRANT waits for FAIL", func(r *reading) { r.freesInWS = true }, reselecting(apart), []int{0, 1, 1}, nil},
		{"one REQUEST is enough", func(r *reading) { r.askOnce = true }, reselecting(ends), []int{1, 0, 1}, nil},
	} {
		t.Run(c.reason, func(t *testing.T) {
			check := []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom}
			f := prototest.Engine(t, build(complete(c.in), variant.With(repaired, c.change)), prototest.Options{Requests: c.requests, Check: check})
			for _, p := range c.properties {
				if f.Violations[string(p)] == 0 {
					t.Errorf("%s holds", p)
				}
			}
			if len(f.Violations) != len(c.properties) {
				t.Errorf("%v, want %v", f.Violations, c.properties)
			}
		})
	}
}
