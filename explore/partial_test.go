package explore_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

// peerPartial is what the reduction may rely on with peerLock.
func peerPartial(n, k int) *explore.Partial[peerState, peerMessage] {
	return &explore.Partial[peerState, peerMessage]{
		Defined: true,
		Take: func(p int, l peerState, from int, m peerMessage) explore.Events {
			if m.Replies > 0 {
				return explore.NoEvents
			}
			// It matters whether a stamp is made before or after a request is
			// heard of, whether one enters before or after an earlier request
			// comes, and whether a request comes before or after those deferred
			// are answered.
			if l.Phase == explore.Waiting && m.Stamp < l.Stamp || l.Defer[from] > 0 {
				return explore.Asking | explore.LocalSteps
			}
			return explore.Asking
		},
		Local: func(p int, l peerState) explore.Events {
			var from explore.Set
			for q := range n {
				// Who owes no reply has heard of the present request, and only
				// makes later ones.
				if l.Phase == explore.Waiting && l.Owed[q] > 0 || l.Phase == explore.Inside && (k > 1 || l.Defer[q] > 0) {
					from = from.With(q)
				}
			}
			return explore.Taking(from)
		},
		Enable: func(p int, l peerState) []explore.Events {
			if l.Phase == explore.Thinking {
				return []explore.Events{explore.Asking}
			}
			var owing explore.Set
			for q, count := range l.Owed {
				if count > 0 {
					owing = owing.With(q)
				}
			}
			var sets []explore.Events
			for _, s := range subsets(owing, k) {
				sets = append(sets, explore.Taking(s))
			}
			return sets
		},
		Ask: func(p int, l peerState) explore.Events { return explore.LocalSteps },
		Send: func(p int, l peerState, to int) explore.Events {
			ev := explore.Asking | explore.Taking(explore.SetOf(to))
			if l.Defer[to] > 0 {
				ev |= explore.LocalSteps
			}
			return ev
		},
		Harm: func(all []explore.Observation) []explore.Set { return crowdHarm(all, k) },
	}
}

// reducedEqual compares the search with and without reduction: the terminal
// states where deadlocks are looked for, what can be observed where Harm is the
// always right one, whether something is wrong; and it checks the sets chosen.
// The saving it returns is the number of states without reduction and with.
func reducedEqual[L, M comparable](name string, p explore.Protocol[L, M], o explore.Options, sample int) (full, reduced int, err error) {
	o.Full = true
	m, err := explore.NewModel(p)
	if err != nil {
		return 0, 0, err
	}
	all, err := explore.LookAt(m, o, false, true)
	if err != nil {
		return 0, 0, nil // too large
	}
	bounded := !slices.Contains(o.Requests, explore.Unbounded)
	o.Full = false
	for _, check := range [][]explore.Property{
		{explore.DeadlockFreedom}, {explore.Safety}, {explore.Safety, explore.DeadlockFreedom}, {explore.Safety, explore.WellDefined, explore.DeadlockFreedom},
	} {
		for _, acyclic := range []bool{true, false} {
			if acyclic && !bounded {
				continue
			}
			o.Check = check
			some, err := explore.LookAt(m, o, acyclic, true)
			if err != nil {
				return 0, 0, fmt.Errorf("%s, %v: %w", name, check, err)
			}
			if !some.Reduced {
				return 0, 0, fmt.Errorf("%s, %v: not reduced", name, check)
			}
			if acyclic && some.Cyclic {
				continue
			}
			fail := func(format string, args ...any) error {
				return fmt.Errorf("%s, %v, acyclic %v: %s", name, check, acyclic, fmt.Sprintf(format, args...))
			}
			if slices.Contains(check, explore.DeadlockFreedom) {
				if d := cmp.Diff(all.Terminal, some.Terminal); d != "" {
					return 0, 0, fail("terminal states (-full +reduced):\n%s", d)
				}
			}
			if slices.Contains(check, explore.Safety) {
				if all.Wrong != some.Wrong {
					return 0, 0, fail("something wrong: %v, reduced %v", all.Wrong, some.Wrong)
				}
				if p.Partial.Harm == nil && len(all.Observed) != len(some.Observed) {
					return 0, 0, fail("%d observations, reduced %d", len(all.Observed), len(some.Observed))
				}
			}
			if some.States > all.States {
				return 0, 0, fail("%d states, reduced %d", all.States, some.States)
			}
			if _, err := some.CheckSets(sample, 60); err != nil {
				return 0, 0, fail("%v", err)
			}
			full += all.States
			reduced += some.States
		}
	}
	return full, reduced, nil
}

