package directed_test

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
	"qcheck/protocols/kakugawa"
	"qcheck/protocols/maekawa"
	"qcheck/setsys/slow"
)

// found searches for what local views leave open about a protocol, with one request of each
// process, and returns the properties that a run violates. Each run is replayed on the
// protocol itself.
func found[L, W, R, M, A, B comparable](t *testing.T, p explore.Protocol[L, W], half roles.Protocol[R, M, A, B], wire roles.Wire[W, A, B]) (violated []explore.Property, proof *views.Proof) {
	t.Helper()
	proof = views.Prove(context.Background(), half, views.Limits{Views: 20_000, Targets: 10})
	o := obvious.Options{Requests: slices.Repeat([]int{1}, p.N)}
	composed := obvious.Of(p, &explore.Met{})
	local, _ := composed.Values()
	apart, err := roles.ApartOf[W, R, M](local, wire)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range proof.Guides {
		if proof.Proved(g.Property) {
			t.Errorf("%s: a guide to what is excluded, %s", p.Name, g.Property)
		}
		x, err := directed.Search(context.Background(), composed, apart, o, g, 1000)
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		if x.Steps == nil {
			continue
		}
		run, err := obvious.Replay(p, o, x.Steps)
		if err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		last := run.Configs[len(run.Configs)-1]
		waits := slices.ContainsFunc(last.Observations, func(o explore.Observation) bool { return o.Phase == explore.Waiting })
		if g.Property == explore.Safety && last.Unsafe == "" || g.Property == explore.DeadlockFreedom && (len(last.Enabled) > 0 || !waits) {
			t.Errorf("%s: a run that does not violate %s", p.Name, g.Property)
		}
		violated = append(violated, g.Property)
	}
	return violated, proof
}

// searched returns which properties a search of all states finds to be violated.
func searched[L, W comparable](t *testing.T, p explore.Protocol[L, W]) (violated []explore.Property) {
	t.Helper()
	m, err := explore.NewModel(p)
	if err != nil {
		t.Fatal(err)
	}
	r, err := explore.Run(context.Background(), m, explore.Options{
		Requests: slices.Repeat([]int{1}, p.N), Check: []explore.Property{explore.Safety, explore.DeadlockFreedom}, MaxStates: 400_000,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range r.Properties {
		switch x.Verdict {
		case verdict.Violated:
			violated = append(violated, x.Property)
		case verdict.Unknown:
			t.Fatalf("%s: %s is not decided: %s", p.Name, x.Property, r.Stopped)
		}
	}
	return violated
}

// TestAgreesWithSearches compares what directed searches find of all variants of two algorithms
// with searches of all states: of three processes they find all deadlocks of which there is a
// guide, and never one that is none.
func TestAgreesWithSearches(t *testing.T) {
	violations, guides := 0, 0
	compare := func(name string, directed, all []explore.Property, proof *views.Proof) {
		for _, p := range []explore.Property{explore.Safety, explore.DeadlockFreedom} {
			led := slices.ContainsFunc(proof.Guides, func(g *views.Guide) bool { return g.Property == p })
			switch is := slices.Contains(all, p); {
			case slices.Contains(directed, p) && !is:
				t.Errorf("%s: a run violates %s, and searches find none", name, p)
			case is && proof.Proved(p):
				t.Errorf("%s: %s is proved, and violated", name, p)
			case is && led && !slices.Contains(directed, p):
				t.Errorf("%s: %s is violated, and no run was found", name, p)
			case is && led:
				violations++
			}
			if led {
				guides++
			}
		}
	}
	alike := []string{"for-good", "every-time", "all-clocks", "textbook", "told", "spin"} // there are guides, and nothing is violated, as of "printed"
	for _, v := range maekawa.Algorithm().Variants {
		if slices.Contains(alike, v.Name) && !slow.Tests() {
			continue
		}
		c := maekawa.Config{N: 3, Variant: v.Name}
		p, err := maekawa.New(c)
		if err != nil {
			t.Fatal(err)
		}
		half, wire, err := maekawa.Roles(c)
		if err != nil {
			t.Fatal(err)
		}
		some, proof := found(t, p, half, wire)
		compare("maekawa "+v.Name, some, searched(t, p), proof)
	}
	for i, name := range []string{"repaired", "without-settling", "without-earliest-first", "with-query-refused"} {
		if i == 3 && !slow.Tests() {
			continue
		}
		c := kakugawa.Config{N: 3, K: 1, Quorums: []explore.Set{3, 5, 6}, Variant: name}
		p, err := kakugawa.New(c)
		if err != nil {
			t.Fatal(err)
		}
		half, wire, err := kakugawa.Roles(c)
		if err != nil {
			t.Fatal(err)
		}
		some, proof := found(t, p, half, wire)
		compare("kakugawa "+name, some, searched(t, p), proof)
	}
	t.Logf("%d guides, %d violations", guides, violations)
	if violations < 2 || guides <= violations {
		t.Errorf("%d guides and %d violations are too few", guides, violations)
	}
}

// TestFour finds deadlocks of four processes of which a search meets 100,000 states and more, by
// few states; nothing leads to one in the repair.
func TestFour(t *testing.T) {
	for name, want := range map[string]bool{"printed": true, "told": true, "without-inquire": true, "repaired": false} {
		c := maekawa.Config{N: 4, Variant: name}
		p, err := maekawa.New(c)
		if err != nil {
			t.Fatal(err)
		}
		half, wire, err := maekawa.Roles(c)
		if err != nil {
			t.Fatal(err)
		}
		some, proof := found(t, p, half, wire)
		if got := slices.Contains(some, explore.DeadlockFreedom); got != want || proof.Proved(explore.DeadlockFreedom) == want {
			t.Errorf("%s: a deadlock is found: %t, and excluded: %t", name, got, proof.Proved(explore.DeadlockFreedom))
		}
	}
}
