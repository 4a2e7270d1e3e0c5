package attack

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

// scale returns how many seeds a test goes through.
func scale(short, long int) int {
	if slow.Tests() {
		return long
	}
	return short
}

// machineFor returns the machine for the options.
func machineFor[L, M comparable](p explore.Protocol[L, M], o explore.Options) *machine[L, M] {
	m := &machine[L, M]{p: p, requests: o.Requests, queued: o.Queued, clockMax: o.ClockMax}
	if o.Clock == explore.Integer {
		m.clocks = printed
	}
	if m.requests == nil {
		m.requests = slices.Repeat([]int{1}, p.N)
	}
	return m
}

// A comparison compares what the engine says of a protocol with a graph.
type comparison[L, M comparable] struct {
	g        *graph[L, M]
	tagged   *graph[L, M] // the same, with like messages told apart; nil on a network with order
	o        explore.Options
	findings []string
	verdicts map[explore.Property]verdict.Verdict
}

func (c *comparison[L, M]) find(format string, args ...any) {
	c.findings = append(c.findings, fmt.Sprintf(format, args...))
}

// run runs the engine on the protocol.
func (c *comparison[L, M]) run(p explore.Protocol[L, M], o explore.Options) *explore.Result {
	model, err := explore.NewModel(p)
	if err != nil {
		c.find("NewModel: %v", err)
		return nil
	}
	r, err := explore.Run(context.Background(), model, o)
	if err != nil {
		c.find("Run: %v", err)
		return nil
	}
	return r
}

// judging returns the graph that says which runs are fair.
func (c *comparison[L, M]) judging() *graph[L, M] {
	if c.tagged != nil {
		return c.tagged
	}
	return c.g
}

// counted compares the graphs, by a search that has nothing to find.
func (c *comparison[L, M]) counted() {
	p, o := c.g.m.p, c.o
	p.Safe = nil
	o.Check = []explore.Property{explore.Safety}
	o.Full = true
	r := c.run(p, o)
	if r == nil {
		return
	}
	if !r.Complete {
		c.find("the search stopped: %s", r.Stopped)
		return
	}
	edges, by := c.g.counts()
	if got, want := r.States, int64(len(c.g.worlds)); got != want {
		c.find("%d states, want %d", got, want)
	}
	if r.Transitions != edges {
		c.find("%d transitions, want %d", r.Transitions, edges)
	}
	if want := c.g.levels(); !slices.Equal(r.Levels, want) {
		c.find("levels %v, want %v", r.Levels, want)
	}
	for _, s := range r.Steps {
		if s.Count != by[s.Name] {
			c.find("step %q %d times, want %d", s.Name, s.Count, by[s.Name])
		}
		delete(by, s.Name)
	}
	for name, n := range by {
		if n > 0 {
			c.find("step %q missing", name)
		}
	}
	if want := c.g.beyonds(); r.Beyond != want {
		c.find("%d edges beyond the bound of the clocks, want %d", r.Beyond, want)
	}
	var never []string
	_, by = c.g.counts()
	for _, name := range p.Steps {
		if by[name] == 0 {
			never = append(never, name)
		}
	}
	for q := range p.N {
		inside := func(i int) bool { return c.g.observed(i)[q].Phase == explore.Inside }
		asks := func(w *world[L, M]) bool {
			return slices.ContainsFunc(c.g.m.moves(w), func(mv move[L, M]) bool { return mv.process == q && mv.kind == explore.Ask })
		}
		if c.g.m.requests[q] != 0 && c.g.nearest(inside) < 0 && slices.ContainsFunc(c.g.worlds, asks) {
			never = append(never, fmt.Sprintf("process %d never entered", q+1))
		}
	}
	slices.Sort(never)
	if got := slices.Sorted(slices.Values(r.NeverRan)); len(p.Steps) > 0 && !slices.Equal(got, never) {
		c.find("never ran: %v, want %v", got, never)
	}
}

