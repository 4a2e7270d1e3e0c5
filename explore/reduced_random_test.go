package explore_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

// Random protocols that mostly can be reduced: no process comes back to where it was, so that no run goes round. A
// process goes on by local steps and by messages; a message that it takes on the way it may note. All is drawn by
// hashes of what a function is called for.

// A walker is where a process is, and what it noted.
type walker struct{ At, Noted uint8 }

// A drawn protocol, and what it has.
type drawn struct {
	p    explore.Protocol[walker, uint8]
	o    explore.Options
	last uint8    // where processes end
	late bool     // a renaming breaks where processes end
	has  []string // its features
}

// drawing returns the protocol of a number.
func drawing(seed uint64) *drawn {
	type step = explore.Step[walker, uint8]
	r := rand.New(rand.NewPCG(seed, 49))
	percent := func(n int) bool { return r.IntN(100) < n }
	x := &drawn{last: uint8(2 + r.IntN(3))}
	feature := func(name string, n int) bool {
		if percent(n) {
			x.has = append(x.has, name)
			return true
		}
		return false
	}
	n := 2 + r.IntN(2)
	if x.last == 2 && percent(40) {
		n = 4
	}
	p := &x.p
	p.Name, p.N = fmt.Sprintf("drawing %d", seed), n
	switch k := r.IntN(100); {
	case k < 50:
		p.Network = explore.Unordered
	case k > 96:
		p.Network = explore.Instant
	case k > 92:
		p.Network = explore.Duplicating
	}
	alike, phases := feature("processes alike", 30), feature("processes wait", 60)
	toSelf, may, fails := feature("messages to oneself", 60), feature("steps that may happen", 50), percent(15)
	p.Selective = feature("taken from behind", 40)
	if x.o.Queued = percent(60); x.o.Queued && toSelf {
		x.has = append(x.has, "messages to oneself in channels")
	}
	below := func(n int, p int, values ...any) int {
		if alike {
			p = 0
		}
		return int(hashed(uint32(n), seed, p, values))
	}
	someone := func(p int, values ...any) explore.Set {
		switch k := below(6, p, "to", values); {
		case toSelf && k < 3:
			return explore.SetOf(p)
		case alike || k == 3:
			return explore.All(n).Without(p)
		default:
			return explore.SetOf((p + 1 + below(n-1, p, "whom", values)) % n)
		}
	}
	sends := func(p, most int, values ...any) (all []explore.Out[uint8]) {
		for i := range below(most+1, p, "sends", values) {
			all = append(all, explore.SendTo(someone(p, i, values), uint8(below(3, p, "what", i, values)))...)
		}
		return all
	}
	p.Init = func(int) walker { return walker{} }
	p.Actions = func(p int, l walker) (all []step) {
		if l.At == x.last {
			return nil
		}
		for i := range max(below(4, p, "acts", l.At), 1-int(l.At)) {
			at := min(l.At+1+uint8(below(3, p, "by", l.At, i)/2), x.last)
			s := step{Name: []string{"go", "run", "jump"}[below(3, p, "name", l.At, i)], Next: walker{at, l.Noted}, Send: sends(p, 2, l.At, i)}
			switch {
			case phases && l.At == 0:
				s.Kind = explore.Ask
			case phases && l.At == x.last-1:
				s.Kind = explore.Leave
			case may && below(3, p, "may", l.At, i) == 0:
				s.Kind = explore.May
			}
			if fails && below(12, p, "fails", l, i) == 0 {
				s.Undefined = "nothing is said of it"
			}
			all = append(all, s)
		}
		return all
	}
	notes := 1 + r.IntN(3)
	p.Deliver = func(p int, l walker, from int, m uint8) (all []step) {
		if alike {
			from = 0
		}
		if l.At < x.last && below(6, p, "waits", l.At, from, m) == 0 {
			return nil
		}
		for i := range 1 + below(5, p, "ways", l.At, from, m)/4 {
			next := l
			if below(3, p, "notes", l.At, m, i) < notes-1 {
				next.Noted = uint8(below(4, p, "note", l, m, from, i))
			}
			s := step{Name: fmt.Sprintf("take %d", m)}
			if l.At < x.last && below(3, p, "goes on", l, m, i) == 0 {
				next.At++
				s.Send = sends(p, 1, l, m, i)
			}
			if x.late && p == 0 && l.At == x.last {
				next.Noted ^= 1
			}
			s.Next = next
			if fails && below(40, p, "fails to take", l, m, i) == 0 {
				s.Undefined = "nothing is said of it"
			}
			all = append(all, s)
		}
		return all
	}
	x.require(r, alike, feature)
	if phases {
		p.Exclusion = explore.Exclusion[walker]{Observe: func(_ int, l walker) explore.Observation {
			switch l.At {
			case 0, x.last:
				return explore.Observation{}
			case x.last - 1:
				return explore.Observation{Phase: explore.Inside}
			}
			return explore.Observation{Phase: explore.Waiting}
		}, Safe: explore.AtMost(1 + r.IntN(n))}
		p.Obliged = feature("everybody has to ask", 25)
	}
	if feature("something goes wrong", 5) {
		p.Faults = explore.Faults{Crash: uint8(r.IntN(2)), Lose: uint8(r.IntN(2)), Duplicate: uint8(r.IntN(2))}
		if p.Network == explore.Duplicating || !p.Faults.Any() {
			p.Faults = explore.Faults{Crash: 1}
		}
	}
	if feature("several starts", 5) {
		p.Starts = func() []explore.Start[walker, uint8] {
			there := explore.Start[walker, uint8]{Locals: make([]walker, n), Sent: []explore.Sent[uint8]{{From: 0, To: n - 1, Msg: 1}, {From: 0, To: 0, Msg: 0}}}
			return []explore.Start[walker, uint8]{{Locals: make([]walker, n)}, there}
		}
	}
	for range n {
		x.o.Requests = append(x.o.Requests, min(1, r.IntN(4)))
	}
	if alike {
		x.o.Requests = slices.Repeat([]int{1}, n)
		x.late = feature("processes alike until late", 60)
	}
	if feature("something is wrong early", 40) {
		p.Requires = append(p.Requires, explore.AlwaysOf[walker, uint8]("early", func(_ int, l walker) bool { return l.At == 1 }, func(seen []bool) string {
			if slices.Contains(seen, true) {
				return "somebody is there"
			}
			return ""
		}))
	}
	return x
}

