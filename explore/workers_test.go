package explore_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

// sameForWorkers checks that no result depends on the number of workers, nor on how
// states are kept in memory, and returns the one for a single worker; false when the search was ended by a
// limit.
func sameForWorkers[L, M comparable](t *testing.T, name string, p explore.Protocol[L, M], o explore.Options) (*explore.Result, bool) {
	t.Helper()
	var first *explore.Result
	usual := o
	all := []int{1, 1, 8, 2}
	if slow.Tests() {
		all = []int{1, 1, 2, 2, 8}
	}
	for i, workers := range all {
		o = usual
		if i%2 == 1 {
			o = explore.Dense(o, i == 1)
		}
		o.Workers = workers
		r := search(t, p, o)
		if r.Stopped != "" {
			return r, false
		}
		r.Stats = explore.Stats{}
		if first == nil {
			first = r
		}
		if d := cmp.Diff(first, r); d != "" {
			t.Errorf("%s: 1 worker (-), %d workers, states kept densely: %t (+):\n%s", name, workers, i%2 == 1, d)
		}
	}
	return first, true
}

// TestFewBits: the bits of a key change no result, also where they are enough for all states
// and not for what a run is chosen among (with 4 bits, seed 5000004 is such a one).
func TestFewBits(t *testing.T) {
	count, violated := 6, 0
	if slow.Tests() {
		count = 600
	}
	for i := range count {
		toy, lock := newToy(5e6+uint64(i)), newLock(5e6+uint64(i))
		for bits := uint(3); bits <= 6; bits++ {
			for _, full := range []bool{true, false} {
				if !slow.Tests() && full != ((i+int(bits))%2 == 0) {
					continue
				}
				toy.o.Full, toy.o.Derive, toy.o.MaxStates = full, !full, 1000
				violated += sameForBits(t, toy.String(), toy.p, toy.o, bits)
				lock.o.Full, lock.o.Derive, lock.o.MaxStates = full, !full, 1000
				violated += sameForBits(t, lock.String(), lock.p, lock.o, bits)
			}
		}
	}
	if violated < count {
		t.Errorf("only %d runs were shown", violated)
	}
}

// sameForBits returns how many properties are violated.
func sameForBits[L, M comparable](t *testing.T, name string, p explore.Protocol[L, M], o explore.Options, bits uint) (violated int) {
	t.Helper()
	want := search(t, p, o)
	want.Stats = explore.Stats{}
	few := explore.FewBits(o, bits)
	for _, inFiles := range []bool{false, true} {
		if inFiles {
			few.Levels = &explore.Levels{Dir: t.TempDir(), Build: "test", Instance: name}
		}
		got := search(t, p, few)
		got.Stats = explore.Stats{}
		if o.Derive { // a derivation that begins anew may fail for another reason
			got.Unreduced = want.Unreduced
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s, reduction %t: as usual (-), %d bits, levels in files %t (+):\n%s", name, !o.Full, bits, inFiles, d)
		}
	}
	for _, r := range want.Properties {
		if r.Verdict == verdict.Violated {
			violated++
		}
	}
	return violated
}

