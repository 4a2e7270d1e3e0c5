package protocols

import (
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/protocols/instance"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// A wanted instance of an algorithm, and what is compared on it. A number is the most
// states of its search; zero: that is not compared.
type wanted struct {
	model *instance.Model
	name  string

	// symmetric: the counts, verdicts and traces with symmetry are those without. (Full
	// searches; the same of the next one.)
	symmetric int64
	// obvious: counts, violations and the lengths of traces are those of the obvious
	// explorer. That the search ends within so many states is compared, too.
	obvious int64
	// derived: verdicts with a reduction derived from the handlers, with symmetry and
	// without; traces replay and are none shorter than the shortest.
	derived int64

	// around: on another network, or with faults, where a search may not meet all states.
	around bool
}

// variantsOf returns the names of the variants of an algorithm, or an empty one if it has none.
func variantsOf(a *instance.Algorithm) (names []string) {
	for _, v := range a.Variants {
		names = append(names, v.Name)
	}
	if names == nil {
		return []string{""}
	}
	return names
}

// wantedOf returns the instances of a variant on which something is compared, each once.
// Unless QCHECK_LONG is set, the first variant has both kinds of clocks, others one in turn; and of what is
// compared of symmetry and of reductions by hand, the others have a third and a half in turn.
func wantedOf(t *testing.T, a *instance.Algorithm, v string, nth int) []*wanted {
	first := nth == 0
	inTurn := func(i, of int) bool { return first || slow.Tests() || (i+nth)%of == 0 }
	const small = 20_000
	all := map[string]*wanted{}
	var order []string
	add := func(in instance.Instance, must bool, set func(*wanted)) {
		in.Variant = v
		m, err := a.Open(in, nil)
		if err != nil {
			if must {
				t.Fatalf("%s %+v: %v", a.Name, in, err)
			}
			return // not for every k
		}
		name := fmt.Sprintf("%s, %s", All().Format(m.Instance), m.Instance.Clock)
		if all[name] == nil {
			all[name] = &wanted{model: m, name: name}
			order = append(order, name)
		}
		set(all[name])
	}
	limit := func(usual, long int64) int64 {
		if slow.Tests() {
			return long
		}
		return usual
	}
	few := limit(3_000, 6_000)
	derived := func(w *wanted) {
		if first || v == "repaired" && w.model.Instance.Clock == explore.Causal || slow.Tests() {
			w.derived = limit(1_000, 20_000)
		}
	}
	clocks := []explore.ClockMode{explore.Causal, explore.Integer}
	each := func(i int) []explore.ClockMode {
		if first || v == "repaired" || slow.Tests() {
			return clocks
		}
		i = (i + nth) % 2
		return clocks[i : i+1]
	}
	for i, in := range a.Small {
		for _, in.Clock = range each(i) {
			add(in, true, func(w *wanted) { w.obvious = small; derived(w) })
		}
	}
	for i, x := range []struct{ n, k, requests int }{{2, 1, 1}, {2, 1, 2}, {2, 2, 2}, {3, 1, 1}, {3, 2, 1}, {3, 1, 2}} {
		if v != "repaired" && !inTurn(i, 2) {
			continue
		}
		in := instance.Instance{N: x.n, Requests: []int{x.requests}}
		if _, ok := a.Param(instance.K); ok {
			in = in.With(instance.K, fmt.Sprint(x.k))
		} else if x.k > 1 {
			continue
		}
		for _, in.Clock = range each(i) {
			add(in, false, func(w *wanted) {
				if x.k == 1 && x.n+x.requests < 5 && (in.Clock == clocks[i%2] || slow.Tests()) {
					derived(w)
				}
			})
		}
	}
	for i, in := range a.Small {
		for j, requests := range [][]int{in.Requests, {1}, {explore.Unbounded}} {
			if !inTurn(i+j+2, 3) { // so that some starve where processes are alike
				continue
			}
			in.Requests = requests
			most := int64(1_500)
			if !first {
				most = 1_000
			}
			add(in, true, func(w *wanted) { w.symmetric = limit(most, 60_000) })
		}
	}
	if first || slow.Tests() {
		for i, around := range []func(in *instance.Instance){
			func(in *instance.Instance) { in.Network = explore.Unordered.String() },
			func(in *instance.Instance) { in.Network = explore.Instant.String() },
			func(in *instance.Instance) { in.Faults = explore.Faults{Crash: 1, Restart: 1} },
			func(in *instance.Instance) { in.Faults = explore.Faults{Lose: 1, Duplicate: 1} },
		} {
			in := a.Small[0]
			in.Clock = clocks[i%2]
			around(&in)
			add(in, true, func(w *wanted) { w.obvious, w.symmetric, w.around = few, limit(few, 60_000), true })
		}
	}
	if v == "failures" { // in which processes are told of crashes
		in := a.Small[0]
		in.Faults = explore.Faults{Crash: 1, Suspect: true}
		add(in, true, func(w *wanted) { w.obvious, w.symmetric, w.around = few, limit(few, 60_000), true })
	}
	var list []*wanted
	for _, name := range order {
		list = append(list, all[name])
	}
	return list
}

// comparisons say on what each thing was compared.
type comparisons struct {
	mu                                         sync.Mutex
	obvious, around, symmetric, derived, alike map[string]int // by algorithm, or by algorithm and variant
	fair                                       int            // starvation-freedom holds, with symmetry
}

func (c *comparisons) count(in map[string]int, name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	in[name]++
}

// TestModes explores the small instances of every algorithm, in every variant, once in each
// mode of the search, and compares the modes with each other and with the obvious explorer.
func TestModes(t *testing.T) {
	c := &comparisons{obvious: map[string]int{}, around: map[string]int{}, symmetric: map[string]int{}, derived: map[string]int{}, alike: map[string]int{}}
	t.Run("algorithms", func(t *testing.T) {
		for _, a := range All() {
			t.Run(a.Name, func(t *testing.T) {
				t.Parallel()
				if len(a.Small) == 0 {
					t.Error("there are no small instances")
				}
				for nth, v := range variantsOf(a) {
					for _, w := range wantedOf(t, a, v, nth) {
						w.compare(t, c)
					}
				}
			})
		}
	})
	for _, a := range All() {
		for _, v := range variantsOf(a) {
			if c.obvious[a.Name+" "+v] == 0 {
				t.Errorf("%s (%s) was compared with the obvious explorer on no instance", a.Name, v)
			}
		}
		if name := a.Name; c.derived[name] == 0 || c.alike[name] == 0 && !slices.Contains([]string{"jiang", "mutin", "gcs", "suzuki-kasami", "two-phase-commit"}, name) { // where processes differ
			t.Errorf("%s was reduced %d times by what was derived, and %d times more so with symmetry", name, c.derived[name], c.alike[name])
		}
	}
	if len(c.around) < 4 {
		t.Errorf("on other networks, or with faults, compared with the obvious explorer: %v", c.around)
	}
	if len(c.symmetric) < 9 || c.fair < 50 {
		t.Errorf("symmetric in some instance: %v; with symmetry, starvation-freedom holds %d times", c.symmetric, c.fair)
	}
	sum := func(in map[string]int) (n int) {
		for x := range maps.Values(in) {
			n += x
		}
		return n
	}
	t.Logf("compared with the obvious explorer %d times (on other networks or with faults: %v), with symmetry %d (of which starvation-freedom holds %d), derived %d",
		sum(c.obvious), c.around, sum(c.symmetric), c.fair, sum(c.derived))
}

func (w *wanted) run(t *testing.T, change func(*explore.Options)) *explore.Result {
	t.Helper()
	o := w.model.Instance.Options()
	change(&o)
	r, err := explore.Run(t.Context(), w.model.Model, o)
	if err != nil {
		t.Fatalf("%s: %v", w.name, err)
	}
	return r
}

// ended reports whether a search met all states, or found all that it looked for.
func ended(r *explore.Result) bool { return r != nil && (r.Complete || r.Stopped == "") }

func (w *wanted) compare(t *testing.T, c *comparisons) {
	algorithm := w.model.Instance.Algorithm
	variant := algorithm + " " + w.model.Instance.Variant
	var with, without *explore.Result // full searches
	if most := max(w.symmetric, w.derived); most > 0 {
		without = w.run(t, func(o *explore.Options) { o.Full, o.Asymmetric, o.MaxStates = true, true, most })
	}
	few := ended(without) && without.States <= w.symmetric
	if w.obvious > 0 || few {
		if w.around && !ended(without) {
			return // nor does it end with symmetry
		}
		with = w.run(t, func(o *explore.Options) { o.Full, o.MaxStates = true, max(w.obvious, w.symmetric) })
	}
	if few {
		w.compareSymmetric(t, c, without, with)
	}
	if w.obvious > 0 {
		w.compareObvious(t, c, variant, with)
	}
	if w.derived > 0 && ended(without) && without.States <= w.derived {
		_, some := w.compareDerived(t, without, true)
		reduced, alike := w.compareDerived(t, without, false)
		if some > 0 {
			c.count(c.derived, algorithm)
		}
		if reduced && alike < some {
			c.count(c.alike, algorithm)
		}
	}
}

func (w *wanted) compareSymmetric(t *testing.T, c *comparisons, without, with *explore.Result) {
	if with.Symmetry > 1 {
		c.count(c.symmetric, w.model.Instance.Algorithm)
		for _, p := range with.Properties {
			if p.Property == explore.StarvationFreedom && p.Verdict == verdict.Holds {
				c.mu.Lock()
				c.fair++
				c.mu.Unlock()
			}
		}
	}
	if diff := cmp.Diff(without, with, cmpopts.IgnoreFields(explore.Result{}, "Stats", "Symmetry", "Orbits")); diff != "" {
		t.Errorf("%s: %d renamings; without symmetry (-), with it (+):\n%s", w.name, with.Symmetry, diff)
	}
	if with.Orbits*int64(with.Symmetry) < with.States || without.Orbits != without.States || without.Symmetry != 1 {
		t.Errorf("%s: %d orbits of %d renamings for %d states; without symmetry %d of %d", w.name, with.Orbits, with.Symmetry, with.States, without.Orbits, without.Symmetry)
	}
}

func (w *wanted) compareObvious(t *testing.T, c *comparisons, variant string, r *explore.Result) {
	if !r.Complete {
		if !w.around {
			t.Errorf("%s: %d states are not few", w.name, r.States)
		}
		return
	}
	c.mu.Lock()
	before := c.obvious[variant]
	c.mu.Unlock()
	if r.States > 3000 || !slow.Tests() && (r.States > 200 && before > 0 && !w.around || r.States > 1600 && w.around) {
		return // the obvious explorer takes long
	}
	c.count(c.obvious, variant)
	if w.around {
		c.count(c.around, w.model.Instance.Algorithm)
	}
	want := w.model.Explore(w.model.Instance.ReplayOptions())
	if r.States != int64(want.States) || r.Transitions != int64(want.Transitions) {
		t.Errorf("%s: %d states, %d transitions; obvious %d, %d", w.name, r.States, r.Transitions, want.States, want.Transitions)
	}
	for _, p := range r.Properties {
		length, violated := want.Violations[string(p.Property)]
		isGoal := !slices.Contains(explore.Properties(), p.Property)
		if found := p.Trace != nil; found != violated && !(isGoal && found) || found && violated && len(p.Trace.Steps) != length {
			t.Errorf("%s: %s: %s; obvious %d", w.name, p.Property, p.Verdict, length)
		}
	}
}

// compareDerived reports whether there is a derived reduction, and how many states it keeps.
func (w *wanted) compareDerived(t *testing.T, full *explore.Result, asymmetric bool) (bool, int64) {
	name := fmt.Sprintf("%s, derived, asymmetric %t", w.name, asymmetric)
	part := w.run(t, func(o *explore.Options) {
		o.Derive, o.Asymmetric = true, asymmetric
		o.Check = nil
		for _, p := range []explore.Property{explore.Safety, explore.WellDefined, explore.DeadlockFreedom} {
			if slices.Contains(w.model.Properties(), p) {
				o.Check = append(o.Check, p)
			}
		}
	})
	w.compareTraces(t, name, full, part)
	if part.Reduced == (part.Unreduced != "") {
		t.Errorf("%s: reduced %t, not reduced because of %q", name, part.Reduced, part.Unreduced)
	}
	if !part.Reduced {
		return false, 0
	}
	return true, part.Orbits
}

// compareTraces compares the properties of a reduced search with those of a full one, and
// replays the traces of the former.
func (w *wanted) compareTraces(t *testing.T, name string, full, part *explore.Result) {
	for _, got := range part.Properties {
		i := slices.IndexFunc(full.Properties, func(p explore.PropertyResult) bool { return p.Property == got.Property })
		if i < 0 {
			t.Errorf("%s: %s is in one of the results", name, got.Property)
			continue
		}
		want := full.Properties[i]
		if got.Verdict != want.Verdict {
			t.Errorf("%s: %s %s in full, %s reduced (%s)", name, want.Property, want.Verdict, got.Verdict, got.Detail)
		}
		if got.Verdict != verdict.Violated || want.Verdict != verdict.Violated {
			continue
		}
		if len(got.Trace.Steps) < len(want.Trace.Steps) {
			t.Errorf("%s: %s: a shortest trace has %d steps, reduced %d", name, want.Property, len(want.Trace.Steps), len(got.Trace.Steps))
		}
		if _, err := w.model.Replay(obvious.OptionsOf(w.model.Instance.Options()), got.Trace.Steps); err != nil {
			t.Errorf("%s: %s: the trace does not replay: %v", name, want.Property, err)
		}
	}
}