// require draws requirements.
func (x *drawn) require(r *rand.Rand, alike bool, feature func(string, int) bool) {
	seed, p := r.Uint64(), &x.p
	if feature("a property of what is seen", 80) {
		noted, rare := r.IntN(3) > 0, uint32(2+r.IntN(60))
		p.Requires = append(p.Requires, explore.AlwaysOf[walker, uint8]("seen", func(_ int, l walker) uint8 {
			if noted {
				return l.Noted
			}
			return l.At
		}, func(seen []uint8) string {
			if alike {
				seen = slices.Sorted(slices.Values(seen))
			}
			if slices.ContainsFunc(seen, func(k uint8) bool { return k > 0 }) && hashed(rare, seed, seen) == 0 {
				return "that is seen"
			}
			return ""
		}))
	}
	if feature("a history", 50) {
		sees := func(e explore.Event[walker]) bool {
			who := e.Process
			if alike {
				who = 0
			}
			return hashed(3, seed, "sees", who, e.Step, e.Before.At) == 0
		}
		p.History = explore.Watch[walker, uint8](uint8(0), func(h uint8, e explore.Event[walker]) (uint8, string) {
			if !sees(e) {
				return h, ""
			}
			return uint8(hashed(6, seed, "next", h, e.Step, e.After)), ""
		}).Seeing(sees)
		of := func(wrong uint8) func(explore.View[walker, uint8]) bool {
			return func(v explore.View[walker, uint8]) bool { return v.History.(uint8) == wrong }
		}
		p.Requires = append(p.Requires, explore.Always("recorded", func(v explore.View[walker, uint8]) string {
			if of(5)(v) {
				return "that is recorded"
			}
			return ""
		}).OfHistory())
		if feature("a history that there must be", 40) {
			p.Requires = append(p.Requires, explore.Sometimes("once", of(4)).OfHistory())
		}
	}
	if feature("a property of everything", 4) {
		p.Requires = append(p.Requires, explore.Sometimes("met", func(v explore.View[walker, uint8]) bool { return v.Locals[0].At == x.last }))
	}
}

