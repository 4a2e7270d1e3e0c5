package views_test

import (
	"context"
	"slices"
	"testing"

	"qcheck/explore"
	"qcheck/explore/obvious"
	"qcheck/explore/roles"
	"qcheck/explore/verdict"
	"qcheck/explore/views"
	"qcheck/explore/views/directed"
	"qcheck/setsys/slow"
)

// TestRandomGuides lets the guides of random protocols direct searches: each run that they find
// violates what it is said to, and a search of all states agrees. Most violations are found.
func TestRandomGuides(t *testing.T) {
	seeds := 350
	if slow.Tests() {
		seeds = 20_000
	}
	count := map[string]int{}
	for seed := range seeds {
		p := newRandom(uint64(seed))
		proof := views.Prove(context.Background(), p, views.Limits{Views: 400, Targets: 10})
		if len(proof.Guides) == 0 {
			continue
		}
		composed, err := roles.Compose[roles.State[asker, keeper]](p, randomWire())
		if err != nil {
			t.Fatal(err)
		}
		m, err := explore.NewModel(composed)
		if err != nil {
			t.Fatal(err)
		}
		apart, err := roles.ApartOf[wired, asker, keeper](roles.State[asker, keeper]{}, randomWire())
		if err != nil {
			t.Fatal(err)
		}
		requests := slices.Repeat([]int{1}, p.N)
		r, err := explore.Run(context.Background(), m, explore.Options{Requests: requests, Check: views.Properties()[:3], MaxStates: 2000, Full: true, Asymmetric: true})
		if err != nil {
			continue
		}
		for _, g := range proof.Guides {
			o := obvious.Options{Requests: requests}
			found, err := directed.Search(context.Background(), obvious.Of(composed, &explore.Met{}), apart, o, g, 200)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			i := slices.IndexFunc(r.Properties, func(x explore.PropertyResult) bool { return x.Property == g.Property })
			v := r.Properties[i].Verdict
			if v == verdict.Violated {
				count["violated "+string(g.Property)]++
			}
			if found.Steps == nil {
				continue
			}
			count["found "+string(g.Property)]++
			run, err := obvious.Replay(composed, o, found.Steps)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			last := run.Configs[len(run.Configs)-1]
			bad := last.Unsafe != ""
			if g.Property == explore.DeadlockFreedom {
				bad = len(last.Enabled) == 0 && slices.ContainsFunc(last.Observations, func(o explore.Observation) bool { return o.Phase == explore.Waiting })
			}
			if !bad || v == verdict.Holds {
				t.Errorf("seed %d: a run against %s, which is %v", seed, g.Property, v)
			}
		}
	}
	t.Logf("%d protocols: %v", seeds, count)
	for _, p := range []string{string(explore.Safety), string(explore.DeadlockFreedom)} {
		if count["found "+p] < seeds/200 || 10*count["found "+p] < 8*count["violated "+p] {
			t.Errorf("too few runs against %s: %v", p, count)
		}
	}
}
