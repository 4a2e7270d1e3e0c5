package explore_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"qcheck/explore"
	"qcheck/explore/verdict"
)

// Whether a reduction is tried again does not depend on how the reason is worded.
func TestReasons(t *testing.T) {
	m, err := explore.NewModel(lateReduction())
	if err != nil {
		t.Fatal(err)
	}
	asked := map[bool]int{}
	for _, c := range []struct {
		why   string
		later bool
	}{
		{"something", false}, {"it takes too long", false}, {"it leaves too many states", false},
		{"something", true}, {"it takes too long", true},
	} {
		o := explore.TryReduction(explore.Options{Check: []explore.Property{explore.Safety}, Asymmetric: true}, 10)
		n, said, err := explore.Asked(m, o, c.why, c.later)
		if err != nil {
			t.Fatal(err)
		}
		if said != c.why {
			t.Errorf("%q: the search says %q", c.why, said)
		}
		if asked[c.later] == 0 {
			asked[c.later] = n
		}
		if n != asked[c.later] {
			t.Errorf("%q, later %t: asked %d times, with other words %d", c.why, c.later, n, asked[c.later])
		}
	}
	if asked[true] <= asked[false] {
		t.Errorf("asked %d times where it may help to try again, otherwise %d", asked[true], asked[false])
	}
}

// A panic of protocol code, called for what may never happen, is taken for an answer; one of the
// engine goes on.
func TestTry(t *testing.T) {
	for _, c := range []struct {
		protocol bool
		panics   any // of what is tried
		goesOn   bool
	}{
		{true, nil, false}, {false, nil, false}, {true, "boom", false}, {true, errors.New("boom"), false},
		{false, "boom", true}, {false, errors.New("boom"), true},
	} {
		ok, panics := explore.Try(c.protocol, func() {
			if c.panics != nil {
				panic(c.panics)
			}
		})
		if c.goesOn != (panics != nil) || c.goesOn && panics != c.panics || ok != (c.panics == nil) {
			t.Errorf("%+v: ok %t, panics with %v", c, ok, panics)
		}
	}
}

// Only that a state has no key makes a search begin anew whose blocks did not fit into keys:
// another panic while a run is shown goes on.
func TestPanicsWhileShowing(t *testing.T) {
	m, err := explore.NewModel(peerLock(2, 1))
	if err != nil {
		t.Fatal(err)
	}
	o := explore.Options{Check: []explore.Property{explore.Safety}}
	for _, spilled := range []bool{false, true} {
		if _, panics, err := explore.DecideSpilled(m, o, spilled, func() { panic("boom") }); err != nil || panics != "boom" {
			t.Errorf("spilled %t: %v, panics with %v", spilled, err, panics)
		}
		pr, panics, err := explore.NoKey(m, o, spilled)
		if err != nil {
			t.Fatal(err)
		}
		if spilled && (panics != nil || pr.Verdict != verdict.Unknown) {
			t.Errorf("a state without a key: %s, panics with %v", pr.Verdict, panics)
		}
		if !spilled && !strings.Contains(fmt.Sprint(panics), "explore: ") {
			t.Errorf("a state without a key where all fit: %s, panics with %v", pr.Verdict, panics)
		}
	}
}

// choosers has processes that choose among many values, one after the other: with a reduction, two
// levels of few states lead to one of very many.
func choosers(values uint16) explore.Protocol[uint16, uint8] {
	type step = explore.Step[uint16, uint8]
	return explore.Protocol[uint16, uint8]{
		Name: "choosers", N: 2, Steps: []string{"choose"},
		Init: func(int) uint16 { return 0 },
		Actions: func(_ int, l uint16) (all []step) {
			for v := uint16(1); l == 0 && v <= values; v++ {
				all = append(all, step{Name: "choose", Next: v})
			}
			return all
		},
		Deliver: func(int, uint16, int, uint8) []step { return nil },
		Exclusion: explore.Exclusion[uint16]{
			Observe: func(int, uint16) explore.Observation { return explore.Observation{Phase: explore.Inside} },
			Safe:    func([]explore.Observation) string { return "" },
		},
	}
}

// A limit on states ends a search with a derived reduction within a level, too; and the search in
// full, which then decides, ends as it would without.
func TestReductionKeepsToLimits(t *testing.T) {
	const values = 400
	m, err := explore.NewModel(choosers(values))
	if err != nil {
		t.Fatal(err)
	}
	for name, limit := range map[string]explore.Options{"states kept": {MaxOrbits: 1000}, "states": {MaxStates: 1000}} {
		o := limit
		o.Asymmetric, o.Check, o.Requests = true, []explore.Property{explore.Safety}, []int{0, 0}
		kept, up, err := explore.KeptWhenGivenUp(m, o)
		if err != nil {
			t.Fatal(err)
		}
		// A worker goes on to the end of its 64 states.
		if !up || kept <= 1000 || kept > 1000+64*values {
			t.Errorf("limit on %s: %d states kept of %d, given up: %t", name, kept, values*values, up)
		}
		var results []*explore.Result
		for _, how := range []explore.Options{{Full: true}, {Derive: true}, {Derive: true, Workers: 3}} {
			o.Full, o.Derive, o.Workers = how.Full, how.Derive, how.Workers
			r := found(t, m, o)
			r.Unreduced = ""
			results = append(results, r)
			if r.States != results[0].States || r.Stopped != results[0].Stopped || r.Reduced || r.Stopped == "" {
				t.Errorf("limit on %s, %+v: %d states, %q, reduced %t", name, how, r.States, r.Stopped, r.Reduced)
			}
		}
	}
}