func TestWorkers(t *testing.T) {
	count, most, locks := 45, int64(3000), int64(5*3000)
	if slow.Tests() {
		count, most, locks = 600, 30000, 20*30000
	} else if testing.Short() {
		count = 30
	}
	seen := map[string]int{}
	note := func(r *explore.Result, ok bool) {
		if !ok {
			return
		}
		for _, l := range r.Levels {
			if l > 128 {
				seen["wide"]++
				break
			}
		}
		for _, pr := range r.Properties {
			if pr.Verdict == verdict.Violated {
				seen[string(pr.Property)]++
				if pr.Trace.Loop >= 0 {
					seen["lasso"]++
				}
			}
		}
	}
	for seed := range uint64(count) {
		toy, lock := newToy(2e6+seed), newLock(2e6+seed)
		toy.o.MaxStates, lock.o.MaxStates = most, most
		note(sameForWorkers(t, toy.String(), toy.p, toy.o))
		note(sameForWorkers(t, lock.String(), lock.p, lock.o))
		if t.Failed() {
			return
		}
	}
	for _, o := range []explore.Options{
		{Requests: []int{1, 1, 1}}, {Requests: []int{2, 1, 1}, Clock: explore.Integer}, {Requests: []int{-1, -1, -1}},
	} {
		for k := 1; k <= 2; k++ {
			p := peerLock(3, k)
			o.MaxStates = locks
			note(sameForWorkers(t, fmt.Sprintf("k=%d %+v", k, o), p, o))
			p.Safe = func(all []explore.Observation) string { return crowd(all, k-1) } // not so
			note(sameForWorkers(t, fmt.Sprintf("unsafe, k=%d %+v", k, o), p, o))
		}
	}
	t.Logf("%v", seen)
	for _, what := range []string{"wide", "safety", "deadlock-freedom", "well-defined", "starvation-freedom", "lasso"} {
		if seen[what] < min(10, count/20) {
			t.Errorf("only %d results with %s: the test does not test what it should", seen[what], what)
		}
	}
}

// TestManyOutcomes has a step with so many outcomes that the set of states must
// grow while one state is expanded, by several workers at a time.
func TestManyOutcomes(t *testing.T) {
	type state struct{ Row, Column uint32 }
	type step = explore.Step[state, uint8]
	const outcomes = 30000
	p := explore.Protocol[state, uint8]{
		Name: "fan", N: 1, Steps: []string{"fan", "spread"},
		Init: func(int) state { return state{} },
		Actions: func(_ int, l state) []step {
			var steps []step
			switch l.Row {
			case 0:
				for i := range uint32(256) {
					steps = append(steps, step{Name: "fan", Next: state{1, i}})
				}
			case 1:
				if l.Column%64 != 0 {
					return nil
				}
				steps = make([]step, 0, outcomes)
				for i := range uint32(outcomes) {
					steps = append(steps, step{Name: "spread", Next: state{2, l.Column/128*outcomes + i}})
				}
			}
			return steps
		},
		Deliver:   func(int, state, int, uint8) []step { return nil },
		Exclusion: explore.Exclusion[state]{Observe: func(int, state) explore.Observation { return explore.Observation{Phase: explore.Inside} }},
	}
	r, ok := sameForWorkers(t, "fan", p, explore.Options{})
	if !ok || r.States != 1+256+2*outcomes || r.Transitions != 256+4*outcomes {
		t.Errorf("%d states, %d transitions (%s), want %d and %d", r.States, r.Transitions, r.Stopped, 1+256+2*outcomes, 256+4*outcomes)
	}
}

