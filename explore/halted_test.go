package explore_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"qcheck/explore"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"
)

// A halting is what came of searches that were halted, at each place at which they ask whether they are.
type halting struct {
	t                        *testing.T
	places, kept, cut, holds int
	said                     int // properties that were said to be violated while it went on
	cycles                   int // runs into cycles that were not found then
}

// from halts a search at every place. Whatever it decides has to be what the whole search decides, and what it
// said while it went on it has to say in the end.
func (h *halting) from(name string, m explore.Model, usual func() explore.Options) {
	h.t.Helper()
	var asked atomic.Int64
	whole, err := explore.Run(h.t.Context(), m, explore.HaltFrom(usual(), 0, &asked, nil))
	if err != nil {
		h.t.Fatalf("%s: %v", name, err)
	}
	want := map[explore.Property]explore.PropertyResult{}
	for _, p := range whole.Properties {
		want[p.Property] = p
	}
	most := asked.Load()
	for k := int64(1); k <= most; k++ {
		if k > 12 && most-k > 12 { // a reduction that is learned asks at each step of its random runs
			k = min(most-12, k+k/2)
		}
		asked.Store(0)
		ctx, end := context.WithCancel(h.t.Context())
		o, said := explore.HaltFrom(usual(), k, &asked, end), map[explore.Property]explore.PropertyResult{}
		o.Violated = func(p explore.PropertyResult) { said[p.Property] = p }
		o.Closure = nil
		if whole.Complete && usual().Closure != nil {
			o.Closure = func(c *explore.Closure) {
				for line := range c.Lines {
					_ = line
				}
			}
		}
		r, err := explore.Run(ctx, m, o)
		end()
		if err != nil {
			h.t.Fatalf("%s, halted at place %d of %d: %v", name, k, most, err)
		}
		h.places++
		cut := false
		for _, p := range r.Properties {
			full := want[p.Property]
			switch {
			case p.Verdict == verdict.Unknown:
				cut = cut || full.Verdict != verdict.Unknown
				if full.Trace != nil && full.Trace.Loop >= 0 {
					h.cycles++
				}
			case p.Verdict != full.Verdict:
				h.t.Fatalf("%s, halted at place %d of %d: %s %v, and it %v", name, k, most, p.Property, p.Verdict, full.Verdict)
			case p.Verdict == verdict.Violated && p.Trace != nil && full.Trace != nil && p.Trace.Shortest && len(p.Trace.Steps) != len(full.Trace.Steps):
				h.t.Fatalf("%s, halted at place %d of %d: %s by a shortest run of %d steps, and of %d", name, k, most, p.Property, len(p.Trace.Steps), len(full.Trace.Steps))
			default:
				h.kept++
				if p.Verdict == verdict.Holds {
					h.holds++
				}
			}
			if v, ok := said[p.Property]; ok && v.Verdict == verdict.Violated {
				if p.Verdict != verdict.Violated {
					h.t.Fatalf("%s, halted at place %d of %d: %s was violated, and is %v", name, k, most, p.Property, p.Verdict)
				}
				if past, err := explore.Follow(m, v.Trace.Start, v.Trace.Steps); o.Clock == explore.Causal && !o.Queued && (past != "" || err != nil) {
					h.t.Fatalf("%s, halted at place %d of %d: %s was violated by what is no run: %s, %v", name, k, most, p.Property, past, err)
				}
				h.said++
			}
		}
		if cut {
			h.cut++
			if r.Stopped == "" {
				h.t.Fatalf("%s, halted at place %d of %d: something is open, and it does not say that it was stopped", name, k, most)
			}
		}
	}
}

// What was said to be violated is, where the result leaves it open, and cannot hold.
func TestSaidBeforeItBeganAnew(t *testing.T) {
	said := explore.PropertyResult{Property: explore.Safety, Verdict: verdict.Violated}
	kept := func(v verdict.Verdict) (got verdict.Verdict, panicked bool) {
		defer func() { panicked = recover() != nil }()
		r := &explore.Result{Properties: []explore.PropertyResult{{Property: explore.WellDefined, Verdict: verdict.Unknown}, {Property: explore.Safety, Verdict: v}}}
		explore.Keep(r, said)
		if r.Properties[0].Verdict != verdict.Unknown {
			t.Error("another property is violated")
		}
		return r.Properties[1].Verdict, false
	}
	for _, v := range []verdict.Verdict{verdict.Unknown, verdict.Violated} {
		if got, panicked := kept(v); got != verdict.Violated || panicked {
			t.Errorf("%v becomes %v", v, got)
		}
	}
	if _, panicked := kept(verdict.Holds); !panicked {
		t.Error("what is violated holds")
	}
}

