package maekawa

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/verdict"
	"qcheck/setsys/slow"

	"github.com/google/go-cmp/cmp"
)

// randomConfig returns an instance of 2 or 3 processes with any quorums.
func randomConfig(r *rand.Rand) (Config, explore.Options) {
	n := 2 + r.IntN(2)
	c := Config{N: n, Quorums: make([][]explore.Set, n)}
	c.Variant = []string{"repaired", "printed", "silent", "told"}[r.IntN(4)]
	o := explore.Options{Requests: make([]int, n), Clock: explore.ClockMode(r.IntN(2)), Queued: n == 2 && r.IntN(2) == 0}
	for p := range n {
		for range 1 + r.IntN(2) {
			c.Quorums[p] = append(c.Quorums[p], explore.Set(1+r.IntN(1<<n-1)))
		}
		o.Requests[p] = 1 + r.IntN(4-n)
	}
	return c, o
}

// TestReduction compares the reduced search with the full one, for quorums that
// do and do not meet. To have something wrong more often, one inside alone is
// said to be wrong, or one of two given ones.
func TestReduction(t *testing.T) {
	count := uint64(8)
	if slow.Tests() {
		count = 500
	}
	found := map[string]int{}
	full, reduced := int64(0), int64(0)
	for seed := range count {
		c, o := randomConfig(rand.New(rand.NewPCG(seed, 5)))
		for _, wrong := range []explore.Set{0, explore.All(c.N), explore.SetOf(0, 1)} {
			p := build(t, c)
			if wrong != 0 {
				p.Safe = func(all []explore.Observation) string {
					for x, s := range all {
						if wrong.Has(x) && s.Phase == explore.Inside {
							return "somebody is inside"
						}
					}
					return ""
				}
				p.Partial.Harm = func([]explore.Observation) []explore.Set { return []explore.Set{wrong} }
			}
			for _, check := range [][]explore.Property{{explore.Safety}, {explore.DeadlockFreedom}, {explore.Safety, explore.WellDefined, explore.DeadlockFreedom}} {
				o.Check, o.Full, o.MaxStates = check, true, 30_000
				m, err := explore.NewModel(p)
				if err != nil {
					t.Fatal(err)
				}
				all, err := explore.Run(t.Context(), m, o)
				if err != nil {
					t.Fatal(err)
				}
				if all.Stopped != "" {
					found["too large"]++
					continue
				}
				o.Full = false
				some := search(t, p, o)
				if !some.Reduced {
					t.Fatalf("%+v: not reduced", c)
				}
				for i, want := range all.Properties {
					if got := some.Properties[i]; got.Verdict != want.Verdict {
						t.Errorf("seed %d, %+v, %+v: %s %s, reduced %s", seed, c, o, want.Property, want.Verdict, got.Verdict)
					}
					if want.Verdict == verdict.Violated {
						found[string(want.Property)]++
					}
				}
				full += all.States
				reduced += some.States
			}
		}
	}
	t.Logf("%d states, reduced %d; %v", full, reduced, found)
	if reduced >= full || found["safety"] < int(count/4) || found["deadlock-freedom"] < max(int(count/20), 1) || found["too large"] > int(count) {
		t.Errorf("%d states, reduced %d; %v: the test does not test what it should", full, reduced, found)
	}
}

// TestReductionKeepsObservations: when every event is visible, and any process
// may do harm, the reduced search meets all that can be observed.
func TestReductionKeepsObservations(t *testing.T) {
	count := uint64(4)
	if slow.Tests() {
		count = 150
	}
	for seed := range count {
		c, o := randomConfig(rand.New(rand.NewPCG(seed, 6)))
		c.Quorums[0] = slices.Clone(c.Quorums[0][:1])
		o.Requests = nil
		p := build(t, c)
		want := obvious.Explore(p, obvious.Options{Integer: o.Clock == explore.Integer, Queued: o.Queued}).Observations
		got := map[string]bool{}
		p.Safe = func(all []explore.Observation) string {
			got[fmt.Sprint(all)] = true
			return ""
		}
		p.Partial.Harm = nil
		p.Partial.Visible = func(int, State) explore.Events { return explore.AllEvents }
		o.Check = []explore.Property{explore.Safety, explore.DeadlockFreedom}
		o.Asymmetric = true // whether Safe is symmetric is asked of what cannot be observed, too
		if r := search(t, p, o); !r.Reduced {
			t.Fatalf("%+v: not reduced", c)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("seed %d, %+v, %+v: observed in full (-), reduced (+):\n%s", seed, c, o, diff)
		}
	}
}

// TestBrokenReduction checks that TestReduction would notice when something is
// left out: what each function returns is cut to nothing.
func TestBrokenReduction(t *testing.T) {
	type partial = explore.Partial[State, Message]
	const none = explore.NoEvents
	for name, cut := range map[string]func(*partial){
		"take":  func(p *partial) { p.Take = func(int, State, int, Message) explore.Events { return none } },
		"local": func(p *partial) { p.Local = func(int, State) explore.Events { return none } },
		"send":  func(p *partial) { p.Send = func(int, State, int) explore.Events { return none } },
		"enter": func(p *partial) { p.Enter = func(int, State) []explore.Events { return []explore.Events{none} } },
	} {
		noticed := false
		for seed := uint64(0); seed < 300 && !noticed; seed++ {
			c, o := randomConfig(rand.New(rand.NewPCG(seed, 7)))
			p := build(t, c)
			for _, o.Check = range [][]explore.Property{{explore.DeadlockFreedom}, {explore.Safety}} {
				o.Full, o.MaxStates = true, 5_000
				p.Partial = build(t, c).Partial
				m, err := explore.NewModel(p)
				if err != nil {
					t.Fatal(err)
				}
				all, err := explore.Run(t.Context(), m, o)
				if err != nil {
					t.Fatal(err)
				}
				if all.Stopped != "" {
					continue
				}
				cut(p.Partial)
				o.Full = false
				noticed = noticed || search(t, p, o).Verdict() != all.Verdict()
			}
		}
		if !noticed {
			t.Errorf("%s: nothing was noticed", name)
		}
	}
}