// A lot counts what was drawn, by feature.
type lot struct {
	all, holding, verdicts int
	drawn, reduced, why    map[string]int
}

const mostStates = 500

// compare searches a protocol in full and reduced, and in the obvious way; it says whether the derived reduction left
// something out, and something held. Without a comparison it is too large.
func (x *drawn) compare(t *testing.T, l *lot) (compared, reduced bool) {
	m, err := explore.NewModel(x.p)
	if err != nil {
		t.Fatal(x.p.Name, err)
	}
	run := func(o explore.Options) *explore.Result {
		r, err := explore.Run(t.Context(), m, o)
		if err != nil {
			t.Fatalf("%s: %v", x.p.Name, err)
		}
		return r
	}
	if states := x.states(t); states < 8 || states > mostStates {
		return false, false
	}
	means := obvious.Options{Requests: x.o.Requests, Queued: x.o.Queued}
	want := obvious.Explore(x.p, means)
	checks := [][]explore.Property{nil}
	for _, p := range m.Properties() {
		if p != explore.StarvationFreedom {
			checks = append(checks, []explore.Property{p})
		}
	}
	one := 1 + int(hashed(uint32(len(checks)-1), x.p.Name))
	for i, check := range [][]explore.Property{checks[0], checks[one]} {
		full := x.o
		full.Check, full.Full, full.Asymmetric = check, true, true
		f := run(full)
		fail := func(format string, args ...any) {
			t.Errorf("%s, %v, checking %v: %s", x.p.Name, x.p.Network, check, fmt.Sprintf(format, args...))
		}
		if f.Complete && i == 0 && len(check) != 1 && (int(f.States) != want.States || int(f.Transitions) != want.Transitions || f.Depth != want.Depth) {
			fail("%d states, %d transitions, depth %d; the obvious way %d, %d, %d", f.States, f.Transitions, f.Depth, want.States, want.Transitions, want.Depth)
		}
		for _, pr := range f.Properties {
			length, decided := want.Violations[string(pr.Property)]
			sometimes := pr.Property == "once" || pr.Property == "met"
			if expected := map[bool]verdict.Verdict{true: verdict.Violated, false: verdict.Holds}[decided != sometimes]; pr.Verdict != expected && (pr.Verdict != verdict.Unknown || decided) {
				fail("%s %s (%s), the obvious way %s", pr.Property, pr.Verdict, pr.Detail, expected)
			}
			if decided && (pr.Trace == nil || len(pr.Trace.Steps) != length) {
				fail("%s: the run %v has not the length %d", pr.Property, pr.Trace, length)
			}
		}
		for i, how := range []explore.Options{
			{Derive: true, Asymmetric: true}, {Derive: true}, explore.TryReduction(explore.Options{}, int64(1+len(x.has))), explore.TryReduction(explore.Options{}, max(f.States/8, 3)), explore.LearnLittle(explore.TryReduction(explore.Options{}, 2), 150),
		} {
			how.Requests, how.Queued, how.Check = x.o.Requests, x.o.Queued, check
			d := run(how)
			if d.Reduced && d.Saved > 0 {
				if reduced = true; i == 4 {
					l.reduced["what is learned little by little"]++
				}
			} else if !d.Reduced && d.Unreduced == "" {
				fail("it is not reduced, and nothing says why")
			}
			if early := slices.IndexFunc(f.Properties, func(pr explore.PropertyResult) bool { return pr.Property == "early" && pr.Verdict == verdict.Violated }); early >= 0 && !how.Derive && d.Reduced {
				l.reduced["after something wrong"]++
				if x.late {
					l.reduced["after something wrong, and processes alike until late"]++
				}
			}
			if how.Derive {
				l.why[fmt.Sprintf("reduced %t, saved %t, because of: %s", d.Reduced, d.Saved > 0, d.Unreduced)]++
			}
			for i, pr := range d.Properties {
				l.verdicts++
				if pr.Verdict != f.Properties[i].Verdict {
					fail("%s %s, reduced %s (%t, derived %t, symmetry %d, saved %d)", pr.Property, f.Properties[i].Verdict, pr.Verdict, d.Reduced, how.Derive, d.Symmetry, d.Saved)
				}
				if d.Reduced && d.Saved > 0 && pr.Verdict == verdict.Holds {
					l.holding++
				}
				length, decided := want.Violations[string(pr.Property)]
				if pr.Trace == nil {
					if decided {
						fail("%s has no run", pr.Property)
					}
					continue
				}
				if err := x.shows(means, pr); err != nil || len(pr.Trace.Steps) < length {
					fail("%s: a run of length %d, the shortest has %d: %v", pr.Property, len(pr.Trace.Steps), length, err)
				}
			}
			if d.Symmetry > 1 && d.Reduced && d.Saved > 0 {
				l.reduced["symmetry"]++
			}
		}
	}
	return true, reduced
}