// sameVerdicts compares the verdicts, and the traces, of Run.
func sameVerdicts[L, M comparable](t *testing.T, name string, p explore.Protocol[L, M], o explore.Options) {
	t.Helper()
	for _, check := range [][]explore.Property{{explore.Safety}, {explore.DeadlockFreedom}, {explore.Safety, explore.WellDefined, explore.DeadlockFreedom}} {
		o.Check = check
		o.Full = true
		full := search(t, p, o)
		o.Full = false
		reduced := search(t, p, o)
		if !reduced.Reduced || full.Reduced {
			t.Fatalf("%s: reduced %v and %v", name, full.Reduced, reduced.Reduced)
		}
		for i, pr := range reduced.Properties {
			want := full.Properties[i]
			if pr.Verdict != want.Verdict {
				t.Errorf("%s: %s: %s (%s), reduced %s (%s)", name, pr.Property, want.Verdict, want.Detail, pr.Verdict, pr.Detail)
			}
			if pr.Verdict != verdict.Violated || want.Verdict != verdict.Violated {
				continue
			}
			if len(pr.Trace.Steps) < len(want.Trace.Steps) {
				t.Errorf("%s: %s: a shortest trace has %d steps, reduced %d", name, pr.Property, len(want.Trace.Steps), len(pr.Trace.Steps))
			}
			if pr.Trace.Shortest && len(pr.Trace.Steps) != len(want.Trace.Steps) {
				t.Errorf("%s: %s: a trace of %d steps is called shortest, but %d will do", name, pr.Property, len(pr.Trace.Steps), len(want.Trace.Steps))
			}
			g, _ := newMachine(p, o).explored(1 << 20)
			if err := g.confirm(pr); err != nil {
				t.Errorf("%s: %s: %v", name, pr.Property, err)
			}
		}
	}
}

// reducedTables compares random tables, with their Partial changed.
func reducedTables(from, to uint64, change func(t table, p *explore.Partial[uint8, uint8]), note func(t table, p explore.Protocol[uint8, uint8])) (full, reduced int, err error) {
	for seed := from; seed < to; seed++ {
		t := newTable(seed)
		p := t.protocol()
		if _, ok := newMachine(p, t.o).explored(400); !ok {
			continue
		}
		for _, harm := range []bool{false, true} {
			p.Partial = t.partial()
			if harm {
				p.Partial.Harm = t.harm
			}
			change(t, p.Partial)
			f, r, err := reducedEqual(t.String(), p, t.o, 10)
			if err != nil {
				return full, reduced, err
			}
			full += f
			reduced += r
		}
		note(t, p)
	}
	return full, reduced, nil
}

