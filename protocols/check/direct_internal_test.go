package check

import (
	"slices"
	"strings"
	"testing"
	"time"

	"qcheck/explore"
	"qcheck/explore/verdict"
)

// What local views do not exclude directs searches: a deadlock of four processes is found before all
// states are, and a shortest run with as many processes that ask is shown.
func TestDirected(t *testing.T) {
	r := reportOf(t, "--algorithm maekawa --variant told --n 4")
	r.Options.Budget = Budget{Time: time.Hour}
	if err := r.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := verdicts(r)
	if got[explore.DeadlockFreedom] != "violated" || got[explore.StarvationFreedom] != "violated" || got[explore.Safety] != "holds*" || got[explore.WellDefined] != "holds*" {
		t.Error(got)
	}
	f := r.Violation()
	if f == nil || len(f.Trace.Steps) != 19 {
		t.Errorf("%+v", f)
	}
	if len(r.Attempts) != 2 || !strings.HasSuffix(r.Attempts[0].What, "directed by local views") || r.Attempts[0].States > 20_000 {
		t.Errorf("%+v", r.Attempts)
	}
	if text := r.Summary(); !strings.Contains(text, "deadlock-freedom and starvation-freedom are violated by maekawa (told) with 4 processes") {
		t.Error(text)
	}
	// A shortest run is not found within a limit: that which was found is shown.
	r = reportOf(t, "--algorithm maekawa --variant told --n 4")
	r.Options.MaxStates = 3000
	if err := r.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	if f = r.Violation(); f == nil || f.Trace.Shortest || len(f.Trace.Steps) < 19 || r.Verdict() != verdict.Violated {
		t.Errorf("%+v", f)
	}
}

// A run is not searched for where other properties are open, or the requests are given.
func TestNotDirected(t *testing.T) {
	for _, flags := range []string{
		"--algorithm maekawa --n 4",
		"--algorithm manabe-tajima --variant higher-only --n 3 --k 2", // well-definedness is open, too
		"--algorithm maekawa --variant told --n 4 --requests 1",
		"--algorithm maekawa --variant told --n 4 --clock integer --clock-max 3",
	} {
		r := reportOf(t, flags)
		r.Options.MaxStates = 2000
		if err := r.search(t.Context()); err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(r.Attempts, func(a Attempt) bool { return strings.Contains(a.What, "directed") }) {
			t.Errorf("%s: %+v", flags, r.Attempts)
		}
	}
}