// states returns how many states there are; of too many, too many.
func (x *drawn) states(t *testing.T) int64 {
	p, o := x.p, x.o
	p.Requires = []explore.Requirement[walker, uint8]{explore.Sometimes("all is searched", func(explore.View[walker, uint8]) bool { return false })}
	m, err := explore.NewModel(p)
	if err != nil {
		t.Fatal(p.Name, err)
	}
	o.Check, o.Full, o.Asymmetric, o.MaxStates = []explore.Property{"all is searched"}, true, true, mostStates
	r, err := explore.Run(t.Context(), m, o)
	if err != nil {
		t.Fatal(p.Name, err)
	}
	if !r.Complete {
		return mostStates + 1
	}
	return r.States
}

// shows replays the run of a verdict.
func (x *drawn) shows(o obvious.Options, pr explore.PropertyResult) error {
	o.Start = pr.Trace.Start
	run, err := obvious.Replay(x.p, o, pr.Trace.Steps)
	if err != nil {
		return err
	}
	last := run.Configs[len(run.Configs)-1]
	waits := slices.ContainsFunc(last.Observations, func(o explore.Observation) bool { return o.Phase == explore.Waiting })
	shown := false
	switch pr.Property {
	case explore.WellDefined:
		shown = len(run.Moves) > 0 && run.Moves[len(run.Moves)-1].Undefined != ""
	case explore.Safety:
		shown = last.Unsafe != ""
	case explore.DeadlockFreedom:
		shown = len(last.Enabled) == 0 && waits
	default:
		q := last.Required[pr.Property]
		shown = q.Wrong != "" || q.Happens
	}
	if !shown {
		return fmt.Errorf("it ends where nothing is to be seen")
	}
	return nil
}

