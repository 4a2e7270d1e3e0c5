package explore_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
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
func derivedEqual[L, M comparable](name string, p explore.Protocol[L, M], o explore.Options, sets int, fault *explore.Flaw) (full, reduced int, why string, err error) {
	m, err := explore.NewModel(p)
	if err != nil {
		return 0, 0, "", err
	}
	for _, check := range [][]explore.Property{
		{explore.DeadlockFreedom}, {explore.Safety}, {explore.Safety, explore.WellDefined, explore.DeadlockFreedom},
	} {
		o.Check = check
		walks := len(name) % 3 * 5 // none, few or some
		d, err := explore.Derive(m, o, walks, fault)
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
		if diff := cmp.Diff(d.Full.Recorded, d.Reduced.Recorded); diff != "" {
			return 0, 0, "", fail("histories (-full +reduced):\n%s", diff)
		}
		if d.Full.Undefined != d.Reduced.Undefined {
			return 0, 0, "", fail("a step is not defined: %v, reduced %v", d.Full.Undefined, d.Reduced.Undefined)
		}
		if fault == nil && d.Unknown != "" {
			return 0, 0, "", fail("not known: %s", d.Unknown)
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
func derivedFrom(t *testing.T, from, to uint64, fault *explore.Flaw) (full, reduced int, err error) {
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

// selective returns a protocol that takes messages from behind others, of which it takes
// two out of five not at all, depending on the state; what decides that must not have stamps.
func selective[L, M comparable](p explore.Protocol[L, M], decides func(p int, l L, from int, m M) string) explore.Protocol[L, M] {
	deliver := p.Deliver
	p.Selective = true
	p.Deliver = func(i int, l L, from int, m M) []explore.Step[L, M] {
		h := fnv.New32a()
		io.WriteString(h, decides(i, l, from, m))
		if h.Sum32()%5 < 2 {
			return nil
		}
		return deliver(i, l, from, m)
	}
	return p
}

// selectiveFrom compares random tables and toys that take messages from behind others.
func selectiveFrom(t *testing.T, from, to uint64, fault *explore.Flaw) (full, reduced int, err error) {
	add := func(f, r int, why string, e error) {
		full, reduced = full+f, reduced+r
		if err == nil {
			err = e
		}
	}
	for seed := from; seed < to && err == nil; seed++ {
		x := newTable(seed)
		p := selective(x.protocol(), func(p int, l uint8, from int, m uint8) string { return fmt.Sprint(seed, p, l, from, m) })
		o := x.o
		o.Requests = bounded(o.Requests)
		if _, ok := newMachine(p, o).explored(2000); ok {
			add(derivedEqual(x.String()+", selective", p, o, 3, fault))
		}
		if seed%4 > 0 || err != nil {
			continue
		}
		y := newToy(8e6 + seed)
		q := selective(y.p, func(p int, l toyState, from int, m toyMessage) string { return fmt.Sprint(seed, p, l.S, from, m.Kind) })
		o = y.o
		o.Requests, o.ClockMax = bounded(o.Requests), 0
		if _, ok := newMachine(q, o).explored(2000); ok {
			add(derivedEqual(y.String()+", selective", q, o, 0, fault))
		}
	}
	return full, reduced, err
}

// TestDerivedSelective checks reductions where messages are taken from behind others.
func TestDerivedSelective(t *testing.T) {
	seeds := [][2]uint64{{0, 50}, {249, 250}, {380, 381}, {808, 809}, {1711, 1712}, {2029, 2030}} // behind 50, where faults were seen
	if slow.Tests() {
		seeds = [][2]uint64{{0, 20_000}}
	}
	full, reduced := 0, 0
	for _, s := range seeds {
		f, r, err := selectiveFrom(t, s[0], s[1], nil)
		if err != nil {
			t.Fatal(strings.TrimSpace(err.Error()))
		}
		full, reduced = full+f, reduced+r
	}
	t.Logf("%d states, reduced %d", full, reduced)
	if reduced*8 > full*7 {
		t.Errorf("%d states, reduced %d: the test does not test what it should", full, reduced)
	}
}

func TestDerivedReduction(t *testing.T) {
	count := uint64(40)
	if slow.Tests() {
		count = 4000
	}
	full, reduced, err := derivedFrom(t, 0, count, nil)
	if err == nil { // a step is not defined at one process, and another goes on
		_, _, err = derivedFrom(t, 289, 290, nil)
	}
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
	for name, fault := range explore.Flaws {
		t.Run(name, func(t *testing.T) {
			// From where it shows at once, where it seldom does.
			from := map[string]uint64{
				"taking commutes with later messages": 494, "taking commutes with the next messages": 73,
				"nothing is needed for local steps": 146, "nothing is needed for asking": 91,
				"what was chosen stays right": 18, "what is not known commutes, and stays so": 18,
			}[name]
			compare := derivedFrom
			if fault.Selective {
				compare, from = selectiveFrom, 380
			}
			if fault.Surrounded {
				compare, from = surroundedFrom, 0
			}
			if _, _, err := compare(t, from, from+300, fault); err == nil {
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
		Exclusion: explore.Exclusion[uint8]{
			Observe: func(_ int, l uint8) explore.Observation { return explore.Observation{Phase: explore.Phase(l)} },
			Safe: func(all []explore.Observation) string {
				if all[1].Phase == explore.Inside && all[0].Phase != explore.Inside {
					return "only y is set"
				}
				return ""
			},
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
	if _, _, _, err := derivedEqual("x and y", onlyY(), o, 0, explore.Flaws["nothing is visible"]); err == nil {
		t.Error("it is not noticed that nothing is visible")
	}
}

// TestHaltedWhileDeriving: what is derived is given up where the search is halted, wherever
// that is, and not with what is wrong in it.
func TestHaltedWhileDeriving(t *testing.T) {
	x := newTable(3)
	o := x.o
	o.Requests = bounded(o.Requests)
	m, err := explore.NewModel(x.protocol())
	if err != nil {
		t.Fatal(err)
	}
	all, before := 1<<40, -1
	for often := 0; ; often = 2*often + 1 {
		why, facts, err := explore.HaltedWhileLearning(m, o, often)
		if err != nil {
			t.Fatal(err)
		}
		if why == "" {
			_, all, _ = explore.HaltedWhileLearning(m, o, 1<<40)
			if facts != all || often < 100 {
				t.Errorf("%d facts after %d questions, want %d", facts, often, all)
			}
			break
		}
		if why != "the search was stopped while it was derived" || facts < before || facts > all {
			t.Errorf("after %d questions: %s, %d facts (%d before)", often, why, facts, before)
		}
		before = facts
	}
}

// TestLastTry: before a search ends at a limit of states kept, the reduced search is tried up
// to that limit; when it does not end either, the full one ends as it would without.
func TestLastTry(t *testing.T) {
	p := lateReduction()
	m, err := explore.NewModel(p)
	if err != nil {
		t.Fatal(err)
	}
	run := func(o explore.Options) *explore.Result {
		t.Helper()
		o.Check = []explore.Property{explore.DeadlockFreedom}
		o.Asymmetric = true
		r, err := explore.Run(t.Context(), m, o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	full, derived := run(explore.Options{Full: true}), run(explore.Options{Derive: true})
	if !derived.Reduced || derived.Orbits*3 > full.Orbits {
		t.Fatalf("%d states, reduced %d (%s): nothing to try", full.Orbits, derived.Orbits, derived.Unreduced)
	}
	for _, limit := range []int64{derived.Orbits / 2, derived.Orbits - 1, derived.Orbits, derived.Orbits + 1, full.Orbits - 1, full.Orbits, full.Orbits + 1} {
		// Tried first when it is far too large, and for the last time at the limit.
		o := explore.TryReduction(explore.Options{MaxOrbits: limit}, 2)
		got := run(o)
		switch {
		case limit < derived.Orbits:
			want := run(explore.Options{MaxOrbits: limit, Full: true})
			if got.Reduced || got.States != want.States || got.Transitions != want.Transitions || got.Depth != want.Depth || got.Stopped != want.Stopped || got.Stopped == "" {
				t.Errorf("limit %d: %d states, reduced %t, %q; in full %d, %q", limit, got.States, got.Reduced, got.Stopped, want.States, want.Stopped)
			}
		case !got.Reduced || got.States != derived.States || got.Stopped != "" || !got.Complete:
			t.Errorf("limit %d: %d states, reduced %t (%s), %q; want %d", limit, got.States, got.Reduced, got.Unreduced, got.Stopped, derived.States)
		}
	}
}

// lateReduction is a protocol of which a reduction leaves few states: two processes count
// each on its own.
func lateReduction() explore.Protocol[uint8, uint8] {
	type step = explore.Step[uint8, uint8]
	return explore.Protocol[uint8, uint8]{
		Name: "two count", N: 2, Steps: []string{"ask", "count"},
		Init: func(int) uint8 { return 0 },
		Actions: func(_ int, l uint8) []step {
			switch {
			case l == 0:
				return []step{{Name: "ask", Kind: explore.Ask, Next: 1}}
			case l < 30:
				return []step{{Name: "count", Next: l + 1}}
			}
			return nil
		},
		Deliver: func(int, uint8, int, uint8) []step { return nil },
		Exclusion: explore.Exclusion[uint8]{
			Observe: func(_ int, l uint8) explore.Observation {
				switch l {
				case 0, 30:
					return explore.Observation{Phase: explore.Thinking}
				case 1:
					return explore.Observation{Phase: explore.Waiting}
				}
				return explore.Observation{Phase: explore.Inside}
			},
			Safe: func([]explore.Observation) string { return "" },
		},
	}
}

// TestFarBehind: a message is taken from behind more than 255 others, and does not commute with
// a local step.
func TestFarBehind(t *testing.T) {
	type step = explore.Step[uint8, uint8]
	p := explore.Protocol[uint8, uint8]{
		Name: "far behind", N: 2, Steps: []string{"send", "move", "take"}, Selective: true, Capacity: 400,
		Init: func(int) uint8 { return 1 },
		Actions: func(p int, l uint8) []step {
			switch {
			case p == 0 && l == 1:
				out := explore.Out[uint8]{To: 1, Msg: 1} // is never taken
				return []step{{Name: "send", Next: 2, Send: append(slices.Repeat([]explore.Out[uint8]{out}, 256), explore.Out[uint8]{To: 1, Msg: 2})}}
			case p == 1 && l < 3:
				return []step{{Name: "move", Next: 3}}
			}
			return nil
		},
		Deliver: func(_ int, l uint8, _ int, m uint8) []step {
			if m == 1 {
				return nil
			}
			return []step{{Name: "take", Next: l + 4}} // whether it was before the move stays visible
		},
		Exclusion: explore.Exclusion[uint8]{
			Observe: func(int, uint8) explore.Observation { return explore.Observation{Phase: explore.Inside} },
			Safe:    func([]explore.Observation) string { return "" },
		},
	}
	o := explore.Options{Requests: []int{0, 0}}
	if _, _, why, err := derivedEqual("far behind", p, o, 10, nil); err != nil || why != "" {
		t.Error(why, err)
	}
}

// TestNotSeenAtOnce: what a reduction has to know of taking a message shows only in a local state
// that the process comes to while the message waits.
func TestNotSeenAtOnce(t *testing.T) {
	type step = explore.Step[uint8, uint8]
	wrong := func(all []explore.Observation) string {
		for _, o := range all {
			if o.Units > 0 {
				return "it is wrong"
			}
		}
		return ""
	}
	observe := func(bad ...uint8) func(int, uint8) explore.Observation {
		return func(_ int, l uint8) explore.Observation {
			o := explore.Observation{Phase: explore.Inside}
			if slices.Contains(bad, l) {
				o.Units = 1
			}
			return o
		}
	}
	send := func(to int, m uint8) []step {
		return []step{{Name: "send", Next: 100, Send: explore.SendTo(explore.SetOf(to), m)}}
	}
	const a, b = 32, 64 // were taken
	for name, p := range map[string]explore.Protocol[uint8, uint8]{
		// The second of the ways in which the last process goes on: only there the order of two
		// messages matters.
		"two ways": {
			N: 3,
			Actions: func(p int, l uint8) []step {
				switch {
				case p < 2 && l == 1:
					return send(2, []uint8{a, b}[p])
				case p == 2 && l&^(a|b) == 1:
					return []step{{Name: "go", Next: l + 1}, {Name: "go", Next: l + 2}}
				}
				return nil
			},
			Deliver: func(_ int, l uint8, _ int, m uint8) []step {
				if m == b && l == 3 {
					return []step{{Name: "take", Next: 4}}
				}
				return []step{{Name: "take", Next: l | m}}
			},
			Exclusion: explore.Exclusion[uint8]{Observe: observe(4)},
		},
		// It is wrong to go on without the message, until it comes.
		"late": {
			N: 2,
			Actions: func(p int, l uint8) []step {
				switch {
				case p == 0 && l == 1:
					return send(1, a)
				case p == 1 && l&^a == 1:
					return []step{{Name: "go", Next: l + 1}}
				}
				return nil
			},
			Deliver:   func(_ int, l uint8, _ int, m uint8) []step { return []step{{Name: "take", Next: l | m}} },
			Exclusion: explore.Exclusion[uint8]{Observe: observe(2)},
		},
		// The first process can do nothing that is defined; the other goes wrong alone.
		"not defined": {
			N: 2,
			Actions: func(p int, l uint8) []step {
				switch {
				case p == 0:
					return []step{{Name: "go", Undefined: "nobody knows how"}}
				case l < 4:
					return []step{{Name: "go", Next: l + 1}}
				}
				return nil
			},
			Deliver:   func(int, uint8, int, uint8) []step { return nil },
			Exclusion: explore.Exclusion[uint8]{Observe: observe(4)},
		},
	} {
		p.Name, p.Steps, p.Safe, p.Init = name, []string{"send", "go", "take"}, wrong, func(int) uint8 { return 1 }
		o := explore.Options{Requests: make([]int, p.N), Check: []explore.Property{explore.Safety}, Derive: true, Asymmetric: true}
		if r := search(t, p, o); r.Properties[0].Verdict != verdict.Violated {
			t.Errorf("%s: %s (reduced: %t, %s)", name, r.Properties[0].Verdict, r.Reduced, r.Unreduced)
		}
	}
}

// TestNotDerivable: where the argument for a reduction does not hold, none is derived.
func TestNotDerivable(t *testing.T) {
	type S = struct {
		At    uint8
		Stamp explore.Stamp
	}
	client := func(change func(p *explore.Protocol[S, S])) explore.Protocol[S, S] {
		p := explore.Protocol[S, S]{
			Name: "client", N: 2, Clock: explore.ClockRule{Attach: explore.StampedMessages, TickOnFresh: true},
			Init: func(int) S { return S{} },
			Actions: func(p int, s S) []explore.Step[S, S] {
				if s.At > 0 {
					return nil
				}
				return []explore.Step[S, S]{{Name: "ask", Kind: explore.Ask, Next: S{1, explore.Fresh}, Send: explore.SendTo(explore.SetOf((p+1)%2), S{1, explore.Fresh})}}
			},
			Deliver: func(_ int, s S, _ int, m S) []explore.Step[S, S] {
				return []explore.Step[S, S]{{Name: "take", Next: S{2, m.Stamp}}}
			},
			Exclusion: explore.Exclusion[S]{
				Observe: func(_ int, s S) explore.Observation { return explore.Observation{Phase: explore.Phase(s.At)} },
				Safe:    func([]explore.Observation) string { return "" },
				Goals:   []explore.Goal{{Name: "goal", Unmet: func([]explore.Observation) string { return "" }}},
			},
			Requires: []explore.Requirement[S, S]{explore.Always("whole", func(explore.View[S, S]) string { return "" })},
		}
		change(&p)
		return p
	}
	keep := func(*explore.Protocol[S, S]) {}
	for why, x := range map[string]struct {
		change func(p *explore.Protocol[S, S])
		o      explore.Options
	}{
		"":                           {keep, explore.Options{}},
		"messages may arrive twice":  {func(p *explore.Protocol[S, S]) { p.Network = explore.Duplicating }, explore.Options{}},
		"messages are taken at once": {func(p *explore.Protocol[S, S]) { p.Network = explore.Instant }, explore.Options{}},
		"messages that have time stamps arrive in any order": {func(p *explore.Protocol[S, S]) { p.Network = explore.Unordered }, explore.Options{}},
		"something may go wrong":                             {func(p *explore.Protocol[S, S]) { p.Faults.Lose = 1 }, explore.Options{}},
		"runs may begin in more than one state": {func(p *explore.Protocol[S, S]) {
			p.Starts = func() []explore.Start[S, S] {
				return []explore.Start[S, S]{{Locals: []S{{}, {}}}, {Locals: []S{{}, {At: 2}}}}
			}
		}, explore.Options{}},
		"a history watches the steps, and does not say which it sees": {func(p *explore.Protocol[S, S]) {
			p.History = explore.Watch[S, S](uint8(0), func(h uint8, _ explore.Event[S]) (uint8, string) { return h, "" })
		}, explore.Options{}},
		"more than 8 processes":                       {func(p *explore.Protocol[S, S]) { p.N = 9 }, explore.Options{Requests: make([]int, 9)}},
		"requests without bound":                      {keep, explore.Options{Requests: []int{1, explore.Unbounded}}},
		"clocks are bounded":                          {keep, explore.Options{Clock: explore.Integer, ClockMax: 3}},
		"goal is checked":                             {keep, explore.Options{Check: []explore.Property{explore.Safety, "goal"}}},
		"whole is checked":                            {keep, explore.Options{Check: []explore.Property{explore.Safety, "whole"}}},
		"starvation-freedom is checked":               {keep, explore.Options{Check: explore.Properties(), WithinRequests: true}},
		"clocks do not tick for a fresh stamp":        {func(p *explore.Protocol[S, S]) { p.Clock.TickOnFresh, p.Clock.TickOnReceive = false, true }, explore.Options{Requests: []int{2, 1}}},
		"every message brings an integer clock along": {func(p *explore.Protocol[S, S]) { p.Clock.Attach = explore.EveryMessage }, explore.Options{Clock: explore.Integer}},
		"integer clocks tick when a message comes":    {func(p *explore.Protocol[S, S]) { p.Clock.TickOnReceive = true }, explore.Options{Clock: explore.Integer}},
	} {
		if x.o.Check == nil {
			x.o.Check = []explore.Property{explore.DeadlockFreedom}
		}
		x.o.Derive, x.o.Asymmetric = true, true
		if r := search(t, client(x.change), x.o); r.Unreduced != why || r.Reduced != (why == "") {
			t.Errorf("reduced %t, because of %q, want %q", r.Reduced, r.Unreduced, why)
		}
	}
}

// TestTriedReductions: where a reduced search is tried while the full one goes on, verdicts, and runs, which are shortest, are
// those of the full search; also when something was found wrong before, and when the reduced search finds that.
func TestTriedReductions(t *testing.T) {
	count := uint64(150)
	if slow.Tests() {
		count = 6000
	}
	seen := map[string]int{}
	for seed := range count {
		x := newTable(3e6 + seed)
		o := x.o
		o.Requests = bounded(o.Requests)
		if _, ok := newMachine(x.protocol(), o).explored(3000); !ok {
			continue
		}
		m, err := explore.NewModel(x.protocol())
		if err != nil {
			t.Fatal(err)
		}
		run := func(o explore.Options) *explore.Result {
			r, err := explore.Run(t.Context(), m, o)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		full := o
		full.Full = true
		want, got := run(full), run(explore.TryReduction(o, int64(2+seed%40)))
		if got.Reduced {
			seen["reduced"]++
		}
		for i, pr := range got.Properties {
			w := want.Properties[i]
			if pr.Verdict != w.Verdict || (pr.Trace == nil) != (w.Trace == nil) {
				t.Errorf("%v: %s: %s, in full %s", x, pr.Property, pr.Verdict, w.Verdict)
				continue
			}
			if pr.Trace == nil {
				continue
			}
			if got.Reduced {
				seen["reduced, violated"]++
			}
			if len(pr.Trace.Steps) >= len(w.Trace.Steps) && !pr.Trace.Shortest {
				seen["not said to be a shortest"]++
			} else if len(pr.Trace.Steps) != len(w.Trace.Steps) {
				t.Errorf("%v: %s: %d steps (a shortest: %t), in full %d", x, pr.Property, len(pr.Trace.Steps), pr.Trace.Shortest, len(w.Trace.Steps))
			}
		}
	}
	t.Log(seen)
	// The renamings of the full search may fail only while it looks for a shortest run.
	if seen["not said to be a shortest"] > seen["reduced, violated"]/50 {
		t.Errorf("%v: too many runs are no shortest", seen)
	}
	if seen["reduced"] < int(count/8) || seen["reduced, violated"] < int(count/20) {
		t.Errorf("%v: the test does not test what it should", seen)
	}
}