// What ends a search ends it while a reduction is learned, too.
func TestHaltedWhileLearned(t *testing.T) {
	for name, end := range map[string]func(*explore.Options, context.CancelCauseFunc){
		"interrupted":               func(_ *explore.Options, cancel context.CancelCauseFunc) { cancel(errors.New("interrupted")) },
		"the time limit of 50ms":    func(o *explore.Options, _ context.CancelCauseFunc) { o.Timeout = 50 * time.Millisecond },
		"the memory limit of 1 byt": func(o *explore.Options, _ context.CancelCauseFunc) { o.MaxMemory = 1 },
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		p := lateReduction()
		var once sync.Once
		actions := p.Actions
		var o explore.Options
		p.Actions = func(i int, l uint8) []explore.Step[uint8, uint8] {
			once.Do(func() { // the first one is called while random runs are made, to learn from
				if name == "interrupted" {
					end(&o, cancel)
				}
				time.Sleep(120 * time.Millisecond)
			})
			return actions(i, l)
		}
		m, err := explore.NewModel(p)
		if err != nil {
			t.Fatal(err)
		}
		if name != "interrupted" {
			end(&o, nil)
		}
		o.Derive, o.Check = true, []explore.Property{explore.Safety}
		r, err := explore.Run(ctx, m, o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Reduced || r.Complete || !strings.Contains(r.Stopped, name) || r.Verdict() != verdict.Unknown {
			t.Errorf("%s: reduced %t, complete %t, %q, %s", name, r.Reduced, r.Complete, r.Stopped, r.Verdict())
		}
		cancel(nil)
	}
}

// What is found out about a state after the search was halted may not be all: it depends on
// everything, and that is not kept.
func TestDependsWhenHalted(t *testing.T) {
	m, err := explore.NewModel(lateReduction())
	if err != nil {
		t.Fatal(err)
	}
	all, kept, err := explore.DependsWhenHalted(m, explore.Options{Check: []explore.Property{explore.Safety}, Asymmetric: true})
	if err != nil || !all || kept {
		t.Errorf("%v: everything depends: %t, kept: %t", err, all, kept)
	}
}

// Progress says that a reduction is learned, and that a reduced search is tried, and has the
// counts of that one.
func TestProgressOfReduction(t *testing.T) {
	p := lateReduction()
	var mu sync.Mutex
	said := map[string]explore.Progress{}
	known := func(doing string) bool {
		mu.Lock()
		defer mu.Unlock()
		_, ok := said[doing]
		return ok
	}
	const learned, tried = "a reduction is learned", "a reduced search is tried"
	actions := p.Actions
	p.Actions = func(i int, l uint8) []explore.Step[uint8, uint8] {
		// Until both were said, each call takes its time.
		for wait := 0; wait < 500 && !known(learned); wait++ {
			time.Sleep(10 * time.Millisecond)
		}
		if !known(tried) {
			time.Sleep(5 * time.Millisecond)
		}
		return actions(i, l)
	}
	o := explore.Options{Derive: true, Check: []explore.Property{explore.Safety}, Progress: func(p explore.Progress) {
		mu.Lock()
		defer mu.Unlock()
		said[p.Doing] = p
	}}
	r := search(t, p, explore.ProgressAfter(o, 50*time.Millisecond))
	if !r.Reduced || !known(learned) || !known(tried) {
		t.Fatalf("reduced %t (%s), progress %+v", r.Reduced, r.Unreduced, said)
	}
	if p := said[tried]; p.Kept < 1 || p.Kept > r.Orbits || p.Depth > r.Depth {
		t.Errorf("progress of a search of %d states kept, depth %d: %+v", r.Orbits, r.Depth, p)
	}
}

// A reduced search that holds says which bounds of the model it asked of the states that it
// visited alone: the channel in the order that it takes has room.
func TestAskedOfVisited(t *testing.T) {
	type step = explore.Step[uint8, uint8]
	p := explore.Protocol[uint8, uint8]{
		Name: "room", N: 2, Steps: []string{"send", "take"}, Capacity: 1,
		Init: func(int) uint8 { return 0 },
		Actions: func(p int, l uint8) []step {
			if p == 1 && l < 2 {
				return []step{{Name: "send", Next: l + 1, Send: explore.SendTo(explore.SetOf(0), uint8(7))}}
			}
			return nil
		},
		Deliver: func(_ int, l uint8, _ int, m uint8) []step { return []step{{Name: "take", Next: l + 1}} },
		Exclusion: explore.Exclusion[uint8]{
			Observe: func(int, uint8) explore.Observation { return explore.Observation{Phase: explore.Inside} },
			Safe:    func([]explore.Observation) string { return "" },
		},
	}
	const asked = "that no channel holds more than 1 messages, and no state more than 62 time stamps, was asked of the states that the reduced search visited, not of those that it left out"
	o := explore.Options{Requests: []int{0, 0}, Check: []explore.Property{explore.Safety}, Full: true}
	if r := search(t, p, o); r.Complete || r.Asked != "" || r.Verdict() != verdict.Unknown || !strings.Contains(r.Stopped, "holds more than 1 messages") {
		t.Errorf("in full: complete %t, asked %q, %s, %q", r.Complete, r.Asked, r.Verdict(), r.Stopped)
	}
	o.Full, o.Derive = false, true
	if r := search(t, p, o); !r.Reduced || r.Verdict() != verdict.Holds || r.Asked != asked {
		t.Errorf("reduced %t (%s), %s, asked %q", r.Reduced, r.Unreduced, r.Verdict(), r.Asked)
	}
	p.Capacity = 0
	if r := search(t, p, o); !r.Reduced || !r.Complete || !strings.Contains(r.Asked, "more than 255 messages") {
		t.Errorf("reduced %t (%s), complete %t, asked %q", r.Reduced, r.Unreduced, r.Complete, r.Asked)
	}
}