// draw compares so many protocols.
func draw(t *testing.T, from uint64, count int) {
	l := &lot{drawn: map[string]int{}, reduced: map[string]int{}, why: map[string]int{}}
	for seed := from; l.all < count && !t.Failed(); seed++ {
		x := drawing(seed)
		compared, reduced := x.compare(t, l)
		if !compared {
			continue
		}
		l.all++
		for _, name := range append(x.has, x.p.Network.String(), fmt.Sprintf("%d processes", x.p.N), "any") {
			l.drawn[name]++
			if reduced {
				l.reduced[name]++
			}
		}
	}
	t.Logf("from %d: %d verdicts of %d protocols, %d of them hold in a search that leaves something out", from, l.verdicts, l.all, l.holding)
	for _, name := range slices.Sorted(maps.Keys(l.drawn)) {
		t.Logf("%4d reduced of %4d: %s", l.reduced[name], l.drawn[name], name)
	}
	for _, why := range slices.Sorted(maps.Keys(l.why)) {
		t.Logf("%4d searches: %s", l.why[why], why)
	}
	for _, name := range []string{"symmetry", "what is learned little by little", "after something wrong", "after something wrong, and processes alike until late"} {
		t.Logf("%4d reduced searches with: %s", l.reduced[name], name)
	}
	if t.Failed() {
		return
	}
	if l.reduced["any"]*2 < l.all && count >= 100 || l.reduced["any"]*4 < l.all || l.holding*2 < l.all {
		t.Errorf("%d of %d are reduced, and %d verdicts hold there: the test does not test what it should", l.reduced["any"], l.all, l.holding)
	}
	if count < 100 {
		return
	}
	for _, name := range []string{
		"fifo", "unordered", "messages to oneself", "messages to oneself in channels", "steps that may happen", "a history", "a history that there must be",
		"a property of what is seen", "processes wait", "processes alike", "everybody has to ask", "taken from behind", "symmetry", "after something wrong",
		"what is learned little by little",
	} {
		if l.reduced[name]*20 < l.all { // mostly one of ten has it
			t.Errorf("only %d reduced protocols have: %s", l.reduced[name], name)
		}
	}
	if late := l.reduced["after something wrong, and processes alike until late"]; late*50 < l.all {
		t.Errorf("only %d reduced searches are after something wrong, of processes that are alike until late", late)
	}
	for _, name := range []string{"duplicating", "instant", "several starts", "something goes wrong"} {
		if l.drawn[name]*100 < l.all {
			t.Errorf("only %d protocols have: %s", l.drawn[name], name)
		}
	}
}

// Reduced searches of random protocols come to the verdicts of full ones, and both to those of the obvious way. Of the protocols
// that are always the same, at least half are really reduced.
func TestReducedDrawings(t *testing.T) {
	count := 104
	if slow.Tests() {
		count = 1500
	}
	draw(t, 0, count)
	draw(t, slow.Random(t, 2).Uint64(), count/4)
}

// Where a flaw of the reduction hides something, the sample of what follows its states mostly shows it, and where none does, it
// shows nothing.
func TestSampleOfFlawed(t *testing.T) {
	count := uint64(180)
	if slow.Tests() {
		count = 3000
	}
	hidden, shown, right := 0, 0, 0
	for seed := range count {
		x := drawing(seed)
		if states := x.states(t); states < 8 || states > mostStates {
			continue
		}
		m, err := explore.NewModel(x.p)
		if err != nil {
			t.Fatal(err)
		}
		want := obvious.Explore(x.p, obvious.Options{Requests: x.o.Requests, Queued: x.o.Queued})
		for _, name := range slices.Sorted(maps.Keys(explore.Flaws)) {
			o := x.o
			o.Asymmetric = true
			open, wrong, err := explore.Sampled(m, o, explore.Flaws[name])
			if err != nil {
				t.Fatal(err)
			}
			hides := false
			for p, open := range open {
				_, decided := want.Violations[string(p)]
				hides = hides || open && decided
			}
			switch {
			case hides && wrong != nil:
				shown++
				fallthrough
			case hides:
				hidden++
			case wrong != nil:
				t.Errorf("%s, %s: %v", x.p.Name, name, wrong)
			case open != nil:
				right++
			}
		}
	}
	t.Logf("a flaw hid something %d times, and a sample showed it %d times; it hid nothing %d times", hidden, shown, right)
	if hidden < 6 || shown*2 < hidden || right < 10 {
		t.Errorf("a flaw hid something %d times, and a sample showed it %d times; it hid nothing %d times", hidden, shown, right)
	}
}
