package explore_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

// switches returns how many steps are of another process than the step before.
func switches(steps []explore.TraceStep) int {
	count := 0
	for i := 1; i < len(steps); i++ {
		if steps[i].Process != steps[i-1].Process {
			count++
		}
	}
	return count
}

// maxRuns is how many runs are tried one by one.
func maxRuns() int {
	if slow.Tests() {
		return 100_000
	}
	return 20_000
}

// fewestSwitches tries all runs of a length whose last state, or whose last step if it is
// not defined, is of a kind. It returns the least and the largest number of switches, and
// false if there are too many runs.
func (g *network[L, M]) fewestSwitches(length int, ends func(state int) bool, undefined bool) (least, most int, ok bool) {
	least, most = math.MaxInt, -1
	tried, limit := 0, maxRuns()
	var run []explore.TraceStep
	var try func(state int)
	try = func(state int) {
		if tried++; tried > limit {
			return
		}
		if len(run) == length {
			if !undefined && ends(state) {
				least, most = min(least, switches(run)), max(most, switches(run))
			}
			return
		}
		for j, v := range g.moves[state] {
			run = append(run, v.TraceStep)
			switch to := g.to[state][j]; {
			case to >= 0:
				try(to)
			case undefined && v.undefined != "" && len(run) == length:
				least, most = min(least, switches(run)), max(most, switches(run))
			}
			run = run[:len(run)-1]
		}
	}
	try(0)
	return least, most, tried <= limit
}

// compareSwitches checks that the run that shows a property is one with the fewest
// switches, and the same in other searches.
func compareSwitches[L, M comparable](t *testing.T, name string, p explore.Protocol[L, M], o explore.Options, property explore.Property, g *network[L, M], seen map[string]int) {
	t.Helper()
	o.Full, o.Check = true, []explore.Property{property}
	pr := search(t, p, o).Properties[0]
	if pr.Trace == nil {
		return
	}
	for _, workers := range []int{1, 3} {
		for _, asymmetric := range []bool{false, true} {
			o.Workers, o.Asymmetric = workers, asymmetric
			if diff := cmp.Diff(pr, search(t, p, o).Properties[0]); diff != "" {
				t.Errorf("%s: %s: with one worker (-), with %d, symmetry off %v (+):\n%s", name, property, workers, asymmetric, diff)
			}
		}
	}
	shown, kind := pr.Trace.Steps, string(property)
	var ends func(state int) bool
	switch i := slices.IndexFunc(p.Requires, func(r explore.Requirement[L, M]) bool { return r.Name == property }); {
	case i >= 0:
		r := p.Requires[i]
		kind = r.Kind()
		ends = func(state int) bool { v := viewOf(g.states[state]); return r.Wrong(v) != "" || r.Happens(v) }
	case pr.Trace.Loop >= 0:
		kind, shown = "stem", shown[:pr.Trace.Loop]
		last := math.MaxInt // the levels after that of a deadlock were not searched
		if length, dead := g.violations()[explore.DeadlockFreedom]; dead {
			last = length
		}
		cycles := g.endless(func(state int) bool { return g.level[state] <= last && g.waits[state].Has(pr.Trace.Process) })
		ends = func(state int) bool { return cycles[state] }
	case property == explore.Safety:
		ends = func(state int) bool { return g.unsafe(state) != "" }
	default:
		ends = func(state int) bool { return g.terminal(state) && g.waits[state] != 0 }
	}
	least, most, ok := g.fewestSwitches(len(shown), ends, property == explore.WellDefined)
	if !ok {
		seen["too many"]++
		return
	}
	if got := switches(shown); got != least {
		t.Errorf("%s: %s: %d switches, and %d suffice: %+v", name, property, got, least, shown)
	}
	if seen[kind]++; least < most {
		seen[kind+" with a choice"]++
	}
}

// TestFewestSwitches compares the runs that are shown with all runs of their length, tried
// one by one.
func TestFewestSwitches(t *testing.T) {
	first, count, limit := uint64(210), 80, 200
	if slow.Tests() {
		first, count, limit = 0, 6000, 600
	}
	safe := []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom}
	starving := []explore.Property{explore.StarvationFreedom}
	seen, alikes := map[string]int{}, map[string]int{}
	r := rand.New(rand.NewPCG(5, 8))
	for seed := first; seed < first+uint64(count); seed++ {
		toy := required(newToy(9e6 + seed))
		compareAllSwitches(t, toy.String(), toy.p, toy.o, append(safe, "never so", "once so"), limit, seen)
		lock := newLock(5e5 + seed)
		compareAllSwitches(t, lock.String(), lock.p, lock.o, starving, limit, seen)
		p, o := newStampers(5e5 + seed)
		compareAllSwitches(t, p.Name, p, o, starving, limit, seen)
		if seed%10 == 0 {
			c := polite{n: 3, rules: r.IntN(729), keeps: r.IntN(2) == 0}
			compareAllSwitches(t, fmt.Sprintf("%+v", c), c.protocol(), explore.Options{Requests: []int{1, 1, int(seed / 10 % 2)}}, safe, 20*limit, alikes)
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%v; processes that are alike: %v", seen, alikes)
	for _, kind := range []string{"safety", "well-defined", "deadlock-freedom", "stem", "always", "sometimes"} {
		if seen[kind+" with a choice"] < max(1, count/200) {
			t.Errorf("only %d times %s with a choice", seen[kind+" with a choice"], kind)
		}
	}
	if alikes["deadlock-freedom with a choice"]+alikes["safety with a choice"] < 3 {
		t.Errorf("only %v of processes that are alike", alikes)
	}
}

// compareAllSwitches is compareSwitches for some properties, unless there are too many states.
func compareAllSwitches[L, M comparable](t *testing.T, name string, p explore.Protocol[L, M], o explore.Options, properties []explore.Property, limit int, seen map[string]int) {
	t.Helper()
	if g, ok := newMachine(p, o).explored(limit); ok {
		for _, property := range properties {
			compareSwitches(t, name, p, o, property, g, seen)
		}
	}
}

// States on shortest runs are kept up to a limit, which all members of orbits count to; beyond
// it, a shortest run is shown all the same.
func TestMarked(t *testing.T) {
	const top = 6 // each of two processes takes as many steps, in any order: 49 states
	p := lateReduction()
	p.Observe = func(_ int, l uint8) explore.Observation {
		return explore.Observation{Phase: explore.Waiting * explore.Phase(min(l, 1)), Units: l}
	}
	p.Safe = func(all []explore.Observation) string {
		if all[0].Units == top && all[1].Units == top {
			return "both are there"
		}
		return ""
	}
	m, err := explore.NewModel(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, asymmetric := range []bool{false, true} {
		for _, workers := range []int{1, 2} {
			o := explore.Options{Full: true, Asymmetric: asymmetric, Workers: workers, Check: []explore.Property{explore.Safety}}
			for most, want := range map[int64]bool{0: true, 50: true, 49: true, 48: false, 20: false, 1: false} {
				count, all, err := explore.Marked(m, o, explore.Safety, most)
				if err != nil || all != want || want && count != 49 || !want && count <= most {
					t.Errorf("at most %d: %d marked, all of them: %t, %v", most, count, all, err)
				}
				r, err := explore.Run(t.Context(), m, explore.MarkAtMost(o, most))
				if err != nil || r.Properties[0].Verdict != verdict.Violated || len(r.Properties[0].Trace.Steps) != 2*top {
					t.Errorf("at most %d: %+v, %v", most, r.Properties[0], err)
				}
			}
		}
	}
}