// judged compares the verdict on one property, and its trace.
func (c *comparison[L, M]) judged(name explore.Property, limit int) {
	g, o := c.g, c.o
	o.Check = []explore.Property{name}
	o.Full = true
	want, stems, known := c.verdict(name, limit)
	if !known {
		return
	}
	c.verdicts[name] = want
	r := c.run(g.m.p, o)
	if r == nil {
		return
	}
	pr := r.Properties[0]
	levels := g.levels()
	if want == verdict.Violated && !r.Complete && (name == explore.Safety || name == explore.DeadlockFreedom || name == explore.WellDefined) {
		// It ends with the level in which the property is decided.
		last := stems.least + 1
		if name == explore.WellDefined {
			last--
		}
		levels = levels[:min(len(levels), last+1)]
	}
	if !slices.Equal(r.Levels, levels[:min(len(levels), len(r.Levels))]) || len(r.Levels) != len(levels) && name != explore.StarvationFreedom && slices.Contains(explore.Properties(), name) {
		c.find("%s: levels %v, want %v", name, r.Levels, levels)
	}
	if pr.Verdict != want {
		c.find("%s is %v, want %v (%s)", name, pr.Verdict, want, pr.Detail)
	}
	_, required := g.required(name)
	if (pr.Trace != nil) != (pr.Verdict == verdict.Violated && !required || required && stems.least >= 0) {
		c.find("%s is %v, and that there is a trace is %t", name, pr.Verdict, pr.Trace != nil)
		return
	}
	if pr.Trace != nil {
		if err := c.shows(name, pr.Trace); err != nil {
			c.find("the trace for %s: %v\n%v", name, err, pr.Trace.Steps)
		}
		stem := len(pr.Trace.Steps)
		if pr.Trace.Loop >= 0 {
			stem = pr.Trace.Loop
		}
		if pr.Verdict == want && (stem < stems.least || stem > stems.most) && (pr.Trace.Shortest || name == explore.StarvationFreedom || required) {
			c.find("the trace for %s has %d steps before its end or cycle, want %d to %d", name, stem, stems.least, stems.most)
		}
	}
}

// stems says how many steps a trace may have before its end or cycle.
type stems struct{ least, most int }

// verdict returns what the graph says of a property: where it is violated, how
// many steps lead there. It is not known when the graph is too large for the
// automaton.
func (c *comparison[L, M]) verdict(name explore.Property, limit int) (verdict.Verdict, stems, bool) {
	g := c.judging()
	found := func(depth int) (verdict.Verdict, stems, bool) { return verdict.Violated, stems{depth, depth}, true }
	switch name {
	case explore.Safety:
		if d := g.nearest(g.unsafe); d >= 0 {
			return found(d)
		}
	case explore.WellDefined:
		if d := g.nearest(g.undefined); d >= 0 {
			return found(d + 1) // the undefined step is shown
		}
	case explore.DeadlockFreedom:
		if d := g.nearest(g.dead); d >= 0 {
			return found(d)
		}
		if g.m.p.Network == explore.Duplicating {
			return verdict.Unknown, stems{}, true
		}
	case explore.StarvationFreedom:
		return c.starvation(limit)
	default:
		if r, ok := g.required(name); ok {
			return c.requirement(r, limit)
		}
		goal := g.m.p.Goals[slices.IndexFunc(g.m.p.Goals, func(x explore.Goal) bool { return x.Name == name })]
		if d := g.nearest(func(i int) bool { return g.unmet(i, goal) && g.ended(i, true) }); d >= 0 {
			return found(d)
		}
		if c.bounded() && g.m.p.Obliged || g.beyond || c.g.unjudged() {
			return verdict.Unknown, stems{}, true
		}
		d, ok := g.cycle(kept{func(i int) bool { return g.unmet(i, goal) }, false}, limit)
		if !ok {
			return 0, stems{}, false
		}
		if d >= 0 {
			return found(d)
		}
	}
	return c.holds(), stems{}, true
}

// starvation returns the verdict on starvation. A search that ends with a
// deadlock need not know cycles that go beyond its depth.
func (c *comparison[L, M]) starvation(limit int) (verdict.Verdict, stems, bool) {
	g := c.judging()
	dead := g.nearest(g.dead)
	least, within := -1, -1
	for p := range g.m.p.N {
		d, ok := g.cycle(kept{func(i int) bool { return g.waits(i, p) }, true}, limit)
		if !ok {
			return 0, stems{}, false
		}
		least = lower(least, d)
		if dead >= 0 {
			d, _ = g.cycle(kept{func(i int) bool { return g.waits(i, p) && g.depth[i] <= dead }, true}, limit)
			within = lower(within, d)
		}
	}
	unknown := !slices.Contains(g.m.requests, explore.Unbounded) || g.m.p.Obliged && c.bounded() || g.beyond || c.g.unjudged()
	switch {
	case dead >= 0 && unknown:
		return verdict.Violated, stems{lower(dead, least), dead}, true
	case dead >= 0:
		return verdict.Violated, stems{lower(dead, least), lower(dead, within)}, true
	case unknown:
		return verdict.Unknown, stems{}, true
	case least >= 0:
		return verdict.Violated, stems{least, least}, true
	}
	return c.holds(), stems{}, true
}