func TestReductionOfTables(t *testing.T) {
	count := uint64(30)
	if slow.Tests() {
		count = 2500
	}
	found := map[string]int{}
	full, reduced, err := reducedTables(0, count, func(table, *explore.Partial[uint8, uint8]) {}, func(x table, p explore.Protocol[uint8, uint8]) {
		sameVerdicts(t, x.String(), p, x.o)
		g, _ := newMachine(p, x.o).explored(400)
		for property := range g.violations() {
			found[string(property)]++
		}
		found["tables"]++
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d states, reduced %d; %v", full, reduced, found)
	if reduced*8 > full*7 || found["safety"] < int(count/50) || found["deadlock-freedom"] < int(count/50) {
		t.Errorf("%d states, reduced %d, %v: the test does not test what it should", full, reduced, found)
	}
}

// TestBrokenReductions checks that the tests notice when a Partial says too
// little.
func TestBrokenReductions(t *testing.T) {
	type partial = explore.Partial[uint8, uint8]
	const none = explore.NoEvents
	for name, change := range map[string]func(x table, p *partial){
		"Take says nothing":  func(_ table, p *partial) { p.Take = func(int, uint8, int, uint8) explore.Events { return none } },
		"Local says nothing": func(_ table, p *partial) { p.Local = func(int, uint8) explore.Events { return none } },
		"Enable says nothing": func(_ table, p *partial) {
			p.Enable = func(int, uint8) []explore.Events { return []explore.Events{none} }
		},
		"Ask says nothing":     func(_ table, p *partial) { p.Ask = func(int, uint8) explore.Events { return none } },
		"Send says nothing":    func(_ table, p *partial) { p.Send = func(int, uint8, int) explore.Events { return none } },
		"Visible says nothing": func(_ table, p *partial) { p.Visible = func(int, uint8) explore.Events { return none } },
		"Enter says nothing": func(_ table, p *partial) {
			p.Enter = func(int, uint8) []explore.Events { return []explore.Events{none} }
		},
		"Harm says too little": func(x table, p *partial) {
			p.Harm = func(all []explore.Observation) []explore.Set {
				sets := x.harm(all)
				for i, s := range sets {
					sets[i] = s & -s // one process of each set
				}
				return sets
			}
		},
		"Take forgets other messages": func(_ table, p *partial) {
			old := p.Take
			p.Take = func(q int, l uint8, from int, m uint8) explore.Events {
				return old(q, l, from, m) & (explore.Asking | explore.LocalSteps)
			}
		},
		"Take forgets local steps": func(_ table, p *partial) {
			old := p.Take
			p.Take = func(q int, l uint8, from int, m uint8) explore.Events {
				return old(q, l, from, m) &^ explore.LocalSteps
			}
		},
		"Send forgets asking": func(_ table, p *partial) {
			old := p.Send
			p.Send = func(q int, l uint8, to int) explore.Events { return old(q, l, to) &^ explore.Asking }
		},
		"Send forgets answers": func(_ table, p *partial) {
			old := p.Send
			p.Send = func(q int, l uint8, to int) explore.Events {
				return old(q, l, to) &^ explore.Taking(explore.SetOf(to))
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			// Tables that show it at once, for those that few show.
			from := map[string]uint64{"Ask says nothing": 101, "Take forgets other messages": 146}[name]
			if _, _, err := reducedTables(from, from+400, change, func(table, explore.Protocol[uint8, uint8]) {}); err == nil {
				t.Error("nothing was noticed")
			} else {
				line, _, _ := strings.Cut(err.Error(), "\n")
				t.Log(line)
			}
		})
	}
}

func TestReductionOfPeers(t *testing.T) {
	for _, x := range []struct{ n, k, requests int }{{2, 1, 1}, {2, 1, 2}, {2, 2, 2}, {3, 1, 1}, {3, 2, 1}} {
		if x.n == 3 && x.k == 2 && !slow.Tests() {
			continue // 110,000 states
		}
		for _, clock := range []explore.ClockMode{explore.Causal, explore.Integer} {
			for _, bad := range []bool{false, true} {
				if x.n == 3 && bad != (clock == explore.Integer) && !slow.Tests() {
					continue
				}
				p := peerLock(x.n, x.k)
				p.Partial = peerPartial(x.n, x.k)
				if bad { // so many are inside, but that is said to be wrong
					p.Safe = func(all []explore.Observation) string { return crowd(all, x.k-1) }
					p.Partial.Harm = func(all []explore.Observation) []explore.Set { return crowdHarm(all, x.k-1) }
				}
				o := explore.Options{Requests: slices.Repeat([]int{x.requests}, x.n), Clock: clock}
				name := fmt.Sprintf("%+v, %v, bad %v", x, clock, bad)
				full, reduced, err := reducedEqual(name, p, o, 50)
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%s: %d states, reduced %d", name, full, reduced)
				if x.n == 3 && !bad && reduced*2 > full {
					t.Errorf("%s: %d states, reduced %d", name, full, reduced)
				}
				if x.n < 3 || !bad {
					sameVerdicts(t, name, p, o)
				}
			}
		}
	}
}