// TestSpill has processes with more states than fit into packed keys: the
// search begins anew with a tree.
func TestSpill(t *testing.T) {
	tops := [9]uint8{140, 15, 8: 1}
	if slow.Tests() {
		tops[1] = 140
	}
	type step = explore.Step[uint8, uint8]
	p := explore.Protocol[uint8, uint8]{
		Name: "meters", N: 9, Steps: []string{"count"},
		Init: func(int) uint8 { return 0 },
		Actions: func(p int, l uint8) []step {
			if l < tops[p] {
				return []step{{Name: "count", Next: l + 1}}
			}
			return nil
		},
		Deliver:   func(int, uint8, int, uint8) []step { return nil },
		Exclusion: explore.Exclusion[uint8]{Observe: func(_ int, l uint8) explore.Observation { return explore.Observation{Phase: explore.Inside, Units: l} }},
	}
	if r := runAs(t, p, explore.Options{}, true); r != nil {
		t.Errorf("141 blocks of a process fit into 7 bits: %d states", r.States)
	}
	r, ok := sameForWorkers(t, "meters", p, explore.Options{Asymmetric: true})
	a, b := int64(tops[0]), int64(tops[1])
	if states := (a + 1) * (b + 1); !ok || !r.Complete || r.States != 2*states || r.Depth != int(a+b+1) || r.Transitions != 2*a*(b+1)+2*b*(a+1)+states {
		t.Errorf("%d states, depth %d, %d transitions (%s)", r.States, r.Depth, r.Transitions, r.Stopped)
	}
	p.Safe = func(all []explore.Observation) string {
		if all[0].Units == 135 && all[1].Units == tops[1]-10 && all[8].Units == 1 {
			return "there"
		}
		return ""
	}
	o := explore.Options{Asymmetric: true, Check: []explore.Property{explore.Safety}}
	r, _ = sameForWorkers(t, "meters", p, o)
	if r.Verdict() != verdict.Violated || len(r.Properties[0].Trace.Steps) != 135+int(tops[1])-10+1 {
		t.Errorf("%+v", r.Properties)
	}
	o.Asymmetric = false
	s := search(t, p, o)
	if s.Symmetry < 2 && !slow.Tests() { // with more states, a sample does not meet the one that tells two others apart
		t.Errorf("%d renamings of six processes that do nothing", s.Symmetry)
	}
	if d := cmp.Diff(r, s, cmpopts.IgnoreFields(explore.Result{}, "Stats", "Symmetry", "Orbits")); d != "" {
		t.Errorf("without symmetry (-), with it (+):\n%s", d)
	}
	// When there is no time for that, nothing is said.
	ctx, cancel := context.WithCancel(context.Background())
	p.Safe = func(all []explore.Observation) string {
		if all[0].Units == 135 {
			cancel()
		}
		return ""
	}
	m, err := explore.NewModel(p)
	if err != nil {
		t.Fatal(err)
	}
	if r, err = explore.Run(ctx, m, explore.Options{}); err != nil || r.Complete || r.Verdict() != verdict.Unknown {
		t.Errorf("%v, complete %v, %s", err, r.Complete, r.Verdict())
	}
}

// TestSpillDirect: blocks that do not fit into packed keys, and that only deliveries lead to,
// each of which is taken in one way: those of the process that takes messages, and those of the
// one whose messages are taken. (With integer clocks and without symmetry, the search is direct.)
func TestSpillDirect(t *testing.T) {
	const n = 8 // 255 blocks of a process fit
	type step = explore.Step[uint32, bool]
	gather := explore.Protocol[uint32, bool]{ // process 0 knows in what order the others sent to it
		Name: "gather", N: n, Steps: []string{"send", "take"},
		Init: func(int) uint32 { return 0 },
		Actions: func(p int, l uint32) []step {
			if p == 0 || l != 0 {
				return nil
			}
			return []step{{Name: "send", Next: 1, Send: []explore.Out[bool]{{To: 0}}}}
		},
		Deliver: func(_ int, l uint32, from int, _ bool) []step {
			return []step{{Name: "take", Next: l*n + uint32(from)}}
		},
		Exclusion: explore.Exclusion[uint32]{Observe: func(int, uint32) explore.Observation { return explore.Observation{Phase: explore.Inside} }},
	}
	spread := gather // process 0 sends two messages to each other
	spread.Name = "spread"
	spread.Actions = func(p int, l uint32) []step {
		if p != 0 || l != 0 {
			return nil
		}
		all := explore.SendTo(explore.All(n).Without(0), false)
		return []step{{Name: "send", Next: 1, Send: append(all, all...)}}
	}
	spread.Deliver = func(_ int, l uint32, _ int, _ bool) []step { return []step{{Name: "take", Next: l + 1}} }

	gathered, orders := int64(0), int64(1) // orders in which so many of the others were heard
	for heard := range int64(n) {
		gathered += orders << (n - 1 - heard) // and the rest sent or not
		orders *= n - 1 - heard
	}
	for _, c := range []struct {
		p      explore.Protocol[uint32, bool]
		states int64
	}{{gather, gathered}, {spread, 1 + 3*3*3*3*3*3*3}} {
		o := explore.Options{Clock: explore.Integer, Asymmetric: true}
		if r := runAs(t, c.p, o, true); r != nil {
			t.Errorf("%s: the blocks of a process fit into 8 bits: %d states", c.p.Name, r.States)
		}
		if r, ok := sameForWorkers(t, c.p.Name, c.p, o); !ok || !r.Complete || r.States != c.states {
			t.Errorf("%s: %d states, want %d (%s)", c.p.Name, r.States, c.states, r.Stopped)
		}
	}
}