// TestHaltedAnywhere: a limit that ends a search at any place leaves what was found, and the rest unknown.
func TestHaltedAnywhere(t *testing.T) {
	h := &halting{t: t}
	seeds := []uint64{77_000, 77_042, 77_047, 77_049, 77_056, 77_087, 77_097, // most have a run into a cycle
		78_183} // something is violated before its renamings prove wrong
	if slow.Tests() {
		for i := range uint64(400) {
			seeds = append(seeds, 78_000+i)
		}
	}
	fresh := slow.Random(t, 1).Uint64() >> 16
	seeds = append(seeds, fresh)
	for _, seed := range seeds {
		x := required(newToy(seed))
		haltedOf(h, x.String(), x.p, x.o, seed)
		haltedOf(h, newLock(seed).String(), newLock(seed).p, newLock(seed).o, seed)
		a := alike{n: 3, seed: seed, small: true}
		haltedOf(h, fmt.Sprintf("alike %d", seed), a.protocol(), explore.Options{Requests: []int{explore.Unbounded, explore.Unbounded, explore.Unbounded}}, seed)
	}
	t.Logf("%d places: %d verdicts were kept, %d of them that something holds; %d searches were cut, %d runs into cycles not found", h.places, h.kept, h.holds, h.cut, h.cycles)
	t.Logf("%d times something was said to be violated while a search went on", h.said)
	if h.places < 800 || h.cut < 800 || h.kept < 800 || h.holds < 100 || h.cycles < 50 || h.said < 100 {
		t.Error("too few of something (see above)")
	}
}

func haltedOf[L, M comparable](h *halting, name string, p explore.Protocol[L, M], o explore.Options, seed uint64) {
	o.MaxStates = 200
	if r := search(h.t, p, o); r.Stopped != "" {
		return
	}
	o.MaxStates = 0
	m, err := explore.NewModel(p)
	if err != nil {
		h.t.Fatal(err)
	}
	for i, change := range []func(o *explore.Options){
		func(o *explore.Options) { *o = explore.Dense(*o, true); o.Workers = 2 },
		func(o *explore.Options) { o.Full = true; *o = explore.Dense(*o, false) },
		func(o *explore.Options) { *o = explore.TryReduction(*o, 3); o.Requests = bounded(o.Requests) },
		func(o *explore.Options) { o.Full, o.Asymmetric = true, true; o.Closure = func(*explore.Closure) {} },
		func(o *explore.Options) { o.Levels = &explore.Levels{Dir: h.t.TempDir(), Build: "test"} },
	} {
		if !slow.Tests() && (int(seed)+i)%2 == 0 && i != 3 {
			continue
		}
		h.from(fmt.Sprintf("%s, way %d", name, i), m, func() explore.Options {
			x := o
			x.Requests = slices.Clone(o.Requests)
			change(&x)
			return x
		})
	}
}

// TestTasksHaltedAnywhere: a task that is halted at any place says so, and the others come to what they would have.
func TestTasksHaltedAnywhere(t *testing.T) {
	x := required(newToy(77_003))
	m, err := explore.NewModel(x.p)
	if err != nil {
		t.Fatal(err)
	}
	x.o.Full = true
	want := search(t, x.p, x.o)
	halted := 0
	for k := int64(1); k < 8; k++ {
		o := x.o
		o.Levels = &explore.Levels{Dir: t.TempDir(), Build: "test", Shards: 2}
		for {
			tasks, err := explore.NextTasks(t.Context(), m, o, 0)
			if err != nil {
				t.Fatal(err)
			}
			if len(tasks.Shards) == 0 {
				break
			}
			for _, shard := range tasks.Shards {
				var asked atomic.Int64
				ctx, end := context.WithCancel(t.Context())
				err := explore.RunTask(ctx, m, explore.HaltFrom(o, k, &asked, end), tasks.Level, shard)
				end()
				if is := new(explore.Unfinished); errors.As(err, &is) {
					halted++
					err = explore.RunTask(t.Context(), m, o, tasks.Level, shard)
				}
				if err != nil {
					t.Fatalf("halted at place %d: %v", k, err)
				}
			}
		}
		got := found(t, m, o)
		if got.States != want.States || got.Verdict() != want.Verdict() {
			t.Errorf("halted at place %d: %d states, %v; wanted %d, %v", k, got.States, got.Verdict(), want.States, want.Verdict())
		}
	}
	if halted < 20 {
		t.Errorf("only %d tasks were halted", halted)
	}
}