// lower returns the lower of two depths, of which -1 is none.
func lower(a, b int) int {
	if a < 0 || b >= 0 && b < a {
		return b
	}
	return a
}

// cycle returns the least depth of a state on a cycle that is kept, -1 for none.
func (g *graph[L, M]) cycle(keep kept, limit int) (int, bool) {
	states, ok := g.cycles(keep, limit)
	depth := -1
	for i := range states {
		depth = lower(depth, g.depth[i])
	}
	return depth, ok
}

func (c *comparison[L, M]) bounded() bool {
	return slices.ContainsFunc(c.g.m.requests, func(r int) bool { return r != explore.Unbounded })
}

// holds is the verdict when nothing is wrong.
func (c *comparison[L, M]) holds() verdict.Verdict {
	if !c.g.entered() {
		return verdict.Unknown // there was nothing to see
	}
	return verdict.Holds
}

// properties returns all that are to be compared.
func (c *comparison[L, M]) properties() []explore.Property {
	all := explore.Properties()
	for _, g := range c.g.m.p.Goals {
		all = append(all, g.Name)
	}
	for _, r := range c.g.m.p.Requires {
		all = append(all, r.Name)
	}
	return all
}

// compared returns the comparison of a protocol; nil when it is too large.
func compared[L, M comparable](p explore.Protocol[L, M], o explore.Options, states, nodes int) *comparison[L, M] {
	g := machineFor(p, o).reach(states)
	if g == nil || g.full {
		return nil
	}
	c := &comparison[L, M]{g: g, o: o, verdicts: map[explore.Property]verdict.Verdict{}}
	if p.Network == explore.Unordered {
		m := machineFor(p, o)
		m.tagged = true
		if c.tagged = m.reach(8 * states); c.tagged == nil || c.tagged.full {
			return nil
		}
	}
	c.counted()
	for _, name := range c.properties() {
		c.judged(name, nodes)
	}
	return c
}

// tally counts verdicts, so that a test can see that it was not idle.
type tally map[string]int

func (t tally) add(c *comparison[local, letter]) {
	t["protocols"]++
	t["states"] += len(c.g.worlds)
	for name, v := range c.verdicts {
		if !slices.Contains(explore.Properties(), name) {
			if _, ok := c.g.required(name); !ok {
				name = "goals"
			}
		}
		t[fmt.Sprintf("%s %v", name, v)]++
	}
}

func testSeeds(t *testing.T, from, n int, options func(d dice, x *table) bool) {
	t.Helper()
	counts, bad := tally{}, 0
	for seed := from; counts["protocols"] < n; seed++ {
		x := draw(uint64(seed))
		if !options(newDice(uint64(seed)^0xabcdef), x) {
			continue
		}
		if seed%4 == 1 && x.maying(uint64(seed)) {
			counts["some steps may happen"]++
		}
		counts["drawn"]++
		c := compared(x.protocol, x.options, scale(800, 1500), 150_000)
		if c == nil {
			continue
		}
		counts.add(c)
		if len(c.findings) > 0 {
			bad++
			t.Errorf("seed %d (%d processes, %d states, %+v, requests %v, queued %t, selective %t, obliged %t):", seed, x.n, len(c.g.worlds), x.clock, x.requests, x.queued, x.protocol.Selective, x.protocol.Obliged)
			for _, f := range c.findings {
				t.Errorf("    %s", f)
			}
			if bad > 20 {
				t.Fatal("and so on")
			}
		}
	}
	t.Log(counts)
}

func TestCausal(t *testing.T) {
	testSeeds(t, 0, scale(70, 4_000), func(d dice, x *table) bool {
		x.protocol.Clock.TickOnFresh = true
		return true
	})
}

func TestPrinted(t *testing.T) {
	testSeeds(t, 1_000_000, scale(30, 2_000), func(d dice, x *table) bool {
		x.options.Clock = explore.Integer
		if slices.Contains(x.requests, explore.Unbounded) || d.chance(50) {
			x.options.ClockMax = x.clock.Start + 1 + d.IntN(4)
		}
		return true
	})
}

// Without a tick on a fresh stamp.
func TestEqual(t *testing.T) {
	testSeeds(t, 4_000_000, scale(30, 2_000), func(d dice, x *table) bool {
		x.protocol.Clock.TickOnFresh = false
		return x.protocol.Clock.TickOnReceive || x.protocol.Clock.Attach == explore.NoMessage
	})
}