// TestManySteps: more names of steps than an answer has place for, in a direct search in
// which each step runs once.
func TestManySteps(t *testing.T) {
	const last = 2500
	type step = explore.Step[uint16, uint16]
	p := explore.Protocol[uint16, uint16]{ // the processes send numbers in turn
		Name: "counting", N: 2, Steps: []string{"begin"},
		Init: func(int) uint16 { return 0 },
		Actions: func(p int, l uint16) []step {
			if p == 1 || l != 0 {
				return nil
			}
			return []step{{Name: "begin", Next: 1, Send: []explore.Out[uint16]{{To: 1, Msg: 1}}}}
		},
		Deliver: func(p int, _ uint16, from int, m uint16) []step {
			s := step{Name: fmt.Sprint("take ", m), Next: m + 1}
			if m < last {
				s.Send = []explore.Out[uint16]{{To: from, Msg: m + 1}}
			}
			return []step{s}
		},
		Exclusion: explore.Exclusion[uint16]{Observe: func(int, uint16) explore.Observation { return explore.Observation{Phase: explore.Inside} }},
	}
	want := []explore.StepCount{{Name: "begin", Count: 1}}
	for m := 1; m <= last; m++ {
		p.Steps = append(p.Steps, fmt.Sprint("take ", m))
		want = append(want, explore.StepCount{Name: fmt.Sprint("take ", m), Count: 1})
	}
	r, ok := sameForWorkers(t, p.Name, p, explore.Options{Clock: explore.Integer, Asymmetric: true})
	if !ok || !r.Complete || r.States != last+2 {
		t.Fatalf("%d states, want %d (%s)", r.States, last+2, r.Stopped)
	}
	if d := cmp.Diff(want, r.Steps, cmpopts.SortSlices(func(a, b explore.StepCount) bool { return a.Name < b.Name })); d != "" {
		t.Errorf("steps: want (-), got (+):\n%s", d)
	}
}

// TestTooManySteps: more names of steps than numbers for them are a mistake.
// With one number for x and y, starvation-freedom would hold: one of them is always enabled.
func TestTooManySteps(t *testing.T) {
	type step = explore.Step[uint8, uint8]
	for k, want := range map[int]verdict.Verdict{10: verdict.Violated, 1<<15 - 1: verdict.Unknown, 1 << 15: verdict.Unknown} {
		many := func(count int, next uint8) (list []step) {
			for i := range count {
				list = append(list, step{Name: fmt.Sprint("n", i), Next: next})
			}
			return list
		}
		p := explore.Protocol[uint8, uint8]{
			Name: "names", N: 2,
			Init: func(int) uint8 { return 0 },
			Actions: func(p int, l uint8) []step {
				switch {
				case p == 1 && l == 0:
					return []step{{Name: "tick", Next: 1}}
				case p == 1 && l == 1:
					return many(k+1, 2)
				case p == 1:
					return nil
				case l == 0:
					return []step{{Name: "ask", Kind: explore.Ask, Next: 1}}
				case l == 1: // it may go round without x and y, each of which is enabled now and then
					return []step{{Name: "round", Next: 2}, {Name: "x", Next: 3}}
				case l == 2:
					return append(append([]step{{Name: "round", Next: 1}}, many(k, 3)...), step{Name: "y", Next: 3})
				}
				return []step{{Name: "leave", Kind: explore.Leave, Next: 0}}
			},
			Deliver: func(int, uint8, int, uint8) []step { return nil },
			Exclusion: explore.Exclusion[uint8]{
				Observe: func(p int, l uint8) explore.Observation {
					if p == 1 {
						return explore.Observation{}
					}
					return explore.Observation{Phase: []explore.Phase{explore.Thinking, explore.Waiting, explore.Waiting, explore.Inside}[l]}
				},
			},
		}
		o := explore.Options{Requests: []int{explore.Unbounded, 0}, Check: []explore.Property{explore.StarvationFreedom}}
		if want == verdict.Unknown {
			if said := mistake(t, p, o); !strings.Contains(said, "too many names of steps") {
				t.Errorf("%d names: %q", k, said)
			}
		} else if r := search(t, p, o); r.Properties[0].Verdict != want {
			t.Errorf("%d names: %s, want %s (%s)", k, r.Properties[0].Verdict, want, r.Stopped)
		}
	}
}

