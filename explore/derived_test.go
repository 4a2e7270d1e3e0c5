package explore_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/explore"
)

var clocks = regexp.MustCompile(` clock=\d+`)

// unclocked takes the clocks out of the texts of states: a reduced search may meet
// those with the lower ones only.
func unclocked(states map[string]bool) map[string]bool {
	set := map[string]bool{}
	for s := range states {
		set[clocks.ReplaceAllString(s, "")] = true
	}
	return set
}

// derivedEqual compares the search with a derived reduction with the full one of the
// same clock: the terminal states, whether something is wrong, and whether a step that
// is not defined can be taken; and, up to so many, it checks the sets chosen. It returns
// the numbers of states, 0 where no reduction can be derived, and why.
func derivedEqual[L, M comparable](name string, p explore.Protocol[L, M], o explore.Options, sets int, fault *explore.Fault) (full, reduced int, why string, err error) {
	p.Partial = nil
	m, err := explore.NewModel(p)
	if err != nil {
		return 0, 0, "", err
	}
	for _, check := range [][]explore.Property{
		{explore.DeadlockFreedom}, {explore.Safety}, {explore.Safety, explore.WellDefined, explore.DeadlockFreedom},
	} {
		o.Check = check
		walks := len(name) % 3 * 5 // none, few or some
		d, err := explore.Derive[L, M](m, o, walks, fault)
		if err != nil {
			return 0, 0, err.Error(), nil // too large
		}
		if why = d.Why; why != "" {
			return 0, 0, why, nil
		}
		fail := func(format string, args ...any) error {
			return fmt.Errorf("%s, %v: %s", name, check, fmt.Sprintf(format, args...))
		}
		if diff := cmp.Diff(unclocked(d.Full.Terminal), unclocked(d.Reduced.Terminal)); diff != "" {
			return 0, 0, "", fail("terminal states (-full +reduced):\n%s", diff)
		}
		if slices.Contains(check, explore.Safety) && d.Full.Wrong != d.Reduced.Wrong {
			return 0, 0, "", fail("something wrong: %v, reduced %v", d.Full.Wrong, d.Reduced.Wrong)
		}
		if d.Full.Undefined != d.Reduced.Undefined {
			return 0, 0, "", fail("a step is not defined: %v, reduced %v", d.Full.Undefined, d.Reduced.Undefined)
		}
		if _, err := d.Reduced.CheckSets(sets, 60); err != nil {
			return 0, 0, "", fail("%v", err)
		}
		full += d.Full.States
		reduced += d.Reduced.States
	}
	if fault == nil && (!p.Clock.TickOnFresh || p.Obliged) {
		if diff := cmp.Diff(decided(m, o, false), decided(m, o, true)); diff != "" {
			return 0, 0, "", fmt.Errorf("%s: verdicts (-full +derived):\n%s", name, diff)
		}
	}
	return full, reduced, "", nil
}

// decided returns the verdict on each property of the protocol itself.
func decided(m explore.Model, o explore.Options, derive bool) map[explore.Property]string {
	o.Full, o.Derive, o.MaxStates = !derive, derive, 0
	r, err := explore.Run(context.Background(), m, o)
	if err != nil {
		return map[explore.Property]string{"": err.Error()}
	}
	verdicts := map[explore.Property]string{}
	for _, p := range r.Properties {
		verdicts[p.Property] = p.Verdict.String()
	}
	return verdicts
}

// bounded returns requests with a bound of one where there is none.
func bounded(requests []int) []int {
	list := slices.Clone(requests)
	for i, r := range list {
		if r == explore.Unbounded {
			list[i] = 1
		}
	}
	return list
}

// derivedFrom compares random tables and toys.
func derivedFrom(t *testing.T, from, to uint64, fault *explore.Fault) (full, reduced int, err error) {
	whys := map[string]int{}
	add := func(f, r int, why string, e error) {
		full, reduced = full+f, reduced+r
		whys[why]++
		if err == nil {
			err = e
		}
	}
	for seed := from; seed < to && err == nil; seed++ {
		x := newTable(seed)
		o := x.o
		o.Requests = bounded(o.Requests)
		if _, ok := newMachine(x.protocol(), o).explored(2000); ok {
			add(derivedEqual(x.String(), x.protocol(), o, 5, fault))
		}
		y := newToy(9e6 + seed)
		o = y.o
		o.Requests, o.ClockMax = bounded(o.Requests), 0
		if _, ok := newMachine(y.p, o).explored(2000); ok && err == nil {
			add(derivedEqual(y.String(), y.p, o, 0, fault)) // sets are right up to clocks
		}
		if fault != nil || err != nil {
			continue
		}
		// The same where each process asks once, and has to.
		z := y.p
		z.Obliged = seed%2 == 0
		z.Clock.TickOnFresh = false
		o.Clock = explore.Causal
		for i := range o.Requests {
			o.Requests[i] = min(o.Requests[i], 1)
		}
		if _, ok := newMachine(z, o).explored(2000); ok {
			add(derivedEqual(y.String()+", once", z, o, 0, nil))
		}
	}
	t.Logf("%d states, reduced %d; no reduction because of %v", full, reduced, whys)
	return full, reduced, err
}

func TestDerivedReduction(t *testing.T) {
	count := uint64(100)
	if long() {
		count = 4000
	}
	full, reduced, err := derivedFrom(t, 0, count, nil)
	if err != nil {
		t.Fatal(strings.TrimSpace(err.Error()))
	}
	if reduced*8 > full*7 {
		t.Errorf("%d states, reduced %d: the test does not test what it should", full, reduced)
	}
}

// TestBrokenDerivedReductions checks that the tests notice when a derived reduction
// says too little.
func TestBrokenDerivedReductions(t *testing.T) {
	for name, fault := range explore.Faults {
		t.Run(name, func(t *testing.T) {
			// From where it shows at once, where it seldom does.
			from := map[string]uint64{"taking commutes with later messages": 490}[name]
			if _, _, err := derivedFrom(t, from, from+300, fault); err == nil {
				t.Error("nothing was noticed")
			} else {
				line, _, _ := strings.Cut(err.Error(), "\n")
				t.Log(line)
			}
		})
	}
}

// onlyY is wrong when one process has set y and the other has not set x.
func onlyY() explore.Protocol[uint8, uint8] {
	type step = explore.Step[uint8, uint8]
	return explore.Protocol[uint8, uint8]{
		Name: "x and y", N: 2, Steps: []string{"set"},
		Init: func(int) uint8 { return 1 },
		Actions: func(p int, l uint8) []step {
			if l == 1 {
				return []step{{Name: "set", Next: 2}}
			}
			return nil
		},
		Deliver: func(int, uint8, int, uint8) []step { return nil },
		Observe: func(_ int, l uint8) explore.Observation { return explore.Observation{Phase: explore.Phase(l)} },
		Safe: func(all []explore.Observation) string {
			if all[1].Phase == explore.Inside && all[0].Phase != explore.Inside {
				return "only y is set"
			}
			return ""
		},
	}
}

// TestVisible checks that the step that sets x is not taken first: it hides that only y
// is set.
func TestVisible(t *testing.T) {
	o := explore.Options{Requests: []int{0, 0}}
	if _, _, why, err := derivedEqual("x and y", onlyY(), o, 10, nil); err != nil || why != "" {
		t.Error(why, err)
	}
	if _, _, _, err := derivedEqual("x and y", onlyY(), o, 0, explore.Faults["nothing is visible"]); err == nil {
		t.Error("it is not noticed that nothing is visible")
	}
}