// TestClockWithinOneStep: a clock passes what stamps hold within one step, by messages that the process
// sends to itself. Its next stamp would be below all others.
func TestClockWithinOneStep(t *testing.T) {
	type local struct {
		At   uint8
		Last explore.Stamp
	}
	type message struct {
		T   explore.Stamp
		Way uint8
	}
	type step = explore.Step[local, message]
	self := func(t explore.Stamp, way uint8) explore.Out[message] {
		return explore.Out[message]{Msg: message{t, way}}
	}
	for start, passed := range map[int]bool{2000: false, 2040: false, 2044: true, 2045: true, 2046: true} {
		p := explore.Protocol[local, message]{
			Name: "one step", N: 1, Steps: []string{"begin", "go on", "take"},
			Clock: explore.ClockRule{Attach: explore.EveryMessage, TickOnFresh: true, TickOnReceive: true, Start: start},
			Init:  func(int) local { return local{} },
			Actions: func(_ int, l local) []step {
				switch l.At {
				case 0:
					return []step{{Name: "begin", Next: local{1, explore.Fresh}}}
				case 1:
					return []step{{Name: "go on", Next: local{2, l.Last}, Send: []explore.Out[message]{self(0, 1), self(0, 2)}}}
				}
				return nil
			},
			Deliver: func(_ int, l local, _ int, m message) []step {
				switch {
				case m.Way == 2:
					return []step{{Name: "take", Next: l, Send: []explore.Out[message]{self(explore.Fresh, 3)}}}
				case m.Way == 3 && m.T <= l.Last:
					return []step{{Name: "take", Undefined: "a fresh stamp is not later"}}
				}
				return []step{{Name: "take", Next: l}}
			},
			Exclusion: explore.Exclusion[local]{Observe: func(int, local) explore.Observation { return explore.Observation{Phase: explore.Inside} }},
		}
		r, o := search(t, p, explore.Options{Clock: explore.Integer, Check: []explore.Property{explore.WellDefined}}), obvious.Explore(p, obvious.Options{Integer: true})
		if v := r.Properties[0].Verdict; v == verdict.Violated || (v == verdict.Unknown) != passed || passed != strings.Contains(r.Stopped, "passes 2046") {
			t.Errorf("from %d on: %s (%s)", start, v, r.Stopped)
		}
		if wraps := start == 2044 || start == 2045; len(o.Violations) > 0 || wraps && o.Overflow == "" {
			t.Errorf("from %d on: %v, %q by the obvious search", start, o.Violations, o.Overflow)
		}
	}
}

// TestRunTwice checks that a model can be run more than once.
func TestRunTwice(t *testing.T) {
	m, err := explore.NewModel(peerLock(2, 1))
	if err != nil {
		t.Fatal(err)
	}
	var results []*explore.Result
	for range 2 {
		r, err := explore.Run(context.Background(), m, explore.Options{Requests: []int{2, 2}})
		if err != nil {
			t.Fatal(err)
		}
		r.Stats.Elapsed = 0
		results = append(results, r)
	}
	if d := cmp.Diff(results[0], results[1]); d != "" {
		t.Errorf("first (-), second (+):\n%s", d)
	}
}
